//! `cargo xtask conform`, `facts`, `csmith` and `fuzz`: the development tool `conform` with what it needs.

use crate::process::{cargo, run as run_command};
use crate::{Outcome, csmith, setup};

/// Corpora of programs that mutated inputs are made from.
const CORPUS: [&str; 2] = ["grammar-tests", "fixtures"];
/// Number of Csmith programs and of fuzzer inputs that every change has to pass, and time limit.
const PROGRAMS: &str = "100";
const INPUTS: &str = "1500";
const SECONDS: &str = "12";

/// Build profile of the tool.
#[derive(Clone, Copy)]
enum Build {
    /// Development build: slower, but built for the tests anyway, and panics on arithmetic overflow.
    Development,
    Release,
}

/// Compares the programs of some folders.
pub(crate) fn compare(arguments: &[&str]) -> Outcome {
    conform(Build::Release, &[&["compare"], arguments].concat())
}

/// Compares programs that Csmith generates.
pub(crate) fn csmith(arguments: &[&str]) -> Outcome {
    if !csmith::available()? {
        return Err("there is no Csmith".to_owned());
    }
    conform(Build::Release, &[&["csmith"], arguments].concat())
}

/// Checks what explanations say about the failing programs of some folders.
pub(crate) fn facts(arguments: &[&str]) -> Outcome {
    conform(Build::Release, &[&["facts"], arguments].concat())
}

/// Measures how fast programs run.
pub(crate) fn speed(arguments: &[&str]) -> Outcome {
    conform(Build::Release, &[&["speed"], arguments].concat())
}

/// Fuzzes, from the corpora of this repository and those in the arguments.
pub(crate) fn fuzz(arguments: &[&str]) -> Outcome {
    conform(
        Build::Release,
        &[&["fuzz"], arguments, &CORPUS[..]].concat(),
    )
}

/// Checks that every change has to pass, with the same programs and inputs each time.
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
