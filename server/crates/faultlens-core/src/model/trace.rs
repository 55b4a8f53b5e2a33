//! Result of `faultlens trace`: what the failure of one test depends on.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FailurePoint, Problem};

/// Trace of one test, as one JSON object.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TraceReport {
    /// Version of the format; see [`super::VERSION`].
    pub version: u32,
    /// Source file, as the user named it.
    pub file: String,
    /// Name of the test; null if there is none to trace.
    pub test: Option<String>,
    /// How the recording ended.
    pub status: TraceStatus,
    /// Reason why there is no graph.
    pub reason: Option<String>,
    /// 1-based line that the reason is about.
    pub reason_line: Option<u32>,
    /// Place and kind of the failure.
    pub failure: Option<FailurePoint>,
    /// Statement executions that the failure depends on, in the order of the run; the one that fails has distance 0.
    pub nodes: Vec<TraceNode>,
    /// Dependences between them.
    pub edges: Vec<TraceEdge>,
    /// The run itself, statement by statement, if requested.
    #[serde(default)]
    pub run: Vec<RunStep>,
    /// Whether statements were executed before the first one of `run`, as far as the run was recorded.
    #[serde(default)]
    pub run_before: bool,
    /// Inputs that the executions read: `stdin[0..2]`, `argv[1]`.
    pub inputs: Vec<String>,
    /// Whether all dependences were followed to the beginning of the run.
    pub complete: bool,
    /// Problems with the text or the tests.
    pub problems: Vec<Problem>,
    /// Cost of the job.
    pub stats: TraceStats,
}

impl TraceReport {
    /// A report without a graph.
    pub fn empty(file: impl Into<String>, status: TraceStatus, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            status,
            reason,
            ..Self::default()
        }
    }
}

/// How a recording ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TraceStatus {
    /// The report contains a graph.
    Traced,
    /// The test passes, or all tests do.
    Passes,
    /// The run cannot be recorded; `reason` says why.
    #[default]
    Unanalysable,
    /// A limit or the user ended the job.
    Stopped,
}

/// Kind of dependence between two executions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dependency {
    /// The other execution gives a value that is used.
    Data,
    /// The other execution decides that this one happens.
    Control,
    /// The other execution decided that something is not executed which could have given a different value.
    Summary,
    /// The other execution printed earlier.
    Order,
    /// The other execution could have written there, as far as pointers and indices tell.
    Aliased,
}

/// An execution of a statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceNode {
    /// Source file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column of the end, in characters.
    pub end_column: u32,
    /// Byte offset of the start.
    pub start: u32,
    /// Byte offset behind the end.
    pub end: u32,
    /// Source text.
    pub text: String,
    /// Function that is executed.
    pub function: String,
    /// Component, as in `diagnoses`; null for code outside any component.
    pub component: Option<u32>,
    /// Number of the execution of the component, from 1; 0 if there is no component.
    pub execution: u32,
    /// Activation of the function, numbered in order of calls.
    pub activation: u32,
    /// Number of dependences between the execution and the failure.
    pub distance: u32,
    /// Kind of the last of these dependences.
    pub via: Dependency,
}

/// A statement of a run, with the values of variables before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunStep {
    /// Source file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column of the end, in characters.
    pub end_column: u32,
    /// Source text.
    pub text: String,
    /// Function that is executed.
    pub function: String,
    /// Depth of the call stack, 1 in `main`.
    pub depth: usize,
    /// Variables of the function, then global ones, with their values.
    pub values: Vec<NamedValue>,
    /// Names of those variables whose values have changed since the previous step in the same call.
    pub changed: Vec<String>,
}

/// A variable and its value in C syntax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedValue {
    /// Name of the variable.
    pub name: String,
    /// Value of the variable.
    pub value: String,
}

/// A dependence between two nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceEdge {
    /// Index of the node that depends on the other.
    pub from: usize,
    /// Index of the node that it depends on.
    pub to: usize,
    /// Kind of the dependence.
    pub kind: Dependency,
}

/// Cost of a recording.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TraceStats {
    /// Time from the start of the job to its end, in milliseconds.
    pub time_ms: f64,
    /// Time by phase, in milliseconds.
    pub phases_ms: BTreeMap<String, f64>,
    /// Number of instructions recorded.
    pub instructions: u64,
    /// Number of nodes recorded.
    pub nodes: usize,
    /// Peak resident memory of the worker in MB, where the system reports it.
    pub peak_memory_mb: Option<u64>,
}
