//! Hitting sets of a fixed size in order of weight, while new cores keep arriving.
//!
//! A node stands for all sets of the given size that contain its members and none of its forbidden components. It is
//! expanded on a core that its members miss: one child for each component of the core, with the earlier siblings
//! forbidden, so that no set is enumerated twice. The node with the least lower bound is expanded first, the deeper one
//! among equals; hence complete sets are produced in order of weight. A core that arrives later needs no restart: every
//! node is checked again when it is popped, and expanding on *any* missed core loses only sets that miss it.
//!
//! The lower bound is that of a packing: pairwise disjoint missed cores need one member each. A node with more of them
//! than free places is pruned.

use std::{cmp::Ordering, collections::BinaryHeap};

use ir::CompId;

use super::cores::{Core, Cores};
use super::diagnoses::Diagnoses;
use crate::limits::{MAX_HEAP_RATIO, NODES_PER_BURST};
use crate::weights::Weights;
use ir::CompSet;

/// Result of one step of the enumerator.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A set that hits all cores, contains no blocked set, and was not returned before.
    Candidate(CompSet),
    /// No candidate yet.
    Busy,
    /// No candidates are left.
    Done,
}

/// Enumerator for one size.
#[derive(Debug, Clone)]
pub(super) struct HittingSets<'a> {
    size: usize,
    universe: CompSet,
    weights: &'a Weights,
    least: f64,
    heap: BinaryHeap<Node>,
    made: u64,
}

