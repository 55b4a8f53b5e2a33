//! The commands that are part of the shell.

use super::disk::{PathKind, absolute};
use super::interpreter::{Flow, Interpreter, Jump, NEXT};
use super::value::{Part, Status, Value};
use std::ops::ControlFlow;

impl Interpreter<'_> {
    /// Executes a builtin command; `None` if it is none.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        args: &[Value],
        wanted: Option<bool>,
    ) -> Option<Flow> {
        let texts: Vec<&str> = args.iter().map(Value::text_or_empty).collect();
        Some(match name {
            "exit" | "return" => self.leave(name, args),
            "break" => ControlFlow::Break(Jump::Break(count(&texts))),
            "continue" => ControlFlow::Break(Jump::Continue(count(&texts))),
            "eval" if args.iter().all(|arg| arg.text().is_some()) => {
                self.evaluate(&texts.join(" "), wanted)
            }
            "eval" => self.set_status(Status::unknown_of(args)),
            "." | "source" => self.source(args),
            "sh" | "bash" | "dash" | "ksh" | "/bin/sh" | "/bin/bash" => {
                self.other_shell(args, wanted)
            }
            "env" => self.env(args, wanted),
            "exec" if !args.is_empty() => {
                let flow = self.call(args, wanted);
                match flow {
                    ControlFlow::Continue(()) => ControlFlow::Break(Jump::Exit),
                    flow @ ControlFlow::Break(_) => flow,
                }
            }
            _ => {
                let status = self.builtin_status(name, args, &texts, wanted)?;
                self.set_status(status)
            }
        })
    }

    /// Executes a builtin command behind which the next one follows; `None` if it is none.
    fn builtin_status(
        &mut self,
        name: &str,
        args: &[Value],
        texts: &[&str],
        wanted: Option<bool>,
    ) -> Option<Status> {
        Some(match name {
            ":" | "true" | "exec" => Status::Known(0),
            "false" => Status::Known(1),
            "[" => match args.split_last() {
                Some((end, args)) if end.text() == Some("]") => self.test(args, wanted),
                _ => Status::Known(2),
            },
            "test" => self.test(args, wanted),
            "cd" | "pushd" => self.change_folder(args),
            "popd" => self.change_folder(&[Value::from("-")]),
            "set" => self.set_options(args),
            "shopt" => {
                if texts.contains(&"nullglob") {
                    self.shell.set_option("nullglob", texts.contains(&"-s"));
                }
                Status::Known(0)
            }
            "shift" => {
                let count = self.shell.args.len().min(count(texts));
                self.shell.args.drain(..count);
                Status::Known(0)
            }
            "unset" => {
                for name in texts {
                    self.shell.variables.remove(*name);
                    self.shell.functions.remove(*name);
                }
                Status::Known(0)
            }
            "read" => self.read_line(args),
            "mapfile" | "readarray" => self.read_lines(args),
            "let" => self.count_with(args),
            "compgen" if texts.contains(&"function") => self.list_functions(""),
            "getopts" => self.get_options(texts),
            "git" if texts.first() == Some(&"diff") => {
                self.diff("diff", args.get(1..).unwrap_or_default())
            }
            "type" | "which" | "hash" => self.find_command(texts),
            "command" if matches!(texts.first(), Some(&"-v" | &"-V")) => self.find_command(texts),
            _ => return None,
        })
    }

    /// Executes `let`.
    fn count_with(&mut self, args: &[Value]) -> Status {
        let values = args.iter().map(|arg| self.number_of(arg));
        let last = values.last().flatten();
        last.map_or_else(|| Status::unknown_of(args), |value| Status::of(value != 0))
    }

    /// Sets the status and goes on.
    pub(super) fn set_status(&mut self, status: Status) -> Flow {
        self.shell.status = status;
        NEXT
    }

    /// Executes `exit` or `return`.
    fn leave(&mut self, name: &str, args: &[Value]) -> Flow {
        match args.first().map(|arg| (arg.text(), arg.0.as_slice())) {
            Some((Some(text), _)) => {
                let number: i32 = text.trim().parse().unwrap_or(2);
                self.shell.status = Status::Known(number & 255);
            }
            Some((None, [Part::Status(status)])) => self.shell.status = status.clone(),
            Some(_) => self.shell.status = Status::unknown_of(args),
            None => {}
        }
        ControlFlow::Break(match name {
            "exit" => Jump::Exit,
            _ => Jump::Return,
        })
    }

    /// Executes `cd`.
    fn change_folder(&mut self, args: &[Value]) -> Status {
        let Some(text) = args
            .iter()
            .find(|arg| !matches!(arg.text(), Some("-P" | "-L" | "--")))
        else {
            self.shell.folder = "/home/user".to_string();
            return Status::Known(0);
        };
        let Some(text) = text.text() else {
            let _ = self.stop(self.shell.line, "it goes to a folder that is not known");
            return Status::Known(1);
        };
        let path = match text {
            "-" => self
                .shell
                .get("OLDPWD")
                .map_or("", Value::text_or_empty)
                .to_string(),
            text => text.to_string(),
        };
        let path = self.path(&path);
        // A folder that is not there may be made by the build.
        if self.disk.kind(&path) == PathKind::Text {
            return Status::Known(1);
        }
        let old = Value::from(absolute(&self.shell.folder));
        self.shell.set("OLDPWD", old);
        self.shell.folder = path;
        Status::Known(0)
    }
}

/// The number that a command is given, or 1.
fn count(texts: &[&str]) -> usize {
    texts
        .first()
        .and_then(|count| count.parse().ok())
        .unwrap_or(1)
}
