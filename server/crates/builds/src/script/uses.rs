//! What runs leave behind: output that other programs read, and files that later runs may read.
//!
//! A run can be a test only if it can be repeated alone. A path among its arguments that is not on the disk may be a file
//! that it writes, or one that an earlier run has written.

use super::disk::resolved;
use super::interpreter::Interpreter;
use super::ledger::Ledger;
use super::products::{Mention, Use};
use super::value::Value;
use super::{Check, How, Run};

/// The most arguments of a run that are looked at.
const MOST_ARGS: usize = 100;

impl Interpreter<'_> {
    /// Notes that a command that is not modelled reads a text.
    pub(super) fn consume(&mut self, text: &Value, name: &str) {
        for output in text.outputs() {
            self.ledger.products.uses.push(Use {
                writer: output.run,
                reader: None,
                path: None,
                name: name.to_string(),
            });
        }
    }

    /// Notes that a command that is not modelled reads a file; returns whether a run may have written it.
    pub(super) fn consume_file(&mut self, path: &str, name: &str) -> bool {
        let text = self.disk.read(path);
        if let Some(text) = &text {
            self.consume(text, name);
        }
        let products = &mut self.ledger.products;
        let mention = products.mentions.get(path).copied();
        if let Some(Mention { run, .. }) = mention.filter(|_| text.is_none()) {
            products.touch(path);
            products.uses.push(Use {
                writer: run,
                reader: None,
                path: Some(path.to_string()),
                name: name.to_string(),
            });
            return true;
        }
        text.is_some_and(|text| text.outputs().next().is_some())
    }

    /// Notes that a tool reads the files of the working directory that a text names.
    pub(super) fn consume_files_in(&mut self, text: &str, name: &str) {
        for word in text
            .split(|letter: char| letter.is_whitespace() || "'\"()=,;<>".contains(letter))
            .filter(|word| word.contains(['.', '/']))
            .take(MOST_ARGS)
        {
            self.consume_file(&self.path(word), name);
        }
    }

    /// Notes the paths among the arguments of a run.
    pub(super) fn note_files(&mut self, number: usize) {
        let Some(run) = self.ledger.runs.get_mut(number) else {
            return;
        };
        let (folder, args) = (run.folder.clone(), std::mem::take(&mut run.args));
        let mut has_input = false;
        for (index, arg) in args.iter().enumerate().take(MOST_ARGS) {
            let path = resolved(&folder, arg);
            let is_there = self.disk.exists(&path);
            if arg.starts_with('-') || is_there {
                has_input |= is_there;
                continue;
            }
            let products = &mut self.ledger.products;
            let here = Mention { run: number, index };
            let known = products.mentions.get(&path).copied();
            // Behind a file that is read, the same place is that of the file that is written.
            let is_output = match (known, index.checked_sub(1).and_then(|at| args.get(at))) {
                (Some(known), _) if known.index == index && has_input => true,
                (_, Some(before)) => before.starts_with("-o") || before.starts_with("--o"),
                _ => false,
            };
            let Some(Mention { run: writer, .. }) =
                known.filter(|known| !is_output && known.run != number)
            else {
                products.mentions.insert(path, here);
                continue;
            };
            products.uses.push(Use {
                writer,
                reader: Some(number),
                path: Some(path),
                name: String::new(),
            });
        }
        if let Some(run) = self.ledger.runs.get_mut(number) {
            run.args = args;
        }
    }
}

impl Ledger {
    /// Notes which runs are no tests, because others read what they leave behind or they read what others do.
    pub(super) fn judge_uses(&mut self) {
        for used in std::mem::take(&mut self.products.uses) {
            let Some(writer) = self.runs.get(used.writer) else {
                continue;
            };
            let Some(path) = used.path else {
                let reason = format!("what it prints is given to `{}`", used.name);
                self.spoil_unchecked(used.writer, &reason);
                continue;
            };
            if is_to_fail(writer) || !self.products.is_file(&path) {
                continue;
            }
            let known = writer.checks.iter().find_map(|check| match check {
                Check::File { path: own, text } if *own == path => Some(text.clone()),
                _ => None,
            });
            let shown = path.rsplit('/').next().unwrap_or(&path);
            let Some(reader) = used.reader.and_then(|reader| self.runs.get_mut(reader)) else {
                let reason = format!("`{}` reads {shown}, which it writes", used.name);
                self.spoil_unchecked(used.writer, &reason);
                continue;
            };
            if let Some(text) = known {
                reader.files.push((path, text));
                continue;
            }
            let reason = format!("it may read {shown}, which another run writes");
            reader.not_understood.get_or_insert(reason);
            let reason = format!("another run reads {shown}, which it writes");
            self.spoil_unchecked(used.writer, &reason);
        }
        self.judge_comparisons();
    }

    /// Notes which runs are no tests because a comparison that depends on them is not modelled; where all that a run
    /// prints or writes is checked besides, such a comparison says little more.
    fn judge_comparisons(&mut self) {
        for run in std::mem::take(&mut self.products.compared) {
            let checks = self.runs.get(run).map(|run| run.checks.as_slice());
            let is_whole = checks.unwrap_or_default().iter().any(|check| match check {
                Check::Printed { how, negated, .. } => {
                    !matches!(how, How::Contains | How::Pattern) && !negated
                }
                Check::File { .. } => true,
                Check::Exit(_) | Check::ExitNot(_) => false,
            });
            if !is_whole {
                self.spoil(run, "it is compared in a way that is not modelled");
            }
        }
    }

    /// Notes why a run is no test if nothing but its success is checked.
    fn spoil_unchecked(&mut self, run: usize, reason: &str) {
        let found = self.runs.get(run);
        if found.is_some_and(|run| run.checks.iter().all(|check| *check == Check::Exit(0))) {
            self.spoil(run, reason);
        }
    }
}

/// Whether a run is expected to fail.
fn is_to_fail(run: &Run) -> bool {
    run.checks.iter().any(|check| match check {
        Check::Exit(number) => *number != 0,
        Check::ExitNot(number) => *number == 0,
        _ => false,
    })
}
