//! All numeric limits of the search for inputs, except for the budgets that a caller sets.

// Inputs.

/// Maximum number of inputs kept for mutation.
pub(crate) const MAX_KEPT: usize = 200;
/// Number of inputs with terminating runs that path exploration is asked for.
pub(crate) const ENDINGS: usize = 60;
/// Rounds of path exploration: unwinding bound for loops, and divisor of the work budget. A failure on a short input is
/// found early, and is the most useful one.
pub(crate) const ROUNDS: [(u32, u64); 3] = [(2, 10), (5, 4), (12, 1)];
/// Maximum number of runs for reducing one input.
pub(crate) const REDUCTIONS: usize = 400;
/// Number of further inputs per failure.
pub(crate) const FURTHER: usize = 2;
/// Number of neighbours of failing inputs to run in order to find passing ones.
pub(crate) const NEIGHBOURS: usize = 60;

/// Longest stretch of white space that is written because the program counts the bytes it reads.
pub(crate) const MOST_SPACES: usize = 10_000;

/// Number of sample inputs.
pub(crate) const SAMPLES: u8 = 3;

// Exploration of paths.

/// Maximum number of instructions on one path.
pub(crate) const PATH_STEPS: u64 = 200_000;
/// Maximum number of forks on all paths together.
pub(crate) const FORKS: u32 = 30_000;
/// Number of checks that the solver may leave open.
pub(crate) const OPEN_CHECKS: u32 = 8;
/// Maximum number of terms of the formulas.
pub(crate) const TERMS: usize = 2_000_000;
/// Limit of one solver check, in milliseconds by the solver's own measure of work.
pub(crate) const CHECK: u64 = 400;
