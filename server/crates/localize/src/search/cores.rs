//! Cores: sets of which every diagnosis contains a member.
//!
//! A no for `R` with core `K` says that no subset of `C∖K` lets that test pass. So a set is refuted when it misses a
//! core of *any* test, and one list serves all of them. Only minimal cores are kept, and only the smallest
//! [`ACTIVE`]: a core of nearly all components prunes little and would be looked at for each candidate. What refuted
//! a candidate is kept under that candidate as well, because the next level asks for exactly these sets again (as
//! prefixes of candidates, and to prove minimality).

use rustc_hash::FxHashMap;

use crate::set::CompSet;

/// Cores in the common list at most.
const ACTIVE: usize = 512;

/// A set of which at least one member must be relaxed for `test` to pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Core {
    pub(super) set: CompSet,
    /// It leans on a bound.
    pub(super) bounded: bool,
    pub(super) test: usize,
}

impl Core {
    /// Whatever `other` refutes, this refutes, and as firmly.
    fn subsumes(&self, other: &Core) -> bool {
        (!self.bounded || other.bounded) && self.set.is_subset(&other.set)
    }
}

/// All cores known so far.
#[derive(Debug, Default)]
pub(super) struct Cores {
    /// No one subsumes another; by size, then by age.
    active: Vec<Core>,
    /// By the candidate that was refuted.
    exact: FxHashMap<CompSet, Core>,
    /// Some core leant on a bound.
    pub(super) leant: bool,
}

impl Cores {
    /// Keeps a core, and remembers that it refuted `candidate`.
    pub(super) fn add(&mut self, candidate: &CompSet, core: Core) {
        self.leant |= core.bounded;
        self.exact.insert(candidate.clone(), core.clone());
        if self.active.iter().any(|known| known.subsumes(&core)) {
            return;
        }
        self.active.retain(|known| !core.subsumes(known));
        let size = core.set.len();
        let at = self.active.partition_point(|known| known.set.len() <= size);
        self.active.insert(at, core);
        self.active.truncate(ACTIVE);
    }

    /// Forgets cores of `test` that `feasible` contradicts. Only a bound that was too narrow makes such cores.
    pub(super) fn contradict(&mut self, test: usize, feasible: &CompSet) {
        if !self.leant {
            return;
        }
        let stands = |core: &Core| core.test != test || !core.bounded || core.set.meets(feasible);
        self.active.retain(stands);
        self.exact.retain(|_, core| stands(core));
    }

    /// Cores in the common list that `set` misses, smallest first.
    pub(super) fn missed<'a>(&'a self, set: &'a CompSet) -> impl Iterator<Item = &'a Core> {
        self.active.iter().filter(|core| !core.set.meets(set))
    }

    /// What refuted exactly this candidate.
    pub(super) fn exactly(&self, candidate: &CompSet) -> Option<&Core> {
        self.exact.get(candidate)
    }

    /// Refuted? With a proved core if there is one.
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

    /// The same with the cores that lean on no bound.
    pub(super) fn proved(&self) -> Cores {
        let exact = self.exact.iter().filter(|(_, core)| !core.bounded);
        Cores {
            active: self
                .active
                .iter()
                .filter(|core| !core.bounded)
                .cloned()
                .collect(),
            exact: exact
                .map(|(set, core)| (set.clone(), core.clone()))
                .collect(),
            leant: false,
        }
    }
}
