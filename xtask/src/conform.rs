//! `cargo xtask conform`, `csmith` and `fuzz`: the development tool `conform` with what it needs.

use crate::process::{cargo, run as run_command};
use crate::{Outcome, csmith, setup};

/// Programs that mutated inputs are made from.
const CORPUS: [&str; 2] = ["grammar-tests", "fixtures"];
/// Programs of Csmith and inputs of the fuzzer that every change has to pass.
const PROGRAMS: &str = "100";
const INPUTS: &str = "1500";
const SECONDS: &str = "12";

/// How the tool is built.
#[derive(Clone, Copy)]
enum Build {
    /// Slower, built anyway for the tests, and arithmetic that overflows panics.
    Development,
    Release,
}

/// Compares the programs of some folders.
pub(crate) fn compare(arguments: &[&str]) -> Outcome {
    conform(Build::Release, &[&["compare"], arguments].concat())
}

/// Compares programs that Csmith makes.
pub(crate) fn csmith(arguments: &[&str]) -> Outcome {
    if !csmith::available()? {
        return Err("there is no Csmith".to_owned());
    }
    conform(Build::Release, &[&["csmith"], arguments].concat())
}

/// Measures how fast programs run.
pub(crate) fn speed(arguments: &[&str]) -> Outcome {
    conform(Build::Release, &[&["speed"], arguments].concat())
}

/// Fuzzes, from the corpora of this repository and what the arguments add.
pub(crate) fn fuzz(arguments: &[&str]) -> Outcome {
    conform(
        Build::Release,
        &[&["fuzz"], arguments, &CORPUS[..]].concat(),
    )
}

/// What every change has to pass; the same programs and inputs each time.
pub(crate) fn check() -> Outcome {
    if csmith::available()? {
        let csmith = ["csmith", PROGRAMS, "--seed", "1", "--timeout", "1"];
        conform(Build::Development, &csmith)?;
    }
    let fuzz = ["fuzz", "--inputs", INPUTS, "--seconds", SECONDS];
    conform(Build::Development, &[&fuzz[..], &CORPUS[..]].concat())
}

fn conform(build: Build, arguments: &[&str]) -> Outcome {
    setup::run()?;
    let profile: &[&str] = match build {
        Build::Development => &[],
        Build::Release => &["--release"],
    };
    let start: [&[&str]; 4] = [
        &["run", "--quiet", "--package", "conform"],
        profile,
        &["--"],
        arguments,
    ];
    run_command(&mut cargo(&start.concat()))
}
