//! Values of options on their way in, and why they are refused.

use std::fmt;

use super::place::Place;

/// A value as the command line, a TOML file or an editor gives it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `"z3"`
    Text(String),
    /// `3`
    Integer(i64),
    /// `0.5`
    Decimal(f64),
    /// `true`
    Flag(bool),
    /// `["12", "util.c:30"]`; numbers in a list are taken as they are written.
    List(Vec<String>),
    /// Anything else: a table, a list of tables.
    Other(&'static str),
}

impl Value {
    /// From an editor's settings; `None` for null, which leaves the option as it is.
    pub fn from_json(value: &serde_json::Value) -> Option<Value> {
        use serde_json::Value as Json;
        Some(match value {
            Json::Null => return None,
            Json::Bool(b) => Value::Flag(*b),
            Json::Number(n) => match (n.as_i64(), n.as_f64()) {
                (Some(i), _) => Value::Integer(i),
                (None, Some(d)) => Value::Decimal(d),
                (None, None) => Value::Other("a number out of range"),
            },
            Json::String(s) => Value::Text(s.clone()),
            Json::Array(items) => list(items.iter().map(|item| match item {
                Json::String(s) => Some(s.clone()),
                Json::Number(n) => Some(n.to_string()),
                _ => None,
            })),
            Json::Object(_) => Value::Other("an object"),
        })
    }

    /// From `faultlens.toml`.
    pub fn from_toml(value: &toml::Value) -> Value {
        match value {
            toml::Value::String(s) => Value::Text(s.clone()),
            toml::Value::Integer(i) => Value::Integer(*i),
            toml::Value::Float(d) => Value::Decimal(*d),
            toml::Value::Boolean(b) => Value::Flag(*b),
            toml::Value::Datetime(_) => Value::Other("a date"),
            toml::Value::Array(items) => list(items.iter().map(|item| match item {
                toml::Value::String(s) => Some(s.clone()),
                toml::Value::Integer(i) => Some(i.to_string()),
                _ => None,
            })),
            toml::Value::Table(_) => Value::Other("a table"),
        }
    }

    /// The text, for those that are text.
    pub fn text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            _ => "",
        }
    }

    /// The whole number, zero for others; ranges are checked before.
    pub fn integer(&self) -> u64 {
        match self {
            Value::Integer(i) => u64::try_from(*i).unwrap_or(0),
            _ => 0,
        }
    }

    /// The number, zero for others.
    pub fn decimal(&self) -> f64 {
        match self {
            Value::Integer(i) => *i as f64,
            Value::Decimal(d) => *d,
            _ => 0.0,
        }
    }

    /// The items of a list.
    pub fn items(&self) -> &[String] {
        match self {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The places of a list; they are checked before.
    pub fn places(&self) -> Vec<Place> {
        let places = self.items().iter().map(|item| item.parse());
        places.filter_map(Result::ok).collect()
    }

    /// Set.
    pub fn flag(&self) -> bool {
        matches!(self, Value::Flag(true))
    }
}

/// Of texts and numbers only.
fn list(items: impl Iterator<Item = Option<String>>) -> Value {
    let items: Option<Vec<String>> = items.collect();
    items.map_or(Value::Other("a list of other things"), Value::List)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => write!(f, "`{text}`"),
            Value::Integer(i) => write!(f, "`{i}`"),
            Value::Decimal(d) => write!(f, "`{d}`"),
            Value::Flag(b) => write!(f, "`{b}`"),
            Value::List(_) => f.write_str("a list"),
            Value::Other(what) => f.write_str(what),
        }
    }
}

/// A value that was refused; displays as one sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(pub String);
