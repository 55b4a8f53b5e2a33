//! The rounds of a job: every group of failing tests is searched with little effort before any is searched with more.
//!
//! A query has limits: one that needs much more than others is not worth waiting for while others remain. In the first
//! round the limits are small. A group whose search left queries open because of a limit is searched again in the next
//! round, with limits that are [`ROUND_GROWTH`](crate::limits::ROUND_GROWTH) times as large, and so on until no query
//! is open, until the group has an answer, until a round finds nothing new, or until the job's time, memory or work is
//! exhausted. No fixed number of forks or queries ends the search for an answer. Once there is an answer, further
//! rounds would take most of the time and hardly ever change it.
//!
//! Within the first round, single components of all groups are queried before pairs of any, and groups with short
//! failing runs before others.
//!
//! The order depends only on counted work, so the results after a given round are the same on every machine. The clock
//! can only cut the sequence short.

use std::collections::BTreeMap;

use crate::query_cache::CacheUpdate;
use explore::UnknownReason;
use ir::CompId;
use search::{Outcome, Shortfall};

/// State of the search of one group at the end of the last round in which it took part.
#[derive(Debug, Default)]
pub(crate) struct GroupEnd {
    pub(crate) complete: bool,
    /// Whether the absence of other sets is proved only within a bound.
    pub(crate) bounded: bool,
    pub(crate) stopped: bool,
    /// Reasons why queries stayed open, without duplicates.
    pub(crate) open: Vec<UnknownReason>,
    /// Number of queries that stayed open.
    pub(crate) unknown: u64,
    /// Size beyond which the group was not searched.
    pub(crate) limited_to: Option<usize>,
    /// What the strategy leaves out by design.
    pub(crate) shortfall: Option<Shortfall>,
    /// Number of known sets of the group, by values or by a fix that leaves little doubt.
    pub(crate) sets: usize,
    /// Value of `unknown` after the previous round, if there was one.
    pub(crate) unknown_before: Option<u64>,
}

impl GroupEnd {
    /// Records how a round ended for the group: `open` says why queries stayed open, `sets` counts the known sets.
    pub(crate) fn update(&mut self, outcome: &Outcome, open: Vec<UnknownReason>, sets: usize) {
        // A group is searched again only if it left queries open.
        let unknown_before = (self.unknown > 0).then_some(self.unknown);
        *self = GroupEnd {
            complete: outcome.complete,
            bounded: outcome.bounded,
            stopped: outcome.stopped,
            unknown_before,
            open,
            unknown: outcome.unknown,
            limited_to: outcome.limited_to,
            shortfall: outcome.shortfall,
            sets,
        };
    }

    /// Whether another round may find more.
    pub(crate) fn is_worth_another_round(&self) -> bool {
        let open_for_a_limit = self.open.iter().any(is_limit);
        let progress = self
            .unknown_before
            .is_none_or(|before| self.unknown < before);
        let may_learn = open_for_a_limit && progress && self.sets == 0;
        !self.complete && !self.stopped && self.shortfall.is_none() && may_learn
    }
}

/// Results of the searches of all groups.
#[derive(Debug, Default)]
pub(crate) struct SearchTotals {
    /// End of the search of each group.
    pub(crate) ends: Vec<GroupEnd>,
    /// Work of all queries; see [`search::oracle::Cost::work`].
    pub(crate) work: u64,
    /// Texts that relaxed outputs print.
    pub(crate) printed: Vec<PrintedTexts>,
    /// Changes of the query cache.
    pub(crate) cache_updates: Vec<CacheUpdate>,
}

impl SearchTotals {
    /// Creates the totals of a search that has not begun, for the given number of groups.
    pub(crate) fn new(groups: usize) -> SearchTotals {
        SearchTotals {
            ends: (0..groups).map(|_| GroupEnd::default()).collect(),
            ..SearchTotals::default()
        }
    }

