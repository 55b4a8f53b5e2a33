//! The language server under simulated editing: waiting times, and random sessions. Both are tests of the package
//! `faultlens` that do more work if the environment says so.

use crate::process::{cargo, run};
use crate::{Outcome, root, setup};

/// Default number of random sessions.
const SESSIONS: &str = "2000";

/// Measures how long a client waits: during a search, and for the first diagnosis of laid-out cases.
pub(crate) fn latency(cases: &[&str]) -> Outcome {
    let cases: Vec<String> = cases
        .iter()
        .map(|case| root().join(case).to_string_lossy().into_owned())
        .collect();
    test("latency", "FAULTLENS_LATENCY", &cases.join(":"))
}

/// Runs random sessions of edits, requests, cancels and jobs against the binary.
pub(crate) fn sessions(arguments: &[&str]) -> Outcome {
    match *arguments {
        [] => test("sequences", "FAULTLENS_SEQUENCES", SESSIONS),
        [count] => test("sequences", "FAULTLENS_SEQUENCES", count),
        _ => Err("usage: cargo xtask sessions [N]".to_owned()),
    }
}

/// Runs one module of the server's black-box tests in a release build, with one variable set.
fn test(module: &str, variable: &str, value: &str) -> Outcome {
    setup::run()?;
    let arguments = [
        "test",
        "--release",
        "--package",
        "faultlens",
        "--test",
        "lsp",
        module,
        "--",
        "--nocapture",
    ];
    run(cargo(&arguments).env(variable, value))
}
