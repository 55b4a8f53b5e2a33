//! The witnesses of a group: for each test the sets with which it passes, and how.

use ir::eval::Script;
use rustc_hash::FxHashMap;

use crate::set::CompSet;

/// Those of one test.
#[derive(Debug, Default)]
struct OfTest {
    all: Vec<(CompSet, Script)>,
    /// Where the first one for a set is.
    exactly: FxHashMap<CompSet, usize>,
}

/// Choices under which tests pass, each certified by concrete replay.
#[derive(Debug, Default)]
pub(crate) struct Witnesses {
    by_test: FxHashMap<usize, OfTest>,
    /// Size of the smallest diagnosis.
    pub(super) smallest: Option<usize>,
}

impl Witnesses {
    pub(super) fn insert(&mut self, test: usize, set: CompSet, script: Script) {
        let of = self.by_test.entry(test).or_default();
        of.exactly.entry(set.clone()).or_insert(of.all.len());
        of.all.push((set, script));
    }

    /// Notes that a set is a diagnosis.
    pub(crate) fn delivered(&mut self, set: &CompSet) {
        let size = set.len();
        self.smallest = Some(self.smallest.map_or(size, |least| least.min(size)));
    }

    /// Whether people will look at the witnesses of sets of this size: larger ones only come after smaller ones.
    pub(super) fn are_shown(&self, set: &CompSet) -> bool {
        self.smallest.is_none_or(|least| set.len() <= least)
    }

    /// Whether there is one for just this set.
    pub(super) fn has(&self, test: usize, set: &CompSet) -> bool {
        let of = self.by_test.get(&test);
        of.is_some_and(|of| of.exactly.contains_key(set))
    }

    /// A witness for the set or for a part of it (then the rest stays as written).
    pub(crate) fn find(&self, test: usize, set: &CompSet) -> Option<&(CompSet, Script)> {
        let of = self.by_test.get(&test)?;
        match of.exactly.get(set) {
            Some(&i) => of.all.get(i),
            None => of.all.iter().find(|w| w.0.is_subset(set)),
        }
    }
}
