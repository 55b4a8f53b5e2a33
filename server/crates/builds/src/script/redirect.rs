//! Redirects descriptors.

use super::disk::Entry;
use super::interpreter::Interpreter;
use super::syntax::{Redirect, RedirectKind};
use super::value::Value;
use super::variables::Target;

impl Interpreter<'_> {
    /// Changes where descriptors lead.
    pub(super) fn redirect(&mut self, redirects: &[Redirect]) {
        for redirect in redirects {
            let mut value = self.single(&redirect.word);
            let descriptor = redirect.descriptor;
            let target = match redirect.kind {
                RedirectKind::Copy => match value.text() {
                    Some("-") => Target::Nowhere,
                    Some(number) if number.parse::<u32>().is_ok() => {
                        let number = number.parse().unwrap_or_default();
                        self.shell
                            .targets
                            .get(&number)
                            .cloned()
                            .unwrap_or(Target::Nowhere)
                    }
                    _ => {
                        let target = self.opened(&value, false);
                        self.shell.targets.insert(2, target.clone());
                        target
                    }
                },
                RedirectKind::Here => Target::Buffer(self.new_buffer(value)),
                RedirectKind::HereString => {
                    value.append(&Value::from("\n"));
                    Target::Buffer(self.new_buffer(value))
                }
                RedirectKind::Read => {
                    let text = self.file_text(&value);
                    Target::Buffer(self.new_buffer(text))
                }
                RedirectKind::Write => self.opened(&value, false),
                RedirectKind::Append => self.opened(&value, true),
                RedirectKind::WriteBoth | RedirectKind::AppendBoth => {
                    let target = self.opened(&value, redirect.kind == RedirectKind::AppendBoth);
                    self.shell.targets.insert(2, target.clone());
                    target
                }
            };
            self.shell.targets.insert(descriptor, target);
        }
    }

    /// The text of a file whose path is a value.
    pub(super) fn file_text(&mut self, path: &Value) -> Value {
        let Some(path) = path.text() else {
            return Value::unknown("a path is not known");
        };
        if path == "/dev/stdin" || path == "-" {
            return self.take_input(0);
        }
        let path = self.path(path);
        let text = self.disk.read(&path);
        if text.is_none() {
            self.consume_file(&path, "the script");
        }
        let text =
            text.unwrap_or_else(|| Value::unknown("a file that it reads is not there, or no text"));
        self.budget.spend(text.len());
        text
    }

    /// A file that is opened for writing.
    fn opened(&mut self, path: &Value, is_append: bool) -> Target {
        let Some(path) = path.text().filter(|path| !path.is_empty()) else {
            return Target::Nowhere;
        };
        match path {
            "/dev/stdout" => {
                return self
                    .shell
                    .targets
                    .get(&1)
                    .cloned()
                    .unwrap_or(Target::Nowhere);
            }
            "/dev/stderr" => {
                return self
                    .shell
                    .targets
                    .get(&2)
                    .cloned()
                    .unwrap_or(Target::Nowhere);
            }
            path if path.starts_with("/dev/") => return Target::Nowhere,
            _ => {}
        }
        let path = self.path(path);
        let old = self.disk.read(&path).filter(|_| is_append);
        self.disk.set(&path, Entry::File(old.unwrap_or_default()));
        Target::File(path)
    }
}
