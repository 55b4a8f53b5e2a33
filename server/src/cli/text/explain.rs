//! `faultlens explain`: how a test comes to fail, for people.
//!
//! The statements that matter stand in the order of the run, each with its line; below it, indented, what holds from there
//! on and is enough for the failure.

use std::fmt::Write;

use super::excerpt::Excerpts;
use super::words::{duration, list, one_line, plural};
use crate::cli::emit::Style;
use crate::model::{ExplainReport, ExplainStatus, Statement, StatementKind};

/// Statements shown without `--all`: the first ones and the last ones.
const FIRST: usize = 8;
const LAST: usize = 32;
/// Facts that are repeated when some others are no longer needed.
const MOST_FACTS: usize = 4;
/// Characters of a statement on a line.
const WIDTH: usize = 60;

/// The whole result.
pub(in crate::cli) fn explain(report: &ExplainReport, style: Style) -> String {
    let mut text = String::new();
    let mut excerpts = Excerpts::new(style.colour);
    super::problems(&mut text, &report.problems, &mut excerpts, style.all);
    let _ = writeln!(text, "{}", headline(report));
    if report.status != ExplainStatus::Explained {
        return text;
    }
    expected(&mut text, report, "  ");
    let _ = writeln!(text, "\n{}:\n", introduction(report));
    let hidden = match report.statements.len() {
        _ if style.all => 0,
        n => n.saturating_sub(FIRST + LAST),
    };
    let lines = report.statements.iter().map(|s| s.line);
    let width = lines.max().unwrap_or(1).max(failure_line(report));
    let width = width.to_string().len();
    let mut known: &[String] = &[];
    if !report.holds.is_empty() {
        let _ = writeln!(
            text,
            "  {:width$} │     {}",
            "",
            here(&report.holds, known, style.all)
        );
        known = &report.holds;
    }
    for (i, s) in report.statements.iter().enumerate() {
        let is_hidden = hidden > 0 && (FIRST..FIRST + hidden).contains(&i);
        if is_hidden && i == FIRST {
            let more = plural(hidden, "more step", "more steps");
            let _ = writeln!(text, "  {:width$} ┆ … {more} (--all)", "");
        }
        if !is_hidden {
            let _ = writeln!(text, "  {:>width$} │ {}", s.line, sentence(s));
            if s.holds != known && !s.holds.is_empty() {
                let _ = writeln!(
                    text,
                    "  {:width$} │     {}",
                    "",
                    here(&s.holds, known, style.all)
                );
            }
        }
        known = &s.holds;
    }
    if let Some(failure) = &report.failure {
        let _ = writeln!(
            text,
            "  {:>width$} │ {}  ← {}",
            failure.line,
            one_line(&failure.text, WIDTH),
            failure.message
        );
    }
    footer(&mut text, report);
    text
}

fn failure_line(report: &ExplainReport) -> u32 {
    report.failure.as_ref().map_or(1, |f| f.line)
}

fn headline(report: &ExplainReport) -> String {
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
fn expected(text: &mut String, report: &ExplainReport, indent: &str) {
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

fn introduction(report: &ExplainReport) -> String {
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

/// What holds at a place; what was said just before is only counted.
fn here(holds: &[String], known: &[String], all: bool) -> String {
    let new: Vec<&str> = holds
        .iter()
        .filter(|h| all || !known.contains(h))
        .map(String::as_str)
        .collect();
    let still = holds.len() - new.len();
    let as_before = match still {
        0 => String::new(),
        _ if new.is_empty() => {
            let facts: Vec<&str> = holds.iter().map(String::as_str).collect();
            return format!("here still: {}", list(&facts, MOST_FACTS));
        }
        1 => ", and one fact as before".to_owned(),
        n => format!(", and {n} facts as before"),
    };
    format!("here: {}{as_before}", new.join(", "))
}

/// What a statement did.
fn sentence(s: &Statement) -> String {
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

fn footer(text: &mut String, report: &ExplainReport) {
    if let Some(reason) = &report.reason {
        let _ = writeln!(text, "\nNote: {reason}.");
    }
    for assumed in &report.assumed {
        let _ = writeln!(text, "\nAssumed: {assumed}.");
    }
    let _ = writeln!(text, "\n({})", duration(report.stats.time_ms));
}

/// The same as a document.
pub(in crate::cli) fn markdown(report: &ExplainReport) -> String {
    let mut text = format!("# {}\n", headline(report));
    if report.status != ExplainStatus::Explained {
        return text;
    }
    text.push('\n');
    expected(&mut text, report, "    ");
    let _ = writeln!(text, "\n{}:\n", introduction(report));
    let _ = writeln!(
        text,
        "| line | statement | holds from here on |\n|---:|---|---|"
    );
    if !report.holds.is_empty() {
        let _ = writeln!(text, "| | | {} |", facts(&report.holds));
    }
    for s in &report.statements {
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            s.line,
            cell(&sentence(s)),
            facts(&s.holds)
        );
    }
    if let Some(failure) = &report.failure {
        let _ = writeln!(
            text,
            "| {} | {} | **{}** |",
            failure.line,
            cell(&one_line(&failure.text, WIDTH)),
            failure.message
        );
    }
    footer(&mut text, report);
    text
}

fn facts(holds: &[String]) -> String {
    let quoted: Vec<String> = holds.iter().map(|h| cell(h)).collect();
    quoted.join(", ")
}

/// Text in a cell of a table, as code.
fn cell(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|").replace('`', "'"))
}
