//! Cores: sets that every diagnosis must hit.
//!
//! An *infeasible* answer for `R` with core `K` says that no subset of `C∖K` lets that test pass. Hence a set is
//! refuted if it misses a core of *any* test, and one list serves all tests. Only minimal cores are kept, and only the
//! smallest [`MAX_ACTIVE_CORES`]: a core of nearly all components prunes little but would be examined for each
//! candidate. The core that refuted a candidate is also stored under that candidate, because the next level asks for
//! exactly these sets again (as prefixes of candidates, and to prove minimality).
//!
//! The common list is scanned several times per candidate. A one-word bit mask of the first components is therefore
//! kept beside each core; it usually suffices to see that a core is hit, or that two cores do not contain one another.

use rustc_hash::FxHashMap;

use crate::limits::MAX_ACTIVE_CORES;
use ir::CompSet;

/// A set of which at least one member must be relaxed for `test` to pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Core {
    pub(super) set: CompSet,
    /// Whether the refutation relies on a bound.
    pub(super) bounded: bool,
    pub(super) test: usize,
}

impl Core {
    /// Whether `self` refutes everything that `other` refutes, and with as strong a proof.
    fn subsumes(&self, other: &Core) -> bool {
        (!self.bounded || other.bounded) && self.set.is_subset(&other.set)
    }
}

/// All cores known so far.
#[derive(Debug, Default)]
pub(super) struct Cores {
    /// Cores of which none subsumes another; by size, then by age.
    active: Vec<Core>,
    /// Bit masks of the first components of each active core.
    heads: Vec<u128>,
    /// Cores by the candidate that they refuted.
    exact: FxHashMap<CompSet, Core>,
    /// Whether some core relies on a bound.
    pub(super) bound_used: bool,
}

impl Cores {
    /// All active (minimal) cores.
    pub(super) fn all(&self) -> &[Core] {
        &self.active
    }

    /// Adds a core, and records that it refuted `candidate`.
    pub(super) fn add(&mut self, candidate: &CompSet, core: Core) {
        self.bound_used |= core.bounded;
        self.exact.insert(candidate.clone(), core.clone());
        let head = core.set.head();
        let size = core.set.len();
        let smaller = self.active.partition_point(|known| known.set.len() < size);
        let until = self.active.partition_point(|known| known.set.len() <= size);
        let mut listed = self.heads.iter().zip(&self.active).take(until);
        if listed.any(|(known, of)| known & !head == 0 && of.subsumes(&core)) {
            return;
        }
        let mut kept = smaller;
        for i in smaller..self.active.len() {
            let superfluous = head & !self.heads[i] == 0 && core.subsumes(&self.active[i]);
            if !superfluous {
                self.active.swap(kept, i);
                self.heads.swap(kept, i);
                kept += 1;
            }
        }
        self.active.truncate(kept);
        self.heads.truncate(kept);
        let at = self.active.partition_point(|known| known.set.len() <= size);
        if at < MAX_ACTIVE_CORES {
            self.active.insert(at, core);
            self.heads.insert(at, head);
            self.active.truncate(MAX_ACTIVE_CORES);
            self.heads.truncate(MAX_ACTIVE_CORES);
        }
    }

    /// Removes cores of `test` that `feasible` contradicts. Such cores arise only from a bound that was too narrow.
    pub(super) fn contradict(&mut self, test: usize, feasible: &CompSet) {
        if !self.bound_used {
            return;
        }
        let stands = |core: &Core| core.test != test || !core.bounded || core.set.meets(feasible);
        self.active.retain(stands);
        self.heads = heads(&self.active);
        self.exact.retain(|_, core| stands(core));
    }

    /// Cores in the common list that `set` misses, smallest first.
    pub(super) fn missed<'a>(&'a self, set: &'a CompSet) -> impl Iterator<Item = &'a Core> {
        let head = set.head();
        let listed = self.heads.iter().zip(&self.active);
        listed
            .filter(move |(first, core)| *first & head == 0 && !core.set.meets(set))
            .map(|(_, core)| core)
    }

