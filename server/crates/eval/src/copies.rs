//! Ways to copy vectors, for states and objects.

/// Copies a vector that is usually empty. States and objects have many such fields, and nothing is copied more often.
#[inline]
pub(super) fn clone_rarely_filled<T: Clone>(some: &[T]) -> Vec<T> {
    if some.is_empty() {
        Vec::new()
    } else {
        some.to_vec()
    }
}

/// Copies a vector that is usually empty into an existing one, and reuses its memory.
pub(super) fn copy_seldom<T: Clone>(into: &mut Vec<T>, from: &[T]) {
    if !(into.is_empty() && from.is_empty()) {
        from.clone_into(into);
    }
}

/// Copies a vector with room for this number of elements.
pub(super) fn clone_with_capacity<T: Clone>(some: &[T], capacity: usize) -> Vec<T> {
    let mut copy = Vec::with_capacity(capacity.max(some.len()));
    copy.extend_from_slice(some);
    copy
}
