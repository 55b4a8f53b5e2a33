//! Marks on values and bytes that may differ from one iteration of a loop to the next.

use crate::object::Object;
use crate::state::State;
use crate::value::Val;

/// The aspects of a value that may differ.
pub(super) type Mark = u8;
/// Largest object whose bytes have individual marks; a larger one is marked as a whole.
const MOST_MARKED: u64 = 1 << 20;
pub(super) const NONE: Mark = 0;
/// The number, or the offset of a pointer.
pub(super) const BITS: Mark = 1;
/// Every aspect, including the object of a pointer and whether the value is determinate.
pub(super) const ALL: Mark = 3;

/// Marks on the bytes of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Marks {
    Whole,
    Bytes(Vec<Mark>),
}

impl Marks {
    pub(super) fn of(&self, at: u64, size: u64) -> Mark {
        match self {
            Marks::Whole => ALL,
            Marks::Bytes(bytes) => {
                let range = at as usize..(at.saturating_add(size)) as usize;
                let over = bytes.get(range);
                over.map_or(ALL, |over| over.iter().fold(NONE, |all, mark| all | mark))
            }
        }
    }

    pub(super) fn is_none(&self) -> bool {
        matches!(self, Marks::Bytes(bytes) if bytes.iter().all(|mark| *mark == NONE))
    }
}

/// A result computed from something that may point elsewhere may be any number, too.
pub(super) fn spread(mark: Mark) -> Mark {
    if mark & !BITS == NONE { mark } else { ALL }
}

/// Whether the value is always the same number, or a pointer into the same object.
pub(super) fn keeps_object(v: Val<u64>, mark: Mark) -> bool {
    mark == NONE || mark == BITS && v.object != 0
}

pub(super) fn difference((a, b): (Val<u64>, Val<u64>)) -> Mark {
    if a == b {
        NONE
    } else if a.object == b.object && a.init == b.init {
        BITS
    } else {
        ALL
    }
}

/// The slots of the frame with the loop that refer to other objects now; `None` if the frames differ in more than that.
pub(super) fn different_slots(
    before: &State<u64>,
    now: &State<u64>,
    depth: usize,
) -> Option<Vec<bool>> {
    let (a, b) = (
        before.calls.frames.get(..depth)?,
        now.calls.frames.get(..depth)?,
    );
    let ((top_a, a), (top_b, b)) = (a.split_last()?, b.split_last()?);
    let mut like_b = top_a.clone();
    like_b.slots.clone_from(&top_b.slots);
    if a != b || like_b != *top_b {
        return None;
    }
    let pairs = top_a.slots.iter().zip(&top_b.slots);
    Some(pairs.map(|(a, b)| a != b).collect())
}

pub(super) fn different_bytes(a: &Object<u64>, b: &Object<u64>) -> Marks {
    if a.life != b.life || a.size() != b.size() {
        return Marks::Whole;
    }
    if a.size() > MOST_MARKED {
        return if a == b {
            Marks::Bytes(Vec::new())
        } else {
            Marks::Whole
        };
    }
    let all = 0..a.bytes.len();
    let bytes = |o: &Object<u64>| {
        o.bytes
            .to_vec(all.clone())
            .into_iter()
            .zip(o.init.to_vec(all.clone()))
    };
    let (contents, others) = (bytes(a), bytes(b));
    let mut marks: Vec<Mark> = contents
        .zip(others)
        .map(|((x, i), (y, j))| match (x == y, i == j) {
            (true, true) => NONE,
            (false, true) => BITS,
            (_, false) => ALL,
        })
        .collect();
    // Addresses overlay the bytes.
    for (own, other) in [(a, b), (b, a)] {
        for r in &own.rich {
            let found = other.rich.binary_search_by_key(&r.offset, |o| o.offset);
            let mark = match found.map(|i| &other.rich[i]) {
                Ok(o) if o == r => NONE,
                Ok(o) if o.ty == r.ty => difference((r.val(), o.val())),
                _ => ALL,
            };
            let range = r.offset as usize..(r.offset + r.ty.size()) as usize;
            marks[range].iter_mut().for_each(|own| *own |= mark);
        }
    }
    Marks::Bytes(marks)
}
