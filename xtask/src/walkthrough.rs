//! `cargo xtask run`: from a fresh clone to a first result.

use crate::process::release_binary;
use crate::{Outcome, root};

/// The program that is localized; a comment in it says where the fault is.
const EXAMPLE: &str = "editors/testdata/median.c";
/// Exit status of `faultlens localize` when it found suspects.
const SUSPECTS_FOUND: i32 = 1;

/// Sets up, builds `faultlens` and localizes the example.
pub(crate) fn run() -> Outcome {
    let program = release_binary()?;
    let shown = format!("faultlens localize {EXAMPLE}");
    println!("$ {shown}");
    let status = std::process::Command::new(program)
        .args(["localize", EXAMPLE])
        .current_dir(root())
        .status()
        .map_err(|error| format!("`{shown}` could not be started: {error}"))?;
    if status.code() == Some(SUSPECTS_FOUND) {
        Ok(())
    } else {
        Err(format!(
            "`{shown}` should find suspects (exit status {SUSPECTS_FOUND}): {status}"
        ))
    }
}
