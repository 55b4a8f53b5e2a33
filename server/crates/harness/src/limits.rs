//! Numeric limits of what is learnt from tests.

/// Words at the beginning of an input that are looked at place by place; all others count as one place.
pub(crate) const FIRST_WORDS: usize = 4;
/// Numbers up to this are always possible, if greater ones than 0 are.
pub(crate) const USUAL_NUMBER: i64 = 1_000;
/// How many times larger, or longer, than those of the tests words may be.
pub(crate) const MUCH_LARGER: i64 = 10;

// In `aligned`.

/// Most words of a text that are aligned; a longer one differs in one part.
pub(crate) const MOST_ALIGNED_WORDS: usize = 1 << 12;
