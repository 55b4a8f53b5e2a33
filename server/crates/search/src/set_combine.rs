//! SNIPER's `SetCombine`: unions of one minimal correction set per test.
//!
//! A set lets every test pass if and only if it contains a minimal correction set of each test. So the unions of one
//! set per test are diagnoses, and the subset-minimal ones among them are all minimal diagnoses. The paper forms the
//! whole Cartesian product ([`set_combine`]), which grows exponentially with the number of tests and is mostly
//! redundant. For a search ([`minimal_unions`]) the tests are taken one at a time, those with few sets first and
//! identical ones once, and after each test only the minimal unions are kept: if `A ⊂ B`, every union that grows from
//! `B` contains one that grows from `A` by the same choices. Unions above the size limit are dropped, because they only
//! grow.
//!
//! # References
//! S.-M. Lamraoui, S. Nakajima: *A Formula-based Approach for Automatic Fault Localization of Multi-fault Programs*,
//! 2016, §5.5, Definitions 5 and 6.

use rustc_hash::FxHashSet;

use crate::limits::SETS_PER_STOP_CHECK;
use crate::weights::Weights;
use ir::CompSet;

/// Definition 6 of the paper to the letter: each union of one set per family, once, in the order in which the product
/// is formed, including redundant ones. `None` if there are more than `most`.
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

/// Limits on combining.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Growth {
    /// Size of the largest union.
    pub(super) max_size: usize,
    /// Unions kept after a test.
    pub(super) kept: usize,
    /// Unions formed for one test.
    pub(super) formed: usize,
}

/// Unions that were kept.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unions {
    /// Unions, smallest first, then lightest; none contains another.
    pub(super) sets: Vec<CompSet>,
    /// Whether some unions were dropped: a union may be missing, and one that is present may not be minimal.
    pub(super) cut: bool,
    /// Whether the search was stopped; the sets need not cover all families then.
    pub(super) stopped: bool,
}

/// Minimal unions of one set per family.
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

/// Unites each union with each set of the family; a union that contains one of these sets already stays as it is.
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

/// Subset-minimal sets in order, at most `most`; incomplete if the search is stopped.
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
