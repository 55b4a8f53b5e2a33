//! Hash-consed bit-vector, float and Boolean terms with folding.
//!
//! The symbolic evaluator builds its formulas here, and the solvers read them. Inputs of a failing test are concrete,
//! so most of the evaluator's terms are constant; the rest stays small if every constructor folds at once. Hence the
//! rule of this crate: **a term is simplified when it is created, never afterwards.** Each constructor of [`Pool`]
//! examines its operands (and a bounded number of levels below them) and returns the smallest equal term that it can
//! find; structurally equal terms have equal handles.
//!
//! Invariants:
//! * A child has a smaller index than its parent, so a sweep by index is a topological order.
//! * Nothing recurses on the depth of a term: chains of 100 000 terms are normal.
//! * A constant operand of a commutative operation is the second one.
//! * `or`, `implies`, `xor`, `<=` do not exist as nodes: they are `and`, `not`, `=`, `<`.
//!
//! [`Feasibility`] is the only interface of a solver that the evaluator sees.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]
#![allow(
    clippy::many_single_char_names,
    reason = "laws are read as formulas: (x + j) + k"
)]

mod arith;
mod bitwise;
mod boolean;
mod compare;
mod divisor;
mod eval;
mod feasibility;
mod float;
mod node;
mod pool;
mod range;
mod replace;
mod residues;
mod shape;
pub mod value;
mod value_summary;

pub use eval::Memo;
pub use feasibility::{Feasibility, Satisfiability};
pub use node::{BvCmp, BvOp, FpCmp, FpFun, FpOp, Node, Overflow, Sort, Term};
pub use pool::Pool;
pub use replace::Replacement;
pub use residues::Residues;
