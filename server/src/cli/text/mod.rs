//! Results as text for a terminal.

use std::fmt::Write;

mod excerpt;
mod explain;
mod inputs;
mod localize;
#[cfg(test)]
mod snapshots;
mod tests;
mod trace;
mod verdict;
mod words;

pub(super) use explain::explain;
pub(super) use inputs::inputs;
pub(super) use localize::localize;
pub(super) use tests::{test, tests_now};
pub(super) use trace::{trace, trace_dot};
pub(super) use verdict::{verdict, verdict_gives_reason};
pub(super) use words::{needs, plural, was_and_needs};

use crate::model::{Problem, Severity};

/// Number of problems shown without `--all`.
const FIRST_PROBLEMS: usize = 5;

/// Writes the problems with the text or the tests, with excerpts.
fn problems(text: &mut String, problems: &[Problem], excerpts: &mut excerpt::Excerpts, all: bool) {
    let most = if all { usize::MAX } else { FIRST_PROBLEMS };
    for problem in problems.iter().take(most) {
        let _ = writeln!(text, "{}", problem_line(problem));
        if let Some((start, end)) = problem.range
            && let Some(excerpt) = excerpts.span(&problem.file, start, end, None)
        {
            text.push_str(&excerpt);
        }
    }
    let more = problems.len().saturating_sub(most);
    if more > 0 {
        let _ = writeln!(
            text,
            "… {} more (--all)",
            plural(more, "problem", "problems")
        );
    }
}

/// Formats a problem: `p.c:3:5: error: unknown name x`
pub(super) fn problem_line(problem: &Problem) -> String {
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut line = problem.file.clone();
    for number in [problem.line, problem.column].into_iter().flatten() {
        let _ = write!(line, ":{number}");
    }
    let _ = write!(line, ": {severity}: {}", problem.message);
    line
}
