//! What a missing statement can name.

use syntax::Parse;

use super::unused::OfFile;
use crate::generate::scope::Scope;
use crate::synthesis::{Habits, Leaves};

/// What can be named at a place.
pub(crate) struct Surroundings<'s> {
    pub(crate) parse: &'s Parse,
    pub(crate) scope: &'s Scope,
    pub(crate) of_file: &'s OfFile,
    pub(crate) leaves: Leaves,
    pub(crate) habits: &'s Habits,
}
