//! `faultlens.doctor`: data for a bug report.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::lsp::client::ClientInfo;
use crate::lsp::scopes::Scopes;
use crate::lsp::snapshot::Snapshot;
use crate::model::headline;

/// Formats version, client, settings, documents and jobs, one per line.
pub(crate) fn doctor(
    client: &ClientInfo,
    settings: &Scopes,
    documents: &[Arc<Snapshot>],
    jobs: &[String],
) -> String {
    let mut text = format!("faultlens {}\n", env!("CARGO_PKG_VERSION"));
    let diagnostics = if client.pulls() { "pulled" } else { "pushed" };
    let _ = writeln!(
        text,
        "client: {}, {:?}, diagnostics {diagnostics}",
        client.name, client.encoding
    );
    let _ = writeln!(text, "client capabilities: {client:?}");
    for (folder, settings) in settings.different() {
        let of = folder.map_or_else(String::new, |folder| format!(" of {}", folder.display()));
        let _ = writeln!(text, "settings{of}: {settings:?}");
    }
    for document in documents {
        let status = super::status::status(document);
        let _ = writeln!(
            text,
            "{} version {}, {} bytes: {} ({:?}, {:?})",
            document.uri.as_str(),
            document.version,
            document.text.len(),
            status.text,
            status.state,
            status.result,
        );
        if let Some(explained) = &document.explained {
            let _ = writeln!(text, "explanation: {}", headline(&explained.report));
        }
    }
    for job in jobs {
        let _ = writeln!(text, "{job}");
    }
    text
}
