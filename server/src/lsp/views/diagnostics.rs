//! Diagnostics: Warning on every component of the selected set, Information on the lines of ranks 2 to 5 and on the output
//! that is explained, Hint on the first lines that are only suspected where no set is known, Error where tests really stop
//! and where the text is wrong, nothing for the rest. Clients without lenses read in a diagnostic what lenses say
//! ([`verdict`]).
//!
//! Results about an older text keep their places (moved with the edits) but say `stale:` and fade.

mod failures;
mod problems;
mod suspects;
pub(crate) mod verdict;

use std::ops::Range;

use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, DiagnosticTag, NumberOrString};

use crate::lsp::client::ClientInfo;
use crate::lsp::snapshot::Snapshot;

/// The `source` of every diagnostic.
pub(crate) const SOURCE: &str = "FaultLens";

/// Related failing tests shown on one diagnostic.
const SHOWN_TESTS: usize = 3;

/// All diagnostics of a document, by place.
pub(crate) fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let view = View {
        snapshot,
        client: &snapshot.client,
    };
    let mut all = Vec::new();
    if let Some(findings) = &snapshot.findings {
        view.selected(findings, &mut all);
        view.other_ranks(findings, &mut all);
        view.suspected(findings, &mut all);
        view.stops(findings, &mut all);
        view.not_analysed(findings, &mut all);
    } else {
        view.not_run(&mut all);
    }
    if let Some(explained) = snapshot.explanation() {
        view.failure(explained, &mut all);
    }
    view.verdict(&mut all);
    view.problems(&mut all);
    all.sort_by_key(|diagnostic| (diagnostic.range.start, diagnostic.range.end));
    all
}

struct View<'a> {
    snapshot: &'a Snapshot,
    client: &'a ClientInfo,
}

impl View<'_> {
    fn base(
        &self,
        severity: DiagnosticSeverity,
        code: &str,
        place: &Range<usize>,
        message: String,
    ) -> Diagnostic {
        self.dated(self.snapshot.stale(), severity, code, place, message)
    }

    fn dated(
        &self,
        stale: bool,
        severity: DiagnosticSeverity,
        code: &str,
        place: &Range<usize>,
        message: String,
    ) -> Diagnostic {
        let faded = stale && self.client.unnecessary_tag;
        let severity = match (stale, faded) {
            (false, _) => severity,
            (true, true) => DiagnosticSeverity::HINT,
            (true, false) => DiagnosticSeverity::INFORMATION,
        };
        Diagnostic {
            range: self.snapshot.range(place),
            severity: Some(severity),
            code: Some(NumberOrString::String(code.to_owned())),
            source: Some(SOURCE.to_owned()),
            message: if stale {
                format!("stale: {message}")
            } else {
                message
            },
            tags: faded.then(|| vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        }
    }
}

#[cfg(test)]
mod tests;
