//! What a search for failing runs looks for, and what it has found; see `failing`.

use term::{Pool, Term};

use super::result::UnknownReason;
use crate::FnId;
use crate::eval::{Entry, Script, Trap};

/// The constraints under which what a run has read can be read.
pub type Plausible<'s> = dyn FnMut(&[Entry], &mut Pool) -> Vec<Term> + 's;

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Places at which a run may fail.
    pub failures: usize,
    /// Runs that end by themselves whose choices are wanted, too.
    pub endings: usize,
    /// Every path by itself: runs that meet again are not merged.
    pub apart: bool,
    /// A function whose own decisions make no paths.
    pub around: Option<FnId>,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Failing {
    /// Undefined behaviour and failed assertions, each place once or on each path, with the choices that lead there.
    pub failures: Vec<(Trap, Script)>,
    /// The choices of runs that end by themselves.
    pub endings: Vec<Script>,
    /// Runs were given up.
    pub bounded: bool,
    /// Why some run could not be followed to its end.
    pub unknown: Option<UnknownReason>,
}

pub(super) struct Hunt<'s> {
    pub(super) plausible: &'s mut Plausible<'s>,
    pub(super) wanted: Wanted,
    pub(super) found: Failing,
}

impl Hunt<'_> {
    pub(super) fn is_over(&self) -> bool {
        let ended = self.found.endings.len() >= self.wanted.endings;
        self.found.failures.len() >= self.wanted.failures || self.wanted.apart && ended
    }

    /// Ways that part in a function stay apart.
    pub(super) fn is_apart(&self, function: FnId) -> bool {
        self.wanted.apart && self.wanted.around != Some(function)
    }
}
