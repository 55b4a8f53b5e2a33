//! Contracts in comments, as ACSL writes them: `/*@ requires n > 0; ensures \result >= 0; */`, `//@ assert x != 0;`,
//! `/*@ loop invariant 0 <= i <= n; */`.
//!
//! Nothing of a contract is evaluated here. It is translated into C, and the C is checked like any other assertion:
//!
//! 1. [`mod@annotations`] finds the comments of a text, and [`clause`] reads what they say;
//! 2. [`predicate`] reads a predicate, and [`c`] writes it as an expression of C;
//! 3. [`mod@harness`] writes a function for each function with a contract. It reads the arguments from standard input,
//!    exits if `requires` does not hold, calls the function, and asserts what the function `ensures` and that it
//!    changed only what it `assigns`;
//! 4. [`mod@weave`] moves assertions and loop invariants to their places in the program's tree.
//!
//! The C is in a text of its own that the user's text includes at its end. So types, macros and functions with internal
//! linkage are visible, and no place in the user's text moves.
//!
//! P. Baudin et al.: *ACSL: ANSI/ISO C Specification Language*, version 1.20.
//!
//! Differences from ACSL: comparisons are those of C (a negative `int` is greater than an unsigned value), sums and
//! products have 64 bits, and `\valid` is assumed, except that its bounds determine the length of an array.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod annotations;
pub mod c;
mod call;
pub mod callable;
pub mod clause;
pub mod harness;
mod params;
pub mod predicate;
mod tokens;
pub mod weave;

#[cfg(test)]
mod tests;

pub use annotations::{Annotation, annotations};
pub use call::UNCOUNTED;
pub use callable::{Callable, harness_of};
pub use harness::{Harness, harness};
pub use weave::weave;

/// Problem with an annotation that is not understood, or with a function that cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Position, in bytes of the text.
    pub at: usize,
    /// Description of the problem, as a sentence.
    pub message: String,
}
