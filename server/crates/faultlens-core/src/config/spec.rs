//! Specifications of options, and of the values that they accept.

use super::options::Options;
use super::place::LineRef;
use super::value::{OptionError, Value};

/// One of the values of an option with a few values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Name of the value in settings.
    pub name: &'static str,
    /// One clause for help and documentation.
    pub help: &'static str,
}

/// Kind of the values of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ValueKind {
    /// One of a few words.
    Choice(&'static [Choice]),
    /// A whole number in a range, both ends included.
    Integer(i64, i64),
    /// A decimal number in a range, both ends included.
    Decimal(f64, f64),
    /// On or off.
    Flag,
    /// The name of a C function.
    Name,
    /// A file or folder.
    Path,
    /// Any number of lines of the program.
    Places,
}

/// Availability of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Every job.
    Tests,
    /// Jobs that search, but not `faultlens test`.
    Search,
    /// Jobs that search, for comparisons of methods: the names are those of the literature, and VS Code has no setting.
    Method,
    /// Every job, but only by the user: the project's own file cannot give itself permissions.
    User,
    /// The command line only, for the display of results.
    Output,
}

/// Specification of one option.
#[derive(Debug, Clone, Copy)]
pub struct OptionSpec {
    /// Name of the long flag without dashes, and key in `faultlens.toml`; editors may use camel case.
    pub name: &'static str,
    /// Placeholder for the value in help texts.
    pub placeholder: &'static str,
    /// Kind of the values.
    pub kind: ValueKind,
    /// Default in the notation of the command line; `None` if an unset option has a meaning of its own, described in
    /// `help`.
    pub default: Option<&'static str>,
    /// Description in one line.
    pub help: &'static str,
    /// Availability of the option.
    pub scope: Scope,
    /// Stores a checked value.
    pub(super) store: fn(&mut Options, &Value),
}

impl Scope {
    /// Whether `faultlens.toml` may set options of the scope.
    pub fn is_for_projects(self) -> bool {
        matches!(self, Scope::Tests | Scope::Search | Scope::Method)
    }

    /// Whether only jobs that search have options of the scope.
    pub fn is_for_search(self) -> bool {
        matches!(self, Scope::Search | Scope::Method)
    }
}

impl OptionSpec {
    /// Name in the spelling of editors, such as `maxSize`.
    pub fn camel_case(&self) -> String {
        let mut words = self.name.split('-');
        let mut name = words.next().unwrap_or_default().to_owned();
        for word in words {
            let (head, tail) = word.split_at(word.len().min(1));
            name.push_str(&head.to_ascii_uppercase());
            name.push_str(tail);
        }
        name
    }

    /// Reads a value in the notation of the command line, and checks it.
    pub fn parse_text(&self, text: &str) -> Result<Value, OptionError> {
        let number = |what: &str| OptionError(format!("`{text}` is not {what}"));
        let value = match self.kind {
            ValueKind::Integer(..) => {
                Value::Integer(text.parse().map_err(|_| number("a whole number"))?)
            }
            ValueKind::Decimal(..) => Value::Decimal(text.parse().map_err(|_| number("a number"))?),
            ValueKind::Flag => Value::Flag(text.parse().map_err(|_| number("true or false"))?),
            ValueKind::Choice(_) | ValueKind::Name | ValueKind::Path => {
                Value::Text(text.to_owned())
            }
            ValueKind::Places => Value::List(vec![text.to_owned()]),
        };
        self.check(&value)
    }

    /// Returns the value if the option accepts it.
    pub fn check(&self, value: &Value) -> Result<Value, OptionError> {
        let refuse = |why: String| Err(OptionError(why));
        match (self.kind, value) {
            (ValueKind::Choice(choices), Value::Text(text)) => {
                if choices.iter().any(|choice| choice.name == text) {
                    Ok(value.clone())
                } else {
                    let all = names(choices).join(", ");
                    refuse(format!("there is no `{text}`; available: {all}"))
                }
            }
            (ValueKind::Integer(low, high), Value::Integer(i)) => {
                if (low..=high).contains(i) {
                    Ok(value.clone())
                } else {
                    refuse(format!("{i} is out of range; {}", range(low, high)))
                }
            }
            (ValueKind::Decimal(low, high), Value::Integer(_) | Value::Decimal(_)) => {
                let given = value.decimal();
                if (low..=high).contains(&given) {
                    Ok(value.clone())
                } else {
                    refuse(format!(
                        "{given} is out of range; it goes from {low} to {high}"
                    ))
                }
            }
            (ValueKind::Flag, Value::Flag(_)) => Ok(value.clone()),
            (ValueKind::Name, Value::Text(text)) if is_identifier(text) => Ok(value.clone()),
            (ValueKind::Path, Value::Text(text)) if !text.is_empty() => Ok(value.clone()),
            (ValueKind::Places, Value::List(items)) => {
                let wrong = items.iter().find_map(|item| item.parse::<LineRef>().err());
                wrong.map_or_else(|| Ok(value.clone()), refuse)
            }
            (kind, _) => refuse(format!("expected {}, got {value}", kind.expected())),
        }
    }
}

impl ValueKind {
    /// Description of the values, as part of a sentence.
    fn expected(self) -> &'static str {
        match self {
            ValueKind::Choice(_) => "a word",
            ValueKind::Integer(..) => "a whole number",
            ValueKind::Decimal(..) => "a number",
            ValueKind::Flag => "true or false",
            ValueKind::Name => "the name of a function",
            ValueKind::Path => "a path",
            ValueKind::Places => "a list of lines such as [\"12\", \"util.c:30\"]",
        }
    }
}

/// Names of the possible values.
pub fn names(choices: &[Choice]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.name).collect()
}

fn range(low: i64, high: i64) -> String {
    match (low, high) {
        (low, i64::MAX) => format!("it is at least {low}"),
        (low, high) => format!("it goes from {low} to {high}"),
    }
}

fn is_identifier(text: &str) -> bool {
    let head = text
        .chars()
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    head && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
