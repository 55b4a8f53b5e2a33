//! Tests that a description of the build, a makefile or a script has.

use harness::{SkippedCandidate, Test};

/// Tests that the files of a project describe.
#[derive(Debug, Default)]
pub struct DescribedTests {
    /// The tests that can be run.
    pub tests: Vec<Test>,
    /// Tests that cannot be run here, with the reasons.
    pub skipped: Vec<SkippedCandidate>,
    /// Whether the program gets arguments, in any of them.
    pub(crate) has_arguments: bool,
}
