//! Reports of a localization for who was not there: a page of HTML, a document in Markdown, SARIF for code review tools.
//!
//! They are made from the same results that editors and the text show: what the search found, how the tests ended, and how
//! the first test of each way of failing comes to fail. None of them needs anything from outside.

mod graph;
mod html;
mod markdown;
mod sarif;

use std::collections::BTreeMap;

use crate::model::{
    Component, Diagnosis, Edit, ExplainReport, LocalizeReport, RankedLine, TestReport, TraceReport,
};
use crate::patch;

pub(super) use html::html;
pub(super) use markdown::markdown;
pub(super) use sarif::sarif;

/// Ways of failing that are explained in a report.
pub(super) const MOST_EXPLAINED: usize = 3;

/// What a report is made from.
pub(super) struct Findings {
    /// What the search found.
    pub(super) localized: LocalizeReport,
    /// How the tests ended.
    pub(super) tests: Option<TestReport>,
    /// How the first test of each way of failing comes to fail.
    pub(super) explained: Vec<ExplainReport>,
    /// What the failure of the first of them depends on.
    pub(super) traced: Option<TraceReport>,
}

impl Findings {
    /// The tests that a report explains: the first of each way of failing.
    pub(super) fn to_explain(localized: &LocalizeReport) -> Vec<String> {
        let groups = localized
            .groups
            .iter()
            .filter(|group| group.behind.is_none());
        let first = groups.filter_map(|group| group.tests.first().cloned());
        first.take(MOST_EXPLAINED).collect()
    }

    /// The lines with confirmed causes, each with the first of these and its place there.
    fn causes(&self) -> impl Iterator<Item = (&RankedLine, &Diagnosis, &Component)> {
        let report = &self.localized;
        report.certified().iter().filter_map(|line| {
            let diagnosis = report.diagnoses.get(*line.diagnoses.first()?)?;
            let here = |c: &&Component| c.line == line.line && c.file == line.file;
            let component = diagnosis.components.iter().find(here)?;
            Some((line, diagnosis, component))
        })
    }

    /// The texts of the files that causes and suspects stand in, by their names.
    fn sources(&self) -> BTreeMap<&str, String> {
        let report = &self.localized;
        let mut files: Vec<&str> = report.ranking.iter().map(|line| &*line.file).collect();
        files.push(&report.file);
        let read = |file: &str| crate::files::read_source(file.as_ref()).ok();
        files
            .into_iter()
            .filter_map(|file| Some((file, read(file)?.text)))
            .collect()
    }

    /// `2 of 6 tests fail, 3 possible causes`
    fn headline(&self) -> String {
        super::text::verdict(&self.localized)
    }

    /// Why there may be more causes, where the headline does not say it.
    fn stopped(&self) -> Option<&str> {
        let said = super::text::verdict_gives_reason(&self.localized);
        self.localized.reason.as_deref().filter(|_| !said)
    }

    /// What the text or the tests are wrong about, a line each.
    fn problems(&self) -> impl Iterator<Item = String> {
        let problems = self.localized.problems.iter();
        problems.map(super::text::problem_line)
    }

    /// The tests that fail, each with how.
    fn failing(&self) -> impl Iterator<Item = (&str, &str)> {
        let details = self.localized.tests.details.iter();
        details.map(|test| (&*test.id, &*test.message))
    }
}

/// `line 8, and line 11 of list.c`: the other places that have to be changed with one; nothing if there are none.
fn others(diagnosis: &Diagnosis, own: &Component) -> Option<String> {
    let others = diagnosis.components.iter().filter(|c| c.id != own.id);
    let places: Vec<String> = others
        .map(|c| {
            if c.file == own.file {
                format!("line {}", c.line)
            } else {
                format!("line {} of {}", c.line, c.file)
            }
        })
        .collect();
    (!places.is_empty()).then(|| places.join(", "))
}

/// The lines of the expected and of the printed output as a diff: sign and text.
fn difference(expected: &str, printed: &str) -> Vec<(char, String)> {
    let patch = diffy::create_patch(expected, printed);
    let lines = patch.hunks().iter().flat_map(diffy::Hunk::lines);
    lines
        .map(|line| match line {
            diffy::Line::Context(text) => (' ', text),
            diffy::Line::Delete(text) => ('-', text),
            diffy::Line::Insert(text) => ('+', text),
        })
        .map(|(sign, text)| (sign, text.trim_end_matches('\n').to_owned()))
        .collect()
}

/// What edits change, as lines of a diff.
fn changed(edits: &[&Edit]) -> Vec<(char, String)> {
    let mut lines = Vec::new();
    let mut files: Vec<&str> = edits.iter().map(|edit| &*edit.file).collect();
    files.dedup();
    for file in files {
        let Ok(source) = crate::files::read_source(file.as_ref()) else {
            continue;
        };
        let own: Vec<&Edit> = edits
            .iter()
            .copied()
            .filter(|edit| edit.file == file)
            .collect();
        let Ok(after) = patch::edited(source.text.as_bytes(), &own) else {
            continue;
        };
        let after = String::from_utf8_lossy(&after).into_owned();
        let changed = patch::changed_lines(&source.text, &after).into_iter();
        lines.extend(changed.map(|(sign, _, text)| (sign, text)));
    }
    lines
}
