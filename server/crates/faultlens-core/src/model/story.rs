//! The sentences of a story, and the facts that they tell.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A sentence of a story, with the place that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StorySentence {
    /// Source file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// The sentence.
    pub text: String,
    /// Facts that the sentence tells.
    #[serde(default)]
    pub facts: Vec<Fact>,
}

/// A fact about the run, in a form that can be checked against another run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// Source file of the statement, condition or operand that the fact is about.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column of the end, in characters.
    pub end_column: u32,
    /// Number of its execution in the whole run, from 1; null for a fact about all of them.
    pub execution: Option<u32>,
    /// Kind of the fact.
    pub kind: FactKind,
    /// The object, as C names it there; null if the fact is about none.
    pub object: Option<String>,
    /// The value: a constant of C where it is one; null where there is none to tell.
    pub value: Option<String>,
    /// When the object had the value; null for other kinds.
    pub moment: Option<FactMoment>,
    /// Where the name of the object can be used: `here`, `caller:NAME`, `nowhere`; null if the fact is about none.
    pub frame: Option<String>,
}

/// Kind of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// The object had the value before or after the execution.
    Value,
    /// The execution wrote the object, which had the value directly afterwards.
    Wrote,
    /// The condition or operand was `true` or `false`.
    Outcome,
    /// The statement was executed as often as the value says.
    Executions,
    /// The statement was not executed.
    NotReached,
}

/// When an object had a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FactMoment {
    /// Before the execution.
    Before,
    /// After the execution.
    After,
}
