//! Counts of what the search for repairs costs, and what it accepts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::passing::PassingEdits;
use crate::patch::Fix;

/// Counts of the work of all fixers of a job.
#[derive(Debug, Default)]
pub struct Tally {
    candidates: AtomicU64,
    passing: AtomicU64,
    runs: AtomicU64,
    steps: AtomicU64,
    accepted: Mutex<PassingEdits>,
}

/// What was counted.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Edits that were run.
    pub candidates: u64,
    /// Those with which all tests pass.
    pub passing: u64,
    /// Runs of a test.
    pub runs: u64,
    /// Instructions in these runs.
    pub steps: u64,
    /// Repairs with which all tests pass, but not with their texts, read again.
    pub withdrawn: u64,
}

impl Tally {
    /// Counts an edit.
    pub(super) fn candidate(&self) {
        self.candidates.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts an edit with which all tests pass.
    pub(super) fn passing(&self) {
        self.passing.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a run of so many instructions.
    pub(super) fn run(&self, steps: u64) {
        self.runs.fetch_add(1, Ordering::Relaxed);
        self.steps.fetch_add(steps, Ordering::Relaxed);
    }

    /// Keeps what an edit with which all tests pass does.
    pub(super) fn accept(&self, fix: &Fix) {
        let accepted = self.accepted.lock();
        accepted.unwrap_or_else(PoisonError::into_inner).add(fix);
    }

    /// The edits with which all tests pass.
    pub fn accepted(&self) -> PassingEdits {
        let accepted = self.accepted.lock();
        accepted.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The counts so far.
    pub fn effort(&self) -> Effort {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Effort {
            candidates: of(&self.candidates),
            passing: of(&self.passing),
            runs: of(&self.runs),
            steps: of(&self.steps),
            withdrawn: 0,
        }
    }
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.candidates += other.candidates;
        self.passing += other.passing;
        self.runs += other.runs;
        self.steps += other.steps;
        self.withdrawn += other.withdrawn;
    }
}
