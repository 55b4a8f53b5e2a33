//! Reports for readers who did not run the job. An HTML page and a Markdown document are made from the same results that
//! editors and the text output show: the sets found, the test results, and the explanation of the first test of each
//! kind of failure. The formats of other programs show one list of findings, [`annotations`].

mod annotations;
mod graph;
mod html;
mod markdown;
mod sarif;

use std::collections::BTreeMap;
use std::path::Path;

use super::Exit;
use super::emit::{self, Format};
use crate::jobs::Report;
use crate::model::{
    Component, Diagnosis, Edit, ExplainReport, LocalizeReport, TestReport, TraceReport,
};
use crate::patch;

pub(super) use html::html;
pub(super) use markdown::markdown;

/// Maximum number of kinds of failure explained in a report.
pub(super) const MOST_EXPLAINED: usize = 3;

/// Writes the findings of these reports in the format of another program. `asked` is the file or folder asked about.
pub(super) fn list(format: Format, asked: &Path, reports: &[Report], exit: Exit) -> Exit {
    let list = annotations::annotations(reports);
    match format {
        Format::Sarif => emit::json(&sarif::sarif(asked, reports, &list), exit),
        Format::Gitlab => emit::json(&annotations::gitlab(&list), exit),
        Format::Github => emit::result(annotations::github(&list), exit),
        _ => emit::result(annotations::concise(&list), exit),
    }
}

/// Data of a page or a document.
pub(super) struct Findings {
    /// Result of the search.
    pub(super) localized: LocalizeReport,
    /// Test results.
    pub(super) tests: Option<TestReport>,
    /// Explanations of the first test of each kind of failure.
    pub(super) explained: Vec<ExplainReport>,
    /// Dependences of the failure of the first of these tests.
    pub(super) traced: Option<TraceReport>,
}

impl Findings {
    /// Tests that a report explains: the first of each kind of failure.
    pub(super) fn to_explain(localized: &LocalizeReport) -> Vec<String> {
        let groups = localized
            .groups
            .iter()
            .filter(|group| group.behind.is_none());
        let first = groups.filter_map(|group| group.tests.first().cloned());
        first.take(MOST_EXPLAINED).collect()
    }

    /// Texts of the files with causes and suspects, by their names.
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

    /// Headline: `2 of 6 tests fail, 3 possible causes`
    fn headline(&self) -> String {
        super::text::verdict(&self.localized)
    }

    /// Problems with the text or the tests, one per line.
    fn problems(&self) -> impl Iterator<Item = String> {
        let problems = self.localized.problems.iter();
        problems.map(super::text::problem_line)
    }

    /// Failing tests with the messages of their failures.
    fn failing(&self) -> impl Iterator<Item = (&str, &str)> {
        let details = self.localized.tests.details.iter();
        details.map(|test| (&*test.id, &*test.message))
    }
}

/// Reason why there may be more causes, if the headline does not give it.
fn stopped(report: &LocalizeReport) -> Option<&str> {
    let said = super::text::verdict_gives_reason(report);
    report.reason.as_deref().filter(|_| !said)
}

/// Other places that have to be changed together with one: `line 8, and line 11 of list.c`; `None` if there are none.
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

/// Diff of the lines of expected and actual output: sign and text.
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

/// Changes of edits, as lines of a diff.
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
        let Ok(after) = patch::edited(&source.text, &own) else {
            continue;
        };
        let changed = patch::changed_lines(&source.text, &after).into_iter();
        lines.extend(changed.map(|(sign, _, text)| (sign, text)));
    }
    lines
}
