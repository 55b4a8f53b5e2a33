//! What all shells of an interpretation share, and the texts that they read and write.

use super::disk::{Disk, Entry, absolute};
use super::ledger::Ledger;
use super::naming::Heading;
use super::syntax::parse;
use super::value::{Status, Value};
use super::variables::{Shell, Target, Variable};
use super::{Compilation, Piece, Script, Stop};
use crate::Files;
use crate::budget::{Budget, LONGEST};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// What ends a sequence of commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Jump {
    /// `break` out of a number of loops.
    Break(usize),
    /// `continue` a loop, counted from the innermost.
    Continue(usize),
    /// `return` from a function.
    Return,
    /// The end of the shell.
    Exit,
}

/// How to go on after a command.
pub(super) type Flow = ControlFlow<Jump>;

/// Going on with the next command.
pub(super) const NEXT: Flow = ControlFlow::Continue(());

/// The interpreter of a script.
pub(super) struct Interpreter<'f> {
    /// The files.
    pub(super) disk: Disk<'f>,
    /// The runs.
    pub(super) ledger: Ledger,
    /// The programs that are compiled.
    pub(super) compiled: Vec<Compilation>,
    /// Names of variables that the scripts use themselves.
    pub(super) asked: BTreeSet<String>,
    /// The scripts that are called.
    pub(super) called: Vec<String>,
    /// Why the interpretation ended early.
    pub(super) stopped: Option<Stop>,
    /// What may still be done.
    pub(super) budget: Budget,
    /// The state of the shell that is running.
    pub(super) shell: Shell,
    /// The variables that functions have hidden, to be restored when they end.
    pub(super) hidden: Vec<BTreeMap<String, Option<Variable>>>,
    /// The status of the last command substitution of a command.
    pub(super) substituted: Option<Status>,
    /// The line that was printed last in front of tests.
    pub(super) heading: Option<Heading>,
    /// Whether a program runs beside the script.
    pub(super) has_background: bool,
    buffers: Vec<Value>,
    names: usize,
}

impl<'f> Interpreter<'f> {
    /// The interpreter of a script before its start.
    pub(super) fn new(files: &'f dyn Files, script: &Script) -> Self {
        let path = absolute(script.path);
        let mut shell = Shell::new(script.folder, &path, script.path);
        let texts = [
            ("CC", "cc"),
            ("MAKE", "make"),
            ("PATH", "/usr/bin:/bin"),
            ("HOME", "/home/user"),
            ("IFS", " \t\n"),
        ];
        for (name, text) in texts {
            shell.set(name, Value::from(text));
        }
        for (name, text) in script.variables {
            shell.set(name, Value::from(text.as_str()));
            shell.export(name);
            shell.variable(name).is_inherited = true;
        }
        shell.args = script
            .args
            .iter()
            .map(|arg| Value::from(arg.as_str()))
            .collect();
        Interpreter {
            disk: Disk::new(files),
            ledger: Ledger::default(),
            compiled: Vec::new(),
            asked: script
                .variables
                .iter()
                .map(|(name, _)| name.clone())
                .collect(),
            called: Vec::new(),
            stopped: None,
            budget: Budget::new(),
            shell,
            hidden: Vec::new(),
            substituted: None,
            heading: None,
            has_background: false,
            buffers: Vec::new(),
            names: 0,
        }
    }

    /// Interprets a text in a shell of its own; returns whether it succeeds.
    pub(super) fn piece(&mut self, piece: &Piece) -> bool {
        let parsed = parse(&piece.text, piece.line);
        let before = self.shell.clone();
        if self.shell.args.is_empty() {
            let unknown = Value::unknown("an argument of the script is not known");
            self.shell.args = vec![unknown; parsed.highest_parameter];
        }
        if is_strict(&piece.text) {
            self.shell.set_option("errexit", true);
        }
        let flow = self.block(&parsed.block, None);
        if let Some(line) = parsed.wrong_line.filter(|_| flow.is_continue()) {
            let _ = self.stop(line, "its syntax is not understood");
        }
        let status = self.shell.status.clone();
        self.shell = before;
        match status {
            _ if self.stopped.is_some() => false,
            Status::Run(run)
                if self
                    .ledger
                    .runs
                    .get(run)
                    .is_some_and(|run| !run.checks.is_empty()) =>
            {
                true
            }
            status => self.ledger.decide(&status, Some(true)),
        }
    }

