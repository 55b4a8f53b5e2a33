//! `conform compare`.

use std::path::{Path, PathBuf};

use crate::cli::CompareArgs;
use crate::gcc::Gcc;
use crate::judge::judge;
use crate::pool::pool;
use crate::verdict::ProgramVerdict;
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
        let name = programs[i].display().to_string();
        ProgramVerdict::new(name, class, reason)
    })?;
    summary::print(&mut verdicts, args.settings.list.as_deref())
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
