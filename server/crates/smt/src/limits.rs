//! All numeric limits of the solvers, but for those that a caller sets ([`crate::SolverLimits`]).

use std::ops::RangeInclusive;
use std::time::Duration;

// Which backend answers (`auto`).

/// Conflicts after which Z3 takes over: about a second of the SAT solver.
pub(crate) const MAX_SAT_CONFLICTS: u64 = 20_000;
/// Revisions of terms that interval propagation may take for each conflict that the SAT solver may run into: about the
/// same time.
pub(crate) const REVISIONS_PER_CONFLICT: u64 = 64;
/// All checks between two settings of limits together may take this many times as many revisions as one.
pub(crate) const ALL_CHECKS_FACTOR: u64 = 8;
/// Where there are products, interval propagation may take this part of their revisions before the SAT solver is asked:
/// one in this many.
pub(crate) const FIRST_INTERVALS_DIVISOR: u64 = 8;
/// Time of all checks with floats together, where checks are limited in work. Z3 either decides them quickly or
/// hardly ever.
pub(crate) const MAX_TIME_WITH_FLOATS: Duration = Duration::from_millis(1_500);
/// Milliseconds of one check with floats.
pub(crate) const MAX_MILLIS_WITH_FLOATS: u64 = 100;
/// Milliseconds below which a check with floats is not begun: in less Z3 has hardly started.
pub(crate) const MIN_MILLIS_WITH_FLOATS: u64 = 16;
/// Products and quotients of floats in one check: Z3 builds a circuit for each, and looks neither at its limits nor
/// at an interrupt while it does. In the benchmarks it was asked about 7 and more 18 times, took up to a second and
/// decided nothing.
pub(crate) const MAX_FLOAT_PRODUCTS: usize = 6;
/// Wishes that one check may have when its model is guessed. What needs more is not guessed.
pub(crate) const MAX_WISHES: usize = 96;

// The SAT solver.

/// Literals that are assigned in about a millisecond.
pub(crate) const WORK_PER_MILLISECOND: u64 = 8_000;
/// Variables below which left-overs of earlier checks do not matter.
pub(crate) const SMALL_SOLVER_VARIABLES: usize = 1024;
/// How many times larger than the check at hand the solver may be.
pub(crate) const MAX_SOLVER_RATIO: usize = 6;
/// Conflicts after which the search is left for the first time to see what it has cost.
pub(crate) const FIRST_SLICE_CONFLICTS: u64 = 200;
/// Fewest and most conflicts between two later looks.
pub(crate) const SLICE_CONFLICTS: RangeInclusive<u64> = 50..=5_000;
/// Bits of a small number, of a smaller one, and so on: those above are cleared in a readable model.
pub(crate) const SMALL_NUMBER_BITS: [usize; 4] = [7, 4, 2, 1];
/// Variables that are made small one by one when they cannot be all together.
pub(crate) const MAX_SHRUNK_VARIABLES: usize = 32;
/// Conflicts that one attempt at a more readable model may take.
pub(crate) const READABLE_MODEL_CONFLICTS: u64 = 200;
/// Literals that all attempts at one readable model may assign.
pub(crate) const READABLE_MODEL_WORK: u64 = 20 * WORK_PER_MILLISECOND;
/// Cost of building a clause, in assignments of literals.
pub(crate) const CLAUSE_COST: u64 = 2;
/// Calls of `stop` between two looks at the clock, which costs more than a propagation.
pub(crate) const STOPS_PER_CLOCK_LOOK: u32 = 64;

// Interval propagation.

/// Splits between two looks at the interrupt.
pub(crate) const SPLITS_PER_STOP_CHECK: u64 = 16;
/// Constants that are tried for one variable.
pub(crate) const MAX_HINTS: usize = 6;
/// A change is passed on when it takes away at least this share of an interval, as a power of two.
pub(crate) const MIN_SHRINK_LOG2: u32 = 4;

// Z3.

/// Time that Z3 has to notice its own limit before it is interrupted.
#[cfg(any(late, linked))]
pub(crate) const Z3_GRACE: Duration = Duration::from_millis(20);
/// Time between two interrupts of one check.
#[cfg(any(late, linked))]
pub(crate) const Z3_INTERRUPT_PERIOD: Duration = Duration::from_millis(10);
/// Time after which the watching thread wakes when nothing happens.
#[cfg(any(late, linked))]
pub(crate) const Z3_WATCH_PERIOD: Duration = Duration::from_secs(3600);
/// How many times more assumptions than the check at hand needs an engine may know: it treats all that it ever saw in
/// each check, so beyond that a new one is cheaper.
#[cfg(any(late, linked))]
pub(crate) const MAX_ASSUMPTION_RATIO: usize = 4;
/// Assumptions that an engine may always keep.
#[cfg(any(late, linked))]
pub(crate) const MIN_IDLE_ASSUMPTIONS: usize = 16;
/// Costs up to this are listed exactly; beyond it every number counts as a possible cost.
#[cfg(any(late, linked))]
pub(crate) const MAX_LISTED_COST: usize = 1 << 16;

// In `interval::functions`.

/// Steps outward that pay for the error of a function.
pub(crate) const FUNCTION_ERROR_STEPS: u32 = 4;

// In `interval::search`.

/// Decimals of the numbers that are tried first.
pub(crate) const MAX_TRIED_DECIMALS: i32 = 12;
