//! Weighted `MaxSAT` by implicit hitting sets, all optima and near-optima in order of weight.
//!
//! The hard formula is asked about under assumptions: every component outside a candidate is kept. If it has no model,
//! the solver names a core, a set of assumptions that contradict it; every solution relaxes one of them. A candidate is
//! a lightest set that hits all cores known so far, so the first one with a model is an optimum: whatever is lighter
//! misses a core. It and its supersets are blocked, and the search goes on with the next lightest set.
//!
//! The formula is a conjunction with a part for each failing test, and the parts share nothing but the guards of the
//! components. Under assumptions it has a model if each part has one; so the parts are asked one after the other, and a
//! core of one part is a core of the whole. The part that refuted the last candidate comes first.
//!
//! # References
//! J. Davies, F. Bacchus: *Solving `MAXSAT` by Solving a Sequence of Simpler SAT Instances*, 2011; the use for programs
//! is `CFaults` (2024), §3.

use ir::CompSet;

use crate::cores::{Core, Cores};
use crate::diagnoses::Diagnoses;
use crate::hitting::{HittingSets, Next};
use crate::weights::Weights;

/// What a part of the formula says about a set of relaxed components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaAnswer {
    /// The part has a model.
    Satisfiable,
    /// The part has no model: at least one of these kept components has to be relaxed too. An empty core means that no
    /// relaxation helps.
    Core(CompSet),
    /// The solver gave up.
    Unknown,
    /// The search is to end.
    Stopped,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MaxSatEnd {
    /// Whether it was stopped.
    pub stopped: bool,
    /// Number of sets about which the solver gave up.
    pub unknown: u64,
}

/// Finds all subset-minimal sets of up to `max_size` of `components` whose relaxation gives all `parts` of the formula a
/// model, the lightest first. `ask` is asked about a part and a set of relaxed components, `found` receives each result
/// with the number of sets about which nothing is known so far.
pub fn maxsat(
    components: usize,
    parts: usize,
    weights: &Weights,
    max_size: usize,
    ask: &mut dyn FnMut(usize, &CompSet) -> FormulaAnswer,
    found: &mut dyn FnMut(CompSet, u64),
) -> MaxSatEnd {
    let mut search = MaxSat {
        all: CompSet::full(components).minus(weights.hard()),
        cores: Cores::default(),
        found: Diagnoses::default(),
        parts: (0..parts).collect(),
        ask,
        end: MaxSatEnd::default(),
    };
    let sizes = 1..=max_size.min(components);
    let mut sizes: Vec<HittingSets<'_>> = sizes
        .map(|size| HittingSets::new(size, components, weights))
        .collect();

    // The first core: without it, every component would be a candidate.
    let mut candidate = CompSet::new();
    loop {
        match search.judge(&candidate) {
            FormulaAnswer::Satisfiable => {
                found(candidate.clone(), search.end.unknown);
                search.found.push(candidate);
            }
            FormulaAnswer::Core(core) if core.is_empty() => return search.end,
            FormulaAnswer::Core(_) => {}
            FormulaAnswer::Unknown => search.end.unknown += 1,
            FormulaAnswer::Stopped => {
                search.end.stopped = true;
                return search.end;
            }
        }
        match search.lightest(&mut sizes) {
            Some(next) => candidate = next,
            None => return search.end,
        }
    }
}

struct MaxSat<'a> {
    /// All components that may be relaxed.
    all: CompSet,
    cores: Cores,
    found: Diagnoses,
    /// The parts in the order in which they are asked.
    parts: Vec<usize>,
    ask: &'a mut dyn FnMut(usize, &CompSet) -> FormulaAnswer,
    end: MaxSatEnd,
}

