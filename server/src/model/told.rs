//! Explanations in words: what the command line prints and editors show.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::explain::{Dependence, ExplainReport, ExplainStatus, Statement, StatementKind};
use super::words::{duration, one_line, plural};

/// Characters of a statement on a line.
pub(crate) const WIDTH: usize = 60;

/// Which test, where and how it fails; or why that is not told.
pub(crate) fn headline(report: &ExplainReport) -> String {
    let test = report
        .test
        .as_deref()
        .map_or("the tests".to_owned(), |id| format!("test {id}"));
    let reason = report.reason.as_deref().unwrap_or("no reason given");
    let place = report
        .reason_line
        .map_or(String::new(), |line| format!(":{line}"));
    match report.status {
        ExplainStatus::Explained => {
            let failure = report.failure.as_ref();
            let line = failure.map_or(0, |f| f.line);
            let message = failure.map_or("", |f| f.message.as_str());
            format!("{}:{line}: {test} fails: {message}", report.file)
        }
        ExplainStatus::Passes if report.test.is_some() => format!("{}: {test} passes", report.file),
        ExplainStatus::Passes => format!("{}: all tests pass", report.file),
        ExplainStatus::Unanalysable => format!(
            "{}{place}: {test} cannot be explained: {reason}",
            report.file
        ),
        ExplainStatus::Stopped => format!("{}: {test}: stopped: {reason}", report.file),
    }
}

/// Expected and actual output, where they are short enough to be looked at.
pub(crate) fn expected(text: &mut String, report: &ExplainReport, indent: &str) {
    if let Some(expected) = &report.expected {
        let quoted = |s: &str| format!("{:?}", one_line_keeping(s));
        let _ = writeln!(text, "{indent}expected {}", quoted(expected));
        let _ = writeln!(text, "{indent}printed  {}", quoted(&report.stdout));
    }
}

fn one_line_keeping(s: &str) -> String {
    let mut short: String = s.chars().take(WIDTH).collect();
    if s.chars().count() > WIDTH {
        short.push('…');
    }
    short
}

/// What the steps are.
pub(crate) fn introduction(report: &ExplainReport) -> String {
    if report.statements.is_empty() {
        return "Nothing before it matters: it fails whatever the variables hold".to_owned();
    }
    let kept = plural(report.statements.len(), "step", "steps");
    let proved = if report.proved {
        ", each fact proved"
    } else {
        ""
    };
    let way = if report.branches_assumed {
        " on the way that it took"
    } else {
        ""
    };
    format!(
        "How it comes to that{way}, in {kept} ({} of {} executed statements matter{proved})",
        report.kept, report.executed
    )
}

/// Lines of statements that are listed.
const MOST_LINES: usize = 16;

/// How much the failure depends on, and on which lines; nothing if it depends on none.
fn dependence(report: &ExplainReport) -> Option<String> {
    let failure = report.failure.as_ref()?;
    let here = |d: &&Dependence| d.file == failure.file;
    let lines: BTreeSet<u32> = report.slice.iter().filter(here).map(|d| d.line).collect();
    let shown = lines.iter().take(MOST_LINES).map(u32::to_string);
    let mut shown = shown.collect::<Vec<_>>().join(", ");
    if lines.len() > MOST_LINES {
        shown.push_str(", …");
    }
    let place = if lines.len() == 1 { "line" } else { "lines" };
    (!lines.is_empty()).then(|| {
        format!(
            "The failure depends on {} of {} executed statements: {place} {shown}",
            report.depends_on, report.executed
        )
    })
}

/// What a statement did, and what it would have to do for the test to pass.
pub(crate) fn sentence(s: &Statement) -> String {
    let did = did(s);
    match &s.needs {
        Some(needs) if needs.exact => format!("{did}; needs {}", needs.holds),
        Some(needs) => format!("{did}; {} would do", needs.holds),
        None => did,
    }
}

fn did(s: &Statement) -> String {
    let text = one_line(&s.text, WIDTH);
    let again = if s.execution > 1 {
        format!(" (execution {})", s.execution)
    } else {
        String::new()
    };
    let values = s.writes.join(", ");
    let arrow = if values.is_empty() {
        String::new()
    } else {
        format!("  → {values}")
    };
    match s.kind {
        StatementKind::Input => format!("{}({values})", s.function),
        StatementKind::Writes if values == text => format!("{text}{again}"),
        StatementKind::Writes | StatementKind::Returns => format!("{text}{again}{arrow}"),
        StatementKind::Call => format!("{text}{again}  calls with {values}"),
        StatementKind::True => format!("{text}{again}  is true"),
        StatementKind::False => format!("{text}{again}  is false"),
        StatementKind::Skips if values.is_empty() => {
            format!("{text}{again}  so nothing is printed")
        }
        StatementKind::Skips => format!("{text}{again}  so it stays {values}"),
    }
}

/// What “needs” says; nothing if no statement needs anything.
fn legend(report: &ExplainReport) -> Option<String> {
    let all = &report.statements;
    let some = all.iter().filter(|s| s.needs.is_some()).count();
    (some > 0).then(|| {
        format!(
            "What a step “needs”: with that, this once and nothing else changed, the test passes ({some} of {} steps)",
            all.len()
        )
    })
}

/// What is needed, what the failure depends on, and what limits the explanation; `plain` makes text of the reader's markup.
pub(crate) fn footer(text: &mut String, report: &ExplainReport, plain: fn(&str) -> String) {
    if let Some(legend) = legend(report) {
        let _ = writeln!(text, "\n{legend}.");
    }
    if let Some(dependence) = dependence(report) {
        let _ = writeln!(text, "\n{dependence}.");
    }
    if let Some(reason) = &report.reason {
        let _ = writeln!(text, "\nNote: {}.", plain(reason));
    }
    for assumed in &report.assumed {
        let _ = writeln!(text, "\nAssumed: {}.", plain(assumed));
    }
    let _ = writeln!(text, "\n({})", duration(report.stats.time_ms));
}
