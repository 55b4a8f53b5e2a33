//! Records the runs of unknown programs, and what is compiled.

use super::disk::{Entry, ROOT, absolute};
use super::escapes::bytes_of;
use super::interpreter::Interpreter;
use super::output::Output;
use super::value::{Part, Status, Value};
use super::variables::Target;
use super::{Compilation, Run, Stream};
use crate::budget::LONGEST;
use crate::paths::{extension, relative_to};

/// The start of the paths that stand for the outputs of `<(…)`.
pub(super) const PROCESS: &str = "/tmp/process.";

/// The most runs.
const MOST_RUNS: usize = 5_000;

impl Interpreter<'_> {
    /// Executes a compiler.
    pub(super) fn compile(&mut self, fields: &[Value]) {
        let texts = fields.iter().map(|field| field.text_or_empty().to_string());
        let words: Vec<String> = texts.collect();
        self.shell.status = Status::Known(0);
        let place = words.iter().position(|word| word == "-o");
        let inside = words.iter().find_map(|word| word.strip_prefix("-o"));
        let output = match place.and_then(|at| words.get(at + 1)) {
            Some(output) => Some(output.clone()),
            None => inside.map(str::to_string),
        };
        let others = ["-c", "-S", "-E", "-fsyntax-only", "--version"];
        if words.iter().any(|word| others.contains(&word.as_str())) {
            if let Some(output) = output {
                let unknown = Value::unknown("its input is what a compiler prints");
                self.disk.set(&self.path(&output), Entry::File(unknown));
            }
            return;
        }
        let inputs = words
            .iter()
            .skip(1)
            .filter(|word| !word.starts_with('-') && Some(*word) != output.as_ref());
        let inputs: Vec<String> = inputs.map(|word| self.path(word)).collect();
        let input = self.take_input(0);
        let name = words.first().map_or("cc", String::as_str);
        self.consume(&input, name);
        let mut is_made = input.outputs().next().is_some();
        for path in &inputs {
            is_made |= self.consume_file(path, name);
        }
        let program = self.path(output.as_deref().unwrap_or("a.out"));
        self.disk.set(&program, Entry::Program(is_made));
        let sources: Vec<String> = inputs
            .into_iter()
            .filter(|path| extension(path) == "c")
            .collect();
        if !sources.is_empty() && !is_made {
            let line = self.shell.outer_line.unwrap_or(self.shell.line);
            self.compiled.push(Compilation {
                program,
                sources,
                words,
                line,
            });
        }
    }

    /// Records the run of an unknown program.
    pub(super) fn run(
        &mut self,
        program: Option<String>,
        args: &[Value],
        reason: Option<&'static str>,
    ) {
        if self.ledger.runs.len() >= MOST_RUNS {
            let _ = self.stop(self.shell.line, "it has too many runs");
            return;
        }
        let input = self.run_input();
        let folder = self.shell.folder.clone();
        let reason = reason.filter(|_| program.is_some());
        let name = program.as_deref().unwrap_or("a program");
        self.consume(&input, name);
        for arg in args {
            self.consume(arg, name);
        }
        let not_understood = reason.or_else(|| self.reason_against(args, &input, name));
        let mut files = self.disk.written(LONGEST, &self.shell.open_files());
        let texts: Vec<&str> = args.iter().map(Value::text_or_empty).collect();
        files.retain(|(path, _)| !path.starts_with(PROCESS) || texts.contains(&path.as_str()));
        let size = files.iter().map(|(_, text)| text.len()).sum();
        self.budget.spend(size);
        let line = self.shell.outer_line.unwrap_or(self.shell.line);
        let mut compiled = self.compiled.iter();
        let compiled = compiled.rposition(|compiled| Some(&compiled.program) == program.as_ref());
        let run = Run {
            program,
            compiled,
            args: texts.iter().map(|arg| own_path(&folder, arg)).collect(),
            stdin: bytes_of(input.text_or_empty()),
            files,
            folders: self.disk.made_folders(),
            environment: self.environment(),
            checks: Vec::new(),
            is_checked: false,
            name: String::new(),
            path: self.shell.file.clone(),
            line,
            not_understood: not_understood.map(str::to_string),
            folder,
        };
        let number = self.ledger.add(run, self.naming());
        self.note_files(number);
        self.print_output(number);
        self.shell.status = Status::Run(number);
    }

    /// The standard input of a program; what a loop reads line by line is left to it.
    fn run_input(&mut self) -> Value {
        match self.shell.targets.get(&0) {
            Some(Target::Buffer(input)) if self.shell.loop_input == Some(*input) => {
                Value::default()
            }
            _ => self.take_input(0),
        }
    }

    /// Why a run that is about to be recorded is no test.
    fn reason_against(
        &mut self,
        args: &[Value],
        input: &Value,
        name: &str,
    ) -> Option<&'static str> {
        if self.shell.is_background {
            self.has_background = true;
            return Some("it runs in the background");
        }
        if self.has_background {
            return Some("another program runs in the background");
        }
        let mut parts = args.iter().chain([input]).flat_map(|value| &value.0);
        parts.find_map(unknown_reason).or_else(|| {
            let mut is_one = false;
            for path in args.iter().filter_map(Value::text) {
                let text = self.disk.read(&self.path(path)).unwrap_or_default();
                self.consume(&text, name);
                is_one |= text.outputs().next().is_some();
            }
            is_one.then_some("its input is what another program prints")
        })
    }

    /// Writes what a run prints to where it goes.
    fn print_output(&mut self, run: usize) {
        let errors = self.shell.targets.get(&2);
        let of = if errors.is_some() && errors == self.shell.targets.get(&1) {
            Stream::OutputAndErrors
        } else {
            self.write(2, &Value::from(Output::new(run, Stream::Errors)));
            Stream::Output
        };
        self.write(1, &Value::from(Output::new(run, of)));
    }

    /// The environment of a program, as far as the script has made it.
    fn environment(&self) -> Vec<(String, String)> {
        let exported = self.shell.variables.iter().filter(|(name, variable)| {
            let is_for_script = variable.is_inherited && self.asked.contains(*name);
            variable.is_exported && !is_for_script && *name != "PATH"
        });
        let texts = exported.filter_map(|(name, variable)| {
            Some((name.clone(), variable.single()?.text()?.to_string()))
        });
        texts
            .map(|(name, text)| (name, own_path(&self.shell.folder, &text)))
            .collect()
    }
}

/// Why a run that depends on a part of a text is no test.
pub(super) fn unknown_reason(part: &Part) -> Option<&'static str> {
    match part {
        Part::Known(_) => None,
        Part::Output(_) | Part::Status(_) => Some("its input is what another program prints"),
        Part::Unknown(unknown) => Some(unknown.reason),
    }
}

/// A text in which a path into the project is relative to a folder.
fn own_path(folder: &str, text: &str) -> String {
    let (start, path) = match text.split_once('=') {
        Some((name, path)) if path.starts_with(ROOT) => (format!("{name}="), path),
        _ => (String::new(), text),
    };
    match path.strip_prefix(ROOT) {
        Some("") => start + &shown_path(&absolute(folder), ROOT),
        Some(rest) if rest.starts_with('/') && !folder.starts_with('/') => {
            start + &shown_path(folder, rest.trim_start_matches('/'))
        }
        _ => text.to_string(),
    }
}

/// A path seen from a folder; never empty.
fn shown_path(folder: &str, path: &str) -> String {
    let shown = relative_to(folder, path);
    if shown.is_empty() {
        ".".to_string()
    } else {
        shown
    }
}
