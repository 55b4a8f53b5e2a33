//! Concrete execution of tests: prepared tests, their outcomes and coverage, and the threads that run them.
//!
//! `faultlens test`, explanations and the development tools only run tests: they depend on this crate, not on
//! `localize`.
//!
//! * [`run`]: one test: its prepared form ([`run::PreparedTest`]) and its outcome ([`run::TestOutcome`]);
//! * [`runner`]: many runs of one program, one after another, reusing the memory of the previous run;
//! * [`progress`]: how far a run comes before its test fails;
//! * [`run_all`]: all tests of a program, in batches that threads share;
//! * [`display`]: values in C syntax;
//! * [`parallel`]: the only module of the core that starts threads for scoped work, with results in order.
//!
//! Invariants: pure (no files, processes, clocks: time comes in through [`Control`]); outcomes do not depend on the
//! number of threads.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod computed;
pub mod display;
pub mod parallel;
pub mod progress;
pub mod run;
pub mod run_all;
pub mod runner;

/// Stack size in bytes of a thread that analyses programs: some passes recurse along the syntax tree, and programs nest
/// deeply.
pub const STACK: usize = 64 << 20;

/// Connection of a job to its environment while tests run, used from any of its threads.
pub trait Control: Sync {
    /// Reason why the job must end, or `None`.
    fn stop_reason(&self) -> Option<String>;
    /// Reports that a phase of the job begins: `run_tests`, `search`, `fix`, `unmask`, `insert`, `refine`.
    fn phase(&self, name: &'static str);
}

/// Actual and needed value of an integer, extended to 64 bits as in a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// Type of the integer.
    pub ty: ir::Scalar,
    /// Actual value.
    pub was: u64,
    /// Value with which the test passes.
    pub needs: u64,
}
