//! Result of `faultlens localize`.

mod component;
mod diagnosis;
mod faults;
mod fixes;
mod problem;
mod ranking;
mod stats;
mod test_summary;

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::story::StorySentence;
use super::{OpenChoice, RootCauses};
pub use component::{Address, Choice, Component, INSERTION, MacroUse, RefinedPart, Side, Value};
pub use diagnosis::{Certificate, Diagnosis, Evidence, Minimal, PartialSet};
pub use faults::{Fault, FaultPlace};
pub use problem::{Problem, Severity};
pub use ranking::RankedLine;
pub use stats::{Branches, Edits, Stats};
pub use test_summary::{FailingTest, Group, GroupKind, TestSummary, Unanalysable};

/// Localization of one file, as one JSON object.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LocalizeReport {
    /// Version of the format; see [`super::VERSION`].
    pub version: u32,
    /// Source file, as the user named it.
    pub file: String,
    /// How the job ended.
    pub status: Status,
    /// Limitation behind the status: the bound, limit or construct.
    pub reason: Option<String>,
    /// 1-based line of the main file that `reason` refers to.
    pub reason_line: Option<u32>,
    /// Whether the search ended by itself, although not everything was decided: a repair without a doubt is known for
    /// each failing test.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answered: bool,
    /// Limits on the claim of a complete search.
    #[serde(default)]
    pub bounds: Bounds,
    /// Tests by outcome.
    pub tests: TestSummary,
    /// Failing tests that are explained together.
    pub groups: Vec<Group>,
    /// Diagnoses, best first.
    pub diagnoses: Vec<Diagnosis>,
    /// Likely faults with the failing tests that each explains, the likeliest first.
    #[serde(default)]
    pub faults: Vec<Fault>,
    /// Sets that explain only some of the failing tests of their group, those for most tests first.
    #[serde(default)]
    pub partial: Vec<PartialSet>,
    /// Two fixes between which the tests do not decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undecided: Option<OpenChoice>,
    /// A line of each component of a diagnosis, each once, best first; behind them the lines that are only suspected.
    pub ranking: Vec<RankedLine>,
    /// The story of the first failure of a program that has no tests but crashes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub story: Vec<StorySentence>,
    /// Root causes of one failing test, if requested (`--strategy mdfs`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_causes: Option<RootCauses>,
    /// Pins of the user, and what was concretised or bounded.
    pub assumed: Vec<String>,
    /// Problems with the text or the tests that did not end the analysis.
    pub problems: Vec<Problem>,
    /// Cost.
    pub stats: Stats,
}

impl LocalizeReport {
    /// Data that determines the exit status.
    pub fn end(&self) -> End {
        End {
            status: self.status,
            has_sets: !self.diagnoses.is_empty(),
        }
    }

    /// A report without findings.
    pub fn empty(file: impl Into<String>, status: Status, reason: Option<String>) -> Self {
        Self {
            version: super::VERSION,
            file: file.into(),
            status,
            reason,
            ..Self::default()
        }
    }
}

/// How a job ended (docs/dev/design.md, Trust).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Every subset-minimal set up to the size was found.
    Complete,
    /// There are tests, and all of them pass.
    None,
    /// A limit ended the search; the results are right, but more may exist.
    Stopped,
    /// No answer can be given.
    #[default]
    Unanalysable,
}

/// Limits on the claim of a complete search; all null if there are none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bounds {
    /// Size up to which no set exists.
    pub none_up_to: Option<usize>,
    /// Bound on the decisions of a branch within one call, in the runs for which completeness holds.
    pub unwind: Option<u32>,
    /// Size beyond which sets were not searched for, because there are too many.
    pub up_to_size: Option<usize>,
}

/// End of a job, as far as it determines the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct End {
    /// Status of the report.
    pub status: Status,
    /// Whether the report has certified sets.
    pub has_sets: bool,
}
