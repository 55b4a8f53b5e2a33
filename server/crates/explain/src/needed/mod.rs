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
mod extent;
mod rerun;

use std::sync::Arc;

use ir::eval::{Concrete, Domain, Image, Machine, Relaxed, State, Sym, Symbolic, arith, sort};
use ir::explore::{Analysis, Explorer, Limits, Passing};
use ir::{Program, Scalar};
use localize::engine::run::{Prepared, passes_from};
use localize::engine::show;
use smt::Solver;
use syntax::Sources;
use term::{Pool, Term};

use self::change::{Change, Place, change, put, turn};
use self::extent::{About, Extent, Found, extent};
use self::rerun::states;
use crate::invariant::{Chain, number, range};
use crate::story::Story;
use crate::trace::{StepKind, Trace, VarId};
use crate::words::Words;

/// What an execution of a statement would have to come to for the test to pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// In C syntax: `x >= 10`; `true` or `false` for a condition.
    pub holds: String,
    /// The test was run with this value, and passed.
    pub value: String,
    /// Nothing else will do at this one place.
    pub exact: bool,
}

/// What is known of an execution of a statement.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Needed {
    /// It was not looked at, or a bound was met.
    #[default]
    Open,
    /// Whatever it comes to, it alone does not let the test pass.
    Nothing,
    /// With this the test passes.
    This(Needs),
}

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
pub(crate) struct Asked<'a> {
    pub(crate) program: &'a Program,
    pub(crate) sources: &'a Sources,
    pub(crate) test: &'a Prepared,
    pub(crate) trace: &'a Trace,
    pub(crate) chain: &'a Chain,
    pub(crate) stopped: &'a dyn Fn() -> bool,
}

/// Forks of one question, and times that one branch may be decided both ways.
const FORKS: u32 = 200;
const UNWIND: u32 = 16;
/// Terms of one question.
const TERMS: usize = 100_000;
/// Checks that the solver may give up before a question is given up.
const OPEN_CHECKS: u32 = 1;
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

/// Fills in what the statements of a story need, the last ones first, until the budget is used up.
pub(crate) fn fill(
    asked: &Asked<'_>,
    story: &mut Story,
    solver: &mut dyn Solver,
    mut budget: Budget,
) {
    solver.set_limits(smt::Limits {
        conflicts: Some(CONFLICTS),
        work: Some(ONE_QUESTION * smt::Limits::MILLISECOND),
        millis: Some(ONE_QUESTION * PATIENCE),
        together: Some(ALL_QUESTIONS * smt::Limits::MILLISECOND),
    });
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

impl Asked<'_> {
    /// The states behind these places.
    fn states<D: Domain>(
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
        Concrete::new(self.program.components.len(), Relaxed::Nothing)
    }

    /// Instructions that one run may take from a change on.
    fn longest(&self, budget: &Budget) -> u64 {
        let like_the_run = LEAST_LENGTH.max(self.trace.instructions.saturating_mul(LONGER));
        like_the_run.min(budget.instructions)
    }
}

/// A question about one execution.
struct Question<'a> {
    asked: &'a Asked<'a>,
    analysis: &'a Analysis,
    change: &'a Change,
    symbolic: &'a State<Sym>,
    concrete: &'a State<u64>,
}

