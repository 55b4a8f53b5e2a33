//! The memory limit of a worker, enforced from inside.
//!
//! The limit applies to what a person sees in `top`: the resident pages of the process, whichever code requested them.
//! The system's own limits count reserved addresses, and end in a crash wherever an allocator or a library does not
//! expect a refusal. So those are only a backstop here (see `jobs::worker`), and the process monitors itself:
//!
//! * [`Allocator`] checks before each large block, and mimalloc's slow path checks on behalf of the small ones
//!   ([`Limit::spend`]). Both query the system only when the memory that was free at the last query may be used up.
//! * A thread checks every few milliseconds ([`Limit::look`]), for memory that is not allocated here: stacks, and
//!   memory of C libraries.
//!
//! A little below the limit the job is asked to stop ([`Limit::is_short`]), and produces a full report. If memory
//! above the limit is needed before that, the process ends after a final action ([`Limit::set`]).

#[cfg(not(target_family = "wasm"))]
mod allocator;
#[cfg(target_family = "wasm")]
mod allocator {
    //! There is one process and no limit to keep in a browser.
    pub(super) fn collect() {}
    pub(super) fn ask_from_slow_path() {}
}
mod backstop;
mod resident;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
pub use allocator::Allocator;
pub(crate) use backstop::limit_data;
pub(crate) use resident::{peak_kb, resident_bytes};

/// The limit of this process.
pub(crate) static LIMIT: Limit = Limit::none();

/// Fewest bytes that may be allocated between two queries to the system.
const STEP: i64 = 256 << 10;

/// Highest allocation rate in bytes per millisecond: several threads that write to new pages.
const SPEED: u64 = 4 << 20;

/// Shortest and longest time between two checks.
const SHORTEST: Duration = Duration::from_millis(2);
const LONGEST: Duration = Duration::from_millis(100);

/// A limit on the memory of this process, or none.
pub(crate) struct Limit {
    /// Number of bytes beyond which the job is asked to stop, and the number that is never exceeded.
    soft: AtomicU64,
    hard: AtomicU64,
    /// Number of bytes that may be allocated before the next check.
    room: AtomicI64,
    /// Number of bytes in large blocks. They count even if they were not written to yet.
    large: AtomicI64,
    tight: AtomicBool,
    short: AtomicBool,
    ending: AtomicBool,
    end: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

impl Limit {
    const fn none() -> Limit {
        Limit {
            soft: AtomicU64::new(u64::MAX),
            hard: AtomicU64::new(u64::MAX),
            room: AtomicI64::new(i64::MAX),
            large: AtomicI64::new(0),
            tight: AtomicBool::new(false),
            short: AtomicBool::new(false),
            ending: AtomicBool::new(false),
            end: OnceLock::new(),
        }
    }

    /// Limits this process from now on. `end` is called once, on any thread, if memory above the limit would be
    /// needed. It must end the process without allocating, because the call may come from an allocation.
    pub(crate) fn set(&self, megabytes: u64, end: impl Fn() + Send + Sync + 'static) {
        let bytes = megabytes.saturating_mul(1 << 20);
        if self.end.set(Box::new(end)).is_err() {
            return;
        }
        self.soft.store(bytes - bytes / 16, Ordering::Relaxed);
        self.hard
            .store(bytes.saturating_add(bytes / 32), Ordering::Relaxed);
        allocator::ask_from_slow_path();
        self.look();
    }

    /// Whether the job has to stop because memory is short.
    pub(crate) fn is_short(&self) -> bool {
        self.short.load(Ordering::Relaxed)
    }

    /// Whether more than half of what makes it short is in use.
    pub(crate) fn is_tight(&self) -> bool {
        self.tight.load(Ordering::Relaxed)
    }

    /// Checks the memory in use, and returns the time until the next check.
    pub(crate) fn look(&self) -> Duration {
        let used = self.check(0, true);
        let left = self.hard.load(Ordering::Relaxed).saturating_sub(used);
        Duration::from_millis(left / SPEED).clamp(SHORTEST, LONGEST)
    }

    #[cfg_attr(
        target_family = "wasm",
        expect(dead_code, reason = "the allocator calls it")
    )]
    /// Notes that this number of bytes is about to be allocated. `may_collect` means that the allocator is not active.
    fn spend(&self, bytes: u64, may_collect: bool) {
        let bytes_left = i64::try_from(bytes).unwrap_or(i64::MAX);
        let before = self.room.fetch_sub(bytes_left, Ordering::Relaxed);
        if before < bytes_left {
            self.check(bytes, may_collect);
        }
    }

    /// Checks whether there is room for this number of additional bytes; ends the process if there is not. Returns the
    /// memory in use.
    fn check(&self, more: u64, may_collect: bool) -> u64 {
        let (soft, hard) = (
            self.soft.load(Ordering::Relaxed),
            self.hard.load(Ordering::Relaxed),
        );
        if hard == u64::MAX {
            self.room.store(i64::MAX, Ordering::Relaxed);
            return 0;
        }
        let mut used = self.used();
        let comfortable = if self.is_short() { hard } else { soft };
        if may_collect && used.saturating_add(more) > comfortable {
            // Freed blocks stay with the process for a while.
            allocator::collect();
            used = self.used();
        }
        let wanted = used.saturating_add(more);
        self.tight.store(wanted > soft / 2, Ordering::Relaxed);
        if wanted > soft && (may_collect || wanted > hard) {
            self.short.store(true, Ordering::Relaxed);
        }
        if wanted > hard {
            self.end();
        }
        let room = i64::try_from((hard - wanted) / 4).unwrap_or(i64::MAX);
        self.room.store(room.max(STEP), Ordering::Relaxed);
        used
    }

    fn used(&self) -> u64 {
        let large = self.large.load(Ordering::Relaxed);
        resident_bytes()
            .unwrap_or(0)
            .max(u64::try_from(large).unwrap_or(0))
    }

    /// Ends the process; one thread does so, and the others wait for it.
    fn end(&self) -> ! {
        if !self.ending.swap(true, Ordering::SeqCst)
            && let Some(end) = self.end.get()
        {
            end();
        }
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_limit_nothing_happens() {
        let limit = Limit::none();
        limit.spend(u64::MAX, true);
        limit.spend(u64::MAX, false);
        assert!(!limit.is_short());
        assert_eq!(limit.look(), LONGEST);
    }

    #[test]
    fn below_the_limit_the_job_is_asked_to_stop() {
        let limit = Limit::none();
        limit.hard.store(1 << 40, Ordering::Relaxed);
        limit.soft.store(1 << 39, Ordering::Relaxed);
        limit.look();
        assert!(!limit.is_short());
        limit.spend(1 << 38, true);
        assert!(!limit.is_short(), "there is room for that");
        limit.spend(1 << 39, true);
        assert!(limit.is_short());
    }

    #[test]
    fn large_blocks_count_though_nobody_writes_to_them() {
        let limit = Limit::none();
        limit.large.store(1 << 38, Ordering::Relaxed);
        assert!(limit.used() >= 1 << 38);
    }
}
