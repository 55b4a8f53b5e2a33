//! Explanations in English, as the command line prints and editors show them.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::explain::{Dependence, ExplainReport, ExplainStatus, Statement, StatementKind};
use super::words::{duration, file_name, one_line, plural};

/// Maximum number of characters of a statement on a line.
pub const WIDTH: usize = 60;

/// Headline: the test, and the place and kind of its failure; or why there is no explanation.
pub fn headline(report: &ExplainReport) -> String {
    let test = report
        .test
        .as_deref()
        .map_or("the tests".to_owned(), |id| format!("test {id}"));
    let reason = report.reason.as_deref().unwrap_or("no reason given");
    let place = report
        .reason_line
        .map_or(String::new(), |line| format!(":{line}"));
    // The kind of failure is known even where nothing can be proved.
    if let Some(failure) = &report.failure {
        let (file, line, message) = (&failure.file, failure.line, &failure.message);
        return format!("{file}:{line}: {test} fails: {message}");
    }
    match report.status {
        ExplainStatus::Explained => format!("{}: {test} fails", report.file),
        ExplainStatus::Passes if report.test.is_some() => format!("{}: {test} passes", report.file),
        ExplainStatus::Passes => format!("{}: all tests pass", report.file),
        ExplainStatus::Unanalysable => format!(
            "{}{place}: {test} cannot be explained: {reason}",
            report.file
        ),
        ExplainStatus::Stopped => format!("{}: {test}: stopped: {reason}", report.file),
    }
}

/// Writes expected and actual output, if they are short enough.
pub fn expected(text: &mut String, report: &ExplainReport, indent: &str) {
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

/// Lines of the short trace and the failure behind it: place, statement, and effect. With several files, each line
/// names its own.
pub fn short_lines(report: &ExplainReport) -> Vec<(String, String, String)> {
    let failure = report.failure.as_ref();
    let files = report.short_trace.iter().map(|line| &line.file);
    let mut files = files.chain(failure.map(|failure| &failure.file));
    let is_one = files.all(|file| *file == report.file);
    let place = |file: &str, line: u32| {
        if is_one {
            line.to_string()
        } else {
            format!("{}:{line}", file_name(file))
        }
    };
    let mut lines: Vec<_> = report
        .short_trace
        .iter()
        .map(|line| {
            let times = match line.times {
                1 => String::new(),
                times => format!("{times}×: "),
            };
            let told = format!("{times}{}", line.told);
            let text = one_line(&line.text, WIDTH);
            (
                place(&line.file, line.line),
                text,
                told.trim_end_matches(": ").to_owned(),
            )
        })
        .collect();
    lines.extend(failure.map(|failure| {
        let text = one_line(&failure.text, WIDTH);
        (
            place(&failure.file, failure.line),
            text,
            failure.message.clone(),
        )
    }));
    lines
}

/// Introduction that says what the steps are.
pub fn introduction(report: &ExplainReport) -> String {
    if report.statements.is_empty() {
        return "Nothing before it matters: it fails whatever the variables hold".to_owned();
    }
    let kept = plural(report.statements.len(), "step", "steps");
    format!("How the failure happens ({kept})")
}

/// Maximum number of lines listed.
const MOST_LINES: usize = 16;

/// Number of executions that the failure depends on, and their lines; `None` if it depends on none.
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
            "{} of {} executed statements have to do with the failure: {place} {shown}",
            report.depends_on, report.executed
        )
    })
}

/// Effect of a statement, and the result with which the test would pass.
pub fn sentence(s: &Statement) -> String {
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
        StatementKind::Skips => format!("{text}{again}  so {}", still(&s.writes)),
    }
}

/// Formats facts as `n is still 4`.
fn still(facts: &[String]) -> String {
    let still = |fact: &String| match fact.split_once(" = ") {
        Some((name, value)) => format!("{name} is still {value}"),
        None => fact.clone(),
    };
    facts.iter().map(still).collect::<Vec<_>>().join(", ")
}

/// Explanation of “needs”; `None` if no statement needs anything.
fn legend(report: &ExplainReport) -> Option<&'static str> {
    let needs = report.statements.iter().any(|s| s.needs.is_some());
    needs.then_some("“needs”: had this step produced that value, the test would have passed")
}

/// Writes the legend, the dependences, and the limits of the explanation; `plain` escapes text for the output's markup.
pub fn footer(text: &mut String, report: &ExplainReport, plain: fn(&str) -> String) {
    if let Some(legend) = legend(report) {
        let _ = writeln!(text, "\n{legend}.");
    }
    if let Some(dependence) = dependence(report) {
        let _ = writeln!(text, "\n{dependence}.");
    }
    if let Some(reason) = &report.reason {
        let unproved = match report.status {
            ExplainStatus::Explained => "",
            _ => "nothing of this is proved: ",
        };
        let _ = writeln!(text, "\nNote: {unproved}{}.", plain(reason));
    }
    for assumed in &report.assumed {
        let _ = writeln!(text, "\nAssumed: {}.", plain(assumed));
    }
    let _ = writeln!(text, "\n({})", duration(report.stats.time_ms));
}
