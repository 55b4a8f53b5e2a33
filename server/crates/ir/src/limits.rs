//! Limits of the static analyses.

/// Largest points-to set; a pointer with a larger one may point anywhere.
pub(crate) const MAX_POINTEES: usize = 8;
/// Most offsets into an object that are listed for the writes of a branch not taken.
pub(crate) const MAX_WRITTEN_OFFSETS: usize = 16;
