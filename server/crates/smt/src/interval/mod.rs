//! Interval constraint propagation, for queries that are slow to decide by bits.
//!
//! A floating-point operation is a circuit of thousands of gates, and a sum of unknowns that has to print as `2.40`
//! keeps a bit-level solver busy for seconds. For intervals such queries are easy: the sum lies between two numbers,
//! so each summand does. So a query first goes to this solver, whose *boxes* have an interval for each term:
//!
//! 1. *Narrow* ([`propagator`]): the possible results of an operation follow from its operands ([`forward`]), and the
//!    possible operands from its results ([`backward`]). If a term has no value left, it is proved that the box has no
//!    model. For integers, there are also [`residues`].
//! 2. *Dive* ([`search`]): give each variable in turn a likely value, a short decimal first, and narrow. If the terms
//!    evaluate to true with these values, they are a model.
//! 3. *Split*: bisect the values of a decision or of a variable, and search both halves.
//!
//! A variable has finitely many values and narrowing at a point is evaluation, so the method is complete; its budget
//! ends it if it would have to search too many boxes. The budget counts revisions of terms, so the answer does not
//! depend on the machine. Narrowing only removes values that no model has, for exactly the meaning that
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
mod op;
mod propagator;
mod residues;
mod search;
#[cfg(test)]
mod tests;

use term::{Memo, Pool, Satisfiability, Term};

use self::search::{BoxSearch, value_in};
use crate::Interrupt;

/// Decides conjunctions by intervals.
#[derive(Default)]
pub(crate) struct IntervalSolver {
    /// Values of variables after a yes, in ascending order of variables.
    model: Vec<(Term, u64)>,
    memo: Memo,
    /// Number of revisions of terms so far.
    work: u64,
}

impl IntervalSolver {
    /// Whether the roots can hold together; `Unknown` after `budget` revisions of terms.
    pub(crate) fn check(
        &mut self,
        pool: &Pool,
        roots: &[Term],
        budget: u64,
        interrupt: &Interrupt,
    ) -> Satisfiability {
        let mut search = BoxSearch::new(pool, roots, budget);
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

    /// Number of revisions of terms so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }
}
