//! Weighted partial `MaxSAT` over terms: the interface.
//!
//! `CFaults` (§3) localizes with one formula: hard terms say what the guarded program does on all
//! failing tests, soft ones that each component is kept; what an optimum gives up is a minimum
//! diagnosis. The strategy `maxsat` uses this, and the other strategies are checked against it.

use term::{Pool, Term, Verdict};

use crate::{Interrupt, Limits};

/// The answer of an optimizer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optimum {
    /// `Yes`: an optimum was found and proved. `No`: the hard terms cannot hold within the bound
    /// on what may be given up. `Unknown`: stopped before.
    pub verdict: Verdict,
    /// Sum of the weights of the soft terms given up in the best model; 0 without a model.
    pub cost: u64,
    /// Every model is proved to cost at least this.
    pub at_least: u64,
    /// Per soft term, in the order in which they came, whether the best model keeps it. Empty
    /// without a model; after `Unknown` the model need not be an optimum.
    pub kept: Vec<bool>,
}

/// Finds models of hard terms that keep soft ones of the greatest possible weight.
///
/// As a [`Solver`](crate::Solver), an optimizer forgets everything when another pool comes.
/// Hard terms may be added between two checks, for example to block what was found.
pub trait Optimizer {
    /// Makes `t` hold in all later checks.
    fn hard(&mut self, pool: &Pool, t: Term);

    /// Wants `guard` to hold; giving it up costs `weight`. Weight 0 is free.
    fn soft(&mut self, pool: &Pool, guard: Term, weight: u64);

    /// Allows at most `count` soft terms to be given up in all later checks.
    fn limit_relaxed(&mut self, pool: &Pool, count: u32);

    /// The best model. Costs found by earlier checks are lower bounds of later ones, so
    /// enumerating optima does not begin anew each time.
    fn check(&mut self, pool: &Pool) -> Optimum;

    /// The value of `t` in the best model of the last check; 0 for what it left open.
    fn value(&mut self, pool: &Pool, t: Term) -> u64;

    /// Bounds every later check as a whole; conflicts count per question asked of the solver.
    fn set_limits(&mut self, limits: Limits);

    /// A handle that stops this optimizer from any thread.
    fn interrupt(&self) -> Interrupt;
}
