//! Development only: code that tests of several crates share.
//!
//! * [`BruteForce`]: the search's queries answered by enumerating every choice with the concrete evaluator;
//! * [`Narrow`]: the same queries answered symbolically, with angelic values of the same few bits;
//! * [`generate`]: small random C programs, and faults to inject.
//!
//! Nothing that ships depends on this crate.
#![allow(clippy::unwrap_used, clippy::expect_used)]

pub mod generate;
mod narrow;
mod oracle;
mod subject;

pub use narrow::Narrow;
pub use oracle::{BruteForce, EnumerationBudget, Feasible, subsets};
pub use subject::{CompiledProgram, call, run_of_main};
