//! Diagnostics: Warning on every component of the selected set, Information on the lines of ranks 2 to 5 and on the output
//! that is explained, Error only where tests really stop, nothing for the rest. Clients without lenses read in a diagnostic
//! what lenses say ([`verdict`]).
//!
//! Results about an older text keep their places (moved with the edits) but say `stale:` and fade.

pub(crate) mod verdict;

use std::collections::BTreeMap;

use tower_lsp::ls_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString,
};

use super::{story, words};
use crate::lsp::anchored::Place;
use crate::lsp::client::ClientInfo;
use crate::lsp::explained::Explained;
use crate::lsp::findings::Findings;
use crate::lsp::snapshot::Snapshot;
use crate::model::{Component, Diagnosis, Group, GroupKind, Problem};

/// The `source` of every diagnostic.
pub(crate) const SOURCE: &str = "FaultLens";

/// Lines beyond this rank are shown only in the list of all.
const SHOWN_RANKS: u32 = 5;
/// Related failing tests shown on one diagnostic.
const SHOWN_TESTS: usize = 3;
/// Problems shown of one file.
const SHOWN_PROBLEMS: usize = 20;

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
        view.stops(findings, &mut all);
        view.not_analysed(findings, &mut all);
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
    /// The members of the selected set.
    fn selected(&self, findings: &Findings, all: &mut Vec<Diagnostic>) {
        let Some((number, set)) = self.snapshot.selected_set() else {
            return;
        };
        for (member, component) in set.components.iter().enumerate() {
            let Some(place) = findings.component(number, member) else {
                continue;
            };
            let message = self.suspect(findings, number, member);
            let mut diagnostic = self.base(DiagnosticSeverity::WARNING, "suspect", &place, message);
            if self.client.related_information {
                let mut related = self.other_members(findings, number, member);
                related.extend(self.macro_definition(component));
                related.extend(self.failing_tests(findings, set, &place));
                diagnostic.related_information = (!related.is_empty()).then_some(related);
            }
            all.push(diagnostic);
        }
    }

    /// The best lines that the selected set does not contain.
    fn other_ranks(&self, findings: &Findings, all: &mut Vec<Diagnostic>) {
        let selected = self.snapshot.selected_set().map(|(number, _)| number);
        for ranked in findings
            .report
            .ranking
            .iter()
            .filter(|ranked| ranked.rank <= SHOWN_RANKS)
        {
            if selected.is_some_and(|number| ranked.diagnoses.contains(&number)) {
                continue;
            }
            let Some((number, member)) = member_at(findings, ranked.line, &ranked.diagnoses) else {
                continue;
            };
            let Some(place) = findings.component(number, member) else {
                continue;
            };
            let message = self.suspect(findings, number, member);
            all.push(self.base(DiagnosticSeverity::INFORMATION, "suspect", &place, message));
        }
    }

    /// Where groups of tests stop or loop: the one thing that is certainly wrong in a run.
    fn stops(&self, findings: &Findings, all: &mut Vec<Diagnostic>) {
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
            let mut diagnostic = self.base(DiagnosticSeverity::ERROR, "failure", place, message);
            let explained = self.snapshot.fresh_explanation();
            if let Some(explained) = explained.filter(|e| stops_there(group, place, e)) {
                diagnostic.related_information = self.way(explained);
            }
            all.push(diagnostic);
        }
    }

    /// Where the explained test fails, and how it comes to that.
    fn failure(&self, explained: &Explained, all: &mut Vec<Diagnostic>) {
        let told = self.snapshot.findings.iter().any(|findings| {
            let mut groups = findings.report.groups.iter().zip(&findings.places.groups);
            groups.any(|(group, place)| {
                let place = place.as_ref();
                place.is_some_and(|place| stops_there(group, place, explained))
            })
        });
        let place = explained.places.failure.as_ref().filter(|_| !told);
        let (Some(place), Some(message)) = (place, story::failure(explained)) else {
            return;
        };
        let severity = DiagnosticSeverity::INFORMATION;
        let stale = explained.is_stale(&self.snapshot.text);
        let mut diagnostic = self.dated(stale, severity, "failure", place, message);
        diagnostic.related_information = self.way(explained);
        all.push(diagnostic);
    }

    /// The way to the failure, if the client can show it.
    fn way(&self, explained: &Explained) -> Option<Vec<DiagnosticRelatedInformation>> {
        let elsewhere = |file: &str, line| self.snapshot.elsewhere(file, line);
        let way = story::way(self.snapshot, explained, elsewhere);
        (self.client.related_information && !way.is_empty()).then_some(way)
    }

    /// Constructs that kept tests from being analysed, each place once.
    fn not_analysed(&self, findings: &Findings, all: &mut Vec<Diagnostic>) {
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
    fn problems(&self, all: &mut Vec<Diagnostic>) {
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

    /// `suspect 1 of 4: … explains all 3 failing tests`, then the values on a line of their own.
    fn suspect(&self, findings: &Findings, number: usize, member: usize) -> String {
        let Some(set) = findings.sets().get(number) else {
            return String::new();
        };
        let Some(component) = set.components.get(member) else {
            return String::new();
        };
        let rank = findings
            .rank_of(number, member)
            .map_or(0, |ranked| ranked.rank);
        let of = findings.report.ranking.len();
        let explained = words::explained(findings, set);
        let so_far = if findings.partial { " so far" } else { "" };
        let how = match words::others(self.snapshot, findings, number, member) {
            Some(others) => format!("with {others} it explains {explained}"),
            None => format!("alone it explains {explained}"),
        };
        let mut message = format!(
            "suspect {rank} of {of}{so_far}: {}; {how}",
            words::claim(component)
        );
        if !set.verified {
            message.push_str(" (not confirmed by replay)");
        }
        if let Some(values) = words::values(&component.values) {
            message.push('\n');
            message.push_str(&values);
        }
        message
    }

    fn other_members(
        &self,
        findings: &Findings,
        number: usize,
        member: usize,
    ) -> Vec<DiagnosticRelatedInformation> {
        let Some(set) = findings.sets().get(number) else {
            return Vec::new();
        };
        let others = set
            .components
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != member);
        others
            .filter_map(|(other, component)| {
                let location = match findings.component(number, other) {
                    Some(place) => {
                        Location::new(self.snapshot.uri.clone(), self.snapshot.range(&place))
                    }
                    None if component.file != findings.report.file => {
                        self.snapshot.elsewhere(&component.file, component.line)?
                    }
                    None => return None,
                };
                let message = format!(
                    "{} {}, also to change",
                    component.kind,
                    words::quoted(&component.text)
                );
                Some(DiagnosticRelatedInformation { location, message })
            })
            .collect()
    }

    fn macro_definition(&self, component: &Component) -> Option<DiagnosticRelatedInformation> {
        let used = component.macro_use.as_ref()?;
        let location = self.snapshot.elsewhere(used.file.as_deref()?, used.line?)?;
        Some(DiagnosticRelatedInformation {
            location,
            message: format!("macro `{}` is defined here", used.name),
        })
    }

    /// The failing tests that the set explains, at what states their expectation, else at the suspect itself.
    fn failing_tests(
        &self,
        findings: &Findings,
        set: &Diagnosis,
        place: &std::ops::Range<usize>,
    ) -> Vec<DiagnosticRelatedInformation> {
        let report = &findings.report;
        let ours = report
            .tests
            .details
            .iter()
            .filter(|test| test.group.is_none_or(|group| group == set.group));
        ours.take(SHOWN_TESTS)
            .map(|test| {
                let stated = test
                    .path
                    .as_deref()
                    .and_then(|path| self.snapshot.elsewhere(path, test.line.unwrap_or(1)));
                let here = || Location::new(self.snapshot.uri.clone(), self.snapshot.range(place));
                DiagnosticRelatedInformation {
                    location: stated.unwrap_or_else(here),
                    message: format!("{}: {}", test.id, test.message),
                }
            })
            .collect()
    }

    fn base(
        &self,
        severity: DiagnosticSeverity,
        code: &str,
        place: &std::ops::Range<usize>,
        message: String,
    ) -> Diagnostic {
        self.dated(self.snapshot.stale(), severity, code, place, message)
    }

    fn dated(
        &self,
        stale: bool,
        severity: DiagnosticSeverity,
        code: &str,
        place: &std::ops::Range<usize>,
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

/// Whether a group of tests stops where an explained one of them fails, so that one diagnostic speaks of both.
fn stops_there(group: &Group, place: &std::ops::Range<usize>, explained: &Explained) -> bool {
    let failure = explained.places.failure.as_ref();
    group
        .tests
        .iter()
        .any(|test| Some(test.as_str()) == explained.test())
        && failure.is_some_and(|f| f.start <= place.end && place.start <= f.end)
}

/// The first component on a line, of the first set that has one there.
fn member_at(findings: &Findings, line: u32, sets: &[usize]) -> Option<(usize, usize)> {
    sets.iter().find_map(|&number| {
        let member = findings
            .sets()
            .get(number)?
            .components
            .iter()
            .position(|component| component.line == line)?;
        Some((number, member))
    })
}

#[cfg(test)]
mod tests;
