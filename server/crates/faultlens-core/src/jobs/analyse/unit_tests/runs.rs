//! Tests that a program runs through Unity's `RUN_TEST`, possibly within other macros and functions.
//!
//! In our header each `RUN_TEST` becomes a call of [`frameworks::RUN`] with the functions that it runs, so the tree
//! shows exactly which these are. If the test is not the name of a function (a parameter, an element of a table), it
//! may be any function whose address the program takes. Other libraries keep their tests in tables ([`tables`]), and a
//! test with parameters may have cases ([`cases`]).

use std::collections::{BTreeMap, BTreeSet};

use syntax::Parse;
use syntax::ast::{Function, Item};

use super::reader::UnitReader;
use super::run::{Step, TestRun};
use super::symbols::{Linkage, Symbol, functions, units};
use super::{cases, has_no_parameters, name, tables};
use crate::files::frameworks::{self, FramedTest};

/// The tests that a program runs.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// Tests, each function once, in the order in which they are run.
    pub(super) tests: Vec<TestRun>,
    /// Functions that run tests, directly or indirectly.
    pub(super) runners: BTreeSet<Symbol>,
}

impl Runs {
    /// The tests that `entry` runs; if there is no such function, all tests that are run anywhere.
    pub(super) fn of(parse: &Parse, linkage: &Linkage, entry: &str) -> Runs {
        if !frameworks::included(&parse.sources) {
            return Runs::default();
        }
        let mentions = TestMentions::of(parse, linkage);
        let cases = cases::of(parse);
        let entry = mentions.functions.keys().find(|f| f.name == entry);
        let steps = match entry {
            Some(entry) => mentions.steps_from(entry),
            None => mentions.all_steps().collect(),
        };
        let mut runs = Runs {
            tests: Vec::new(),
            runners: mentions.runners(),
        };
        for step in &steps {
            if let Step::Runs(run) = step {
                let test = run.test(linkage);
                let mut own = cases.iter().filter(|case| case.test(linkage) == test);
                match own.next() {
                    None => {
                        let unseen = run.is_of_unseen_group && mentions.has_fixtures;
                        let run = TestRun {
                            is_of_unseen_group: unseen,
                            ..run.clone()
                        };
                        runs.add(run, linkage);
                    }
                    Some(first) => std::iter::once(first)
                        .chain(own)
                        .for_each(|case| runs.add(case.clone(), linkage)),
                }
            }
        }
        // Without a `main`, nothing else names them.
        for run in cases.into_iter().chain(tables::of(parse)) {
            runs.add(run, linkage);
        }
        if steps.iter().any(|step| matches!(step, Step::RunsUnknown)) {
            mentions
                .mentioned
                .iter()
                .for_each(|run| runs.add(run.clone(), linkage));
        }
        runs
    }

    fn add(&mut self, run: TestRun, linkage: &Linkage) {
        let key = |run: &TestRun| (run.test(linkage), run.framed.runner());
        let new = key(&run);
        if self.tests.iter().all(|known| key(known) != new) {
            self.tests.push(run);
        }
    }
}

/// The tests of one unit that a generated runner is to run: those that the unit runs itself, and those that others may
/// run.
pub(crate) fn visible_tests(parse: &Parse) -> Vec<FramedTest> {
    // In one unit each name has one meaning.
    let linkage = Linkage::default();
    let read = TestMentions::of(parse, &linkage);
    let run = read.all_steps().filter_map(|step| match step {
        Step::Runs(run) => Some(run.clone()),
        _ => None,
    });
    let mentioned = read.mentioned.iter().map(|run| run.framed.clone());
    let described = cases::of(parse).into_iter().chain(tables::of_unit(parse));
    // Whether another file has a group is only known to the whole program.
    let described = described.chain(run).flat_map(|run| {
        let unseen = run.is_of_unseen_group;
        let unseen = unseen.then(|| run.framed.clone().of_unseen_group());
        std::iter::once(run.framed).chain(unseen)
    });
    let named = super::named_like_tests(parse);
    let named = named.filter_map(|(_, f)| name(f)).map(FramedTest::plain);
    let takes_something = symbols(parse, &linkage, |f| !has_no_parameters(f));
    let mut tests: Vec<FramedTest> = Vec::new();
    for framed in described.chain(mentioned).chain(named) {
        let known = tests.iter().any(|known| known.runner() == framed.runner());
        let test = linkage.symbol(0, &framed.test);
        let is_callable = framed.has_arguments() || !takes_something.contains(&test);
        if !known && is_callable {
            tests.push(framed);
        }
    }
    tests
}