    /// Core that refuted exactly this candidate.
    pub(super) fn exactly(&self, candidate: &CompSet) -> Option<&Core> {
        self.exact.get(candidate)
    }

    /// Refuted candidates of a size with their cores, in lexicographic order.
    pub(super) fn of_candidates(&self, size: usize) -> Vec<(&CompSet, &Core)> {
        let of_size = self.exact.iter().filter(|(set, _)| set.len() == size);
        let mut all: Vec<_> = of_size.collect();
        all.sort_by(|a, b| a.0.iter().cmp(b.0.iter()));
        all
    }

    /// Core that refutes the set, if any; a proved core is preferred.
    pub(super) fn refuting<'a>(&'a self, set: &'a CompSet) -> Option<&'a Core> {
        let all = self.missed(set).chain(self.exactly(set));
        let mut weak = None;
        for core in all {
            if !core.bounded {
                return Some(core);
            }
            weak = weak.or(Some(core));
        }
        weak
    }

    /// Copy with only the cores that rely on no bound.
    pub(super) fn proved(&self) -> Cores {
        let exact = self.exact.iter().filter(|(_, core)| !core.bounded);
        let active = self.active.iter().filter(|core| !core.bounded);
        let active: Vec<Core> = active.cloned().collect();
        Cores {
            heads: heads(&active),
            active,
            exact: exact
                .map(|(set, core)| (set.clone(), core.clone()))
                .collect(),
            bound_used: false,
        }
    }
}

fn heads(cores: &[Core]) -> Vec<u128> {
    cores.iter().map(|core| core.set.head()).collect()
}

#[cfg(test)]
mod tests {
    use ir::CompId;

    use super::*;

    fn set(ids: &[u32]) -> CompSet {
        ids.iter().map(|&i| CompId(i)).collect()
    }

    fn core(ids: &[u32], bounded: bool) -> Core {
        Core {
            set: set(ids),
            bounded,
            test: 0,
        }
    }

    fn missed(cores: &Cores, by: &[u32]) -> Vec<Core> {
        cores.missed(&set(by)).cloned().collect()
    }

    #[test]
    fn a_proof_yields_to_a_proof_only() {
        let mut cores = Cores::default();
        cores.add(&set(&[5]), core(&[1, 2, 3], false));
        cores.add(&set(&[6]), core(&[1, 2], true));
        assert_eq!(
            missed(&cores, &[]),
            [core(&[1, 2], true), core(&[1, 2, 3], false)]
        );
        assert_eq!(cores.refuting(&set(&[4])), Some(&core(&[1, 2, 3], false)));
        assert_eq!(cores.refuting(&set(&[3])), Some(&core(&[1, 2], true)));
        cores.add(&set(&[7]), core(&[1], false));
        assert_eq!(missed(&cores, &[]), [core(&[1], false)]);
        cores.add(&set(&[8]), core(&[1, 9], false));
        assert_eq!(missed(&cores, &[]), [core(&[1], false)]);
    }

    #[test]
    fn a_yes_contradicts_bounds_of_its_test_only() {
        let mut cores = Cores::default();
        cores.add(&set(&[0]), core(&[1, 2], true));
        cores.add(
            &set(&[1]),
            Core {
                test: 1,
                ..core(&[2, 3], true)
            },
        );
        cores.add(&set(&[2]), core(&[3, 4], true));
        cores.contradict(0, &set(&[4]));
        assert_eq!(
            missed(&cores, &[]),
            [
                Core {
                    test: 1,
                    ..core(&[2, 3], true)
                },
                core(&[3, 4], true)
            ]
        );
    }

    #[test]
    fn remembers_each_candidate_when_the_list_is_full() {
        let mut cores = Cores::default();
        let pairs = || (0..40).flat_map(|i| (0..i).map(move |j| set(&[i, j])));
        for pair in pairs() {
            let set = CompSet::full(40).minus(&pair);
            cores.add(
                &pair,
                Core {
                    set,
                    bounded: false,
                    test: 0,
                },
            );
        }
        assert_eq!(cores.missed(&set(&[])).count(), MAX_ACTIVE_CORES);
        assert!(pairs().all(|pair| cores.refuting(&pair).is_some()));
    }
}
