//! Choice of the sufficient insertions to report.

use std::cmp::Ordering;

use ir::{FnId, InsertedStatement, Insertion};
use lower::Gap;
use rustc_hash::FxHashMap;

use super::Sufficient;
use crate::limits::{MAX_INSERTIONS, MAX_INSERTIONS_ALONE};
use crate::report::Side;

/// Chooses the best few insertions. Where one statement suffices at several places of a function, a single place is
/// kept. For an assignment it is the first place, so that everything that follows can use the value. For other
/// statements it is the last place, where most of the existing code has run, as it is for an assignment in a loop that
/// is followed by an assignment to the same object.
pub(super) fn choose(found: Vec<Sufficient>, alone: bool) -> Vec<Sufficient> {
    let mut best: FxHashMap<(FnId, String), usize> = FxHashMap::default();
    let mut kept: Vec<Sufficient> = Vec::new();
    for one in found {
        let key = (one.point.function, one.general.clone());
        match best.get(&key) {
            Some(&at) if precedes(&kept[at], &one) => {}
            Some(&at) => kept[at] = one,
            None => {
                best.insert(key, kept.len());
                kept.push(one);
            }
        }
    }
    kept.sort_by_key(|one| (one.fix.is_none(), !in_loop(one), class(one), one.point.span));
    kept.truncate(if alone {
        MAX_INSERTIONS_ALONE
    } else {
        MAX_INSERTIONS
    });
    kept
}

/// Whether the first of two places for a statement is the better one.
fn precedes(a: &Sufficient, b: &Sufficient) -> bool {
    let earlier = (a.point.span, a.point.gap) < (b.point.span, b.point.gap);
    let firmness = |s: &Sufficient| (s.fix.is_some(), s.always, in_loop(s));
    match firmness(a).cmp(&firmness(b)) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => earlier == (is_assignment(a.insertion) && !in_loop(a)),
    }
}

fn in_loop(one: &Sufficient) -> bool {
    one.added.side == Some(Side::InLoop)
}

fn is_assignment(insertion: Insertion) -> bool {
    matches!(insertion.what, InsertedStatement::Assign(_))
}

/// Rank of an insertion by how informative it is; the most informative insertions have rank 0.
fn class(one: &Sufficient) -> u8 {
    match one.insertion.what {
        _ if one.always => 0,
        InsertedStatement::Break | InsertedStatement::Continue | InsertedStatement::Goto(_) => 1,
        InsertedStatement::Assign(_) if one.point.gap == Gap::Else => 2,
        InsertedStatement::Return => 3,
        InsertedStatement::Assign(_) => 4,
        InsertedStatement::Print | InsertedStatement::Statement => 5,
    }
}