/// The functions that satisfy the predicate.
fn symbols(
    parse: &Parse,
    linkage: &Linkage,
    is_wanted: impl Fn(&Function) -> bool,
) -> BTreeSet<Symbol> {
    functions(parse)
        .filter(|(_, f)| is_wanted(f))
        .filter_map(|(unit, f)| Some(linkage.symbol(unit, name(f)?)))
        .collect()
}

#[derive(Debug, Default)]
struct Steps {
    /// Position of the function in the text.
    order: usize,
    steps: Vec<Step>,
}

/// Information in the text of a program about its tests.
#[derive(Debug, Default)]
struct TestMentions {
    functions: BTreeMap<Symbol, Steps>,
    /// Functions without parameters whose address is taken, as possible tests.
    mentioned: Vec<TestRun>,
    /// Whether some group has a fixture.
    has_fixtures: bool,
}

impl TestMentions {
    fn of(parse: &Parse, linkage: &Linkage) -> TestMentions {
        // Functions that a mention may run, and those that it may not.
        let callable = symbols(parse, linkage, |f| {
            has_no_parameters(f) && !parse.sources.is_built_in(f.span)
        });
        let takes_something = symbols(parse, linkage, |f| !has_no_parameters(f));

        // Actions of each function, and tests that are mentioned outside of functions.
        let mut mentions = TestMentions::default();
        for (unit, items) in units(parse) {
            let mut reader = UnitReader::new(unit, items, linkage, &callable, &takes_something);
            for item in items {
                let function = match item {
                    Item::Function(f) if !is_built_in_run(f) => name(f),
                    Item::Declaration(_) => None,
                    _ => continue,
                };
                reader.read(item, function);
            }
            mentions.has_fixtures |= reader.has_fixtures();
            let (functions, mut mentioned) = reader.finish();
            mentions.mentioned.append(&mut mentioned);
            for (function, steps) in functions {
                let order = mentions.functions.len();
                let known = mentions.functions.entry(function);
                known.or_insert(Steps { order, steps });
            }
        }
        mentions
    }

    /// All actions of all functions, in the order of the text.
    fn all_steps(&self) -> impl Iterator<Item = &Step> {
        let mut functions: Vec<&Steps> = self.functions.values().collect();
        functions.sort_by_key(|f| f.order);
        functions.into_iter().flat_map(|f| &f.steps)
    }

    /// All actions of a function and of those that it calls, in the order of a run.
    fn steps_from(&self, entry: &Symbol) -> Vec<&Step> {
        let mut steps = Vec::new();
        let mut entered = BTreeSet::from([entry]);
        let of = |f: &Symbol| self.functions.get(f).map_or(&[][..], |f| &f.steps);
        let mut open = vec![of(entry).iter()];
        while let Some(inner) = open.last_mut() {
            match inner.next() {
                None => {
                    open.pop();
                }
                Some(Step::Calls(callee)) => {
                    if entered.insert(callee) {
                        open.push(of(callee).iter());
                    }
                }
                Some(step) => steps.push(step),
            }
        }
        steps
    }

    fn runners(&self) -> BTreeSet<Symbol> {
        let runs = |step: &Step| !matches!(step, Step::Calls(_));
        if !self.all_steps().any(runs) {
            return BTreeSet::new();
        }
        let runs = |f: &&Symbol| self.steps_from(f).into_iter().any(runs);
        self.functions.keys().filter(runs).cloned().collect()
    }
}

/// Whether this is the function of our header that runs a test, in which the names are parameters.
fn is_built_in_run(f: &Function) -> bool {
    name(f) == Some(frameworks::RUN)
}
