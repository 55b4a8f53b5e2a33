//! Scoped work on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::STACK;

fn thread(name: &str) -> Builder {
    Builder::new().name(name.into()).stack_size(STACK)
}

/// Locks a mutex, even if a thread that held it has panicked: panics are reported elsewhere.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread that works beside the one that started it.
pub struct Helper<'scope, T>(ScopedJoinHandle<'scope, T>);

impl<'scope, T: Send + 'scope> Helper<'scope, T> {
    /// Starts `work` on a thread of its own, with a stack that is large enough to analyse programs. Returns `None` if
    /// no thread could be started; the caller then does the work later.
    pub fn start(
        scope: &'scope Scope<'scope, '_>,
        name: &str,
        work: impl FnOnce() -> T + Send + 'scope,
    ) -> Option<Helper<'scope, T>> {
        thread(name).spawn_scoped(scope, work).ok().map(Helper)
    }

    /// Waits for the result. A panic of the thread is resumed on this thread.
    pub fn join(self) -> T {
        self.0.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// Runs both functions, the second one on a thread of its own if `parallel` allows it and a thread is available,
/// otherwise after the first.
pub fn join<A, B: Send>(
    name: &str,
    parallel: bool,
    first: impl FnOnce() -> A,
    mut second: impl FnMut() -> B + Send,
) -> (A, B) {
    let (a, b) = std::thread::scope(|scope| {
        let helper = if parallel {
            Helper::start(scope, name, &mut second)
        } else {
            None
        };
        let a = first();
        (a, helper.map(Helper::join))
    });
    (a, b.unwrap_or_else(second))
}

/// Lets `lead` have work done in rounds, by this thread and workers that persist between rounds: starting and joining
/// threads for each round would take longer than many a round. Each thread has its own value from `make`. A round runs
/// `work` on all of them, or on this thread alone if `lead` says so, and ends when all calls have returned. There are
/// `helpers` workers, or fewer if threads are not available.
pub fn with_workers<S, R>(
    name: &str,
    helpers: usize,
    make: impl Fn() -> S + Sync,
    work: impl Fn(&mut S) + Sync,
    lead: impl FnOnce(&mut dyn FnMut(Who)) -> R,
) -> R {
    let rounds = Rounds::default();
    std::thread::scope(|scope| {
        let help = || rounds.help(&make, &work);
        let helper = |_| Helper::start(scope, name, help);
        let helpers: Vec<_> = (0..helpers).filter_map(helper).collect();
        let closing = Closing(&rounds);
        let mut own = make();
        let result = lead(&mut |who| {
            if who == Who::All {
                rounds.begin(helpers.len());
            }
            work(&mut own);
            drop(rounds.wait(|state| state.busy == 0));
        });
        drop(closing);
        helpers.into_iter().for_each(Helper::join);
        result
    })
}

/// Threads that take part in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// The leader and all helpers.
    All,
    /// The leader alone: waking the helpers would not pay.
    Leader,
}

/// Shared state of the threads of [`with_workers`].
#[derive(Default)]
struct Rounds {
    state: Mutex<RoundState>,
    changed: Condvar,
}

#[derive(Default)]
struct RoundState {
    /// Number of rounds begun.
    begun: u64,
    /// Number of helpers still busy with the current round.
    busy: usize,
    /// Whether no further rounds follow.
    over: bool,
}

impl Rounds {
    fn state(&self) -> MutexGuard<'_, RoundState> {
        lock(&self.state)
    }

    fn begin(&self, helpers: usize) {
        let mut state = self.state();
        state.begun += 1;
        state.busy = helpers;
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until the condition holds or all rounds are over.
    fn wait(&self, until: impl Fn(&RoundState) -> bool) -> MutexGuard<'_, RoundState> {
        let waits = |state: &mut RoundState| !state.over && !until(state);
        let state = self.changed.wait_while(self.state(), waits);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    fn help<S>(&self, make: &impl Fn() -> S, work: &impl Fn(&mut S)) {
        // On a panic of the work, the other threads must not wait forever.
        let _closing = Closing(self);
        let (mut own, mut done) = (None, 0);
        loop {
            let state = self.wait(|state| state.begun > done);
            if state.over {
                return;
            }
            done = state.begun;
            drop(state);
            work(own.get_or_insert_with(make));
            self.state().busy -= 1;
            self.changed.notify_all();
        }
    }
}

