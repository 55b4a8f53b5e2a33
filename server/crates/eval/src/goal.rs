//! What a test wants of a run.

use std::sync::Arc;

use harness::Expected;
use ir::Scalar;

use crate::literal::Literal;

/// Conditions for a run to pass.
#[derive(Debug, Clone, Hash)]
pub struct Goal {
    /// Expected standard output.
    pub expected: Arc<Expected>,
    /// Expected exit status, if it counts.
    pub exit: Option<i32>,
    /// Expected result of the called function, for function-level tests.
    pub returns: Option<(Scalar, Literal)>,
}
