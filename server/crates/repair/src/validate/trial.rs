//! Running the tests on an edited program.
//!
//! Failing tests first: most edits end there. Then the passing tests, those that earlier edits broke before the others. An
//! edit that outlives the first of these outlives most of them, and it takes all of them to say so: they are shared with
//! a second thread, lest everybody wait for the last edit. What comes of an edit does not depend on that. Where it only
//! matters whether an edit is one, the first passing tests come before most of the failing ones: what lets a few of these
//! pass lets most of them pass, and as a rule breaks the others.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::vec::IntoIter;

use ir::eval::ChoiceSource;
use ir::{CompId, Program};

use super::budget::Budget;
use super::judges::Judges;
use crate::doubts;
use crate::limits::{FIRST_FAILING_TESTS, FIRST_PASSING_TESTS, TESTS_PER_FIX_THREAD};
use exec::parallel::map_in_order;
use exec::run::PreparedTest;
use exec::runner::Runner;

/// How a changed program did.
pub(super) enum Trial<'t> {
    /// All failing tests pass; so many passing ones are broken.
    Passes(usize),
    /// All failing tests pass; too many passing ones are broken, and this is the first of them.
    Breaks(&'t PreparedTest),
    /// A failing test that still fails.
    FailsAt(&'t PreparedTest),
    /// All tests pass, but it does not what the reference program does.
    Differs,
    /// There is nothing left to spend.
    Void,
}

/// Whether a test passes, and the instructions that were executed.
type Run = (bool, u64);

/// Runs the tests that judge edits, and keeps what that has taught so far.
pub(super) struct TrialRunner<'a> {
    pub(super) judges: Judges<'a>,
    pub(super) stopped: &'a (dyn Fn() -> bool + Sync),
    pub(super) left: Budget,
    /// Failing tests in the order in which to run them: what still fails after one edit often does after the next.
    first: Vec<usize>,
    /// The same of passing tests: those that an edit broke first, for what breaks one edit often breaks the next.
    order: Vec<usize>,
    /// The component that is edited, if it is only one.
    pub(super) edited: Option<CompId>,
    /// What passed the tests last breaks on an input near theirs.
    breaks_nearby: bool,
}

impl<'a> TrialRunner<'a> {
    /// A runner of these tests, within a budget; `stopped` ends them early.
    pub(super) fn new(
        judges: Judges<'a>,
        budget: Budget,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> TrialRunner<'a> {
        TrialRunner {
            judges,
            stopped,
            left: budget,
            first: (0..judges.failing.len()).collect(),
            order: (0..judges.passing.len()).collect(),
            edited: None,
            breaks_nearby: false,
        }
    }

    /// Runs all tests, until the first failing one that still fails, or too many that no longer pass.
    pub(super) fn trial(&mut self, program: &Program, tolerance: usize) -> Trial<'a> {
        self.run_all(program, tolerance, self.first.len())
    }

    /// How many passing tests are broken by a program with which all failing ones pass; `None` if there is a failing one
    /// with which it does not, or too many are broken.
    pub(super) fn broken(&mut self, program: &Program, tolerance: usize) -> Option<usize> {
        match self.run_all(program, tolerance, FIRST_FAILING_TESTS) {
            Trial::Passes(broken) => Some(broken),
            Trial::Breaks(_) | Trial::FailsAt(_) | Trial::Differs | Trial::Void => None,
        }
    }

    /// So many failing tests come before the first passing ones.
    fn run_all(&mut self, program: &Program, tolerance: usize, first: usize) -> Trial<'a> {
        let mut runner = Runner::new(program);
        let first = first.min(self.first.len());
        self.left.trials = self.left.trials.saturating_sub(1);
        if let Some(test) = self.failing_of(0..first, &mut runner) {
            return Trial::FailsAt(test);
        }
        let (passing, edited) = (self.judges.passing, self.edited);
        let entered = |at: &usize| edited.is_none_or(|comp| passing[*at].1.contains(comp));
        let order = self.order.clone();
        let mut ahead = Vec::new().into_iter();
        let (mut broken, mut broken_first) = (0, None);
        // Most edits break one of the first tests: what the others enter is not looked at for these.
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
                ahead = self.ahead(program, &tests, tolerance - broken);
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
        if compared.as_ref().is_some_and(|compared| compared.differs) {
            return Trial::Differs;
        }
        self.breaks_nearby = compared.is_some_and(|compared| compared.is_worse());
        Trial::Passes(broken)
    }

    /// A failing test that the program does not pass either.
    pub(super) fn still_failing(&mut self, runner: &mut Runner<'_>) -> Option<&'a PreparedTest> {
        self.left.trials = self.left.trials.saturating_sub(1);
        self.failing_of(0..self.first.len(), runner)
    }

    /// The same of those with these places in the order of failing tests.
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

    /// Whether nothing more can be tried.
    pub(super) fn exhausted(&self) -> bool {
        self.left.trials == 0 || self.out_of_steps()
    }

    /// How plausible what passed the tests last is, if it is so plausible by itself.
    pub(super) fn believed(&self, plausibility: f64) -> f64 {
        if self.breaks_nearby {
            plausibility * doubts::BREAKS_NEARBY
        } else {
            plausibility
        }
    }

    fn out_of_steps(&self) -> bool {
        self.left.steps == 0 || (self.stopped)()
    }

    fn run(&self, runner: &mut Runner<'_>, test: &PreparedTest) -> Run {
        let steps = self.judges.steps.min(self.left.steps);
        runner.passes_with_assertions(test, ChoiceSource::Nothing, steps)
    }

    /// Pays for a run; whether it passes within what there was to pay with.
    fn spend(&mut self, (passes, used): Run) -> bool {
        let enough = used <= self.left.steps;
        self.left.steps = self.left.steps.saturating_sub(used);
        passes && enough
    }

    /// From now on this passing test comes first.
    fn prefer(&mut self, test: usize) {
        let at = self.order.iter().position(|known| *known == test);
        if let Some(at) = at {
            self.order[..=at].rotate_right(1);
        }
    }

    /// What comes of the first of these passing tests, if others can help: of all, unless more are broken than may be, or
    /// there is nothing left to spend.
    fn ahead(&self, program: &Program, tests: &[usize], tolerance: usize) -> IntoIter<Run> {
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
