//! The result of `faultlens test`.

use serde::{Deserialize, Serialize};

use super::Problem;

/// One object for one file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestReport {
    /// Of the format; see [`super::VERSION`].
    pub version: u32,
    /// As the user named it.
    pub file: String,
    /// Why there is no verdict for some or all tests: nothing was found, a limit was met, the text cannot be read.
    pub reason: Option<String>,
    /// A limit or the user ended the job before every test had run; `reason` says which.
    pub stopped: bool,
    /// In order of discovery.
    pub tests: Vec<TestResult>,
    /// What looked like a test and was not taken, with the reason.
    pub skipped: Vec<Skipped>,
    /// What was taken for granted: which files belong to the program.
    #[serde(default)]
    pub assumed: Vec<String>,
    /// The file in which the program begins, if that is another one.
    #[serde(default)]
    pub program: Option<String>,
    /// How the program would be compiled.
    #[serde(default)]
    pub build: Build,
    /// What the text or the tests are wrong about.
    pub problems: Vec<Problem>,
    /// The lines on which statements begin, with how many tests run them, by file and line. Library code and the test
    /// libraries are left out.
    #[serde(default)]
    pub coverage: Vec<CoveredLine>,
    /// What a changed program does on inputs near those of the tests, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearby: Option<Nearby>,
    /// From the start of the job to its end, in milliseconds.
    pub time_ms: f64,
}

/// What a compiler has to be given to make the program that was tested.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The source files, the one that was asked about first.
    pub files: Vec<String>,
    /// `-D`, `-I`, `-std`, …: what is known from the project, and names without which there is no `main`.
    pub flags: Vec<String>,
}

/// A line on which a statement begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoveredLine {
    /// The source file.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// How many tests run a statement that begins there.
    pub tests: usize,
}

/// A changed program beside the one on the disk, on inputs near those of the tests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nearby {
    /// Inputs that were tried.
    pub inputs: usize,
    /// Those with which only the changed program runs into undefined behaviour, or does not end.
    pub breaks: Vec<String>,
    /// How many there are with which only the program on the disk does.
    pub heals: usize,
}

impl TestReport {
    /// A report without tests.
    pub fn empty(file: impl Into<String>, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            reason,
            build: Build::default(),
            stopped: false,
            tests: Vec::new(),
            skipped: Vec::new(),
            assumed: Vec::new(),
            program: None,
            problems: Vec::new(),
            coverage: Vec::new(),
            nearby: None,
            time_ms: 0.0,
        }
    }

    /// How many tests are undecided.
    pub fn undecided(&self) -> usize {
        let causes = self.tests.iter().filter_map(|t| t.cause);
        causes.filter(|cause| cause.is_undecided()).count()
    }

    /// How many tests ended so.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.tests.iter().filter(|t| t.outcome == outcome).count()
    }
}

/// One test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// Of the test.
    pub id: String,
    /// The verdict.
    pub outcome: Outcome,
    /// Why it failed, has no verdict or is ignored; null when it passed.
    pub reason: Option<String>,
    /// What the program wrote (bytes that are not UTF-8 replaced).
    pub stdout: String,
    /// What it should have written; null when the test says nothing about it.
    pub expected: Option<String>,
    /// Exit status; null when the run did not end.
    pub exit: Option<i32>,
    /// 1-based line of the program at which the run trapped or could not go on.
    pub line: Option<u32>,
    /// The run alone, in milliseconds.
    pub time_ms: f64,
    /// The file that holds the expectation.
    pub path: Option<String>,
    /// 1-based line in `path` that states it.
    pub path_line: Option<u32>,
    /// The arguments that the program is given, bytes that are not UTF-8 replaced.
    #[serde(default)]
    pub args: Vec<String>,
    /// What it reads from standard input, likewise; null if nothing.
    #[serde(default)]
    pub stdin: Option<String>,
    /// The values that the failed assertion of a unit test compared; null for all other tests.
    #[serde(default)]
    pub asserted: Option<Asserted>,
    /// What kind of reason, if it has no verdict; else null.
    #[serde(default)]
    pub cause: Option<Cause>,
}

/// What an assertion compared, as C would write it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asserted {
    /// What it should have been.
    pub expected: String,
    /// What it was.
    pub actual: String,
}

/// The verdict on one test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// As expected.
    Pass,
    /// Otherwise.
    Fail,
    /// It is not known; see [`Cause`].
    Unanalysable,
    /// It asked not to be counted (Unity's `TEST_IGNORE`), and nothing was wrong before.
    Ignored,
}

/// What kept a test from having a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// It reached something that is not modelled, or cannot be run at all.
    NotModelled,
    /// Its run was ended by the step limit, and neither ends nor is proved not to end until then.
    StepLimit,
    /// The job had to end while it ran.
    Interrupted,
    /// The job had to end before it ran.
    NotRun,
}

impl Cause {
    /// With more time there would be a verdict, perhaps.
    pub fn is_undecided(self) -> bool {
        self != Cause::NotModelled
    }
}

/// A candidate that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The file or call.
    pub what: String,
    /// Why.
    pub reason: String,
}
