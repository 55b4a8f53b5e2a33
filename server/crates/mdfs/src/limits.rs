//! All numeric limits of the search for root causes.

// Executions.

/// Maximum number of executions analysed, those nearest to the failure. Earlier executions count as the beginning.
pub(crate) const MAX_NODES: usize = 20_000;
/// Maximum number of executions visited to find a chain.
pub(crate) const MAX_VISITED: usize = 500;

// Frontiers.

/// Maximum number of frontiers examined.
pub(crate) const MAX_FRONTIERS: usize = 60;
/// Maximum number of members of a frontier that are altered separately.
pub(crate) const MAX_MEMBERS: usize = 24;
/// Maximum size of a frontier whose pairs are altered.
pub(crate) const MAX_PAIRED: usize = 6;

// Queries about altered values.

/// Number of loop iterations beyond those of the failing run.
pub(crate) const UNWIND: u32 = 32;
/// Number of instructions on all paths of one query, beyond those of the failing run.
pub(crate) const TOTAL_STEPS: u64 = 2_000_000;
/// Maximum number of forks of one query.
pub(crate) const FORKS: u32 = 2_000;
/// Maximum number of terms of one query.
pub(crate) const TERMS: usize = 300_000;
/// Limit of one solver check, in milliseconds by the solver's own measure of work.
pub(crate) const CHECK: u64 = 200;
