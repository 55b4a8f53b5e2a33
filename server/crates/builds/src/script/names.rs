//! Names of runs: what a loop, the call of a function or a printed line says about them.

use super::interpreter::Interpreter;
use super::naming::{Heading, Naming};
use super::value::{Part, Status, Value};
use crate::paths::{folder_of, name_of};
use std::rc::Rc;

/// The most lines between a heading and a run to which it belongs.
const FARTHEST: usize = 12;

/// Words in lines that tell a result, so that they are no headings.
const RESULTS: [&str; 12] = [
    "ok",
    "pass",
    "passed",
    "passes",
    "success",
    "successful",
    "done",
    "fail",
    "failed",
    "passing",
    "finished",
    "all",
];

impl Interpreter<'_> {
    /// What may name the run that is about to be recorded.
    pub(super) fn naming(&self) -> Naming {
        let line = self.shell.outer_line.unwrap_or(self.shell.line);
        let heading = self.heading.as_ref().filter(|heading| {
            heading.path == self.shell.file
                && (heading.line..=heading.line + FARTHEST).contains(&line)
        });
        Naming {
            title: None,
            of_loop: self.shell.loop_names.iter().rev().flatten().next().cloned(),
            of_call: self.shell.call_texts.clone(),
            of_use: None,
            heading: heading.map(|heading| heading.text.clone()),
        }
    }

    /// The arguments of a function's call that may name runs. Runs whose output or status is among them are told.
    pub(super) fn call_texts(&mut self, name: &str, args: &[Value]) -> Option<Rc<[String]>> {
        let mut texts: Vec<String> = args.iter().filter_map(|arg| self.label(arg)).collect();
        if args.is_empty() && name.starts_with("test_") {
            texts.push(name.to_string());
        }
        let texts: Option<Rc<[String]>> = (!texts.is_empty()).then(|| texts.into());
        for part in args.iter().flat_map(|arg| &arg.0) {
            let run = match part {
                Part::Output(output) => output.run,
                Part::Status(Status::Run(run)) => *run,
                _ => continue,
            };
            if let Some(naming) = self.ledger.namings.get_mut(run) {
                naming.of_use = naming.of_use.take().or_else(|| texts.clone());
            }
        }
        texts
    }

    /// The name that a value gives to runs: the stem of a path, or the text.
    pub(super) fn label(&self, value: &Value) -> Option<String> {
        let text = value.text()?.trim();
        let path = self.path(text);
        let is_there = !text.contains(char::is_whitespace)
            && (self.disk.exists(&path)
                || (text.contains('/') && self.disk.exists(folder_of(&path))));
        let stem = match is_there.then(|| name_of(text.trim_end_matches('/'))) {
            Some(name) => name.rsplit_once('.').map_or(name, |split| split.0),
            None => text,
        };
        (!stem.is_empty()).then(|| stem.to_string())
    }

    /// Notes a line that is printed for the user: a heading of what follows, or the title of a test that is over.
    pub(super) fn note_line(&mut self, printed: &Value) {
        let text = printed.text_or_empty().trim();
        if self.shell.targets.contains_key(&1) || text.is_empty() || text.contains('\n') {
            return;
        }
        let after_number = |text: &str| {
            let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
            (rest.len() < text.len()).then(|| rest.to_string())
        };
        if let Some(rest) = text.strip_prefix("ok ").and_then(after_number) {
            let title = rest.trim_start_matches([' ', '-', ':']).to_string();
            if let Some(naming) = self.ledger.namings.last_mut().filter(|_| !title.is_empty()) {
                naming.title.get_or_insert(title);
            }
            return;
        }
        let text = text.trim_matches(|letter: char| "-=*#~ \t[]>".contains(letter));
        let lower = text.to_lowercase();
        let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
        let is_result = words.clone().any(|word| RESULTS.contains(&word));
        let is_numbered = after_number(text).is_some_and(|rest| rest.starts_with(['.', ':', ')']));
        let is_test =
            words.any(|word| ["test", "testing", "case", "check", "checking"].contains(&word));
        if !is_result && (is_numbered || is_test || text.ends_with("...")) {
            self.heading = Some(Heading {
                path: self.shell.file.clone(),
                line: self.shell.outer_line.unwrap_or(self.shell.line),
                text: text.trim_end_matches([':', '.', ' ']).to_string(),
            });
        }
    }
}
