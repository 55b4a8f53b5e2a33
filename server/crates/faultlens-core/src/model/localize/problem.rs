//! Problems with the text or the tests that do not end an analysis.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A problem with the text or the tests that the user should know about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Severity of the problem.
    pub severity: Severity,
    /// File of the problem.
    pub file: String,
    /// 1-based line; null if the problem concerns the whole file.
    pub line: Option<u32>,
    /// 1-based column, in characters.
    pub column: Option<u32>,
    /// Byte offsets in the text of `file`: start and one past the end.
    pub range: Option<(u32, u32)>,
    /// Message: one sentence, lower case, no full stop.
    pub message: String,
}

/// Severity of a problem.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Some text was not understood.
    Error,
    /// Everything was understood, but the user should know.
    Warning,
}