    /// Ends the interpretation; the first reason stays.
    pub(super) fn stop(&mut self, line: usize, reason: &str) -> Flow {
        let reason = reason.to_string();
        self.stopped.get_or_insert(Stop { line, reason });
        ControlFlow::Break(Jump::Exit)
    }

    /// Runs something in a copy of the shell, after which the shell is as before; its status stays.
    pub(super) fn subshell(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let line = self.shell.line;
        if !self.budget.spend(self.shell.size()) || !self.budget.enter() {
            return self.stop(line, "it does too much to be followed");
        }
        let before = self.shell.clone();
        let hidden = std::mem::take(&mut self.hidden);
        let flow = run(self);
        self.hidden = hidden;
        let after = std::mem::replace(&mut self.shell, before);
        self.shell.status = after.status;
        self.budget.leave();
        match flow {
            ControlFlow::Break(Jump::Exit) if self.stopped.is_some() => flow,
            _ => NEXT,
        }
    }

    /// Runs something in a copy of the shell and returns what it prints.
    pub(super) fn captured(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Value {
        let buffer = self.new_buffer(Value::default());
        let _ = self.subshell(|inner| {
            inner.shell.targets.insert(1, Target::Buffer(buffer));
            inner.shell.is_captured = true;
            run(inner)
        });
        self.take_buffer(buffer)
    }

    /// A new text in memory.
    pub(super) fn new_buffer(&mut self, value: Value) -> usize {
        self.buffers.push(value);
        self.buffers.len() - 1
    }

    /// Takes all of a text in memory.
    pub(super) fn take_buffer(&mut self, buffer: usize) -> Value {
        self.buffers
            .get_mut(buffer)
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Takes all of what can be read from a descriptor.
    pub(super) fn take_input(&mut self, descriptor: u32) -> Value {
        match self.shell.targets.get(&descriptor) {
            Some(Target::Buffer(buffer)) => self.take_buffer(*buffer),
            _ => Value::default(),
        }
    }

    /// Takes a line of what can be read from a descriptor.
    pub(super) fn take_line(&mut self, descriptor: u32) -> Option<Value> {
        match self.shell.targets.get(&descriptor) {
            Some(Target::Buffer(buffer)) => self.buffers.get_mut(*buffer)?.take_line(),
            _ => None,
        }
    }

    /// Writes to a descriptor.
    pub(super) fn write(&mut self, descriptor: u32, value: &Value) {
        self.budget.spend(value.len());
        match self.shell.targets.get(&descriptor) {
            None | Some(Target::Nowhere) => {}
            Some(Target::Buffer(buffer)) => {
                if let Some(buffer) = self.buffers.get_mut(*buffer) {
                    append(buffer, value);
                }
            }
            Some(Target::File(path)) => {
                let path = path.clone();
                let mut text = match self.disk.entry(&path) {
                    Some(Entry::File(text)) => text.clone(),
                    _ => Value::default(),
                };
                self.budget.spend(text.len());
                append(&mut text, value);
                self.disk.set(&path, Entry::File(text));
            }
        }
    }

    /// Writes a known text to the standard output.
    pub(super) fn print(&mut self, text: impl Into<String>) {
        self.write(1, &Value::from(text.into()));
    }

    /// The cleaned path of a path in the working directory.
    pub(super) fn path(&self, path: &str) -> String {
        super::disk::resolved(&self.shell.folder, path)
    }

    /// A path that nothing has.
    pub(super) fn new_path(&mut self, name: &str) -> String {
        self.names += 1;
        format!("/tmp/{name}.{}", self.names)
    }
}

/// Appends to a text; one that gets too long is not known any more.
fn append(text: &mut Value, more: &Value) {
    text.append(more);
    if text.len() > LONGEST {
        *text = Value::unknown_of("a text is too long", [&*text]);
    }
}

/// Whether the first line of a script says that it ends at the first failure.
pub(super) fn is_strict(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.starts_with("#!") && first.split(' ').any(|word| word.starts_with("-e"))
}
