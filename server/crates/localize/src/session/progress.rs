//! What the rounds of a search have come to so far.

use super::edit_results::Edited;
use super::slack::FoundBehind;
use crate::job::Searched;

/// What the rounds of a search have come to so far, beside the report.
pub(super) struct SearchProgress {
    pub(super) searched: Searched,
    /// What edits came to, by group; empty before they have been tried.
    pub(super) edited: Vec<Edited>,
    /// What is behind undefined accesses of memory.
    pub(super) behind: Vec<FoundBehind>,
}

impl SearchProgress {
    /// Before any of this many groups is searched.
    pub(super) fn new(groups: usize) -> SearchProgress {
        SearchProgress {
            searched: Searched::new(groups),
            edited: Vec::new(),
            behind: Vec::new(),
        }
    }
}
