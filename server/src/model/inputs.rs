//! Results of `find` and `reduce`.

use serde::{Deserialize, Serialize};

use super::{FailurePoint, Problem};

/// Everything that `faultlens find --format json` prints, and `reduce` with one input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InputsReport {
    /// Of the format; see [`super::VERSION`].
    pub version: u32,
    /// As the user named it.
    pub file: String,
    /// What came of it.
    pub status: InputsStatus,
    /// Why there is nothing, or why there may be more.
    pub reason: Option<String>,
    /// Inputs on which the program fails, each at another place. Of `reduce`: the small one.
    pub failing: Vec<FailingInput>,
    /// Inputs on which it does not fail: of every path where all were wanted, some where tests are written.
    pub passing: Vec<PassingInput>,
    /// Inputs on which the program was run.
    pub runs: usize,
    /// Every path was followed to its end: there are no other failures.
    pub complete: bool,
    /// What was taken for granted.
    pub assumed: Vec<String>,
    /// What the text is wrong about.
    pub problems: Vec<Problem>,
    /// From the start of the job to its end, in milliseconds.
    pub time_ms: f64,
}

/// What came of a search for failing inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputsStatus {
    /// There they are.
    Found,
    /// None was found; `complete` says whether there is none.
    None,
    /// The program cannot be read or run.
    Unanalysable,
    /// A limit or the user ended the job before there was one.
    Stopped,
}

/// An input on which the program does not fail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassingInput {
    /// The call of a function, where one is searched for.
    pub call: Option<String>,
    /// All of standard input, bytes that are not UTF-8 replaced. Of a function: what its arguments are made of.
    pub stdin: String,
    /// What it prints, where a reference says that this is right.
    pub expected: Option<String>,
}

/// An input on which the program fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FailingInput {
    /// The arguments of the program.
    pub args: Vec<String>,
    /// The call of a function, where one is searched for.
    pub call: Option<String>,
    /// All of standard input, bytes that are not UTF-8 replaced. Of a function: what its arguments are made of.
    pub stdin: String,
    /// Where and how it fails; without a place where the output is wrong.
    pub failure: Option<FailurePoint>,
    /// The same in a sentence.
    pub message: String,
    /// What it should have printed, where a reference says so.
    pub expected: Option<String>,
    /// How many bytes the input had before; of `reduce` only.
    pub bytes_before: Option<usize>,
}

impl InputsReport {
    /// A report without inputs.
    pub fn empty(file: impl Into<String>, status: InputsStatus, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            status,
            reason,
            failing: Vec::new(),
            passing: Vec::new(),
            runs: 0,
            complete: false,
            assumed: Vec::new(),
            problems: Vec::new(),
            time_ms: 0.0,
        }
    }
}
