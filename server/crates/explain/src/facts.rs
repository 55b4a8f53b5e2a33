//! Facts about a failing run: what explanations tell, in a form that can be checked against another run.

use ::trace::{NameScope, Value};
use syntax::Span;

/// A fact about a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The statement, condition or operand that the fact is about.
    pub span: Span,
    /// Number of its execution in the whole run, from 1; `None` for a fact about all of them.
    pub execution: Option<u32>,
    /// The fact.
    pub claim: Claim,
}

/// What a fact says.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// An object had a value at the beginning or at the end of the execution.
    Value {
        /// The object, as C names it there.
        object: String,
        /// Its value.
        value: Value,
        /// When it had the value.
        moment: Moment,
    },
    /// The execution wrote an object, which then had a value.
    Wrote {
        /// The object, as C names it after the execution.
        object: String,
        /// Its value directly after the write.
        value: Value,
        /// Where the name means the object.
        scope: NameScope,
    },
    /// The condition or operand was true or false.
    Outcome(bool),
    /// The statement was executed this number of times up to the failure.
    Executions(u32),
    /// The statement was not executed.
    NotReached,
}

/// When an object had a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Before the execution.
    Before,
    /// After the execution.
    After,
}
