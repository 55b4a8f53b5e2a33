//! Stopping conditions of the SAT solver.

use std::cell::Cell;
use std::time::{Duration, Instant};

use batsat::{Callbacks, ClauseKind, Lit};

use crate::limits::STOPS_PER_CLOCK_LOOK;
use crate::{Interrupt, SolverLimits};

/// Counts conflicts, and checks the clock and the interrupt.
pub(crate) struct Watch {
    interrupt: Interrupt,
    deadline: Option<Instant>,
    conflicts: u64,
    most_conflicts: u64,
    /// Number of conflicts at which the search pauses.
    pause: u64,
    calls: Cell<u32>,
    late: Cell<bool>,
}

impl Watch {
    pub(crate) fn new(interrupt: Interrupt) -> Self {
        Watch {
            interrupt,
            deadline: None,
            conflicts: 0,
            most_conflicts: u64::MAX,
            pause: u64::MAX,
            calls: Cell::new(0),
            late: Cell::new(false),
        }
    }

    /// Starts counting for a new check.
    pub(crate) fn start(&mut self, limits: SolverLimits) {
        self.deadline = limits
            .millis
            .map(|ms| Instant::now() + Duration::from_millis(ms));
        self.conflicts = 0;
        self.most_conflicts = limits.conflicts.unwrap_or(u64::MAX);
        self.pause = u64::MAX;
        self.calls.set(0);
        self.late.set(false);
    }

    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Makes the search pause after `conflicts` further conflicts.
    pub(crate) fn pause_after(&mut self, conflicts: u64) {
        self.pause = self.conflicts.saturating_add(conflicts);
    }

    /// Whether the search paused for this reason and was not ended by anything else.
    pub(crate) fn paused(&self) -> bool {
        let over = self.conflicts >= self.most_conflicts || self.late.get();
        self.conflicts >= self.pause && !over && !self.interrupt.is_raised()
    }

    /// Conflicts of the check so far.
    pub(crate) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Whether the last check ended only because of its conflict limit.
    pub(crate) fn out_of_conflicts(&self) -> bool {
        self.conflicts >= self.most_conflicts && !self.late.get() && !self.interrupt.is_raised()
    }
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        // One clause is learned at each conflict.
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
        }
    }

    fn stop(&self) -> bool {
        if self.interrupt.is_raised() || self.conflicts >= self.most_conflicts.min(self.pause) {
            return true;
        }
        let Some(deadline) = self.deadline else {
            return false;
        };
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        if calls.is_multiple_of(STOPS_PER_CLOCK_LOOK) && Instant::now() >= deadline {
            self.late.set(true);
        }
        self.late.get()
    }
}
