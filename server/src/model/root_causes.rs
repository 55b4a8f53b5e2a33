//! Root causes of one failing test, by frontiers of its dependence graph (`--strategy mdfs`).

use serde::{Deserialize, Serialize};

/// What was found for one test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootCauses {
    /// The test.
    pub test: String,
    /// The suspected root causes, in the order of execution.
    pub causes: Vec<RootCause>,
    /// Executions through which the fault got to the failure, those nearest to it last.
    pub on_the_way: Vec<RootCause>,
    /// States that were altered to find them.
    pub altered: usize,
    /// Frontiers that were looked at.
    pub frontiers: usize,
    /// Alterations of which it stayed open whether the test could pass.
    pub unknown: usize,
}

/// An execution of a statement that could have come to something else with which the test would have passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootCause {
    /// The execution itself.
    pub at: Execution,
    /// Others that have to be altered together with it.
    pub with: Vec<Execution>,
    /// Dependences between it and the failure.
    pub distance: usize,
    /// From the cause to the failure: what depends on what.
    pub chain: Vec<Execution>,
}

/// An execution of a statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Execution {
    /// The source file.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    /// The source text.
    pub text: String,
    /// Which execution of the statement, from 1.
    pub execution: u32,
}
