//! Code of unit tests, which is assumed to be correct.
//!
//! * Test functions, `setUp` and `tearDown`, and all built-in text.
//! * Functions that reach an assertion of the test library (Unity's). If tests use plain `assert`, which programs use
//!   too, only functions that do nothing but check, by their names and types (`void check_list(…)`), and that only
//!   tests use.
//! * The entry, if running it is the test and it has assertions, and the tested code is in other files, or in functions
//!   that do more than the entry itself.
//! * In a file of tests, all other functions that only tests use, if the tested code is in other files: in such a file,
//!   a helper that builds an input is as trustworthy as the test itself. A header in its folder belongs to it, unless
//!   tested code is there. In a program of one file, a function without assertions that only tests call is the tested
//!   code.
//!
//! A line that the user suspects is not trusted.

use std::collections::BTreeSet;
use std::path::Path;

use harness::ExitStatus;
use ir::{Builtin, CompId, Component, ComponentKind, FnId, Function, Program};
use syntax::{FileId, Parse, Span};

use super::calls::Calls;
use super::place;
use crate::files::frameworks::{self, AROUND};
use crate::model::words::functions;
use crate::test_outline::is_test_name;

/// Prefixes of names of functions that only check.
const CHECKS: [&str; 6] = ["test", "check", "assert", "expect", "verify", "require"];
/// Extensions of files that other files include.
const HEADERS: [&str; 4] = ["h", "hpp", "inc", "inl"];

/// The code that is assumed to be correct.
#[derive(Debug, Default)]
pub(in crate::jobs::analyse) struct TrustedCode {
    /// All trusted components.
    pub(in crate::jobs::analyse) components: Vec<CompId>,
    /// Sentences for the report.
    pub(in crate::jobs::analyse) assumed: Vec<String>,
}

impl TrustedCode {
    /// Finds the trusted code for those tests that are functions, without the `suspected` components.
    pub(in crate::jobs::analyse) fn of(
        parse: &Parse,
        program: &Program,
        tests: &[harness::Test],
        entry: &str,
        suspected: &[CompId],
    ) -> TrustedCode {
        let code = TestCode::of(parse, program, tests, entry);
        let whole_files = code.whole_files();
        let heads: BTreeSet<Span> = code.all().map(|f| code.function(f).span).collect();
        let bodies = parse.unit.functions().filter(|f| heads.contains(&place(f)));
        let bodies: Vec<Span> = bodies.map(|f| f.span).collect();
        let inside = |span: Span| {
            parse.sources.is_built_in(span)
                || whole_files.contains(&span.file) && span != Span::default()
                || bodies.iter().any(|body| body.overlaps(span))
        };
        let components = program.components.iter().zip((0..).map(CompId));
        let components = components
            .filter(|(component, id)| inside(component.span) && !suspected.contains(id))
            .map(|(_, id)| id);
        TrustedCode {
            components: components.collect(),
            assumed: code.sentences(),
        }
    }
}

/// The functions that belong to tests.
struct TestCode<'a> {
    parse: &'a Parse,
    program: &'a Program,
    calls: Calls<'a>,
    has_unity: bool,
    /// The test functions.
    tests: BTreeSet<usize>,
    /// Functions that run before and after tests.
    around: BTreeSet<usize>,
    /// Neutral functions: code that they use may be of either kind.
    neutral: BTreeSet<usize>,
    /// The other helpers.
    helpers: BTreeSet<usize>,
    /// For each function, the functions that mention it.
    users: Vec<Vec<usize>>,
}

impl<'a> TestCode<'a> {
    fn of(parse: &'a Parse, program: &'a Program, tests: &[harness::Test], entry: &str) -> Self {
        let id = |name: &str| program.function(name).map(FnId::index);
        let calls = Calls { program };
        let mut users = vec![Vec::new(); program.functions.len()];
        for f in 0..program.functions.len() {
            for mentioned in calls.mentioned_by(FnId(f as u32)) {
                if let Some(users) = users.get_mut(mentioned.index()) {
                    users.push(f);
                }
            }
        }
        let mut code = TestCode {
            parse,
            program,
            calls,
            has_unity: frameworks::included(&parse.sources),
            tests: tests
                .iter()
                .filter_map(|test| unit_test(program, test))
                .map(FnId::index)
                .collect(),
            around: BTreeSet::new(),
            neutral: BTreeSet::new(),
            helpers: BTreeSet::new(),
            users,
        };
        if code.tests.is_empty() {
            code.tests = code.entry_that_tests(tests, entry);
        }
        if code.tests.is_empty() {
            return code;
        }
        code.around = AROUND.into_iter().filter_map(id).collect();
        code.neutral = code.neutral_functions(entry);
        code.helpers = code.asserting();
        let others = code.others_of_test_files();
        code.helpers.extend(others);
        code
    }

