//! An explanation as a Markdown document for a window beside the code: the failure, how it happened in a few sentences
//! and lines, then the complete trace as annotated C.

use std::fmt::Write;

use super::explain::{ExplainReport, ExplainStatus};
use super::explain_text::{WIDTH, expected, footer, headline, sentence, short_lines};
use super::words::{code_span, file_name, one_line, plain_in_markdown, visible};

/// Target number of characters on a line of code.
const NARROW: usize = 46;
/// Indentation to the first character of a statement, behind the line number.
const MARGIN: &str = "     ";

/// Formats the whole document. It remains readable in a narrow window, where code is not wrapped but tables would be.
pub fn markdown(report: &ExplainReport) -> String {
    let is_explained = report.status == ExplainStatus::Explained;
    let mut text = if report.failure.is_some() {
        heading(report)
    } else {
        format!("# {}\n", plain_in_markdown(&headline(report)))
    };
    text.push_str(&story(report));
    if report.is_answer() {
        return text;
    }
    if report.failure.is_some() && is_long(report) {
        text.push('\n');
        expected(&mut text, report, "    ");
    }
    short(&mut text, report);
    if !is_explained {
        if report.failure.is_some() {
            footer(&mut text, report, plain_in_markdown);
        }
        return text;
    }
    let _ = writeln!(text, "\n## Every step\n\n{}\n\n```c", introduction(report));
    for line in relevant_lines(report) {
        let line = visible(&line, false).replace("```", "'''");
        let _ = writeln!(text, "{line}");
    }
    text.push_str("```\n");
    footer(&mut text, report, plain_in_markdown);
    text
}

/// Writes the statements most relevant to the failure, as C with comments.
fn short(text: &mut String, report: &ExplainReport) {
    if report.short_trace.is_empty() {
        return;
    }
    text.push_str("\n## How the failure happens\n\n```c\n");
    let mut lines = Vec::new();
    for (place, what, told) in short_lines(report) {
        code(&mut lines, &place, &what, &told);
    }
    for line in lines {
        let line = visible(&line, false).replace("```", "'''");
        let _ = writeln!(text, "{line}");
    }
    text.push_str("```\n");
}

/// Story sentences as an ordered list.
fn story(report: &ExplainReport) -> String {
    let mut text = String::new();
    if !report.story.is_empty() {
        text.push('\n');
    }
    for (number, sentence) in (1..).zip(&report.story) {
        let _ = writeln!(text, "{number}. {}", sentence_in_markdown(&sentence.text));
    }
    text
}

/// Formats a sentence with code in back quotes; the rest may quote anything.
pub fn sentence_in_markdown(sentence: &str) -> String {
    let parts = sentence.split('`').enumerate();
    let parts = parts.map(|(i, part)| match i % 2 {
        0 => plain_in_markdown(&visible(part, false)),
        _ => code_span(&visible(part, false)),
    });
    parts.collect()
}

/// Heading: the test, and the place and kind of its failure.
fn heading(report: &ExplainReport) -> String {
    let test = plain_in_markdown(report.test.as_deref().unwrap_or("?"));
    let mut text = format!("# Test {test} fails\n");
    if let Some(failure) = &report.failure {
        let name = file_name(&failure.file);
        let (line, message) = (failure.line, plain_in_markdown(&failure.message));
        let name = code_span(&visible(name, false));
        let _ = writeln!(text, "\n{name}, line {line}: **{message}**");
    }
    text
}

/// Whether expected or actual output is longer than the message can show.
fn is_long(report: &ExplainReport) -> bool {
    let lines = |output: &str| output.trim_end().lines().count();
    let expected = report.expected.as_deref().map_or(0, lines);
    expected.max(lines(&report.stdout)) > 1
}

/// Introduction that says how to read the trace.
fn introduction(report: &ExplainReport) -> String {
    if report.statements.is_empty() {
        return "Nothing before it matters: it fails whatever the variables hold.".to_owned();
    }
    "After each line: what was then true and led to the failure.".to_owned()
}

/// Lines for the relevant statements, each with its effect, and with the conditions that hold behind it if they are
/// new.
fn relevant_lines(report: &ExplainReport) -> Vec<String> {
    let mut lines = Vec::new();
    let mut known = &report.holds;
    comment(&mut lines, "holds at the start: ", known);
    for step in &report.statements {
        let told = sentence(step);
        // The needed value comes last, behind the effect if that is not plain from the text.
        let parts = told.split_once("  ").or_else(|| {
            step.needs
                .is_some()
                .then(|| told.rsplit_once("; "))
                .flatten()
        });
        let (what, came) = parts.unwrap_or((&told, ""));
        let came = came.trim_start_matches("→ ").trim_start_matches("is ");
        code(&mut lines, &step.line.to_string(), what, came);
        if step.holds != *known {
            comment(&mut lines, "holds: ", &step.holds);
        }
        known = &step.holds;
    }
    if let Some(failure) = &report.failure {
        let text = one_line(&failure.text, WIDTH);
        code(
            &mut lines,
            &failure.line.to_string(),
            &text,
            &failure.message,
        );
    }
    lines
}

/// Adds a statement with its effect: behind it if there is room, else below.
fn code(lines: &mut Vec<String>, place: &str, what: &str, came: &str) {
    let line = format!("{place:>3}  {what}");
    let both = format!("{line}  // {came}");
    if came.is_empty() {
        lines.push(line);
    } else if both.chars().count() <= NARROW {
        lines.push(both);
    } else {
        lines.push(line);
        lines.push(format!("{MARGIN}// {came}"));
    }
}

/// Adds facts below a statement, on as many lines as they need.
fn comment(lines: &mut Vec<String>, title: &str, facts: &[String]) {
    let mut line = format!("{MARGIN}// {title}");
    let indent = format!("{MARGIN}// {}", " ".repeat(title.chars().count()));
    for (number, fact) in facts.iter().enumerate() {
        let is_first = line.chars().count() <= indent.chars().count();
        if !is_first && line.chars().count() + fact.chars().count() >= NARROW {
            lines.push(
                std::mem::replace(&mut line, indent.clone())
                    .trim_end()
                    .to_owned(),
            );
        }
        line.push_str(fact);
        if number + 1 < facts.len() {
            line.push_str(", ");
        }
    }
    if !facts.is_empty() {
        lines.push(line);
    }
}
