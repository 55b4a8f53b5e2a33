//! `workspace/didChangeWatchedFiles`.

use std::path::PathBuf;

use tower_lsp::ls_types::{DidChangeWatchedFilesParams, FileSystemWatcher, GlobPattern};

use crate::lsp::session::{Event, SessionHandle};

/// Files that results depend on, besides the open documents: tests, their configuration, the program's other files, and
/// the compiler flags.
const WATCHED: [&str; 4] = [
    "**/*.{in,out,ans,expected,args,exit}",
    "**/faultlens.toml",
    "**/*.{c,h}",
    "**/{compile_commands,ctest}.json",
];

/// Reports files changed on disk; the session decides which documents they affect.
pub(crate) fn did_change_watched_files(
    session: &SessionHandle,
    params: &DidChangeWatchedFilesParams,
) {
    let paths = params.changes.iter().filter_map(|change| {
        let path = change.uri.to_file_path()?;
        Some(path.into_owned())
    });
    let paths: Vec<PathBuf> = paths.collect();
    if !paths.is_empty() {
        session.send(Event::FilesChanged(paths));
    }
}

/// Watchers to register.
pub(super) fn watchers() -> Vec<FileSystemWatcher> {
    WATCHED
        .iter()
        .map(|glob| FileSystemWatcher {
            glob_pattern: GlobPattern::String((*glob).to_owned()),
            kind: None,
        })
        .collect()
}
