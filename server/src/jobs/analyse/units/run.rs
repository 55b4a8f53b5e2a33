//! One test that a program runs.

use syntax::Span;

use crate::files::frameworks::FramedTest;

/// One test that is run.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) framed: FramedTest,
    /// Its name, where that is not the function's.
    pub(super) id: Option<String>,
    /// Where the program says so.
    pub(super) span: Span,
}
