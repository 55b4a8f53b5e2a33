//! Text of `find` and `reduce`.

use std::fmt::Write as _;

use super::words::{duration, plural};
use crate::model::words::visible;
use crate::model::{FailingInput, InputsReport, InputsStatus};

/// Maximum number of lines shown of an input.
const MOST_LINES: usize = 20;
/// Maximum number of failing inputs, or of kinds of inputs that were left out, shown.
const MOST_FAILING: usize = 20;
/// Maximum number of inputs of passing paths shown.
const MOST_PASSING: usize = 30;

/// Formats the failing inputs, each with the program's failure; or the reason why there is none.
pub(in crate::cli) fn inputs(report: &InputsReport) -> String {
    let mut text = String::new();
    for problem in &report.problems {
        text.push_str(&super::problem_line(problem));
        text.push('\n');
    }
    let _ = writeln!(text, "{}: {}", report.file, headline(report));
    for (number, input) in (1..).zip(&report.failing).take(MOST_FAILING) {
        failing(&mut text, number, input);
    }
    let more = report.failing.len().saturating_sub(MOST_FAILING);
    if more > 0 {
        let _ = writeln!(text, "… {more} more fail (--format json has all)");
    }
    for input in report.passing.iter().take(MOST_PASSING) {
        let input = input.call.as_deref().unwrap_or(input.stdin.trim_end());
        let _ = writeln!(text, "passes: {}", visible(input, false));
    }
    let more = report.passing.len().saturating_sub(MOST_PASSING);
    if more > 0 {
        let _ = writeln!(text, "… {more} more pass (--format json has all)");
    }
    if report.failing.is_empty() {
        for left_out in report.left_out.iter().take(MOST_FAILING) {
            let _ = writeln!(text, "not tried: {}", left_out.text());
        }
        let more = report.left_out.len().saturating_sub(MOST_FAILING);
        if more > 0 {
            let _ = writeln!(text, "… {more} more were not tried (--format json has all)");
        }
    }
    for fact in &report.assumed {
        let _ = writeln!(text, "assumed: {fact}");
    }
    text
}

/// Headline: `fails on 2 inputs; 12 runs (80 ms)`
fn headline(report: &InputsReport) -> String {
    let runs = plural(report.runs, "run", "runs");
    let cost = format!("{runs} ({})", duration(report.time_ms));
    let why = report.reason.as_deref();
    let because = why.map_or_else(String::new, |why| format!(": {why}"));
    if let [input] = &report.failing[..]
        && let Some(before) = input.bytes_before
    {
        let now = plural(input.stdin.len(), "byte", "bytes");
        return format!("the same failure with {now} instead of {before}; {cost}");
    }
    match report.status {
        InputsStatus::Found => {
            let inputs = plural(report.failing.len(), "input", "inputs");
            let passing = match report.passing.len() {
                0 => String::new(),
                n => format!(", passes on {n}"),
            };
            let more = if report.complete {
                ""
            } else {
                "; there may be more"
            };
            format!("fails on {inputs}{passing}{more}; {cost}")
        }
        InputsStatus::None if report.complete => {
            format!("no input makes it fail: every path was followed on all inputs; {cost}")
        }
        InputsStatus::None => format!("no failing input was found{because}; {cost}"),
        InputsStatus::Stopped => format!("no failing input was found yet{because}; {cost}"),
        InputsStatus::Unanalysable => {
            format!(
                "could not be analysed: {}",
                why.unwrap_or("no reason given")
            )
        }
    }
}

fn failing(text: &mut String, number: usize, input: &FailingInput) {
    let at = input.failure.as_ref();
    let place = at.map_or_else(String::new, |at| format!("{}:{}: ", at.file, at.line));
    let _ = writeln!(text, "{number}. {place}{}", visible(&input.message, true));
    if !input.args.is_empty() {
        let _ = writeln!(text, "   arguments: {}", input.args.join(" "));
    }
    if let Some(call) = &input.call {
        let _ = writeln!(text, "   {call}");
        return;
    }
    if input.stdin.is_empty() {
        let _ = writeln!(text, "   without any input");
        return;
    }
    let lines: Vec<&str> = input.stdin.lines().collect();
    for line in lines.iter().take(MOST_LINES) {
        let _ = writeln!(text, "   > {}", visible(line, false));
    }
    let more = lines.len().saturating_sub(MOST_LINES);
    if more > 0 {
        let _ = writeln!(text, "   … {}", plural(more, "more line", "more lines"));
    }
    if let Some(expected) = &input.expected {
        let _ = writeln!(text, "   should print {expected:?}");
    }
}
