//! Runs of the tests on an edited program.
//!
//! Failing tests come first, because most edits are rejected by them. Then come the passing tests, those broken by
//! earlier edits before the others. An edit that passes the first of these passes most of them, and all of them are
//! needed to confirm it; so they are shared with a second thread, to avoid waiting for a single edit. The result for an
//! edit does not depend on that. If only the existence of a fix matters, the first passing tests come before most of
//! the failing ones: an edit that lets a few failing tests pass lets most of them pass, and as a rule breaks passing
//! tests.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::vec::IntoIter;

use eval::ChoiceSource;
use ir::{CompId, Program};

use super::budget::TrialBudget;
use super::disturbance::Disturbance;
use super::judges::Judges;
use crate::limits::{DELETES_TRAP, FIRST_FAILING_TESTS, FIRST_PASSING_TESTS, TESTS_PER_FIX_THREAD};
use crate::nearby_inputs::NearbyComparison;
use crate::patch::Fix;
use crate::plausibility;
use exec::parallel::map_in_order;
use exec::run::PreparedTest;
use exec::runner::Runner;

/// Result of the tests on a changed program.
pub(super) enum Trial<'t> {
    /// All failing tests pass; the number of broken passing tests is within the tolerance.
    Passes(usize),
    /// All failing tests pass, but more passing tests than tolerated are broken; this is the first of them.
    Breaks(&'t PreparedTest),
    /// This failing test still fails.
    FailsAt(&'t PreparedTest),
    /// All tests pass, but the program behaves differently from the reference program.
    Differs,
    /// The budget is used up.
    Void,
}

/// Whether a test passes, and the number of instructions executed.
type Run = (bool, u64);

/// Runs the tests that judge edits, and keeps the best order of the tests.
pub(crate) struct TrialRunner<'a> {
    pub(crate) judges: Judges<'a>,
    pub(super) stopped: &'a (dyn Fn() -> bool + Sync),
    pub(super) left: TrialBudget,
    /// Indices of the failing tests in the order of their runs: a test that still fails after one edit often fails
    /// after the next.
    first: Vec<usize>,
    /// Indices of the passing tests in the order of their runs, recently broken tests first: a test broken by one edit
    /// is often broken by the next.
    order: Vec<usize>,
    /// The edited component, if there is only one.
    pub(crate) edited: Option<CompId>,
    /// The comparison on nearby inputs of the program that last passed the tests.
    pub(super) nearby: NearbyComparison,
    /// What that program computes in another way.
    disturbance: Disturbance,
}

impl<'a> TrialRunner<'a> {
    /// Creates a runner of the given tests within a budget; `stopped` ends the runs early.
    pub(super) fn new(
        judges: Judges<'a>,
        budget: TrialBudget,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> TrialRunner<'a> {
        TrialRunner {
            judges,
            stopped,
            left: budget,
            first: (0..judges.failing.len()).collect(),
            order: (0..judges.passing.len()).collect(),
            edited: None,
            nearby: NearbyComparison::default(),
            disturbance: Disturbance::default(),
        }
    }

