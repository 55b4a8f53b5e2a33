//! A test that a program runs.

use syntax::Span;

use crate::files::frameworks::FramedTest;

/// A test that is run.
#[derive(Debug, Clone)]
pub(super) struct TestRun {
    pub(super) framed: FramedTest,
    /// Name of the test, if it is not that of the function.
    pub(super) id: Option<String>,
    /// Place where the program runs it.
    pub(super) span: Span,
}
