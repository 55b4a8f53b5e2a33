//! Result of `faultlens test`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Problem;

/// Test results of one file, as one JSON object.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestReport {
    /// Version of the format; see [`super::VERSION`].
    pub version: u32,
    /// Source file, as the user named it.
    pub file: String,
    /// Reason why some or all tests have no verdict: no tests were found, a limit was met, the text cannot be read.
    pub reason: Option<String>,
    /// Whether a limit or the user ended the job before every test had run; `reason` says which.
    pub stopped: bool,
    /// Results in order of discovery.
    pub tests: Vec<TestResult>,
    /// Candidates that looked like tests and were rejected, with the reason.
    pub skipped: Vec<SkippedCandidate>,
    /// Assumptions: which files belong to the program.
    #[serde(default)]
    pub assumed: Vec<String>,
    /// File with the program's entry point, if it is a different one.
    #[serde(default)]
    pub program: Option<String>,
    /// Compilation settings of the program.
    #[serde(default)]
    pub build: Build,
    /// Problems with the text or the tests.
    pub problems: Vec<Problem>,
    /// Lines on which statements begin, with the number of tests that run them, by file and line. Library code and the
    /// test libraries are left out.
    #[serde(default)]
    pub coverage: Vec<CoveredLine>,
    /// Behaviour of a changed program on inputs near those of the tests, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearby: Option<Nearby>,
    /// Time from the start of the job to its end, in milliseconds.
    pub time_ms: f64,
}

/// Arguments for a compiler to build the tested program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Build {
    /// Source files, the one that was asked about first.
    pub files: Vec<String>,
    /// `-D`, `-I`, `-std`, …: flags known from the project, and macro names without which there is no `main`.
    pub flags: Vec<String>,
}

/// A line on which a statement begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoveredLine {
    /// Source file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// Number of tests that run a statement that begins there.
    pub tests: usize,
}

/// Comparison of a changed program with the one on disk, on inputs near those of the tests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Nearby {
    /// Number of inputs tried.
    pub inputs: usize,
    /// Inputs on which only the changed program has undefined behaviour, or does not end.
    pub breaks: Vec<String>,
    /// Number of inputs on which only the program on disk does.
    pub heals: usize,
}

impl TestReport {
    /// A report without tests.
    pub fn empty(file: impl Into<String>, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            reason,
            ..Self::default()
        }
    }

    /// Number of undecided tests.
    pub fn undecided(&self) -> usize {
        let causes = self.tests.iter().filter_map(|t| t.cause);
        causes.filter(|cause| cause.is_undecided()).count()
    }

    /// Number of tests with this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.tests.iter().filter(|t| t.outcome == outcome).count()
    }
}

/// Result of one test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestResult {
    /// Id of the test.
    pub id: String,
    /// Verdict.
    pub outcome: Outcome,
    /// Reason why the test failed, has no verdict or is ignored; null if it passed.
    pub reason: Option<String>,
    /// Output of the program (bytes that are not UTF-8 replaced).
    pub stdout: String,
    /// Expected output; null if the test does not specify it.
    pub expected: Option<String>,
    /// Exit status; null if the run did not end.
    pub exit: Option<i32>,
    /// 1-based line of the program at which the run trapped or could not continue.
    pub line: Option<u32>,
    /// Time of the run alone, in milliseconds.
    pub time_ms: f64,
    /// File that contains the expectation.
    pub path: Option<String>,
    /// 1-based line in `path` that states the expectation.
    pub path_line: Option<u32>,
    /// Arguments of the program (bytes that are not UTF-8 replaced).
    #[serde(default)]
    pub args: Vec<String>,
    /// Standard input of the program (bytes that are not UTF-8 replaced); null if there is none.
    #[serde(default)]
    pub stdin: Option<String>,
    /// Values that the failed assertion of a unit test compared; null for all other tests.
    #[serde(default)]
    pub asserted: Option<Asserted>,
    /// Whether students may not see the test.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Kind of reason if there is no verdict; else null.
    #[serde(default)]
    pub cause: Option<Cause>,
}

/// Values that an assertion compared, in C syntax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Asserted {
    /// Expected value.
    pub expected: String,
    /// Actual value.
    pub actual: String,
}

/// Verdict on one test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The test passed.
    Pass,
    /// The test failed.
    Fail,
    /// The verdict is not known; see [`Cause`].
    Unanalysable,
    /// The test asked to be ignored (Unity's `TEST_IGNORE`) before anything was wrong.
    Ignored,
}

/// Reason why a test has no verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The run reached something that is not modelled, or the test cannot be run at all.
    NotModelled,
    /// The step limit ended the run, which is not proved to be endless.
    StepLimit,
    /// The job had to end while the test ran.
    Interrupted,
    /// The job had to end before the test ran.
    NotRun,
}

impl Cause {
    /// Whether more time might lead to a verdict.
    pub fn is_undecided(self) -> bool {
        self != Cause::NotModelled
    }
}

/// A candidate for a test that was rejected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkippedCandidate {
    /// File or call.
    pub what: String,
    /// Reason for the rejection.
    pub reason: String,
}
