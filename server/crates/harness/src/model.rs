//! Tests, as the rest of the program sees them.

use std::sync::Arc;

use crate::file_set::FileSet;

/// One test of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// Its name, unique in a [`Discovery`].
    pub id: String,
    /// Where it was found, for display.
    pub origin: Origin,
    /// What is run.
    pub action: Action,
    /// What must come of it.
    pub expect: Expect,
}

impl Test {
    /// The whole program without arguments and input, of which nothing is expected: what other runs are made from.
    pub fn bare(id: &str) -> Test {
        Test {
            id: id.to_owned(),
            origin: Origin {
                path: String::new(),
                line: 1,
            },
            action: Action::Main {
                args: Arc::default(),
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
    /// The line, from 1.
    pub line: usize,
}

/// What a test runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// The whole program.
    Main {
        /// The arguments after the program's name; shared by all who prepare runs of the test.
        args: Arc<[Vec<u8>]>,
        /// All of standard input.
        stdin: Arc<[u8]>,
        /// The folder in which the program's relative paths resolve.
        folder: Arc<str>,
        /// What it may open; `None`: nothing is known.
        files: Option<Arc<FileSet>>,
    },
    /// One function.
    Call {
        /// Its name.
        function: String,
        /// Its arguments, literals of C.
        args: Vec<String>,
        /// All of standard input.
        stdin: Arc<[u8]>,
        /// What it may open; `None`: nothing is known.
        files: Option<Arc<FileSet>>,
    },
}

/// What must come of a test for it to pass. Failed assertions and undefined behaviour fail it in any case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expect {
    /// Standard output; `None`: anything.
    pub stdout: Option<Arc<[u8]>>,
    /// How standard output is compared.
    pub compare: Compare,
    /// By how much its numbers may differ, where words are compared.
    pub tolerance: Tolerance,
    /// The exit status; `None`: any.
    pub exit: Option<i32>,
    /// The result of a call, a literal of C; `None`: any.
    pub returns: Option<String>,
}

/// How standard output is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Compare {
    /// Byte for byte, the final newline included.
    #[default]
    Exact,
    /// White space at the ends of lines and of the output does not count.
    Trim,
    /// White space only separates: any amount of any kind is as good as any other.
    Tokens,
    /// It is found somewhere in the output; white space around it does not count.
    Contains,
    /// It is a regular expression that is found somewhere in the output; `^` and `$` are ends of lines.
    Regex,
}

/// By how much a number that is printed may differ from the expected one; 0: its text is compared.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tolerance(f64);

impl Tolerance {
    /// Of so much, absolute or relative to the expected number, whichever is more: as judges compare. `None` for what is no
    /// distance.
    pub fn new(most: f64) -> Option<Tolerance> {
        (most.is_finite() && most >= 0.0).then_some(Tolerance(most))
    }

    /// Whether texts are compared.
    pub fn is_none(self) -> bool {
        self.0 == 0.0
    }

    /// Whether a number is as good as the expected one.
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
    pub const NAMES: [&str; 5] = ["exact", "trim", "tokens", "contains", "regex"];

    /// The way of comparing with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "exact" => Compare::Exact,
            "trim" => Compare::Trim,
            "tokens" => Compare::Tokens,
            "contains" => Compare::Contains,
            "regex" => Compare::Regex,
            _ => return None,
        })
    }
}

/// What discovery must know about the program's text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
pub struct SourceFacts {
    /// It defines `main`.
    pub has_main: bool,
    /// It calls `assert` or one of its kin.
    pub asserts: bool,
    /// `main` itself calls one of these, so that it is a test beside the functions that are.
    pub main_asserts: bool,
    /// Running it is a test without assertions, which its exit status decides.
    pub checks_itself: bool,
    /// It calls `fopen` or one of its kin.
    pub opens_files: bool,
    /// Its functions that are tests or look like some, in the order in which they are to run.
    pub test_functions: Vec<TestFunction>,
}

/// A function that looks like a unit test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFunction {
    /// Its name.
    pub name: String,
    /// What is called to run it: itself, or what does something before and after it.
    pub entry: String,
    /// Where it is.
    pub origin: Origin,
    /// Why it is none after all.
    pub objection: Option<String>,
}

/// The tests of a program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Discovery {
    /// The tests: those from files in the natural order of their names, then those of `faultlens.toml` in its order.
    pub tests: Vec<Test>,
    /// How many more there are beyond the limit; they were not read.
    pub beyond_limit: usize,
    /// What looked like a test and is none, by path.
    pub skipped: Vec<SkippedCandidate>,
    /// Mistakes in `faultlens.toml`, and in what the user asked for.
    pub problems: Vec<ConfigProblem>,
    /// What was taken for granted, in sentences.
    pub assumed: Vec<String>,
}

/// A candidate that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkippedCandidate {
    /// Path of the file.
    pub path: String,
    /// Why, as the end of "not taken: …".
    pub reason: String,
}

/// A mistake in a configuration file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConfigProblem {
    /// Path of the file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what might have been meant.
    pub message: String,
}
