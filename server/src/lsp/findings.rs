//! A report, and the current places of its findings.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::anchors::{self, AnchoredPlaces, Movable, Place, clamp};
use super::edit::Edit;
use super::line_index::LineIndex;
use crate::model::{Diagnosis, LocalizeReport, RankedLine, Status};

/// A report with its places. The report itself never changes; edits only move the places.
#[derive(Debug, Clone)]
pub(crate) struct Findings {
    /// Report of the worker, with the line numbers of the analysed text.
    pub(crate) report: Arc<LocalizeReport>,
    /// Whether the job is still running, so that more sets may follow and the order may change.
    pub(crate) partial: bool,
    /// Whether something other than the text has changed since: tests, headers.
    pub(crate) outdated: bool,
    /// Current places.
    pub(crate) places: AnchoredPlaces<Places>,
}

/// Places of all parts of a report, in the order of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Places {
    /// Places of components, by diagnosis and component.
    pub(crate) components: Vec<Vec<Place>>,
    /// Text of every ranked line, without indentation.
    pub(crate) ranking: Vec<Place>,
    /// Line at which each group of tests stops.
    pub(crate) groups: Vec<Place>,
    /// Line at which each test could not be analysed.
    pub(crate) unanalysable: Vec<Place>,
    /// Places of the problems.
    pub(crate) problems: Vec<Place>,
    /// Place that the reason for the status is about.
    pub(crate) reason: Place,
}

/// A line number as people count. Lines of the document come before those of other files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Line {
    /// Line of the document, in its current text.
    Here(u32),
    /// Line of another file of the program, with the file's name.
    In(String, u32),
}

impl fmt::Display for Line {
    /// Formats the line as `5` or `list.c:30`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Here(line) => write!(f, "{line}"),
            Line::In(file, line) => write!(f, "{file}:{line}"),
        }
    }
}

impl Findings {
    /// Finds the places of a report in the analysed text.
    pub(crate) fn new(report: LocalizeReport, partial: bool, text: &Arc<str>) -> Self {
        Self {
            places: AnchoredPlaces::new(Places::new(&report, text), text),
            report: Arc::new(report),
            partial,
            outdated: false,
        }
    }

    /// The findings after edits.
    pub(crate) fn moved(&self, edits: &[Edit], text: &str) -> Self {
        Self {
            places: self.places.after(edits, text),
            ..self.clone()
        }
    }

    /// Whether the results are about an older text, or about older tests or headers.
    pub(crate) fn is_stale(&self, text: &str) -> bool {
        self.outdated || !self.places.is_about(text)
    }

    /// Sets of changes.
    pub(crate) fn sets(&self) -> &[Diagnosis] {
        &self.report.diagnoses
    }

    /// Current place of a component.
    pub(crate) fn component(&self, set: usize, component: usize) -> Place {
        self.places.components.get(set)?.get(component)?.clone()
    }

    /// Line of a component as people count, in the current text; in another file that file's line.
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

    /// Rank of a line of a component of a set.
    pub(crate) fn rank_of(&self, set: usize, component: usize) -> Option<&RankedLine> {
        let component = self.sets().get(set)?.components.get(component)?;
        self.report
            .ranking
            .iter()
            .find(|ranked| ranked.is_of(component))
    }
}

impl Places {
    fn new(report: &LocalizeReport, text: &str) -> Self {
        let index = LineIndex::new(text);
        let line = |number: u32| trimmed(text, index.source_line(text, number));
        let is_here = |file: &str| file == report.file;

        // Lists are parallel to those of the report; what is in another file has no place here.
        Self {
            components: report
                .diagnoses
                .iter()
                .map(|set| {
                    let span = |start: u32, end: u32| clamp(text, start as usize..end as usize);
                    set.components
                        .iter()
                        .map(|c| is_here(&c.file).then(|| span(c.start, c.end)).flatten())
                        .collect()
                })
                .collect(),
            ranking: report
                .ranking
                .iter()
                .map(|r| is_here(&r.file).then(|| line(r.line)))
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
                    is_here(&problem.file)
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
        let list = |places: &[Place]| anchors::moved(places, edit);
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

/// Report before the end of a job: the sets so far, ranked in the order in which they were found.
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
                    likely: false,
                    percent: None,
                    rank: report.ranking.len() as u32 + 1,
                    file: component.file.clone(),
                    line: component.line,
                    score: 0.0,
                    certified: true,
                    diagnoses: vec![number],
                    explains: Vec::new(),
                    why: "order in which the sets were found; the search still runs".to_owned(),
                }),
            }
        }
    }
    let count = report.ranking.len();
    for ranked in &mut report.ranking {
        ranked.score = 1.0 - f64::from(ranked.rank - 1) / count as f64;
    }
    report.compare_fixes();
    report.add_suspected(&suspected);
    report
}

/// An unfinished report for a job on this file.
pub(crate) fn unfinished(file: String) -> LocalizeReport {
    LocalizeReport::empty(file, Status::Stopped, None)
}

/// Span without white space at either end.
pub(crate) fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let line = text.get(span.clone()).unwrap_or_default();
    let start = span.start + (line.len() - line.trim_start().len());
    start..start + line.trim().len()
}
