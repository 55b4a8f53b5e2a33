//! The result of `faultlens explain`: the abstract error trace of one failing test.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Problem;

/// What an explanation of the use of memory whose life has ended takes for granted.
pub const FREED: &str = "memory is freed when it was in this run";

/// One object for one test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExplainReport {
    /// Of the format; see [`super::VERSION`].
    pub version: u32,
    /// As the user named it.
    pub file: String,
    /// The test; null where there is none to explain.
    pub test: Option<String>,
    /// What came of it.
    pub status: ExplainStatus,
    /// Why there is no explanation, or what limits it.
    pub reason: Option<String>,
    /// 1-based line that the reason is about.
    pub reason_line: Option<u32>,
    /// How and where the test fails.
    pub failure: Option<FailurePoint>,
    /// What the program wrote (bytes that are not UTF-8 replaced).
    pub stdout: String,
    /// What it should have written; null when the test says nothing about it.
    pub expected: Option<String>,
    /// How the test came to fail, in a few sentences, from the failure back to a suspected statement; values are those of the
    /// run. It is there where nothing could be proved, too.
    #[serde(default)]
    pub story: Vec<StorySentence>,
    /// The statements that have most to do with the failure, in the order of the run, each once with its values. Nothing of it
    /// is proved; it is there where nothing could be proved, too.
    #[serde(default)]
    pub short_trace: Vec<ShortLine>,
    /// Branches were taken as they went: nothing is said about why.
    pub branches_assumed: bool,
    /// What holds at the beginning and is enough for the failure: conjuncts in C syntax.
    pub holds: Vec<String>,
    /// The statements that matter, in the order of the run.
    pub statements: Vec<Statement>,
    /// Executions of statements in all.
    pub executed: usize,
    /// Executions of statements that matter.
    pub kept: usize,
    /// Statements that the failure depends on, each once, in the order of the run: the slice.
    pub slice: Vec<Dependence>,
    /// Executions of statements that the failure depends on.
    pub depends_on: usize,
    /// Different invariants, all of them proved if `proved`.
    pub invariants: usize,
    /// Every invariant was proved a second time, by Z3, from the run and the program alone.
    pub proved: bool,
    /// What is taken as it was in the run.
    pub assumed: Vec<String>,
    /// What the text or the tests are wrong about.
    pub problems: Vec<Problem>,
    /// What it took.
    pub stats: ExplainStats,
}

impl ExplainReport {
    /// Only a question was asked: the story is the answer, and there is nothing else.
    pub(crate) fn is_answer(&self) -> bool {
        self.executed == 0 && self.short_trace.is_empty() && !self.story.is_empty()
    }

    /// A report without an explanation.
    pub fn empty(file: impl Into<String>, status: ExplainStatus, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            test: None,
            status,
            reason,
            reason_line: None,
            failure: None,
            stdout: String::new(),
            expected: None,
            story: Vec::new(),
            short_trace: Vec::new(),
            branches_assumed: false,
            holds: Vec::new(),
            statements: Vec::new(),
            executed: 0,
            kept: 0,
            slice: Vec::new(),
            depends_on: 0,
            invariants: 0,
            proved: false,
            assumed: Vec::new(),
            problems: Vec::new(),
            stats: ExplainStats::default(),
        }
    }
}

/// What came of an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExplainStatus {
    /// Here it is.
    Explained,
    /// The test passes, or all do.
    Passes,
    /// It cannot be given; `reason` says why.
    Unanalysable,
    /// A limit or the user ended the job.
    Stopped,
}

/// A sentence of a story and the place that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorySentence {
    /// The source file.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    /// The sentence.
    pub text: String,
}

/// A line of a short trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortLine {
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
    /// The statement.
    pub text: String,
    /// How often it ran of what the failure depends on.
    pub times: usize,
    /// What it did, with values: `total = 2, 6, 10`; `false (i = 3, n = 3)`. Empty where there is nothing to say.
    pub told: String,
}

/// Where a test fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailurePoint {
    /// How, in one line.
    pub message: String,
    /// The source file.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    /// The text there.
    pub text: String,
}

/// What a statement does in the failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StatementKind {
    /// The test's inputs.
    Input,
    /// It writes.
    Writes,
    /// A call passes arguments.
    Call,
    /// A call gives its result.
    Returns,
    /// A condition holds.
    True,
    /// A condition does not hold.
    False,
    /// The branch that was not taken would have written: `writes` stay as they are.
    Skips,
}

/// A statement of the abstract error trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
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
    /// The component, as in `diagnoses`; null for inputs.
    pub component: Option<u32>,
    /// Which execution of it, from 1; 0 where that means nothing.
    pub execution: u32,
    /// What it writes that matters, with values: `x = 0`.
    pub writes: Vec<String>,
    /// What holds behind it and is enough for the failure: conjuncts in C syntax.
    pub holds: Vec<String>,
    /// With what, at this one execution and nothing else changed, the test passes; null where nothing like that is known.
    pub needs: Option<Needs>,
    /// Whatever this one execution comes to, it alone does not let the test pass.
    pub nothing_helps: bool,
}

/// What an execution of a statement would have to come to for the test to pass, all else as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needs {
    /// In C syntax: `x >= 10`; `true` or `false` for a condition.
    pub holds: String,
    /// The test was run with this value, and passed.
    pub value: String,
    /// Nothing else will do.
    pub exact: bool,
}

/// Why the failure depends on a statement: the kind of the last dependence on a shortest way to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Via {
    /// It gives a value that is used.
    Data,
    /// It decides that something is executed.
    Control,
    /// It decided that something is not executed which would have given another value.
    Summary,
}

/// A statement that the failure depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependence {
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
    /// The function that it stands in.
    pub function: String,
    /// The component, as in `diagnoses`.
    pub component: u32,
    /// Executions of it that the failure depends on.
    pub executions: usize,
    /// Number of dependences between the nearest of them and the failure, at least 1.
    pub distance: u32,
    /// The kind of the last of those.
    pub via: Via,
}

/// What an explanation took.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ExplainStats {
    /// From the start of the job to its end.
    pub time_ms: f64,
    /// By phase.
    pub phases_ms: BTreeMap<String, f64>,
    /// Instructions that the run executed.
    pub instructions: u64,
    /// Steps of its trace.
    pub steps: usize,
    /// Questions asked to find the invariants.
    pub solver_calls: u64,
    /// Proofs of the check.
    pub proofs: usize,
    /// Largest resident size of the worker, where the system tells.
    pub peak_memory_mb: Option<u64>,
}
