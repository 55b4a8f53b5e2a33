//! Sets of components as bit masks.

use std::fmt;

use crate::program::CompId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A set of components.
///
/// Equal sets have equal words: the last word is never zero, so the derived equality and hash are correct for sets.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u64>", into = "Vec<u64>")]
pub struct CompSet {
    /// Bits of the set. Most programs have few components, so their sets are stored inline.
    words: SmallVec<[u64; 2]>,
}

impl From<Vec<u64>> for CompSet {
    fn from(words: Vec<u64>) -> CompSet {
        let mut set = CompSet {
            words: words.into(),
        };
        set.trim();
        set
    }
}

impl From<CompSet> for Vec<u64> {
    fn from(set: CompSet) -> Vec<u64> {
        set.words.into_vec()
    }
}

impl CompSet {
    /// The empty set.
    pub fn new() -> CompSet {
        CompSet::default()
    }

    /// The set of all components in `0..n`.
    pub fn full(n: usize) -> CompSet {
        let mut words = SmallVec::from_elem(u64::MAX, n / 64);
        if !n.is_multiple_of(64) {
            words.push((1 << (n % 64)) - 1);
        }
        CompSet { words }
    }

    /// The components whose flag is set.
    pub fn of_flags(flags: impl IntoIterator<Item = bool>) -> CompSet {
        let mut set = CompSet::new();
        let (mut word, mut bits) = (0, 0);
        for up in flags {
            word |= u64::from(up) << bits;
            bits += 1;
            if bits == u64::BITS {
                set.words.push(word);
                (word, bits) = (0, 0);
            }
        }
        set.words.push(word);
        set.trim();
        set
    }

    /// Adds a component. Returns whether it was new.
    pub fn insert(&mut self, c: CompId) -> bool {
        let (word, bit) = (c.index() / 64, 1u64 << (c.index() % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Removes a component.
    pub fn remove(&mut self, c: CompId) {
        if let Some(word) = self.words.get_mut(c.index() / 64) {
            *word &= !(1u64 << (c.index() % 64));
        }
        self.trim();
    }

    /// The set with one more component.
    pub fn with(&self, c: CompId) -> CompSet {
        let mut set = self.clone();
        set.insert(c);
        set
    }

    /// The set without a component.
    pub fn without(&self, c: CompId) -> CompSet {
        let mut set = self.clone();
        set.remove(c);
        set
    }

    /// Whether a component is in the set.
    pub fn contains(&self, c: CompId) -> bool {
        self.words
            .get(c.index() / 64)
            .is_some_and(|w| w >> (c.index() % 64) & 1 == 1)
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether every member of `self` is in `other`.
    #[inline]
    pub fn is_subset(&self, other: &CompSet) -> bool {
        let (mine, theirs) = (&*self.words, &*other.words);
        mine.len() <= theirs.len() && mine.iter().zip(theirs).all(|(a, b)| a & !b == 0)
    }

    /// Whether the sets have a member in common.
    #[inline]
    pub fn meets(&self, other: &CompSet) -> bool {
        let (mine, theirs) = (&*self.words, &*other.words);
        mine.iter().zip(theirs).any(|(a, b)| a & b != 0)
    }

    /// The first 128 components of the set, as bits.
    pub fn head(&self) -> u128 {
        let word = |i: usize| u128::from(self.words.get(i).copied().unwrap_or(0));
        word(1) << 64 | word(0)
    }

    /// Union of both sets.
    pub fn union(&self, other: &CompSet) -> CompSet {
        let (long, short) = if self.words.len() < other.words.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut words = long.words.clone();
        for (word, more) in words.iter_mut().zip(&short.words) {
            *word |= more;
        }
        CompSet { words }
    }

    /// The members of `self` that are not in `other`.
    pub fn minus(&self, other: &CompSet) -> CompSet {
        let mut set = self.clone();
        for (word, less) in set.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
        set.trim();
        set
    }

    /// Intersection of both sets.
    pub fn intersect(&self, other: &CompSet) -> CompSet {
        let common = self.words.iter().zip(&other.words).map(|(a, b)| a & b);
        let mut set = CompSet {
            words: common.collect(),
        };
        set.trim();
        set
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = CompId> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some(CompId(i as u32 * 64 + bit))
            })
        })
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

impl fmt::Debug for CompSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(CompId::index))
            .finish()
    }
}

impl FromIterator<CompId> for CompSet {
    fn from_iter<I: IntoIterator<Item = CompId>>(ids: I) -> CompSet {
        let mut set = CompSet::new();
        for id in ids {
            set.insert(id);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn set(ids: &BTreeSet<u32>) -> CompSet {
        ids.iter().map(|&i| CompId(i)).collect()
    }

    proptest! {
        /// All operations agree with the sets of the standard library; equal sets have equal representations.
        #[test]
        fn agrees_with_btreeset(
            a in proptest::collection::btree_set(0u32..200, 0..12),
            b in proptest::collection::btree_set(0u32..200, 0..12),
            c in 0u32..200,
        ) {
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(x.union(&y), set(&(&a | &b)));
            prop_assert_eq!(x.minus(&y), set(&(&a - &b)));
            prop_assert_eq!(x.intersect(&y), set(&(&a & &b)));
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert_eq!(x.meets(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.iter().map(|c| c.0).collect::<Vec<_>>(), a.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(x.contains(CompId(c)), a.contains(&c));
            prop_assert_eq!(x.with(CompId(c)).without(CompId(c)), x.without(CompId(c)));
            let flags = |many: u32| (0..many).map(|i| a.contains(&i));
            prop_assert_eq!(CompSet::of_flags(flags(200)), set(&a));
            prop_assert_eq!(CompSet::of_flags(flags(c)), set(&a.range(..c).copied().collect()));
            prop_assert_eq!(CompSet::full(c as usize), (0..c).map(CompId).collect());
        }
    }
}
