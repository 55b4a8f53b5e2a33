//! Needed values: what one statement would have to come to, this once and nothing else changed, for the test to pass.
//!
//! The run is repeated as written up to an execution of a statement that matters. There its result is replaced: a
//! condition goes the other way, a value becomes a symbol. From there on the explorer of `ir` follows all that may happen,
//! so what is found holds for the whole rest of the run and not only for the way that the failing run took. The passing
//! paths together say which values will do. If no path was given up, they say it exactly.
//!
//! A value is told only after the test was run with it, concretely, and passed. It is told as a range where all of the
//! range was proved to pass.

mod change;
mod component;
mod extent;
mod question;
mod rerun;

use std::sync::Arc;

use exec::run::PreparedTest;
use ir::Program;
use ir::eval::{ChoiceSource, Concrete, Image, Machine, MachineDomain, State, Symbolic};
use ir::explore::Analysis;
use smt::Solver;
use syntax::Sources;

use self::change::{Change, Place, change};
pub use self::component::Ranges;
use self::question::Question;
use self::rerun::states;
use crate::invariant::Chain;
use crate::story::Story;
use crate::trace::Trace;
use crate::words::Words;

/// What looking for needed values may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Instructions of all runs together.
    pub instructions: u64,
    /// Questions to the solver.
    pub checks: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            instructions: 4_000_000,
            checks: 4_000,
        }
    }
}

/// What is looked at.
pub(crate) struct RunContext<'a> {
    pub(crate) program: &'a Program,
    pub(crate) sources: &'a Sources,
    pub(crate) test: &'a PreparedTest,
    pub(crate) trace: &'a Trace,
    pub(crate) chain: &'a Chain,
    pub(crate) stopped: &'a dyn Fn() -> bool,
}

/// Instructions of one question, in relation to those of the failing run.
const LONGER: u64 = 20;
const LEAST_LENGTH: u64 = 10_000;

/// What the solver may do: milliseconds of work for one question and for all of them, and conflicts. What is more than
/// that is about floats or long products.
const ONE_QUESTION: u64 = 20;
const ALL_QUESTIONS: u64 = 150;
const CONFLICTS: u64 = 1_000;
/// By the clock, a busy machine may take so many times as long.
const PATIENCE: u64 = 4;

/// Limits of questions of which all together take so many milliseconds of work.
fn limits(together: u64) -> smt::Limits {
    smt::Limits {
        conflicts: Some(CONFLICTS),
        work: Some(ONE_QUESTION * smt::Limits::MILLISECOND),
        millis: Some(ONE_QUESTION * PATIENCE),
        together: Some(together * smt::Limits::MILLISECOND),
    }
}

/// Fills in what the statements of a story need, the last ones first, until the budget is used up.
pub(crate) fn fill(
    asked: &RunContext<'_>,
    story: &mut Story,
    solver: &mut dyn Solver,
    mut budget: Budget,
) {
    solver.set_limits(limits(ALL_QUESTIONS));
    let statements = story.statements.iter().enumerate();
    let changes: Vec<(usize, Change)> = statements
        .filter_map(|(i, s)| Some((i, change(asked, s)?)))
        .collect();
    let places: Vec<Place> = changes.iter().map(|(_, c)| c.place).collect();
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
    /// The states behind these places.
    fn states<D: MachineDomain>(
        &self,
        image: &Image<D::Bits>,
        mut dom: D,
        places: &[Place],
    ) -> Vec<Option<State<D::Bits>>> {
        let state = image.start(&mut dom, self.program, &self.test.start, false);
        let mut machine = Machine {
            program: self.program,
            dom,
            state,
            expected: Arc::clone(&self.test.goal.expected),
            steps: u64::MAX,
            observed: None,
        };
        states(&mut machine, places, self.stopped)
    }

    fn as_written(&self) -> Concrete {
        Concrete::new(self.program.components.len(), ChoiceSource::Nothing)
    }

    /// Instructions that one run may take from a change on.
    fn longest(&self, budget: &Budget) -> u64 {
        let like_the_run = LEAST_LENGTH.max(self.trace.instructions.saturating_mul(LONGER));
        like_the_run.min(budget.instructions)
    }
}
