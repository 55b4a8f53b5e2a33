//! Questions about texts, numbers and files, as `test` asks them.

use super::disk::{Entry, PathKind};
use super::interpreter::Interpreter;
use super::syntax::is_name_letter;
use super::value::{Part, Status, Value};
use super::{Check, How};
use crate::paths::{extension, folder_of, name_of};

impl Interpreter<'_> {
    /// The status of a comparison of numbers.
    pub(super) fn numbers_compared(
        &mut self,
        left: &Value,
        operator: &str,
        right: &Value,
    ) -> Status {
        let (left, right, operator) = match (left.text(), right.text()) {
            (Some(_), None) => (right, left, mirrored(operator)),
            _ => (left, right, operator),
        };
        let numbers = [left, right].map(|value| value.text()?.trim().parse::<i64>().ok());
        let right = match (numbers, left.text()) {
            ([Some(left), Some(right)], _) => return Status::of(is_ordered(left, operator, right)),
            ([_, Some(right)], None) => right,
            (_, Some(_)) => return Status::Known(2),
            _ => return Status::unknown_of([left, right]),
        };
        // Neither a status nor a count is negative.
        let (operator, right) = match (operator, right) {
            ("-le", 0) | ("-lt", 1) => ("-eq", 0),
            ("-gt", 0) | ("-ge", 1) => ("-ne", 0),
            other => other,
        };
        let equal = match left.0.as_slice() {
            [Part::Status(status)] => self.status_compared(status, right),
            [Part::Output(_)] => self.compared(left, &Value::from(right.to_string()), How::Number),
            _ => Status::unknown_of([left]),
        };
        match operator {
            "-eq" => equal,
            "-ne" => equal.inverted(),
            _ => Status::unknown_of([left]),
        }
    }

    /// Whether an exit status is a number.
    pub(super) fn status_compared(&self, status: &Status, number: i64) -> Status {
        let Ok(number) = i32::try_from(number) else {
            return Status::Known(1);
        };
        match status {
            Status::Known(known) => Status::of(*known == number),
            Status::Run(run) => self.ledger.ask(*run, Check::Exit(number)),
            Status::Claim(claim) => match number {
                0 => Status::Claim(claim.clone()),
                1 => Status::Claim(claim.clone()).inverted(),
                _ => Status::Known(1),
            },
            Status::Unknown(runs) => Status::Unknown(runs.clone()),
        }
    }

    /// The status of the question whether a text is empty.
    pub(super) fn is_empty_text(&self, value: &Value) -> Status {
        if let Some(text) = value.text() {
            return Status::of(text.is_empty());
        }
        match value.0.as_slice() {
            [Part::Output(output)] => match &output.empty_if {
                Some(claim) => Status::Claim((**claim).clone()),
                None => self.compared(value, &Value::default(), How::Exact),
            },
            [Part::Unknown(_)] => Status::unknown_of([value]),
            _ => Status::Known(1),
        }
    }

    /// The status of the question whether a text is not empty.
    pub(super) fn has_text(&self, value: &Value) -> Status {
        let Some(output) = value
            .single_output()
            .filter(|output| output.empty_if.is_none() && output.spoiled.is_none())
        else {
            return self.is_empty_text(value).inverted();
        };
        let Some(check) = super::value::negation(&output.prints("", How::WithoutFinalNewlines))
        else {
            return Status::unknown_of([value]);
        };
        self.ledger.ask(output.run, check)
    }

    /// Whether a file that is not there may be a program that the build makes: it has no extension, and stands where
    /// sources are or where nothing is yet.
    pub(super) fn may_be_built(&self, path: &str) -> bool {
        let folder = folder_of(path);
        let names = self.disk.list(folder);
        let has_kind = extension(path).is_empty()
            || matches!(extension(path), "exe")
            || name_of(path) == "a.out";
        let is_removed = matches!(self.disk.entry(path), Some(Entry::Removed));
        has_kind
            && !is_removed
            && (folder.is_empty() || names.is_empty() || names.iter().any(|name| is_source(name)))
    }

    /// Whether a file that is not there may be written by a run.
    fn may_be_written(&self, path: &str) -> bool {
        let is_new = path.starts_with('/') && self.disk.entry(path).is_none();
        (is_new && !self.ledger.runs.is_empty()) || self.ledger.products.mentions(path)
    }

    /// The status of a question about a file.
    pub(super) fn file_test(&mut self, operator: &str, path: &Value) -> Status {
        let Some(text) = path.text() else {
            return Status::unknown_of([path]);
        };
        let path = self.path(text);
        let kind = self.disk.kind(&path);
        let is_missing = kind == PathKind::Missing && !text.is_empty();
        self.ledger.products.touch(&path);
        match operator {
            "-f" | "-e" | "-s" | "-x" if is_missing && self.may_be_written(&path) => {
                Status::unknown()
            }
            "-d" if is_missing && is_build_folder(&path) => Status::unknown(),
            "-d" => Status::of(kind == PathKind::Folder && !text.is_empty()),
            "-s" => match self.disk.read(&path) {
                Some(value) => match value.single_output() {
                    Some(_) => self.has_text(&value),
                    None => self.is_empty_text(&value).inverted(),
                },
                None => Status::of(kind == PathKind::Binary),
            },
            "-L" | "-h" | "-p" | "-S" | "-b" | "-c" => Status::Known(1),
            "-x" if is_missing => {
                Status::of(self.may_be_built(&path) || extension(&path).is_empty())
            }
            "-f" | "-e" if is_missing && self.may_be_built(&path) => Status::unknown(),
            "-f" => Status::of(matches!(kind, PathKind::Text | PathKind::Binary)),
            _ => Status::of(kind != PathKind::Missing && !text.is_empty()),
        }
    }

    /// The status of a comparison of something that is not known with a number, such as `status == 3`.
    pub(super) fn symbolic_comparison(&mut self, value: &Value) -> Option<Status> {
        let (symbol, rest) = match value.0.as_slice() {
            [Part::Known(text)] => {
                let text = text.trim();
                let name_end = text
                    .find(|letter| !is_name_letter(letter))
                    .unwrap_or(text.len());
                let symbol = self.shell.get(text.get(..name_end)?)?.clone();
                (symbol, text.get(name_end..)?.trim())
            }
            [symbol] => (Value(vec![symbol.clone()]), ""),
            [symbol, Part::Known(rest)] => (Value(vec![symbol.clone()]), rest.trim()),
            _ => return None,
        };
        symbol.text().is_none().then_some(())?;
        let signs = [
            ("==", "-eq"),
            ("!=", "-ne"),
            ("<=", "-le"),
            (">=", "-ge"),
            ("<", "-lt"),
            (">", "-gt"),
        ];
        if rest.is_empty() {
            return Some(self.numbers_compared(&symbol, "-ne", &Value::from("0")));
        }
        let (sign, operator) = signs.iter().find(|(sign, _)| rest.starts_with(sign))?;
        let number = self.evaluated(rest.get(sign.len()..)?)?;
        Some(self.numbers_compared(&symbol, operator, &Value::from(number.to_string())))
    }
}

/// The operator with its operands exchanged.
fn mirrored(operator: &str) -> &str {
    match operator {
        "-lt" => "-gt",
        "-gt" => "-lt",
        "-le" => "-ge",
        "-ge" => "-le",
        other => other,
    }
}

/// Whether two numbers are ordered as an operator says.
fn is_ordered(left: i64, operator: &str, right: i64) -> bool {
    match operator {
        "-eq" => left == right,
        "-ne" => left != right,
        "-lt" => left < right,
        "-le" => left <= right,
        "-gt" => left > right,
        _ => left >= right,
    }
}

/// Whether a file belongs to the sources of a program.
fn is_source(name: &str) -> bool {
    name.starts_with("Makefile") || matches!(extension(name), "c" | "h" | "am")
}

/// Whether a folder is one that builds make.
fn is_build_folder(path: &str) -> bool {
    let name = name_of(path).to_ascii_lowercase();
    name.starts_with("build")
        || ["bin", "obj", "out", "target", "dist", "debug", "release"].contains(&name.as_str())
}
