//! `textDocument/codeAction`.

use std::sync::Arc;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CodeActionParams, CodeActionResponse, Uri};

use crate::files::read_source;
use crate::lsp::barrier::guard;
use crate::lsp::line_index::LineIndex;
use crate::lsp::session::SessionHandle;
use crate::lsp::views;
use crate::lsp::views::actions::{OtherFile, OtherFiles};

/// Returns the actions for a range.
pub(crate) async fn code_action(
    session: &SessionHandle,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>> {
    let Some(snapshot) = session.read(&params.text_document.uri).await else {
        return Ok(None);
    };
    let mut others = OtherFiles::new();
    for name in views::actions::other_files(&snapshot) {
        if let Some(other) = other(session, &name).await {
            others.insert(name, other);
        }
    }
    guard("code actions", || {
        Some(views::actions::actions(
            &snapshot,
            params.range,
            &params.context,
            &others,
        ))
    })
}

/// A file that a fix changes beside the document: the editor's text if it is open there, else the text on disk.
async fn other(session: &SessionHandle, name: &str) -> Option<OtherFile> {
    let uri = Uri::from_file_path(name)?;
    let text: Arc<str> = match session.read(&uri).await {
        Some(open) => open.text.clone(),
        None => on_disk(name.to_owned()).await?.into(),
    };
    Some(OtherFile {
        index: LineIndex::new(&text),
        uri,
        text,
    })
}

async fn on_disk(name: String) -> Option<String> {
    let read = tokio::task::spawn_blocking(move || read_source(name.as_ref()));
    Some(read.await.ok()?.ok()?.text)
}
