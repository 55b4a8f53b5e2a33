//! Results of edits.

use syntax::Parse;

use crate::patch::Fix;

/// Result of an edit of a component.
#[derive(Debug, Clone, PartialEq)]
pub enum Repair {
    /// The edit is a fix.
    Fix(Fix),
    /// All failing tests pass, and all but a few of the passing ones.
    Near,
}

/// An edit that does not suffice by itself, and the edited program.
pub struct FirstHalf {
    /// The edit.
    pub fix: Fix,
    /// The edited program.
    pub parse: Parse,
}
