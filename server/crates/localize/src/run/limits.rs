//! Limits of relaxed runs, which depend on the runs of the tests.

use ir::flow::LOWERED_STEPS;

use super::Run;
use crate::limits::{CUT_RUN, MAX_UNWIND, path_instructions};
use exec::run::{Failure, SHORT_RUN, TestOutcome, Verdict};

impl Run<'_> {
    /// Default loop bound: twice the busiest count of any run that ended, plus 8, at most [`MAX_UNWIND`].
    pub(crate) fn natural_unwind(&self) -> u32 {
        let most = self.ended_runs().map(|r| r.busiest).max().unwrap_or(0);
        most.saturating_mul(2).saturating_add(8).min(MAX_UNWIND)
    }

    /// Maximum number of instructions of a run whose choices or text differ from the program as written.
    pub(crate) fn path_steps(&self) -> u64 {
        path_instructions(self.longest_run()).min(self.options.step_limit)
    }

    /// Maximum number of instructions of a test of an edited program. Where a trap cut runs short, they do not show what
    /// the right program needs.
    pub(crate) fn edited_steps(&self) -> u64 {
        let is_cut = |ran: &TestOutcome| matches!(ran.verdict, Verdict::Fail(Failure::Trap(_)));
        if self.outcomes.iter().any(is_cut) {
            self.path_steps().max(CUT_RUN.min(self.options.step_limit))
        } else {
            self.path_steps()
        }
    }

    /// Maximum number of instructions of a replay, and of a test of a program that is lowered differently from the
    /// plain one.
    pub(crate) fn replay_steps(&self) -> u64 {
        let longer = self.longest_run().saturating_mul(10);
        longer.max(SHORT_RUN).min(self.options.step_limit)
    }

    /// Lowered instructions of the longest run that ended.
    fn longest_run(&self) -> u64 {
        let longest = self.ended_runs().map(|r| r.steps).max();
        longest.unwrap_or(0).saturating_mul(LOWERED_STEPS)
    }

    /// Runs that ended; only these show what a run needs.
    fn ended_runs(&self) -> impl Iterator<Item = &TestOutcome> {
        self.outcomes.iter().filter(|ran| ran.ended)
    }
}
