//! Scripts in the many forms that projects use, and what is read from them.

#![allow(
    clippy::needless_raw_string_hashes,
    reason = "scripts and expectations all look alike"
)]

mod comparisons;
mod expansion;
mod filters;
mod hostile;
mod names;
mod products;
mod projects;
mod shell;
mod statuses;
mod tools;

use super::{Check, How, Outcome, Piece, Run, Script, Stream, read};
use crate::testing::project;
use expect_test::Expect;
use std::fmt::Write;

/// A text in quotes.
fn quoted(text: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(text))
}

/// A check in short.
fn shown_check(check: &Check) -> String {
    match check {
        Check::Printed {
            of,
            text,
            how,
            negated,
        } => {
            let of = match of {
                Stream::Output => "",
                Stream::OutputAndErrors => "both ",
                Stream::Errors => "errors ",
            };
            let sign = if *negated { "!=" } else { "=" };
            let how = match how {
                How::Exact => "exact",
                How::WithoutFinalNewlines => "stripped",
                How::WhiteSpace => "white space",
                How::Number => "number",
                How::Contains => "contains",
                How::Pattern => "pattern",
            };
            format!("{of}{sign} {} {how}", quoted(text))
        }
        Check::Exit(number) => format!("exit {number}"),
        Check::ExitNot(number) => format!("exit not {number}"),
        Check::File { path, text } => format!("{path} = {}", quoted(text)),
    }
}

/// A run in a line.
fn shown_run(run: &Run) -> String {
    let mut line = format!("{}: ", run.name);
    if !matches!(run.path.as_str(), "tests/run.sh" | "Makefile") {
        let _ = write!(line, "({}:{}) ", run.path, run.line);
    }
    if !run.folder.is_empty() {
        let _ = write!(line, "[{}] ", run.folder);
    }
    for (name, value) in &run.environment {
        let _ = write!(line, "{name}={value} ");
    }
    line.push_str(run.program.as_deref().unwrap_or("?"));
    for arg in &run.args {
        let is_plain = !arg.is_empty() && !arg.contains(char::is_whitespace);
        let _ = if is_plain {
            write!(line, " {arg}")
        } else {
            write!(line, " {arg:?}")
        };
    }
    if !run.stdin.is_empty() {
        let _ = write!(line, " <{}", quoted(&run.stdin));
    }
    for (path, text) in &run.files {
        let _ = write!(line, " {{{path}: {}}}", quoted(text));
    }
    let checks: Vec<String> = run.checks.iter().map(shown_check).collect();
    if !checks.is_empty() {
        let _ = write!(line, " {}", checks.join(", "));
    }
    if let Some(reason) = &run.not_understood {
        let _ = write!(line, " -- {reason}");
    }
    line + "\n"
}

/// An outcome, a line for each thing.
fn shown(outcome: &Outcome) -> String {
    let mut text: String = outcome.runs.iter().map(shown_run).collect();
    for compiled in &outcome.compiled {
        let _ = writeln!(
            text,
            "compiles {} from {}",
            compiled.program,
            compiled.sources.join(" ")
        );
    }
    if let Some(stop) = &outcome.stopped {
        let _ = writeln!(text, "stops in line {}: {}", stop.line, stop.reason);
    }
    if !outcome.succeeds {
        text.push_str("fails\n");
    }
    text
}

/// Interprets the script `tests/run.sh` at the root and compares what is read.
#[track_caller]
fn check(files: &[(&str, &str)], text: &str, expected: Expect) {
    check_with(files, text, &[], "", expected);
}

/// Interprets a script with arguments in a folder.
#[expect(
    clippy::needless_pass_by_value,
    reason = "an expectation is made for its call"
)]
#[track_caller]
fn check_with(files: &[(&str, &str)], text: &str, args: &[&str], folder: &str, expected: Expect) {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_string()).collect();
    let pieces = [Piece {
        text: text.to_string(),
        line: 1,
    }];
    let mut files = files.to_vec();
    files.push(("tests/run.sh", text));
    let project = project(&files);
    let script = Script {
        path: "tests/run.sh",
        pieces: &pieces,
        folder,
        args: &args,
        variables: &[],
    };
    expected.assert_eq(&shown(&read(&project, &script)));
}

/// Interprets the lines of a recipe at the root.
#[expect(
    clippy::needless_pass_by_value,
    reason = "an expectation is made for its call"
)]
#[track_caller]
fn check_recipe(files: &[(&str, &str)], lines: &[&str], expected: Expect) {
    let pieces: Vec<Piece> = lines
        .iter()
        .enumerate()
        .map(|(index, text)| Piece {
            text: (*text).to_string(),
            line: index + 1,
        })
        .collect();
    let project = project(files);
    let script = Script {
        path: "Makefile",
        pieces: &pieces,
        folder: "",
        args: &[],
        variables: &[],
    };
    expected.assert_eq(&shown(&read(&project, &script)));
}

/// Two inputs with what is expected.
const CASES: &[(&str, &str)] = &[
    ("tests/a.in", "1 2\n"),
    ("tests/a.out", "3\n"),
    ("tests/b.in", "4 5\n"),
    ("tests/b.out", "9\n"),
];
