//! `faultlens explain`: how a test comes to fail, for people.
//!
//! The statements that matter stand in the order of the run, each with its line; below it, indented, what holds from there
//! on and is enough for the failure.

use std::fmt::Write;

use super::excerpt::Excerpts;
use super::words::{list, one_line, plural};
use crate::cli::emit::Style;
use crate::model::{
    ExplainReport, ExplainStatus, WIDTH, expected, footer, headline, introduction, sentence,
};

/// Statements shown without `--all`: the first ones and the last ones.
const FIRST: usize = 8;
const LAST: usize = 32;
/// Facts that are repeated when some others are no longer needed.
const MOST_FACTS: usize = 4;

/// The whole result.
pub(in crate::cli) fn explain(report: &ExplainReport, style: Style) -> String {
    let mut text = String::new();
    let mut excerpts = Excerpts::new(style.colour);
    super::problems(&mut text, &report.problems, &mut excerpts, style.all);
    let _ = writeln!(text, "{}", headline(report));
    story(&mut text, report);
    // Only a question was asked.
    if report.executed == 0 && !report.story.is_empty() {
        return text;
    }
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
    footer(&mut text, report, str::to_owned);
    text
}

/// The few sentences that come first.
fn story(text: &mut String, report: &ExplainReport) {
    for sentence in &report.story {
        let _ = writeln!(text, "  {}", sentence.text);
    }
}

fn failure_line(report: &ExplainReport) -> u32 {
    report.failure.as_ref().map_or(1, |f| f.line)
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
