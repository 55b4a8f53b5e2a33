//! Time, memory and counters of the job in this process.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use smt::Interrupt;

use super::protocol::Cost;
use super::supervise::{memory_limit_reason, time_limit_reason};
use crate::config::Options;
use crate::memory::{self, LIMIT};

/// Shared state of the analysis, which checks whether to stop, and of the heartbeat, which reports progress.
#[derive(Debug)]
pub(super) struct Control {
    started: Instant,
    deadline: Option<Instant>,
    time_limit: f64,
    memory_mb: u64,
    /// Interrupts the solver's checks.
    interrupt: Interrupt,
    /// Number of diagnoses so far.
    pub(super) sets_found: AtomicU64,
    /// Number of queries so far.
    pub(super) queries: AtomicU64,
    /// Number of queries that reached a solver.
    pub(super) solver_calls: AtomicU64,
    /// Number of queries that stayed open.
    pub(super) unknown_answers: AtomicU64,
    /// Number of components of the program, once it is known.
    pub(super) components: AtomicU64,
}

impl Control {
    /// Creates the control and starts the clock.
    pub(super) fn new(options: &Options) -> Control {
        let started = Instant::now();
        Control {
            started,
            deadline: started.checked_add(options.time_limit()),
            time_limit: options.seconds(),
            memory_mb: options.memory_mb,
            interrupt: Interrupt::default(),
            sets_found: AtomicU64::new(0),
            queries: AtomicU64::new(0),
            solver_calls: AtomicU64::new(0),
            unknown_answers: AtomicU64::new(0),
            components: AtomicU64::new(0),
        }
    }

    /// Cost of the job so far.
    pub(super) fn cost(&self) -> Cost {
        Cost {
            components: self.components.load(Ordering::Relaxed) as usize,
            solver_calls: self.solver_calls.load(Ordering::Relaxed),
            unknown_answers: self.unknown_answers.load(Ordering::Relaxed),
            peak_memory_mb: peak_memory_mb(),
        }
    }

    /// Time since the start of the job.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether more than this part of the time limit has elapsed.
    pub(super) fn is_late(&self, part: f64) -> bool {
        self.elapsed().as_secs_f64() > self.time_limit * part
    }

    /// Reason why the job must end now, if it must.
    pub(super) fn stop_reason(&self) -> Option<String> {
        if LIMIT.is_short() {
            Some(memory_limit_reason(self.memory_mb))
        } else if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Some(time_limit_reason(self.time_limit))
        } else {
            None
        }
    }

    /// Watches the memory in use, and raises the interrupt when it is short.
    pub(super) fn watch_memory(&self) {
        loop {
            std::thread::sleep(LIMIT.look());
            if LIMIT.is_short() {
                self.interrupt.interrupt();
            }
        }
    }

    /// The interrupt, which is raised when the job must end.
    pub(super) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Sleeps until the deadline, and raises the interrupt.
    pub(super) fn raise_in_time(&self) {
        if let Some(deadline) = self.deadline {
            std::thread::sleep(deadline.saturating_duration_since(Instant::now()));
            self.interrupt.interrupt();
        }
    }
}

/// Largest resident size of this process so far, in megabytes, if the system reports it.
pub(super) fn peak_memory_mb() -> Option<u64> {
    memory::peak_kb().map(|kb| kb.div_ceil(1024))
}
