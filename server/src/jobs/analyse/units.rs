//! Functions that are unit tests.
//!
//! A test function has no parameters, the name of a test (`test_add`, `add_test`), reaches an assertion, and is what
//! `main` runs; or there is no `main`, as where another tool writes it. One that only runs others is no test itself.
//! Each runs by itself, from the state in which the program begins. Test functions say what is right, so nothing in them
//! is ever a suspect.

use std::collections::BTreeSet;
use std::path::Path;

use harness::{Origin, TestFunction};
use ir::{Callee, CompId, FnId, Inst, Program};
use syntax::ast::{Derive, Function, Item};
use syntax::{Parse, Span};

use super::shown::Shown;
use crate::files::unity;
use crate::outline::is_test_name;

/// Functions that Unity calls before and after each test.
const AROUND: [&str; 2] = ["setUp", "tearDown"];

/// The functions of a unit that have the name of a test, in the order of the text.
pub(super) fn named_like_tests(parse: &Parse) -> Vec<&Function> {
    let like_test = |f: &&Function| name(f).is_some_and(is_test_name);
    functions(parse).filter(like_test).collect()
}

/// Whether a unit defines a function.
pub(super) fn defines(parse: &Parse, wanted: &str) -> bool {
    functions(parse).any(|f| name(f) == Some(wanted))
}

/// Whether a function can be called without arguments.
pub(super) fn takes_nothing(f: &Function) -> bool {
    matches!(f.declarator.derive.first(), Some(Derive::Function(params)) if params.params.is_empty())
}

/// The name of a function.
pub(super) fn name(f: &Function) -> Option<&str> {
    f.declarator.name.as_ref().map(|name| name.text.as_str())
}

fn functions(parse: &Parse) -> impl Iterator<Item = &Function> {
    parse.unit.items.iter().filter_map(|item| match item {
        Item::Function(f) => Some(f),
        _ => None,
    })
}

/// What calls what, as far as the program says it by name.
struct Calls<'a> {
    program: &'a Program,
}

impl Calls<'_> {
    fn of(&self, f: FnId) -> impl Iterator<Item = FnId> + '_ {
        let code = self
            .program
            .functions
            .get(f.index())
            .map_or(&[][..], |f| &f.code);
        code.iter().filter_map(|inst| match inst {
            Inst::Call(call) => match call.callee {
                Callee::Fn(callee) => Some(callee),
                Callee::Ptr(_) => None,
            },
            _ => None,
        })
    }

    /// A function and all that it may call.
    fn reached(&self, from: FnId) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(f) = open.pop() {
            if reached.insert(f.index()) {
                open.extend(self.of(f));
            }
        }
        reached
    }

    /// A function states something itself.
    fn asserts(&self, f: usize) -> bool {
        let function = self.program.functions.get(f);
        function.is_some_and(|f| f.asserts())
    }
}

/// Whether a function itself, not one that it calls, states something.
pub(super) fn asserts_itself(program: &Program, function: &str) -> bool {
    let f = program.function(function);
    f.is_some_and(|f| Calls { program }.asserts(f.index()))
}

/// The functions of a program that look like tests, with what speaks against some of them.
pub(super) fn test_functions(parse: &Parse, program: &Program, entry: &str) -> Vec<TestFunction> {
    let calls = Calls { program };
    let run = program.function(entry).map(|main| calls.reached(main));
    let candidates: Vec<(&Function, FnId)> = named_like_tests(parse)
        .into_iter()
        .filter_map(|f| Some((f, program.function(name(f)?)?)))
        .collect();
    let ids: BTreeSet<usize> = candidates.iter().map(|(_, id)| id.index()).collect();
    let found = candidates.iter().filter_map(|&(f, id)| {
        let name = name(f)?;
        let asserts = calls.reached(id).iter().any(|&f| calls.asserts(f));
        if name == entry || !asserts || calls.of(id).any(|callee| ids.contains(&callee.index())) {
            return None;
        }
        let objection = if !takes_nothing(f) {
            Some(format!(
                "`{name}` takes arguments: a test function has none"
            ))
        } else if run.as_ref().is_some_and(|run| !run.contains(&id.index())) {
            Some(format!("`{name}` is not run by `{entry}`"))
        } else {
            None
        };
        let runner = unity::runner(name);
        let entry = if program.function(&runner).is_some() {
            runner
        } else {
            name.to_owned()
        };
        Some(TestFunction {
            name: name.to_owned(),
            entry,
            origin: origin(parse, f),
            objection,
        })
    });
    found.collect()
}

fn origin(parse: &Parse, f: &Function) -> Origin {
    let path = parse
        .sources
        .file(f.span.file)
        .map_or("", |source| source.path.as_str());
    let path = Shown::absolute(Path::new(path)).unwrap_or_else(|_| path.to_owned());
    let place = f.declarator.name.as_ref().map_or(f.span, |name| name.span);
    Origin {
        path,
        line: parse.sources.line_col(place).0 as usize,
    }
}

/// The components that belong to tests that are functions: their own, and what is done before and after them.
pub(super) fn components_of_tests(
    parse: &Parse,
    program: &Program,
    tests: &[harness::Test],
) -> Vec<CompId> {
    let ids: BTreeSet<&str> = tests
        .iter()
        .filter(|test| {
            matches!(test.action, harness::Action::Call { .. })
                && test.expect == harness::Expect::default()
        })
        .map(|test| test.id.as_str())
        .collect();
    if ids.is_empty() {
        return Vec::new();
    }
    let belongs =
        |f: &&Function| name(f).is_some_and(|name| ids.contains(name) || AROUND.contains(&name));
    let bodies: Vec<Span> = functions(parse).filter(belongs).map(|f| f.span).collect();
    let inside = |span: Span| {
        let built_in = parse
            .sources
            .file(span.file)
            .is_some_and(|source| unity::is_built_in(&source.path));
        built_in || bodies.iter().any(|body| body.overlaps(span))
    };
    let components = program.components.iter().zip(0..);
    components
        .filter(|(component, _)| inside(component.span))
        .map(|(_, id)| CompId(id))
        .collect()
}
