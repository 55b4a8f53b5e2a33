//! Minimization of a failing input, and its file.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::failure::{Failure, of_death};
use super::tokens::tokens;
use super::watch::STANDSTILL;
use crate::cli::FuzzArgs;
use crate::{Outcome, child};

/// Time limit for minimizing one input.
const TIME: Duration = Duration::from_secs(40);

/// Minimizes an input, saves it and reports it.
pub(super) fn save(args: &FuzzArgs, failure: &Failure, text: &str) -> Outcome<()> {
    std::fs::create_dir_all(&args.save).map_err(|e| format!("{}: {e}", args.save.display()))?;
    let file = args.save.join(format!("{}-{}.c", args.seed, failure.input));
    let write =
        |text: &str| std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()));
    write(text)?;
    println!("{}: {}", failure.what, file.display());
    let until = Instant::now() + TIME;
    let mut fails = |text: &str| {
        Instant::now() < until
            && write(text).is_ok()
            && again(args, failure, &file).as_ref() == Some(&failure.what)
    };
    let smaller = if fails(text) {
        let lines = shrink(
            text.split_inclusive('\n').map(str::to_owned).collect(),
            &mut fails,
        );
        let text = lines.concat();
        let pieces = tokens(text.as_bytes()).into_iter();
        let pieces = pieces.filter_map(|(_, range)| Some(text.get(range)?.to_owned()));
        shrink(pieces.collect(), &mut fails).concat()
    } else {
        println!("  not seen again by itself");
        text.to_owned()
    };
    write(&smaller)
}

/// Removes ever smaller sections as long as the rest fails.
fn shrink(mut pieces: Vec<String>, fails: &mut dyn FnMut(&str) -> bool) -> Vec<String> {
    let mut length = pieces.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at < pieces.len() {
            let end = (at + length).min(pieces.len());
            let rest = [&pieces[..at], &pieces[end..]].concat();
            if fails(&rest.concat()) {
                pieces = rest;
            } else {
                at = end;
            }
        }
        length /= 2;
    }
    pieces
}

/// Failure of the text of a file, if it fails.
fn again(args: &FuzzArgs, failure: &Failure, file: &Path) -> Option<String> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(["fuzz-worker", "--plain"]).arg(file);
    command.arg(format!("--memory={}", args.memory));
    command.arg(format!("--hang={}", args.hang));
    if failure.localized {
        command.arg("--localize");
    }
    let ran = child::run(&mut command, Duration::from_secs(args.hang * STANDSTILL)).ok()?;
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    let last = |wanted: &str| said.lines().rfind(|line| line.starts_with(wanted));
    let stage = last("0 ").map_or("", |line| &line[2..]);
    let panic = last("! ").map_or("", |line| &line[2..]);
    match ran.status {
        None => Some(format!("hang in {stage}")),
        Some(status) => of_death(stage, status, panic, &ran.stderr),
    }
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn what_matters_is_left() {
        let pieces = (0..100).map(|i| format!("{i} ")).collect();
        let mut fails = |text: &str| text.contains("17 ") && text.contains("80 ");
        assert_eq!(shrink(pieces, &mut fails).concat(), "17 80 ");
    }
}
