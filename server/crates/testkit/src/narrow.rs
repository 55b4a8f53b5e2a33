//! The search's oracle with angelic values of a few bits, so that its answers can be compared with enumeration.
//!
//! It uses the engine itself (explorer, cores, three-valued answers) and differs only in the width of angelic values.

use eval::{Image, Sym};
use exec::run::{PreparedTest, TestOutcome};
use explore::{Analysis, Checkpoints, ExploreLimits, ExploreResult, Explorer, SnapshotRun};
use ir::CompSet;
use ir::{Program, Relaxing};
use search::{Effort, Oracle, Query, QueryResult, QueryVerdict};
use term::Pool;

/// An oracle that answers symbolically.
pub struct Narrow<'a> {
    program: &'a Program,
    analysis: Analysis,
    tests: Vec<(&'a PreparedTest, Checkpoints<Sym>)>,
    bits: Option<u32>,
    relaxing: Relaxing,
    solver: Box<dyn smt::Solver>,
    /// Whether some answer relied on a bound or stayed open.
    pub inexact: bool,
}

impl<'a> Narrow<'a> {
    /// Creates an oracle for tests with their outcomes; `bits` is the width of angelic integers, `None` their own.
    pub fn new(
        program: &'a Program,
        tests: &[(&'a PreparedTest, &TestOutcome)],
        bits: Option<u32>,
        choice: smt::Choice,
    ) -> Narrow<'a> {
        let image: Image<Sym> = Image::new(program);
        let mut solver = smt::solver(choice);
        solver.set_limits(smt::SolverLimits {
            conflicts: Some(2_000),
            ..smt::SolverLimits::default()
        });
        let tests = tests.iter().map(|(test, ran)| {
            let (start, goal) = (&test.start, &test.goal);
            let run = SnapshotRun {
                program,
                start,
                goal,
                entries: ran.entries,
                steps: ran.steps + 1,
            };
            let points = Checkpoints::symbolic(&run, &image);
            (*test, points)
        });
        Narrow {
            program,
            analysis: Analysis::of_all_alternatives(program),
            tests: tests.collect(),
            bits,
            relaxing: Relaxing::Angelic,
            solver,
            inexact: false,
        }
    }

    /// Sets the choices of relaxed components.
    pub fn relaxing(mut self, relaxing: Relaxing) -> Narrow<'a> {
        self.relaxing = relaxing;
        self
    }

    /// Answers whether the test can pass when the components are relaxed.
    pub fn verdict(&mut self, test: usize, set: &CompSet) -> QueryVerdict {
        let effort = Effort::Full;
        self.check(&Query { test, set, effort }).verdict
    }
}

impl Oracle for Narrow<'_> {
    fn components(&self) -> usize {
        self.program.components.len()
    }

    fn check(&mut self, query: &Query<'_>) -> QueryResult {
        let relaxed = query.set;
        let (test, points) = &self.tests[query.test];

        // Small programs need small limits; an answer that relied on one is marked as inexact.
        let limits = ExploreLimits {
            unwind: 24,
            path_steps: 5_000,
            total_steps: 200_000,
            forks: 1_000,
            open_checks: 4,
            terms: 1_000_000,
        };
        let mut explorer = Explorer::new(
            self.program,
            &self.analysis,
            points.start(relaxed.iter()),
            test.goal.clone(),
            limits,
            Pool::new(),
            self.solver.as_mut(),
            &|| false,
        );
        explorer.set_relaxing(self.relaxing);
        if let Some(bits) = self.bits {
            explorer.narrow(bits);
        }
        for c in relaxed.iter() {
            explorer.relax(c, None);
        }
        let verdict = match explorer.ask() {
            ExploreResult::Passes(_) => QueryVerdict::Feasible(None),
            ExploreResult::Fails { bounded } => {
                self.inexact |= bounded;
                let touched = CompSet::of_flags(explorer.touched());
                QueryVerdict::Infeasible {
                    bounded,
                    core: touched.minus(relaxed),
                }
            }
            ExploreResult::NeedsBranches(_) => unreachable!("no branch is closed"),
            ExploreResult::Unknown(reason) => {
                self.inexact = true;
                QueryVerdict::Unknown(reason)
            }
        };
        QueryResult::new(verdict, 1)
    }

    fn stopped(&self) -> bool {
        false
    }
}
