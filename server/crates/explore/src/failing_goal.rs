//! Targets and results of a search for failing runs; see `failing`.

use eval::{Entry, Script, Trap};
use ir::FnId;
use term::{Pool, Term};

use super::result::UnknownReason;

/// Returns the constraints under which the inputs in a log can be read.
pub type Plausible<'s> = dyn FnMut(&[Entry], &mut Pool) -> Vec<Term> + 's;

/// Targets of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HuntGoal {
    /// Most places at which a run may fail.
    pub failures: usize,
    /// Most scripts of runs that end by themselves.
    pub endings: usize,
    /// Whether every path is followed separately: runs that join are not merged.
    pub apart: bool,
    /// A function whose own decisions do not create separate paths.
    pub around: Option<FnId>,
}

/// Results of the search.
#[derive(Debug, Default)]
pub struct Failing {
    /// Undefined behaviour and failed assertions, one for each place or for each path, with scripts that lead there.
    pub failures: Vec<(Trap, Script)>,
    /// Scripts of runs that end by themselves.
    pub endings: Vec<Script>,
    /// Whether runs were given up.
    pub bounded: bool,
    /// Reason why some run could not be followed to its end.
    pub unknown: Option<UnknownReason>,
}

pub(super) struct Hunt<'s> {
    pub(super) plausible: &'s mut Plausible<'s>,
    pub(super) wanted: HuntGoal,
    pub(super) found: Failing,
}

impl Hunt<'_> {
    pub(super) fn is_over(&self) -> bool {
        let ended = self.found.endings.len() >= self.wanted.endings;
        self.found.failures.len() >= self.wanted.failures || self.wanted.apart && ended
    }

    /// Whether paths that fork in this function stay separate.
    pub(super) fn is_apart(&self, function: FnId) -> bool {
        self.wanted.apart && self.wanted.around != Some(function)
    }
}
