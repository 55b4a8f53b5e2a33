//! The edits tried at one component, and the best result so far.

use ir::CompId;

use super::outcome::Repair;
use crate::generate::Candidate;
use crate::patch::Fix;

/// The edits tried at a component, and their results.
pub(crate) struct Attempts {
    pub(crate) comp: CompId,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) best: Option<Repair>,
    /// All fixes with their edits of the tree, if they are requested.
    pub(crate) fixes: Vec<(Fix, Candidate)>,
    /// Whether the best fix is of a convincing kind.
    pub(crate) is_convincing: bool,
}

impl Attempts {
    /// Whether no better fix is searched for.
    pub(crate) fn is_settled(&self) -> bool {
        self.is_convincing
    }

    /// Records a fix, unless a more plausible one is known.
    pub(crate) fn take(&mut self, fix: Fix, convinces: bool) {
        let better = match &self.best {
            Some(Repair::Fix(known)) => fix.plausibility > known.plausibility,
            _ => true,
        };
        if better {
            self.best = Some(Repair::Fix(fix));
        }
        self.is_convincing |= convinces;
    }
}
