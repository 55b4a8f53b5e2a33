//! Several things at once.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle};

use crate::STACK;

fn thread(name: &str) -> Builder {
    Builder::new().name(name.into()).stack_size(STACK)
}

/// Does both, the second one on a thread of its own if `beside` allows it and there is one; otherwise afterwards.
pub(crate) fn both<A, B: Send>(
    name: &str,
    beside: bool,
    first: impl FnOnce() -> A,
    mut second: impl FnMut() -> B + Send,
) -> (A, B) {
    let (a, b) = std::thread::scope(|scope| {
        let thread = beside.then(|| thread(name).spawn_scoped(scope, &mut second));
        let a = first();
        let joined = thread.and_then(Result::ok).map(ScopedJoinHandle::join);
        (
            a,
            joined.map(|b| b.unwrap_or_else(|panic| resume_unwind(panic))),
        )
    });
    (a, b.unwrap_or_else(second))
}

/// Lets `lead` have work done in rounds, by this thread and a helper that stays between them: a thread for each round would
/// take longer to begin and to end than many a round does. Each round ends when both are through with `work`. There is no
/// helper if `beside` does not allow it or no thread is to be had.
pub(crate) fn rounds<R>(
    name: &str,
    beside: bool,
    work: impl Fn() + Sync,
    lead: impl FnOnce(&dyn Fn()) -> R,
) -> R {
    let rounds = Rounds::default();
    std::thread::scope(|scope| {
        let help = || rounds.help(&work);
        let helper = || thread(name).spawn_scoped(scope, help).ok();
        let helper = beside.then(helper).flatten();
        let _closing = Closing(&rounds);
        lead(&|| {
            if helper.is_some() {
                rounds.pass(Turn::Helper);
            }
            work();
            rounds.wait(|turn| turn != Turn::Helper);
        })
    })
}

/// What the two threads of [`rounds`] tell each other.
#[derive(Default)]
struct Rounds {
    turn: Mutex<Turn>,
    changed: Condvar,
}

#[derive(Clone, Copy, PartialEq, Default)]
enum Turn {
    /// The helper is through, or nothing has begun yet.
    #[default]
    Leader,
    /// A round has begun that the helper is not through with.
    Helper,
    /// There will be no more rounds.
    Over,
}

impl Rounds {
    /// Passes the turn on; what is over stays so.
    fn pass(&self, to: Turn) {
        let mut turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if *turn != Turn::Over {
            *turn = to;
        }
        self.changed.notify_all();
    }

    fn wait(&self, until: impl Fn(Turn) -> bool) -> Turn {
        let turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = self.changed.wait_while(turn, |turn| !until(*turn));
        *turn.unwrap_or_else(PoisonError::into_inner)
    }

    fn help(&self, work: &impl Fn()) {
        // Whoever waits must not do so in vain, even if the work panics.
        let _closing = Closing(self);
        while self.wait(|turn| turn != Turn::Leader) == Turn::Helper {
            work();
            self.pass(Turn::Leader);
        }
    }
}

/// Ends the rounds.
struct Closing<'r>(&'r Rounds);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.pass(Turn::Over);
    }
}

/// Works on each of these with so many threads at most, as long as it is `going`, and gives the results of the first ones
/// in order. Each thread has its own of what `make` makes.
pub(crate) fn each<T: Sync, S, R: Send>(
    name: &str,
    threads: usize,
    all: &[T],
    going: impl Fn() -> bool + Sync,
    make: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    // What nobody has begun yet, while there is any. What is begun is finished, so there is no gap in what is done.
    let some = || {
        // Room that is not used costs nothing; growing copies what is there again and again.
        let (mut own, mut done) = (make(), Vec::with_capacity(all.len()));
        while going() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(at) else { break };
            done.push((at, work(&mut own, one)));
        }
        done
    };
    let mut done = std::thread::scope(|scope| {
        let another = |_| thread(name).spawn_scoped(scope, some).ok();
        let others: Vec<_> = (1..threads).filter_map(another).collect();
        let mut done = some();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    // What each thread has done is in order; this kind of sorting only merges such runs.
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_round_ends_when_all_is_done() {
        for beside in [false, true] {
            let (left, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let take = |n: usize| n.checked_sub(1);
            let work = || {
                while left
                    .fetch_update(Ordering::SeqCst, Ordering::SeqCst, take)
                    .is_ok()
                {
                    done.fetch_add(1, Ordering::SeqCst);
                }
            };
            let told = rounds("t", beside, work, |round| {
                (0..50)
                    .map(|n| {
                        left.store(n, Ordering::SeqCst);
                        round();
                        done.swap(0, Ordering::SeqCst)
                    })
                    .collect::<Vec<_>>()
            });
            assert_eq!(told, (0..50).collect::<Vec<_>>());
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn who_waits_for_a_helper_that_panics_does_not_wait_for_ever() {
        let leader = std::thread::current().id();
        let work = || assert_eq!(std::thread::current().id(), leader);
        rounds("t", true, work, |round| (0..3).for_each(|_| round()));
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
        let work = || {
            begun.wait();
            assert_ne!(std::thread::current().id(), leader, "the leader");
            // The helper is through only after the rounds are over.
            while leaves.load(Ordering::SeqCst) == 0 {
                std::thread::yield_now();
            }
            (0..1000).for_each(|_| std::thread::yield_now());
        };
        rounds("t", true, work, |round| {
            let _leaving = Leaving(&leaves);
            round();
        });
    }

    #[test]
    fn results_come_in_order_and_without_a_gap() {
        let all: Vec<usize> = (0..500).collect();
        let double = |(): &mut (), n: &usize| 2 * n;
        let wanted: Vec<usize> = all.iter().map(|n| 2 * n).collect();
        for threads in 1..4 {
            let done = each("t", threads, &all, || true, || (), double);
            assert_eq!(done, wanted);
            let begun = AtomicUsize::new(0);
            let going = || begun.fetch_add(1, Ordering::Relaxed) < 100;
            let done = each("t", threads, &all, going, || (), double);
            assert_eq!(done, wanted[..100]);
        }
    }
}
