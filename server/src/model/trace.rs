//! The result of `faultlens trace`: what the failure of one test depends on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{FailurePoint, Problem};

/// One object for one test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TraceReport {
    /// Of the format; see [`super::VERSION`].
    pub version: u32,
    /// As the user named it.
    pub file: String,
    /// The test; null where there is none to trace.
    pub test: Option<String>,
    /// What came of it.
    pub status: TraceStatus,
    /// Why there is no graph.
    pub reason: Option<String>,
    /// 1-based line that the reason is about.
    pub reason_line: Option<u32>,
    /// How and where the test fails.
    pub failure: Option<FailurePoint>,
    /// Executions of statements that the failure depends on, in the order of the run; the one that fails has distance 0.
    pub nodes: Vec<TraceNode>,
    /// Dependences between them.
    pub edges: Vec<TraceEdge>,
    /// The run itself, statement by statement, where that was asked for.
    #[serde(default)]
    pub run: Vec<RunStep>,
    /// Statements that were executed before the first of `run`, as far as the run was recorded.
    #[serde(default)]
    pub run_before: bool,
    /// Inputs that they read: `stdin[0..2]`, `argv[1]`.
    pub inputs: Vec<String>,
    /// All dependences were followed to the beginning of the run.
    pub complete: bool,
    /// What the text or the tests are wrong about.
    pub problems: Vec<Problem>,
    /// What it took.
    pub stats: TraceStats,
}

impl TraceReport {
    /// A report without a graph.
    pub fn empty(file: impl Into<String>, status: TraceStatus, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            test: None,
            status,
            reason,
            reason_line: None,
            failure: None,
            nodes: Vec::new(),
            edges: Vec::new(),
            run: Vec::new(),
            run_before: false,
            inputs: Vec::new(),
            complete: false,
            problems: Vec::new(),
            stats: TraceStats::default(),
        }
    }
}

/// What came of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceStatus {
    /// Here it is.
    Traced,
    /// The test passes, or all do.
    Passes,
    /// It cannot be recorded; `reason` says why.
    Unanalysable,
    /// A limit or the user ended the job.
    Stopped,
}

/// Why something depends on something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dependency {
    /// It gives a value that is used.
    Data,
    /// It decides that something is executed.
    Control,
    /// It decided that something is not executed which could have given another value.
    Summary,
    /// It printed before.
    Order,
    /// It could have written there, as far as pointers and indices tell.
    Aliased,
}

/// An execution of a statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceNode {
    /// The source file.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column of the end, in characters.
    pub end_column: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The text.
    pub text: String,
    /// The function that it runs in.
    pub function: String,
    /// The component, as in `diagnoses`; null for code that belongs to none.
    pub component: Option<u32>,
    /// Which execution of it, from 1; 0 if there is no component.
    pub execution: u32,
    /// The activation of the function, in order of calls.
    pub activation: u32,
    /// Number of dependences between it and the failure.
    pub distance: u32,
    /// The kind of the last of those.
    pub via: Dependency,
}

/// A statement of a run, and what stood in variables before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunStep {
    /// The source file.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column of the end, in characters.
    pub end_column: u32,
    /// The text.
    pub text: String,
    /// The function that runs.
    pub function: String,
    /// Number of functions that are being executed, 1 in `main`.
    pub depth: usize,
    /// The variables of the function, then global ones, with their values.
    pub values: Vec<NamedValue>,
    /// Names among them whose values are new since the step before in the same call.
    pub changed: Vec<String>,
}

/// A variable and its value, as it would be written in C.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedValue {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A dependence between two nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceEdge {
    /// Index of the node that depends on the other.
    pub from: usize,
    /// Index of the other.
    pub to: usize,
    /// Why.
    pub kind: Dependency,
}

/// What a recording took.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TraceStats {
    /// From the start of the job to its end.
    pub time_ms: f64,
    /// By phase.
    pub phases_ms: BTreeMap<String, f64>,
    /// Instructions that were recorded.
    pub instructions: u64,
    /// Nodes that were recorded.
    pub nodes: usize,
    /// Largest resident size of the worker, where the system tells.
    pub peak_memory_mb: Option<u64>,
}
