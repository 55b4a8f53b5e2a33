//! Facts known about one test besides its cores: sets that let it pass, and open queries.

use rustc_hash::FxHashSet;

use crate::limits::MAX_FEASIBLE_SETS;
use ir::CompSet;

/// Facts about one test.
#[derive(Debug, Default)]
pub(super) struct TestFacts {
    /// Components that the failing run met: one of them must be relaxed for the test to pass.
    pub(super) met: CompSet,
    /// Components about which the test was asked alone, with whatever effort.
    pub(super) asked: CompSet,
    /// Components that suffice alone. *Feasible* closes upward, so every set that contains one of them suffices.
    alone: CompSet,
    /// Larger minimal feasible sets, by size.
    larger: Vec<CompSet>,
    /// All larger sets known to be feasible.
    exactly: FxHashSet<CompSet>,
    /// Sets whose answer is *unknown*, which proves nothing about other sets.
    open: FxHashSet<CompSet>,
}

impl TestFacts {
    /// Records that the test passes with this set relaxed.
    pub(super) fn add_feasible(&mut self, set: &CompSet) {
        if self.passes(set) {
            return;
        }
        let mut members = set.iter();
        if let (Some(only), None) = (members.next(), members.next()) {
            self.alone.insert(only);
            return;
        }
        self.exactly.insert(set.clone());
        let size = set.len();
        let at = self.larger.partition_point(|known| known.len() <= size);
        if at < MAX_FEASIBLE_SETS {
            self.larger.insert(at, set.clone());
            self.larger.truncate(MAX_FEASIBLE_SETS);
        }
    }

    /// Components that are known to suffice alone.
    pub(super) fn alone(&self) -> &CompSet {
        &self.alone
    }

    /// Whether the test is known to pass with this set relaxed.
    pub(super) fn passes(&self, set: &CompSet) -> bool {
        let size = set.len();
        let smaller = || self.larger.iter().take_while(|known| known.len() < size);
        set.meets(&self.alone)
            || self.exactly.contains(set)
            || smaller().any(|known| known.is_subset(set))
    }

    /// Records that a query with full effort stayed open.
    pub(super) fn add_open(&mut self, set: &CompSet) {
        self.open.insert(set.clone());
    }

    /// Whether the set is recorded as open.
    pub(super) fn is_open(&self, set: &CompSet) -> bool {
        self.open.contains(set)
    }
}
