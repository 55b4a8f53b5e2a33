//! `cargo xtask run`: from a fresh clone to a first result.

use std::thread;

use crate::binary::build_release;
use crate::{Outcome, root, setup};

/// Program to localize; a comment in it says where the fault is.
const EXAMPLE: &str = "editors/testdata/median.c";
/// Exit status of `faultlens localize` when it found suspects.
const SUSPECTS_FOUND: i32 = 1;

/// Builds `faultlens`, fetches Z3 at the same time, and localizes the example. Neither the build nor the example needs
/// Z3.
pub(crate) fn run() -> Outcome {
    let fetching = thread::spawn(setup::run);
    let built = build_release();
    let fetched = fetching
        .join()
        .map_err(|_| "the set-up panicked".to_owned());
    if let Err(why) = fetched.and_then(|outcome| outcome) {
        println!(
            "{why}\nGoing on without Z3: of programs that compute with `double`, some questions will stay open."
        );
    }
    let program = built?;
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
