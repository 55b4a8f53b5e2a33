//! The values of parameters, and what `${…}` does with them.

use super::disk::absolute;
use super::interpreter::Interpreter;
use super::operations::length;
use super::syntax::{Operation, Parameter, Word};
use super::value::{Part, Value};
use super::variables::{Content, Variable};

/// What a parameter becomes.
pub(super) struct Expansion {
    /// Values: one, or for `$@` and its like any number.
    pub(super) values: Vec<Value>,
    /// Whether they are split into words already.
    pub(super) is_split: bool,
}

impl From<Vec<Value>> for Expansion {
    fn from(values: Vec<Value>) -> Self {
        let is_split = false;
        Expansion { values, is_split }
    }
}

impl Interpreter<'_> {
    /// Expands a parameter.
    pub(super) fn parameter(&mut self, parameter: &Parameter, is_quoted: bool) -> Expansion {
        if parameter.is_indirect && parameter.index.is_some() {
            let indices = self.shell.variables.get(&parameter.name);
            let indices = indices.map(Variable::indices).unwrap_or_default();
            return indices
                .into_iter()
                .map(Value::from)
                .collect::<Vec<Value>>()
                .into();
        }
        let mut name = parameter.name.clone();
        if parameter.is_indirect {
            name = self
                .shell
                .get(&name)
                .map(|name| name.text_or_empty().to_string())
                .unwrap_or_default();
        }
        let sign = match &parameter.index {
            Some(index) => index.literal(),
            None => Some(name.as_str()),
        };
        if let Some("@" | "*") = sign {
            let is_joined = is_quoted && sign == Some("*");
            return self.list(&name, parameter, is_quoted, is_joined);
        }
        let value = self.plain(&name, parameter.index.as_ref());
        let value = match &parameter.operation {
            Some(Operation::Fallback {
                sign,
                is_for_empty,
                word,
            }) => {
                let is_missing = value
                    .as_ref()
                    .is_none_or(|value| *is_for_empty && value.is_empty());
                return self.fallback(&name, *sign, word, value, is_missing, is_quoted);
            }
            Some(operation) => self.operated(&value.unwrap_or_default(), operation),
            None => value.unwrap_or_default(),
        };
        let value = if parameter.is_length {
            length(&value)
        } else {
            value
        };
        vec![value].into()
    }

    /// The arguments, or the items of an array.
    fn items(&self, name: &str, parameter: &Parameter) -> Vec<Value> {
        let variable = self.shell.variables.get(name);
        match &parameter.index {
            Some(_) => variable.map(Variable::values).unwrap_or_default(),
            None => self.shell.args.clone(),
        }
    }

    /// Expands `$@`, `${name[@]}` and their like.
    fn list(
        &mut self,
        name: &str,
        parameter: &Parameter,
        is_quoted: bool,
        is_joined: bool,
    ) -> Expansion {
        let mut items = self.items(name, parameter);
        if parameter.is_length {
            return vec![Value::from(items.len().to_string())].into();
        }
        match &parameter.operation {
            Some(Operation::Fallback { sign, word, .. }) if items.is_empty() || *sign == '+' => {
                return self.fallback(name, *sign, word, None, items.is_empty(), is_quoted);
            }
            Some(Operation::Fallback { .. }) => {}
            Some(Operation::Slice(start, length)) => {
                // The arguments are counted from 1.
                let offset = i64::from(parameter.index.is_none());
                let start = self
                    .arithmetic(start)
                    .unwrap_or(0)
                    .saturating_sub(offset)
                    .max(0);
                let length = length
                    .as_ref()
                    .map(|length| self.arithmetic(length).unwrap_or(0));
                let count =
                    length.map_or(usize::MAX, |length| usize::try_from(length).unwrap_or(0));
                items = items.into_iter().skip(start as usize).take(count).collect();
            }
            Some(operation) => {
                items = items
                    .iter()
                    .map(|item| self.operated(item, operation))
                    .collect();
            }
            None => {}
        }
        if is_joined {
            items = vec![self.joined(&items)];
        }
        items.into()
    }

    /// Values with the first separator between them.
    fn joined(&self, items: &[Value]) -> Value {
        let separators = self.shell.get("IFS").map_or(" ", Value::text_or_empty);
        let separator: String = separators.chars().take(1).collect();
        let mut joined = Value::default();
        for (index, item) in items.iter().enumerate() {
            joined.push(Part::Known(separator.repeat(index.min(1))));
            joined.append(item);
        }
        joined
    }

    /// The value of a parameter that is set.
    pub(super) fn plain(&mut self, name: &str, index: Option<&Word>) -> Option<Value> {
        if let Some(index) = index {
            return self.item(name, index);
        }
        if let Ok(number) = name.parse::<usize>() {
            return match number.checked_sub(1) {
                Some(number) => self.shell.args.get(number).cloned(),
                None => Some(Value::from(self.shell.script.as_str())),
            };
        }
        let text = match name {
            "?" => {
                let mut value = Value::default();
                value.push(Part::Status(self.shell.status.clone()));
                return Some(value);
            }
            "#" => self.shell.args.len().to_string(),
            "$" | "BASHPID" | "PPID" | "!" => "1000".to_string(),
            "-" => "hB".to_string(),
            "PWD" => absolute(&self.shell.folder),
            "LINENO" => self.shell.line.to_string(),
            "BASH_SOURCE" => self.shell.script.clone(),
            "RANDOM" | "SECONDS" | "EPOCHSECONDS" => {
                return Some(Value::unknown("a number changes with every run"));
            }
            "UID" | "EUID" | "HOSTNAME" => {
                return Some(Value::unknown("it differs between users and machines"));
            }
            "FUNCNAME" => String::new(),
            _ => {
                let variable = self.shell.variables.get(name);
                if variable.is_some_and(|variable| variable.is_inherited) {
                    self.asked.insert(name.to_string());
                }
                return self.shell.get(name).cloned();
            }
        };
        Some(Value::from(text))
    }

    /// The value of an item of an array.
    pub(super) fn item(&mut self, name: &str, index: &Word) -> Option<Value> {
        if name == "BASH_SOURCE" {
            return self.plain(name, None);
        }
        let is_table = matches!(self.shell.variables.get(name)?.content, Content::Table(_));
        let key = if is_table {
            self.single(index).text()?.to_string()
        } else {
            match self.number_or_operands(index) {
                Ok(number) => number.to_string(),
                Err(operands) => {
                    return Some(Value::unknown_of("a number is not known", [&operands]));
                }
            }
        };
        match &self.shell.variables.get(name)?.content {
            Content::Table(items) => items.get(&key).cloned(),
            Content::List(items) => {
                let mut key: i64 = key.parse().ok()?;
                if key < 0 {
                    key = key.saturating_add(items.keys().next_back()?.saturating_add(1));
                }
                items.get(&key).cloned()
            }
            Content::Single(value) => (key == "0").then(|| value.clone()),
        }
    }

    /// What `-`, `=`, `+` and `?` give.
    fn fallback(
        &mut self,
        name: &str,
        sign: char,
        word: &Word,
        value: Option<Value>,
        is_missing: bool,
        is_quoted: bool,
    ) -> Expansion {
        let is_word = is_missing != (sign == '+');
        if sign == '?' && is_missing {
            let _ = self.stop(self.shell.line, "a variable that it needs is not set");
        }
        if !is_word || sign == '?' {
            let value = value.filter(|_| sign != '+');
            return vec![value.unwrap_or_default()].into();
        }
        if !is_quoted && sign != '=' {
            return Expansion {
                values: self.fields(std::slice::from_ref(word)),
                is_split: true,
            };
        }
        let value = self.single(word);
        if sign == '=' {
            self.shell.set(name, value.clone());
        }
        vec![value].into()
    }
}
