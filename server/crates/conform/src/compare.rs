//! `conform compare`, and the pool that all comparisons use.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::cli::CompareArgs;
use crate::gcc::Gcc;
use crate::judge::judge;
use crate::scratch::Scratch;
use crate::verdict::{Class, ProgramVerdict};
use crate::{Outcome, summary};

/// Compares all programs and prints; returns whether nothing is wrong.
pub(crate) fn run(args: &CompareArgs) -> Outcome<bool> {
    let programs = programs(&args.paths, &args.only)?;
    let words = args.settings.flag_words()?;
    let mut verdicts = pool(args.settings.jobs, programs.len(), |i, scratch| {
        let (class, reason) = {
            let gcc = Gcc {
                settings: &args.settings,
                words: &words,
                scratch,
            };
            judge(&gcc, &programs[i])
        };
        ProgramVerdict {
            name: programs[i].display().to_string(),
            class,
            reason,
        }
    })?;
    summary::print(&mut verdicts, args.settings.list.as_deref())
}

/// Calls `work` for `0..count`, at most `jobs` at a time, each with a folder of its own.
pub(crate) fn pool(
    jobs: usize,
    count: usize,
    work: impl Fn(usize, &Scratch) -> ProgramVerdict + Sync,
) -> Outcome<Vec<ProgramVerdict>> {
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(Vec::new());
    let worker = || -> Outcome<()> {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return Ok(());
            }
            let verdict = work(i, &Scratch::new()?);
            // Long runs may be watched, or interrupted, so errors are printed at once.
            if verdict.class == Class::Wrong {
                println!("{verdict}");
            }
            let mut verdicts = verdicts.lock().unwrap_or_else(PoisonError::into_inner);
            verdicts.push(verdict);
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .try_for_each(|w| w.join().unwrap_or_else(|_| Err("a worker panicked".into())))
    })?;
    Ok(verdicts
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner))
}

fn programs(paths: &[PathBuf], only: &[String]) -> Outcome<Vec<PathBuf>> {
    let mut programs = Vec::new();
    for path in paths {
        let path = std::path::absolute(path).map_err(|error| error.to_string())?;
        if path.is_dir() {
            let entries = std::fs::read_dir(&path);
            let entries = entries.map_err(|error| format!("{}: {error}", path.display()))?;
            let is_c = |p: &PathBuf| p.extension().is_some_and(|e| e == "c");
            programs.extend(entries.flatten().map(|e| e.path()).filter(is_c));
        } else {
            programs.push(path);
        }
    }
    programs.retain(|program| only.is_empty() || only.iter().any(|name| is_named(program, name)));
    programs.sort();
    if programs.is_empty() {
        return Err("no programs".to_owned());
    }
    Ok(programs)
}

fn is_named(program: &Path, name: &str) -> bool {
    let stem = name.strip_suffix(".c").unwrap_or(name);
    program.file_stem().is_some_and(|s| s == stem)
}
