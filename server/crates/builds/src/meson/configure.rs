//! `configuration_data` and `configure_file`: files that are written from templates.

use super::interpreter::Interpreter;
use super::value::{CallArguments, Value};
use crate::template::{Filling, Style, fill};
use crate::{Configured, paths};
use std::collections::BTreeMap;

/// The most objects with values for templates.
const MOST: usize = 1_000;

impl Interpreter<'_> {
    /// A new object with values, from a dictionary if one is given.
    pub(super) fn new_data(&mut self, given: &CallArguments) -> Value {
        if self.data.len() >= MOST {
            return Value::Unknown;
        }
        self.data.push(BTreeMap::new());
        let index = self.data.len() - 1;
        if let Some(Value::Dictionary(items)) = given.positional.first() {
            for item in items {
                self.set_data(index, &item.key, filling(&item.value));
            }
        }
        Value::Data(index)
    }

    /// Sets one value.
    fn set_data(&mut self, index: usize, name: &str, value: Option<Filling>) {
        if let (Some(data), Some(value)) = (self.data.get_mut(index), value) {
            data.insert(name.to_string(), value);
        }
    }

    /// A method of an object with values.
    pub(super) fn data_method(
        &mut self,
        index: usize,
        method: &str,
        given: &CallArguments,
    ) -> Value {
        let name = given.text(0).unwrap_or_default();
        let value = given.positional.get(1).unwrap_or(&Value::Unknown);
        let filling = match (method, value) {
            ("set", value) => filling(value),
            ("set10", Value::Truth(truth)) => Some(Filling::Text(i32::from(*truth).to_string())),
            ("set10", Value::Number(number)) => {
                Some(Filling::Text(i32::from(*number != 0).to_string()))
            }
            // What is not known is taken as missing.
            ("set10", _) => Some(Filling::Text("0".to_string())),
            ("set_quoted", Value::Text(text)) => {
                Some(Filling::Text(format!("\"{}\"", text.replace('"', "\\\""))))
            }
            ("merge_from", _) => {
                if let Some(Value::Data(other)) = given.positional.first() {
                    let others = self.data.get(*other).cloned().unwrap_or_default();
                    self.budget.spend(others.len() * 20);
                    for (name, value) in others {
                        self.set_data(index, &name, Some(value));
                    }
                }
                return Value::Unknown;
            }
            ("has", _) => {
                let data = self.data.get(index);
                return Value::Truth(data.is_some_and(|data| data.contains_key(name)));
            }
            ("get" | "get_unquoted", _) => {
                let found = self.data.get(index).and_then(|data| data.get(name));
                return match found {
                    Some(Filling::Text(text)) if method == "get" => Value::from_text(text),
                    Some(Filling::Text(text)) => Value::from_text(text.trim_matches('"')),
                    _ => given.positional.get(1).cloned().unwrap_or(Value::Unknown),
                };
            }
            _ => return Value::Unknown,
        };
        self.set_data(index, name, filling);
        Value::Unknown
    }

    /// `configure_file(input: …, output: …, configuration: …)`; without input, all values
    /// are defined as macros. The value is the written file.
    pub(super) fn configure_file(&mut self, given: &CallArguments) -> Value {
        let Some(output) = given.keyword("output").and_then(Value::text) else {
            return Value::Unknown;
        };
        let input = match given.flat_keyword("input").first() {
            Some(Value::File(path)) => Some(path.clone()),
            Some(Value::Text(text)) => self.path_of(text),
            _ => None,
        };
        let base = input.as_deref().map(paths::name_of).unwrap_or_default();
        let stem = base.rsplit_once('.').map_or(base, |split| split.0);
        let output = output
            .replace("@PLAINNAME@", base)
            .replace("@BASENAME@", stem);
        let Some(path) = self.path_of(&output) else {
            return Value::Unknown;
        };
        let data = match given.keyword("configuration") {
            Some(Value::Data(index)) => self.data.get(*index).cloned().unwrap_or_default(),
            Some(Value::Dictionary(items)) => {
                let known = items.iter();
                known
                    .filter_map(|item| Some((item.key.clone(), filling(&item.value)?)))
                    .collect()
            }
            _ => BTreeMap::new(),
        };
        let is_copy = given.keyword("copy").is_some_and(Value::is_true);
        let text = match input.map(|input| self.files.read(&input)) {
            Some(Some(text)) if is_copy => text,
            Some(Some(text)) => fill(&text, style_of(given), &|name| data.get(name).cloned()),
            None if given.keyword("configuration").is_some() => header_of(&data),
            _ => return Value::File(path),
        };
        if self.budget.spend(text.len()) {
            self.build.configured.push(Configured {
                path: path.clone(),
                text,
            });
        }
        Value::File(path)
    }
}

/// How the template is filled: as Meson does it, unless `CMake`'s format is asked for.
fn style_of(given: &CallArguments) -> Style {
    match given.keyword("format").and_then(Value::text) {
        Some("cmake") => Style::Cmake,
        Some("cmake@") => Style::CmakeAt,
        _ => Style::Meson,
    }
}

/// What a value stands for in a template.
fn filling(value: &Value) -> Option<Filling> {
    match value {
        Value::Truth(true) => Some(Filling::Text(String::new())),
        Value::Truth(false) => Some(Filling::Off),
        other => other.shown().map(Filling::Text),
    }
}

/// A header that defines all values as macros.
fn header_of(data: &BTreeMap<String, Filling>) -> String {
    let mut text = String::from("#pragma once\n");
    for (name, value) in data {
        let line = match value {
            Filling::Text(value) => format!("#define {name} {value}").trim_end().to_string(),
            Filling::Off => format!("#undef {name}"),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}