impl Question<'_> {
    fn answer(
        &self,
        words: &Words<'_>,
        solver: &mut dyn Solver,
        budget: &mut Budget,
    ) -> Option<Needed> {
        match self.change.var {
            None => self.other_way(budget),
            Some(var) => self.number(var, words, solver, budget),
        }
    }

    /// The test passes if the condition goes the other way this once.
    fn other_way(&self, budget: &mut Budget) -> Option<Needed> {
        let step = &self.asked.trace.steps[self.change.cut - 1];
        let StepKind::Condition { held } = step.kind else {
            return None;
        };
        let mut state = self.concrete.clone();
        turn(self.asked.program, self.change.place, &mut state)?;
        let needs = Needs {
            holds: (!held).to_string(),
            value: (!held).to_string(),
            exact: true,
        };
        let passes = self.passes(state, budget)?;
        Some(if passes {
            Needed::This(needs)
        } else {
            Needed::Nothing
        })
    }

    /// The numbers with which the test passes.
    fn number(
        &self,
        var: VarId,
        words: &Words<'_>,
        solver: &mut dyn Solver,
        budget: &mut Budget,
    ) -> Option<Needed> {
        let ty = self.asked.trace.var(var).ty;
        let was = number(self.asked.trace, var)?;
        let (mut pool, symbol, passing) = self.explore(ty, solver, budget)?;
        let paths: Vec<Term> = passing.paths.iter().map(|p| pool.and_all(p)).collect();
        let holds = pool.or_all(&paths);
        let mut about = About {
            pool: &mut pool,
            solver,
            left: &mut budget.checks,
            symbol,
            ty,
            holds,
        };
        let whole = !passing.bounded && passing.unknown.is_none();
        let (extent, exact) = match extent(&mut about, was, whole) {
            Found::Some { extent, exact } => (extent, exact),
            Found::None if whole => return Some(Needed::Nothing),
            _ => return None,
        };
        let value = extent.nearest(was);
        if !self.passes_with(ty, value, budget) {
            return None;
        }
        Some(Needed::This(Needs {
            holds: in_words(words, self.change.cut, (var, ty), extent)?,
            value: show::scalar(ty, value as u64, false),
            exact,
        }))
    }

    /// All ways on with a symbol in the place of the number.
    fn explore(
        &self,
        ty: Scalar,
        solver: &mut dyn Solver,
        budget: &mut Budget,
    ) -> Option<(Pool, Term, Passing)> {
        let asked = self.asked;
        let mut dom = Symbolic::new(asked.program.components.len());
        let symbol = dom.terms.var(sort(ty));
        let mut state = self.symbolic.clone();
        let spot = (self.change.spot, ty);
        put(
            asked.program,
            spot,
            (&mut state, &mut dom),
            Sym::Term(symbol),
        )?;
        let longest = asked.longest(budget);
        let limits = Limits {
            unwind: UNWIND,
            path_steps: longest,
            total_steps: longest,
            forks: FORKS,
            open_checks: OPEN_CHECKS,
            terms: TERMS,
        };
        let touched = vec![false; asked.program.components.len()];
        let mut explorer = Explorer::new(
            asked.program,
            self.analysis,
            (state, touched),
            asked.test.goal.clone(),
            limits,
            dom.terms,
            solver,
            asked.stopped,
        );
        let passing = explorer.passing();
        budget.instructions = budget.instructions.saturating_sub(explorer.work());
        Some((explorer.finish(), symbol, passing))
    }

    /// The certificate: the test is run with the number, and passes.
    fn passes_with(&self, ty: Scalar, value: i128, budget: &mut Budget) -> bool {
        let mut state = self.concrete.clone();
        let bits = arith::extend(ty, value as u64);
        let mut dom = self.asked.as_written();
        let spot = (self.change.spot, ty);
        let done = put(self.asked.program, spot, (&mut state, &mut dom), bits);
        let passes = done.and_then(|()| self.passes(state, budget));
        debug_assert!(
            passes != Some(false),
            "{value} at {:?} does not let the test pass",
            self.change
        );
        passes == Some(true)
    }

    /// Whether the test passes from a state on; nothing if that takes too long.
    fn passes(&self, state: State<u64>, budget: &mut Budget) -> Option<bool> {
        let asked = self.asked;
        let longest = asked.longest(budget);
        let as_written = asked.as_written();
        let (passes, used) = passes_from(asked.program, state, asked.test, as_written, longest);
        budget.instructions = budget.instructions.saturating_sub(used);
        (used < longest).then_some(passes)
    }
}

/// What holds of a name, in C syntax.
fn in_words(
    words: &Words<'_>,
    cut: usize,
    (var, ty): (VarId, Scalar),
    extent: Extent,
) -> Option<String> {
    let (min, max) = range(ty);
    match extent {
        Extent::Within(low, high) => words.within(cut, var, low, high),
        Extent::Outside(one, last) if one == last => Some(words.differs(cut, var, one)),
        Extent::Outside(first, last) => {
            let below = words.within(cut, var, min, first - 1)?;
            let above = words.within(cut, var, last + 1, max)?;
            Some(format!("{below} || {above}"))
        }
    }
}