/// Ends the rounds when dropped.
struct Closing<'r>(&'r Rounds);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.state().over = true;
        self.0.changed.notify_all();
    }
}

/// Maps `work` over all items with at most `threads` threads as long as `going` returns true, and returns the results
/// of a prefix of the items in order. Each thread has its own value from `make`.
pub fn map_in_order<T: Sync, S, R: Send>(
    name: &str,
    threads: usize,
    all: &[T],
    going: impl Fn() -> bool + Sync,
    make: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    // Each thread takes the next item that none has begun. An item that was begun is always finished, so the results
    // have no gaps.
    let some = || {
        // Unused capacity costs nothing, whereas growing copies the contents repeatedly.
        let (mut own, mut done) = (make(), Vec::with_capacity(all.len()));
        while going() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(at) else { break };
            done.push((at, work(&mut own, one)));
        }
        done
    };
    let mut done = std::thread::scope(|scope| {
        let another = |_| Helper::start(scope, name, some);
        let others: Vec<_> = (1..threads).filter_map(another).collect();
        let mut done = some();
        for other in others {
            done.extend(other.join());
        }
        done
    });
    // Each thread appends its results in order, and a stable sort merges such runs efficiently.
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_round_ends_when_all_is_done() {
        for (helpers, who) in [
            (0, Who::All),
            (1, Who::All),
            (3, Who::All),
            (1, Who::Leader),
        ] {
            let (left, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let take = |n: usize| n.checked_sub(1);
            let work = |own: &mut usize| {
                while left
                    .fetch_update(Ordering::SeqCst, Ordering::SeqCst, take)
                    .is_ok()
                {
                    done.fetch_add(*own, Ordering::SeqCst);
                }
            };
            let told = with_workers(
                "t",
                helpers,
                || 1,
                work,
                |round| {
                    (0..50)
                        .map(|n| {
                            left.store(n, Ordering::SeqCst);
                            round(who);
                            done.swap(0, Ordering::SeqCst)
                        })
                        .collect::<Vec<_>>()
                },
            );
            assert_eq!(told, (0..50).collect::<Vec<_>>());
        }
    }

    #[test]
    #[should_panic(expected = "not the leader")]
    fn who_waits_for_a_helper_that_panics_does_not_wait_for_ever() {
        let leader = std::thread::current().id();
        let work = |(): &mut ()| assert_eq!(std::thread::current().id(), leader, "not the leader");
        let lead = |round: &mut dyn FnMut(Who)| (0..3).for_each(|_| round(Who::All));
        with_workers("t", 2, || (), work, lead);
    }

    #[test]
    #[should_panic(expected = "the leader")]
    fn a_helper_ends_when_the_leader_panics_beside_it() {
        struct Leaving<'a>(&'a AtomicUsize);
        impl Drop for Leaving<'_> {
            fn drop(&mut self) {
                self.0.store(1, Ordering::SeqCst);
            }
        }
        let leader = std::thread::current().id();
        let (begun, leaves) = (std::sync::Barrier::new(2), AtomicUsize::new(0));
        let work = |(): &mut ()| {
            begun.wait();
            assert_ne!(std::thread::current().id(), leader, "the leader");
            // The helper finishes only after the rounds are over.
            while leaves.load(Ordering::SeqCst) == 0 {
                std::thread::yield_now();
            }
            (0..1000).for_each(|_| std::thread::yield_now());
        };
        with_workers(
            "t",
            1,
            || (),
            work,
            |round| {
                let _leaving = Leaving(&leaves);
                round(Who::All);
            },
        );
    }

    #[test]
    fn results_come_in_order_and_without_a_gap() {
        let all: Vec<usize> = (0..500).collect();
        let double = |(): &mut (), n: &usize| 2 * n;
        let wanted: Vec<usize> = all.iter().map(|n| 2 * n).collect();
        for threads in 1..4 {
            let done = map_in_order("t", threads, &all, || true, || (), double);
            assert_eq!(done, wanted);
            let begun = AtomicUsize::new(0);
            let going = || begun.fetch_add(1, Ordering::Relaxed) < 100;
            let done = map_in_order("t", threads, &all, going, || (), double);
            assert_eq!(done, wanted[..100]);
        }
    }
}
