//! `workspace/didChangeWorkspaceFolders`.

use tower_lsp::ls_types::DidChangeWorkspaceFoldersParams;

use crate::lsp::session::{Event, SessionHandle};

/// Folders were opened or closed.
pub(crate) fn did_change_workspace_folders(
    session: &SessionHandle,
    params: DidChangeWorkspaceFoldersParams,
) {
    session.send(Event::FoldersChanged(params.event));
}
