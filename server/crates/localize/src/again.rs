//! A localized program, lowered once more with more components, and its failing tests run and asked about again.
//!
//! Refinement ([`crate::refine`]) and insertions ([`crate::insert`]) both look closer at what the search found: they
//! lower the program with components that the search did not know, and ask its oracle about these. The components that it
//! knew keep their ids. A yes is a yes as everywhere: every failing test of the group passes in concrete replay.

use std::cell::RefCell;
use std::rc::Rc;

use ir::Program;
use ir::eval::{ChoiceSource, Image, Sym};
use ir::explore::{Analysis, Limits};
use ir::flow::LOWERED_STEPS;
use syntax::Parse;

use crate::engine::{FailingTest, FeasibilityOracle, QueryContext, Witnesses};
use crate::options::Options;
use exec::run::{Failure, PreparedTest, TestOutcome, UndecidedReason, Verdict};
use exec::runner::Runner;
use ir::CompSet;
use search::oracle::{Effort, Oracle, Query, QueryVerdict};

/// A localized program.
pub(crate) struct Again<'a> {
    pub(crate) parse: &'a Parse,
    /// As the search saw it.
    pub(crate) program: &'a Program,
    pub(crate) options: &'a Options,
    pub(crate) limits: Limits,
    /// Instructions that a replay may take.
    pub(crate) replay_steps: u64,
    pub(crate) prepared: &'a [Result<PreparedTest, String>],
    pub(crate) outcomes: &'a [TestOutcome],
    pub(crate) stopped: &'a (dyn Fn() -> bool + Sync),
    /// Raised when the job must end.
    pub(crate) interrupt: smt::Interrupt,
}

/// The program with more components.
pub(crate) struct RefinedProgram {
    pub(crate) program: Program,
    /// Components of the program without them.
    pub(crate) coarse: usize,
    analysis: Analysis,
}

impl RefinedProgram {
    /// For one thread.
    pub(crate) fn images(&self) -> Images {
        Images {
            concrete: Image::new(&self.program),
            symbolic: Image::new(&self.program),
        }
    }
}

/// What its runs begin with; each thread has its own.
pub(crate) struct Images {
    pub(crate) concrete: Image<u64>,
    symbolic: Image<Sym>,
}

impl Again<'_> {
    /// Makes a program that was lowered once more ready for questions. `None` if there is nothing new in it, or if it is
    /// not the same program otherwise: were the places of components others, sets would mean something else.
    pub(crate) fn lowered(&self, program: Program) -> Option<RefinedProgram> {
        let coarse = self.program.components.len();
        let same = program.components.get(..coarse) == Some(&self.program.components);
        if !same || program.components.len() == coarse {
            return None;
        }
        Some(RefinedProgram {
            coarse,
            analysis: Analysis::of(&program, self.options.relaxing),
            program,
        })
    }

    /// What questions about it share.
    pub(crate) fn shared<'s>(
        &self,
        lowered: &'s RefinedProgram,
        images: &'s Images,
        hard: &'s CompSet,
    ) -> QueryContext<'s> {
        QueryContext {
            program: &lowered.program,
            on_demand: None,
            analysis: &lowered.analysis,
            relaxing: self.options.relaxing,
            concrete: &images.concrete,
            symbolic: &images.symbolic,
            limits: self.limits,
            steps: self.replay_steps,
            growth: 1,
            hard,
            cache: None,
        }
    }

    /// Questions about these tests, as they ran again.
    pub(crate) fn questions<'q>(
        &'q self,
        shared: &'q QueryContext<'q>,
        tests: &'q [(&PreparedTest, TestOutcome)],
        most_open: u32,
        budget: u64,
    ) -> Questions<'q> {
        let failing_tests = tests
            .iter()
            .map(|(test, ran)| FailingTest::new(shared.analysis, test, ran));
        let failing_tests: Vec<FailingTest<'_>> = failing_tests.collect();
        let solver = smt::solver_until(self.options.solver, self.interrupt.clone());
        Questions {
            tests: (0..failing_tests.len()).collect(),
            oracle: FeasibilityOracle::new(shared, failing_tests, solver, 0, self.stopped),
            budget,
            open: 0,
            most_open,
        }
    }

    /// Runs the tests again, nothing relaxed. `None` if one does not fail as it did: where C leaves an order of
    /// evaluation open, a part may be read at another moment.
    pub(crate) fn run_again(
        &self,
        lowered: &RefinedProgram,
        images: &Images,
        tests: &[usize],
        budget: &mut u64,
    ) -> Option<Vec<(&PreparedTest, TestOutcome)>> {
        let going = || !(self.stopped)();
        let mut runner = Runner::on(&lowered.program, images.concrete.clone());
        let mut again = Vec::with_capacity(tests.len());
        for &t in tests {
            let (test, before) = (self.prepared[t].as_ref().ok()?, &self.outcomes[t]);
            let steps = self.limits.path_steps;
            let ran = runner
                .run(test, ChoiceSource::Nothing, steps, false, &going)
                .ran;
            *budget = budget.checked_sub(ran.steps)?;
            if !same_failure(&before.verdict, &ran.verdict) {
                return None;
            }
            // Its instructions are those of a program that is not plain, and may be longer.
            let steps = before.steps.max(ran.steps / LOWERED_STEPS);
            let verdict = before.verdict.clone();
            again.push((
                test,
                TestOutcome {
                    verdict,
                    steps,
                    ..ran
                },
            ));
        }
        Some(again)
    }
}

