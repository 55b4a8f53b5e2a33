//! `textDocument/didOpen`, `didChange`, `didSave`, `didClose`: each becomes one event, sent before anything can wait.

use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams,
};

use crate::lsp::session::{Event, SessionHandle};

/// Reports an opened document.
pub(crate) fn did_open(session: &SessionHandle, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    session.send(Event::Open {
        uri: document.uri,
        language: document.language_id,
        version: document.version,
        text: document.text,
    });
}

/// Reports an edited document.
pub(crate) fn did_change(session: &SessionHandle, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    session.send(Event::Change {
        uri: document.uri,
        version: document.version,
        changes: params.content_changes,
    });
}

/// Reports a saved document. The notification comes after saving, so it never delays it.
pub(crate) fn did_save(session: &SessionHandle, params: DidSaveTextDocumentParams) {
    session.send(Event::Save {
        uri: params.text_document.uri,
    });
}

/// Reports a closed document.
pub(crate) fn did_close(session: &SessionHandle, params: DidCloseTextDocumentParams) {
    session.send(Event::Close {
        uri: params.text_document.uri,
    });
}
