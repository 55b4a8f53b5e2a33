//! What keeps tests from having a result, and mistakes in the text and in the tests.

use std::collections::BTreeMap;

use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity};

use super::{SHOWN_TESTS, View};
use crate::lsp::anchored::Place;
use crate::lsp::findings::Findings;
use crate::lsp::views::words;
use crate::model::Problem;

/// Problems shown of one file.
const SHOWN_PROBLEMS: usize = 20;

impl View<'_> {
    /// Constructs that kept tests from being analysed, each place once.
    pub(super) fn not_analysed(&self, findings: &Findings, all: &mut Vec<Diagnostic>) {
        let report = &findings.report;
        let mut by_place: BTreeMap<(usize, usize, &str), Vec<&str>> = BTreeMap::new();
        for (test, place) in report
            .tests
            .unanalysable
            .iter()
            .zip(&findings.places.unanalysable)
        {
            let Some(place) = place else { continue };
            by_place
                .entry((place.start, place.end, &test.reason))
                .or_default()
                .push(&test.id);
        }
        for ((start, end, reason), tests) in by_place {
            let of = words::counted(report.tests.total, "test");
            let message = format!(
                "{reason}: {} of {of} not analysed ({})",
                tests.len(),
                words::some(&tests, SHOWN_TESTS)
            );
            all.push(self.base(
                DiagnosticSeverity::INFORMATION,
                "unanalysable",
                &(start..end),
                message,
            ));
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

    /// What the text or the tests are wrong about: of the findings, else of the test run on this very text.
    pub(super) fn problems(&self, all: &mut Vec<Diagnostic>) {
        let snapshot = self.snapshot;
        let whole_line = |problem: &Problem| -> Place {
            let line = problem.line?;
            Some(snapshot.index.source_line(&snapshot.text, line))
        };
        let of_findings = snapshot.findings.iter().flat_map(|f| {
            f.report
                .problems
                .iter()
                .zip(f.places.problems.iter().cloned())
        });
        let tests = snapshot
            .tests
            .iter()
            .filter(|tests| snapshot.findings.is_none() && !tests.is_stale(&snapshot.text));
        let of_tests = tests.flat_map(|tests| {
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
            all.push(self.base(
                DiagnosticSeverity::INFORMATION,
                "problem",
                &place,
                problem.message.clone(),
            ));
        }
    }
}
