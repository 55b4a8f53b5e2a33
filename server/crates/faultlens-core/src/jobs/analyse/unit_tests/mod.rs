//! Functions that are unit tests.
//!
//! Every test that the program runs through Unity's `RUN_TEST` is a test. In addition, a function is a test if it has
//! no parameters, has the name of a test (`test_add`, `add_test`), reaches an assertion, and is run by `main` or there
//! is no `main`, because another tool provides it. A function that only runs other tests is not a test itself, and one
//! with parameters is a helper. Each test runs separately, from the initial state of the program. The code of tests
//! states what is right, so nothing in it is ever a suspect: see [`trusted`].

mod calls;
mod cases;
mod checks;
mod constants;
mod fixtures;
mod reader;
mod run;
mod runs;
mod symbols;
mod tables;
mod trusted;

use std::collections::BTreeSet;
use std::path::Path;

use harness::{Origin, TestFunction};
use ir::{FnId, Program};
use syntax::ast::{Derive, Function, Storage};
use syntax::{Parse, Span};

use super::display_paths::DisplayPaths;
use crate::files::frameworks::{self, FramedTest};
use crate::test_outline::is_test_name;
use calls::Calls;
pub(super) use checks::checks_itself;
use run::TestRun;
use runs::Runs;
pub(super) use runs::visible_tests;
use symbols::{Linkage, functions};
pub(super) use trusted::TrustedCode;

/// The functions that have the name of a test, in the order of the text, each with the position of its translation
/// unit.
fn named_like_tests(parse: &Parse) -> impl Iterator<Item = (u32, &Function)> {
    functions(parse).filter(|(_, f)| name(f).is_some_and(is_test_name))
}

/// Whether a program defines a function.
pub(super) fn defines(parse: &Parse, wanted: &str) -> bool {
    parse.unit.functions().any(|f| name(f) == Some(wanted))
}

/// Whether a function can be called without arguments.
fn has_no_parameters(f: &Function) -> bool {
    matches!(f.declarator.derive.first(), Some(Derive::Function(params)) if params.params.is_empty())
}

/// The name of a function.
fn name(f: &Function) -> Option<&str> {
    f.declarator.name.as_ref().map(|name| name.text.as_str())
}

/// Whether some function of the user's contains an assertion.
pub(super) fn assert(parse: &Parse, program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|f| f.asserts() && !parse.sources.is_built_in(f.span))
}

/// Whether a function itself, not one that it calls, contains an assertion.
pub(super) fn asserts_itself(program: &Program, function: &str) -> bool {
    let f = program.function(function);
    f.is_some_and(|f| Calls { program }.asserts_itself(f.index()))
}

/// Whether the program counts what fails, so that an assertion that a test reaches is not all that it checks: its entry
/// returns a count, or calls functions with the names of tests that reach no assertion in their own file. Tests that a
/// library runs are tests in any case.
pub(super) fn counts_failures(parse: &Parse, program: &Program, entry: &str) -> bool {
    let calls = Calls { program };
    let Some(main) = program.function(entry) else {
        return false;
    };
    if !Runs::of(parse, &Linkage::of(program), entry)
        .tests
        .is_empty()
    {
        return false;
    }
    let run = calls.reachable([main].into_iter().chain(program.init));
    let is_silent = |(unit, f): (u32, &Function)| {
        let id = name(f).and_then(|name| program.function_in(unit, name));
        let id = id.filter(|id| has_no_parameters(f) && run.contains(&id.index()));
        let reached = id.map(|id| calls.reached(id).into_iter());
        let mut reached = reached.map(|all| all.map(|at| &program.functions[at]));
        reached.as_mut().is_some_and(|reached| {
            !reached.any(|own| own.span.file == f.span.file && own.asserts())
        })
    };
    checks::returns_count(parse, entry) || named_like_tests(parse).any(is_silent)
}

