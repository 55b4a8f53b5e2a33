//! SNIPER's `SetCombine`: one minimal correction set of each test, united.
//!
//! A set lets every test pass if and only if it contains a minimal correction set of each. So the unions of one set per
//! test are diagnoses, and the subset-minimal ones among them are all minimal diagnoses. The paper forms the whole
//! Cartesian product ([`set_combine`]); it grows with the power of the number of tests, and most of it is redundant. For
//! a search ([`minimal_unions`]) the tests are taken one at a time, those with few sets first and equal ones once, and
//! after each test only the minimal unions are kept: if `A ⊂ B`, whatever `B` grows into contains what `A` grows into by
//! the same choices. Unions beyond the size are left out, because they only grow.
//!
//! # References
//! S.-M. Lamraoui, S. Nakajima: *A Formula-based Approach for Automatic Fault Localization of Multi-fault Programs*,
//! 2016, §5.5, Definitions 5 and 6.

use rustc_hash::FxHashSet;

use crate::limits::SETS_PER_STOP_CHECK;
use crate::weights::Weights;
use ir::CompSet;

/// Definition 6 of the paper to the letter: each union of one set per family, once, in the order in which the product
/// is formed. Redundant ones are there as well. `None` when there are more than `most`.
pub fn set_combine(families: &[Vec<CompSet>], most: usize) -> Option<Vec<CompSet>> {
    let mut unions = vec![CompSet::new()];
    for family in families {
        let mut known = FxHashSet::default();
        let mut next = Vec::new();
        for union in &unions {
            for set in family {
                let larger = union.union(set);
                if known.insert(larger.clone()) {
                    next.push(larger);
                }
                if next.len() > most {
                    return None;
                }
            }
        }
        unions = next;
    }
    Some(unions)
}

/// What combining may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Growth {
    /// Size of the largest union.
    pub(super) max_size: usize,
    /// Unions kept after a test.
    pub(super) kept: usize,
    /// Unions formed for one test.
    pub(super) formed: usize,
}

/// The unions that were kept.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unions {
    /// Smallest first, then lightest; none within another.
    pub(super) sets: Vec<CompSet>,
    /// There were more than are kept: a union may be missing, and one that is there may not be minimal.
    pub(super) cut: bool,
    /// The end came; the sets need not cover all families.
    pub(super) stopped: bool,
}

/// The minimal unions of one set per family.
pub(super) fn minimal_unions(
    families: &[Vec<CompSet>],
    weights: &Weights,
    growth: Growth,
    stopped: &dyn Fn() -> bool,
) -> Unions {
    let mut order: Vec<&Vec<CompSet>> = families.iter().collect();
    order.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    order.dedup();
    let mut unions = Unions {
        sets: vec![CompSet::new()],
        cut: false,
        stopped: false,
    };
    for family in order {
        let room = (growth.formed / family.len().max(1)).max(1);
        unions.cut |= unions.sets.len() > room;
        unions.sets.truncate(room);
        let grown = grow(&unions.sets, family, growth.max_size);
        unions.sets = minimal(grown, weights, growth.kept + 1, stopped);
        unions.cut |= unions.sets.len() > growth.kept;
        unions.sets.truncate(growth.kept);
        if stopped() {
            unions.stopped = true;
            break;
        }
    }
    unions
}

/// Each union with each set of the family; one that contains such a set already stays as it is.
fn grow(unions: &[CompSet], family: &[CompSet], max_size: usize) -> FxHashSet<CompSet> {
    let mut grown = FxHashSet::default();
    for union in unions {
        if family.iter().any(|set| set.is_subset(union)) {
            grown.insert(union.clone());
            continue;
        }
        let larger = family.iter().map(|set| union.union(set));
        grown.extend(larger.filter(|set| set.len() <= max_size));
    }
    grown
}

/// Those that contain no other, in order; `most` at most, and not all when the end comes.
fn minimal(
    sets: FxHashSet<CompSet>,
    weights: &Weights,
    most: usize,
    stopped: &dyn Fn() -> bool,
) -> Vec<CompSet> {
    let mut sets: Vec<(f64, CompSet)> = sets
        .into_iter()
        .map(|set| (weights.of(&set), set))
        .collect();
    sets.sort_by(|(weight, set), (other_weight, other)| {
        let smaller = set.len().cmp(&other.len());
        let lighter = smaller.then(weight.total_cmp(other_weight));
        lighter.then_with(|| set.cmp(other))
    });
    let mut kept: Vec<CompSet> = Vec::new();
    for (i, (_, set)) in sets.into_iter().enumerate() {
        if kept.len() == most || i % SETS_PER_STOP_CHECK == SETS_PER_STOP_CHECK - 1 && stopped() {
            break;
        }
        if !kept.iter().any(|known| known.is_subset(&set)) {
            kept.push(set);
        }
    }
    kept
}
