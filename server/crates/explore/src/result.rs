//! Results of an exploration, and reasons for unknown results.

use std::fmt;

use eval::Script;
use ir::Lack;
use ir::program::BranchId;
use serde::{Deserialize, Serialize};

/// Result of an exploration: can the test pass?
#[derive(Debug, Clone, PartialEq)]
pub enum ExploreResult {
    /// The test passes with these choices.
    Passes(Script),
    /// No run passes.
    Fails {
        /// Whether a bound cut some runs off, so that the result holds only within the bounds.
        bounded: bool,
    },
    /// The answer depends on these closed branches. No run that avoids closed branches was found to pass.
    NeedsBranches(Vec<BranchId>),
    /// A limit was exceeded, or something is not modelled.
    Unknown(UnknownReason),
}

/// Reason for an unknown result. The text ([`fmt::Display`]) is for users: decisions match on the variant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnknownReason {
    /// The runs forked too often.
    ForkLimit {
        /// Limit on the forks of a query.
        limit: u32,
    },
    /// All runs together executed too many instructions.
    InstructionLimit,
    /// The formula grew too large.
    TermLimit {
        /// Limit on the terms of a formula.
        limit: usize,
    },
    /// The job was stopped.
    Stopped,
    /// The solver gave up on the path condition of a run.
    PathUnsolved,
    /// The solver gave up on a path condition with floating-point values.
    FloatPathUnsolved,
    /// A run reached something that is not modelled. The reason contains no place, because it may be cached and read
    /// again after an edit.
    NotModelled {
        /// What is missing.
        what: Lack,
    },
    /// The text printed by a passing run could not be reconstructed from the solver's model.
    OutputNotReconstructed,
    /// A branch was closed in a query about the whole program.
    BranchClosed,
    /// The answer depends on closed branches that are never opened.
    NeedsClosedBranches,
    /// The test failed in the replay of the witness.
    WitnessNotReplayed,
    /// No witness was certified for a set that was found.
    SetNotCertified,
    /// Only some of the failing tests were searched.
    SomeTests {
        /// How many.
        searched: usize,
        /// Of how many.
        all: usize,
    },
    /// The directed search found no passing run, and nothing else was tried.
    NoRunFound,
    /// The solver gave up on the formula over all tests.
    FormulaUnsolved,
    /// A query of the search needs more memory than others leave.
    MemoryShort,
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnknownReason::ForkLimit { .. } => "the program has too many paths to try them all",
            UnknownReason::TermLimit { .. } => "the formulas of this program become too large",
            UnknownReason::NotModelled { what } => return write!(f, "{what}"),
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
            UnknownReason::SomeTests { searched, all } => {
                return write!(f, "{searched} of {all} failing tests carried the search");
            }
            UnknownReason::NoRunFound => "no passing run was found",
            UnknownReason::FormulaUnsolved => "Z3 gave up on the formula",
            UnknownReason::MemoryShort => "some questions need too much memory",
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
