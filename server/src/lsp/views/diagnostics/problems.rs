//! Diagnostics about tests without a result, and about mistakes in the text and in the tests.

use std::collections::BTreeMap;
use std::ops::Range;

use tower_lsp::ls_types::{DiagnosticSeverity, Location};

use super::{Placed, SHOWN_TESTS, View};
use crate::lsp::anchors::Place;
use crate::lsp::findings::{Findings, trimmed};
use crate::lsp::snapshot::Tests;
use crate::lsp::views::words;
use crate::model::{Cause, Outcome, Problem, Severity};

/// Maximum number of problems shown for one file.
const SHOWN_PROBLEMS: usize = 20;

impl View<'_> {
    /// Constructs that kept tests from being analysed, each place once.
    pub(super) fn not_analysed(&self, findings: &Findings, all: &mut Vec<Placed>) {
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
            let total = report.tests.total;
            all.push(self.unanalysable(start..end, reason, undecided, &tests, total));
        }
        if let (Some(place), Some(reason)) = (&findings.places.reason, &report.reason) {
            all.push(self.base(
                DiagnosticSeverity::INFORMATION,
                "unanalysable",
                self.here(place),
                reason.clone(),
            ));
        }
    }

    /// Adds constructs that kept tests from being analysed in a test run on this very text, if there was no search.
    pub(super) fn not_run(&self, all: &mut Vec<Placed>) {
        let snapshot = self.snapshot;
        let tests = snapshot.tests.as_ref();
        let fresh = |tests: &&Tests| !tests.is_stale(&snapshot.text);
        // If the text has problems, only these are shown.
        let Some(tests) = tests.filter(fresh).filter(|t| t.report.problems.is_empty()) else {
            return;
        };
        let mut by_line: BTreeMap<(u32, &str, bool), Vec<&str>> = BTreeMap::new();
        for test in &tests.report.tests {
            if let (Outcome::Unanalysable, Some(line)) = (test.outcome, test.line) {
                let reason = test.reason.as_deref().unwrap_or("not modelled");
                let undecided = test.cause.is_some_and(Cause::is_undecided);
                let place = (line, reason, undecided);
                by_line.entry(place).or_default().push(&test.id);
            }
        }
        let total = tests.report.tests.len();
        for ((line, reason, undecided), ids) in by_line {
            let place = trimmed(
                &snapshot.text,
                snapshot.index.source_line(&snapshot.text, line),
            );
            all.push(self.unanalysable(place, reason, undecided, &ids, total));
        }
    }

    fn unanalysable(
        &self,
        place: Range<usize>,
        reason: &str,
        undecided: bool,
        tests: &[&str],
        total: usize,
    ) -> Placed {
        let of = words::counted(total, "test");
        let named = words::some(tests, SHOWN_TESTS);
        let what = if undecided { "decided" } else { "analysed" };
        let message = format!("{reason}: {} of {of} not {what} ({named})", tests.len());
        self.base(
            DiagnosticSeverity::INFORMATION,
            "unanalysable",
            self.here(&place),
            message,
        )
    }

    /// Adds problems with the text or the tests: those of the test run on this very text if the findings are older or
    /// missing, otherwise those of the findings.
    pub(super) fn problems(&self, all: &mut Vec<Placed>) {
        let snapshot = self.snapshot;
        let fresh = |tests: &&Tests| !tests.is_stale(&snapshot.text);
        let is_older = snapshot.findings.is_none() || snapshot.stale();
        let tests = snapshot.tests.as_ref().filter(fresh).filter(|_| is_older);
        let is_stale = snapshot.stale() && tests.is_none();
        let findings = snapshot.findings.iter().filter(|_| tests.is_none());
        let of_findings = findings.flat_map(|f| {
            let places = f.places.problems.iter().cloned();
            let told = f.report.problems.iter().zip(places);
            told.map(|(problem, place)| {
                let is_own = problem.file == f.report.file;
                (problem, place, !is_own && !f.outdated)
            })
        });
        let of_tests = tests.into_iter().flat_map(|tests| {
            let told = tests.report.problems.iter();
            told.map(|problem| {
                let is_own = problem.file == tests.report.file;
                (problem, self.in_text(problem).filter(|_| is_own), !is_own)
            })
        });
        let all_problems = of_findings.chain(of_tests);
        for (problem, place, is_elsewhere) in all_problems.take(SHOWN_PROBLEMS) {
            let at = match place {
                Some(place) => Some(self.here(&place)),
                None if is_elsewhere => self.beginning(problem),
                None => None,
            };
            let Some(at) = at else { continue };
            let severity = match problem.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::INFORMATION,
            };
            let message = problem.message.clone();
            all.push(self.dated(is_stale, severity, "problem", at, message));
        }
    }

    /// Place of a problem in the document; `None` if it is not about the document.
    fn in_text(&self, problem: &Problem) -> Place {
        let snapshot = self.snapshot;
        let range = problem.range.map(|(a, b)| a as usize..b as usize);
        let line = |line| snapshot.index.source_line(&snapshot.text, line);
        range.or_else(|| problem.line.map(line))
    }

    /// Line that a problem of another file is about.
    fn beginning(&self, problem: &Problem) -> Option<Location> {
        self.elsewhere(&problem.file, problem.line?)
    }
}
