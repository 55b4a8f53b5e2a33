//! Constants that occur in formulas: bounds that a person would write.

use std::collections::BTreeSet;

use ir::Scalar;
use rustc_hash::FxHashSet;
use term::{Node, Pool, Term};

use super::atom::as_number;

/// Most constants that are tried.
const MOST: usize = 24;

/// Constants with their widths, as bits, in order.
pub(crate) fn of(pool: &Pool, terms: &[Term]) -> Vec<(u32, u64)> {
    let mut found = BTreeSet::new();
    let mut seen: FxHashSet<Term> = terms.iter().copied().collect();
    let mut open = terms.to_vec();
    while let Some(t) = open.pop() {
        if let Node::Const(bits) = pool.node(t)
            && !pool.sort(t).is_float()
        {
            found.insert((pool.width(t), *bits));
        }
        open.extend(pool.node(t).children().filter(|c| seen.insert(*c)));
    }
    found.into_iter().collect()
}

/// Constants that may be bounds of a type, with their negations and neighbours.
pub(crate) fn bounds(constants: &[(u32, u64)], ty: Scalar) -> Vec<i128> {
    let (min, max) = super::atom::range(ty);
    let mut all = BTreeSet::new();
    for (width, bits) in constants {
        if *width != 1 && *width <= ty.bits() {
            let value = as_number(ty, term::value::signed(*width, *bits) as u64);
            all.extend([value - 1, value, value + 1, -value - 1, -value, 1 - value]);
        }
    }
    let within = all.into_iter().filter(|v| (min..=max).contains(v));
    within.take(6 * MOST).collect()
}
