//! A localization as a Markdown document, for a review or a message.

use std::fmt::Write;

use super::{Findings, changed, difference, others, stopped};
use crate::cli::text;
use crate::model::words::{capital, code_span, one_line, plain_in_markdown, visible};
use crate::model::{Edit, Outcome, sentence_in_markdown, short_lines};

/// Maximum number of causes listed.
const MOST_CAUSES: usize = 10;
/// Maximum number of characters of a statement.
const WIDTH: usize = 60;

/// The whole document.
pub(in crate::cli) fn markdown(findings: &Findings) -> String {
    let report = &findings.localized;
    let file = code_span(&visible(&report.file, false));
    let headline = plain_in_markdown(&findings.headline());
    let mut text = format!("# {file}\n\n{headline}\n");
    failures(&mut text, findings);
    faults(&mut text, findings);
    causes(&mut text, findings);
    stories(&mut text, findings);
    outputs(&mut text, findings);
    if let Some(reason) = stopped(&findings.localized) {
        let _ = writeln!(
            text,
            "\nThere may be more causes: {}.",
            plain_in_markdown(reason)
        );
    }
    for assumed in &report.assumed {
        let _ = writeln!(text, "\nAssumed: {}.", plain_in_markdown(assumed));
    }
    text
}

fn failures(text: &mut String, findings: &Findings) {
    text.push('\n');
    for problem in findings.problems() {
        let _ = writeln!(text, "* {}", plain_in_markdown(&problem));
    }
    for (test, message) in findings.failing() {
        let (test, message) = (plain_in_markdown(test), plain_in_markdown(message));
        let _ = writeln!(text, "* **{test}**: {message}");
    }
}

/// The faults, if there are several.
fn faults(text: &mut String, findings: &Findings) {
    let report = &findings.localized;
    for (name, fault) in report.named_faults() {
        if name == 'A' {
            text.push_str("\n## Likely faults\n\n");
        }
        let (places, explained) = (fault.places_from(&report.file), fault.explained());
        let told = format!("{places} explains {explained}{}.", fault.by_edit());
        let _ = writeln!(text, "* **{name}**: {}", sentence_in_markdown(&told));
    }
}

fn causes(text: &mut String, findings: &Findings) {
    let report = &findings.localized;
    if report.certified().is_empty() {
        return suspected(text, findings);
    }
    text.push_str("\n## Possible causes\n");
    for (line, diagnosis, component) in findings.localized.causes().take(MOST_CAUSES) {
        let place = code_span(&format!("{}:{}", visible(&line.file, false), line.line));
        let _ = write!(text, "\n{}. {place} {}", line.rank, component.claim());
        if let Some(others) = others(diagnosis, component) {
            let _ = write!(text, "; together with {}", plain_in_markdown(&others));
        }
        let needed = text::needs(&component.values, component.values_left_out);
        if !needed.is_empty() {
            let _ = write!(text, "; {}", plain_in_markdown(&needed));
        }
        text.push_str(".\n");
        if let Some(fix) = diagnosis.fixes.first() {
            let promise = plain_in_markdown(&report.with_fix(diagnosis.group, fix));
            let _ = writeln!(text, "\n   {}:\n\n   ```diff", capital(&promise));
            let edits: Vec<&Edit> = fix.edits().collect();
            for (sign, line) in changed(&edits) {
                let _ = writeln!(text, "   {sign}{}", fenced(&line));
            }
            text.push_str("   ```\n");
        }
    }
}

/// Suspected lines, if nothing is confirmed.
fn suspected(text: &mut String, findings: &Findings) {
    let lines = findings.localized.suspected();
    if lines.is_empty() {
        return;
    }
    let none = if findings.localized.explains_some() {
        "No cause of all failures is confirmed. The first lines explain some."
    } else {
        "No cause is confirmed."
    };
    let _ = writeln!(text, "\n## Worth a look\n\n{none}\n");
    for line in lines.iter().take(MOST_CAUSES) {
        let place = code_span(&format!("{}:{}", visible(&line.file, false), line.line));
        let _ = writeln!(
            text,
            "{}. {place} {}.",
            line.rank,
            plain_in_markdown(&line.why)
        );
    }
}

fn stories(text: &mut String, findings: &Findings) {
    for report in &findings.explained {
        if report.story.is_empty() {
            continue;
        }
        let test = plain_in_markdown(report.test.as_deref().unwrap_or("?"));
        let _ = writeln!(text, "\n## How {test} fails\n");
        for sentence in &report.story {
            let _ = writeln!(text, "* {}", sentence_in_markdown(&sentence.text));
        }
        text.push_str("\n```\n");
        for (place, what, told) in short_lines(report) {
            let line = format!("{place:>4}  {}  {told}", one_line(&what, WIDTH));
            let _ = writeln!(text, "{}", fenced(line.trim_end()));
        }
        text.push_str("```\n");
    }
}

/// Expected and actual output of the failing tests.
fn outputs(text: &mut String, findings: &Findings) {
    let tests = findings.tests.iter().flat_map(|report| &report.tests);
    let failing = tests.filter(|test| test.outcome == Outcome::Fail);
    for test in failing {
        let Some(expected) = &test.expected else {
            continue;
        };
        let _ = writeln!(
            text,
            "\n## Output of {}\n\n```diff",
            plain_in_markdown(&test.id)
        );
        for (sign, line) in difference(expected, &test.stdout) {
            let _ = writeln!(text, "{sign}{}", fenced(&line));
        }
        text.push_str("```\n");
    }
}

/// Escapes a line such that it cannot end its code fence.
fn fenced(line: &str) -> String {
    visible(line, false).replace("```", "'''")
}
