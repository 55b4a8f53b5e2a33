//! Commands that execute other commands: texts, files, shells.

use super::disk::PathKind;
use super::interpreter::{Flow, Interpreter, Jump, NEXT, is_strict};
use super::syntax::parse;
use super::value::{Status, Value};
use super::variables::{Shell, Target};
use std::ops::ControlFlow;

impl Interpreter<'_> {
    /// Executes a text in this shell.
    pub(super) fn evaluate(&mut self, text: &str, wanted: Option<bool>) -> Flow {
        let line = self.shell.line;
        let parsed = parse(text, line);
        if !self.budget.spend(text.len()) || !self.budget.enter() {
            return self.stop(line, "it is nested too deeply");
        }
        let outer = self
            .shell
            .outer_line
            .replace(self.shell.outer_line.unwrap_or(line));
        let flow = self.block(&parsed.block, wanted);
        self.shell.outer_line = outer;
        self.budget.leave();
        flow
    }

    /// Executes `.`.
    pub(super) fn source(&mut self, args: &[Value]) -> Flow {
        let Some(path) = args.first().and_then(Value::text) else {
            return self.set_status(Status::unknown());
        };
        let path = self.path(path);
        let text = self.disk.read(&path);
        self.called.push(path.clone());
        let Some(text) = text.as_ref().and_then(Value::text) else {
            return self.set_status(Status::Known(1));
        };
        let line = self.shell.line;
        if !self.budget.spend(text.len()) || !self.budget.enter() {
            return self.stop(line, "it is nested too deeply");
        }
        let old_args = self.shell.args.clone();
        if args.len() > 1 {
            self.shell.args = args.iter().skip(1).cloned().collect();
        }
        let file = std::mem::replace(&mut self.shell.file, path);
        let outer_line = self.shell.outer_line.take();
        let flow = self.block(&parse(text, 1).block, None);
        self.shell.file = file;
        self.shell.outer_line = outer_line;
        self.shell.line = line;
        if args.len() > 1 {
            self.shell.args = old_args;
        }
        self.budget.leave();
        match flow {
            ControlFlow::Break(Jump::Return) => NEXT,
            flow => flow,
        }
    }

    /// Executes `sh`, with a file or a text.
    pub(super) fn other_shell(&mut self, args: &[Value], wanted: Option<bool>) -> Flow {
        let mut rest = args;
        let mut letters = String::new();
        while let [option, after @ ..] = rest
            && let Some(more) = option.text().and_then(|text| text.strip_prefix('-'))
        {
            letters.push_str(more);
            rest = after;
        }
        let is_text = letters.contains('c');
        let subject = rest.first();
        let text = match subject {
            Some(text) if is_text => text.clone(),
            Some(path) => self.file_text(path),
            None => self.take_input(0),
        };
        self.consume(&text, "sh");
        let Some(text) = text.text() else {
            return self.set_status(Status::unknown());
        };
        let strict = if letters.contains('e') {
            "set -e; "
        } else {
            ""
        };
        let text = format!("{strict}{text}");
        let rest = rest.get(usize::from(is_text)..).unwrap_or_default();
        let name = rest.first().map_or("sh", Value::text_or_empty);
        let args = rest.get(1..).unwrap_or_default();
        let file = subject.filter(|_| !is_text).map(|_| self.path(name));
        self.call_script(&text, file, name, args, wanted)
    }

    /// Executes `env`.
    pub(super) fn env(&mut self, args: &[Value], wanted: Option<bool>) -> Flow {
        let mut rest = args;
        let mut set = Vec::new();
        while let [first, after @ ..] = rest {
            match first.text().and_then(|text| text.split_once('=')) {
                Some((name, value)) => set.push((name.to_string(), Value::from(value))),
                None if matches!(first.text(), Some("-i" | "-" | "-S" | "--")) => {}
                None => break,
            }
            rest = after;
        }
        self.subshell(|inner| {
            for (name, value) in set {
                inner.shell.set(&name, value);
                inner.shell.export(&name);
            }
            inner.call(rest, wanted)
        })
    }

    /// Executes `command -v` and its like. A program that is not built will be there.
    pub(super) fn find_command(&mut self, texts: &[&str]) -> Status {
        for name in texts.iter().filter(|text| !text.starts_with('-')) {
            let is_unlikely = [
                "valgrind",
                "gcov",
                "lcov",
                "tput",
                "colordiff",
                "gdb",
                "strace",
            ]
            .contains(name);
            if is_unlikely || self.disk.kind(&self.path(name)) == PathKind::Folder {
                return Status::unknown();
            }
            let shown = if name.contains('/') || self.shell.functions.contains_key(*name) {
                format!("{name}\n")
            } else {
                format!("/usr/bin/{name}\n")
            };
            if self.shell.targets.contains_key(&1)
                && self.shell.targets.get(&1) != Some(&Target::Nowhere)
            {
                self.print(shown);
            }
        }
        Status::Known(0)
    }

    /// Executes another script in a shell of its own; without a file it is a text in this one.
    pub(super) fn call_script(
        &mut self,
        text: &str,
        file: Option<String>,
        name: &str,
        args: &[Value],
        wanted: Option<bool>,
    ) -> Flow {
        self.budget.spend(text.len());
        self.subshell(|inner| {
            let old = inner.shell.clone();
            let mut shell = Shell::new(&old.folder, name, &old.file);
            shell.outer_line = Some(old.outer_line.unwrap_or(old.line));
            shell.call_texts = old.call_texts;
            if let Some(file) = file {
                inner.called.push(file.clone());
                shell.file = file;
                shell.outer_line = None;
                shell.call_texts = None;
            }
            shell.variables = old.variables;
            shell.inherit();
            shell.args = args.to_vec();
            shell.targets = old.targets;
            shell.loop_names = old.loop_names;
            shell.is_captured = old.is_captured;
            shell.is_background = old.is_background;
            shell.set_option("errexit", is_strict(text));
            inner.shell = shell;
            inner.block(&parse(text, 1).block, wanted)
        })
    }
}
