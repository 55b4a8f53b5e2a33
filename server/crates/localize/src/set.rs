//! Sets of components as bit masks.

use ir::CompId;

/// A set of components.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CompSet {
    words: Vec<u64>,
}

impl CompSet {
    /// The empty set.
    pub fn new() -> CompSet {
        CompSet::default()
    }

    /// All of `0..n`.
    pub fn full(n: usize) -> CompSet {
        (0..n).map(|i| CompId(i as u32)).collect()
    }

    /// Adds one; says whether it was new.
    pub fn insert(&mut self, c: CompId) -> bool {
        let (word, bit) = (c.index() / 64, 1u64 << (c.index() % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes one out.
    pub fn remove(&mut self, c: CompId) {
        if let Some(word) = self.words.get_mut(c.index() / 64) {
            *word &= !(1u64 << (c.index() % 64));
        }
        // Equal sets have equal words: no trailing zeros.
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// Membership.
    pub fn contains(&self, c: CompId) -> bool {
        self.words
            .get(c.index() / 64)
            .is_some_and(|w| w >> (c.index() % 64) & 1 == 1)
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// No members.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Every member of `self` is in `other`.
    pub fn is_subset(&self, other: &CompSet) -> bool {
        self.words.len() <= other.words.len()
            && self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Some member in common.
    pub fn meets(&self, other: &CompSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Members of either.
    pub fn union(&self, other: &CompSet) -> CompSet {
        self.iter().chain(other.iter()).collect()
    }

    /// Members of `self` that are not in `other`.
    pub fn minus(&self, other: &CompSet) -> CompSet {
        self.iter().filter(|c| !other.contains(*c)).collect()
    }

    /// Members of both.
    pub fn intersect(&self, other: &CompSet) -> CompSet {
        self.iter().filter(|c| other.contains(*c)).collect()
    }

    /// Members in ascending order.
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
