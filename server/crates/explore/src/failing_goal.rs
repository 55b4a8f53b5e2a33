//! Targets and results of a search for failing runs; see `failing`.

use eval::{InputPiece, LeftOut, Trap};
use ir::FnId;
use syntax::Span;

use super::result::UnknownReason;

/// What a run reads, in order.
pub type InputPieces = Vec<InputPiece<u64>>;

/// Targets of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HuntGoal {
    /// Most places at which a run may fail.
    pub failures: usize,
    /// Most inputs of runs that end by themselves.
    pub endings: usize,
    /// Whether every path is followed separately: runs that join are not merged.
    pub apart: bool,
    /// A function whose own decisions do not create separate paths.
    pub around: Option<FnId>,
}

/// Results of the search.
#[derive(Debug, Default)]
pub struct Failing {
    /// Undefined behaviour and failed assertions, one for each place or for each path, with inputs that lead there.
    pub failures: Vec<(Trap, InputPieces)>,
    /// Inputs of runs that end by themselves, or were not followed further.
    pub endings: Vec<InputPieces>,
    /// What was not followed, with the places.
    pub left_out: Vec<(Span, LeftOut)>,
    /// Reason why some run could not be followed to its end.
    pub unknown: Option<UnknownReason>,
}

pub(super) struct Hunt {
    pub(super) wanted: HuntGoal,
    pub(super) found: Failing,
}

impl Hunt {
    pub(super) fn is_over(&self) -> bool {
        let ended = self.found.endings.len() >= self.wanted.endings;
        self.found.failures.len() >= self.wanted.failures || self.wanted.apart && ended
    }

    /// Whether paths that fork in this function stay separate.
    pub(super) fn is_apart(&self, function: FnId) -> bool {
        self.wanted.apart && self.wanted.around != Some(function)
    }
}
