//! Text of the lenses for clients without lenses: the number of failing tests, and how to search for suspects.
//!
//! Without it such a client would show nothing at all for a program whose tests fail, until its user asks for code
//! actions at the right line.

use std::fmt::Write as _;

use tower_lsp::ls_types::DiagnosticSeverity;

use super::{Placed, SHOWN_TESTS, View};
use crate::lsp::ext::Activity;
use crate::lsp::snapshot::Counts;
use crate::lsp::views::words;
use crate::model::{Outcome, TestResult};

/// The `code` of the diagnostic, which the actions at the head of the function answer.
pub(crate) const CODE: &str = "tests";

impl View<'_> {
    /// Adds `2 of 5 tests fail: …` where the lenses would be; nothing once suspects say so, and nothing if the client
    /// has lenses.
    pub(super) fn verdict(&self, all: &mut Vec<Placed>) {
        let snapshot = self.snapshot;
        if self.client.lenses || !snapshot.settings.code_lens {
            return;
        }
        let failing = snapshot.counts().filter(|counts| counts.failing > 0);
        let (Some(head), Some(counts)) = (&snapshot.head, failing) else {
            return;
        };
        // Old suspects give way to new numbers, but not to numbers as old as they are.
        let suspects = snapshot.selected_set().is_some();
        if suspects && (!snapshot.stale() || counts.stale) {
            return;
        }
        // The message says once, at the start, that it is stale.
        let mut message = words::verdict(Counts {
            stale: false,
            ..counts
        });
        let search = match snapshot.activity {
            Activity::Localizing => "suspects are looked for".to_owned(),
            Activity::Queued => "suspects will be looked for".to_owned(),
            Activity::Idle | Activity::Testing => {
                let action = words::localize(counts.failing);
                format!("the code action \"{action}\" looks for suspects")
            }
        };
        let _ = write!(message, "; {search}");
        for said in self.first_failures(counts.stale) {
            let _ = write!(message, "\n{said}");
        }
        let severity = DiagnosticSeverity::INFORMATION;
        let at = self.here(head);
        all.push(self.dated(counts.stale, severity, CODE, at, message));
    }

    /// Messages of the first failing tests, one per line, and the number of further ones. Old failures are marked as
    /// stale.
    fn first_failures(&self, stale: bool) -> Vec<String> {
        let text = &self.snapshot.text;
        let tests = self.snapshot.tests.iter();
        let failing: Vec<&TestResult> = tests
            .filter(|tests| stale || !tests.is_stale(text))
            .flat_map(|tests| &tests.report.tests)
            .filter(|test| test.outcome == Outcome::Fail)
            .collect();
        let line = |test: &&TestResult| {
            let reason = test.reason.as_deref().unwrap_or("fails");
            format!("{}: {}", test.id, reason.replace('\n', " "))
        };
        let mut lines: Vec<String> = failing.iter().take(SHOWN_TESTS).map(line).collect();
        if failing.len() > SHOWN_TESTS {
            lines.push(format!("… {} more", failing.len() - SHOWN_TESTS));
        }
        lines
    }
}
