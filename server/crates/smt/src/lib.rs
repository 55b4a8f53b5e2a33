//! Solvers: a common trait, with an embedded SAT solver and Z3 as backends.
//!
//! The search asks thousands of small queries about bit-vectors, and a few large or unusual ones. [`SatSolver`] answers
//! the small ones in microseconds, [`Z3Solver`] all others, and `Auto` chooses between them. The two share no code
//! below the trait, so each can check the other.
//!
//! Invariants:
//! * This is the only crate that uses Z3. It loads Z3 when a query first needs it. A build for a system that cannot load
//!   a library has no Z3 (`absent`).
//! * Giving up is an answer ([`term::Satisfiability::Unknown`]), never an error or a panic; this includes errors in Z3.
//! * Nothing here reads files or the environment, except to locate Z3. The clock is read only for time limits.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]
#![allow(
    clippy::many_single_char_names,
    reason = "circuits are read as formulas over a, b, c"
)]

#[cfg(not(late))]
mod absent;
mod auto;
mod blast;
mod interval;
mod limits;
mod model_guess;
mod sat;
mod solver;
mod stop_conditions;
mod version;
#[cfg(late)]
mod z3_solver;

#[cfg(not(late))]
pub use absent::Z3Solver;
pub use auto::AutoSolver;
pub use sat::SatSolver;
pub use solver::{Choice, Interrupt, Solver, SolverLimits, Stats};
pub use version::{WITHOUT_Z3, z3, z3_file, z3_trouble};
#[cfg(late)]
pub use z3_solver::Z3Solver;

/// A solver of the chosen kind.
pub fn solver(choice: Choice) -> Box<dyn Solver> {
    solver_until(choice, Interrupt::default())
}

/// A solver of the chosen kind that can be stopped by `interrupt`.
pub fn solver_until(choice: Choice, interrupt: Interrupt) -> Box<dyn Solver> {
    match choice {
        Choice::Auto => Box::new(AutoSolver::new(interrupt)),
        Choice::Sat => Box::new(SatSolver::new(interrupt)),
        Choice::Z3 => Box::new(Z3Solver::new(interrupt)),
    }
}
