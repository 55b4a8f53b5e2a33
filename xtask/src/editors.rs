//! Tests of the editor clients.

use crate::process::{command, run as run_command};
use crate::{Outcome, root};

const SCRIPT: &str = "editors/run-tests.sh";

/// Runs the editors' own test script.
pub(crate) fn run() -> Outcome {
    if !root().join(SCRIPT).exists() {
        println!("{SCRIPT} does not exist: no editor tests were run");
        return Ok(());
    }
    run_command(&mut command("bash", &[SCRIPT]))
}
