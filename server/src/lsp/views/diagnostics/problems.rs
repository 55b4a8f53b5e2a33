//! What keeps tests from having a result, and mistakes in the text and in the tests.

use std::collections::BTreeMap;
use std::ops::Range;

use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity};

use super::{SHOWN_TESTS, View};
use crate::lsp::anchored::Place;
use crate::lsp::findings::{Findings, trimmed};
use crate::lsp::snapshot::Tests;
use crate::lsp::views::words;
use crate::model::{Cause, Outcome, Problem, Severity};

/// Problems shown of one file.
const SHOWN_PROBLEMS: usize = 20;

impl View<'_> {
    /// Constructs that kept tests from being analysed, each place once.
    pub(super) fn not_analysed(&self, findings: &Findings, all: &mut Vec<Diagnostic>) {
        let report = &findings.report;
        let mut by_place: BTreeMap<(usize, usize, &str, bool), Vec<&str>> = BTreeMap::new();
        for (test, place) in report
            .tests
            .unanalysable
            .iter()
            .zip(&findings.places.unanalysable)
        {
            let Some(place) = place else { continue };
            by_place
                .entry((
                    place.start,
                    place.end,
                    &test.reason,
                    test.cause.is_undecided(),
                ))
                .or_default()
                .push(&test.id);
        }
        for ((start, end, reason, undecided), tests) in by_place {
            let reason = (reason, undecided);
            all.push(self.unanalysable(start..end, reason, &tests, report.tests.total));
        }
        if let (Some(place), Some(reason)) = (&findings.places.reason, &report.reason) {
            all.push(self.base(
                DiagnosticSeverity::INFORMATION,
                "unanalysable",
                place,
                reason.clone(),
            ));
        }
    }

    /// The same of a test run on this very text, when nothing was looked for.
    pub(super) fn not_run(&self, all: &mut Vec<Diagnostic>) {
        let snapshot = self.snapshot;
        let tests = snapshot.tests.as_ref();
        let fresh = |tests: &&Tests| !tests.is_stale(&snapshot.text);
        // Where something is wrong with the text, that is what is shown.
        let Some(tests) = tests.filter(fresh).filter(|t| t.report.problems.is_empty()) else {
            return;
        };
        let mut by_line: BTreeMap<(u32, (&str, bool)), Vec<&str>> = BTreeMap::new();
        for test in &tests.report.tests {
            if let (Outcome::Unanalysable, Some(line)) = (test.outcome, test.line) {
                let reason = test.reason.as_deref().unwrap_or("not modelled");
                let undecided = test.cause.is_some_and(Cause::is_undecided);
                let reason = (reason, undecided);
                by_line.entry((line, reason)).or_default().push(&test.id);
            }
        }
        for ((line, reason), ids) in by_line {
            let place = trimmed(
                &snapshot.text,
                snapshot.index.source_line(&snapshot.text, line),
            );
            all.push(self.unanalysable(place, reason, &ids, tests.report.tests.len()));
        }
    }

    fn unanalysable(
        &self,
        place: Range<usize>,
        (reason, undecided): (&str, bool),
        tests: &[&str],
        total: usize,
    ) -> Diagnostic {
        let of = words::counted(total, "test");
        let named = words::some(tests, SHOWN_TESTS);
        let what = if undecided { "decided" } else { "analysed" };
        let message = format!("{reason}: {} of {of} not {what} ({named})", tests.len());
        self.base(
            DiagnosticSeverity::INFORMATION,
            "unanalysable",
            &place,
            message,
        )
    }

    /// What the text or the tests are wrong about: of the test run on this very text where the findings are about an older
    /// one, or there are none; else of the findings.
    pub(super) fn problems(&self, all: &mut Vec<Diagnostic>) {
        let snapshot = self.snapshot;
        let whole_line = |problem: &Problem| -> Place {
            let line = problem.line?;
            Some(snapshot.index.source_line(&snapshot.text, line))
        };
        let fresh = |tests: &&Tests| !tests.is_stale(&snapshot.text);
        let is_older = snapshot.findings.is_none() || snapshot.stale();
        let tests = snapshot.tests.as_ref().filter(fresh).filter(|_| is_older);
        let is_stale = snapshot.stale() && tests.is_none();
        let findings = snapshot.findings.iter().filter(|_| tests.is_none());
        let of_findings = findings.flat_map(|f| {
            f.report
                .problems
                .iter()
                .zip(f.places.problems.iter().cloned())
        });
        let of_tests = tests.into_iter().flat_map(|tests| {
            let here = tests
                .report
                .problems
                .iter()
                .filter(|problem| problem.file == tests.report.file);
            here.map(|problem| {
                (
                    problem,
                    problem
                        .range
                        .map(|(a, b)| a as usize..b as usize)
                        .or_else(|| whole_line(problem)),
                )
            })
        });
        for (problem, place) in of_findings.chain(of_tests).take(SHOWN_PROBLEMS) {
            let Some(place) = place else { continue };
            let severity = match problem.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::INFORMATION,
            };
            let message = problem.message.clone();
            all.push(self.dated(is_stale, severity, "problem", &place, message));
        }
    }
}
