//! A test that a program runs, and other actions of functions that matter for tests.

use syntax::Span;

use super::fixtures::Fixture;
use super::symbols::{Linkage, Symbol};
use crate::files::frameworks::FramedTest;

/// A test that is run.
#[derive(Debug, Clone)]
pub(super) struct TestRun {
    /// The translation unit that names the test, by its position in the program.
    pub(super) unit: u32,
    pub(super) framed: FramedTest,
    /// Name of the test, if it is not that of the function.
    pub(super) id: Option<String>,
    /// Place where the program runs it.
    pub(super) span: Span,
    /// Whether another file has its group, with a fixture that the runner of this file does not have.
    pub(super) is_of_unseen_group: bool,
}

/// An action of a function that matters here; actions are in the order of the text.
#[derive(Debug)]
pub(super) enum Step {
    Calls(Symbol),
    Runs(TestRun),
    /// A test is run, but only a run would show which one.
    RunsUnknown,
}

impl TestRun {
    /// The test function.
    pub(super) fn test(&self, linkage: &Linkage) -> Symbol {
        linkage.symbol(self.unit, &self.framed.test)
    }

    /// Adds what runs around the tests of its group.
    pub(super) fn within(self, fixture: &Fixture) -> TestRun {
        TestRun {
            framed: self.framed.within(&fixture.before, &fixture.after),
            ..self
        }
    }
}
