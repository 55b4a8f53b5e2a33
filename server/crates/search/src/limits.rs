//! All numeric limits of the searches.

/// Tests that may leave a candidate open before the others are not asked: they could only refute it.
pub(crate) const MAX_OPEN_TESTS: usize = 2;

/// Candidates that a query about irrelevant components has to settle if it is infeasible: it costs about as much as one.
pub(crate) const MIN_IRRELEVANT: usize = 3;

/// Work that queries about irrelevant components may cost, for each unit of work that refuted candidates have cost.
pub(crate) const IRRELEVANT_WORK_RATIO: u64 = 2;
