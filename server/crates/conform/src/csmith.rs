//! `conform csmith`: programs that Csmith makes from seeds, which behave the same under every correct compiler.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::cli::{CsmithArgs, Settings};
use crate::compare::pool;
use crate::gcc::Gcc;
use crate::judge::judge;
use crate::scratch::Scratch;
use crate::verdict::{Class, Verdict};
use crate::{Outcome, child, summary};

/// Csmith now and then looks for a program for ever.
const GENERATION: Duration = Duration::from_secs(20);

/// One of the builtins that Csmith knows is an instruction that the compiler would have to be allowed to use.
const STAND_IN: &str = "'-D__builtin_ia32_crc32qi(a,b)=((a)^(b))'";

/// Smaller programs than Csmith's own limits give, so that most of them end within the step limit; everything that it
/// can make is in them.
const SMALL: [&str; 6] = [
    "--max-funcs",
    "5",
    "--max-block-depth",
    "3",
    "--max-block-size",
    "4",
];

/// Compares all programs and prints; gives whether nothing is wrong.
pub(crate) fn run(args: &CsmithArgs) -> Outcome<bool> {
    if !args.header.join("csmith.h").exists() {
        let header = args.header.display();
        return Err(format!(
            "there is no {header}/csmith.h: install libcsmith-dev"
        ));
    }
    if let Some(folder) = &args.keep {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let settings = settings(args);
    let words = settings.flag_words()?;
    let mut verdicts = pool(settings.jobs, args.count as usize, |i, scratch| {
        let seed = args.seed + i as u64;
        let gcc = Gcc {
            settings: &settings,
            words: &words,
            scratch,
        };
        one(args, seed, &gcc)
    })?;
    summary::print(&mut verdicts, settings.list.as_deref())
}

fn settings(args: &CsmithArgs) -> Settings {
    let header = args.header.display();
    let given = &args.settings;
    Settings {
        flags: format!("-I{header} {STAND_IN} {}", given.flags),
        // Programs that end do so at once, and one in ten does not.
        timeout: given.timeout.or(Some(3.0)),
        ..given.clone()
    }
}

/// Makes and compares the program of a seed.
fn one(args: &CsmithArgs, seed: u64, gcc: &Gcc<'_>) -> Verdict {
    let options = options(args, seed);
    let name = format!("csmith --seed {seed} {}", options.join(" "));
    let (class, reason) = match generate(seed, &options, gcc.scratch) {
        Err(why) => (Class::Skipped, why),
        Ok(source) => {
            let (mut class, reason) = judge(gcc, &source);
            // Its programs are defined: what no sanitizer sees is not there. But it gives `__builtin_clz` and its like
            // 0 too, for which gcc sees no reason to look where it computes the call itself.
            if class == Class::NotConfirmed && !reason.contains("__builtin_c") {
                class = Class::Wrong;
            }
            if let (Class::Wrong, Some(folder)) = (class, &args.keep) {
                keep(&source, &folder.join(format!("{seed}.c")));
            }
            (class, reason)
        }
    };
    Verdict {
        name,
        class,
        reason,
    }
}

fn keep(source: &Path, target: &Path) {
    if let Err(error) = std::fs::copy(source, target) {
        eprintln!("{}: {error}", target.display());
    }
}

/// The options of a seed: of four programs one has floats and one the compiler's builtins, and one is of Csmith's own
/// size.
fn options(args: &CsmithArgs, seed: u64) -> Vec<String> {
    if !args.options.is_empty() {
        return args.options.clone();
    }
    let more: &[&str] = match seed % 4 {
        0 => &["--float"],
        1 => &["--builtins"],
        2 => return Vec::new(),
        _ => &[],
    };
    SMALL.iter().chain(more).map(|&o| o.to_owned()).collect()
}

fn generate(seed: u64, options: &[String], scratch: &Scratch) -> Result<PathBuf, String> {
    let source = scratch.file("program.c");
    let mut command = Command::new("csmith");
    command
        .args(["--seed", &seed.to_string(), "--output"])
        .arg(&source)
        .args(options)
        // It writes a file for the platform where it runs.
        .current_dir(scratch.path());
    let made = child::run(&mut command, GENERATION).map_err(|e| format!("csmith: {e}"))?;
    match made.status {
        None => Err("csmith takes too long".to_owned()),
        Some(status) if status.success() && source.exists() => Ok(source),
        Some(status) => Err(format!("csmith: {status}: {}", made.stderr.trim())),
    }
}
