//! Statements about runs that comparisons make.

use super::Check;

/// A statement about runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claim {
    /// The checks of which all must hold.
    pub(super) checks: Vec<RunCheck>,
    /// Whether the claim is that they do not.
    pub(super) is_inverted: bool,
}

/// A check of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RunCheck {
    /// The number of the run.
    pub(super) run: usize,
    /// The check.
    pub(super) check: Check,
}

impl Claim {
    /// The claim that a check of a run holds.
    pub(super) fn new(run: usize, check: Check) -> Self {
        Claim {
            checks: vec![RunCheck { run, check }],
            is_inverted: false,
        }
    }
}
