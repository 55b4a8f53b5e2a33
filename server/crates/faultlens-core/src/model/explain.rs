//! Result of `faultlens explain`: the abstract error trace of one failing test.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Problem;
use super::story::{Fact, StorySentence};

/// Explanation of one test, as one JSON object.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExplainReport {
    /// Version of the format; see [`super::VERSION`].
    pub version: u32,
    /// Source file, as the user named it.
    pub file: String,
    /// Name of the test; null if there is none to explain.
    pub test: Option<String>,
    /// How the explanation ended.
    pub status: ExplainStatus,
    /// Reason why there is no explanation, or what limits it.
    pub reason: Option<String>,
    /// 1-based line that the reason is about.
    pub reason_line: Option<u32>,
    /// Place and kind of the failure.
    pub failure: Option<FailurePoint>,
    /// Output of the program (bytes that are not UTF-8 replaced).
    pub stdout: String,
    /// Expected output; null if the test does not specify it.
    pub expected: Option<String>,
    /// Story of the failure in a few sentences, from the failure back to a suspected statement; values are those of the
    /// run. Present even if nothing could be proved.
    #[serde(default)]
    pub story: Vec<StorySentence>,
    /// Statements most relevant to the failure, in the order of the run, each once with its values. They are not
    /// proved, and present even if nothing could be proved.
    #[serde(default)]
    pub short_trace: Vec<ShortLine>,
    /// All facts that the story and the short trace tell, each once.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// Whether branches were assumed to be taken as in the run, without explaining why.
    pub branches_assumed: bool,
    /// Whether the lifetimes of objects were assumed to end as in the run.
    #[serde(default)]
    pub lifetimes_assumed: bool,
    /// Conditions at the beginning that suffice for the failure: conjuncts in C syntax.
    pub holds: Vec<String>,
    /// Relevant statements, in the order of the run.
    pub statements: Vec<Statement>,
    /// Total number of statement executions.
    pub executed: usize,
    /// Number of relevant statement executions.
    pub kept: usize,
    /// Statements that the failure depends on, each once, in the order of the run: the slice.
    pub slice: Vec<Dependence>,
    /// Number of statement executions that the failure depends on.
    pub depends_on: usize,
    /// Number of different invariants, all of them proved if `proved`.
    pub invariants: usize,
    /// Whether every invariant was proved a second time, by Z3, from the run and the program alone.
    pub proved: bool,
    /// Assumptions: what is taken to be as it was in the run.
    pub assumed: Vec<String>,
    /// Problems with the text or the tests.
    pub problems: Vec<Problem>,
    /// Cost of the job.
    pub stats: ExplainStats,
}

impl ExplainReport {
    /// Whether the report only answers a question: it then consists of the story alone.
    pub fn is_answer(&self) -> bool {
        self.executed == 0 && self.short_trace.is_empty() && !self.story.is_empty()
    }

    /// A report without an explanation.
    pub fn empty(file: impl Into<String>, status: ExplainStatus, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            status,
            reason,
            ..Self::default()
        }
    }
}

/// How an explanation ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExplainStatus {
    /// The report contains an explanation.
    Explained,
    /// The test passes, or all tests do.
    Passes,
    /// There is no explanation; `reason` says why.
    #[default]
    Unanalysable,
    /// A limit or the user ended the job.
    Stopped,
}

/// A line of a short trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShortLine {
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
    /// Text of the statement.
    pub text: String,
    /// Number of its executions that the failure depends on.
    pub times: usize,
    /// Effect of the statement, with values: `total = 2, 6, 10`; `false (i = 3, n = 3)`. Empty if there is none to
    /// tell.
    pub told: String,
    /// Facts that the line tells.
    #[serde(default)]
    pub facts: Vec<Fact>,
}

/// Place and kind of a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailurePoint {
    /// Description of the failure in one line.
    pub message: String,
    /// Source file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// Source text at the place.
    pub text: String,
}

/// Role of a statement in the failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatementKind {
    /// The test's inputs.
    Input,
    /// The statement writes.
    Writes,
    /// A call passes arguments.
    Call,
    /// A call returns its result.
    Returns,
    /// A condition holds.
    True,
    /// A condition does not hold.
    False,
    /// A branch was not taken that would have written: the objects in `writes` keep their values.
    Skips,
}

/// A statement of the abstract error trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// Role of the statement.
    pub kind: StatementKind,
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
    /// Function that executes the statement.
    pub function: String,
    /// Component, as in `diagnoses`; null for inputs.
    pub component: Option<u32>,
    /// Number of the execution of the component, from 1; 0 where it has no meaning.
    pub execution: u32,
    /// Relevant writes with values: `x = 0`.
    pub writes: Vec<String>,
    /// Conditions behind the statement that suffice for the failure: conjuncts in C syntax.
    pub holds: Vec<String>,
    /// Result of this one execution with which the test passes, everything else unchanged; null if none is known.
    pub needs: Option<Needs>,
    /// Whether no result of this one execution lets the test pass.
    pub nothing_helps: bool,
}

/// Result of a statement's execution with which the test passes, everything else unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Needs {
    /// Condition on the result in C syntax: `x >= 10`; `true` or `false` for a condition.
    pub holds: String,
    /// Value with which the test was run and passed.
    pub value: String,
    /// Whether no other result lets the test pass.
    pub exact: bool,
}

/// Kind of dependence between a statement and the failure: that of the last dependence on a shortest path to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Via {
    /// The statement gives a value that is used.
    Data,
    /// The statement decides that another one is executed.
    Control,
    /// The statement decided that another one is not executed which would have given a different value.
    Summary,
}

/// A statement that the failure depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dependence {
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
    /// Function that contains the statement.
    pub function: String,
    /// Component, as in `diagnoses`.
    pub component: u32,
    /// Number of its executions that the failure depends on.
    pub executions: usize,
    /// Number of dependences between the nearest execution and the failure, at least 1.
    pub distance: u32,
    /// Kind of the last of these dependences.
    pub via: Via,
}

/// Cost of an explanation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExplainStats {
    /// Time from the start of the job to its end, in milliseconds.
    pub time_ms: f64,
    /// Time by phase, in milliseconds.
    pub phases_ms: BTreeMap<String, f64>,
    /// Number of instructions that the run executed.
    pub instructions: u64,
    /// Number of steps of the trace.
    pub steps: usize,
    /// Number of solver queries for finding the invariants.
    pub solver_calls: u64,
    /// Number of proofs made to check the invariants.
    pub proofs: usize,
    /// Peak resident memory of the worker in MB, where the system reports it.
    pub peak_memory_mb: Option<u64>,
}

/// All facts of a story and of a short trace, each once.
pub fn all_facts(story: &[StorySentence], trace: &[ShortLine]) -> Vec<Fact> {
    let told = story.iter().flat_map(|sentence| &sentence.facts);
    let mut all: Vec<Fact> = Vec::new();
    for fact in told.chain(trace.iter().flat_map(|line| &line.facts)) {
        if !all.contains(fact) {
            all.push(fact.clone());
        }
    }
    all
}
