//! Places where tests fail: where they stop or loop, and the output of the explained test.

use tower_lsp::ls_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location};

use super::{Placed, SHOWN_TESTS, View};
use crate::lsp::explanation::PlacedExplanation;
use crate::lsp::findings::Findings;
use crate::lsp::views::{story, words};
use crate::model::{Group, GroupKind};

impl View<'_> {
    /// Adds the places where groups of tests stop or loop, the one certain error of a run.
    pub(super) fn stops(&self, findings: &Findings, all: &mut Vec<Placed>) {
        let report = &findings.report;
        for (group, place) in report.groups.iter().zip(&findings.places.groups) {
            let Some(place) = place else { continue };
            let names: Vec<&str> = group.tests.iter().map(String::as_str).collect();
            let verb = match (&group.kind, names.len()) {
                (GroupKind::NoEnd, 1) => "loops",
                (GroupKind::NoEnd, _) => "loop",
                (_, 1) => "stops",
                _ => "stop",
            };
            let message = format!(
                "{} of {} {verb} here: {} ({})",
                names.len(),
                words::counted(report.tests.total, "test"),
                group.message.as_deref().unwrap_or("the program goes wrong"),
                words::some(&names, SHOWN_TESTS),
            );
            let at = self.here(place);
            let mut placed = self.base(DiagnosticSeverity::ERROR, "failure", at, message);
            let explained = self.snapshot.fresh_explanation();
            if let Some(explained) = explained.filter(|e| stops_there(group, place, e)) {
                placed.1.related_information = self.path_to_failure(explained);
            }
            all.push(placed);
        }
    }

    /// Adds the place where the explained test fails, and the way to the failure.
    pub(super) fn failure(&self, explained: &PlacedExplanation, all: &mut Vec<Placed>) {
        let told = self.snapshot.findings.iter().any(|findings| {
            let mut groups = findings.report.groups.iter().zip(&findings.places.groups);
            groups.any(|(group, place)| {
                let place = place.as_ref();
                place.is_some_and(|place| stops_there(group, place, explained))
            })
        });
        let at = self.failed_at(explained).filter(|_| !told);
        let (Some(at), Some(message)) = (at, story::failure(explained)) else {
            return;
        };
        let severity = DiagnosticSeverity::INFORMATION;
        let stale = explained.is_stale(&self.snapshot.text);
        let mut placed = self.dated(stale, severity, "failure", at, message);
        placed.1.related_information = self.path_to_failure(explained);
        all.push(placed);
    }

    /// Place where the explained test fails; `None` if it is not known in the current text.
    fn failed_at(&self, explained: &PlacedExplanation) -> Option<Location> {
        if let Some(place) = &explained.places.failure {
            return Some(self.here(place));
        }
        let failure = explained.report.failure.as_ref()?;
        let is_known = failure.file != explained.report.file && !explained.outdated;
        let at = is_known.then(|| self.elsewhere(&failure.file, failure.line));
        at.flatten()
    }

    /// The way to the failure, if the client can show it.
    fn path_to_failure(
        &self,
        explained: &PlacedExplanation,
    ) -> Option<Vec<DiagnosticRelatedInformation>> {
        let way = story::path_to_failure(self.snapshot, explained, |file, line| {
            self.snapshot.elsewhere(file, line)
        });
        (self.client.related_information && !way.is_empty()).then_some(way)
    }
}

/// Whether a group of tests stops where an explained test of the group fails, so that one diagnostic covers both.
fn stops_there(
    group: &Group,
    place: &std::ops::Range<usize>,
    explained: &PlacedExplanation,
) -> bool {
    let failure = explained.places.failure.as_ref();
    group
        .tests
        .iter()
        .any(|test| Some(test.as_str()) == explained.test())
        && failure.is_some_and(|f| f.start <= place.end && place.start <= f.end)
}
