//! What is tried at one component, and the best that has come of it.

use ir::CompId;

use super::outcome::Repair;
use crate::generate::Candidate;
use crate::patch::Fix;

/// What is tried at a component, and what has come of it.
pub(crate) struct Attempts {
    pub(crate) comp: CompId,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) best: Option<Repair>,
    /// All fixes with their edits of the tree, if they are wanted.
    pub(crate) fixes: Vec<(Fix, Candidate)>,
    /// The best of them is of a kind that leaves little doubt.
    pub(crate) convinces: bool,
}

impl Attempts {
    /// Whether no better fix is looked for.
    pub(crate) fn is_settled(&self) -> bool {
        self.convinces
    }

    /// Takes a fix, unless a more plausible one is known.
    pub(crate) fn take(&mut self, fix: Fix, convinces: bool) {
        let better = match &self.best {
            Some(Repair::Fix(known)) => fix.plausibility > known.plausibility,
            _ => true,
        };
        if better {
            self.best = Some(Repair::Fix(fix));
        }
        self.convinces |= convinces;
    }
}
