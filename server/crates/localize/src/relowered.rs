//! A localized program, lowered again with more components, and its failing tests, run and queried again.
//!
//! Refinement ([`crate::refine`]) and insertions ([`crate::insertions`]) both examine the results of the search more
//! closely: they lower the program with additional components and ask the oracle of the search about these. The
//! components of the search keep their ids. A positive answer means what it means elsewhere: every failing test of the
//! group passes in concrete replay.

use eval::{ChoiceSource, Image, Sym};
use explore::{Analysis, ExploreLimits};
use ir::flow::LOWERED_STEPS;
use ir::{CompId, Program};

use crate::engine::{FailingTest, FeasibilityOracle, QueryContext, ValueBudget, needed_values};
use crate::report::Needs;
use crate::run::Run;
use exec::run::{Failure, PreparedTest, TestOutcome, UndecidedReason, Verdict};
use exec::runner::Runner;
use ir::CompSet;
use search::oracle::{Effort, Oracle, Query, QueryVerdict};

/// A localized program.
pub(crate) struct Again<'a> {
    pub(crate) run: &'a Run<'a>,
    pub(crate) limits: ExploreLimits,
    /// Maximum number of instructions of a replay.
    pub(crate) replay_steps: u64,
}

/// The program with additional components.
pub(crate) struct RefinedProgram {
    pub(crate) program: Program,
    /// Number of components of the program without the additional ones.
    pub(crate) coarse: usize,
    analysis: Analysis,
}

impl RefinedProgram {
    /// Creates the images for one thread.
    pub(crate) fn images(&self) -> Images {
        Images {
            concrete: Image::new(&self.program),
            symbolic: Image::new(&self.program),
        }
    }
}

/// Initial images of runs of the refined program; each thread has its own.
pub(crate) struct Images {
    pub(crate) concrete: Image<u64>,
    symbolic: Image<Sym>,
}

impl<'a> Again<'a> {
    /// The program of a run that was searched by the given queries.
    pub(crate) fn of(run: &'a Run<'a>, query: &QueryContext<'_>) -> Again<'a> {
        Again {
            run,
            limits: query.limits,
            replay_steps: query.steps,
        }
    }

    /// Prepares a program that was lowered again for queries. `None` if it has no additional components, or if the
    /// components of the search have changed, because sets would then have another meaning.
    pub(crate) fn lowered(&self, program: Program) -> Option<RefinedProgram> {
        let coarse = self.run.program.components.len();
        let same = program.components.get(..coarse) == Some(&self.run.program.components);
        if !same || program.components.len() == coarse {
            return None;
        }
        Some(RefinedProgram {
            coarse,
            analysis: Analysis::of(&program, self.run.options.relaxing),
            program,
        })
    }

    /// Context that all queries about the refined program share.
    pub(crate) fn shared<'s>(
        &'s self,
        lowered: &'s RefinedProgram,
        images: &'s Images,
        hard: &'s CompSet,
    ) -> QueryContext<'s> {
        QueryContext {
            program: &lowered.program,
            on_demand: None,
            analysis: &lowered.analysis,
            relaxing: self.run.options.relaxing,
            concrete: &images.concrete,
            symbolic: &images.symbolic,
            limits: self.limits,
            steps: self.replay_steps,
            growth: 1,
            hard,
            control: self.run.control,
            cache: None,
        }
    }

    /// Queries about the given tests, with their outcomes on the refined program.
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
        let solver = smt::solver_until(self.run.options.solver, self.run.control.interrupt());
        Questions {
            tests: (0..failing_tests.len()).collect(),
            oracle: FeasibilityOracle::new(shared, failing_tests, solver, 0, self.run.stopped),
            budget,
            open: 0,
            most_open,
        }
    }

    /// Runs the tests again without relaxation. `None` if a test does not fail as before: where C leaves the order of
    /// evaluation unspecified, a part may be read at another time. Also `None` if the budget is used up.
    pub(crate) fn run_again(
        &self,
        lowered: &RefinedProgram,
        images: &Images,
        tests: &[usize],
        budget: &mut u64,
    ) -> Option<Vec<(&PreparedTest, TestOutcome)>> {
        let going = || !(self.run.stopped)();
        let mut runner = Runner::on(&lowered.program, images.concrete.clone());
        let mut again = Vec::with_capacity(tests.len());
        for &t in tests {
            let (test, before) = (self.run.prepared[t].as_ref().ok()?, &self.run.outcomes[t]);
            let steps = self.limits.path_steps;
            let ran = runner
                .run(test, ChoiceSource::Nothing, steps, false, &going)
                .ran;
            *budget = budget.checked_sub(ran.steps)?;
            if !same_failure(&before.verdict, &ran.verdict) {
                return None;
            }
            // The instructions of a program that is not plain may be more numerous.
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
        // The program is the same, so this run does not end either.
        (Verdict::Fail(Failure::NoEnd(_)), Verdict::Undecided(UndecidedReason::Steps { .. })) => {
            true
        }
        _ => before == now,
    }
}

/// Queries about all tests of a group.
pub(crate) struct Questions<'q> {
    oracle: FeasibilityOracle<'q>,
    /// Indices of the tests; the test that refuted a set last comes first.
    tests: Vec<usize>,
    /// Budget of work for all queries.
    budget: u64,
    /// Number of queries that stayed open.
    open: u32,
    /// Number of open queries after which no more are asked: the others would be too expensive as well.
    most_open: u32,
}

impl Questions<'_> {
    /// Whether every test can pass with the set relaxed; `None` if that stays open.
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

    /// Whether no more queries can be asked.
    pub(crate) fn exhausted(&self) -> bool {
        let spent = self.oracle.work() > self.budget || self.open >= self.most_open;
        spent || self.oracle.stopped()
    }

    /// Work that the queries have taken so far.
    pub(crate) fn work(&self) -> u64 {
        self.oracle.work()
    }

    /// Values that a component needs in the tests of the queries, which have these numbers.
    pub(crate) fn needs(&self, shared: &QueryContext<'_>, tests: &[usize], comp: CompId) -> Needs {
        let set = CompSet::from_iter([comp]);
        let witnesses = self.oracle.witnesses();
        let witnesses = witnesses.borrow();
        let mut budget = ValueBudget::new();
        let mut all = Needs::default();
        for (i, &t) in tests.iter().enumerate() {
            let Some(witness) = witnesses.find(i, &set) else {
                continue;
            };
            let failing_test = self.oracle.failing_test(i);
            let trials = budget.next(shared, failing_test);
            let needed = needed_values(shared, t, failing_test, witness, trials);
            all.add(&needed.get(&comp).cloned().unwrap_or_default());
        }
        all
    }
}
