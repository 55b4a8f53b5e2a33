//! Contracts of functions: checked when a test calls one of them, and when inputs are searched for.
//!
//! A test `call = "sum({5, 7}, 2)"` without an expected result is judged by the contract of `sum`. It then calls the
//! harness of `sum`, with the arguments as standard input.

use std::collections::BTreeSet;

use ::contracts::{Callable, Harness};
use harness::{Action, Expect, Test};
use syntax::{Parse, Severity};

use super::Job;
use crate::config;
use crate::files::frameworks;

/// The harness of a unit; empty if there is nothing to check.
pub(super) fn harness(parse: &Parse, first_file: u16, wanted: &BTreeSet<String>) -> Harness {
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    ::contracts::harness(parse, first_file, &wanted, &|path| {
        !frameworks::is_built_in(path)
    })
}

/// Moves assertions and invariants to their places, and adds the clauses that were not understood to the problems.
pub(super) fn weave(parse: &mut Parse, harness: &Harness) {
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

impl Job<'_> {
    /// Functions that need a harness even without a contract: the entry, and those that tests call with arrays.
    pub(super) fn called_functions(&self) -> BTreeSet<String> {
        let config = config::read(&self.spec.file).ok().flatten();
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
            .filter_map(|call| call.split_once('('))
            .map(|(name, _)| name.trim().to_owned());
        called.chain([self.spec.options.entry.clone()]).collect()
    }

    /// The harness of a function, if it has one.
    pub(super) fn callable(&self, function: &str) -> Option<&Callable> {
        let mut callable = self.callable.iter();
        callable.find(|callable| callable.function == function)
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
