//! All numeric limits of the searches, except for the budgets that a caller sets ([`crate::SearchOptions`]).

// Queries.

/// Number of tests that may leave a candidate open before the remaining tests are skipped: they could only refute it.
pub(crate) const MAX_OPEN_TESTS: usize = 2;

/// Least number of candidates that a query about irrelevant components settles if it is infeasible: it costs about as
/// much as one.
pub(crate) const MIN_IRRELEVANT: usize = 3;

/// Work that queries about irrelevant components may cost per unit of work that refuted candidates have cost.
pub(crate) const IRRELEVANT_WORK_RATIO: u64 = 2;

// Candidates.

/// Maximum number of candidates announced ahead. It is independent of the number of threads, because the results must
/// not depend on it.
pub(crate) const CANDIDATES_AHEAD: usize = 16;
/// Maximum number of open candidates announced ahead; each of them takes long.
pub(crate) const OPEN_CANDIDATES_AHEAD: usize = 8;
/// Position in the test order from which a refuting test makes the search announce its candidates anew: they would
/// otherwise ask that test late, too.
pub(crate) const LATE_TEST: usize = 8;
/// Number of nodes of the search tree to expand before the caller gets a chance to stop.
pub(crate) const NODES_PER_BURST: usize = 512;
/// Ratio of heap length to the requested count above which a probe is not worth its cost.
pub(crate) const MAX_HEAP_RATIO: usize = 16;

// Tests alone.

/// Work up to which tests are asked alone, however little was done before.
pub(crate) const WORK_ALONE: u64 = 2_000_000;

// Cores.

/// Maximum number of cores in the common list.
pub(crate) const MAX_ACTIVE_CORES: usize = 512;
/// Maximum number of feasible sets kept per test for comparison with larger ones, smallest first. The search proceeds
/// size by size and hardly ever asks about a set that contains a smaller feasible one, so few of them are ever used.
pub(crate) const MAX_FEASIBLE_SETS: usize = 128;
/// Number of refuted candidates after which the remaining ones are counted again: a count costs as much as several
/// refutations.
pub(crate) const REFUTATIONS_PER_COUNT: u32 = 8;
/// Number of consecutive open queries after which a core is left as it is.
pub(crate) const MAX_OPEN_IN_A_ROW: u32 = 2;
/// Number of chunks that cannot be relaxed, for each one that can, after which growing is abandoned. A chunk that costs
/// as much as several candidates counts as that many.
pub(crate) const GROW_FAILURES_PER_SUCCESS: u64 = 2;
/// Number of further failed chunks allowed beyond that ratio.
pub(crate) const FREE_GROW_FAILURES: u64 = 8;

// Sets of single tests (`sniper`).

/// Number of unions kept after each test.
pub(crate) const MAX_UNIONS_KEPT: usize = 5_000;
/// Number of unions formed for one test.
pub(crate) const MAX_UNIONS_FORMED: usize = 200_000;
/// Maximum number of sets delivered that explain only some of the tests, when the search is stopped.
pub(crate) const MAX_PARTIAL_SETS: usize = 100;
/// Number of sets processed between two checks of whether to stop.
pub(crate) const SETS_PER_STOP_CHECK: usize = 1024;
