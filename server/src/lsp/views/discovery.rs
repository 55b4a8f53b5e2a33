//! Tests of a program, and the reasons why candidates were rejected: "why is a test missing?"

use std::fmt::Write as _;
use std::path::Path;

use super::words;
use crate::lsp::snapshot::Snapshot;
use crate::model::{Cause, Outcome, TestReport, TestResult};

/// Maximum number of rejected candidates listed.
const SHOWN_SKIPPED: usize = 50;
/// Maximum number of tests listed that fail or could not be analysed.
const SHOWN_TESTS: usize = 20;

/// Places where tests are looked for, for users whose tests were not found.
const PLACES: &str = "\
## Where tests are looked for

* Files `NAME.out` (what the program should print), with any of `NAME.in` (its input), `NAME.args` (its arguments, one a \
line) and `NAME.exit` (its exit status): in `tests/`, `tests/STEM/` and `STEM.tests/` beside the file `STEM.c`, or beside \
it as `STEM_1.out`.
* `assert(…)` that `main` reaches, functions that Unity's `RUN_TEST` names, and functions `test…` that `main` runs.
* `ctest.json`, as `ctest --show-only=json-v1` writes it.
* `[[test]]` entries of `faultlens.toml`, in the program's folder or above it.

A file that lies elsewhere is declared in `faultlens.toml`, or its folder is named by the setting `faultlens.tests`.
";

/// A document in Markdown about the tests of a document.
pub(crate) fn discovery(snapshot: &Snapshot) -> String {
    let name = snapshot.path.as_ref().and_then(|path| path.file_name());
    let name = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut text = format!("# Tests of {name}\n\n");
    match &snapshot.tests {
        None => text.push_str("They have not run yet.\n"),
        Some(tests) => {
            if tests.is_stale(&snapshot.text) {
                text.push_str("The file has changed since. Run the tests again.\n\n");
            }
            found(&mut text, &tests.report);
            let folder = snapshot.path.as_deref().and_then(Path::parent);
            skipped(&mut text, &tests.report, folder.unwrap_or(Path::new("")));
        }
    }
    let _ = write!(text, "\n{PLACES}");
    text
}

fn found(text: &mut String, report: &TestReport) {
    if report.tests.is_empty() {
        let reason = report.reason.as_deref().unwrap_or("no tests found");
        // Formatted as code, because the brackets would be read as a link.
        let reason = reason.replace("[[test]]", "`[[test]]`");
        let _ = writeln!(text, "**None:** {reason}.");
    } else {
        let _ = writeln!(
            text,
            "{} found.",
            words::counted(report.tests.len(), "test")
        );
    }
    for (outcome, undecided, what) in [
        (Outcome::Fail, false, "fail"),
        (Outcome::Unanalysable, false, "could not be analysed"),
        (Outcome::Unanalysable, true, "not decided"),
        (Outcome::Ignored, false, "ignored"),
    ] {
        let is_undecided = |test: &TestResult| test.cause.is_some_and(Cause::is_undecided);
        let tests = report.tests.iter();
        let tests = tests.filter(|t| t.outcome == outcome && is_undecided(t) == undecided);
        let tests: Vec<&TestResult> = tests.collect();
        if tests.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{} {what}:\n", tests.len());
        for test in tests.iter().take(SHOWN_TESTS) {
            let _ = write!(text, "* `{}`", test.id);
            if let Some(reason) = &test.reason {
                let _ = write!(text, ": {reason}");
            }
            if let Some(line) = test.line {
                let _ = write!(text, " (line {line})");
            }
            text.push('\n');
        }
        if tests.len() > SHOWN_TESTS {
            let _ = writeln!(text, "* … {} more", tests.len() - SHOWN_TESTS);
        }
    }
    for fact in &report.assumed {
        let _ = writeln!(text, "\nAssumed: {fact}.");
    }
}

/// Rejected candidates, named relative to the program's folder.
fn skipped(text: &mut String, report: &TestReport, folder: &Path) {
    if report.skipped.is_empty() {
        text.push_str("\nNothing else looks like a test.\n");
        return;
    }
    text.push_str("\n## Not taken as tests\n\n");
    for skipped in report.skipped.iter().take(SHOWN_SKIPPED) {
        let what = Path::new(&skipped.what);
        let what = what.strip_prefix(folder).unwrap_or(what).display();
        let _ = writeln!(text, "* `{what}`: {}", skipped.reason);
    }
    let more = report.skipped.len().saturating_sub(SHOWN_SKIPPED);
    if more > 0 {
        let _ = writeln!(text, "* … {more} more");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::lsp::snapshot::Tests;
    use crate::lsp::views::testing::{edited, opened, tested, tested_in_part};
    use crate::model::SkippedCandidate;

    fn with(snapshot: &Snapshot, change: impl FnOnce(&mut TestReport)) -> Snapshot {
        let tests = snapshot.tests.clone().unwrap();
        let mut report = TestReport::clone(&tests.report);
        change(&mut report);
        let report = Arc::new(report);
        Snapshot {
            tests: Some(Tests { report, ..tests }),
            ..snapshot.clone()
        }
    }

    #[test]
    fn what_was_not_taken_has_a_reason() {
        let snapshot = with(&tested(3), |report| {
            report.skipped.push(SkippedCandidate {
                what: "/w/tests/t9.in".into(),
                reason: "there is no t9.out".into(),
            });
        });
        let text = discovery(&snapshot);
        let failing = "* `t0`: expected \"3\", printed \"1\"\n* `t1`:";
        let start = format!("# Tests of max3.c\n\n5 tests found.\n\n3 fail:\n\n{failing}");
        assert!(text.starts_with(&start), "{text}");
        assert!(
            text.contains("* `tests/t9.in`: there is no t9.out\n"),
            "{text}"
        );
    }

    #[test]
    fn what_could_not_run_has_a_reason_and_a_line() {
        let text = discovery(&tested_in_part());
        let expected =
            "1 could not be analysed:\n\n* `t1`: a call of `fork` is not modelled (line 7)\n";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn no_tests_are_told_with_the_places_where_they_would_be_found() {
        let snapshot = with(&tested(0), |report| {
            report.tests.clear();
            report.reason = Some("no tests found in tests".into());
        });
        let text = discovery(&snapshot);
        assert!(
            text.contains("**None:** no tests found in tests.\n"),
            "{text}"
        );
        assert!(text.contains("Nothing else looks like a test."), "{text}");
        assert!(text.contains("`NAME.out`"), "{text}");
    }

    #[test]
    fn what_is_old_or_unknown_says_so() {
        assert!(discovery(&opened("int x;")).contains("They have not run yet."));
        let stale = edited(&tested(3), "int max3", "\nint max3");
        assert!(discovery(&stale).contains("The file has changed since. Run the tests again."));
    }
}
