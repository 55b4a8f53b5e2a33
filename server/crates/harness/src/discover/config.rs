//! Tests in `faultlens.toml`.
//!
//! Each mistake is reported with its line, and an entry with a mistake is not run: a misspelt `stdout` would otherwise
//! be a test that always passes.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::call;
use crate::expected::Expected;
use crate::files::{Files, join, split, unreadable};
use crate::model::{
    Action, Compare, ConfigProblem, ExitStatus, Expect, Observed, Origin, Test, Tolerance,
};

/// Keys of the file; the program's options are read elsewhere.
const FILE_KEYS: [&str; 5] = ["test", "compare", "tolerance", "options", "sources"];

/// Keys of a test.
const TEST_KEYS: [&str; 16] = [
    "name",
    "program",
    "args",
    "env",
    "stdin",
    "stdin-file",
    "stdout",
    "stdout-file",
    "output",
    "output-file",
    "exit",
    "compare",
    "tolerance",
    "call",
    "returns",
    "hidden",
];

/// Value of `exit` that stands for any status but 0.
const FAILURE: &str = "failure";

/// Content of a file that concerns tests.
#[derive(Default)]
pub(super) struct Config {
    /// Tests of the file, in their order.
    pub(super) tests: Vec<Test>,
    /// Way of comparing output for tests that do not specify one.
    pub(super) compare: Compare,
    /// Whether the file specifies that.
    pub(super) is_compare_given: bool,
    /// Tolerance of numbers for tests that do not specify one.
    pub(super) tolerance: Tolerance,
    /// Mistakes in the file.
    pub(super) problems: Vec<ConfigProblem>,
}

/// Context in which a file is read.
pub(super) struct Context<'a> {
    /// Path of the file.
    pub(super) path: &'a str,
    /// Path of the program whose tests are wanted.
    pub(super) source_path: &'a str,
    /// Way of comparing output unless the file says otherwise.
    pub(super) compare: Compare,
    /// Whether the tests are wanted, not only the settings for tests in general.
    pub(super) with_tests: bool,
    /// Access to the files that the configuration names.
    pub(super) files: &'a dyn Files,
}

impl Config {
    /// Reads a configuration file with the given content.
    pub(super) fn read(context: &Context<'_>, content: &[u8]) -> Config {
        let mut config = Config {
            compare: context.compare,
            ..Config::default()
        };
        let Ok(text) = std::str::from_utf8(content) else {
            config.problem(context, 1, "this is not UTF-8 text".to_owned());
            return config;
        };
        let lines = Lines::new(text);
        match DeTable::parse(text) {
            Ok(file) => config.read_file(context, &lines, file.get_ref()),
            Err(error) => {
                let offset = error.span().map_or(0, |span| span.start);
                config.problem(context, lines.of(offset), error.message().to_owned());
            }
        }
        config
    }

    fn read_file(&mut self, context: &Context<'_>, lines: &Lines, file: &DeTable<'_>) {
        let mut entries = None;
        for (key, value) in file {
            let line = lines.of(key.span().start);
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("options" | "sources", _) => {}
                ("compare", value) => match compare_of(value) {
                    Ok(compare) => {
                        self.compare = compare;
                        self.is_compare_given = true;
                    }
                    Err(message) => self.problem(context, line, message),
                },
                ("tolerance", value) => match tolerance_of(value) {
                    Ok(tolerance) => self.tolerance = tolerance,
                    Err(message) => self.problem(context, line, message),
                },
                ("test", DeValue::Array(tests)) => entries = Some(tests),
                ("test", _) => {
                    self.problem(context, line, "`test` is a list: write [[test]]".to_owned());
                }
                (key, _) => self.problem(context, line, unknown_key(key, &FILE_KEYS)),
            }
        }
        // A tolerance for numbers implies that words are compared.
        if !self.tolerance.is_none() && !self.is_compare_given {
            self.compare = Compare::Tokens;
            self.is_compare_given = true;
        }
        // The file's own `compare` must be known first.
        let entries = entries.filter(|_| context.with_tests).into_iter().flatten();
        for (index, entry) in entries.enumerate() {
            let line = lines.of(entry.span().start);
            let DeValue::Table(table) = entry.get_ref() else {
                self.problem(
                    context,
                    line,
                    "`test` is a list of tables: write [[test]]".to_owned(),
                );
                continue;
            };
            let mut entry = Entry {
                context,
                lines,
                table,
                line,
                mistakes: Vec::new(),
            };
            let test = entry.read(index, self.compare, self.tolerance);
            if entry.mistakes.is_empty() {
                self.tests.extend(test);
            }
            for (line, message) in entry.mistakes {
                self.problem(context, line, message);
            }
        }
    }

    fn problem(&mut self, context: &Context<'_>, line: usize, message: String) {
        self.problems.push(ConfigProblem {
            path: context.path.to_owned(),
            line,
            message,
        });
    }
}

/// A `[[test]]` entry being read.
struct Entry<'a> {
    context: &'a Context<'a>,
    lines: &'a Lines,
    table: &'a DeTable<'a>,
    line: usize,
    /// Line and message of each mistake.
    mistakes: Vec<(usize, String)>,
}

