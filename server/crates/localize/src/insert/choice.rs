//! Which of the insertions that suffice are told.

use ir::{Inserted, Insertion};
use rustc_hash::FxHashMap;

use super::Sufficient;

/// Insertions that are told of a group.
const MOST: usize = 3;
/// The same where they are all that there is to tell.
const MOST_ALONE: usize = 8;

/// The best few. Of the places in a function where one statement suffices, the one for a jump is the last, where most
/// of what is written has been done; for others it is the first, where all that follows can use it.
pub(super) fn choose(found: Vec<Sufficient>, alone: bool) -> Vec<Sufficient> {
    let mut best: FxHashMap<(ir::FnId, String), usize> = FxHashMap::default();
    let mut kept: Vec<Sufficient> = Vec::new();
    for one in found {
        let key = (one.point.function, one.statement.clone());
        match best.get(&key) {
            Some(&at) if precedes(&kept[at], &one) => {}
            Some(&at) => kept[at] = one,
            None => {
                best.insert(key, kept.len());
                kept.push(one);
            }
        }
    }
    kept.sort_by_key(|one| (class(one), one.point.span));
    kept.truncate(if alone { MOST_ALONE } else { MOST });
    kept
}

/// Whether the first of two places for a statement is the better one.
fn precedes(a: &Sufficient, b: &Sufficient) -> bool {
    let earlier = (a.point.span, a.point.gap) < (b.point.span, b.point.gap);
    let better = match (a.always, b.always) {
        (true, false) => return true,
        (false, true) => return false,
        _ => earlier,
    };
    if is_jump(a.insertion) { !better } else { better }
}

fn is_jump(insertion: Insertion) -> bool {
    !matches!(insertion.what, Inserted::Assign(_) | Inserted::Print)
}

/// The most informative ones first.
fn class(one: &Sufficient) -> u8 {
    use ir::lower::Gap;
    match one.insertion.what {
        _ if one.always => 0,
        Inserted::Break | Inserted::Continue | Inserted::Goto(_) => 1,
        Inserted::Assign(_) if one.point.gap == Gap::Else => 2,
        Inserted::Return => 3,
        Inserted::Assign(_) => 4,
        Inserted::Print => 5,
    }
}
