//! `cargo xtask test`: all checks that a change has to pass.

use crate::process::{cargo, run as run_command};
use crate::{Outcome, conform, editors, playground, release, setup, targets};

/// Runs the checks of `tidy`, which no other tool does.
pub(crate) fn tidy(arguments: &[&str]) -> Outcome {
    let mut command = cargo(&["run", "--quiet", "--package", "tidy", "--"]);
    run_command(command.args(arguments))
}

/// Sets up and runs all checks and tests; stops at the first failure.
pub(crate) fn run() -> Outcome {
    setup::run()?;
    run_command(&mut cargo(&["fmt", "--all", "--check"]))?;
    let clippy = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--quiet",
        "--",
        "-D",
        "warnings",
    ];
    run_command(&mut cargo(&clippy))?;
    tidy(&[])?;
    // A link in a comment to something that was renamed.
    let doc = [
        "doc",
        "--workspace",
        "--no-deps",
        "--document-private-items",
        "--quiet",
    ];
    run_command(cargo(&doc).env("RUSTDOCFLAGS", "-D warnings"))?;
    // The editors run the binary, and so do tests of other packages.
    run_command(&mut cargo(&["build", "--workspace", "--quiet"]))?;
    run_command(&mut cargo(&["test", "--workspace", "--quiet"]))?;
    targets::check()?;
    conform::check()?;
    editors::run()?;
    playground::test()?;
    release::run(&["--quick"])?;
    println!("all checks and tests passed");
    Ok(())
}
