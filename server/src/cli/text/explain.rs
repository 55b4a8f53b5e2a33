//! `faultlens explain` as text: the explanation of a test's failure.
//!
//! First the story, then the short trace: the few statements most relevant to the failure, with their values. With
//! `--all` the whole way instead: the relevant statements in the order of the run, each with its line; indented below
//! each, the conditions that hold from there on and suffice for the failure.

use std::fmt::Write;

use super::excerpt::Excerpts;
use super::words::{one_line, plural};
use crate::cli::emit::Style;
use crate::model::{
    ExplainReport, ExplainStatus, WIDTH, expected, footer, headline, introduction, sentence,
    short_lines,
};

/// Formats the whole result.
pub(in crate::cli) fn explain(report: &ExplainReport, style: Style) -> String {
    let mut text = String::new();
    let mut excerpts = Excerpts::new(style.colour);
    super::problems(&mut text, &report.problems, &mut excerpts, style.all);
    let _ = writeln!(text, "{}", headline(report));
    story(&mut text, report);
    if report.is_answer() {
        return text;
    }
    expected(&mut text, report, "  ");

    // The short form is enough unless everything is asked for.
    if !(style.all && report.status == ExplainStatus::Explained) {
        short(&mut text, report);
        if report.status != ExplainStatus::Explained && report.failure.is_some() {
            footer(&mut text, report, str::to_owned);
        }
        return text;
    }
    let _ = writeln!(text, "\n{}:\n", introduction(report));
    abstract_trace(&mut text, report);
    footer(&mut text, report, str::to_owned);
    text
}

/// Prints the statements that matter, with their line numbers, and between them the facts that hold there, where these
/// change.
fn abstract_trace(text: &mut String, report: &ExplainReport) {
    let lines = report.statements.iter().map(|s| s.line);
    let width = lines.max().unwrap_or(1).max(failure_line(report));
    let width = width.to_string().len();
    let mut known: &[String] = &[];
    if let Some(here) = here(&report.holds, known) {
        let _ = writeln!(text, "  {:width$} │     {here}", "");
        known = &report.holds;
    }
    for s in &report.statements {
        let _ = writeln!(text, "  {:>width$} │ {}", s.line, sentence(s));
        if s.holds != known
            && let Some(here) = here(&s.holds, known)
        {
            let _ = writeln!(text, "  {:width$} │     {here}", "");
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
}

/// Writes the statements most relevant to the failure, with values, and the failure.
fn short(text: &mut String, report: &ExplainReport) {
    let lines = short_lines(report);
    if report.short_trace.is_empty() {
        return;
    }
    let width =
        |of: &dyn Fn(&(String, String, String)) -> usize| lines.iter().map(of).max().unwrap_or(0);
    let (places, texts) = (
        width(&|(place, _, _)| place.chars().count()),
        width(&|(_, text, _)| text.chars().count()).min(SHORT_TEXT),
    );
    let _ = writeln!(text, "\nHow the failure happens:\n");
    for (i, (place, what, told)) in lines.iter().enumerate() {
        let arrow = if i + 1 == lines.len() { "← " } else { "" };
        let line = format!("  {place:>places$} │ {what:<texts$}  {arrow}{told}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    for assumed in &report.assumed {
        let _ = writeln!(text, "\nAssumed: {assumed}.");
    }
    if !report.statements.is_empty() {
        let count = plural(report.statements.len(), "step", "steps");
        let _ = writeln!(
            text,
            "\n--all shows every step with what held there ({count})."
        );
    }
}

/// Width of statements in characters; their values are aligned behind it.
const SHORT_TEXT: usize = 36;

/// Writes the sentences of the story.
fn story(text: &mut String, report: &ExplainReport) {
    for sentence in &report.story {
        let _ = writeln!(text, "  {}", sentence.text);
    }
}

fn failure_line(report: &ExplainReport) -> u32 {
    report.failure.as_ref().map_or(1, |f| f.line)
}

/// Conditions that hold at a place and were not stated just before.
fn here(holds: &[String], known: &[String]) -> Option<String> {
    let new: Vec<&str> = holds
        .iter()
        .filter(|h| !known.contains(h))
        .map(String::as_str)
        .collect();
    (!new.is_empty()).then(|| format!("here: {}", new.join(", ")))
}
