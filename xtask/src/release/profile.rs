//! Profile-guided optimization of the core.
//!
//! `bench --train`, built with counters, localizes the fixtures; the compiler optimizes the server by these counts. A
//! localization then takes some 7 % less time, even of programs that are unlike the fixtures. The counters are those of
//! the libraries, from which the server is built as well.

use std::fs;
use std::path::{Path, PathBuf};

use super::TARGET;
use crate::process::{cargo, command, read, run as run_command, target_folder};
use crate::root;

/// Programs for the training run.
const PROGRAMS: &str = "fixtures";

/// Runs the training, and returns the profile for the compiler.
pub(super) fn make() -> Result<PathBuf, String> {
    let merger = merger()?;
    let folder = target_folder().join("profile");
    let counted = folder.join("counted");
    drop(fs::remove_dir_all(&counted));
    count(&folder, &counted)?;
    let profile = folder.join("faultlens.profdata");
    let entries = fs::read_dir(&counted)
        .map_err(|error| format!("nothing was counted in {}: {error}", counted.display()))?;
    let mut merge = command(&merger.display().to_string(), &["merge", "--output"]);
    merge.arg(&profile);
    merge.args(entries.flatten().map(|entry| entry.path()));
    run_command(&mut merge)?;
    Ok(profile)
}

/// Runs the training with counters, which are written to a folder.
fn count(folder: &Path, counted: &Path) -> Result<(), String> {
    let build = folder.join("build").display().to_string();
    let programs = root().join(PROGRAMS).display().to_string();
    let mut train = cargo(&[
        "run",
        "--profile",
        "dist",
        "--package",
        "bench",
        "--locked",
        "--target",
        TARGET,
        "--target-dir",
        &build,
        "--",
        "--train",
        &programs,
    ]);
    train
        .env("RUSTFLAGS", "-Cprofile-generate")
        .env("LLVM_PROFILE_FILE", counted.join("%p.profraw"));
    run_command(&mut train)
}

/// Program that merges the counts; it must be the compiler's own, because the format changes.
fn merger() -> Result<PathBuf, String> {
    let sysroot = read(&mut command("rustc", &["--print", "sysroot"]));
    let sysroot = sysroot.ok_or("there is no rustc")?;
    let tool = Path::new(&sysroot).join(format!("lib/rustlib/{TARGET}/bin/llvm-profdata"));
    if !tool.exists() {
        run_command(&mut command("rustup", &["component", "add", "llvm-tools"]))?;
    }
    if tool.exists() {
        Ok(tool)
    } else {
        Err(format!("there is no {}", tool.display()))
    }
}
