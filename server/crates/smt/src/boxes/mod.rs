//! Boxes: deciding by intervals what bits decide slowly.
//!
//! A floating-point operation is a circuit of thousands of gates, and a sum of unknowns that has to print as `2.40`
//! keeps a solver of bits busy for seconds. Seen as numbers such questions are easy: the sum lies between two numbers,
//! so each summand does. So a question is first asked in *boxes*, an interval for each term:
//!
//! 1. *Narrow* ([`net`]): what an operation can give follows from its operands ([`forward`]), what its operands may be
//!    from what it has to give ([`backward`]). When a term has no value left, the box has no model: that is proved. Integers
//!    are moreover known by their [`residues`].
//! 2. *Dive* ([`search`]): give each variable in turn a likely value, a short decimal first, and narrow. If the terms,
//!    evaluated, hold with these values, they are a model.
//! 3. *Split*: halve the values of a decision or of a variable, and look at both halves.
//!
//! The values of a variable are finite in number and narrowing at a point is evaluation, so this is complete; it ends by
//! its budget where it would have to look at too many boxes. The budget counts revisions of terms: the answer does not
//! depend on the machine. Whatever narrowing does, it only drops values that no model has, for exactly the meaning that
//! [`term::value`] gives to the operations: rounding to nearest, wrapping, NaN and both zeros included.
//!
//! # References
//! * F. Benhamou, F. Goualard, L. Granvilliers, J.-F. Puget: *Revising Hull and Box Consistency*, ICLP 1999 (HC4).
//! * C. Michel: *Exact Projection Functions for Floating Point Number Constraints*, AMAI 2002.

mod backward;
mod domain;
mod forward;
mod functions;
mod integers;
mod net;
mod op;
mod residues;
mod search;
#[cfg(test)]
mod tests;

use term::{Memo, Pool, Term, Verdict};

use self::search::{Search, value_in};
use crate::Interrupt;

/// Decides conjunctions by intervals.
#[derive(Default)]
pub(crate) struct Boxes {
    /// Values of variables after a yes, ascending.
    model: Vec<(Term, u64)>,
    memo: Memo,
    /// Revisions of terms so far.
    work: u64,
}

impl Boxes {
    /// Whether the roots can hold together; `Unknown` after `budget` revisions of terms.
    pub(crate) fn check(
        &mut self,
        pool: &Pool,
        roots: &[Term],
        budget: u64,
        interrupt: &Interrupt,
    ) -> Verdict {
        let mut search = Search::new(pool, roots, budget);
        let (verdict, model) = search.run(interrupt);
        self.work += search.work();
        self.model = model;
        self.memo.clear();
        verdict
    }

    /// The value of a term in the model of the last yes.
    pub(crate) fn value(&mut self, pool: &Pool, t: Term) -> u64 {
        pool.eval_with(t, &|v| value_in(&self.model, v), &mut self.memo)
    }

    /// Revisions of terms so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }
}
