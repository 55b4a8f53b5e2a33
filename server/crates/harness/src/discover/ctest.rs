//! The tests of `CTest`, from the output of `ctest --show-only=json-v1`. Nothing is ever run: the listing has to be
//! saved, as `ctest.json` in the build folder.
//!
//! A test is a command. It is a test of the program if it runs the program and does nothing else: directly, or through
//! a shell that only redirects the input and compares the output with a file.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::shell;
use crate::expected::Expected;
use crate::files::{Files, join, split, unreadable};
use crate::model::{
    Action, Compare, ConfigProblem, ExitStatus, Expect, Observed, Origin, SkippedCandidate, Test,
};

/// Name of the listing in and around the program's folder.
pub(super) const LISTING: &str = "ctest.json";
/// Usual build folders.
pub(super) const BUILD_FOLDERS: [&str; 4] = ["", "build", "cmake-build-debug", "out"];

/// Result of reading a listing.
#[derive(Default)]
pub(super) struct Listing {
    pub(super) tests: Vec<Test>,
    pub(super) skipped: Vec<SkippedCandidate>,
    pub(super) problems: Vec<ConfigProblem>,
}

/// Reads a listing.
///
/// `program` is the stem of the source. For a listing `named` by the user, the program is the one that all its tests
/// run, whatever its name.
pub(super) fn read(
    path: &str,
    content: &[u8],
    program: &str,
    named: bool,
    files: &dyn Files,
) -> Listing {
    let json: Json = match serde_json::from_slice(content) {
        Ok(json) => json,
        Err(error) => {
            return refused(
                path,
                error.line(),
                format!("this is no listing of ctest: {error}"),
            );
        }
    };
    if json["kind"] != "ctestInfo" {
        let how = "this is no listing of ctest: make one with `ctest --show-only=json-v1`";
        return refused(path, 1, how.to_owned());
    }

    // Other programs may have tests in the same listing; the commands may show which program is meant.
    let tests = json["tests"].as_array().map_or(&[][..], Vec::as_slice);
    let entries: Vec<Entry<'_>> = tests
        .iter()
        .map(|test| Entry {
            json: test,
            graph: &json["backtraceGraph"],
        })
        .collect();
    let commands: Vec<Result<Command, String>> = entries.iter().map(Entry::command).collect();
    let program = select_program(program, named, &commands);

    // Tests of other programs are counted, not listed one by one.
    let mut listing = Listing::default();
    let mut of_others: BTreeMap<String, usize> = BTreeMap::new();
    for (entry, command) in entries.iter().zip(commands) {
        let result = match command {
            Ok(command) if command.program != program => {
                *of_others.entry(command.program).or_default() += 1;
                continue;
            }
            Ok(command) => entry.test(path, &command, files),
            Err(reason) => Err(reason),
        };
        match result {
            Ok(test) => listing.tests.push(test),
            Err(reason) => listing.skip(path, format!("`{}`: {reason}", entry.name())),
        }
    }
    for (other, count) in of_others {
        let tests = if count == 1 { "test runs" } else { "tests run" };
        listing.skip(path, format!("{count} {tests} `{other}`, not `{program}`"));
    }
    listing
}

impl Listing {
    fn skip(&mut self, path: &str, reason: String) {
        self.skipped.push(SkippedCandidate {
            path: path.to_owned(),
            reason,
        });
    }
}

fn refused(path: &str, line: usize, message: String) -> Listing {
    let problem = ConfigProblem {
        path: path.to_owned(),
        line: line.max(1),
        message,
    };
    Listing {
        problems: vec![problem],
        ..Listing::default()
    }
}

/// The program whose tests are wanted.
fn select_program(stem: &str, named: bool, commands: &[Result<Command, String>]) -> String {
    let mut programs = commands
        .iter()
        .flatten()
        .map(|command| command.program.as_str());
    let first = programs.next().unwrap_or(stem);
    let only = named && first != stem && programs.all(|program| program == first);
    if only { first } else { stem }.to_owned()
}

/// The command of a test.
struct Command {
    /// Name of the program, without folders and `.exe`.
    program: String,
    args: Vec<String>,
    stdin: Option<String>,
    stdout: Option<(String, Compare)>,
}

impl Command {
    fn new(words: &[String]) -> Option<Command> {
        let (program, args) = words.split_first()?;
        let name = split(program).1;
        Some(Command {
            program: name.strip_suffix(".exe").unwrap_or(name).to_owned(),
            args: args.to_vec(),
            stdin: None,
            stdout: None,
        })
    }
}

/// A test of the listing.
struct Entry<'a> {
    json: &'a Json,
    graph: &'a Json,
}

