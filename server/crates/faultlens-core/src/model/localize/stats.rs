//! Cost of a localization.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Cost of the job.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// Time from the start of the job to its end, in milliseconds.
    pub time_ms: f64,
    /// Time from the start of the job to its first certified set; null if there is none.
    #[serde(default)]
    pub first_set_ms: Option<f64>,
    /// Time per phase, in milliseconds.
    pub phases_ms: BTreeMap<String, f64>,
    /// Number of queries asked by the search.
    #[serde(default)]
    pub questions: u64,
    /// Number of solver calls.
    pub solver_calls: u64,
    /// Number of components of the program.
    pub components: usize,
    /// Number of queries that stayed open.
    pub unknown_answers: u64,
    /// Number of answers reused from a search before the last edit. Always 0 on the command line.
    #[serde(default)]
    pub recalled_answers: u64,
    /// What the search for repairs cost.
    #[serde(default)]
    pub edits: Edits,
    /// Number of branches of the program that strategy `ofc` explored, group by group; empty for other strategies.
    #[serde(default)]
    pub branches: Vec<Branches>,
    /// Peak resident memory of the worker in MB; null if the system does not report it.
    pub peak_memory_mb: Option<u64>,
}

/// Cost of the search for repairs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edits {
    /// Number of edits that were run.
    pub candidates: u64,
    /// Number of edits with which all tests pass, counted again each time that one was tried.
    pub passing: u64,
    /// Number of runs of a test in an edited program.
    pub runs: u64,
    /// Number of instructions in these runs.
    pub steps: u64,
    /// Number of repairs that passed all tests, but not when their texts were read again; they are not shown.
    #[serde(default)]
    pub withdrawn: u64,
}

/// Extent of the program that a strategy explored for a group by opening branches on demand. A branch is one of the
/// ways on from a conditional of the program text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Branches {
    /// Id of the group.
    pub group: usize,
    /// Number of branches in the program.
    pub all: usize,
    /// Number of branches that the failing runs of the group take.
    pub traced: usize,
    /// Number of branches that were explored: traced, or opened for some test.
    pub explored: usize,
    /// Number of formulas made: one for the run of each test, and one more each time that a branch was opened for it.
    pub formulas: u64,
}
