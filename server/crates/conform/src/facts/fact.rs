//! Facts about a run, as `faultlens explain --format json` writes them.

use std::fmt;

use serde::Deserialize;
use serde_json::Value as Json;

/// A statement about one run of a program that a debugger could check.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Fact {
    /// Source file, as reports name it.
    pub(super) file: String,
    pub(super) line: u32,
    /// Column in characters.
    pub(super) column: u32,
    pub(super) end_line: u32,
    pub(super) end_column: u32,
    /// Number of the execution of this place, from 1; `None` for facts about the whole run.
    #[serde(default)]
    pub(super) execution: Option<u64>,
    pub(super) kind: FactKind,
    /// C expression that names the object.
    #[serde(default)]
    pub(super) object: Option<String>,
    #[serde(default)]
    pub(super) value: Json,
    #[serde(default)]
    pub(super) moment: Option<Moment>,
    /// Where the object is in scope: [`HERE`], or another activation.
    #[serde(default)]
    pub(super) frame: Option<String>,
}

/// Frame of an object that is in scope at the place.
pub(super) const HERE: &str = "here";

/// Kind of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FactKind {
    /// An object had a value.
    Value,
    /// The execution wrote an object, which then had a value.
    Wrote,
    /// A condition or an operand was true or false.
    Outcome,
    /// The place ran this often up to the failure.
    Executions,
    /// The place did not run.
    NotReached,
    /// A kind that the checker does not know.
    #[serde(other)]
    Other,
}

/// Moment of a value, relative to the execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Moment {
    Before,
    After,
}

impl Fact {
    /// Moment at which the witness has to look.
    pub(super) fn looks(&self) -> Moment {
        match self.kind {
            FactKind::Wrote => Moment::After,
            _ => self.moment.unwrap_or(Moment::Before),
        }
    }

    /// The value as C text.
    pub(super) fn text(&self) -> String {
        match &self.value {
            Json::String(text) => text.clone(),
            Json::Null => String::new(),
            // A value that is not set may be a variant of an enum, which has a key of its own.
            Json::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)?;
        if let Some(execution) = self.execution {
            write!(f, " (execution {execution})")?;
        }
        let (object, value) = (self.object.as_deref().unwrap_or("?"), self.text());
        match self.kind {
            FactKind::Value => write!(f, ": {object} is {value} {:?}", self.looks()),
            FactKind::Wrote => write!(f, ": writes {value} into {object}"),
            FactKind::Outcome => write!(f, ": the outcome is {value}"),
            FactKind::Executions => write!(f, ": runs {value} times"),
            FactKind::NotReached => write!(f, ": is not reached"),
            FactKind::Other => write!(f, ": a fact of an unknown kind"),
        }
    }
}
