//! Operators, and the methods of strings, lists, dictionaries and of Meson's own objects.

use super::interpreter::Interpreter;
use super::operators::{at_index, contains};
use super::value::{CallArguments, Value};
use crate::paths;
use crate::roots::{BINARY, SOURCE};

/// The most letters that a repeated replacement may give.
const LONGEST: usize = 100_000;

impl Interpreter<'_> {
    /// A method of `meson` and the other objects that are always there.
    pub(super) fn value_of_builtin(
        &mut self,
        object: &str,
        method: &str,
        given: &CallArguments,
    ) -> Value {
        let source = paths::join(SOURCE, &self.folder);
        let binary = paths::join(BINARY, &self.folder);
        let text = match (object, method) {
            ("meson", "project_version") => &self.project_version,
            ("meson", "project_name") => &self.project_name,
            ("meson", "current_source_dir") => &source,
            ("meson", "current_build_dir") => &binary,
            ("meson", "source_root" | "project_source_root" | "global_source_root") => SOURCE,
            ("meson", "build_root" | "project_build_root" | "global_build_root") => BINARY,
            ("meson", "version") => "1.4.0",
            ("meson", "backend") => "ninja",
            ("meson", "is_subproject" | "is_cross_build" | "is_unity") => {
                return Value::Truth(false);
            }
            ("meson", "project_license") => {
                return Value::List(vec![Value::from_text(&self.project_license)]);
            }
            (_, "system" | "kernel") => "linux",
            (_, "cpu_family" | "cpu") => "x86_64",
            (_, "endian") => "little",
            _ => return self.value_of_method(Value::Unknown, method, given),
        };
        Value::from_text(text)
    }

    /// A method of a value.
    pub(super) fn value_of_method(
        &mut self,
        value: Value,
        method: &str,
        given: &CallArguments,
    ) -> Value {
        match (&value, method) {
            (Value::Text(text), _) => text_method(text, method, given),
            (Value::FileModule, _) => self.file_method(method, given),
            (Value::Data(index), _) => self.data_method(*index, method, given),
            (Value::Number(_) | Value::Truth(_), "to_string") => text_of_truth(&value, given),
            (Value::Truth(truth), "to_int") => Value::Number(i64::from(*truth)),
            (Value::List(items), "length") => {
                Value::Number(i64::try_from(items.len()).unwrap_or(i64::MAX))
            }
            (Value::List(_) | Value::Dictionary(_), "contains" | "has_key") => {
                let item = given.positional.first().unwrap_or(&Value::Unknown);
                contains(&value, item).map_or(Value::Unknown, Value::Truth)
            }
            (Value::List(_) | Value::Dictionary(_), "get") => {
                let index = given.positional.first().unwrap_or(&Value::Unknown);
                match at_index(&value, index) {
                    Value::Unknown => given.positional.get(1).cloned().unwrap_or(Value::Unknown),
                    found => found,
                }
            }
            (Value::Dictionary(items), "keys") => Value::List(
                items
                    .iter()
                    .map(|item| Value::from_text(&item.key))
                    .collect(),
            ),
            (Value::Dependency(_) | Value::Target(_) | Value::Program(_), "found") => {
                Value::Truth(true)
            }
            (Value::Target(index), "name") => match self.build.targets.get(*index) {
                Some(target) => Value::from_text(&target.name),
                None => Value::Unknown,
            },
            (Value::Target(index), "full_path") => match self.build.targets.get(*index) {
                Some(target) => Value::Text(format!("{BINARY}/{}", target.name)),
                None => Value::Unknown,
            },
            (Value::Program(name), "full_path" | "path") => Value::from_text(name),
            (Value::Dependency(_), "as_system" | "as_link_whole" | "partial_dependency") => value,
            // The compiler is not asked; its flags are taken as supported.
            (Value::Unknown, "get_supported_arguments") => Value::List(given.flat_from(0)),
            (Value::Unknown, "get_id" | "get_linker_id" | "get_argument_syntax") => {
                Value::from_text("gcc")
            }
            _ => Value::Unknown,
        }
    }

    /// A method of the module `fs`: only reading.
    fn file_method(&mut self, method: &str, given: &CallArguments) -> Value {
        let path = match given.positional.first() {
            Some(Value::File(path)) => path.clone(),
            Some(Value::Text(text)) => self.path_of(text).unwrap_or_default(),
            _ => return Value::Unknown,
        };
        let name = paths::name_of(&path);
        match method {
            "exists" | "is_file" => Value::Truth(paths::exists(self.files, &path)),
            "is_dir" => Value::Truth(!self.files.list(&path).is_empty()),
            "read" => match self.files.read(&path) {
                Some(text) if self.budget.spend(text.len()) => Value::Text(text),
                _ => Value::Unknown,
            },
            "name" => Value::from_text(name),
            "stem" => Value::from_text(name.rsplit_once('.').map_or(name, |split| split.0)),
            "parent" => Value::from_text(paths::folder_of(&path)),
            _ => Value::Unknown,
        }
    }
}

