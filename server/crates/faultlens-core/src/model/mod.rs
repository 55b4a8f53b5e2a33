//! Results of the tool as they leave the process: the JSON of `--format json` and of the worker's events, and the data
//! of the editor's views (docs/dev/design.md, Formats). Field names are stable: fields are added, never renamed, and
//! every key is present whatever the status.

mod claim;
mod document;
mod explain;
mod explain_text;
mod fix;
pub mod hint;
mod inputs;
mod lesson;
mod localize;
mod printable;
pub mod question;
mod root_causes;
pub mod sketch;
mod story;
mod tests;
mod trace;
pub mod words;

pub use document::{markdown, sentence_in_markdown};
pub use explain::{
    Dependence, ExplainReport, ExplainStats, ExplainStatus, FailurePoint, Needs, ShortLine,
    Statement, StatementKind, Via, all_facts,
};
pub use explain_text::{WIDTH, expected, footer, headline, introduction, sentence, short_lines};
pub use fix::{Edit, Fix, FixOutput, NearbyRuns, OpenChoice, Scope};
pub use inputs::{FailingInput, InputsReport, InputsStatus, LeftOut, PassingInput};
pub use lesson::changed;
pub(crate) use lesson::lesson;
pub use localize::{
    Address, Bounds, Branches, Certificate, Choice, Component, Diagnosis, Edits, End, Evidence,
    FailingTest, Fault, FaultPlace, Group, GroupKind, INSERTION, LocalizeReport, MacroUse, Minimal,
    PartialSet, Problem, RankedLine, RefinedPart, Severity, Side, Stats, Status, TestSummary,
    Unanalysable, Value,
};
pub use printable::printable;
pub use root_causes::{Execution, RootCause, RootCauses};
pub use story::{Fact, FactKind, FactMoment, StorySentence};
pub use tests::{
    Asserted, Build, Cause, CoveredLine, Nearby, Outcome, SkippedCandidate, TestReport, TestResult,
};
pub use trace::{
    Dependency, NamedValue, RunStep, TraceEdge, TraceNode, TraceReport, TraceStats, TraceStatus,
};

/// Version of the JSON formats.
pub const VERSION: u32 = 1;
