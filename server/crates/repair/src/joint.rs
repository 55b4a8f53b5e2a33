//! Fixes that change more than one expression: the same edit in several places, or a moved statement.

use syntax::Span;

use crate::patch::Fix;

/// A fix that changes several places at once.
#[derive(Debug, Clone)]
pub struct Joint {
    /// The changed places.
    pub places: Vec<Span>,
    /// The edits.
    pub fix: Fix,
}
