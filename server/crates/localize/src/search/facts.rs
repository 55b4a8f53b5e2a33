//! What is known of one test besides its cores: which sets let it pass, and which questions stayed open.

use rustc_hash::FxHashSet;

use crate::set::CompSet;

/// Feasible sets kept per test at most, smallest first.
const KEPT: usize = 128;

/// Facts about one test.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Minimal ones; yes closes upward.
    feasible: Vec<CompSet>,
    /// Unknown proves nothing about other sets.
    open: FxHashSet<CompSet>,
}

impl Facts {
    /// The test passes with this set relaxed.
    pub(super) fn add_feasible(&mut self, set: &CompSet) {
        if self.passes(set) {
            return;
        }
        self.feasible.retain(|known| !set.is_subset(known));
        let size = set.len();
        let at = self.feasible.partition_point(|known| known.len() <= size);
        self.feasible.insert(at, set.clone());
        self.feasible.truncate(KEPT);
    }

    /// Known to pass.
    pub(super) fn passes(&self, set: &CompSet) -> bool {
        self.feasible.iter().any(|known| known.is_subset(set))
    }

    /// The question was asked in earnest and not answered.
    pub(super) fn add_open(&mut self, set: &CompSet) {
        self.open.insert(set.clone());
    }

    /// Was it?
    pub(super) fn is_open(&self, set: &CompSet) -> bool {
        self.open.contains(set)
    }
}
