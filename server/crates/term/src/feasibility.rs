//! What the evaluator may know of a solver.

use crate::{Pool, Term};

/// Answer to "is there a model?". Giving up is an answer, not an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// There is a model.
    Yes,
    /// There is none: proved.
    No,
    /// A limit was met, the question was interrupted, or the backend cannot treat it.
    Unknown,
}

/// Decides whether Boolean terms can be true together.
pub trait Feasibility {
    /// Whether all `assumptions` (with everything asserted before) can hold together.
    fn check(&mut self, pool: &Pool, assumptions: &[Term]) -> Verdict;

    /// Whether models should be made plain, numbers small and not negative where the question lets them: for people
    /// who read them. It costs further checks; a backend may ignore it.
    fn set_plain(&mut self, plain: bool) {
        let _ = plain;
    }

    /// The value of `t` in the model of the last [`Verdict::Yes`]: the bits of a value of its
    /// sort. Total: variables that the question left open are 0.
    fn value(&mut self, pool: &Pool, t: Term) -> u64;
}
