//! Development only: code that tests of several crates share.
//!
//! * [`BruteForce`]: the search's queries answered by enumerating every choice with the concrete evaluator;
//! * [`Narrow`]: the same queries answered symbolically, with angelic values of the same few bits;
//! * [`generate`]: small random C programs, and faults to inject;
//! * [`dump()`], [`dump_function`]: the IR as text;
//! * [`CompiledProgram`], [`run_of_main`], [`call`]: programs and tests from texts, and runs of them;
//! * [`LoadedFixture`]: programs and tests from the folder `fixtures`;
//! * [`cases`], [`runner`]: number and reproducibility of random cases.
//!
//! Nothing that ships depends on this crate. It does not depend on `localize`, so that the tests of the crates below
//! can use it without waiting for that.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod dump;
mod fixtures;
pub mod generate;
mod narrow;
mod oracle;
mod random;
mod subject;

pub use dump::{dump, dump_function};
pub use fixtures::{LoadedFixture, fixture, fixtures, repository};
pub use narrow::Narrow;
pub use oracle::{BruteForce, EnumerationBudget, Feasible, subsets};
pub use random::{cases, runner};
pub use subject::{CompiledProgram, call, run_of_main};
