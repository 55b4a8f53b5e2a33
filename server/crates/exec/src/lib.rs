//! Tests run concretely: prepared tests, their outcomes and coverage, and the threads that run them.
//!
//! `faultlens test`, explanations and the development tools only run tests: they depend on this crate, not on `localize`.
//!
//! * [`run`]: one test: what it needs ([`run::PreparedTest`]), what came of it ([`run::TestOutcome`]);
//! * [`runner`]: many runs of one program, one after the other, in the memory of the run before;
//! * [`run_all`]: all tests of a program, in batches that threads share;
//! * [`show`]: values in C syntax;
//! * [`parallel`]: the only module of the core that starts threads for scoped work, with results in order.
//!
//! Invariants: pure (no files, processes, clocks: time comes in through [`Control`]); outcomes do not depend on the
//! number of threads.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod parallel;
pub mod run;
pub mod run_all;
pub mod runner;
pub mod show;

/// Bytes of stack for a thread that analyses programs: parts recurse along the tree, and programs nest deeply.
pub const STACK: usize = 64 << 20;

/// What a job asks of the outside while tests run, from any of its threads.
pub trait Control: Sync {
    /// Why the job must end, if it must.
    fn stop_reason(&self) -> Option<String>;
    /// A phase of the job begins: `run_tests`, `search`, `fix`, `unmask`, `insert`, `refine`.
    fn phase(&self, name: &'static str);
}

/// What an integer was and has to be, extended to 64 bits as in a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// Its type.
    pub ty: ir::Scalar,
    /// What it was.
    pub was: u64,
    /// With what the test passes.
    pub needs: u64,
}
