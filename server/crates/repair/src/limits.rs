//! Limits of the generators and of their validation, in one table.

use ir::explore::Limits;

/// Constants of the program that are proposed for others.
pub(crate) const MAX_PROPOSED_CONSTANTS: usize = 64;
/// Proposals with which some test has no end, after which a constant is left as it is: it bounds a loop.
pub(crate) const MAX_ENDLESS_PROPOSALS: u32 = 2;
/// Proposals for one constant at most.
pub(crate) const MAX_CONSTANT_ROUNDS: u32 = 16;
/// Limits of the exploration that says what one test demands of a constant; the instructions follow from the test.
pub(crate) const CONSTANT_EXPLORATION: Limits = Limits {
    unwind: 64,
    path_steps: 0,
    total_steps: 0,
    forks: 200,
    open_checks: 4,
    terms: 1_000_000,
};
/// Instructions of that exploration, as many times those that the test may take.
pub(crate) const CONSTANT_RUN_FACTOR: u64 = 8;
/// Limits of one check of the solver for a constant.
pub(crate) const CONSTANT_CHECK: smt::Limits = smt::Limits {
    conflicts: Some(2_000),
    work: Some(50 * smt::Limits::MILLISECOND),
    millis: Some(500),
    together: Some(200 * smt::Limits::MILLISECOND),
};
/// Elements that are tried for an index.
pub(crate) const MAX_INDEX_TRIALS: u64 = 16;
/// Numbers tried for one macro.
pub(crate) const MAX_MACRO_NUMBERS: usize = 24;
/// Components with a fix, after which no further kinds of edits are tried from the beginning.
pub(crate) const ENOUGH_FIXES: usize = 6;
/// Fixers, each with a share of the components.
pub(crate) const FIXER_SHARES: usize = 3;
/// Passing tests that are run before another thread is worth its start, and that there have to be beyond.
pub(crate) const TESTS_PER_FIX_THREAD: usize = 128;
/// Failing tests that are run before any passing one where only success counts.
pub(crate) const FIRST_FAILING_TESTS: usize = 3;
/// Passing tests that are run before the other failing ones.
pub(crate) const FIRST_PASSING_TESTS: usize = 40;
/// Tests whose inputs are varied, words of each that are, and inputs that come of that.
pub(crate) const MAX_NEARBY_TESTS: usize = 8;
pub(crate) const MAX_NEARBY_WORDS: usize = 8;
pub(crate) const MAX_NEARBY_INPUTS: usize = 40;