    /// The entry, if running it is the test and the tested code is in other files or functions, so that it exists for its
    /// assertions.
    fn entry_that_tests(&self, tests: &[harness::Test], entry: &str) -> BTreeSet<usize> {
        let by_status = tests
            .iter()
            .any(|test| test.expect.exit == Some(ExitStatus::SUCCESS));
        let is_run = tests.iter().any(|test| {
            let is_main = matches!(test.action, harness::Action::Main { .. });
            is_main && test.expect.stdout.is_none()
        });
        let found = self.program.function(entry).filter(|_| is_run);
        let found = found.filter(|f| by_status || self.calls.asserts(*f));
        let entry: BTreeSet<usize> = found.into_iter().map(FnId::index).collect();
        let files = entry.iter().map(|f| self.function(*f).span.file);
        let files: BTreeSet<FileId> = files.collect();
        let of_user: BTreeSet<usize> = self.of_user().collect();
        let reached = entry
            .iter()
            .flat_map(|f| self.calls.reached(FnId(*f as u32)));
        let reached: BTreeSet<usize> = reached.filter(|f| of_user.contains(f)).collect();
        let is_elsewhere = reached.iter().any(|f| {
            let file = self.function(*f).span.file;
            !files.contains(&file) && !self.is_header(file)
        });
        if is_elsewhere || tests.iter().all(is_plain_run) && self.drives(&entry, &reached) {
            entry
        } else {
            BTreeSet::new()
        }
    }

    /// Whether the entry only calls what it tests: the functions that it reaches do more than it does itself. An entry
    /// without assertions of its own, or of a function that only checks, does nothing else.
    fn drives(&self, entry: &BTreeSet<usize>, reached: &BTreeSet<usize>) -> bool {
        use ComponentKind::{Call, Declaration, Jump, Output, Return};
        let others = reached.difference(entry).copied();
        let (checks, tested): (Vec<usize>, Vec<usize>) = others.partition(|f| self.checks(*f));
        let all = &self.program.components;
        let calls: Vec<Span> = all
            .iter()
            .filter(|c| c.kind == Call)
            .map(|c| c.span)
            .collect();
        let does = |c: &&Component| !matches!(c.kind, Call | Declaration | Jump);
        let own = all.iter().filter(|c| entry.contains(&c.function.index()));
        let own = own.filter(|c| does(c) && !matches!(c.kind, Output | Return));
        let own = own
            .filter(|c| !calls.iter().any(|call| c.span.encloses(*call)))
            .count();
        let tested = all.iter().filter(|c| tested.contains(&c.function.index()));
        let mut judges = entry.iter().chain(&checks);
        let is_test = judges.any(|f| self.calls.asserts_itself(*f));
        own < tested.filter(does).count() && (is_test || own == 0)
    }