    /// Runs all tests, until a failing test still fails or too many passing tests are broken.
    pub(super) fn trial(&mut self, program: &Program, tolerance: usize) -> Trial<'a> {
        self.run_all(program, tolerance, self.first.len())
    }

    /// Number of passing tests that a program breaks with which all failing tests pass. `None` if a failing test still
    /// fails or too many passing tests are broken.
    pub(super) fn count_broken(&mut self, program: &Program, tolerance: usize) -> Option<usize> {
        match self.run_all(program, tolerance, FIRST_FAILING_TESTS) {
            Trial::Passes(broken) => Some(broken),
            Trial::Breaks(_) | Trial::FailsAt(_) | Trial::Differs | Trial::Void => None,
        }
    }

    /// Whether all tests pass in another program than the one that is rated. Nothing is run on nearby inputs.
    pub(crate) fn passes_too(&mut self, other: &Program) -> bool {
        let (judges, compared) = (self.judges, std::mem::take(&mut self.nearby));
        let disturbance = std::mem::take(&mut self.disturbance);
        self.judges.nearby = None;
        self.judges.right = None;
        let passes = self.count_broken(other, 0) == Some(0);
        (self.judges, self.nearby, self.disturbance) = (judges, compared, disturbance);
        passes
    }

    /// Runs all tests; the first `first` failing tests come before the first passing ones.
    fn run_all(&mut self, program: &Program, tolerance: usize, first: usize) -> Trial<'a> {
        let mut runner = Runner::new(program);
        let first = first.min(self.first.len());
        self.begin();
        if let Some(test) = self.failing_of(0..first, &mut runner) {
            return Trial::FailsAt(test);
        }
        let (passing, edited) = (self.judges.passing, self.edited);
        let entered = |at: &usize| edited.is_none_or(|comp| passing[*at].1.contains(comp));
        let order = self.order.clone();
        let mut ahead = Vec::new().into_iter();
        let (mut broken, mut broken_first) = (0, None);
        // Most edits break one of the first tests, so the coverage of the other tests is examined only when needed.
        let mut rest = order.iter().copied().filter(entered);
        for so_far in 0.. {
            let next = rest.next();
            if so_far == FIRST_PASSING_TESTS || next.is_none() && so_far < FIRST_PASSING_TESTS {
                let others = first..self.first.len();
                if let Some(test) = self.failing_of(others, &mut runner) {
                    return Trial::FailsAt(test);
                }
            }
            let Some(at) = next else { break };
            if self.out_of_steps() {
                return Trial::Void;
            }
            if so_far == TESTS_PER_FIX_THREAD {
                let tests: Vec<usize> = std::iter::once(at).chain(rest.clone()).collect();
                ahead = self.run_in_advance(program, &tests, tolerance - broken);
            }
            let test = passing[at].0;
            let ran = ahead.next();
            if self.spend(ran.unwrap_or_else(|| self.run(&mut runner, test))) {
                continue;
            }
            self.prefer(at);
            broken_first = broken_first.or(Some(test));
            broken += 1;
            if broken > tolerance {
                return Trial::Breaks(broken_first.unwrap_or(test));
            }
        }
        let nearby = self.judges.nearby;
        let compared = nearby.map(|nearby| nearby.compare(program, self.stopped));
        self.nearby = compared.unwrap_or_default();
        if self.nearby.differs {
            return Trial::Differs;
        }
        let right = self.judges.right.filter(|_| broken == 0);
        let disturbance = right.map(|runs| runs.disturbance(program, self.stopped));
        self.disturbance = disturbance.unwrap_or_default();
        if broken == 0 {
            self.judges.tally.passing();
        }
        Trial::Passes(broken)
    }

    /// Whether all tests pass in the program of a runner.
    pub(crate) fn passes_all(&mut self, runner: &mut Runner<'_>) -> bool {
        if self.still_failing(runner).is_some() {
            return false;
        }
        let (passing, edited) = (self.judges.passing, self.edited);
        for at in self.order.clone() {
            let (test, covered) = passing[at];
            if edited.is_some_and(|comp| !covered.contains(comp)) {
                continue;
            }
            let ran = self.run(runner, test);
            if !self.spend(ran) {
                self.prefer(at);
                return false;
            }
        }
        self.judges.tally.passing();
        true
    }

    /// Whether one of the first failing tests passes in the program of a runner.
    pub(crate) fn mends_one(&mut self, runner: &mut Runner<'_>) -> bool {
        self.begin();
        let mut firsts = 0..self.first.len().min(FIRST_FAILING_TESTS);
        firsts.any(|at| self.failing_of(at..at + 1, runner).is_none())
    }

    /// Takes another edit from the budget.
    fn begin(&mut self) {
        self.left.trials = self.left.trials.saturating_sub(1);
        self.judges.tally.candidate();
    }

    /// Takes work other than runs from the budget, in instructions.
    pub(crate) fn charge(&mut self, steps: u64) {
        self.left.steps = self.left.steps.saturating_sub(steps);
    }

    /// Runs each test; `after` sees the runner after each run.
    pub(crate) fn run_each(&self, runner: &mut Runner<'_>, after: &mut dyn FnMut(&Runner<'_>)) {
        let passing = self.judges.passing.iter().map(|(test, _)| *test);
        for test in self.judges.failing.iter().copied().chain(passing) {
            self.run(runner, test);
            after(runner);
        }
    }

    /// A failing test that still fails in the program, if there is one.
    pub(super) fn still_failing(&mut self, runner: &mut Runner<'_>) -> Option<&'a PreparedTest> {
        self.begin();
        self.failing_of(0..self.first.len(), runner)
    }

    /// A test that still fails in the program, among the given positions in the order of failing tests.
    fn failing_of(
        &mut self,
        some: Range<usize>,
        runner: &mut Runner<'_>,
    ) -> Option<&'a PreparedTest> {
        for at in some {
            let test = self.judges.failing[self.first[at]];
            let ran = self.run(runner, test);
            if !self.spend(ran) {
                self.first[..=at].rotate_right(1);
                return Some(test);
            }
        }
        None
    }

    /// Whether the budget is used up.
    pub(super) fn exhausted(&self) -> bool {
        self.left.trials == 0 || self.judges.failing.is_empty() || self.out_of_steps()
    }

    /// The fix of the program that last passed the tests, with what the runs say of it.
    pub(super) fn rated(&self, mut fix: Fix) -> Fix {
        if self.nearby.is_worse() {
            fix.plausibility *= plausibility::BREAKS_NEARBY;
        }
        let testing = self.judges.testing;
        if fix
            .edits()
            .any(|edit| testing.iter().any(|test| test.encloses(edit.span)))
        {
            fix.plausibility *= plausibility::IN_TEST;
        }
        let traps = self.judges.traps;
        if fix
            .edits()
            .filter(|edit| edit.text.trim().is_empty())
            .any(|edit| traps.iter().any(|trap| edit.span.encloses(*trap)))
        {
            fix.plausibility *= DELETES_TRAP;
        }
        fix.disturbed = self.disturbance.share(&fix);
        fix.nearby = self.nearby.clone();
        fix
    }

    fn out_of_steps(&self) -> bool {
        self.left.steps == 0 || (self.stopped)()
    }

    fn run(&self, runner: &mut Runner<'_>, test: &PreparedTest) -> Run {
        let steps = self.judges.steps.min(self.left.steps);
        runner.passes_with_assertions(test, ChoiceSource::Nothing, steps)
    }

    /// Deducts a run from the budget. Returns whether the test passes within the budget.
    fn spend(&mut self, (passes, used): Run) -> bool {
        self.judges.tally.run(used);
        let enough = used <= self.left.steps;
        self.left.steps = self.left.steps.saturating_sub(used);
        passes && enough
    }

    /// Moves a passing test to the beginning of the order.
    fn prefer(&mut self, test: usize) {
        let at = self.order.iter().position(|known| *known == test);
        if let Some(at) = at {
            self.order[..=at].rotate_right(1);
        }
    }

    /// Runs the given passing tests in advance with two threads, if there are enough tests and threads. The runs stop
    /// early if too many tests are broken or the budget is used up.
    fn run_in_advance(
        &self,
        program: &Program,
        tests: &[usize],
        tolerance: usize,
    ) -> IntoIter<Run> {
        let (judges, stopped) = (self.judges, self.stopped);
        if judges.threads < 2 || tests.len() < TESTS_PER_FIX_THREAD {
            return Vec::new().into_iter();
        }
        let (broken, spent) = (AtomicUsize::new(0), AtomicU64::new(0));
        let affords = || spent.load(Ordering::Relaxed) < self.left.steps;
        let going = || broken.load(Ordering::Relaxed) <= tolerance && affords() && !stopped();
        let runner = || Runner::new(program);
        let ran = map_in_order("fixes", 2, tests, going, runner, |runner, at| {
            let test = judges.passing[*at].0;
            let ran = runner.passes_with_assertions(test, ChoiceSource::Nothing, judges.steps);
            broken.fetch_add(usize::from(!ran.0), Ordering::Relaxed);
            spent.fetch_add(ran.1, Ordering::Relaxed);
            ran
        });
        ran.into_iter()
    }
}
