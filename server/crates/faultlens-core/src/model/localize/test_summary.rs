//! Tests by outcome, and the groups of failing tests that are explained together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::Cause;

/// Tests by outcome.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestSummary {
    /// Number of tests that were run.
    pub total: usize,
    /// Ids of the failing tests, in order of discovery.
    pub failing: Vec<String>,
    /// Ids of the passing tests, in order of discovery.
    pub passing: Vec<String>,
    /// Tests without a verdict.
    pub unanalysable: Vec<Unanalysable>,
    /// Ids of the tests that asked to be ignored, in order of discovery.
    #[serde(default)]
    pub ignored: Vec<String>,
    /// Failures of the failing tests, in the order of `failing`.
    pub details: Vec<FailingTest>,
}

impl TestSummary {
    /// Number of undecided tests.
    pub fn undecided(&self) -> usize {
        let open = self.unanalysable.iter();
        open.filter(|test| test.cause.is_undecided()).count()
    }
}

/// A test without a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unanalysable {
    /// Id of the test.
    pub id: String,
    /// Reason why there is no verdict.
    pub reason: String,
    /// Kind of the reason.
    pub cause: Cause,
    /// 1-based line that the run could not pass, or of the loop that it was in.
    pub line: Option<u32>,
}

/// Failure of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailingTest {
    /// Id of the test.
    pub id: String,
    /// Description in one line, such as `expected "3", printed "1"`.
    pub message: String,
    /// File that contains the expectation.
    pub path: Option<String>,
    /// 1-based line in `path` that states the expectation (an assertion, an entry of `faultlens.toml`).
    pub line: Option<u32>,
    /// Index into [`groups`](super::LocalizeReport::groups).
    pub group: Option<usize>,
}

/// Failing tests that are explained together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// Index in [`groups`](super::LocalizeReport::groups).
    pub id: usize,
    /// Kind of their failure.
    pub kind: GroupKind,
    /// Ids of the tests.
    pub tests: Vec<String>,
    /// 1-based line of the trap or of the endless loop.
    pub line: Option<u32>,
    /// Message of the trap or the loop.
    pub message: Option<String>,
    /// For a group of failures behind a trap, which show when undefined memory accesses do not end a run: the group of
    /// the trap.
    #[serde(default)]
    pub behind: Option<usize>,
    /// Further facts about a trap, in sentences: the calls around it, the origin of the value read, the place where
    /// memory was freed.
    #[serde(default)]
    pub details: Vec<String>,
}

/// Kind of failure of the tests of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GroupKind {
    /// The tests end, with the wrong output or exit status.
    WrongOutcome,
    /// Undefined behaviour or an assertion at one place.
    Trap,
    /// The tests do not end within the step limit.
    NoEnd,
}