impl<'a> Entry<'a> {
    /// Reads the test; `None` if it belongs to another program. The result is valid only if there are no mistakes.
    fn read(&mut self, index: usize, compare: Compare, tolerance: Tolerance) -> Option<Test> {
        for key in self.table.keys() {
            if !TEST_KEYS.contains(&key.get_ref().as_ref()) {
                let message = unknown_key(key.get_ref(), &TEST_KEYS);
                self.mistakes
                    .push((self.lines.of(key.span().start), message));
            }
        }

        // A test of another program is ignored, whatever its mistakes.
        let folder = split(self.context.path).0;
        if let Some(program) = self.text("program")
            && join(folder, program) != self.context.source_path
        {
            self.mistakes.clear();
            return None;
        }

        // Mistakes in any of the keys are collected, so that all are reported at once.
        let id = self
            .text("name")
            .map_or_else(|| format!("test {}", index + 1), str::to_owned);
        let action = self.action(folder);
        let (compare, tolerance) = self.comparing(compare, tolerance);
        let stdout = self.content("stdout", "stdout-file", folder);
        if let Some(pattern) = stdout.as_ref().filter(|_| compare == Compare::Regex) {
            let problem = Expected::problem_of_pattern(&String::from_utf8_lossy(pattern));
            if let Some(problem) = problem {
                self.mistake("stdout", problem);
            }
        }
        let observed = self.observed();
        let exit = self.exit();
        let returns = self.text("returns").map(str::to_owned);
        let is_hidden = match self.value("hidden") {
            None => false,
            Some((_, DeValue::Boolean(is_hidden))) => *is_hidden,
            Some(_) => {
                self.mistake("hidden", "`hidden` is true or false".to_owned());
                false
            }
        };
        Some(Test {
            id,
            origin: Origin {
                path: self.context.path.to_owned(),
                line: self.line,
            },
            action,
            expect: Expect {
                observed,
                stdout,
                compare,
                tolerance,
                exit,
                returns,
                is_hidden,
            },
        })
    }

    /// The way of comparing the output and its tolerance; the arguments are the defaults.
    fn comparing(&mut self, compare: Compare, tolerance: Tolerance) -> (Compare, Tolerance) {
        let given = self.value("compare").map(|(_, value)| compare_of(value));
        let is_given = given.is_some();
        let compare = given.unwrap_or(Ok(compare)).unwrap_or_else(|message| {
            self.mistake("compare", message);
            Compare::default()
        });
        let own = self
            .value("tolerance")
            .map(|(_, value)| tolerance_of(value));
        let is_own = own.is_some();
        let tolerance = own.unwrap_or(Ok(tolerance)).unwrap_or_else(|message| {
            self.mistake("tolerance", message);
            Tolerance::default()
        });
        if is_own && is_given && compare != Compare::Tokens {
            self.mistake(
                "tolerance",
                "a tolerance is for numbers that are words: `compare` is \"tokens\" then"
                    .to_owned(),
            );
        }
        match compare {
            _ if is_own && !is_given => (Compare::Tokens, tolerance),
            Compare::Tokens => (compare, tolerance),
            _ => (compare, Tolerance::default()),
        }
    }

    fn action(&mut self, folder: &str) -> Action {
        let args = self.args();
        let environment = self.environment();
        let stdin = self
            .content("stdin", "stdin-file", folder)
            .unwrap_or_default();
        let Some(text) = self.text("call") else {
            if self.value("returns").is_some() {
                self.mistake("returns", "`returns` needs a `call`".to_owned());
            }
            return Action::Main {
                program: Arc::default(),
                args: args.into(),
                environment,
                stdin,
                folder: folder.into(),
                files: None,
            };
        };
        for key in [
            "args",
            "env",
            "stdin",
            "stdin-file",
            "output",
            "output-file",
            "exit",
        ] {
            if self.value(key).is_some() {
                self.mistake(
                    key,
                    format!("`{key}` is for a run of the program; this test has a `call`"),
                );
            }
        }
        let (function, args) = call::parse(text).unwrap_or_else(|| {
            self.mistake("call", "expected a call such as \"f(3, 4)\"".to_owned());
            Default::default()
        });
        Action::Call {
            function,
            unit: None,
            args,
            stdin: Arc::default(),
            files: None,
        }
    }