fn same_failure(before: &Verdict, now: &Verdict) -> bool {
    match (before, now) {
        (Verdict::Fail(Failure::NoEnd(_)), Verdict::Fail(Failure::NoEnd(_))) => true,
        // It is the same program, so it does not end either.
        (Verdict::Fail(Failure::NoEnd(_)), Verdict::Undecided(UndecidedReason::Steps { .. })) => {
            true
        }
        _ => before == now,
    }
}

/// Asks about all tests of a group.
pub(crate) struct Questions<'q> {
    oracle: FeasibilityOracle<'q>,
    /// The test that said no last comes first.
    tests: Vec<usize>,
    /// Work that all questions may cost.
    budget: u64,
    /// Questions that stayed open.
    open: u32,
    /// Those that may stay open: where these are too dear, so are the others.
    most_open: u32,
}

impl Questions<'_> {
    /// Can every test pass with the set relaxed? `None` if that stays open.
    pub(crate) fn suffices(&mut self, set: &CompSet) -> Option<bool> {
        for at in 0..self.tests.len() {
            if self.exhausted() {
                return None;
            }
            let result = self.oracle.check(&Query {
                test: self.tests[at],
                set,
                effort: Effort::Detail,
            });
            match result.verdict {
                QueryVerdict::Feasible(_) => {}
                QueryVerdict::Infeasible { .. } => {
                    self.tests[..=at].rotate_right(1);
                    return Some(false);
                }
                QueryVerdict::Unknown(_) | QueryVerdict::NeedsBranches(_) => {
                    self.open += 1;
                    return None;
                }
            }
        }
        Some(true)
    }

    /// Nothing more can be asked.
    pub(crate) fn exhausted(&self) -> bool {
        let spent = self.oracle.work() > self.budget || self.open >= self.most_open;
        spent || self.oracle.stopped()
    }

    /// What the questions cost so far.
    pub(crate) fn work(&self) -> u64 {
        self.oracle.work()
    }

    /// One of the tests, by its position among those asked about.
    pub(crate) fn failing_test(&self, test: usize) -> &FailingTest<'_> {
        self.oracle.failing_test(test)
    }

    /// How the tests passed, by their position among those asked about.
    pub(crate) fn witnesses(&self) -> Rc<RefCell<Witnesses>> {
        self.oracle.witnesses()
    }
}
