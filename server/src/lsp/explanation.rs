//! An explained failure, and the current places of its statements.

use std::sync::Arc;

use super::anchors::{self, AnchoredPlaces, Movable, Place, clamp};
use super::edit::Edit;
use super::line_index::LineIndex;
use crate::model::{ExplainReport, ExplainStatus, FailurePoint};

/// An explanation with its places.
#[derive(Debug, Clone)]
pub(crate) struct PlacedExplanation {
    /// Report of the worker, with the line numbers of the analysed text.
    pub(crate) report: Arc<ExplainReport>,
    /// Whether something other than the text has changed since: tests, headers.
    pub(crate) outdated: bool,
    /// Current places.
    pub(crate) places: AnchoredPlaces<Steps>,
}

/// Places of an explanation, in the order of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Steps {
    /// Relevant statements.
    pub(crate) statements: Vec<Place>,
    /// Place of the failure.
    pub(crate) failure: Place,
}

impl PlacedExplanation {
    /// Finds the places of a report in the analysed text.
    pub(crate) fn new(report: ExplainReport, text: &Arc<str>) -> Self {
        Self {
            places: AnchoredPlaces::new(Steps::new(&report, text), text),
            report: Arc::new(report),
            outdated: false,
        }
    }

    /// The explanation after edits.
    pub(crate) fn moved(&self, edits: &[Edit], text: &str) -> Self {
        Self {
            places: self.places.after(edits, text),
            ..self.clone()
        }
    }

    /// Whether the explanation is about an older text, or about older tests or headers.
    pub(crate) fn is_stale(&self, text: &str) -> bool {
        self.outdated || !self.places.is_about(text)
    }

    /// Whether there is an explanation and every fact in it was proved. An incomplete explanation is only shown in the
    /// answer to an explicit request, where there is room to say so.
    pub(crate) fn is_proved(&self) -> bool {
        self.report.status == ExplainStatus::Explained && self.report.proved
    }

    /// Name of the explained test.
    pub(crate) fn test(&self) -> Option<&str> {
        self.report.test.as_deref()
    }

    /// Conditions that hold before a statement, given by its number from 0.
    pub(crate) fn before(&self, step: usize) -> &[String] {
        match step.checked_sub(1) {
            None => &self.report.holds,
            Some(previous) => self
                .report
                .statements
                .get(previous)
                .map_or(&[], |statement| &statement.holds),
        }
    }
}

impl Steps {
    fn new(report: &ExplainReport, text: &str) -> Self {
        let here = |file: &str| file == report.file;
        let statements = report.statements.iter().map(|s| {
            let span = here(&s.file).then_some(s.start as usize..s.end as usize)?;
            clamp(text, span)
        });
        let failure = report.failure.as_ref().filter(|f| here(&f.file));
        Self {
            statements: statements.collect(),
            failure: failure.and_then(|failure| find(failure, text)),
        }
    }
}

impl Movable for Steps {
    fn moved(&self, edit: &Edit) -> Self {
        let failure = self.failure.as_ref();
        Self {
            statements: anchors::moved(&self.statements, edit),
            failure: failure.and_then(|span| edit.moved(span)),
        }
    }
}

/// Byte range of a place that is given by line and column.
fn find(failure: &FailurePoint, text: &str) -> Place {
    let line = LineIndex::new(text).source_line(text, failure.line);
    let before = failure.column.saturating_sub(1) as usize;
    let skipped: usize = text
        .get(line.clone())?
        .chars()
        .take(before)
        .map(char::len_utf8)
        .sum();
    let start = line.start + skipped;
    let end = start + failure.text.len();
    // If the text comes from a macro, only the rest of the line can be marked.
    let rest = text.get(start..)?;
    if rest.starts_with(&failure.text) {
        clamp(text, start..end)
    } else {
        clamp(text, start..line.end.max(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, line: u32, column: u32, what: &str) -> Option<String> {
        let failure = FailurePoint {
            message: String::new(),
            file: "a.c".into(),
            line,
            column,
            text: what.into(),
        };
        find(&failure, text).map(|span| text[span].to_owned())
    }

    #[test]
    fn a_failure_is_found_by_line_and_column_in_characters() {
        let text = "int x;\n\"\u{e9}\"; f(\n1);\nM; x\n";
        assert_eq!(place(text, 2, 6, "f(\n1)").unwrap(), "f(\n1)");
        assert_eq!(place(text, 4, 1, "abort()").unwrap(), "M; x");
        assert_eq!(place(text, 99, 7, "x").unwrap(), "");
    }
}
