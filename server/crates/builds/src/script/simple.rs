//! Executes simple commands: finds out what the first word means.

use super::disk::{Entry, PathKind};
use super::interpreter::{Flow, Interpreter, Jump, NEXT};
use super::programs::{is_compiler, is_nothing, is_tool, wrapper_length};
use super::runs::unknown_reason;
use super::syntax::{Command, Redirect, Simple};
use super::value::{Part, Status, Value};
use super::variables::Variable;
use crate::paths::extension;
use std::ops::ControlFlow;
use std::rc::Rc;

impl Interpreter<'_> {
    /// Executes a simple command.
    pub(super) fn simple(
        &mut self,
        simple: &Simple,
        redirects: &[Redirect],
        wanted: Option<bool>,
    ) -> Flow {
        self.substituted = None;
        let fields = self.fields(&simple.words);
        let substituted = self.substituted.take();
        self.redirect(redirects);
        self.substituted = substituted;
        if fields.is_empty() {
            simple
                .assignments
                .iter()
                .for_each(|assignment| self.assign(assignment));
            self.shell.status = self.take_substituted();
            return self.checked();
        }
        // Assignments in front of a command hold only for it.
        let names = simple
            .assignments
            .iter()
            .map(|assignment| assignment.name.clone());
        let before: Vec<(String, Option<Variable>)> = names
            .map(|name| (name.clone(), self.shell.variables.get(&name).cloned()))
            .collect();
        for assignment in &simple.assignments {
            self.assign(assignment);
            self.shell.export(&assignment.name);
        }
        self.substituted = None;
        let flow = if self.declare(&fields, &simple.declarations) {
            NEXT
        } else {
            self.call(&fields, wanted)
        };
        for (name, variable) in before {
            match variable {
                Some(variable) => self.shell.variables.insert(name, variable),
                None => self.shell.variables.remove(&name),
            };
        }
        flow?;
        self.checked()
    }

    /// Goes on unless the interpretation was stopped.
    fn checked(&self) -> Flow {
        match self.stopped {
            Some(_) => ControlFlow::Break(Jump::Exit),
            None => NEXT,
        }
    }

    /// Executes a command with its arguments.
    pub(super) fn call(&mut self, fields: &[Value], wanted: Option<bool>) -> Flow {
        let Some((first, args)) = fields.split_first() else {
            return NEXT;
        };
        let Some(name) = first.text().map(str::to_string) else {
            self.run(None, args, first.0.iter().find_map(unknown_reason));
            return NEXT;
        };
        if let Some(body) = self.shell.functions.get(&name).cloned() {
            return self.call_function(&name, &body, args, wanted);
        }
        if let Some(flow) = self.builtin(&name, args, wanted) {
            return flow;
        }
        if let Some(path) = self.on_path(&name) {
            self.run(Some(path), args, None);
            return NEXT;
        }
        let texts: Vec<&str> = args.iter().map(Value::text_or_empty).collect();
        if let Some(length) = wrapper_length(&name, &texts) {
            return self.call(args.get(length..).unwrap_or_default(), wanted);
        }
        if is_compiler(&name) {
            self.compile(fields);
            return NEXT;
        }
        if let Some(status) = self.tool(&name, args) {
            self.shell.status = status;
            return NEXT;
        }
        let name = name
            .strip_prefix("/bin/")
            .or(name.strip_prefix("/usr/bin/"))
            .unwrap_or(&name);
        if is_nothing(name) {
            self.shell.status = Status::Known(0);
            return NEXT;
        }
        if is_tool(name) {
            self.unmodelled(name, args);
            return NEXT;
        }
        self.external(name, args, wanted)
    }

    /// The path of a program that the script has compiled into a folder of `PATH`.
    fn on_path(&self, name: &str) -> Option<String> {
        let folders = self.shell.get("PATH").filter(|_| !name.contains('/'))?;
        let Part::Known(folders) = folders.0.first()? else {
            return None;
        };
        let paths = folders.split(':').filter(|folder| !folder.is_empty());
        let mut paths = paths.map(|folder| self.path(&format!("{folder}/{name}")));
        paths.find(|path| matches!(self.disk.entry(path), Some(Entry::Program(false))))
    }

    /// Executes a function.
    fn call_function(
        &mut self,
        name: &str,
        body: &Rc<Command>,
        args: &[Value],
        wanted: Option<bool>,
    ) -> Flow {
        let line = self.shell.line;
        let old_args = std::mem::replace(&mut self.shell.args, args.to_vec());
        let old_outer = self.shell.outer_line;
        self.shell.outer_line.get_or_insert(line);
        let old_texts = self.shell.call_texts.clone();
        let texts = self.call_texts(name, args);
        self.shell.call_texts = old_texts.clone().or(texts);
        self.hidden.push(std::collections::BTreeMap::new());
        let body = body.clone();
        let flow = self.command(&body, wanted);
        for (name, variable) in self.hidden.pop().unwrap_or_default() {
            match variable {
                Some(variable) => self.shell.variables.insert(name, variable),
                None => self.shell.variables.remove(&name),
            };
        }
        self.shell.call_texts = old_texts;
        self.shell.args = old_args;
        self.shell.outer_line = old_outer;
        self.shell.line = line;
        match flow {
            ControlFlow::Break(Jump::Return) => NEXT,
            flow => flow,
        }
    }

    /// Executes a program that is neither modelled nor under test.
    fn unmodelled(&mut self, name: &str, args: &[Value]) {
        let input = self.take_input(0);
        self.consume(&input, name);
        for text in args.iter().chain([&input]) {
            self.consume_files_in(text.text_or_empty(), name);
        }
        let printed = if input.outputs().next().is_some() {
            input.through(name)
        } else {
            Value::unknown_of("its input is what another program prints", args)
        };
        self.write(1, &printed);
        let paths = args.iter().filter_map(Value::text);
        let files: Vec<Value> = paths
            .filter_map(|path| self.disk.read(&self.path(path)))
            .collect();
        self.shell.status = Status::unknown_of(args.iter().chain([&input]).chain(&files));
    }

    /// Executes what is no part of the shell: a script of the project, or an unknown program.
    fn external(&mut self, name: &str, args: &[Value], wanted: Option<bool>) -> Flow {
        if !name.contains('/') {
            self.run(Some(name.to_string()), args, None);
            return NEXT;
        }
        let path = self.path(name);
        match (self.disk.kind(&path), self.disk.read(&path)) {
            (PathKind::Text, Some(value)) => {
                let text = value.text_or_empty();
                let first = text.lines().next().unwrap_or_default();
                let is_shell = first.starts_with("#!") && first.trim_end().ends_with("sh");
                let is_other = first.starts_with("#!") && !is_shell;
                if is_shell || (!is_other && extension(&path) == "sh") {
                    let text = text.to_string();
                    return self.call_script(&text, Some(path), name, args, wanted);
                }
                self.unmodelled(name, args);
            }
            _ => {
                let is_made = matches!(self.disk.entry(&path), Some(Entry::Program(true)))
                    || self.consume_file(&path, name);
                let reason =
                    is_made.then_some("it runs a program made of another program's output");
                self.run(Some(path), args, reason);
            }
        }
        NEXT
    }
}