    fn args(&mut self) -> Vec<Vec<u8>> {
        let Some((_, value)) = self.value("args") else {
            return Vec::new();
        };
        let DeValue::Array(items) = value else {
            self.mistake(
                "args",
                "`args` is a list, such as [\"-n\", \"3\"]".to_owned(),
            );
            return Vec::new();
        };
        let mut args = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::String(text) => args.push(text.as_bytes().to_vec()),
                DeValue::Integer(number) if number.radix() == 10 => {
                    args.push(number.as_str().as_bytes().to_vec());
                }
                _ => {
                    let line = self.lines.of(item.span().start);
                    self.mistakes
                        .push((line, "an argument is a string or a whole number".to_owned()));
                }
            }
        }
        args
    }

    /// Environment variables, as `NAME=value`.
    fn environment(&mut self) -> Arc<[String]> {
        let Some((_, value)) = self.value("env") else {
            return Arc::default();
        };
        let DeValue::Table(table) = value else {
            let message = "`env` is a table, such as { LIMIT = \"3\" }".to_owned();
            self.mistake("env", message);
            return Arc::default();
        };
        let mut variables = Vec::new();
        for (name, value) in table {
            match value.get_ref() {
                DeValue::String(text) => variables.push(format!("{}={text}", name.get_ref())),
                _ => {
                    let line = self.lines.of(value.span().start);
                    let message = "an environment variable is a string".to_owned();
                    self.mistakes.push((line, message));
                }
            }
        }
        variables.into()
    }

    /// What is compared.
    fn observed(&mut self) -> Observed {
        if let Some(file) = self.text("output-file").map(Arc::from) {
            if self.value("output").is_some() {
                self.mistake("output", "there is `output-file` already".to_owned());
            }
            return Observed::File(file);
        }
        match self.text("output") {
            None | Some("stdout") => Observed::Output,
            Some("stderr") => Observed::Errors,
            Some("both") => Observed::OutputAndErrors,
            Some(_) => {
                let message = "`output` is \"stdout\", \"stderr\" or \"both\"".to_owned();
                self.mistake("output", message);
                Observed::Output
            }
        }
    }

    fn exit(&mut self) -> Option<ExitStatus> {
        let (_, value) = self.value("exit")?;
        let status = match value {
            DeValue::Integer(number) => {
                let status = i32::from_str_radix(number.as_str(), number.radix()).ok();
                let status = status.filter(|status| (0..=255).contains(status));
                status.map(ExitStatus::Is)
            }
            DeValue::String(text) if text == FAILURE => Some(ExitStatus::IsNot(0)),
            _ => None,
        };
        if status.is_none() {
            let message = format!("`exit` is an exit status, from 0 to 255, or \"{FAILURE}\"");
            self.mistake("exit", message);
        }
        status
    }

    /// A text given in the file, or as the content of another file.
    fn content(&mut self, key: &str, file_key: &str, folder: &str) -> Option<Arc<[u8]>> {
        let (text, file) = (self.text(key), self.text(file_key));
        match (text, file) {
            (Some(_), Some(_)) => {
                self.mistake(file_key, format!("there is `{key}` already"));
                None
            }
            (Some(text), None) => Some(text.as_bytes().into()),
            (None, Some(file)) => {
                let path = join(folder, file);
                let content = self.context.files.read(&path);
                if content.is_none() {
                    self.mistake(file_key, unreadable(&path, self.context.files));
                }
                content.map(Arc::from)
            }
            (None, None) => None,
        }
    }

    /// The string at a key.
    fn text(&mut self, key: &str) -> Option<&'a str> {
        let (_, value) = self.value(key)?;
        let text = value.as_str();
        if text.is_none() {
            self.mistake(key, format!("`{key}` is a string"));
        }
        text
    }

    /// The value at a key, with its line.
    fn value(&self, key: &str) -> Option<(usize, &'a DeValue<'a>)> {
        let (name, value) = self.table.get_key_value(key)?;
        Some((self.lines.of(name.span().start), value.get_ref()))
    }

    fn mistake(&mut self, key: &str, message: String) {
        let line = self.value(key).map_or(self.line, |(line, _)| line);
        if !self.mistakes.contains(&(line, message.clone())) {
            self.mistakes.push((line, message));
        }
    }
}

fn compare_of(value: &DeValue<'_>) -> Result<Compare, String> {
    let name = value.as_str().unwrap_or_default();
    Compare::from_name(name).ok_or_else(|| {
        let (last, others) = (Compare::NAMES[4], Compare::NAMES[..4].join("\", \""));
        format!("`compare` is \"{others}\" or \"{last}\"")
    })
}

fn tolerance_of(value: &DeValue<'_>) -> Result<Tolerance, String> {
    let number = match value {
        DeValue::Float(number) => number.as_str().parse().ok(),
        DeValue::Integer(number) => number.as_str().parse().ok(),
        _ => None,
    };
    number
        .and_then(Tolerance::new)
        .ok_or_else(|| "`tolerance` is a number from 0, such as 0.001".to_owned())
}

/// The message for an unknown key, with the known key that may have been meant.
fn unknown_key(key: &str, known: &[&str]) -> String {
    let near = known
        .iter()
        .map(|known| (strsim::damerau_levenshtein(key, known), known))
        .min();
    match near {
        Some((distance, known)) if distance <= 1 + key.len() / 4 => {
            format!("unknown key `{key}`: did you mean `{known}`?")
        }
        _ => format!("unknown key `{key}`: there are {}", known.join(", ")),
    }
}

/// Offsets of the newlines of a text.
struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Lines(newlines.map(|(at, _)| at).collect())
    }

    /// The line number of a byte offset, from 1.
    fn of(&self, offset: usize) -> usize {
        self.0.partition_point(|&newline| newline < offset) + 1
    }
}