/// The names of functions, without those of tests, that contain an assertion, themselves or in functions of their file
/// that they call. The latter are parts of their callers, which know what arguments to pass.
pub(super) fn asserting(parse: &Parse, program: &Program, entry: &str) -> BTreeSet<String> {
    let calls = Calls { program };
    // Harnesses, which call functions for us, do not count.
    let all = (0..).map(FnId).zip(&program.functions);
    let all = all.filter(|(_, f)| !parse.sources.is_built_in(f.span));
    let all: Vec<FnId> = all.map(|(id, _)| id).collect();
    let callees = all
        .iter()
        .flat_map(|f| calls.of(*f).filter(move |callee| callee != f));
    let called: BTreeSet<FnId> = callees.collect();
    let heads = parse.unit.functions();
    let internal = heads.filter(|f| f.specs.storage == Storage::Static);
    let internal: BTreeSet<Span> = internal.map(place).collect();
    let is_part = |f: FnId| {
        let head = program.functions[f.index()].span;
        internal.contains(&head) && called.contains(&f)
    };
    let whole = all.into_iter().filter(|f| !is_part(*f));
    let asserting = whole.filter(|f| {
        let parts = calls::closure(vec![*f], |f| calls.of(f).filter(|f| is_part(*f)));
        parts.into_iter().any(|f| calls.asserts_itself(f))
    });
    let names = asserting.map(|f| program.functions[f.index()].name.clone());
    let mut names: BTreeSet<String> = names.collect();
    for test in test_functions(parse, program, entry) {
        names.remove(&test.name);
    }
    names
}

/// The functions of a program that look like tests, with objections against some of them: first those that it runs as
/// tests, in that order, then others with the name of a test, in the order of the text.
pub(super) fn test_functions(parse: &Parse, program: &Program, entry: &str) -> Vec<TestFunction> {
    let candidates = Candidates::of(parse, program, entry);
    let run = candidates.runs.tests.iter();
    let run = run.map(|run| candidates.run(run));
    let named = candidates.named.iter();
    let named = named.filter_map(|named| candidates.named_like_one(named));
    run.chain(named).collect()
}

/// Whether a program runs unit tests of a framework.
pub(super) fn runs_tests(parse: &Parse) -> bool {
    frameworks::included(&parse.sources)
}

/// A function of the user's.
#[derive(Clone, Copy)]
struct Defined<'a> {
    /// Position of its translation unit.
    unit: u32,
    function: &'a Function,
    id: FnId,
}

/// Functions that may be tests.
struct Candidates<'a> {
    parse: &'a Parse,
    program: &'a Program,
    entry: &'a str,
    linkage: Linkage,
    runs: Runs,
    /// Functions that reach an assertion and have the name of a test.
    named: Vec<Defined<'a>>,
    /// Functions among these without parameters.
    callable: BTreeSet<usize>,
    /// Functions that are run as tests.
    run: BTreeSet<usize>,
    /// Functions that are called by certain tests.
    helpers: BTreeSet<usize>,
    /// All functions that the program's entry may call, if there is one.
    from_entry: Option<BTreeSet<usize>>,
}

impl<'a> Candidates<'a> {
    fn of(parse: &'a Parse, program: &'a Program, entry: &'a str) -> Self {
        let calls = Calls { program };
        let linkage = Linkage::of(program);
        let runs = Runs::of(parse, &linkage, entry);
        let named: Vec<Defined<'_>> = named_like_tests(parse)
            .filter_map(|(unit, function)| {
                let id = program.function_in(unit, name(function)?)?;
                Some(Defined { unit, function, id })
            })
            .filter(|f| name(f.function) != Some(entry) && calls.asserts(f.id))
            .collect();
        let callable = named.iter().filter(|f| has_no_parameters(f.function));
        let callable = callable.map(|f| f.id.index()).collect();
        let run = runs.tests.iter();
        let run = run.filter_map(|run| program.function_in(run.unit, &run.framed.test));
        let run: Vec<FnId> = run.collect();
        let called = |id: &FnId| calls.of(*id).flat_map(|callee| calls.reached(callee));
        let helpers = run.iter().flat_map(called).collect();
        Candidates {
            parse,
            program,
            entry,
            linkage,
            named,
            callable,
            run: run.into_iter().map(FnId::index).collect(),
            helpers,
            // Tables of functions get their content before the entry begins.
            from_entry: program
                .function(entry)
                .map(|main| calls.reachable([main].into_iter().chain(program.init))),
            runs,
        }
    }

