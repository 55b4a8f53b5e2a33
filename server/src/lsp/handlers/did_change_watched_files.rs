//! `workspace/didChangeWatchedFiles`.

use tower_lsp::ls_types::{DidChangeWatchedFilesParams, FileSystemWatcher, GlobPattern};

use crate::lsp::session::{Event, SessionHandle};

/// Files of which results depend, besides the open documents: tests, their configuration, headers.
const WATCHED: [&str; 3] = [
    "**/*.{in,out,ans,expected,args,exit}",
    "**/faultlens.toml",
    "**/*.h",
];

/// Tests or headers changed.
pub(crate) fn did_change_watched_files(
    session: &SessionHandle,
    params: &DidChangeWatchedFilesParams,
) {
    if !params.changes.is_empty() {
        session.send(Event::FilesChanged);
    }
}

/// What to watch, for registering.
pub(super) fn watchers() -> Vec<FileSystemWatcher> {
    WATCHED
        .iter()
        .map(|glob| FileSystemWatcher {
            glob_pattern: GlobPattern::String((*glob).to_owned()),
            kind: None,
        })
        .collect()
}
