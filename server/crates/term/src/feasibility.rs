//! The interface of a solver that the evaluator uses.

use crate::{Pool, Term};

/// Answer to "is there a model?". Giving up is an answer, not an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Satisfiability {
    /// There is a model.
    Yes,
    /// There is no model, and this is proved.
    No,
    /// A limit was met, the query was interrupted, or the backend does not support it.
    Unknown,
}

/// Decides whether Boolean terms can be true together.
pub trait Feasibility {
    /// Whether all `assumptions` (with everything asserted before) can hold together.
    fn check(&mut self, pool: &Pool, assumptions: &[Term]) -> Satisfiability;

    /// Sets whether models should be simple, with numbers small and not negative where possible, for people who read
    /// them. This costs further checks; a backend may ignore it.
    fn set_plain(&mut self, plain: bool) {
        let _ = plain;
    }

    /// The value of `t` in the model of the last [`Satisfiability::Yes`]: the bits of a value of its sort. Total: variables
    /// that the query left open are 0.
    fn value(&mut self, pool: &Pool, t: Term) -> u64;
}
