//! Programs with a small change that makes a test fail.

use std::fs;
use std::time::Duration;

use super::program::Program;
use crate::{Outcome, fuzz};

/// Number of changes that are tried for each one that makes a program fail.
pub(super) const MOST_TRIED: usize = 40;

/// Changes the program; returns whether it can still be compiled and a test then fails.
pub(super) fn fails(
    program: &mut Program,
    seed: u64,
    number: u64,
    limit: Duration,
) -> Outcome<bool> {
    // The files take turns, in the order of the numbers.
    let file = &program.files[(number / 7) as usize % program.files.len()];
    let fail = |error: std::io::Error| format!("{}: {error}", file.display());
    let text = fs::read(file).map_err(fail)?;
    fs::write(file, fuzz::small_change(seed, number, &text)).map_err(fail)?;
    program.find()?;
    let Ok(binary) = program.compiled() else {
        return Ok(false);
    };
    for test in &program.tests {
        let ran = program.run(&binary, test, limit)?;
        if !ran.flooded() && !Program::passes(test, &ran) {
            return Ok(true);
        }
    }
    Ok(false)
}