    /// Resets the ends of the searches, before all groups are searched again.
    pub(crate) fn reset_ends(&mut self) {
        self.ends.fill_with(GroupEnd::default);
    }

    /// Whether all sets up to the size were found.
    pub(crate) fn is_complete(&self) -> bool {
        self.ends.iter().all(|end| end.complete)
    }

    /// Whether a search is complete only within a bound.
    pub(crate) fn is_bounded(&self) -> bool {
        self.ends.iter().any(|end| end.bounded)
    }

    /// Whether the job had to end before the searches did.
    pub(crate) fn is_stopped(&self) -> bool {
        self.ends.iter().any(|end| end.stopped)
    }

    /// Reasons why queries stayed open.
    pub(crate) fn open(&self) -> impl Iterator<Item = &UnknownReason> {
        self.ends.iter().flat_map(|end| &end.open)
    }

    /// Forgets the texts of a diagnosis that is no longer in the report; those behind it move up.
    pub(crate) fn forget(&mut self, diagnosis: usize) {
        self.printed.retain(|p| p.diagnosis != diagnosis);
        for printed in &mut self.printed {
            printed.diagnosis -= usize::from(printed.diagnosis > diagnosis);
        }
    }

    /// Smallest size beyond which some group was not searched.
    pub(crate) fn limited_to(&self) -> Option<usize> {
        self.ends.iter().filter_map(|end| end.limited_to).min()
    }

    /// Incompleteness of the strategy by design, if any.
    pub(crate) fn shortfall(&self) -> Option<&Shortfall> {
        self.ends.iter().find_map(|end| end.shortfall.as_ref())
    }
}

/// Texts that the outputs of a diagnosis print when failing tests pass.
#[derive(Debug)]
pub(crate) struct PrintedTexts {
    /// Index into the report's diagnoses.
    pub(crate) diagnosis: usize,
    /// Texts by output: one text for each execution, test after test.
    pub(crate) texts: BTreeMap<CompId, Vec<Vec<u8>>>,
}

/// Whether a query that stayed open for this reason may be answered with larger limits.
fn is_limit(reason: &UnknownReason) -> bool {
    match reason {
        UnknownReason::ForkLimit { .. }
        | UnknownReason::InstructionLimit
        | UnknownReason::TermLimit { .. }
        | UnknownReason::NoRunFound
        | UnknownReason::PathUnsolved
        | UnknownReason::FloatPathUnsolved
        | UnknownReason::FormulaUnsolved => true,
        UnknownReason::Stopped
        | UnknownReason::NotModelled { .. }
        | UnknownReason::OutputNotReconstructed
        | UnknownReason::BranchClosed
        | UnknownReason::NeedsClosedBranches
        | UnknownReason::WitnessNotReplayed
        | UnknownReason::SetNotCertified
        | UnknownReason::MemoryShort
        | UnknownReason::SomeTests { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(end: &mut GroupEnd, unknown: u64, open: UnknownReason, sets: usize) -> bool {
        let outcome = Outcome {
            complete: unknown == 0,
            unknown,
            ..Outcome::default()
        };
        end.update(&outcome, vec![open], sets);
        end.is_worth_another_round()
    }

    #[test]
    fn rounds_go_on_as_long_as_they_find_something_out() {
        let forks = || UnknownReason::ForkLimit { limit: 3 };
        let mut end = GroupEnd::default();
        assert!(after(&mut end, 70, forks(), 0));
        assert!(after(&mut end, 5, forks(), 0));
        assert!(!after(&mut end, 5, forks(), 0));
        assert!(!after(&mut end, 0, forks(), 2));
        // The group has an answer.
        assert!(!after(&mut GroupEnd::default(), 70, forks(), 1));
        // Larger limits do not help.
        let not_modelled = UnknownReason::NotModelled {
            what: "`fork`".into(),
        };
        assert!(!after(&mut GroupEnd::default(), 7, not_modelled, 1));
    }
}
