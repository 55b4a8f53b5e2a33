//! "It passed before this edit": the text on which each test last passed, and the edits since.
//!
//! Nothing is searched for or proved here: a user who has just broken a test wants to be reminded of the last edits
//! before searching for the fault elsewhere.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::findings::trimmed;
use super::line_index::LineIndex;
use crate::model::{Outcome, TestReport};
use crate::patch;

/// Maximum number of edits worth a remark. With more of them the text has changed so widely that a list does not help.
const MOST_EDITS: usize = 5;
/// Maximum number of their lines, before and after the edits together.
const MOST_LINES: usize = 30;

/// Texts on which tests passed.
#[derive(Debug, Default)]
pub(crate) struct PassingTexts {
    /// Last such text of each test.
    texts: BTreeMap<String, Arc<str>>,
}

/// Tests that passed before an edit and fail after it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Names of the tests.
    pub(crate) tests: Vec<String>,
    /// Edits since they passed, ordered by place.
    pub(crate) edits: Vec<LineEdit>,
}

/// A changed range of lines.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LineEdit {
    /// Place in the tested text. If lines were deleted, the line behind them.
    pub(crate) place: Range<usize>,
    /// Former text, without surrounding white space; empty if there was none.
    pub(crate) was: String,
    /// Whether the lines were deleted.
    pub(crate) is_deleted: bool,
    /// Number of lines before and after, together.
    lines: usize,
}

impl PassingTexts {
    /// Records a test run on a text. Returns the failing tests that have passed on a common earlier text, if there are
    /// any.
    pub(crate) fn ran(&mut self, report: &TestReport, text: &Arc<str>) -> Option<Broken> {
        let of = |outcome: Outcome| report.tests.iter().filter(move |t| t.outcome == outcome);
        for test in of(Outcome::Pass) {
            self.texts.insert(test.id.clone(), Arc::clone(text));
        }
        // Tests may have passed on different texts; the text shared by most of them is used.
        let mut groups: Vec<(&Arc<str>, Vec<String>)> = Vec::new();
        for test in of(Outcome::Fail) {
            let Some(before) = self.texts.get(&test.id) else {
                continue;
            };
            match groups.iter_mut().find(|(known, _)| *known == before) {
                Some((_, tests)) => tests.push(test.id.clone()),
                None => groups.push((before, vec![test.id.clone()])),
            }
        }
        groups.sort_by_key(|(_, tests)| std::cmp::Reverse(tests.len()));
        let (before, tests) = groups.into_iter().next()?;
        let edits = edited(before, text);
        let lines: usize = edits.iter().map(|edit| edit.lines).sum();
        let is_worth_it = (1..=MOST_EDITS).contains(&edits.len()) && lines <= MOST_LINES;
        is_worth_it.then_some(Broken { tests, edits })
    }

    /// Forgets all texts, after a change of something other than the text, which may be the reason for failures.
    pub(crate) fn forget(&mut self) {
        self.texts.clear();
    }
}

/// Ranges of lines that differ in more than white space.
fn edited(before: &str, after: &str) -> Vec<LineEdit> {
    let index = LineIndex::new(after);
    let words = |text: &str| text.split_whitespace().collect::<String>();
    let hunks = patch::hunks(before, after).into_iter();
    let real = hunks.filter(|hunk| words(&hunk.removed) != words(&hunk.inserted));
    real.map(|hunk| {
        let line = |number: usize| {
            let number = u32::try_from(number.max(1)).unwrap_or(u32::MAX);
            trimmed(after, index.source_line(after, number))
        };
        let count = hunk.inserted.lines().count();
        let (first, last) = (line(hunk.line), line(hunk.line + count.saturating_sub(1)));
        LineEdit {
            place: first.start..last.end.max(first.start),
            was: hunk.removed.trim().to_owned(),
            is_deleted: count == 0,
            lines: count + hunk.removed.lines().count(),
        }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::views::testing::test_report;

    const BEFORE: &str = "int f(int a)\n{\n    int b = a + 1;\n    b++;\n    return b;\n}\n";

    /// The edits after a passing run, each as the text there, `<-` and the text before.
    fn broken(after: &str) -> Option<(usize, Vec<String>)> {
        let mut passed = PassingTexts::default();
        assert_eq!(passed.ran(&test_report(0), &BEFORE.into()), None);
        let broken = passed.ran(&test_report(2), &after.into())?;
        let told = broken.edits.iter().map(|edit| {
            let now = if edit.is_deleted {
                ""
            } else {
                &after[edit.place.clone()]
            };
            format!("{now} <- {}", edit.was)
        });
        Some((broken.tests.len(), told.collect()))
    }

    #[test]
    fn the_lines_that_were_edited_since_are_named_with_what_stood_there() {
        let changed = BEFORE
            .replace("a + 1", "a - 1")
            .replace("return b", "return a");
        let edits = vec![
            "int b = a - 1; <- int b = a + 1;".to_owned(),
            "return a; <- return b;".to_owned(),
        ];
        assert_eq!(broken(&changed), Some((2, edits)));
        let deleted = BEFORE.replace("    b++;\n", "");
        assert_eq!(broken(&deleted), Some((2, vec![" <- b++;".to_owned()])));
        let inserted = BEFORE.replace("    b++;\n", "    b++;\n    b++;\n");
        assert_eq!(broken(&inserted), Some((2, vec!["b++; <- ".to_owned()])));
    }

    #[test]
    fn what_is_no_reason_is_not_told() {
        // The same text except for white space.
        assert_eq!(broken(BEFORE), None);
        assert_eq!(broken(&BEFORE.replace("    ", "  ")), None);
        // A different program.
        assert_eq!(broken(&"    return a;\n    b++;\n".repeat(20)), None);
        assert_eq!(broken(&"x;\n".repeat(40)), None);
        // Tests that never passed.
        let mut passed = PassingTexts::default();
        assert_eq!(passed.ran(&test_report(2), &BEFORE.into()), None);
        assert_eq!(passed.ran(&test_report(2), &"int x;\n".into()), None);
        // The tests themselves may have changed.
        passed.ran(&test_report(0), &BEFORE.into());
        passed.forget();
        assert_eq!(passed.ran(&test_report(2), &"int x;\n".into()), None);
    }
}
