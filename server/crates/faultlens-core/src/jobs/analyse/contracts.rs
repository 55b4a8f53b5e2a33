//! Contracts of functions: checked when a test calls one of them, and when inputs are searched for.
//!
//! A test `call = "sum({5, 7}, 2)"` without an expected result is judged by the contract of `sum`. It then calls the
//! harness of `sum`, with the arguments as standard input.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ::contracts::{Callable, Harness};
use harness::{Action, Expect, Test};
use ir::{Function, Program};
use lower::{LowerOptions, lower};
use syntax::{Parse, Severity};

use super::{Job, unit_tests};
use crate::config;
use crate::files::frameworks::{self, APPENDED};
use crate::jobs::protocol::{JobKind, JobSpec};
use crate::model::words::functions;

/// Moves assertions and invariants to their places, and adds the clauses that were not understood to the problems.
pub(super) fn weave(parse: &mut Parse, harness: &Harness) {
    if !harness.text.is_empty() {
        parse.readings.clear();
    }
    let unplaced = ::contracts::weave(&mut parse.unit, harness);
    let problems = harness.problems.iter().chain(&unplaced);
    parse.problems.extend(problems.map(|(file, problem)| {
        let at = u32::try_from(problem.at).unwrap_or(u32::MAX);
        syntax::Problem {
            severity: Severity::Warning,
            span: syntax::Span {
                file: *file,
                start: at,
                end: at.saturating_add(1),
            },
            message: format!("not checked: {}", problem.message),
        }
    }));
}

/// The functions of the harness in a unit that have errors, with the first error of each. A contract may use what only
/// other tools know, such as ghost variables; the rest of the program must not suffer from that.
pub(super) fn with_errors(parse: &Parse, harness: &Harness) -> BTreeMap<String, String> {
    if harness.text.is_empty() {
        return BTreeMap::new();
    }
    let lowered = lower(parse, &LowerOptions::default());
    let problems = parse.problems.iter().chain(&lowered.problems);
    let errors = problems.filter(|problem| problem.severity == Severity::Error);
    let mut found = BTreeMap::new();
    for error in errors {
        let file = parse.sources.file(error.span.file);
        if file.is_some_and(|file| file.path == frameworks::path(APPENDED))
            && let Some(function) = harness.function_at(error.span.start as usize)
        {
            let reason = found.entry(function.to_owned());
            reason.or_insert_with(|| error.message.clone());
        }
    }
    found
}

/// Functions that need a harness even without a contract: those that tests call with arrays, and in a search for
/// inputs the entry.
pub(super) fn called_functions(spec: &JobSpec) -> BTreeSet<String> {
    let config = config::read(&spec.file).ok().flatten();
    // Most jobs have no such test: the configuration is parsed elsewhere then.
    let config = config.filter(|config| config.text.contains("call"));
    let table = config.and_then(|config| config.text.parse::<toml::Table>().ok());
    let tests = table
        .as_ref()
        .and_then(|table| table.get("test")?.as_array());
    let calls = tests
        .into_iter()
        .flatten()
        .filter_map(|test| test.get("call")?.as_str());
    let called = calls
        .filter(|call| call.contains(['{', '"']))
        .filter_map(harness::parse_call)
        .map(|(name, _)| name);
    let entry = (spec.kind == JobKind::Find).then(|| spec.options.entry.clone());
    called.chain(entry).collect()
}

/// The functions of the user's text.
fn of_user<'p>(parse: &Parse, program: &'p Program) -> impl Iterator<Item = &'p Function> {
    let all = program.functions.iter().map(|f| &**f);
    all.filter(|f| f.span != syntax::Span::default() && !parse.sources.is_built_in(f.span))
}

impl Job<'_> {
    /// The functions that say what is right, in the order of the text, for a program without a `main`: those with a
    /// contract or an assertion, except for test functions.
    pub(super) fn testable<'p>(&self, parse: &Parse, program: &'p Program) -> Vec<&'p Function> {
        let entry = &self.spec.options.entry;
        let is_default = config::spec("entry").is_some_and(|s| s.default == Some(&**entry));
        if program.function(entry).is_some() || !is_default {
            return Vec::new();
        }
        let asserting = unit_tests::asserting(parse, program, entry);
        of_user(parse, program)
            .filter(|f| {
                let callable = self.callable(&f.name);
                asserting.contains(&f.name) || callable.is_some_and(|c| c.has_contract)
            })
            .collect()
    }

    /// A sentence for a program without the entry, in which no function can be called instead.
    pub(super) fn nothing_to_call(&self, parse: &Parse, program: &Program) -> String {
        let entry = &self.spec.options.entry;
        let names: Vec<&str> = of_user(parse, program).map(|f| &*f.name).collect();
        let mut said = format!("there is no `{entry}`");
        if !self.testable(parse, program).is_empty() {
            said += ", and no function with a contract or an assertion takes only numbers, words and arrays";
        } else if !names.is_empty() {
            let _ = write!(
                said,
                "; `--entry NAME` searches one of the functions {}",
                functions(&names)
            );
        }
        said
    }

    /// The harness of a function, if it has one.
    pub(super) fn callable(&self, function: &str) -> Option<&Callable> {
        let mut callable = self.callable.iter();
        callable.find(|callable| callable.function == function)
    }

    /// Whether a contract decides about some test.
    pub(super) fn has_contract_tests(&self, tests: &[Test]) -> bool {
        let contracts = self.callable.iter().filter(|c| c.has_contract);
        contracts.into_iter().any(|c| tests.iter().any(|test| matches!(&test.action, Action::Call { function, .. } if *function == c.harness)))
    }

    /// Redirects tests of functions with a harness to the harness.
    pub(super) fn call_harnesses(&self, tests: &mut [Test]) {
        for test in tests
            .iter_mut()
            .filter(|test| test.expect == Expect::default())
        {
            let Action::Call {
                function,
                args,
                stdin,
                ..
            } = &mut test.action
            else {
                continue;
            };
            if let Some(callable) = self.callable(function)
                && let Some(input) = callable.input(args)
            {
                function.clone_from(&callable.harness);
                args.clear();
                *stdin = input.into_bytes().into();
            }
        }
    }
}
