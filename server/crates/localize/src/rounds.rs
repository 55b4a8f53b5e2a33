//! The rounds of a job: every group of failing tests is searched with a little effort before any is searched with more.
//!
//! A query has limits, for one that needs much more than others is not worth waiting for while there are others. In the
//! first round the limits are small. A group whose search left queries open for a limit is searched again in the next
//! round, with limits that are [`ROUND_GROWTH`](crate::limits::ROUND_GROWTH) times as large, and so on until nothing is
//! open, until the group has an answer, until a round finds out nothing that the one before did not, or until the job's
//! time, memory or work are used up. No fixed number of forks or queries ends the search for an answer. Where there is one,
//! further rounds take most of the time and change it hardly ever.
//!
//! Within the first round, single components of all groups are asked about before pairs of any, and groups whose failing
//! runs are short before others.
//!
//! What is done in which order depends on counted work only, so what a job has found after a round is the same on every
//! machine. The clock only cuts the sequence off.

use ir::explore::UnknownReason;
use search::{Outcome, Shortfall};

/// How the search of one group ended in the last round that it took part in.
#[derive(Debug, Default)]
pub(crate) struct GroupEnd {
    pub(crate) complete: bool,
    /// That there are no other sets holds within a bound.
    pub(crate) bounded: bool,
    pub(crate) stopped: bool,
    /// Why queries stayed open, each reason once.
    pub(crate) open: Vec<UnknownReason>,
    /// Number of queries that stayed open.
    pub(crate) unknown: u64,
    /// Size beyond which the group was not searched.
    pub(crate) limited_to: Option<usize>,
    /// What the strategy left out by its nature.
    pub(crate) shortfall: Option<Shortfall>,
    /// Sets of the group that are known, by values or by a fix that leaves little doubt.
    pub(crate) sets: usize,
    /// `unknown` of the round before, if there was one.
    pub(crate) unknown_before: Option<u64>,
}

impl GroupEnd {
    /// Takes over how a round ended for the group: `open` says why queries stayed open, `sets` counts the known sets.
    pub(crate) fn update(&mut self, outcome: &Outcome, open: Vec<UnknownReason>, sets: usize) {
        // Whoever is searched again left queries open.
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

    /// Whether another round may find out more.
    pub(crate) fn is_worth_another_round(&self) -> bool {
        let open_for_a_limit = self.open.iter().any(is_limit);
        let progress = self
            .unknown_before
            .is_none_or(|before| self.unknown < before);
        let may_learn = open_for_a_limit && progress && self.sets == 0;
        !self.complete && !self.stopped && self.shortfall.is_none() && may_learn
    }
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
        | UnknownReason::SetNotCertified => false,
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
        // There is an answer.
        assert!(!after(&mut GroupEnd::default(), 70, forks(), 1));
        // Larger limits do not help.
        let not_modelled = UnknownReason::NotModelled {
            what: "`fork`".into(),
        };
        assert!(!after(&mut GroupEnd::default(), 7, not_modelled, 1));
    }
}
