//! Weighted partial `MaxSAT` over terms: the interface.
//!
//! `CFaults` (§3) localizes with one formula: hard terms describe the guarded program on all failing tests, and soft
//! terms require each component to be kept; the soft terms that an optimum violates form a minimum diagnosis. The
//! strategy `maxsat` uses this interface, and the other strategies are checked against it.

use term::{Pool, Satisfiability, Term};

use crate::{Interrupt, SolverLimits};

/// Answer of an optimizer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optimum {
    /// `Yes`: an optimum was found and proved. `No`: the hard terms cannot hold within the limit on violated soft
    /// terms. `Unknown`: the check was stopped first.
    pub verdict: Satisfiability,
    /// Total weight of the soft terms that the best model violates; 0 without a model.
    pub cost: u64,
    /// Proved lower bound on the cost of every model.
    pub at_least: u64,
    /// Whether the best model keeps each soft term, in the order in which they were added. Empty without a model; after
    /// `Unknown`, the model need not be an optimum.
    pub kept: Vec<bool>,
}

/// Finds models of hard terms that maximise the weight of the soft terms kept.
///
/// Like a [`Solver`](crate::Solver), an optimizer forgets everything when it is given another pool.
/// Hard terms may be added between two checks, for example to block solutions found before.
pub trait Optimizer {
    /// Makes `t` hold in all later checks.
    fn hard(&mut self, pool: &Pool, t: Term);

    /// Adds the soft term `guard`; violating it costs `weight`. Weight 0 is free.
    fn soft(&mut self, pool: &Pool, guard: Term, weight: u64);

    /// Allows at most `count` soft terms to be violated in all later checks.
    fn limit_relaxed(&mut self, pool: &Pool, count: u32);

    /// Computes the best model. Costs found by earlier checks are lower bounds of later ones, so enumerating optima
    /// does not start over each time.
    fn check(&mut self, pool: &Pool) -> Optimum;

    /// The value of `t` in the best model of the last check; 0 if it is unassigned.
    fn value(&mut self, pool: &Pool, t: Term) -> u64;

    /// Sets limits for every later check as a whole; conflicts are counted per solver query.
    fn set_limits(&mut self, limits: SolverLimits);

    /// A handle that stops this optimizer from any thread.
    fn interrupt(&self) -> Interrupt;
}