impl MaxSat<'_> {
    /// Asks all parts about a candidate; a core is made smaller and kept.
    fn judge(&mut self, candidate: &CompSet) -> FormulaAnswer {
        let mut judged = FormulaAnswer::Satisfiable;
        for at in 0..self.parts.len() {
            let part = self.parts[at];
            match (self.ask)(part, candidate) {
                FormulaAnswer::Satisfiable => {}
                FormulaAnswer::Unknown => judged = FormulaAnswer::Unknown,
                FormulaAnswer::Stopped => return FormulaAnswer::Stopped,
                FormulaAnswer::Core(core) => {
                    self.parts[..=at].rotate_right(1);
                    let set = self.shrunk(part, &core);
                    let core = Core {
                        set: set.clone(),
                        bounded: false,
                        test: part,
                    };
                    self.cores.add(candidate, core);
                    return FormulaAnswer::Core(set);
                }
            }
        }
        judged
    }

    /// A minimal core of a part within a core: every member is left out once, and stays out if the rest still is one.
    fn shrunk(&mut self, part: usize, core: &CompSet) -> CompSet {
        let mut rest = core.clone();
        for c in core.iter() {
            if rest.contains(c) {
                let without = rest.minus(&CompSet::new().with(c));
                if let FormulaAnswer::Core(smaller) = (self.ask)(part, &self.all.minus(&without)) {
                    rest = smaller;
                }
            }
        }
        rest
    }

    /// The lightest set of any size that hits all cores and contains no result.
    fn lightest(&self, sizes: &mut [HittingSets<'_>]) -> Option<CompSet> {
        loop {
            let weight = |sets: &HittingSets<'_>| sets.least_bound();
            let open = sizes
                .iter_mut()
                .filter_map(|sets| Some((weight(sets)?, sets)));
            let (_, next) = open.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
            if let Next::Candidate(set) = next.step(&self.cores, &self.found) {
                return Some(set);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ir::CompId;

    use super::*;

    /// Components of a set written as bits.
    fn set(bits: u32) -> CompSet {
        (0..32).filter(|i| bits >> i & 1 == 1).map(CompId).collect()
    }

    /// All minimal sets that meet every core, the lightest first.
    fn expected(components: u32, cores: &[u32], weights: &[u32], most: u32) -> Vec<u32> {
        let hits = |bits: &u32| cores.iter().all(|core| core & bits != 0);
        let is_minimal = |bits: u32| {
            let less = (0..components).map(|i| bits & !(1 << i));
            less.filter(|&less| less != bits).all(|less| !hits(&less))
        };
        let all = 1..1u32 << components;
        let mut sets: Vec<u32> = all
            .filter(|bits| bits.count_ones() <= most && hits(bits) && is_minimal(*bits))
            .collect();
        let weight = |bits: u32| -> u32 {
            let of = |i: &u32| bits >> i & 1 == 1;
            (0..components)
                .filter(of)
                .map(|i| weights[i as usize])
                .sum()
        };
        sets.sort_by_key(|bits| (weight(*bits), *bits));
        sets
    }

    #[test]
    fn all_minimal_sets_in_order_of_weight() {
        let mut random = 7u32;
        let mut next = |below: u32| {
            random = random.wrapping_mul(1_103_515_245).wrapping_add(12345);
            (random >> 16) % below
        };
        for _ in 0..300 {
            let components = 2 + next(6);
            let (most, parts) = (1 + next(4), 1 + next(4));
            let cores: Vec<u32> = (0..parts)
                .map(|_| 1 + next((1 << components) - 1))
                .collect();
            let weights: Vec<u32> = (0..components).map(|_| 1 + next(9)).collect();
            let given = Weights::given(weights.iter().map(|w| f64::from(*w)).collect());
            let mut found = Vec::new();
            // A solver names every assumption, not only those that matter.
            let mut ask = |part: usize, relaxed: &CompSet| {
                if relaxed.meets(&set(cores[part])) {
                    FormulaAnswer::Satisfiable
                } else {
                    FormulaAnswer::Core(set((1 << components) - 1).minus(relaxed))
                }
            };
            let end = maxsat(
                components as usize,
                parts as usize,
                &given,
                most as usize,
                &mut ask,
                &mut |set, _| found.push(set),
            );
            assert_eq!(end, MaxSatEnd::default());
            let sum = |set: &CompSet| given.of(set);
            assert!(found.is_sorted_by(|a, b| sum(a) <= sum(b)), "{found:?}");
            let mut expected: Vec<CompSet> = expected(components, &cores, &weights, most)
                .into_iter()
                .map(set)
                .collect();
            found.sort_by_key(|set| set.iter().collect::<Vec<_>>());
            expected.sort_by_key(|set| set.iter().collect::<Vec<_>>());
            assert_eq!(found, expected, "{cores:?} {weights:?} {most}");
        }
    }

    #[test]
    fn what_cannot_hold_ends_at_once() {
        let weights = Weights::given(vec![1.0; 3]);
        let mut asked = 0;
        let mut ask = |_: usize, _: &CompSet| {
            asked += 1;
            FormulaAnswer::Core(CompSet::new())
        };
        maxsat(3, 2, &weights, 3, &mut ask, &mut |_, _| {
            panic!("nothing is found")
        });
        assert_eq!(asked, 1);
    }
}
