//! Text of `faultlens test`.

use std::fmt::Write;

use super::excerpt::Excerpts;
use super::words::{duration, failing, plural};
use crate::cli::emit::Style;
use crate::model::{Cause, Outcome, TestReport, TestResult};

/// Number of tests above which passing ones are counted, not listed.
const LISTED: usize = 40;

/// Formats the whole text, ending in a newline.
pub(in crate::cli) fn test(report: &TestReport, style: Style) -> String {
    let mut text = String::new();
    super::problems(
        &mut text,
        &report.problems,
        &mut Excerpts::new(style.colour),
        style.all,
    );
    let _ = writeln!(text, "{}: {}", report.file, headline(report));
    let width = report
        .tests
        .iter()
        .map(|t| t.id.chars().count())
        .max()
        .unwrap_or(0)
        .min(32);
    let list_all = style.all || report.tests.len() <= LISTED;
    for test in report
        .tests
        .iter()
        .filter(|t| list_all || !matches!(t.outcome, Outcome::Pass | Outcome::Ignored))
    {
        text.push_str(&row(test, width));
    }
    if !list_all {
        let passing = report.count(Outcome::Pass);
        let _ = writeln!(
            text,
            "  … {} (--all)",
            plural(passing, "passing test", "passing tests")
        );
    }
    if !report.skipped.is_empty() {
        text.push_str("not taken as tests:\n");
        let most = if style.all { usize::MAX } else { 10 };
        for skipped in report.skipped.iter().take(most) {
            let _ = writeln!(text, "  {}: {}", skipped.what, skipped.reason);
        }
        let more = report.skipped.len().saturating_sub(most);
        if more > 0 {
            let _ = writeln!(text, "  … {more} more (--all)");
        }
    }
    for fact in &report.assumed {
        let _ = writeln!(text, "assumed: {fact}");
    }
    text
}

/// Formats a line on the tests after a change of the files, followed by the tests that do not pass.
pub(in crate::cli) fn tests_now(report: &TestReport) -> String {
    let mut text = format!("now in {}: {}\n", report.file, headline(report));
    for test in &report.tests {
        if !matches!(test.outcome, Outcome::Pass | Outcome::Ignored) {
            text.push_str(&row(test, 0));
        }
    }
    text
}

fn headline(report: &TestReport) -> String {
    let (fail, open, ignored) = (
        report.count(Outcome::Fail),
        report.count(Outcome::Unanalysable),
        report.count(Outcome::Ignored),
    );
    let time = duration(report.time_ms);
    let reason = report.reason.as_deref();
    if report.tests.is_empty() {
        let reason = reason.unwrap_or("no tests found");
        return if report.stopped {
            format!("stopped early: {reason}; no outcome of a test is known")
        } else {
            reason.to_owned()
        };
    }
    if report.stopped {
        let not_run = |test: &&TestResult| test.cause == Some(Cause::NotRun);
        let left = report.tests.iter().filter(not_run).count();
        let run = plural(report.tests.len() - left, "test", "tests");
        let reason = reason.unwrap_or("no reason given");
        return format!("stopped early: {reason}; {run} run until then, {fail} failed");
    }
    let total = plural(report.tests.len(), "test", "tests");
    let mut line = match (fail, open + ignored) {
        (0, 0) => format!("{total}, all pass"),
        (0, _) => format!("{total}, none fails"),
        _ => failing(fail, report.tests.len()),
    };
    let undecided = report.undecided();
    if open > undecided {
        let _ = write!(line, ", {} could not be run", open - undecided);
    }
    if undecided > 0 {
        let _ = write!(line, ", {undecided} not decided");
    }
    if ignored > 0 {
        let _ = write!(line, ", {ignored} ignored");
    }
    let _ = write!(line, " ({time})");
    if let Some(reason) = reason {
        let _ = write!(line, "; {reason}");
    }
    line
}

fn row(test: &TestResult, width: usize) -> String {
    let verdict = match test.outcome {
        Outcome::Pass => "pass",
        Outcome::Fail => "FAIL",
        Outcome::Unanalysable => "open",
        Outcome::Ignored => "skip",
    };
    let mut row = format!("  {verdict}  {:width$}", test.id);
    if let Some(reason) = &test.reason {
        row.push_str("  ");
        row.push_str(reason);
        if let Some(line) = test.line {
            let _ = write!(row, " (line {line})");
        }
    }
    row.truncate(row.trim_end().len());
    row.push('\n');
    row
}
