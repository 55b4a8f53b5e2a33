//! `cargo xtask bench`: the shared measuring script on a fresh release build.

use crate::process::{command, release_binary, run as run_command};
use crate::{Outcome, root};

const SCRIPT: &str = "../shared/bench/measure.py";

/// Builds `faultlens` and measures it on each folder of cases.
pub(crate) fn run(cases: &[&str]) -> Outcome {
    if !root().join(SCRIPT).exists() {
        return Err(format!(
            "{SCRIPT} does not exist: it lies beside the repository"
        ));
    }
    let binary = release_binary()?.to_string_lossy().into_owned();
    for folder in cases {
        run_command(&mut command(
            "python3",
            &[SCRIPT, "--bin", &binary, "--cases", folder],
        ))?;
    }
    Ok(())
}
