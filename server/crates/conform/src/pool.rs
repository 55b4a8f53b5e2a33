//! Threads that work on many programs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::Outcome;
use crate::scratch::Scratch;

/// Calls `work` for `0..count`, at most `jobs` at a time, each with a folder of its own; the results are in the order of
/// the numbers.
pub(crate) fn pool<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize, &Scratch) -> T + Sync,
) -> Outcome<Vec<T>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let worker = || -> Outcome<()> {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return Ok(());
            }
            let result = work(i, &Scratch::new()?);
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.push((i, result));
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .try_for_each(|w| w.join().unwrap_or_else(|_| Err("a worker panicked".into())))
    })?;
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(i, _)| *i);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
