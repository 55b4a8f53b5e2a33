//! Checks that everything compiles for the other systems on which FaultLens runs.
//!
//! `cargo check` links nothing and reads no object files, so the C parts (tree-sitter, the allocator) need no compiler
//! for each system: a program that does nothing stands in for it. Whether they compile, too, is seen where the packages
//! for a system are built (`.github/workflows/release.yml`).

use crate::Outcome;
use crate::process::{cargo, command, run as run_command};

/// Systems for which all of FaultLens is checked; Linux on x64 is what the tests run on.
const SYSTEMS: [&str; 4] = [
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-gnu",
];
/// A page in a browser, for which the playground is checked.
const BROWSER: &str = "wasm32-wasip1";
/// What the page runs, and all that it depends on.
const CORE: [&str; 1] = ["playground"];

/// Checks all of them; a warning is an error.
pub(crate) fn check() -> Outcome {
    let mut add = command("rustup", &["--quiet", "target", "add", BROWSER]);
    run_command(add.args(SYSTEMS))?;
    check_packages(&["faultlens"], &SYSTEMS)?;
    check_packages(&CORE, &[BROWSER])
}

fn check_packages(packages: &[&str], targets: &[&str]) -> Outcome {
    let mut check = cargo(&["check", "--quiet", "--locked"]);
    check.args(packages.iter().flat_map(|name| ["--package", *name]));
    check.args(targets.iter().flat_map(|name| ["--target", *name]));
    for name in ["TARGET_CC", "TARGET_CXX", "TARGET_AR"] {
        check.env(name, "true");
    }
    // Otherwise a tool of Apple's is asked for it.
    check.env("SDKROOT", "/");
    check.env("RUSTFLAGS", "-D warnings");
    run_command(&mut check)
}
