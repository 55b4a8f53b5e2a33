//! All numeric limits of the solvers, but for those that a caller sets ([`crate::SolverLimits`]).

use std::ops::RangeInclusive;
use std::time::Duration;

// Which backend answers (`auto`).

/// Conflicts after which Z3 takes over: about a second of the SAT solver.
pub(crate) const MAX_SAT_CONFLICTS: u64 = 20_000;
/// Revisions of terms that interval propagation may take for each conflict that the SAT solver may run into: about the
/// same time.
pub(crate) const REVISIONS_PER_CONFLICT: u64 = 64;
/// Revisions that all checks between two calls of `set_limits` may take together, as a multiple of those of one check.
pub(crate) const ALL_CHECKS_FACTOR: u64 = 8;
/// Divisor of the revisions that interval propagation may take before the SAT solver is asked, if the query has
/// products.
pub(crate) const FIRST_INTERVALS_DIVISOR: u64 = 8;
/// Time of all checks with floats together, if checks are limited by work. Z3 decides such a check quickly or hardly
/// ever.
pub(crate) const MAX_TIME_WITH_FLOATS: Duration = Duration::from_millis(1_500);
/// Milliseconds of one check with floats.
pub(crate) const MAX_MILLIS_WITH_FLOATS: u64 = 100;
/// Milliseconds that must be left for a check with floats to be worthwhile: starting Z3 takes most of a shorter time.
pub(crate) const MIN_MILLIS_WITH_FLOATS: u64 = 16;
/// Most products and quotients of floats in a check for Z3, which builds a circuit for each and notices neither limits
/// nor interrupts meanwhile. In the benchmarks, 18 checks had more; each took up to a second, and none was decided.
pub(crate) const MAX_FLOAT_PRODUCTS: usize = 6;
/// Most goals that are propagated to guess the model of a check.
pub(crate) const MAX_GOALS: usize = 96;

// The SAT solver.

/// Literals that are assigned in about a millisecond.
pub(crate) const WORK_PER_MILLISECOND: u64 = 8_000;
/// Variables up to which a solver is kept, however little of it the check at hand needs.
pub(crate) const SMALL_SOLVER_VARIABLES: usize = 1024;
/// Largest ratio of the size of a kept solver to that of the check at hand.
pub(crate) const MAX_SOLVER_RATIO: usize = 6;
/// Conflicts of the first part of a search; the work is measured after each part.
pub(crate) const FIRST_SLICE_CONFLICTS: u64 = 200;
/// Fewest and most conflicts of a later part.
pub(crate) const SLICE_CONFLICTS: RangeInclusive<u64> = 50..=5_000;
/// Bits of a small number, of a smaller one, and so on: those above are cleared in a readable model.
pub(crate) const SMALL_NUMBER_BITS: [usize; 4] = [7, 4, 2, 1];
/// Most variables that are made small one by one, if they cannot be made small together.
pub(crate) const MAX_SHRUNK_VARIABLES: usize = 32;
/// Conflicts that one attempt at a more readable model may take.
pub(crate) const READABLE_MODEL_CONFLICTS: u64 = 200;
/// Literals that all attempts at one readable model may assign.
pub(crate) const READABLE_MODEL_WORK: u64 = 20 * WORK_PER_MILLISECOND;
/// Cost of building a clause, in assignments of literals.
pub(crate) const CLAUSE_COST: u64 = 2;
/// Calls of `stop` per reading of the clock, which costs more than a propagation.
pub(crate) const STOPS_PER_CLOCK_LOOK: u32 = 64;

// Interval propagation.

/// Splits per check of the interrupt.
pub(crate) const SPLITS_PER_STOP_CHECK: u64 = 16;
/// Constants that are tried for one variable.
pub(crate) const MAX_HINTS: usize = 6;
/// Smallest part of an interval, as a negative power of two, whose removal is propagated.
pub(crate) const MIN_SHRINK_LOG2: u32 = 4;

// Z3.

/// Time that Z3 has to notice its own limit before it is interrupted.
#[cfg(late)]
pub(crate) const Z3_GRACE: Duration = Duration::from_millis(20);
/// Time between two interrupts of one check.
#[cfg(late)]
pub(crate) const Z3_INTERRUPT_PERIOD: Duration = Duration::from_millis(10);
/// Longest time that the watching thread sleeps.
#[cfg(late)]
pub(crate) const Z3_WATCH_PERIOD: Duration = Duration::from_secs(3600);
/// Largest ratio of the assumptions that an engine knows to those of the check at hand. An engine processes all
/// assumptions that it ever had in each check, so beyond this ratio a new engine is cheaper.
#[cfg(late)]
pub(crate) const MAX_ASSUMPTION_RATIO: usize = 4;
/// Assumptions up to which an engine is kept in any case.
#[cfg(late)]
pub(crate) const MIN_IDLE_ASSUMPTIONS: usize = 16;

// In `interval::functions`.

/// Steps by which the bounds of a library function are widened, for its rounding error.
pub(crate) const FUNCTION_ERROR_STEPS: u32 = 4;

// In `interval::search`.

/// Decimal places of the numbers that are tried first.
pub(crate) const MAX_TRIED_DECIMALS: i32 = 12;
