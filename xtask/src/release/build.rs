//! Builds of the server, each with its wheel, by maturin: for old systems with Zig as linker and C compiler.
//!
//! maturin reads what the program imports from shared libraries, and refuses a program that systems as old as its
//! wheel's name promises could not start.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Form, Platform};
use crate::process::{command, forget_this_package, run as run_command, target_folder};
use crate::{Outcome, root};

const REQUIREMENTS: &str = "xtask/release-requirements.txt";

/// Builds `faultlens` and its wheel, which goes into the folder `wheels`; returns the program.
pub(super) fn server(platform: &Platform, form: &Form, wheels: &Path) -> Result<PathBuf, String> {
    let tools = tools()?;
    let program = tools.join("bin/maturin").display().to_string();
    let mut build = command(&program, &["build", "--locked", "--out"]);
    build.arg(wheels);
    forget_this_package(&mut build);
    let Form::Full { profile } = form else {
        build.args(["--profile", "dev", "--compatibility", "linux"]);
        run_command(&mut build)?;
        return Ok(target_folder().join("debug/faultlens"));
    };
    build.args(["--profile", "dist", "--zig", "--auditwheel", "check"]);
    build.args(["--target", platform.triple]);
    build.args(["--compatibility", platform.systems]);
    build.args(["--features", platform.features]);
    build
        .env("CARGO_ZIGBUILD_ZIG_PATH", tools.join("ziglang/zig"))
        .env("RUSTFLAGS", format!("-Cprofile-use={}", profile.display()));
    run_command(&mut build)?;
    Ok(target_folder().join(platform.triple).join("dist/faultlens"))
}

/// Folder with the pinned tools, which are fetched if necessary.
pub(crate) fn tools() -> Result<PathBuf, String> {
    let folder = root().join(".deps/release");
    let wanted = fs::read_to_string(root().join(REQUIREMENTS))
        .map_err(|error| format!("cannot read {REQUIREMENTS}: {error}"))?;
    let stamp = folder.join("stamp");
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        return Ok(folder);
    }
    drop(fs::remove_dir_all(&folder));
    fetch(&folder)?;
    // The stamp comes last: an interrupted download is repeated.
    fs::write(&stamp, wanted)
        .map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
    Ok(folder)
}

fn fetch(folder: &Path) -> Outcome {
    let folder = folder.display().to_string();
    run_command(&mut command(
        "python3",
        &[
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--root-user-action=ignore",
            "--no-deps",
            "--only-binary=:all:",
            "--require-hashes",
            "--target",
            &folder,
            "-r",
            REQUIREMENTS,
        ],
    ))
}
