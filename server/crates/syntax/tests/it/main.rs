//! Black-box tests of the crate, one module per subject.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::needless_raw_string_hashes,
    clippy::format_collect,
    reason = "tests; expect-test writes raw strings"
)]

mod declarations;
mod errors;
mod expressions;
mod mapping;
mod preprocessed;
mod preprocessor;
mod robustness;
mod statements;

use std::collections::BTreeMap;

use expect_test::Expect;
use syntax::{Includes, Options, Parse};

/// Files that `#include` can find, by name.
#[derive(Default)]
struct Files(BTreeMap<String, String>);

impl Includes for Files {
    fn open(&self, name: &str, _from: &str, _system: bool) -> Option<(String, String)> {
        self.0.get(name).map(|text| (name.to_owned(), text.clone()))
    }
}

/// Parses `main.c`; lines `//- name` start further files.
fn parse(fixture: &str) -> Parse {
    let mut files = Files::default();
    let mut sections = fixture.split("//- ");
    let main = sections.next().unwrap_or_default();
    for section in sections {
        let (name, text) = section.split_once('\n').unwrap();
        files.0.insert(name.trim().to_owned(), text.to_owned());
    }
    syntax::parse("main.c", main, &files, &Options::default())
}

/// Formats the problems, one per line: place, severity, the text they point at, message.
fn problems(parse: &Parse) -> String {
    let line = |problem: &syntax::Problem| {
        let (line, column) = parse.sources.line_col(problem.span);
        let file = &parse.sources.file(problem.span.file).unwrap().path;
        let at = parse.sources.text(problem.span);
        format!(
            "{file}:{line}:{column} {:?} `{at}`: {}\n",
            problem.severity, problem.message
        )
    };
    parse.problems.iter().map(line).collect()
}

/// Compares the tree, and checks that there are no problems.
fn check(text: &str, expected: &Expect) {
    let parse = parse(text);
    assert_eq!(problems(&parse), "", "in:\n{text}");
    expected.assert_eq(&syntax::dump::unit(&parse.unit));
}

/// Compares the body of a function with the given statements.
fn check_body(statements: &str, expected: &Expect) {
    let parse = parse(&format!("void f(void) {{\n{statements}\n}}\n"));
    assert_eq!(problems(&parse), "", "in:\n{statements}");
    let dump = syntax::dump::unit(&parse.unit);
    let (_, body) = dump.split_once('\n').unwrap();
    let lines: String = body
        .lines()
        .map(|line| format!("{}\n", line.get(2..).unwrap_or_default()))
        .collect();
    expected.assert_eq(&lines);
}

/// Compares the problems.
fn check_problems(text: &str, expected: &Expect) {
    expected.assert_eq(&problems(&parse(text)));
}
