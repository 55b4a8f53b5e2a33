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

// In `alike`.

/// Places that are changed at once.
pub(crate) const MAX_ALIKE_PLACES: usize = 8;
/// Places of which each two are changed.
pub(crate) const MAX_PAIRED_PLACES: usize = 7;
/// Fixes that are looked for.
pub(crate) const ENOUGH_ALIKE_FIXES: usize = 3;

// In `generate::additions`.

/// Variables of a kind that are tried.
pub(crate) const MAX_VARIABLES: usize = 4;

// In `generate::arguments`.

/// Calls of more arguments are left as they are.
pub(crate) const MAX_CHANGED_ARGUMENTS: usize = 6;

// In `generate::bounds`.

/// Variables that may be the number of elements.
pub(crate) const MAX_LIMITS: usize = 4;

// In `generate::conversions`.

/// Variables that may be the argument that was forgotten.
pub(crate) const MAX_FORGOTTEN: usize = 6;

// In `generate::leaves`.

/// Values of a formula that are exchanged two by two.
pub(crate) const MAX_LEAVES: usize = 6;

// In `generate`.

/// Variables that may have been meant, one more or less, where a constant stands.
pub(crate) const MAX_STEPPED: usize = 3;

// In `generate::names`.

/// Names that are tried for one.
pub(crate) const MAX_NAMES: usize = 6;

// In `generate::types`.

/// So many of the arithmetic types have no values but those of an `int`.
pub(crate) const SMALL_NUMBERS: usize = 7;

// In `generate::wrapped`.

/// Variables by which a remainder is taken.
pub(crate) const MAX_WRAPPED_DIVISORS: usize = 4;
/// Numbers with names by which one is taken.
pub(crate) const MAX_NAMED: usize = 6;

// In `missing::facts`.

/// Bytes of a statement that is repeated.
pub(crate) const MAX_REPEATED_STATEMENT_BYTES: usize = 100;
/// Objects that are assigned to, and read, at one place.
pub(crate) const MAX_OBJECTS: usize = 24;
/// Numbers that are assigned.
pub(crate) const MAX_NUMBERS: usize = 4;

// In `missing`.

/// Places that are looked at, the most suspicious ones.
pub(crate) const MAX_MISSING_PLACES: usize = 80;

// In `missing::statements`.

/// Arguments that are tried for one parameter.
pub(crate) const MAX_ARGUMENTS_PER_PARAMETER: usize = 3;
/// Calls of one function that are tried.
pub(crate) const MAX_CALLS: usize = 6;
/// Variables by which a remainder is taken.
pub(crate) const MAX_STATEMENT_DIVISORS: usize = 4;

// In `moved`.

/// Statements that are moved.
pub(crate) const MAX_MOVED_STATEMENTS: usize = 24;
/// Gaps that one is put into.
pub(crate) const MAX_GAPS: usize = 12;
/// Fixes that are looked for.
pub(crate) const ENOUGH_MOVED_FIXES: usize = 2;

// In `validate::judges`.

/// Tests by which edits are compared that are not fixes.
pub(crate) const MAX_COMPARED: usize = 6;
