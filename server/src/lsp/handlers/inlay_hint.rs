//! `textDocument/inlayHint`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{InlayHint, InlayHintParams};

use crate::lsp::barrier::guard;
use crate::lsp::session::SessionHandle;
use crate::lsp::views;

/// Returns the hints of a range of lines.
pub(crate) async fn inlay_hint(
    session: &SessionHandle,
    params: InlayHintParams,
) -> Result<Option<Vec<InlayHint>>> {
    let Some(snapshot) = session.read(&params.text_document.uri).await else {
        return Ok(None);
    };
    guard("inlay hints", || {
        Some(views::hints::hints(&snapshot, params.range))
    })
}
