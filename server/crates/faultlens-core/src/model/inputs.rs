//! Results of `find` and `reduce`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FailurePoint, Problem};

/// Everything that `faultlens find --format json` prints, and that `reduce` prints for one input.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InputsReport {
    /// Version of the format; see [`super::VERSION`].
    pub version: u32,
    /// Source file, as the user named it.
    pub file: String,
    /// How the search ended.
    pub status: InputsStatus,
    /// Reason why nothing was found, or why there may be more.
    pub reason: Option<String>,
    /// Inputs on which the program fails, each at a different place. For `reduce`: the reduced input.
    pub failing: Vec<FailingInput>,
    /// Inputs on which the program does not fail: one for every path if all were requested, some if tests are written.
    pub passing: Vec<PassingInput>,
    /// Number of inputs on which the program was run.
    pub runs: usize,
    /// Whether every path was followed to its end on every input, so that there are no other failures.
    pub complete: bool,
    /// What the search left out; empty if it is complete.
    pub left_out: Vec<LeftOut>,
    /// Assumptions of the search.
    pub assumed: Vec<String>,
    /// Problems with the text.
    pub problems: Vec<Problem>,
    /// Time from the start of the job to its end, in milliseconds.
    pub time_ms: f64,
}

/// Inputs or paths that a search left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// What they are, as a phrase.
    pub what: String,
    /// Source file, if they have a place there.
    pub file: Option<String>,
    /// 1-based line.
    pub line: Option<u32>,
}

/// How a search for failing inputs ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InputsStatus {
    /// Failing inputs were found.
    Found,
    /// None was found; `complete` says whether none exists.
    None,
    /// The program cannot be read or run.
    #[default]
    Unanalysable,
    /// A limit or the user ended the job before one was found.
    Stopped,
}

/// An input on which the program does not fail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PassingInput {
    /// Call of the function, if the search is for one.
    pub call: Option<String>,
    /// Complete standard input (bytes that are not UTF-8 replaced). For a function: the bytes that its arguments are
    /// built from.
    pub stdin: String,
    /// Expected output, if a reference confirms it.
    pub expected: Option<String>,
}

/// An input on which the program fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FailingInput {
    /// Arguments of the program.
    pub args: Vec<String>,
    /// Call of the function, if the search is for one.
    pub call: Option<String>,
    /// Complete standard input (bytes that are not UTF-8 replaced). For a function: the bytes that its arguments are
    /// built from.
    pub stdin: String,
    /// The bytes of the input, if they are not UTF-8.
    pub stdin_bytes: Option<Vec<u8>>,
    /// Place and kind of the failure; without a place if the output is wrong.
    pub failure: Option<FailurePoint>,
    /// Description of the failure in a sentence.
    pub message: String,
    /// Expected output, if a reference gives it.
    pub expected: Option<String>,
    /// Number of bytes before the reduction; for `reduce` only.
    pub bytes_before: Option<usize>,
}

impl LeftOut {
    /// The phrase with its place: `p.c:5: more repetitions`.
    pub fn text(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}: {}", self.what),
            _ => self.what.clone(),
        }
    }
}

impl InputsReport {
    /// A report without inputs.
    pub fn empty(file: impl Into<String>, status: InputsStatus, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            status,
            reason,
            ..Self::default()
        }
    }
}
