//! `textDocument/didOpen`, `didChange`, `didSave`, `didClose`: each is one event, sent before anything can wait.

use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams,
};

use crate::lsp::session::{Event, SessionHandle};

/// A document was opened.
pub(crate) fn did_open(session: &SessionHandle, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    session.send(Event::Open {
        uri: document.uri,
        language: document.language_id,
        version: document.version,
        text: document.text,
    });
}

/// A document was edited.
pub(crate) fn did_change(session: &SessionHandle, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    session.send(Event::Change {
        uri: document.uri,
        version: document.version,
        changes: params.content_changes,
    });
}

/// A document was saved. Never in the way of saving itself: this comes after it.
pub(crate) fn did_save(session: &SessionHandle, params: DidSaveTextDocumentParams) {
    session.send(Event::Save {
        uri: params.text_document.uri,
    });
}

/// A document was closed.
pub(crate) fn did_close(session: &SessionHandle, params: DidCloseTextDocumentParams) {
    session.send(Event::Close {
        uri: params.text_document.uri,
    });
}
