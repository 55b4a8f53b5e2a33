//! Solvers: one trait, an embedded SAT solver and Z3 behind it.
//!
//! The search asks thousands of small questions about bit-vectors, and a few large or strange
//! ones. [`SatSolver`] answers the small ones in microseconds, [`Z3Solver`] everything else, and
//! `Auto` chooses. The two share no code below the trait, so each can check the other.
//!
//! Invariants:
//! * This is the only crate that uses Z3. It loads it when a question first needs it; a build that can only link it does so
//!   with the feature `link-z3`, and has none without (`absent`).
//! * "Gave up" is an answer ([`term::Verdict::Unknown`]), never an error or a panic; that
//!   includes errors of Z3.
//! * Nothing here reads files or the environment, but for where Z3 comes from. The clock is read for time limits only.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]
#![allow(
    clippy::many_single_char_names,
    reason = "circuits are read as formulas over a, b, c"
)]

#[cfg(not(any(late, linked)))]
mod absent;
mod auto;
mod blast;
mod boxes;
mod glance;
mod limits;
mod optimize;
mod sat;
mod solver;
mod version;
mod watch;
#[cfg(any(late, linked))]
mod z3_solver;

#[cfg(not(any(late, linked)))]
pub use absent::{Z3Optimizer, Z3Solver};
pub use auto::AutoSolver;
pub use optimize::{Optimizer, Optimum};
pub use sat::SatSolver;
pub use solver::{Choice, Interrupt, Limits, Solver, Stats};
pub use version::{WITHOUT_Z3, z3, z3_file, z3_trouble};
#[cfg(any(late, linked))]
pub use z3_solver::{Z3Optimizer, Z3Solver};

/// A solver of the chosen kind.
pub fn solver(choice: Choice) -> Box<dyn Solver> {
    solver_until(choice, Interrupt::default())
}

/// A solver of the chosen kind that `interrupt` stops.
pub fn solver_until(choice: Choice, interrupt: Interrupt) -> Box<dyn Solver> {
    match choice {
        Choice::Auto => Box::new(AutoSolver::new(interrupt)),
        Choice::Sat => Box::new(SatSolver::new(interrupt)),
        Choice::Z3 => Box::new(Z3Solver::new(interrupt)),
    }
}

/// An optimizer for weighted `MaxSAT`, by Z3.
pub fn optimizer() -> Box<dyn Optimizer> {
    Box::new(Z3Optimizer::new(Interrupt::default()))
}
