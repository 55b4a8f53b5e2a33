//! Tests that come with the job, of a program in memory.

use std::sync::Arc;

use harness::{Action, Compare, Discovery, ExitStatus, Expect, Test};
use serde::{Deserialize, Serialize};

/// A run of the whole program and what is expected of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GivenTest {
    /// Its name; names of several tests differ.
    pub name: String,
    /// Arguments of the program, without its name.
    pub args: Vec<String>,
    /// All of standard input.
    pub stdin: String,
    /// The expected standard output; `None` for any.
    pub stdout: Option<String>,
    /// The way of comparing it, as in `faultlens.toml`. Any other name means `trim`: white space at the ends of lines
    /// and of the output is ignored.
    pub compare: String,
    /// The expected exit status; `None` for any.
    pub exit: Option<i32>,
}

impl GivenTest {
    /// A test that compares what the program prints when it reads `stdin`.
    pub fn new(name: &str, stdin: &str, stdout: &str) -> GivenTest {
        GivenTest {
            name: name.to_owned(),
            stdin: stdin.to_owned(),
            stdout: Some(stdout.to_owned()),
            ..GivenTest::default()
        }
    }

    fn test(&self) -> Test {
        let bare = Test::bare(&self.name);
        let bytes = |text: &String| text.clone().into_bytes();
        let action = match bare.action {
            Action::Main {
                program,
                environment,
                folder,
                files,
                ..
            } => Action::Main {
                program,
                args: self.args.iter().map(bytes).collect(),
                environment,
                stdin: bytes(&self.stdin).into(),
                folder,
                files,
            },
            call @ Action::Call { .. } => call,
        };
        Test {
            action,
            expect: Expect {
                stdout: self.stdout.as_ref().map(|text| Arc::from(bytes(text))),
                compare: Compare::from_name(&self.compare).unwrap_or(Compare::Trim),
                exit: self.exit.map(ExitStatus::Is),
                ..Expect::default()
            },
            ..bare
        }
    }
}

/// The tests as those of a search would be.
pub(super) fn discovery(given: &[GivenTest]) -> Discovery {
    Discovery {
        tests: given.iter().map(GivenTest::test).collect(),
        ..Discovery::default()
    }
}