/// A method of a string; options that are features are strings too.
fn text_method(text: &str, method: &str, given: &CallArguments) -> Value {
    let first = given.text(0);
    let truth = |found: Option<bool>| found.map_or(Value::Unknown, Value::Truth);
    match method {
        "strip" => Value::from_text(text.trim()),
        "to_upper" => Value::Text(text.to_uppercase()),
        "to_lower" => Value::Text(text.to_lowercase()),
        "underscorify" => {
            Value::Text(text.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_"))
        }
        "startswith" => truth(first.map(|start| text.starts_with(start))),
        "endswith" => truth(first.map(|end| text.ends_with(end))),
        "contains" => truth(first.map(|part| text.contains(part))),
        "to_int" => text.trim().parse().map_or(Value::Unknown, Value::Number),
        "to_string" => Value::from_text(text),
        "split" => match first.filter(|between| !between.is_empty()) {
            Some(between) => Value::List(text.split(between).map(Value::from_text).collect()),
            None => Value::List(text.split_whitespace().map(Value::from_text).collect()),
        },
        "splitlines" => Value::List(text.lines().map(Value::from_text).collect()),
        "join" => {
            let texts: Vec<String> = given.positional.iter().flat_map(Value::texts).collect();
            let grown = texts.len().saturating_mul(text.len());
            if grown > LONGEST {
                Value::Unknown
            } else {
                Value::Text(texts.join(text))
            }
        }
        "replace" => match (first, given.text(1)) {
            (Some(old), Some(new)) if !old.is_empty() => {
                let grown = text.matches(old).count().saturating_mul(new.len());
                if grown > LONGEST {
                    Value::Unknown
                } else {
                    Value::Text(text.replace(old, new))
                }
            }
            _ => Value::Unknown,
        },
        "substring" => substring(text, given),
        "format" => formatted(text, &given.positional),
        "version_compare" => truth(first.map(|wanted| fits_version(text, wanted))),
        "enabled" => Value::Truth(text == "enabled"),
        "disabled" => Value::Truth(text == "disabled"),
        "auto" => Value::Truth(text == "auto"),
        "allowed" => Value::Truth(text != "disabled"),
        _ => Value::Unknown,
    }
}

/// A part of a string; negative places count from the end.
fn substring(text: &str, given: &CallArguments) -> Value {
    let letters: Vec<char> = text.chars().collect();
    let place = |index: usize, otherwise: usize| match given.positional.get(index) {
        Some(Value::Number(number)) if *number < 0 => {
            let back = isize::try_from(*number).unwrap_or(0);
            letters.len().saturating_add_signed(back)
        }
        Some(Value::Number(number)) => usize::try_from(*number).unwrap_or(0).min(letters.len()),
        _ => otherwise,
    };
    let part = letters
        .get(place(0, 0)..place(1, letters.len()))
        .unwrap_or_default();
    Value::Text(part.iter().collect())
}

/// A string with `@0@`, `@1@` and so on replaced by the arguments.
fn formatted(text: &str, arguments: &[Value]) -> Value {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, found)) = rest.split_once('@') {
        result.push_str(before);
        let number = found.split_once('@').filter(|split| !split.0.is_empty());
        let argument = number.and_then(|split| arguments.get(split.0.parse::<usize>().ok()?));
        match (number, argument.map(Value::shown)) {
            (Some((_, after)), Some(Some(shown))) => {
                result.push_str(&shown);
                rest = after;
            }
            // A text that depends on something unknown is not known.
            (_, Some(None)) => return Value::Unknown,
            _ => {
                result.push('@');
                rest = found;
            }
        }
        if result.len() > LONGEST {
            return Value::Unknown;
        }
    }
    result.push_str(rest);
    Value::Text(result)
}

/// `true.to_string('yes', 'no')`, or the value as it is shown.
fn text_of_truth(value: &Value, given: &CallArguments) -> Value {
    let place = usize::from(*value != Value::Truth(true));
    match given.text(place) {
        Some(text) => Value::from_text(text),
        None => value.shown().map_or(Value::Unknown, Value::Text),
    }
}

/// Whether a version is as wanted, such as `>=1.2`.
fn fits_version(version: &str, wanted: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> {
        text.trim()
            .split('.')
            .map(|part| part.parse().unwrap_or(0))
            .collect()
    };
    let start = wanted
        .find(|letter: char| letter.is_ascii_digit())
        .unwrap_or(wanted.len());
    let (operator, number) = wanted.split_at(start);
    let (left, right) = (numbers(version), numbers(number));
    match operator.trim() {
        ">=" => left >= right,
        "<=" => left <= right,
        ">" => left > right,
        "<" => left < right,
        "!=" => left != right,
        _ => left == right,
    }
}
