//! Several things at once.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, ScopedJoinHandle};

use crate::STACK;

/// Does both, the second one on a thread of its own if `beside` allows it and there is one; otherwise afterwards.
pub(crate) fn both<A, B: Send>(
    name: &str,
    beside: bool,
    first: impl FnOnce() -> A,
    mut second: impl FnMut() -> B + Send,
) -> (A, B) {
    let (a, b) = std::thread::scope(|scope| {
        let thread = beside.then(|| {
            let thread = Builder::new().name(name.into()).stack_size(STACK);
            thread.spawn_scoped(scope, &mut second)
        });
        let a = first();
        let joined = thread.and_then(Result::ok).map(ScopedJoinHandle::join);
        (
            a,
            joined.map(|b| b.unwrap_or_else(|panic| resume_unwind(panic))),
        )
    });
    (a, b.unwrap_or_else(second))
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
        let (mut own, mut done) = (make(), Vec::new());
        while going() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(at) else { break };
            done.push((at, work(&mut own, one)));
        }
        done
    };
    let mut done = std::thread::scope(|scope| {
        let another = |_| {
            let thread = Builder::new().name(name.into()).stack_size(STACK);
            thread.spawn_scoped(scope, some).ok()
        };
        let others: Vec<_> = (1..threads).filter_map(another).collect();
        let mut done = some();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
