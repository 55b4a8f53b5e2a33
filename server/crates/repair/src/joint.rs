//! Patches that change more than one expression: several places alike, a statement that moves.

use syntax::Span;

use crate::patch::Fix;

/// A fix that changes several places at once.
#[derive(Debug, Clone)]
pub struct Joint {
    /// The places of what it changes.
    pub places: Vec<Span>,
    /// The edits.
    pub fix: Fix,
}
