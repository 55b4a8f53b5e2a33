//! Suspects: the selected set, and the best lines beside it.

use tower_lsp::ls_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, Position, Range,
};

use super::{Placed, SHOWN_TESTS, View};
use crate::lsp::findings::Findings;
use crate::lsp::views::words;
use crate::model::{Component, Diagnosis, RankedLine};

/// Rank up to which lines are shown here; further ones appear only in the list of all.
pub(crate) const SHOWN_RANKS: u32 = 5;

impl View<'_> {
    /// Adds the members of the selected set.
    pub(super) fn selected(&self, findings: &Findings, all: &mut Vec<Placed>) {
        let Some((number, set)) = self.snapshot.selected_set() else {
            return;
        };
        for (member, component) in set.components.iter().enumerate() {
            let Some(at) = self.location(findings, number, member) else {
                continue;
            };
            let message = self.suspect(findings, number, member);
            let mut placed = self.base(DiagnosticSeverity::WARNING, "suspect", at.clone(), message);
            if self.client.related_information {
                let mut related = self.other_members(findings, number, member);
                related.extend(self.macro_definition(component));
                related.extend(self.failing_tests(findings, set, &at));
                placed.1.related_information = (!related.is_empty()).then_some(related);
            }
            all.push(placed);
        }
    }

    /// Adds the best lines that the selected set does not contain.
    pub(super) fn other_ranks(&self, findings: &Findings, all: &mut Vec<Placed>) {
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
            let Some((number, member)) = member_at(findings, ranked) else {
                continue;
            };
            let Some(at) = self.location(findings, number, member) else {
                continue;
            };
            let message = self.suspect(findings, number, member);
            all.push(self.base(DiagnosticSeverity::INFORMATION, "suspect", at, message));
        }
    }

    /// Adds the first suspected lines, if nothing is certified.
    pub(super) fn suspected(&self, findings: &Findings, all: &mut Vec<Placed>) {
        if !findings.sets().is_empty() {
            return;
        }
        let places = findings.report.ranking.iter().zip(&findings.places.ranking);
        for (ranked, place) in places.take(SHOWN_RANKS as usize) {
            let is_own = ranked.file == findings.report.file;
            let at = match place {
                Some(place) => Some(self.here(place)),
                None if !is_own && !findings.outdated => self.elsewhere(&ranked.file, ranked.line),
                None => None,
            };
            let Some(at) = at else { continue };
            let (rank, of) = (ranked.rank, findings.report.ranking.len());
            let certificate = if ranked.explains.is_empty() {
                ", not certified"
            } else {
                ""
            };
            let message = format!("suspect {rank} of {of}{certificate}: {}", ranked.why);
            all.push(self.base(DiagnosticSeverity::HINT, "uncertified", at, message));
        }
    }

    /// Message: `suspect 1 of 4: …; a change here makes all 3 failing tests pass`, then the values on a separate line.
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
        let of = findings.report.certified().len();
        let explained = words::explained(findings, set);
        let so_far = if findings.partial { " so far" } else { "" };
        let how = match words::others(self.snapshot, findings, number, member) {
            Some(others) => format!("a change here and in {others} makes {explained} pass"),
            None => format!("a change here makes {explained} pass"),
        };
        let mut message = format!(
            "suspect {rank} of {of}{so_far}: {}; {how}",
            component.claim()
        );
        if !set.verified {
            message.push_str(" (not confirmed by running the tests)");
        }
        if let Some(values) = words::values(&component.values, component.values_left_out) {
            message.push('\n');
            message.push_str(&values);
        }
        message
    }

    /// Current place of a component; `None` if it is not known.
    fn location(&self, findings: &Findings, number: usize, member: usize) -> Option<Location> {
        if let Some(place) = findings.component(number, member) {
            return Some(self.here(&place));
        }
        let component = findings.sets().get(number)?.components.get(member)?;
        if component.file == findings.report.file || findings.outdated {
            return None;
        }
        let start = self.snapshot.elsewhere(&component.file, component.line)?;
        // The text of the file is not available, so columns are counted in characters.
        let position = |line: u32, column: u32| {
            Position::new(line.saturating_sub(1), column.saturating_sub(1))
        };
        let range = Range::new(
            position(component.line, component.column),
            position(component.end_line, component.end_column),
        );
        Some(Location::new(start.uri, range))
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
                let location = self.location(findings, number, other)?;
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

    /// Failing tests that the set explains, each at the place of its expectation if it has one, else at the suspect.
    fn failing_tests(
        &self,
        findings: &Findings,
        set: &Diagnosis,
        at: &Location,
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
                DiagnosticRelatedInformation {
                    location: stated.unwrap_or_else(|| at.clone()),
                    message: format!("{}: {}", test.id, test.message),
                }
            })
            .collect()
    }
}

/// First component on a line, of the first set that has one there.
fn member_at(findings: &Findings, ranked: &RankedLine) -> Option<(usize, usize)> {
    ranked.diagnoses.iter().find_map(|&number| {
        let member = findings
            .sets()
            .get(number)?
            .components
            .iter()
            .position(|component| ranked.is_of(component))?;
        Some((number, member))
    })
}
