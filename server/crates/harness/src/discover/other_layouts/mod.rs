//! Tests in the layouts of other tools, which need no configuration.
//!
//! These layouts are searched if the program has no tests in our own layouts: pairs of files by their names
//! ([`pairs`]), and the files in which judges, courses and editors describe tests, with a module for each. The first
//! layout with tests for this program is used. Each keeps its own way of comparing outputs unless the user specifies
//! one; the report names the layout.

mod check50;
mod classroom;
mod coderunner;
mod commands;
mod companion;
mod dmoj;
mod kattis;
mod pairs;
mod spec_examples;
mod testcases;

use std::sync::Arc;

use crate::expected::Expected;
use crate::files::{Files, join, split};
use crate::model::{
    Action, Compare, ExitStatus, Expect, Observed, Origin, SkippedCandidate, Test, Tolerance,
};

/// The program whose tests are wanted.
pub(super) struct Program<'a> {
    pub(super) folder: &'a str,
    /// Name of the program's file, without `.c`.
    pub(super) stem: &'a str,
    /// Stems of other C files beside it.
    pub(super) others: &'a [&'a str],
    /// The user's choice of how to compare.
    pub(super) compare: Option<Compare>,
    pub(super) files: &'a dyn Files,
}

/// The tests of another tool.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) tests: Vec<Test>,
    /// A sentence about which files were taken for tests, and how outputs are compared.
    pub(super) said: Option<String>,
    /// Tests described there that could not be taken.
    pub(super) skipped: Vec<SkippedCandidate>,
}

/// A test as a file describes it.
#[derive(Debug, Clone, Default)]
struct Case {
    id: String,
    args: Vec<Vec<u8>>,
    stdin: Vec<u8>,
    stdout: Option<Vec<u8>>,
    compare: Compare,
    tolerance: Tolerance,
    exit: Option<i32>,
}

/// Finds the tests of a program in the layouts of other tools.
pub(super) fn find(program: &Program<'_>) -> Layout {
    let formats: [fn(&Program<'_>) -> Layout; 9] = [
        companion::read,
        testcases::read,
        dmoj::read,
        pairs::find,
        classroom::read,
        check50::read,
        coderunner::read,
        pairs::find_around,
        spec_examples::read,
    ];
    let mut skipped = Vec::new();
    for format in formats {
        let found = format(program);
        if !found.tests.is_empty() {
            return found;
        }
        skipped.extend(found.skipped);
    }
    Layout {
        skipped,
        ..Layout::default()
    }
}

pub(super) use pairs::read_below as pairs_below;

impl Program<'_> {
    /// The folder of the program and those around it, up to the one that holds a `.git`, at most `most` folders.
    fn around(&self, most: usize) -> Vec<&str> {
        let mut folders = vec![self.folder];
        while folders.len() < most
            && let Some(last) = folders.last().copied()
            && !self.files.is_dir(&join(last, ".git"))
            && split(last).0 != last
        {
            folders.push(split(last).0);
        }
        folders
    }

    /// The nearest file of this name, in the folder of the program or in one around it, with its content.
    fn nearest(&self, name: &str, most: usize) -> Option<(String, Vec<u8>)> {
        self.around(most).into_iter().find_map(|folder| {
            let path = join(folder, name);
            // Most folders do not have the file; asking for the size is cheaper than reading.
            self.files.size(&path)?;
            let content = self.files.read(&path)?;
            Some((path, content))
        })
    }

    /// A test found in a file; paths that the program opens are relative to `folder`.
    fn test(&self, path: &str, folder: &str, case: Case) -> Test {
        let is_text = case.stdout.is_some();
        Test {
            id: case.id,
            origin: Origin {
                path: path.to_owned(),
                line: 1,
            },
            action: Action::Main {
                program: Arc::default(),
                args: case.args.into(),
                environment: Arc::default(),
                stdin: case.stdin.into(),
                folder: folder.into(),
                files: None,
            },
            expect: Expect {
                stdout: case.stdout.map(Arc::from),
                compare: self.compare.filter(|_| is_text).unwrap_or(case.compare),
                tolerance: case.tolerance,
                exit: case.exit.map(ExitStatus::Is),
                returns: None,
                is_hidden: false,
                observed: Observed::Output,
            },
        }
    }

    /// The tests described by one file, with a sentence that names the file; tests that cannot be taken are listed
    /// with their reasons.
    fn layout(&self, path: &str, cases: Vec<Result<Case, (String, String)>>) -> Layout {
        let mut layout = Layout::default();
        let mut compare = None;
        for case in cases {
            let usable = case.and_then(|case| match pattern_problem(&case) {
                Some(problem) => Err((case.id, problem)),
                None => Ok(case),
            });
            match usable {
                Ok(mut case) => {
                    compare.get_or_insert(self.compare.unwrap_or(case.compare));
                    case.id = free(&layout.tests, case.id);
                    layout.tests.push(self.test(path, self.folder, case));
                }
                Err((id, reason)) => layout.skipped.push(SkippedCandidate {
                    path: path.to_owned(),
                    reason: format!("`{id}`: {reason}"),
                }),
            }
        }
        let name = path.strip_prefix(self.folder).unwrap_or(path);
        let name = name.trim_start_matches('/');
        layout.said = compare.map(|compare| {
            let how = how(compare);
            format!("the tests are those in {name}, whose outputs are compared {how}")
        });
        layout
    }
}

fn pattern_problem(case: &Case) -> Option<String> {
    let pattern = case.stdout.as_ref()?;
    let is_pattern = case.compare == Compare::Regex;
    is_pattern
        .then(|| Expected::problem_of_pattern(&String::from_utf8_lossy(pattern)))
        .flatten()
}

/// A name that no other test has.
fn free(tests: &[Test], id: String) -> String {
    let is_taken = |id: &str| tests.iter().any(|test| test.id == id);
    if !is_taken(&id) {
        return id;
    }
    let numbered = (2..).map(|n| format!("{id} ({n})"));
    numbered.into_iter().find(|id| !is_taken(id)).unwrap_or(id)
}

/// The way of comparing outputs, as the end of a sentence.
fn how(compare: Compare) -> &'static str {
    match compare {
        Compare::Exact => "byte by byte",
        Compare::Trim => "without white space at the ends of lines",
        Compare::Chomp => "without newlines at the end",
        Compare::Tokens => "word by word",
        Compare::Contains => "by what they contain",
        Compare::Regex => "with regular expressions",
    }
}

/// The value of a YAML text, in the form of JSON; null if the text is not valid.
fn yaml(content: &[u8]) -> serde_json::Value {
    serde_saphyr::from_slice(content).unwrap_or_default()
}
