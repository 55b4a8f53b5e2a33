//! Results of the rounds of a search so far.

use super::edit_results::EditOutcome;
use super::hidden_faults::FoundBehind;
use crate::group_search::SearchTotals;

/// Results of the rounds of a search so far that are not in the report.
pub(super) struct SearchProgress {
    pub(super) searched: SearchTotals,
    /// Results of edits, by group; empty before edits have been tried.
    pub(super) edited: Vec<EditOutcome>,
    /// Diagnoses behind undefined accesses of memory.
    pub(super) behind: Vec<FoundBehind>,
}

impl SearchProgress {
    /// Creates the progress of a search that has not begun, for the given number of groups.
    pub(super) fn new(groups: usize) -> SearchProgress {
        SearchProgress {
            searched: SearchTotals::new(groups),
            edited: Vec::new(),
            behind: Vec::new(),
        }
    }
}
