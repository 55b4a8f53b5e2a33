//! `diff` and `cmp`.

use super::Options;
use crate::script::claims::Claim;
use crate::script::disk::{PathKind, resolved};
use crate::script::escapes::bytes_of;
use crate::script::interpreter::Interpreter;
use crate::script::output::Output;
use crate::script::value::{Status, Value};
use crate::script::{Check, How, Run, Stream};
use std::rc::Rc;

/// Words in the paths of files that hold what is expected.
const EXPECTED: [&str; 7] = ["expect", "want", "ref", "gold", "correct", "orig", "answer"];

/// A file that is compared.
struct Side {
    /// Path, as the script says it.
    name: String,
    /// Cleaned path of the file.
    path: String,
    /// Text of the file; `None` if there is none.
    text: Option<Value>,
}

impl Interpreter<'_> {
    /// A file that is compared.
    fn side(&mut self, name: &Value) -> Side {
        let shown = name.text_or_empty().to_string();
        let path = self.path(&shown);
        let text = match name.text() {
            Some("-" | "/dev/stdin") => Some(self.take_input(0)),
            Some(_) => self.disk.read(&path),
            None => Some(Value::unknown("a path is not known")),
        };
        self.ledger.products.touch(&path);
        let name = shown;
        Side { name, path, text }
    }

    /// Compares two files; returns the status, and what is printed.
    fn files_compared(&mut self, left: &Side, right: &Side, how: How) -> (Status, Value) {
        let (right_place, left_place) = (self.place(right), self.place(left));
        let claim = if right_place > left_place {
            self.written_file(right, left)
        } else {
            self.written_file(left, right)
                .or_else(|| self.written_file(right, left))
        };
        let status = match (claim, &left.text, &right.text) {
            (Some(claim), ..) => Status::Claim(claim),
            (None, Some(left), Some(right)) => {
                self.spoil_compared(left, right);
                self.compared(left, right, how)
            }
            _ => {
                self.spoil_missing(left, right);
                let texts: Vec<&Value> = left.text.iter().chain(&right.text).collect();
                let status = Status::unknown_of(texts.iter().copied());
                return (status, Value::unknown_of("a file is not there", texts));
            }
        };
        let texts = left.text.iter().chain(&right.text);
        let output = texts.flat_map(Value::outputs).next();
        let printed = match &status {
            Status::Known(0) => Value::default(),
            Status::Claim(claim) => {
                let run = output.map_or_else(|| first_run(claim), |output| output.run);
                let mut output = Output::new(run, Stream::Output).through("diff");
                output.empty_if = Some(Rc::new(claim.clone()));
                Value::from(output)
            }
            _ => Value::unknown_of(
                "its input is what `diff` prints",
                left.text.iter().chain(&right.text),
            ),
        };
        (status, printed)
    }

    /// Where the last run names a file among its arguments, counted from 1; 0 for what is expected.
    fn place(&self, side: &Side) -> usize {
        let is_expected = EXPECTED.iter().any(|word| side.name.contains(word));
        let last = self.ledger.runs.last().filter(|_| !is_expected);
        last.and_then(|run| place(run, side)).unwrap_or(0)
    }

    /// The claim that a run writes a file with the text of another one: the file is not there, or the last run names it.
    fn written_file(&self, written: &Side, expected: &Side) -> Option<Claim> {
        let text = expected.text.as_ref()?.text()?;
        let is_missing = self.disk.kind(&written.path) == PathKind::Missing;
        let mut runs = self.ledger.runs.iter().enumerate().rev();
        let last = runs.clone().next()?;
        let (run, _) = match &written.text {
            Some(known) => (self.place(written) > 0 && known.text().is_some()).then_some(last)?,
            None if is_missing => runs
                .find(|(_, run)| place(run, written).is_some())
                .unwrap_or(last),
            None => return None,
        };
        let (path, text) = (written.path.clone(), bytes_of(text));
        Some(Claim::new(run, Check::File { path, text }))
    }

    /// Notes for the runs whose output is compared with a file that is not there why they are no tests.
    fn spoil_missing(&mut self, left: &Side, right: &Side) {
        for (missing, other) in [(left, right), (right, left)] {
            let clause = match self.disk.kind(&missing.path) {
                PathKind::Missing => format!("{} is not there", missing.name),
                _ => format!("{} is not text", missing.name),
            };
            let outputs = other.text.iter().flat_map(Value::outputs);
            let mut runs: Vec<usize> = outputs.map(|output| output.run).collect();
            let named = self
                .ledger
                .runs
                .iter()
                .rposition(|run| place(run, other).is_some());
            runs.extend(named.filter(|_| other.text.is_none()));
            for run in runs.into_iter().filter(|_| missing.text.is_none()) {
                self.ledger.spoil(run, &clause);
            }
        }
    }

    /// Executes `diff` or `cmp`.
    pub(in crate::script) fn diff(&mut self, name: &str, args: &[Value]) -> Status {
        let options = Options::new(args, "UCW");
        let mut how = How::Exact;
        let mut is_understood = true;
        for flag in options.flags() {
            match flag {
                "b"
                | "w"
                | "B"
                | "Z"
                | "ignore-space-change"
                | "ignore-all-space"
                | "ignore-blank-lines"
                | "ignore-trailing-space"
                | "strip-trailing-cr" => how = How::WhiteSpace,
                "i" | "I" | "r" | "ignore-case" | "recursive" | "n" => {
                    is_understood = name == "cmp" && flag == "i";
                }
                _ => {}
            }
        }
        let mut operands = options.operands.clone();
        if operands.len() == 1 && name == "cmp" {
            operands.push(Value::from("-"));
        }
        let [left, right, ..] = operands.as_slice() else {
            return Status::Known(2);
        };
        let (left, right) = (self.side(left), self.side(right));
        if !is_understood {
            let texts = left.text.iter().chain(&right.text);
            let runs: Vec<usize> = texts
                .flat_map(Value::outputs)
                .map(|output| output.run)
                .collect();
            for run in runs {
                self.ledger
                    .spoil(run, "it is compared with options that are not modelled");
            }
            return Status::unknown();
        }
        let (status, printed) = self.files_compared(&left, &right, how);
        if !options.has("s") || name == "diff" {
            self.write(1, &printed);
        }
        status
    }
}

/// The first run of a claim.
fn first_run(claim: &Claim) -> usize {
    claim.checks.first().map_or(0, |check| check.run)
}

/// Where a run names a file among its arguments, counted from 1.
fn place(run: &Run, side: &Side) -> Option<usize> {
    let at = run.args.iter().rposition(|arg| {
        let value = arg.split_once('=').map_or(arg.as_str(), |split| split.1);
        resolved(&run.folder, value) == side.path
            || arg
                .strip_prefix("-o")
                .is_some_and(|path| resolved(&run.folder, path) == side.path)
    })?;
    (!side.name.is_empty() && side.name != "-").then_some(at + 1)
}
