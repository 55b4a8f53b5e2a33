//! `cargo xtask bench`: the development tool `bench` on a fresh release build of `faultlens`.

use crate::binary::release_binary;
use crate::process::{cargo, run as run_command};
use crate::{Outcome, setup};

/// Passes the arguments on; builds the binary to measure, unless they name one or need none.
pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let needs_none =
        |a: &&str| ["--ablate", "--fit"].contains(a) || *a == "--bin" || a.starts_with("--bin=");
    let built;
    let mut all = vec!["run", "--quiet", "--release", "--package", "bench", "--"];
    if arguments.iter().any(needs_none) {
        setup::run()?;
    } else {
        built = release_binary()?.to_string_lossy().into_owned();
        all.extend(["--bin", &built]);
    }
    all.extend(arguments);
    run_command(&mut cargo(&all))
}
