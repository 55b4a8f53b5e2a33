//! An explanation as a document in Markdown, for a window beside the code: what failed, then the way to it as annotated C.

use std::fmt::Write;

use super::explain::{ExplainReport, ExplainStatus};
use super::told::{WIDTH, expected, footer, headline, sentence};
use super::words::one_line;

/// The whole document. It stays readable in a narrow window: code is not wrapped there, and tables would be.
pub(crate) fn markdown(report: &ExplainReport) -> String {
    if report.status != ExplainStatus::Explained {
        return format!("# {}\n", headline(report));
    }
    let mut text = heading(report);
    if is_long(report) {
        text.push('\n');
        expected(&mut text, report, "    ");
    }
    let _ = writeln!(text, "\n{}\n\n```c", introduction(report));
    for line in way(report) {
        let _ = writeln!(text, "{}", line.replace("```", "'''"));
    }
    text.push_str("```\n");
    footer(&mut text, report);
    text
}

/// Which test, and where and how it fails.
fn heading(report: &ExplainReport) -> String {
    let test = report.test.as_deref().unwrap_or("?");
    let mut text = format!("# Test {test} fails\n");
    if let Some(failure) = &report.failure {
        let name = failure.file.rsplit(['/', '\\']).next().unwrap_or_default();
        let (line, message) = (failure.line, &failure.message);
        let _ = writeln!(text, "\n`{name}`, line {line}: **{message}**");
    }
    text
}

/// More was expected or printed than the message can tell.
fn is_long(report: &ExplainReport) -> bool {
    let lines = |output: &str| output.trim_end().lines().count();
    let expected = report.expected.as_deref().map_or(0, lines);
    expected.max(lines(&report.stdout)) > 1
}

/// How the way is to be read.
fn introduction(report: &ExplainReport) -> String {
    if report.statements.is_empty() {
        return "Nothing before it matters: it fails whatever the variables hold.".to_owned();
    }
    let proved = if report.proved {
        "; all of it is proved"
    } else {
        ""
    };
    let way = if report.branches_assumed {
        ", on the way that the run took"
    } else {
        ""
    };
    format!(
        "{} of {} executed statements matter. Behind them stands what *holds* from there on and is enough for the failure{way}{proved}.",
        report.kept, report.executed
    )
}

/// The statements that matter, each with what it did, and with what holds behind it where that is something new.
fn way(report: &ExplainReport) -> Vec<String> {
    let number = |line: u32| format!("{line:>4}  ");
    let margin = " ".repeat(6);
    let mut lines = Vec::new();
    let mut known = &report.holds;
    if !known.is_empty() {
        lines.push(format!(
            "{margin}// holds at the start: {}",
            known.join(", ")
        ));
    }
    for step in &report.statements {
        let told = sentence(step);
        let (what, came) = told.split_once("  ").unwrap_or((&told, ""));
        let came = came.trim_start_matches("→ ");
        let comment = if came.is_empty() { "" } else { "  // " };
        lines.push(format!("{}{what}{comment}{came}", number(step.line)));
        if step.holds != *known && !step.holds.is_empty() {
            lines.push(format!("{margin}// holds: {}", step.holds.join(", ")));
        }
        known = &step.holds;
    }
    if let Some(failure) = &report.failure {
        let text = one_line(&failure.text, WIDTH);
        lines.push(format!(
            "{}{text}  // {}",
            number(failure.line),
            failure.message
        ));
    }
    lines
}
