//! Runs a C text through parsing and lowering, and compares what they say with the marks in the text.

use std::fmt;

use lower::LowerOptions;
use syntax::{NoIncludes, Options, Severity};

/// Something said about a line, or expected to be said.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remark {
    /// 1-based.
    pub line: u32,
    /// The message; of marks, a part of it.
    pub message: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

/// What parsing and lowering say.
#[derive(Debug, Default)]
pub struct Findings {
    /// What is wrong with the text.
    pub errors: Vec<Remark>,
    /// What the evaluator cannot execute.
    pub unsupported: Vec<Remark>,
}

/// Parses and lowers a text.
pub fn findings(path: &str, text: &str) -> Findings {
    let parse = syntax::parse(path, text, &NoIncludes, &Options::default());
    let lowered = lower::lower(&parse, &LowerOptions::default());
    let line = |span| parse.sources.line_col(span).0;
    let mut errors: Vec<Remark> = parse
        .problems
        .iter()
        .chain(&lowered.problems)
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| Remark {
            line: line(problem.span),
            message: problem.message.clone(),
        })
        .collect();
    errors.sort();
    errors.dedup();
    let unsupported = lowered.program.unsupported.iter().map(|found| Remark {
        line: line(found.span),
        message: found.what.to_string(),
    });
    Findings {
        unsupported: unsupported.collect(),
        errors,
    }
}

/// The marks of a text: what follows each `//~`.
pub fn marks(text: &str) -> Vec<Remark> {
    let mut marks = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        for mark in content.split("//~").skip(1) {
            marks.push(Remark {
                line,
                message: mark.trim().to_owned(),
            });
        }
    }
    marks
}

/// The differences between marks and remarks, one sentence each.
pub fn differences(marks: &[Remark], remarks: &[Remark]) -> Vec<String> {
    let fits = |mark: &Remark, remark: &Remark| {
        mark.line == remark.line && remark.message.contains(&mark.message)
    };
    let missing = marks
        .iter()
        .filter(|mark| !remarks.iter().any(|remark| fits(mark, remark)))
        .map(|mark| format!("missing  {mark}"));
    let extra = remarks
        .iter()
        .filter(|remark| !marks.iter().any(|mark| fits(mark, remark)))
        .map(|remark| format!("unmarked {remark}"));
    missing.chain(extra).collect()
}
