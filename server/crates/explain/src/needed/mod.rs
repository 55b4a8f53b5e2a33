//! Needed values: values that one execution of a statement would have to produce, with nothing else changed, for the
//! test to pass.
//!
//! The run is repeated as written up to an execution of a statement that matters. There its result is replaced: a
//! condition goes the other way, or a value becomes a symbol. From there on the explorer of `ir` follows all possible
//! paths, so the result holds for the whole rest of the run and not only for the path of the failing run. The passing
//! paths together show which values work. If no path was given up, the result is exact.
//!
//! A value is reported only after the test was run concretely with it and passed. A range is reported only if it is
//! proved that the test passes with all of its values.

mod change;
mod component;
mod prefix_states;
mod question;
mod value_range;

use std::sync::Arc;

use eval::{ChoiceSource, Concrete, Image, Machine, MachineDomain, State, Symbolic};
use exec::run::PreparedTest;
use explore::Analysis;
use ir::Program;
use smt::Solver;
use syntax::Sources;

use self::change::{Change, InstructionExecution, change};
pub use self::component::Ranges;
use self::prefix_states::states;
use self::question::Question;
use crate::error_trace::Story;
use crate::invariant::Chain;
use crate::trace::Trace;
use crate::words::Words;

/// Budget of a search for needed values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NeededBudget {
    /// Instructions of all runs together.
    pub instructions: u64,
    /// Queries to the solver.
    pub checks: u64,
}

impl Default for NeededBudget {
    fn default() -> NeededBudget {
        NeededBudget {
            instructions: 4_000_000,
            checks: 4_000,
        }
    }
}

/// The failing run and its invariants, for which needed values are wanted.
pub(crate) struct RunContext<'a> {
    pub(crate) program: &'a Program,
    pub(crate) sources: &'a Sources,
    pub(crate) test: &'a PreparedTest,
    pub(crate) trace: &'a Trace,
    pub(crate) chain: &'a Chain,
    pub(crate) stopped: &'a dyn Fn() -> bool,
}

/// Instruction limit of one query, relative to the length of the failing run, and the least such limit.
const LONGER: u64 = 20;
const LEAST_LENGTH: u64 = 10_000;

/// Solver limits: milliseconds of work for one query and for all of them, and conflicts. Only formulas about floats or
/// long products need more.
const ONE_QUESTION: u64 = 20;
const ALL_QUESTIONS: u64 = 150;
const CONFLICTS: u64 = 1_000;
/// Factor between the work limit and the limit by the clock, for busy machines.
const PATIENCE: u64 = 4;

/// Limits of queries that together take this many milliseconds of work.
fn limits(together: u64) -> smt::SolverLimits {
    smt::SolverLimits {
        conflicts: Some(CONFLICTS),
        work: Some(ONE_QUESTION * smt::SolverLimits::MILLISECOND),
        millis: Some(ONE_QUESTION * PATIENCE),
        together: Some(together * smt::SolverLimits::MILLISECOND),
    }
}

/// Fills in the needed values of a story's statements, the last ones first, until the budget is used up.
pub(crate) fn fill(
    asked: &RunContext<'_>,
    story: &mut Story,
    solver: &mut dyn Solver,
    mut budget: NeededBudget,
) {
    solver.set_limits(limits(ALL_QUESTIONS));
    let statements = story.statements.iter().enumerate();
    let changes: Vec<(usize, Change)> = statements
        .filter_map(|(i, s)| Some((i, change(asked, s)?)))
        .collect();
    let places: Vec<InstructionExecution> = changes.iter().map(|(_, c)| c.place).collect();
    let components = asked.program.components.len();
    let symbolic = asked.states(
        &Image::new(asked.program),
        Symbolic::new(components),
        &places,
    );
    let concrete = asked.states(&Image::new(asked.program), asked.as_written(), &places);
    let analysis = Analysis::new(asked.program);
    let words = Words::new(asked.program, asked.sources, asked.trace, asked.chain);
    for ((i, change), (symbolic, concrete)) in
        changes.iter().zip(symbolic.iter().zip(&concrete)).rev()
    {
        if budget.instructions == 0 || budget.checks == 0 || (asked.stopped)() {
            break;
        }
        let (Some(symbolic), Some(concrete)) = (symbolic, concrete) else {
            continue;
        };
        let question = Question {
            asked,
            analysis: &analysis,
            change,
            symbolic,
            concrete,
        };
        let answer = question.answer(&words, solver, &mut budget);
        story.statements[*i].needed = answer.unwrap_or_default();
    }
}

impl RunContext<'_> {
    /// The states after these places.
    fn states<D: MachineDomain>(
        &self,
        image: &Image<D::Bits>,
        mut dom: D,
        places: &[InstructionExecution],
    ) -> Vec<Option<State<D::Bits>>> {
        let state = image.start(&mut dom, self.program, &self.test.start, false);
        let mut machine = Machine::new(
            self.program,
            dom,
            state,
            Arc::clone(&self.test.goal.expected),
            u64::MAX,
        );
        states(&mut machine, places, self.stopped)
    }

    fn as_written(&self) -> Concrete {
        Concrete::new(self.program.components.len(), ChoiceSource::Nothing)
    }

    /// Most instructions of one run after a change.
    fn longest(&self, budget: &NeededBudget) -> u64 {
        let like_the_run = LEAST_LENGTH.max(self.trace.instructions.saturating_mul(LONGER));
        like_the_run.min(budget.instructions)
    }
}