    fn function(&self, f: usize) -> &'a Function {
        &self.program.functions[f]
    }

    /// Functions of the user's text.
    fn of_user(&self) -> impl Iterator<Item = usize> + use<'_> {
        let all = 0..self.program.functions.len();
        all.filter(|f| {
            let span = self.function(*f).span;
            span != Span::default() && !self.parse.sources.is_built_in(span)
        })
    }

    /// The entry, the initialiser of globals, and all built-in functions.
    fn neutral_functions(&self, entry: &str) -> BTreeSet<usize> {
        let of_user: BTreeSet<usize> = self.of_user().collect();
        let ours = (0..self.program.functions.len()).filter(|f| !of_user.contains(f));
        let entry = self.program.function(entry);
        let named = [entry, self.program.init].into_iter().flatten();
        ours.chain(named.map(FnId::index)).collect()
    }

    /// Whether the function's kind is known, so that it need not be examined as a helper.
    fn is_settled(&self, f: usize) -> bool {
        [&self.tests, &self.around, &self.neutral]
            .iter()
            .any(|known| known.contains(&f))
    }

    fn all(&self) -> impl Iterator<Item = usize> + '_ {
        let all = [&self.tests, &self.around, &self.helpers];
        all.into_iter().flatten().copied()
    }

    /// Reduces the `candidates` to those that only tests and other candidates use.
    fn used_by_tests_alone(&self, mut candidates: BTreeSet<usize>) -> BTreeSet<usize> {
        loop {
            let known = |user: &usize| {
                self.is_settled(*user) || self.helpers.contains(user) || candidates.contains(user)
            };
            let (kept, gone): (BTreeSet<usize>, BTreeSet<usize>) = candidates
                .iter()
                .partition(|f| self.users[**f].iter().all(known));
            if gone.is_empty() {
                return kept;
            }
            candidates = kept;
        }
    }

    /// Helpers with assertions.
    fn asserting(&self) -> BTreeSet<usize> {
        let candidates = self.of_user().filter(|f| !self.is_settled(*f));
        if self.has_unity {
            let states = |f: &usize| {
                let mut reached = self.calls.reached(FnId(*f as u32)).into_iter();
                reached.any(|f| is_assertion_of_unity(self.function(f)))
            };
            return candidates.filter(states).collect();
        }
        self.used_by_tests_alone(candidates.filter(|f| self.checks(*f)).collect())
    }

    /// Whether a function does nothing but check, by its name and type.
    fn checks(&self, f: usize) -> bool {
        let function = self.function(f);
        let named = CHECKS.iter().any(|start| {
            let name = function.name.get(..start.len());
            name.is_some_and(|name| name.eq_ignore_ascii_case(start))
        });
        named && function.result.is_none() && self.calls.asserts(FnId(f as u32))
    }

    /// All other functions that only tests use, in files of tests, if the tested code is elsewhere.
    fn others_of_test_files(&self) -> BTreeSet<usize> {
        let files = self.test_files();
        let tested = self.tested_files(&files);
        if tested.is_empty() {
            return BTreeSet::new();
        }
        let beside = |file: FileId| {
            let folder = self.folder(file);
            let with = |files: &BTreeSet<FileId>| files.iter().any(|f| self.folder(*f) == folder);
            self.is_header(file) && with(&files) && !with(&tested)
        };
        let candidates = self.of_user().filter(|f| {
            let file = self.function(*f).span.file;
            !self.is_settled(*f) && (files.contains(&file) || beside(file))
        });
        self.used_by_tests_alone(candidates.collect())
    }

    /// Files that contain tests.
    fn test_files(&self) -> BTreeSet<FileId> {
        let tests = self.tests.iter();
        tests.map(|f| self.function(*f).span.file).collect()
    }

    /// Other files, except headers, with functions that tests reach.
    fn tested_files(&self, test_files: &BTreeSet<FileId>) -> BTreeSet<FileId> {
        let of_user: BTreeSet<usize> = self.of_user().collect();
        let tests = self.tests.iter().map(|f| FnId(*f as u32));
        let reached = self.calls.reachable(tests);
        let tested = reached.intersection(&of_user);
        let tested = tested.filter(|f| !self.helpers.contains(f) && !self.is_settled(**f));
        let files = tested.map(|f| self.function(*f).span.file);
        files
            .filter(|file| !test_files.contains(file) && !self.is_header(*file))
            .collect()
    }

    /// Files of tests in which all functions, and hence all variables, belong to tests.
    fn whole_files(&self) -> BTreeSet<FileId> {
        let mut files = self.test_files();
        if self.tested_files(&files).is_empty() {
            return BTreeSet::new();
        }
        for f in self.of_user() {
            if !self.is_settled(f) && !self.helpers.contains(&f) {
                files.remove(&self.function(f).span.file);
            }
        }
        files
    }

    fn path(&self, file: FileId) -> &'a Path {
        let source = self.parse.sources.file(file);
        Path::new(source.map_or("", |source| &source.path))
    }

    fn folder(&self, file: FileId) -> &'a Path {
        self.path(file).parent().unwrap_or(Path::new(""))
    }

    fn is_header(&self, file: FileId) -> bool {
        let extension = self.path(file).extension();
        HEADERS
            .iter()
            .any(|header| extension == Some(header.as_ref()))
    }

    fn sentences(&self) -> Vec<String> {
        if self.tests.is_empty() {
            return Vec::new();
        }
        let first = match self.tests.first() {
            Some(f) if self.neutral.contains(f) => {
                format!(
                    "`{}` was not suspected: it says what is right",
                    self.function(*f).name
                )
            }
            _ => "test functions were not suspected".to_owned(),
        };
        let mut said = vec![first];
        // Helpers with the name of a test are covered by the first sentence.
        let helpers: Vec<&str> = self
            .helpers
            .iter()
            .map(|f| &*self.function(*f).name)
            .filter(|name| !is_test_name(name))
            .collect();
        if !helpers.is_empty() {
            let named = functions(&helpers);
            said.push(format!("helpers of tests were not suspected: {named}"));
        }
        said
    }
}

/// The function of a unit test; `None` for other tests. A function that `faultlens.toml` calls is the tested code, unless
/// it is a test by its name.
fn unit_test(program: &Program, test: &harness::Test) -> Option<FnId> {
    let harness::Action::Call { function, unit, .. } = &test.action else {
        return None;
    };
    let found = program.called_as(frameworks::run_by(function), *unit)?;
    let is_test = unit.is_some()
        || is_test_name(function)
            && test.expect == harness::Expect::default()
            && Calls { program }.asserts(found);
    is_test.then_some(found)
}

/// Whether a test is a run without input that only assertions judge.
fn is_plain_run(test: &harness::Test) -> bool {
    let harness::Action::Main { args, stdin, .. } = &test.action else {
        return false;
    };
    args.is_empty() && stdin.is_empty() && test.expect.stdout.is_none()
}

/// Whether a function itself contains an assertion of Unity.
fn is_assertion_of_unity(function: &Function) -> bool {
    function.calls(|builtin| matches!(builtin, Builtin::VerifierAssert | Builtin::IgnoreTest))
}