impl Entry<'_> {
    fn name(&self) -> &str {
        self.json["name"].as_str().unwrap_or_default()
    }

    fn property(&self, name: &str) -> Option<&Json> {
        let mut all = self.json["properties"].as_array()?.iter();
        all.find(|property| property["name"] == name)
            .map(|property| &property["value"])
    }

    fn command(&self) -> Result<Command, String> {
        let words = self.json["command"].as_array().into_iter().flatten();
        let words: Vec<String> = words
            .filter_map(|word| Some(word.as_str()?.to_owned()))
            .collect();
        let command =
            Command::new(&words).ok_or("it has no command: its program is not built yet")?;
        let (shell, flag) = (
            command.program.as_str(),
            command.args.first().map(String::as_str),
        );
        match (shell, flag) {
            ("sh" | "bash" | "dash", Some("-c")) => {
                let text = command.args.get(1).map_or("", String::as_str);
                let line = shell::parse(text);
                let line = line.ok_or_else(|| {
                    format!("a shell does more there than to run a program: {text}")
                })?;
                let inner = Command::new(&line.command).ok_or("it runs nothing")?;
                Ok(Command {
                    stdin: line.stdin,
                    stdout: line.stdout,
                    ..inner
                })
            }
            _ => Ok(command),
        }
    }

    /// The test, or the reason why it is not a test of the program.
    fn test(&self, path: &str, command: &Command, files: &dyn Files) -> Result<Test, String> {
        self.check_properties()?;
        let folder = self.property("WORKING_DIRECTORY").and_then(Json::as_str);
        let folder = folder.map_or_else(|| split(path).0.to_owned(), str::to_owned);
        let content = |file: &str| -> Result<Arc<[u8]>, String> {
            let file = join(&folder, file);
            let content = files.read(&file).map(Arc::from);
            content.ok_or_else(|| unreadable(&file, files))
        };
        if files.is_outside(&folder) {
            return Err(unreadable(&folder, files));
        }
        let stdout = command
            .stdout
            .as_ref()
            .map(|(file, _)| content(file))
            .transpose()?;
        let expect = match self.pattern()? {
            // Where a pattern says what passes, the exit status does not count.
            Some(pattern) => Expect {
                observed: Observed::OutputAndErrors,
                stdout: Some(pattern.into_bytes().into()),
                compare: Compare::Regex,
                ..Expect::default()
            },
            None => Expect {
                // After a pipe, the program's own exit status does not count.
                exit: stdout.is_none().then_some(if self.is_set("WILL_FAIL") {
                    ExitStatus::IsNot(0)
                } else {
                    ExitStatus::SUCCESS
                }),
                stdout,
                compare: command
                    .stdout
                    .as_ref()
                    .map(|(_, compare)| *compare)
                    .unwrap_or_default(),
                ..Expect::default()
            },
        };
        let stdin = command
            .stdin
            .as_deref()
            .map(content)
            .transpose()?
            .unwrap_or_default();
        Ok(Test {
            id: self.name().to_owned(),
            origin: self.origin(path),
            action: Action::Main {
                program: command.program.as_str().into(),
                args: command
                    .args
                    .iter()
                    .map(|arg| arg.clone().into_bytes())
                    .collect(),
                environment: Arc::default(),
                stdin,
                folder: folder.into(),
                files: None,
            },
            expect,
        })
    }

    /// Fails if the test has a property that affects its result and cannot be expressed here.
    fn check_properties(&self) -> Result<(), String> {
        let refused = [
            ("DISABLED", "it is disabled"),
            (
                "FAIL_REGULAR_EXPRESSION",
                "a regular expression says what fails",
            ),
            (
                "ENVIRONMENT",
                "it sets variables of the environment, which is empty here",
            ),
            (
                "ENVIRONMENT_MODIFICATION",
                "it sets variables of the environment, which is empty here",
            ),
        ];
        let found = refused.iter().find(|(name, _)| self.is_set(name));
        found.map_or(Ok(()), |(_, reason)| Err((*reason).to_owned()))
    }

    fn is_set(&self, name: &str) -> bool {
        self.property(name)
            .is_some_and(|value| *value != Json::Bool(false) && *value != "")
    }

    /// The regular expression that says what passes, if one does; several are alternatives.
    fn pattern(&self) -> Result<Option<String>, String> {
        let Some(value) = self.property("PASS_REGULAR_EXPRESSION") else {
            return Ok(None);
        };
        let one = value.as_str().map(|one| vec![one]);
        let list = || value.as_array()?.iter().map(Json::as_str).collect();
        let all: Vec<&str> = one.or_else(list).unwrap_or_default();
        let all: Vec<String> = all.iter().map(|one| format!("(?:{one})")).collect();
        let pattern = all.join("|");
        if pattern.is_empty() {
            return Ok(None);
        }
        if self.is_set("WILL_FAIL") {
            return Err(
                "it has to fail, and not to print what a regular expression says".to_owned(),
            );
        }
        match Expected::problem_of_pattern(&pattern) {
            None => Ok(Some(pattern)),
            Some(problem) => Err(format!(
                "its regular expression is not understood: {problem}"
            )),
        }
    }

    /// The line with `add_test`, or else the listing.
    fn origin(&self, path: &str) -> Origin {
        let node = self.json["backtrace"]
            .as_u64()
            .map(|node| &self.graph["nodes"][node as usize]);
        let place = node.and_then(|node| {
            let file = self.graph["files"][node["file"].as_u64()? as usize].as_str()?;
            Some(Origin {
                path: file.to_owned(),
                line: node["line"].as_u64()? as usize,
            })
        });
        place.unwrap_or_else(|| Origin {
            path: path.to_owned(),
            line: 1,
        })
    }
}