impl<'a> HittingSets<'a> {
    /// Creates an enumerator of all sets of exactly `size` components out of `0..components`, without hard ones.
    pub(super) fn new(size: usize, components: usize, weights: &'a Weights) -> HittingSets<'a> {
        let mut sets = HittingSets {
            size,
            universe: CompSet::full(components).minus(weights.hard()),
            weights,
            least: weights.least(),
            heap: BinaryHeap::new(),
            made: 0,
        };
        if size <= components {
            let root = Node {
                bound: 0.0,
                depth: 0,
                age: 0,
                members: CompSet::new(),
                forbidden: CompSet::new(),
            };
            sets.heap.push(root);
        }
        sets
    }

    /// Next candidate, given the cores and diagnoses known now.
    pub(super) fn next(&mut self, cores: &Cores, blocked: &Diagnoses) -> Next {
        for _ in 0..NODES_PER_BURST {
            match self.step(cores, blocked) {
                Next::Busy => {}
                next => return next,
            }
        }
        Next::Busy
    }

    /// Lower bound of the weights of all candidates that are left; `None` if none is left.
    pub(super) fn least_bound(&self) -> Option<f64> {
        self.heap.peek().map(|node| node.bound)
    }

    /// Visits the node with the least bound.
    pub(super) fn step(&mut self, cores: &Cores, blocked: &Diagnoses) -> Next {
        let Some(node) = self.heap.pop() else {
            return Next::Done;
        };
        if blocked.within(&node.members) {
            return Next::Busy;
        }
        if node.depth < self.size {
            self.expand(&node, cores);
        } else if cores.refuting(&node.members).is_none() {
            return Next::Candidate(node.members);
        }
        Next::Busy
    }

    /// Whether more than `count` candidates seem to be left, judging by a bounded probe.
    pub(super) fn more_than(&self, count: usize, cores: &Cores, blocked: &Diagnoses) -> bool {
        if self.heap.len() > MAX_HEAP_RATIO * count {
            return true;
        }
        let mut probe = self.clone();
        for _ in 0..=count {
            match probe.next(cores, blocked) {
                Next::Candidate(_) => {}
                Next::Busy => return true,
                Next::Done => return false,
            }
        }
        true
    }

    fn expand(&mut self, node: &Node, cores: &Cores) {
        let places = self.size - node.depth;
        let options = if places == 1 {
            // The last member has to hit all missed cores.
            let exact = cores.exactly(&node.members);
            let missed = cores.missed(&node.members).chain(exact);
            missed.fold(self.free(node), |options, core| {
                options.intersect(&core.set)
            })
        } else {
            self.branch(node, cores)
        };
        let mut forbidden = node.forbidden.clone();
        for c in options.iter() {
            self.push(node, c, &forbidden, cores);
            forbidden.insert(c);
        }
    }

    /// Allowed components of the missed core with the fewest of them; all allowed components if no core is missed.
    fn branch(&self, node: &Node, cores: &Cores) -> CompSet {
        let allowed = |core: &Core| core.set.minus(&node.forbidden);
        let best = cores
            .missed(&node.members)
            .map(allowed)
            .min_by_key(CompSet::len);
        // The members hit all cores in the list, but the core that refuted exactly them may have been too large for it.
        let best = best.or_else(|| cores.exactly(&node.members).map(allowed));
        best.unwrap_or_else(|| self.free(node))
    }

    fn free(&self, node: &Node) -> CompSet {
        self.universe.minus(&node.members).minus(&node.forbidden)
    }

    fn push(&mut self, parent: &Node, c: CompId, forbidden: &CompSet, cores: &Cores) {
        let mut child = Node {
            bound: 0.0,
            depth: parent.depth + 1,
            age: self.made,
            members: parent.members.with(c),
            forbidden: forbidden.clone(),
        };
        let places = self.size - child.depth;
        let mut bound = self.weights.of(&child.members);
        if places > 0 {
            let Some((needed, weight)) = self.packing(&child, cores) else {
                return;
            };
            if needed > places {
                return;
            }
            bound += weight + (places - needed) as f64 * self.least;
        }
        child.bound = bound.max(parent.bound);
        self.made += 1;
        self.heap.push(child);
    }

    /// Number of pairwise disjoint missed cores (greedy) and the least weight that hits them; `None` if one of them
    /// cannot be hit.
    fn packing(&self, node: &Node, cores: &Cores) -> Option<(usize, f64)> {
        let (mut used, mut needed, mut weight) = (CompSet::new(), 0, 0.0);
        for core in cores.missed(&node.members) {
            let allowed = core.set.minus(&node.forbidden);
            if allowed.is_empty() {
                return None;
            }
            if !allowed.meets(&used) {
                used = used.union(&allowed);
                needed += 1;
                weight += allowed
                    .iter()
                    .map(|c| self.weights.get(c))
                    .fold(f64::INFINITY, f64::min);
            }
        }
        Some((needed, weight))
    }
}

#[derive(Debug, Clone)]
struct Node {
    /// Lower bound of the weight of all sets below the node.
    bound: f64,
    /// Number of members.
    depth: usize,
    /// Age of the node; makes the order total and the search deterministic.
    age: u64,
    members: CompSet,
    forbidden: CompSet,
}

impl Ord for Node {
    /// Order of the heap: the greatest node is expanded first.
    fn cmp(&self, other: &Node) -> Ordering {
        let lighter = other.bound.total_cmp(&self.bound);
        lighter
            .then(self.depth.cmp(&other.depth))
            .then(other.age.cmp(&self.age))
    }
}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Node) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Node {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tests::weights;

    fn set(ids: impl IntoIterator<Item = u32>) -> CompSet {
        ids.into_iter().map(CompId).collect()
    }

    proptest! {
        /// Each hitting set of the size is returned once, in order of weight, though half of the cores arrive during
        /// the search.
        #[test]
        fn each_once_in_order(
            heights in proptest::collection::vec(1u32..6, 8),
            early in proptest::collection::vec(proptest::collection::btree_set(0u32..8, 0..5), 0..4),
            late in proptest::collection::vec((0usize..8, proptest::collection::btree_set(0u32..8, 3..8)), 0..4),
            blocked in proptest::collection::btree_set(0u32..8, 1..4),
            size in 0usize..5,
        ) {
            let (weights, set_aside) = (weights(&heights), set(blocked));
            let blocked = Diagnoses::from_iter([set_aside.clone()]);
            let mut cores = Cores::default();
            let mut all: Vec<CompSet> = Vec::new();
            let mut add = |cores: &mut Cores, ids: &std::collections::BTreeSet<u32>| {
                let core = set(ids.iter().copied());
                let missing = CompSet::full(8).minus(&core);
                cores.add(&missing, Core { set: core.clone(), bounded: false, test: 0 });
                all.push(core);
            };
            for ids in &early {
                add(&mut cores, ids);
            }
            let mut sets = HittingSets::new(size, 8, &weights);
            let mut given: Vec<CompSet> = Vec::new();
            for step in 0.. {
                match sets.next(&cores, &blocked) {
                    Next::Candidate(set) => given.push(set),
                    Next::Busy => {}
                    Next::Done => break,
                }
                for (_, ids) in late.iter().filter(|(at, _)| *at == step) {
                    add(&mut cores, ids);
                }
            }
            let order: Vec<f64> = given.iter().map(|set| weights.of(set)).collect();
            prop_assert!(order.is_sorted(), "{order:?}");
            let hits_all = |set: &CompSet| set.len() == size
                && all.iter().all(|core| core.meets(set))
                && !set_aside.is_subset(set);
            let mut once = given.clone();
            once.sort();
            once.dedup();
            prop_assert_eq!(once.len(), given.len());
            for mask in 0u32..256 {
                let set = set((0..8).filter(|i| mask >> i & 1 == 1));
                prop_assert!(!hits_all(&set) || given.contains(&set), "{set:?} is missing");
            }
        }
    }
}
