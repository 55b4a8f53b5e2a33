//! All numeric limits of the searches, but for the budgets that a caller sets ([`crate::SearchOptions`]).

// Queries.

/// Tests that may leave a candidate open before the others are not asked: they could only refute it.
pub(crate) const MAX_OPEN_TESTS: usize = 2;

/// Candidates that a query about irrelevant components has to settle if it is infeasible: it costs about as much as one.
pub(crate) const MIN_IRRELEVANT: usize = 3;

/// Work that queries about irrelevant components may cost, for each unit of work that refuted candidates have cost.
pub(crate) const IRRELEVANT_WORK_RATIO: u64 = 2;

// Candidates.

/// Candidates that are announced ahead at most. What is found does not depend on how many threads answer, so neither
/// does this.
pub(crate) const CANDIDATES_AHEAD: usize = 16;
/// Candidates that stayed open, each of which takes long, that are announced ahead at most.
pub(crate) const OPEN_CANDIDATES_AHEAD: usize = 8;
/// Candidates are announced anew when a test refutes that was at this position in the order or behind: the others
/// would ask it late, too.
pub(crate) const LATE_TEST: usize = 8;
/// Nodes of the search tree to expand before the caller is given a chance to stop.
pub(crate) const NODES_PER_BURST: usize = 512;
/// A heap this many times longer than the count asked for is not worth a look.
pub(crate) const MAX_HEAP_RATIO: usize = 16;

// Cores.

/// Cores in the common list at most.
pub(crate) const MAX_ACTIVE_CORES: usize = 512;
/// Feasible sets that are kept per test to compare larger ones with, at most, smallest first. A search asks size by
/// size and hardly ever about a set that contains a smaller feasible one, so few of them ever serve.
pub(crate) const MAX_FEASIBLE_SETS: usize = 128;
/// Refuted candidates after which the candidates left are counted again: a count costs as much as several of these.
pub(crate) const REFUTATIONS_PER_COUNT: u32 = 8;
/// Queries in a row that stay open, after which a core is left as it is.
pub(crate) const MAX_OPEN_IN_A_ROW: u32 = 2;
/// Chunks that may not be relaxed, for each one that may, after which growing is given up. One that costs as much as
/// several candidates counts as that many.
pub(crate) const GROW_FAILURES_PER_SUCCESS: u64 = 2;
/// Chunks that may not be relaxed beyond that.
pub(crate) const FREE_GROW_FAILURES: u64 = 8;

// Sets of single tests (`sniper`).

/// Unions kept after each test.
pub(crate) const MAX_UNIONS_KEPT: usize = 5_000;
/// Unions formed for one test.
pub(crate) const MAX_UNIONS_FORMED: usize = 200_000;
/// Sets that explain only some of the tests, delivered at most when the search is stopped.
pub(crate) const MAX_PARTIAL_SETS: usize = 100;
/// Sets between two looks at whether to stop.
pub(crate) const SETS_PER_STOP_CHECK: usize = 1024;
