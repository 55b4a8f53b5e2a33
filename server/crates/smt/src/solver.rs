//! The interface that the backends share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};

use crate::limits::{CLAUSE_COST, WORK_PER_MILLISECOND};
use term::{Feasibility, Pool, Term};

/// A solver: assertions that stay, checks under assumptions, limits, and a way to stop it.
///
/// A solver works on one pool at a time. Given a term of another pool (see [`Pool::id`]), it
/// forgets all that it knew, assertions included.
pub trait Solver: Feasibility {
    /// Makes `t` hold in all later checks.
    fn assert(&mut self, pool: &Pool, t: Term);

    /// Assumptions of the last check that were enough for its `No`, in the order in which they
    /// were given. Empty when the assertions contradict each other, and after other verdicts.
    fn core(&mut self) -> Vec<Term>;

    /// Bounds every later check; a check that meets a bound answers `Unknown`.
    fn set_limits(&mut self, limits: SolverLimits);

    /// A handle that stops this solver from any thread.
    fn interrupt(&self) -> Interrupt;

    /// Work done so far.
    fn stats(&self) -> Stats;

    /// Name of the backend, for reports.
    fn name(&self) -> &'static str;
}

/// Bounds of one check; `None` is no bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolverLimits {
    /// Conflicts that the search may run into.
    pub conflicts: Option<u64>,
    /// Work of the SAT solver, in assignments of literals ([`Stats::work`]): the same on a busy machine. [`SolverLimits::MILLISECOND`]
    /// of them take about that long.
    pub work: Option<u64>,
    /// Milliseconds of wall-clock time.
    pub millis: Option<u64>,
    /// Work of all checks until limits are set again. (`Choice::Auto` keeps to it; the others, which are there for
    /// comparison, bound single checks only.)
    pub together: Option<u64>,
}

impl SolverLimits {
    /// Work of about a millisecond.
    pub const MILLISECOND: u64 = WORK_PER_MILLISECOND;
}

/// Work done by a solver since it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Checks answered, `Unknown` included.
    pub checks: u64,
    /// Clauses added to the SAT solver; 0 for Z3, which does not tell.
    pub clauses: u64,
    /// Variables made in the SAT solver; for Z3, terms translated.
    pub vars: u64,
    /// Literals that the SAT solver assigned, a measure of its time; 0 for Z3, which does not tell.
    pub propagations: u64,
}

impl Stats {
    /// What took time: literals assigned and clauses built.
    pub fn work(&self) -> u64 {
        self.propagations + CLAUSE_COST * self.clauses
    }
}

/// Stops a solver from any thread.
///
/// An interrupt stays: the check under way and all later ones answer `Unknown` until
/// [`Interrupt::clear`], so one that comes between two checks is not lost.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    raised: AtomicBool,
    /// What this is a part of.
    whole: Option<Interrupt>,
    /// Held while sleepers test their condition; with the parts of this one.
    parts: Mutex<Vec<Weak<Signal>>>,
    changed: Condvar,
}

impl Interrupt {
    /// One that is raised with this one, and can be raised by itself.
    pub fn part(&self) -> Interrupt {
        let part = Interrupt(Arc::new(Signal {
            whole: Some(self.clone()),
            ..Signal::default()
        }));
        let mut parts = self.parts();
        parts.retain(|part| part.strong_count() > 0);
        parts.push(Arc::downgrade(&part.0));
        drop(parts);
        part
    }

    /// Stops the check under way and all later ones.
    pub fn interrupt(&self) {
        self.0.raised.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Allows checks again.
    pub fn clear(&self) {
        self.0.raised.store(false, Ordering::SeqCst);
    }

    /// Whether an interrupt is in force.
    pub fn is_raised(&self) -> bool {
        let whole = self.0.whole.as_ref();
        self.0.raised.load(Ordering::Relaxed) || whole.is_some_and(Interrupt::is_raised)
    }

    fn parts(&self) -> MutexGuard<'_, Vec<Weak<Signal>>> {
        self.0.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes those who sleep in [`Interrupt::sleep`], here or in a part.
    pub(crate) fn wake(&self) {
        // The lock orders this after the test of the sleeper's condition.
        let held = self.parts();
        self.0.changed.notify_all();
        let parts: Vec<Arc<Signal>> = held.iter().filter_map(Weak::upgrade).collect();
        drop(held);
        for part in parts {
            Interrupt(part).wake();
        }
    }

    /// Sleeps until woken, for at most `time`, unless `done` already.
    #[cfg(late)]
    pub(crate) fn sleep(&self, time: std::time::Duration, done: impl Fn() -> bool) {
        let held = self.parts();
        if !done() {
            drop(self.0.changed.wait_timeout(held, time));
        }
    }
}

/// Which backend to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The embedded SAT solver, Z3 where that cannot answer or takes too long.
    #[default]
    Auto,
    /// Only the embedded SAT solver: floats are `Unknown`.
    Sat,
    /// Only Z3.
    Z3,
}
