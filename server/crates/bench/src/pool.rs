//! Parallel processing of several cases.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::Outcome;

/// Calls `work` for each item, at most `jobs` at a time; the results are in the order of the items, and the first error
/// counts.
pub(crate) fn map<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> Outcome<R> + Sync,
) -> Outcome<Vec<R>> {
    let next = AtomicUsize::new(0);
    let worker = || -> Outcome<Vec<(usize, R)>> {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else {
                return Ok(done);
            };
            done.push((i, work(item)?));
        }
    };
    let mut all = thread::scope(|scope| {
        // Programs are parsed and run on stacks as large as those of the product's worker.
        let spawn = || {
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, worker)
        };
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| spawn()).collect();
        let mut all = Vec::new();
        for worker in workers {
            let worker = worker.map_err(|e| format!("no thread: {e}"))?;
            all.extend(worker.join().map_err(|_| "a job panicked".to_owned())??);
        }
        Ok::<_, String>(all)
    })?;
    all.sort_by_key(|(i, _)| *i);
    Ok(all.into_iter().map(|(_, result)| result).collect())
}

/// Stack size, as in `server/crates/faultlens-core/src/jobs/worker.rs`.
const STACK: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order_and_errors_come_out() {
        let items: Vec<usize> = (0..100).collect();
        let doubled = map(3, &items, |i| Ok(i * 2)).unwrap();
        assert_eq!(doubled, (0..100).map(|i| i * 2).collect::<Vec<_>>());
        let refused = map(2, &items, |i| {
            if *i == 7 {
                Err("seven".to_owned())
            } else {
                Ok(())
            }
        });
        assert_eq!(refused.unwrap_err(), "seven");
    }
}
