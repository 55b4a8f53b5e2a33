//! `workspace/didChangeWorkspaceFolders`.

use tower_lsp::Client;
use tower_lsp::ls_types::DidChangeWorkspaceFoldersParams;

use super::did_change_configuration::fetch_settings;
use crate::lsp::client::ClientInfo;
use crate::lsp::session::{Event, SessionHandle};

/// Reports opened and closed folders; new ones may have settings of their own.
pub(crate) fn did_change_workspace_folders(
    session: &SessionHandle,
    client: &Client,
    info: &ClientInfo,
    params: DidChangeWorkspaceFoldersParams,
) {
    session.send(Event::FoldersChanged(params.event));
    if info.configuration {
        fetch_settings(session, client, info);
    }
}
