//! Values of options before they are checked, and errors about them.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::de::value::{Error, StrDeserializer};

use super::place::LineRef;

/// A value from the command line, a TOML file or an editor.
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
    /// A list such as `["12", "util.c:30"]`; numbers in a list are kept as text.
    List(Vec<String>),
    /// Any other value: a table, a list of tables.
    Other(&'static str),
}

impl Value {
    /// Converts a value of an editor's settings; `None` for null, which leaves the option unchanged.
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

    /// Converts a value of `faultlens.toml`.
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

    /// Content of a text; empty for other values.
    pub fn text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            _ => "",
        }
    }

    /// A whole number, or zero for other values; the range has been checked before.
    pub fn integer(&self) -> u64 {
        match self {
            Value::Integer(i) => u64::try_from(*i).unwrap_or(0),
            _ => 0,
        }
    }

    /// A number, or zero for other values.
    pub fn decimal(&self) -> f64 {
        match self {
            Value::Integer(i) => *i as f64,
            Value::Decimal(d) => *d,
            _ => 0.0,
        }
    }

    /// Items of a list.
    pub fn items(&self) -> &[String] {
        match self {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// Places of a list, which have been checked before.
    pub fn places(&self) -> Vec<LineRef> {
        let places = self.items().iter().map(|item| item.parse());
        places.filter_map(Result::ok).collect()
    }

    /// Stores the variant of this name in `into`, whose names serialization gives; other values leave it unchanged.
    pub fn choose<T: DeserializeOwned>(&self, into: &mut T) {
        if let Ok(variant) = T::deserialize(StrDeserializer::<Error>::new(self.text())) {
            *into = variant;
        }
    }

    /// Whether the flag is set.
    pub fn flag(&self) -> bool {
        matches!(self, Value::Flag(true))
    }
}

/// Makes a list, whose items must be texts or numbers.
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

/// Error for a refused value; displays as one sentence for users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(pub String);
