//! A report, and where its places are in the text now.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::anchored::{self, Anchored, Movable, Place, clamp};
use super::edit::Edit;
use super::line_index::LineIndex;
use crate::model::{Diagnosis, LocalizeReport, RankedLine, Status};

/// A report with its places. The report itself never changes; edits move the places only.
#[derive(Debug, Clone)]
pub(crate) struct Findings {
    /// As the worker gave it, with the line numbers of the analysed text.
    pub(crate) report: Arc<LocalizeReport>,
    /// Whether the job still runs, so that more may come and the order may change.
    pub(crate) partial: bool,
    /// Whether something other than the text changed since: tests, headers.
    pub(crate) outdated: bool,
    /// Where things are now.
    pub(crate) places: Anchored<Places>,
}

/// Places of everything in a report that has one, in the order of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Places {
    /// By diagnosis, by component.
    pub(crate) components: Vec<Vec<Place>>,
    /// The text of every ranked line, without indentation.
    pub(crate) ranking: Vec<Place>,
    /// The line at which a group of tests stops.
    pub(crate) groups: Vec<Place>,
    /// The line at which a test could not be analysed.
    pub(crate) unanalysable: Vec<Place>,
    /// What the text is wrong about.
    pub(crate) problems: Vec<Place>,
    /// What the reason for the end speaks of.
    pub(crate) reason: Place,
}

/// A line as people count. Those of the document come before those of other files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Line {
    /// Of the document, in its present text.
    Here(u32),
    /// Of another file of the program, with its name.
    In(String, u32),
}

impl fmt::Display for Line {
    /// `5`, `list.c:30`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Here(line) => write!(f, "{line}"),
            Line::In(file, line) => write!(f, "{file}:{line}"),
        }
    }
}

impl Findings {
    /// Finds the places of a report in the text that was analysed.
    pub(crate) fn new(report: LocalizeReport, partial: bool, text: &Arc<str>) -> Self {
        Self {
            places: Anchored::new(Places::new(&report, text), text),
            report: Arc::new(report),
            partial,
            outdated: false,
        }
    }

    /// The same findings after edits.
    pub(crate) fn moved(&self, edits: &[Edit], text: &str) -> Self {
        Self {
            places: self.places.after(edits, text),
            ..self.clone()
        }
    }

    /// Whether the results are about something older than what is there now.
    pub(crate) fn is_stale(&self, text: &str) -> bool {
        self.outdated || !self.places.is_about(text)
    }

    /// The sets of changes.
    pub(crate) fn sets(&self) -> &[Diagnosis] {
        &self.report.diagnoses
    }

    /// Place of a component.
    pub(crate) fn component(&self, set: usize, component: usize) -> Place {
        self.places.components.get(set)?.get(component)?.clone()
    }

    /// Line of a component as people count, in the present text; in another file that file's line.
    pub(crate) fn component_line(
        &self,
        index: &LineIndex,
        set: usize,
        component: usize,
    ) -> Option<Line> {
        let report = self.report.diagnoses.get(set)?.components.get(component)?;
        match self.component(set, component) {
            Some(place) => Some(Line::Here(index.line_number(place.start))),
            None if report.file != self.report.file => {
                let name = Path::new(&report.file).file_name().unwrap_or_default();
                Some(Line::In(name.to_string_lossy().into_owned(), report.line))
            }
            None => None,
        }
    }

    /// Lines of a set as people count, each once, in order of place.
    pub(crate) fn set_lines(&self, index: &LineIndex, set: usize) -> Vec<Line> {
        let count = self.sets().get(set).map_or(0, |set| set.components.len());
        let mut lines: Vec<Line> = (0..count)
            .filter_map(|c| self.component_line(index, set, c))
            .collect();
        lines.sort();
        lines.dedup();
        lines
    }

    /// The rank of the line that a component of a set begins on.
    pub(crate) fn rank_of(&self, set: usize, component: usize) -> Option<&RankedLine> {
        let component = self.sets().get(set)?.components.get(component)?;
        self.report
            .ranking
            .iter()
            .find(|ranked| ranked.line == component.line && ranked.file == component.file)
    }
}

impl Places {
    fn new(report: &LocalizeReport, text: &str) -> Self {
        let index = LineIndex::new(text);
        let line = |number: u32| trimmed(text, index.source_line(text, number));
        let here = |file: &str| file == report.file;
        Self {
            components: report
                .diagnoses
                .iter()
                .map(|set| {
                    let span = |start: u32, end: u32| clamp(text, start as usize..end as usize);
                    set.components
                        .iter()
                        .map(|c| here(&c.file).then(|| span(c.start, c.end)).flatten())
                        .collect()
                })
                .collect(),
            ranking: report
                .ranking
                .iter()
                .map(|r| here(&r.file).then(|| line(r.line)))
                .collect(),
            groups: report
                .groups
                .iter()
                .map(|group| group.line.map(line))
                .collect(),
            unanalysable: report
                .tests
                .unanalysable
                .iter()
                .map(|test| test.line.map(line))
                .collect(),
            problems: report
                .problems
                .iter()
                .map(|problem| {
                    let place = problem
                        .range
                        .and_then(|(start, end)| clamp(text, start as usize..end as usize));
                    here(&problem.file)
                        .then(|| place.or_else(|| problem.line.map(line)))
                        .flatten()
                })
                .collect(),
            reason: report.reason_line.map(line),
        }
    }
}

impl Movable for Places {
    fn moved(&self, edit: &Edit) -> Self {
        let list = |places: &[Place]| anchored::moved(places, edit);
        Self {
            components: self.components.iter().map(|set| list(set)).collect(),
            ranking: list(&self.ranking),
            groups: list(&self.groups),
            unanalysable: list(&self.unanalysable),
            problems: list(&self.problems),
            reason: self.reason.as_ref().and_then(|span| edit.moved(span)),
        }
    }
}

/// What is known before the job ends: the sets so far, ranked in the order in which they came.
pub(crate) fn provisional(mut report: LocalizeReport) -> LocalizeReport {
    let suspected = report.suspected().to_vec();
    report.ranking.clear();
    for (number, set) in report.diagnoses.iter().enumerate() {
        for component in &set.components {
            let known = report
                .ranking
                .iter_mut()
                .find(|r| r.line == component.line && r.file == component.file);
            match known {
                Some(known) if known.diagnoses.contains(&number) => {}
                Some(known) => known.diagnoses.push(number),
                None => report.ranking.push(RankedLine {
                    rank: report.ranking.len() as u32 + 1,
                    file: component.file.clone(),
                    line: component.line,
                    score: 0.0,
                    certified: true,
                    diagnoses: vec![number],
                    why: "order in which the sets were found; the search still runs".to_owned(),
                }),
            }
        }
    }
    let count = report.ranking.len();
    for ranked in &mut report.ranking {
        ranked.score = 1.0 - f64::from(ranked.rank - 1) / count as f64;
    }
    report.judge_fixes();
    report.add_suspected(&suspected);
    report
}

/// An unfinished report for a job of that file.
pub(crate) fn unfinished(file: String) -> LocalizeReport {
    LocalizeReport::empty(file, Status::Stopped, None)
}

/// The span without white space at either end.
pub(crate) fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let line = text.get(span.clone()).unwrap_or_default();
    let start = span.start + (line.len() - line.trim_start().len());
    start..start + line.trim().len()
}
