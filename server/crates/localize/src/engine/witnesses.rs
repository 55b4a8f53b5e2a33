//! The witnesses of a group: for each test, the sets with which it passes, and the choices that make it pass.
//!
//! Often only a part of a relaxed set is needed: of two components, one lets some of the tests pass, the other one the
//! rest. So a witness names only the components whose behaviour differs from the program as written; the others behave
//! as written, whether they are relaxed or not. What a witness proves, it proves for all supersets of these components.

use eval::{Choice, Script};
use ir::CompId;
use rustc_hash::FxHashMap;

use ir::CompSet;

/// Choices under which a test passes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Witness {
    /// Components that make choices.
    pub(crate) of: CompSet,
    /// Choices in the order of the run.
    pub(crate) script: Script,
}

impl Witness {
    /// A witness from the choices of a run in which `relaxed` was relaxed, without those of components that always
    /// behaved as written.
    pub(super) fn new(relaxed: &CompSet, mut script: Script) -> Witness {
        let mut of = CompSet::new();
        for choice in &script {
            if let Choice::Enter {
                comp, alt: Some(_), ..
            } = choice
            {
                of.insert(*comp);
            }
        }
        if of.is_empty() {
            // The test passes as written: it only needed more instructions.
            of = relaxed.clone();
        } else {
            script.retain(|choice| of.contains(choice.comp()));
        }
        Witness { of, script }
    }

    /// This witness without the choices of one component, which behaves as written.
    fn without(&self, comp: CompId) -> Witness {
        let others = self.script.iter().filter(|choice| choice.comp() != comp);
        Witness {
            of: self.of.without(comp),
            script: others.cloned().collect(),
        }
    }

    /// Drops every component without which the witness still `passes`, trying them in turn.
    pub(super) fn reduced(mut self, passes: impl Fn(&Witness) -> bool) -> Witness {
        for comp in self.of.clone().iter() {
            if self.of.len() < 2 {
                break;
            }
            let less = self.without(comp);
            if passes(&less) {
                self = less;
            }
        }
        self
    }
}

/// The witnesses of one test.
#[derive(Debug, Default)]
struct OfTest {
    all: Vec<Witness>,
    /// The first components of each witness, a filter that quickly rules out witnesses of other components.
    heads: Vec<u128>,
    /// Index of the first witness of exactly these components.
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
    pub(super) fn insert(&mut self, test: usize, witness: Witness) {
        let of = self.by_test.entry(test).or_default();
        let next = of.all.len();
        if *of.exactly.entry(witness.of.clone()).or_insert(next) == next {
            of.heads.push(witness.of.head());
            of.all.push(witness);
        }
    }

    /// Records that a set is a diagnosis.
    pub(crate) fn delivered(&mut self, set: &CompSet) {
        let size = set.len();
        self.smallest = Some(self.smallest.map_or(size, |least| least.min(size)));
    }

    /// Whether users will see the witnesses of this set: after a diagnosis, only sets of at most its size are shown in
    /// detail.
    pub(super) fn are_shown(&self, set: &CompSet) -> bool {
        self.smallest.is_none_or(|least| set.len() <= least)
    }

    /// Whether there is a witness of exactly this set.
    pub(super) fn has(&self, test: usize, set: &CompSet) -> bool {
        let of = self.by_test.get(&test);
        of.is_some_and(|of| of.exactly.contains_key(set))
    }

    /// A witness of the set or of one of its subsets, whose remaining components stay as written.
    pub(crate) fn find(&self, test: usize, set: &CompSet) -> Option<&Witness> {
        let of = self.by_test.get(&test)?;
        if let Some(&i) = of.exactly.get(set) {
            return of.all.get(i);
        }
        let others = !set.head();
        let mut all = of.heads.iter().zip(&of.all);
        let part = all.find(|(head, w)| *head & others == 0 && w.of.is_subset(set));
        part.map(|(_, witness)| witness)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn set(ids: &[u32]) -> CompSet {
        ids.iter().map(|&id| CompId(id)).collect()
    }

    fn enter(comp: u32, alt: Option<usize>) -> Choice {
        Choice::Enter {
            comp: CompId(comp),
            alt,
            kind: None,
        }
    }

    #[test]
    fn what_does_as_written_is_none_of_a_witness() {
        let script = Script::from([enter(1, None), enter(2, Some(0)), enter(2, None)]);
        let witness = Witness::new(&set(&[1, 2, 3]), script);
        assert_eq!(witness.of, set(&[2]));
        assert_eq!(witness.script, [enter(2, Some(0)), enter(2, None)]);
    }

    #[test]
    fn a_run_as_written_is_a_witness_of_all_that_was_relaxed() {
        let script = Script::from([enter(1, None)]);
        let witness = Witness::new(&set(&[1, 2]), script.clone());
        assert_eq!((witness.of, witness.script), (set(&[1, 2]), script));
    }

    #[test]
    fn a_witness_is_reduced_to_what_is_needed() {
        let script = Script::from([1, 2, 3, 1].map(|comp| enter(comp, Some(0))));
        let witness = Witness::new(&set(&[1, 2, 3]), script);
        let asked = Cell::new(0);
        let reduced = witness.reduced(|less| {
            asked.set(asked.get() + 1);
            less.of.contains(CompId(2))
        });
        assert_eq!((reduced.of, asked.get()), (set(&[2]), 3));
        assert_eq!(reduced.script, [enter(2, Some(0))]);
    }

    #[test]
    fn a_set_has_the_witnesses_of_its_parts() {
        let mut witnesses = Witnesses::default();
        let of = |comp| Witness::new(&set(&[comp]), Script::from([enter(comp, Some(0))]));
        witnesses.insert(0, of(1));
        assert_eq!(witnesses.find(0, &set(&[1, 4])), Some(&of(1)));
        assert!(witnesses.has(0, &set(&[1])) && !witnesses.has(0, &set(&[1, 4])));
        assert_eq!(witnesses.find(0, &set(&[2, 4])), None);
        assert_eq!(witnesses.find(1, &set(&[1])), None);
    }
}