    /// A test that the program runs with `RUN_TEST`.
    fn run(&self, run: &TestRun) -> TestFunction {
        let test = &run.framed.test;
        let id = self.program.function_in(run.unit, test);
        let defined = id.and_then(|id| {
            let head = self.program.functions[id.index()].span;
            functions(self.parse).find(|(_, f)| place(f) == head)
        });
        let objection = match defined {
            None => Some(format!("`{test}` is not defined in these files")),
            Some((_, f)) if !has_no_parameters(f) && !run.framed.has_arguments() => {
                Some(takes_arguments(test))
            }
            Some(_) => None,
        };
        // A unit that only the C compiler could preprocess has no runners; the unit of the test may have one.
        let own = defined.map_or(run.unit, |(unit, _)| unit);
        let framed = if run.is_of_unseen_group {
            run.framed.clone().of_unseen_group()
        } else {
            run.framed.clone()
        };
        let (unit, entry) = self.entry_of([run.unit, own], &framed);
        let place = defined.map_or(run.span, |(_, f)| place(f));
        TestFunction {
            name: run.id.clone().unwrap_or_else(|| test.clone()),
            entry,
            unit,
            origin: origin(self.parse, place),
            objection,
        }
    }

    /// A function with the name of a test, if it could be one: it is neither run as a test nor a part of one, and it
    /// does more than run others.
    fn named_like_one(&self, named: &Defined<'_>) -> Option<TestFunction> {
        let Defined {
            unit,
            function: f,
            id,
        } = *named;
        let name = name(f)?;
        let is_run = self.run.contains(&id.index());
        let runs_others = self.runs.runners.contains(&self.linkage.symbol(unit, name))
            || self
                .calls(id)
                .any(|callee| self.callable.contains(&callee.index()));
        if is_run || runs_others || self.helpers.contains(&id.index()) {
            return None;
        }
        let from_entry = self.from_entry.as_ref();
        let objection = if !has_no_parameters(f) {
            // A function that tests call needs no message.
            if self.is_called_by_callable(id) {
                return None;
            }
            Some(takes_arguments(name))
        } else if from_entry.is_some_and(|reached| !reached.contains(&id.index())) {
            Some(format!("`{name}` is not run by `{}`", self.entry))
        } else {
            None
        };
        let (_, entry) = self.entry_of([unit, unit], &FramedTest::plain(name));
        Some(TestFunction {
            name: name.to_owned(),
            entry,
            unit,
            origin: origin(self.parse, place(f)),
            objection,
        })
    }

    fn calls(&self, id: FnId) -> impl Iterator<Item = FnId> {
        let program = self.program;
        Calls { program }.of(id).filter(move |callee| *callee != id)
    }

    fn is_called_by_callable(&self, id: FnId) -> bool {
        let named = self.named.iter();
        let callable = named.filter(|test| has_no_parameters(test.function));
        let mut calls = callable.flat_map(|test| self.calls(test.id));
        calls.any(|callee| callee == id)
    }

    /// The function to call to run a test, and the first of the units that has it.
    fn entry_of(&self, units: [u32; 2], framed: &FramedTest) -> (u32, String) {
        let runner = framed.runner();
        let has_runner = |unit: &u32| self.program.function_in(*unit, &runner).is_some();
        match units.into_iter().find(has_runner) {
            Some(unit) => (unit, runner),
            None => (units[0], framed.test.clone()),
        }
    }
}

fn takes_arguments(test: &str) -> String {
    format!("`{test}` takes arguments: a test function has none")
}

/// Place of a function for the user: its name.
fn place(f: &Function) -> Span {
    f.declarator.name.as_ref().map_or(f.span, |name| name.span)
}

fn origin(parse: &Parse, place: Span) -> Origin {
    let path = parse
        .sources
        .file(place.file)
        .map_or("", |source| source.path.as_str());
    let path = DisplayPaths::absolute(Path::new(path)).unwrap_or_else(|_| path.to_owned());
    Origin {
        path,
        line: parse.sources.line_col(place).0 as usize,
    }
}
