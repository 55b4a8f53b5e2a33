//! The query about one execution: its result is changed, and the rest of the run is explored.

use eval::{State, Sym, Symbolic, arith, sort};
use exec::display;
use exec::run::passes_from;
use explore::{Analysis, ExploreLimits, Explorer, Passing};
use ir::Scalar;
use smt::Solver;
use term::{Pool, Term};

use super::change::{Change, put, turn};
use super::value_range::{About, Extent, SearchEnd, extent, holds};
use super::{NeededBudget, RunContext};
use crate::error_trace::{NeededValue, Needs};
use crate::invariant::{number, range};
use crate::trace::{StepKind, VarId};
use crate::words::Words;

/// Most forks of one query, and most times that one branch is decided both ways.
const FORKS: u32 = 200;
const UNWIND: u32 = 16;
/// Most terms of one query.
const TERMS: usize = 100_000;
/// Number of undecided solver checks after which a query is given up.
const OPEN_CHECKS: u32 = 1;
/// A query about one execution.
pub(super) struct Question<'a> {
    pub(super) asked: &'a RunContext<'a>,
    pub(super) analysis: &'a Analysis,
    pub(super) change: &'a Change,
    pub(super) symbolic: &'a State<Sym>,
    pub(super) concrete: &'a State<u64>,
}

impl Question<'_> {
    /// The needed value; `None` if a bound was met.
    pub(super) fn answer(
        &self,
        words: &Words<'_>,
        solver: &mut dyn Solver,
        budget: &mut NeededBudget,
    ) -> Option<NeededValue> {
        match self.change.var {
            None => self.ask_flipped(budget),
            Some(var) => self.number(var, words, solver, budget),
        }
    }

    /// Checks whether the test passes if the condition goes the other way this once.
    fn ask_flipped(&self, budget: &mut NeededBudget) -> Option<NeededValue> {
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
            NeededValue::This(needs)
        } else {
            NeededValue::Nothing
        })
    }

    /// Finds the numbers with which the test passes.
    fn number(
        &self,
        var: VarId,
        words: &Words<'_>,
        solver: &mut dyn Solver,
        budget: &mut NeededBudget,
    ) -> Option<NeededValue> {
        let ty = self.asked.trace.var(var).ty;
        let was = number(self.asked.trace, var)?;
        let (mut pool, symbol, passing) = self.explore(ty, solver, budget)?;
        let (holds, whole) = holds(&passing, &mut pool);
        let mut about = About {
            pool: &mut pool,
            solver,
            left: &mut budget.checks,
            symbol,
            ty,
            holds,
        };
        let (extent, exact) = match extent(&mut about, was, whole) {
            SearchEnd::Some { extent, exact } => (extent, exact),
            SearchEnd::None if whole => return Some(NeededValue::Nothing),
            _ => return None,
        };
        let value = extent.nearest(was);
        if !self.passes_with(ty, value, budget) {
            return None;
        }
        Some(NeededValue::This(Needs {
            holds: in_words(words, self.change.cut, (var, ty), extent)?,
            value: display::scalar(ty, value as u64, false),
            exact,
        }))
    }

    /// Explores all paths with a symbol in place of the number.
    fn explore(
        &self,
        ty: Scalar,
        solver: &mut dyn Solver,
        budget: &mut NeededBudget,
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
        let limits = ExploreLimits {
            unwind: UNWIND,
            path_steps: longest,
            total_steps: longest,
            forks: FORKS,
            open_checks: OPEN_CHECKS,
            terms: TERMS,
        };
        let mut explorer = Explorer::new(
            asked.program,
            self.analysis,
            (state, dom.visited),
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

    /// The certificate: whether the test passes when it is run with the number.
    fn passes_with(&self, ty: Scalar, value: i128, budget: &mut NeededBudget) -> bool {
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

    /// Whether the test passes from a state on; `None` if that takes too long.
    fn passes(&self, state: State<u64>, budget: &mut NeededBudget) -> Option<bool> {
        let asked = self.asked;
        let longest = asked.longest(budget);
        let as_written = asked.as_written();
        let (passes, used) = passes_from(asked.program, state, asked.test, as_written, longest);
        budget.instructions = budget.instructions.saturating_sub(used);
        (used < longest).then_some(passes)
    }
}

/// The condition on a name, in C syntax.
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
