//! What the rounds of a search have come to so far.

use super::edit_results::EditOutcome;
use super::slack::FoundBehind;
use crate::job::SearchTotals;

/// What the rounds of a search have come to so far, beside the report.
pub(super) struct SearchProgress {
    pub(super) searched: SearchTotals,
    /// What edits came to, by group; empty before they have been tried.
    pub(super) edited: Vec<EditOutcome>,
    /// What is behind undefined accesses of memory.
    pub(super) behind: Vec<FoundBehind>,
}

impl SearchProgress {
    /// Before any of this many groups is searched.
    pub(super) fn new(groups: usize) -> SearchProgress {
        SearchProgress {
            searched: SearchTotals::new(groups),
            edited: Vec::new(),
            behind: Vec::new(),
        }
    }
}
