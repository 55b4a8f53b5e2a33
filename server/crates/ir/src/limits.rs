//! Limits of the static analyses.

/// Largest points-to set; a pointer with a larger one may point anywhere.
pub(crate) const MAX_POINTEES: usize = 8;
/// Positions in the code that one query about a pointer visits before it is abandoned.
pub(crate) const MAX_VISITED_POSITIONS: u32 = 100_000;
/// Most offsets into an object that are listed for the writes of a branch not taken.
pub(crate) const MAX_WRITTEN_OFFSETS: usize = 16;
