//! Diagnoses found so far, and whether a set contains one of them.
//!
//! The question is asked of each candidate and of each set on the way to it, and there may be hundreds of diagnoses.
//! Most sets that contain a diagnosis contain one of a single component, which one mask test shows; and the only
//! diagnosis of its own size that a set can contain is the set itself.

use rustc_hash::FxHashSet;

use ir::CompSet;

/// Sets in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Diagnoses {
    all: Vec<CompSet>,
    /// Components of the diagnoses of size one.
    alone: CompSet,
    /// Larger diagnoses, indexed by size minus two.
    larger: Vec<FxHashSet<CompSet>>,
}

impl Diagnoses {
    /// Adds a diagnosis.
    pub(super) fn push(&mut self, set: CompSet) {
        match set.len() {
            0 | 1 => self.alone = self.alone.union(&set),
            size => {
                let sizes = self.larger.len().max(size - 1);
                self.larger.resize_with(sizes, FxHashSet::default);
                self.larger[size - 2].insert(set.clone());
            }
        }
        self.all.push(set);
    }

    /// All diagnoses.
    pub(super) fn all(&self) -> &[CompSet] {
        &self.all
    }

    /// Components that are a diagnosis on their own.
    pub(super) fn alone(&self) -> &CompSet {
        &self.alone
    }

    /// Whether the set contains some diagnosis (or is one).
    pub(super) fn within(&self, set: &CompSet) -> bool {
        if set.meets(&self.alone) || self.all.first().is_some_and(CompSet::is_empty) {
            return true;
        }
        let size = set.len();
        let smaller = self.larger.iter().take(size.saturating_sub(2));
        let own = self.larger.get(size.wrapping_sub(2));
        own.is_some_and(|own| own.contains(set))
            || smaller.flatten().any(|known| known.is_subset(set))
    }
}

impl FromIterator<CompSet> for Diagnoses {
    fn from_iter<I: IntoIterator<Item = CompSet>>(sets: I) -> Diagnoses {
        let mut known = Diagnoses::default();
        sets.into_iter().for_each(|set| known.push(set));
        known
    }
}

#[cfg(test)]
mod tests {
    use ir::CompId;
    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// `within` agrees with a scan of all diagnoses.
        #[test]
        fn what_is_within(
            sets in vec(btree_set(0u32..7, 0..5), 0..6),
            asked in btree_set(0u32..7, 0..7),
        ) {
            let set = |ids: &std::collections::BTreeSet<u32>| -> CompSet {
                ids.iter().map(|i| CompId(*i)).collect()
            };
            // The empty set never comes after others: it would be found first, and nothing else would be found.
            let mut sets: Vec<CompSet> = sets.iter().map(set).collect();
            sets.sort_by_key(CompSet::len);
            let (known, asked) = (sets.iter().cloned().collect::<Diagnoses>(), set(&asked));
            let within = sets.iter().any(|known| known.is_subset(&asked));
            prop_assert_eq!(known.within(&asked), within);
            prop_assert_eq!(known.all(), &sets[..]);
        }
    }
}
