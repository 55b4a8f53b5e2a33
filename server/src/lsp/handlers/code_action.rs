//! `textDocument/codeAction`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CodeActionParams, CodeActionResponse};

use crate::lsp::barrier::guard;
use crate::lsp::session::SessionHandle;
use crate::lsp::views;

/// The commands that make sense at a range.
pub(crate) async fn code_action(
    session: &SessionHandle,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>> {
    let Some(snapshot) = session.read(&params.text_document.uri).await else {
        return Ok(None);
    };
    guard("code actions", || {
        Some(views::actions::actions(
            &snapshot,
            params.range,
            &params.context,
        ))
    })
}
