//! Copies of vectors, as states and objects make them.

/// A copy of what is empty as a rule. States and objects have many such fields, and are copied more than anything else.
#[inline]
pub(super) fn seldom<T: Clone>(some: &[T]) -> Vec<T> {
    if some.is_empty() {
        Vec::new()
    } else {
        some.to_vec()
    }
}

/// Makes a vector such a copy, in the room that it has.
pub(super) fn copy_seldom<T: Clone>(into: &mut Vec<T>, from: &[T]) {
    if !(into.is_empty() && from.is_empty()) {
        from.clone_into(into);
    }
}

/// A copy with room for so many elements.
pub(super) fn roomy<T: Clone>(some: &[T], capacity: usize) -> Vec<T> {
    let mut copy = Vec::with_capacity(capacity.max(some.len()));
    copy.extend_from_slice(some);
    copy
}
