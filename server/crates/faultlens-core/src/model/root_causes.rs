//! Root causes of one failing test, by frontiers of its dependence graph (`--strategy mdfs`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Root causes found for one test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RootCauses {
    /// Name of the test.
    pub test: String,
    /// Suspected root causes, in the order of execution.
    pub causes: Vec<RootCause>,
    /// Executions through which the fault reached the failure, those nearest to it last.
    pub on_the_way: Vec<RootCause>,
    /// Number of states that were altered to find them.
    pub altered: usize,
    /// Number of frontiers examined.
    pub frontiers: usize,
    /// Number of alterations for which it is not known whether the test could pass.
    pub unknown: usize,
}

/// A statement execution that could have had another result with which the test would have passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RootCause {
    /// The execution itself.
    pub at: Execution,
    /// Other executions that have to be altered together with it.
    pub with: Vec<Execution>,
    /// Number of dependences between the execution and the failure.
    pub distance: usize,
    /// Chain of dependences from the cause to the failure.
    pub chain: Vec<Execution>,
}

/// An execution of a statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Execution {
    /// Source file.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// Source text.
    pub text: String,
    /// Number of the execution of the statement, from 1.
    pub execution: u32,
}
