//! Results of an exploration, and why one has no answer.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::eval::Script;
use crate::program::BranchId;

/// Result of an exploration: can the test pass?
#[derive(Debug, Clone, PartialEq)]
pub enum ExploreResult {
    /// The test passes with these choices.
    Passes(Script),
    /// No run passes.
    Fails {
        /// A bound cut some runs off: no run passes within the bounds.
        bounded: bool,
    },
    /// The answer depends on what happens in these closed branches. No run that keeps to the open branches was seen to
    /// pass.
    NeedsBranches(Vec<BranchId>),
    /// A limit was met, or something that is not modelled.
    Unknown(UnknownReason),
}

/// Why a question has no answer. The text ([`fmt::Display`]) is for people: decisions match on the variant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnknownReason {
    /// The runs forked too often.
    ForkLimit {
        /// Most forks of a question.
        limit: u32,
    },
    /// The runs together executed too many instructions.
    InstructionLimit,
    /// The formula grew too large.
    TermLimit {
        /// Most terms of a formula.
        limit: usize,
    },
    /// The job was stopped.
    Stopped,
    /// The solver gave up on the path of a run.
    PathUnsolved,
    /// The solver gave up on a path with floating values.
    FloatPathUnsolved,
    /// A run reached something that is not modelled. No place is kept: a reason may be stored and read again after an
    /// edit.
    NotModelled {
        /// Completes "… is not modelled".
        what: String,
    },
    /// The text that a passing run prints could not be read off the solver's model.
    OutputNotReconstructed,
    /// A branch was closed in a question about the whole program.
    BranchClosed,
    /// The answer depends on closed branches that are not opened.
    NeedsClosedBranches,
    /// The test failed when the witness was replayed.
    WitnessNotReplayed,
    /// No witness was certified for a set that was found.
    SetNotCertified,
    /// No passing run was found from the failing one on; no other way was tried.
    NoRunFound,
    /// The solver gave up on the formula over all tests.
    FormulaUnsolved,
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnknownReason::ForkLimit { .. } => "the program has too many paths to try them all",
            UnknownReason::TermLimit { .. } => "the formulas of this program become too large",
            UnknownReason::NotModelled { what } => return write!(f, "{what} is not modelled"),
            UnknownReason::InstructionLimit => "the program runs too long to try all paths",
            UnknownReason::Stopped => "the job was stopped",
            UnknownReason::PathUnsolved => "the solver could not decide every path",
            UnknownReason::FloatPathUnsolved => {
                "the solver could not decide every path with floating numbers"
            }
            UnknownReason::OutputNotReconstructed => {
                "the output of a passing run could not be reconstructed"
            }
            UnknownReason::BranchClosed => "not every path was followed",
            UnknownReason::NeedsClosedBranches => "not every branch was followed",
            UnknownReason::WitnessNotReplayed => {
                "what was found did not hold when the test was run with it"
            }
            UnknownReason::SetNotCertified => {
                "what was found could not be confirmed by running the test with it"
            }
            UnknownReason::NoRunFound => "no passing run was found",
            UnknownReason::FormulaUnsolved => "Z3 gave up on the formula",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::UnknownReason;

    #[test]
    fn texts() {
        let not_modelled = UnknownReason::NotModelled {
            what: "a call of `fork`".into(),
        };
        let texts = [
            (
                UnknownReason::ForkLimit { limit: 3_000 },
                "the program has too many paths to try them all",
            ),
            (
                UnknownReason::TermLimit { limit: 1_000_000 },
                "the formulas of this program become too large",
            ),
            (not_modelled, "a call of `fork` is not modelled"),
        ];
        for (reason, text) in texts {
            assert_eq!(reason.to_string(), text);
        }
    }
}
