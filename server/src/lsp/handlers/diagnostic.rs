//! `textDocument/diagnostic`, for clients that pull (see `ClientInfo::pulls`).

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
};

use crate::lsp::barrier::guard;
use crate::lsp::session::SessionHandle;
use crate::lsp::views;

/// Returns all diagnostics of a document.
pub(crate) async fn diagnostic(
    session: &SessionHandle,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let snapshot = session.read(&params.text_document.uri).await;
    guard("diagnostics", || {
        let items = snapshot
            .as_deref()
            .map(views::diagnostics::diagnostics)
            .unwrap_or_default();
        let full_document_diagnostic_report = FullDocumentDiagnosticReport {
            result_id: None,
            items,
        };
        DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(
            RelatedFullDocumentDiagnosticReport {
                related_documents: None,
                full_document_diagnostic_report,
            },
        ))
    })
}
