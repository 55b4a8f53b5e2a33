//! Discovery of the program's tests; places are searched while the program is read.

use std::fmt::Write;
use std::path::Path;

use harness::{Discovery, OUTSIDE, SourceFacts, TestSearch};
use ir::{Builtin, Program};
use syntax::Parse;

use super::display_paths::DisplayPaths;
use super::{Job, NoAnswer, unit_tests};
use crate::files::{Boundary, DescribedTests, Inside, Projects};
use crate::jobs::given;
use crate::jobs::protocol::JobSpec;
use crate::model::words::functions;
use crate::model::{self, Problem, SkippedCandidate};

/// The places where tests are searched for; see [`harness::discover`].
pub(super) struct Places {
    source: String,
    tests: Option<String>,
    files: Inside,
    is_in_memory: bool,
}

impl Places {
    /// The places for a program whose entry is in this file.
    pub(super) fn of(spec: &JobSpec, begins: &Path) -> Result<Places, String> {
        let boundary = boundary(spec);
        // A folder that the user names is inside.
        if let Some(tests) = &spec.tests
            && !boundary.holds(tests)
        {
            return Err(format!("the folder of tests {} {OUTSIDE}", tests.display()));
        }
        Ok(Places {
            source: DisplayPaths::absolute(begins)?,
            tests: spec
                .tests
                .as_deref()
                .map(DisplayPaths::absolute)
                .transpose()?,
            files: Inside(boundary),
            is_in_memory: spec.is_in_memory(),
        })
    }

    /// Searches the places, with what is known of projects or is read of them now.
    pub(super) fn search(&self, projects: &mut Projects) -> TestSearch<'_> {
        let search = TestSearch::begin(&self.source, self.tests.as_deref(), &self.files);
        let source = Path::new(&self.source);
        if search.is_decided() || self.is_in_memory {
            return search;
        }
        let DescribedTests {
            tests,
            skipped,
            has_arguments,
        } = projects.tests(source);
        search.with_described(tests, skipped, has_arguments)
    }
}

/// The boundary of a job's project.
pub(super) fn boundary(spec: &JobSpec) -> Boundary {
    if spec.options.allow_outside {
        Boundary::open()
    } else {
        Boundary::around(&spec.file, &spec.inside)
    }
}

impl Job<'_> {
    /// Reads the tests that a search has found.
    pub(super) fn discover(
        &mut self,
        parse: &Parse,
        program: &Program,
        search: TestSearch<'_>,
    ) -> Result<Discovery, NoAnswer> {
        if self.spec.is_in_memory() {
            return Ok(given::discovery(&self.spec.given));
        }
        let entry = &self.spec.options.entry;
        let source = Path::new(search.source_path());
        let testable = self.testable(parse, program);
        let facts = SourceFacts {
            has_main: program.function(entry).is_some(),
            runs_tests: unit_tests::runs_tests(parse),
            asserts: unit_tests::assert(parse, program),
            main_asserts: unit_tests::asserts_itself(program, entry),
            checks_itself: unit_tests::checks_itself(parse, source, entry, &mut self.projects),
            counts_failures: unit_tests::counts_failures(parse, program, entry),
            opens_files: opens_files(program),
            only_function: match testable[..] {
                [only] if only.params.is_empty() => Some(only.name.clone()),
                _ => None,
            },
            test_functions: unit_tests::test_functions(parse, program, entry),
        };

        // A program that opens files gets those whose names it mentions.
        let names = if facts.opens_files {
            names_of_files(program)
        } else {
            Vec::new()
        };
        let search = search.with_names(names);
        let mut discovery = search.finish(&facts, self.spec.options.limit_tests);
        if self.spec.options.only_visible {
            discovery.tests.retain(|test| !test.expect.is_hidden);
        }
        self.call_harnesses(&mut discovery.tests);
        self.keep_remarks(&discovery);
        if discovery.tests.is_empty() {
            let testable: Vec<&str> = testable.iter().map(|f| &*f.name).collect();
            return Err(self.no_tests(&facts, &testable).into());
        }
        Ok(discovery)
    }

    /// Keeps the problems of the discovery and the candidates that it skipped for the report.
    fn keep_remarks(&mut self, discovery: &Discovery) {
        let shown = DisplayPaths::new(&self.spec.file);
        for problem in &discovery.problems {
            let line = u32::try_from(problem.line).ok();
            self.problems.push(Problem {
                severity: model::Severity::Warning,
                file: shown.path(&problem.path),
                line,
                column: None,
                range: None,
                message: problem.message.clone(),
            });
        }
        self.skipped = discovery
            .skipped
            .iter()
            .map(|skipped| SkippedCandidate {
                what: shown.path(&skipped.path),
                reason: skipped.reason.clone(),
            })
            .collect();
    }

    /// A message about the places that were searched, about functions that could be called, and about candidates that
    /// are not tests.
    fn no_tests(&self, facts: &SourceFacts, testable: &[&str]) -> String {
        let stem = self
            .spec
            .file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let mut reason = match &self.spec.tests {
            Some(path) => format!("no tests in {}", path.display()),
            None => format!(
                "no tests found: no NAME.out in tests/, tests/{stem}/, {stem}.tests/ or beside the file, no ctest.json, no [[test]] in \
                 faultlens.toml, and {}",
                if facts.has_main {
                    "no assertion in the program, nor a check that its exit status tells of"
                } else {
                    "no `main` to run"
                }
            ),
        };
        let file = self.spec.file.display();
        if !testable.is_empty() {
            let named = functions(testable);
            let _ = write!(
                reason,
                "; `faultlens find {file} --write` makes tests of calls that fail: {named} can be tested"
            );
        } else if self.spec.tests.is_none() && facts.has_main && self.skipped.is_empty() {
            let _ = write!(
                reason,
                "; `faultlens add-test {file} --accept` makes one of what it prints now"
            );
        }
        if let Some(first) = self.skipped.first() {
            let more = match self.skipped.len() - 1 {
                0 => String::new(),
                more => format!(" (and {more} more)"),
            };
            let folder = self.spec.file.parent().unwrap_or(Path::new(""));
            let what = Path::new(&first.what);
            let what = what.strip_prefix(folder).unwrap_or(what).display();
            let _ = write!(reason, "; {what} was not taken: {}{more}", first.reason);
        }
        reason
    }
}

/// Whether the program opens files by name.
fn opens_files(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|f| f.calls(Builtin::names_files))
}

/// Most bytes of a file name.
const LONGEST_NAME: usize = 256;

/// Texts of the program that may be names of files.
fn names_of_files(program: &Program) -> Vec<String> {
    let texts = program.globals.iter().filter_map(|global| {
        let end = global.bytes.iter().position(|&byte| byte == 0)?;
        let text = std::str::from_utf8(&global.bytes[..end]).ok()?;
        let is_name = text.len() < LONGEST_NAME && !text.contains(char::is_whitespace);
        (is_name && text.contains(['/', '.'])).then(|| text.to_owned())
    });
    texts.collect()
}
