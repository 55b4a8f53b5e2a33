//! Tests as other crates see them.

use std::fmt;
use std::sync::Arc;

use crate::file_set::FileSet;

/// A test of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// Name of the test, unique in a [`Discovery`].
    pub id: String,
    /// Place of the test's definition, for display.
    pub origin: Origin,
    /// What the test runs.
    pub action: Action,
    /// Expected result.
    pub expect: Expect,
}

impl Test {
    /// Whether a name is that of the test, apart from the name of its file in front of either. Functions of one name in
    /// several files are tests whose names begin with the file (`a.c: test_add`).
    pub fn is_called(&self, name: &str) -> bool {
        self.without_file(name) == self.without_file(&self.id)
    }

    /// A name without the test's own file in front of it.
    fn without_file<'n>(&self, name: &'n str) -> &'n str {
        let own = name.split_once(':').filter(|(file, _)| {
            let before = self.origin.path.strip_suffix(file);
            before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
        });
        own.map_or(name, |(_, rest)| rest.trim_start())
    }

    /// A run of the whole program without arguments and input that expects nothing; other tests are derived from it.
    pub fn bare(id: &str) -> Test {
        Test {
            id: id.to_owned(),
            origin: Origin {
                path: String::new(),
                line: 1,
            },
            action: Action::Main {
                program: "program".into(),
                args: Arc::default(),
                environment: Arc::default(),
                stdin: Arc::default(),
                folder: Arc::from("."),
                files: None,
            },
            expect: Expect::default(),
        }
    }
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Path of the file, as [`Files`](crate::Files) knows it.
    pub path: String,
    /// Line number, from 1.
    pub line: usize,
}

/// The code that a test runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// The whole program.
    Main {
        /// How the program is called: its `argv[0]`. Empty in a test that does not say.
        program: Arc<str>,
        /// Arguments after the program's name; shared by all prepared runs of the test.
        args: Arc<[Vec<u8>]>,
        /// Environment variables: `NAME=value`.
        environment: Arc<[String]>,
        /// All of standard input.
        stdin: Arc<[u8]>,
        /// The folder in which the program's relative paths resolve.
        folder: Arc<str>,
        /// Files that it may open; `None` if nothing is known about them.
        files: Option<Arc<FileSet>>,
    },
    /// One function.
    Call {
        /// Name of the function.
        function: String,
        /// For a test function, the translation unit in which its name has its meaning, by its position in the program;
        /// `None` for a call that the user writes, whose function is the tested code.
        unit: Option<u32>,
        /// Arguments of the call, as C literals.
        args: Vec<String>,
        /// All of standard input.
        stdin: Arc<[u8]>,
        /// Files that it may open; `None` if nothing is known about them.
        files: Option<Arc<FileSet>>,
    },
}

/// Conditions for a test to pass. Failed assertions and undefined behaviour fail it in any case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expect {
    /// What of the run is compared.
    pub observed: Observed,
    /// The expected text; `None` for any.
    pub stdout: Option<Arc<[u8]>>,
    /// Way of comparing it.
    pub compare: Compare,
    /// Tolerance of numbers, if the whole output is compared.
    pub tolerance: Tolerance,
    /// Expected exit status; `None` for any.
    pub exit: Option<ExitStatus>,
    /// Expected result of a call, as a C literal; `None` for any.
    pub returns: Option<String>,
    /// Whether students may not see what is expected.
    pub is_hidden: bool,
}

/// What of a run a test compares with the expected text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Observed {
    /// Standard output.
    #[default]
    Output,
    /// Standard output and standard error, as one.
    OutputAndErrors,
    /// Standard error.
    Errors,
    /// The content of a file that the run writes, relative to its folder.
    File(Arc<str>),
}

/// Exit statuses with which a test passes. Only the low byte of a status reaches the parent process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExitStatus {
    /// This one.
    Is(i32),
    /// Any other.
    IsNot(i32),
}

impl ExitStatus {
    /// Success.
    pub const SUCCESS: ExitStatus = ExitStatus::Is(0);

    /// Whether a run that ends with this status passes.
    pub fn allows(self, status: i32) -> bool {
        match self {
            ExitStatus::Is(wanted) => wanted as u8 == status as u8,
            ExitStatus::IsNot(other) => other as u8 != status as u8,
        }
    }
}

impl fmt::Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExitStatus::Is(status) => write!(f, "exit status {status}"),
            ExitStatus::IsNot(status) => write!(f, "an exit status other than {status}"),
        }
    }
}

