//! `textDocument/codeLens`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CodeLens, CodeLensParams};

use crate::lsp::barrier::guard;
use crate::lsp::session::SessionHandle;
use crate::lsp::views;

/// Lenses of a document with their commands; nothing is left to resolve.
pub(crate) async fn code_lens(
    session: &SessionHandle,
    params: CodeLensParams,
) -> Result<Option<Vec<CodeLens>>> {
    let Some(snapshot) = session.read(&params.text_document.uri).await else {
        return Ok(None);
    };
    guard("code lenses", || Some(views::lenses::lenses(&snapshot)))
}
