//! `conform fuzz`: hostile input for the whole core.
//!
//! Input `i` of a seed is always the same, so a child only has to report its position: if it dies or hangs, the parent
//! knows the input and the stage.

mod corpus;
mod failure;
mod minimize;
mod mutate;
mod tokens;
mod watch;
mod words;
mod worker;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::cli::FuzzArgs;
use failure::Failure;

pub(crate) use mutate::small_change;
pub(crate) use worker::run as worker;

/// Results of all processes together.
#[derive(Default)]
struct FuzzTotals {
    executions: u64,
    /// Failures by kind: their number, and the first one.
    failures: BTreeMap<String, (u64, Failure)>,
}

/// Fuzzes and prints; returns whether nothing failed.
pub(crate) fn run(args: &FuzzArgs) -> Outcome<bool> {
    let files = corpus::files(&args.corpus)?;
    let texts = corpus::texts(&files)?;
    if let Some(index) = args.input {
        println!("{}", mutate::text(mutate::input(args.seed, index, &texts)));
        return Ok(true);
    }
    println!("{} programs, seed {}", texts.len(), args.seed);

    // Each thread watches one child after another, on every `jobs`-th input of the seed.
    let start = Instant::now();
    let until = start + Duration::from_secs(args.seconds);
    let totals = Mutex::new(FuzzTotals::default());
    let jobs = args.jobs.max(1);
    thread::scope(|scope| {
        let (totals, files, texts) = (&totals, &files, &texts);
        let job = move |job| {
            let mut next = job;
            while Instant::now() < until && next < args.inputs {
                let watched = watch::watch(args, files, next, until)?;
                let mut totals = totals.lock().unwrap_or_else(PoisonError::into_inner);
                totals.executions += watched.executions;
                next = watched.last.map_or(next, |last| last + jobs);
                let Some(failure) = watched.failure else {
                    continue;
                };

                // Each kind of failure is saved once, with its first input, and counted from then on.
                let known = totals.failures.get_mut(&failure.what);
                if let Some((count, _)) = known {
                    *count += 1;
                    continue;
                }
                totals
                    .failures
                    .insert(failure.what.clone(), (1, failure.clone()));
                drop(totals);
                let text = mutate::text(mutate::input(args.seed, failure.input, texts));
                minimize::save(args, &failure, &text)?;
            }
            Ok(())
        };
        let threads: Vec<_> = (0..jobs).map(|j| scope.spawn(move || job(j))).collect();
        let joined = threads.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .into_iter()
            .try_for_each(|end| end.unwrap_or_else(|_| Err("a thread panicked".to_owned())))
    })?;
    let totals = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary(&totals, start.elapsed());
    Ok(totals.failures.is_empty())
}

fn summary(found: &FuzzTotals, time: Duration) {
    let seconds = time.as_secs_f64();
    let rate = found.executions as f64 / seconds;
    println!(
        "{} executions in {seconds:.0} s: {rate:.0} per second",
        found.executions
    );
    for (what, (count, first)) in &found.failures {
        println!("{count:>5} × {what}; first input {}", first.input);
    }
    println!("{} kinds of failure", found.failures.len());
}
