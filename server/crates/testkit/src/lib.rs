//! Development only: what tests of several crates share.
//!
//! * [`BruteForce`]: the search's questions answered by enumerating every choice with the concrete evaluator;
//! * [`Narrow`]: the same questions answered symbolically, with angelic values of the same few bits;
//! * [`generate`]: small random C programs, and faults to put into them.
//!
//! Nothing that ships depends on this crate.
#![allow(clippy::unwrap_used, clippy::expect_used)]

pub mod generate;
mod narrow;
mod oracle;
mod subject;

pub use narrow::Narrow;
pub use oracle::{BruteForce, Budget, Feasible, subsets};
pub use subject::{CompiledProgram, call, run_of_main};
