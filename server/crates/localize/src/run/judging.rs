//! Tests that judge edits.

use super::Run;
use crate::limits::nearby_instructions;
use crate::report::Group;
use eval::{Trap, TrapKind};
use exec::run::{Failure, PreparedTest, TestOutcome, Verdict};
use ir::{CompId, CompSet, FnId};
use repair::{Generator, Judges, Nearby, RightRuns, Tally};
use rustc_hash::FxHashSet;
use syntax::Span;
use syntax::ast::Item;

/// Tests that judge edits.
pub(crate) struct Judging<'a> {
    /// Failing tests, by group.
    failing: Vec<Vec<&'a PreparedTest>>,
    /// Failing tests of all groups.
    all: Vec<&'a PreparedTest>,
    /// Passing tests, with the components that they execute.
    passing: Vec<(&'a PreparedTest, &'a CompSet)>,
    /// Inputs near those of the tests.
    nearby: Nearby<'a>,
    /// Runs that were right.
    right: RightRuns<'a>,
    /// Maximum number of instructions of a test in an edited program.
    steps: u64,
    /// Maximum number of threads that run tests.
    threads: usize,
    /// Functions that are tests.
    testing: Vec<Span>,
    /// Where failing tests trap.
    traps: Vec<Span>,
    /// Counts the work.
    pub(crate) tally: Tally,
    /// Generators that are left out.
    without: &'a [Generator],
    /// Whether all failing tests of each group end at an access outside an object.
    overruns: Vec<bool>,
}

impl Judging<'_> {
    /// Judges for each group.
    pub(crate) fn of_groups(&self) -> impl Iterator<Item = Judges<'_>> {
        let groups = self.failing.iter().zip(&self.overruns);
        groups.map(|(failing, overruns)| Judges {
            are_overruns: *overruns,
            ..self.of(failing)
        })
    }

    /// Judges for the given failing tests.
    pub(crate) fn of<'s>(&'s self, failing: &'s [&'s PreparedTest]) -> Judges<'s> {
        Judges {
            failing,
            passing: &self.passing,
            nearby: Some(&self.nearby),
            right: Some(&self.right),
            steps: self.steps,
            threads: self.threads,
            testing: &self.testing,
            traps: &self.traps,
            tally: &self.tally,
            without: self.without,
            are_overruns: false,
        }
    }

    /// Judges for the first of two edits. It need not be a fix, so nothing is run on nearby inputs.
    pub(crate) fn of_first<'s>(&'s self, failing: &'s [&'s PreparedTest]) -> Judges<'s> {
        Judges {
            nearby: None,
            right: None,
            ..self.of(failing)
        }
    }

    /// Judges for all failing tests together.
    pub(crate) fn of_all(&self) -> Judges<'_> {
        Judges {
            are_overruns: self.overruns.iter().all(|overruns| *overruns),
            ..self.of(&self.all)
        }
    }
}

impl<'r> Run<'r> {
    /// Tests that judge edits.
    pub(crate) fn judging(&self) -> Judging<'r> {
        let groups = &self.groups;
        let failing = |mut tests: Vec<usize>| {
            // The shortest test comes first, because most edits are refuted by the first test.
            tests.sort_by_key(|t| self.outcomes[*t].steps);
            self.ready(&tests)
        };
        let of_groups = groups.iter().map(|group| failing(group.tests.clone()));
        let all_failing = failing(self.all_failing());
        let passes = |ran: &TestOutcome| ran.verdict == Verdict::Pass;
        let all = self.prepared.iter().zip(self.outcomes);
        let passing = all.filter(|(_, ran)| passes(ran));
        let passing: Vec<(&'r PreparedTest, &'r CompSet)> = passing
            .filter_map(|(test, ran)| Some((test.as_ref().ok()?, &ran.covered)))
            .collect();
        // Failing and passing tests alternate.
        let both = 0..all_failing.len().max(passing.len());
        let both = both.flat_map(|i| [all_failing.get(i).copied(), passing.get(i).map(|p| p.0)]);
        let near: Vec<&PreparedTest> = both.flatten().collect();
        let ended = self.outcomes.iter().filter(|ran| ran.ended);
        let longest = ended.map(|ran| ran.steps).max().unwrap_or(0);
        let steps = nearby_instructions(longest).min(self.path_steps());
        let nearby = Nearby::new(self.plain, self.reference, &near, steps);
        // A check that fails is what a fix mends, not what it must keep.
        let traps = self.outcomes.iter().filter_map(trap);
        let traps = traps.filter(|trap| trap.kind != TrapKind::Assertion);
        Judging {
            failing: of_groups.collect(),
            right: RightRuns::new(self.parse, passing.iter().map(|(test, _)| *test)),
            all: all_failing,
            passing,
            nearby,
            steps: self.edited_steps(),
            threads: self.options.workers,
            tally: Tally::default(),
            without: &self.options.without,
            testing: self.testing(),
            traps: traps.map(|trap| trap.span).collect(),
            overruns: groups
                .iter()
                .map(|group| self.are_overruns(group))
                .collect(),
        }
    }

    /// The text of the functions that are tests, unless the failing tests execute nothing else.
    fn testing(&self) -> Vec<Span> {
        let tests = self.test_functions();
        let executed = self.entered_by_any(&self.all_failing());
        let function = |comp: CompId| self.program.components[comp.index()].function;
        if executed
            .iter()
            .all(|(comp, _)| tests.contains(&function(*comp)))
        {
            return Vec::new();
        }
        let name = |f: &FnId| self.program.functions[f.index()].span;
        let names: Vec<Span> = tests.iter().map(name).collect();
        let items = self.parse.unit.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(function.span),
            _ => None,
        });
        items
            .filter(|item| names.iter().any(|name| item.encloses(*name)))
            .collect()
    }

    /// Functions that tests call and that contain assertions themselves.
    pub(crate) fn test_functions(&self) -> FxHashSet<FnId> {
        let called = self.prepared.iter().flatten().map(|t| t.start.function);
        // As a rule, thousands of tests call one function.
        let mut tests: FxHashSet<FnId> = called.collect();
        tests.retain(|f| self.program.functions[f.index()].asserts());
        tests
    }

    /// Whether all tests of a group end at an access outside an object.
    fn are_overruns(&self, group: &Group) -> bool {
        group
            .tests
            .iter()
            .all(|test| trap(&self.outcomes[*test]).is_some_and(|trap| trap.kind.is_overrun()))
    }

    /// Prepared forms of the given tests, without tests that cannot be run.
    pub(crate) fn ready(&self, tests: &[usize]) -> Vec<&'r PreparedTest> {
        let of = |t: &usize| self.prepared[*t].as_ref().ok();
        tests.iter().filter_map(of).collect()
    }
}

/// The trap in which a test ends, if it does.
fn trap(ran: &TestOutcome) -> Option<&Trap> {
    match &ran.verdict {
        Verdict::Fail(Failure::Trap(trap)) => Some(trap),
        _ => None,
    }
}
