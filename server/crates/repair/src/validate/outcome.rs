//! What comes of an edit.

use syntax::Parse;

use crate::patch::Fix;

/// What an edit at a component comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum Repair {
    /// It is a fix.
    Fix(Fix),
    /// All failing tests pass, and all but a few of the passing ones.
    Near,
}

/// An edit that is not enough, and the program with it.
pub struct FirstHalf {
    /// The edit.
    pub fix: Fix,
    /// The program with it.
    pub parse: Parse,
}