/// Way of comparing standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Compare {
    /// Bytes must be equal, including the final newline.
    #[default]
    Exact,
    /// White space at the ends of lines and of the output is ignored.
    Trim,
    /// White space only separates words: any amount of any kind counts as one separator.
    Tokens,
    /// The output must contain the text; white space around the text is ignored.
    Contains,
    /// The output must contain a match of the regular expression; `^` and `$` match at line boundaries.
    Regex,
    /// Newlines at the end of the output are ignored.
    Chomp,
}

/// Tolerance of a printed number relative to the expected one; 0 means that texts are compared.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tolerance(f64);

impl Tolerance {
    /// A tolerance of this amount, absolute or relative to the expected number, whichever is larger, as in judges.
    /// `None` if the amount is negative or not finite.
    pub fn new(most: f64) -> Option<Tolerance> {
        (most.is_finite() && most >= 0.0).then_some(Tolerance(most))
    }

    /// The tolerance for what a program computes with `long double`, where `double` stands for it: twelve digits, which
    /// leaves three for rounding in between.
    pub fn of_long_double() -> Tolerance {
        Tolerance(1e-12)
    }

    /// Whether texts are compared.
    pub fn is_none(self) -> bool {
        self.0 == 0.0
    }

    /// Whether a number is close enough to the expected one.
    pub fn allows(self, expected: f64, printed: f64) -> bool {
        (expected - printed).abs() <= self.0 * expected.abs().max(1.0)
    }
}

impl PartialEq for Tolerance {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Tolerance {}

impl std::hash::Hash for Tolerance {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl Compare {
    /// Names in `faultlens.toml`, in the order of the variants.
    pub const NAMES: [&str; 6] = ["exact", "trim", "tokens", "contains", "regex", "chomp"];

    /// The way of comparing with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "exact" => Compare::Exact,
            "trim" => Compare::Trim,
            "tokens" => Compare::Tokens,
            "contains" => Compare::Contains,
            "regex" => Compare::Regex,
            "chomp" => Compare::Chomp,
            _ => return None,
        })
    }
}

/// Facts about the program's text that discovery needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
pub struct SourceFacts {
    /// Whether its `main` runs unit tests with a framework.
    pub runs_tests: bool,
    /// Whether it defines `main`.
    pub has_main: bool,
    /// Whether it calls `assert` or a similar function.
    pub asserts: bool,
    /// Whether `main` itself calls one of these, so that it is a test in addition to the test functions.
    pub main_asserts: bool,
    /// Whether running it is a test that the exit status decides.
    pub checks_itself: bool,
    /// Whether its tests count what fails, so that an assertion is not all that they check.
    pub counts_failures: bool,
    /// Whether it calls `fopen` or a similar function.
    pub opens_files: bool,
    /// Without `main` and test functions: the only function that says what is right, if it takes no arguments.
    pub only_function: Option<String>,
    /// Functions that are tests or look like tests, in the order in which they are to run.
    pub test_functions: Vec<TestFunction>,
}

/// A function that looks like a unit test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFunction {
    /// Name of the function.
    pub name: String,
    /// Function to call to run the test: itself, or a wrapper with set-up and tear-down.
    pub entry: String,
    /// The translation unit in which the entry is called, by its position in the program.
    pub unit: u32,
    /// Place of the function.
    pub origin: Origin,
    /// Reason why it is not a test after all.
    pub objection: Option<String>,
}

/// The tests of a program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Discovery {
    /// The tests: those from files in the natural order of their names, then those of `faultlens.toml` in file order.
    pub tests: Vec<Test>,
    /// Number of tests beyond the limit, which were not read.
    pub beyond_limit: usize,
    /// Candidates that turned out not to be tests, by path.
    pub skipped: Vec<SkippedCandidate>,
    /// Mistakes in `faultlens.toml`, and in the user's request.
    pub problems: Vec<ConfigProblem>,
    /// Assumptions made, as sentences.
    pub assumed: Vec<String>,
}

/// A candidate that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkippedCandidate {
    /// Path of the file.
    pub path: String,
    /// Reason, as the end of "not taken: …".
    pub reason: String,
}

/// A mistake in a configuration file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConfigProblem {
    /// Path of the file.
    pub path: String,
    /// Line number, from 1.
    pub line: usize,
    /// The mistake, and what may have been meant.
    pub message: String,
}
