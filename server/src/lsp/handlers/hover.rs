//! `textDocument/hover`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Hover, HoverParams};

use crate::lsp::barrier::guard;
use crate::lsp::session::SessionHandle;
use crate::lsp::views;

/// Explains the suspect at the position.
pub(crate) async fn hover(session: &SessionHandle, params: HoverParams) -> Result<Option<Hover>> {
    let place = params.text_document_position_params;
    let Some(snapshot) = session.read(&place.text_document.uri).await else {
        return Ok(None);
    };
    guard("hover", || views::hover::hover(&snapshot, place.position))
}
