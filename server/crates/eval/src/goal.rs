//! What a test wants of a run.

use std::sync::Arc;

use harness::{ExitStatus, Expected};
use ir::Scalar;

use crate::literal::Literal;
use crate::state::AssertionCounts;

/// Conditions for a run to pass.
#[derive(Debug, Clone)]
pub struct Goal {
    /// Expected standard output.
    pub expected: Arc<Expected>,
    /// Expected exit status, if it counts.
    pub exit: Option<ExitStatus>,
    /// Expected result of the called function, for function-level tests.
    pub returns: Option<(Scalar, Literal)>,
    /// Assertions that the program as written evaluates, once known. A run in which some components are relaxed has to
    /// evaluate all of them: skipping a check explains nothing.
    pub asserts: AssertionCounts,
}
