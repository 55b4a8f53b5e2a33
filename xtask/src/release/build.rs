//! Build of the server for old systems, with Zig as linker and C compiler.

use std::fs;
use std::path::{Path, PathBuf};

use super::{BASELINE, TARGET};
use crate::process::{command, forget_this_package, run as run_command, target_folder};
use crate::{Outcome, root};

const REQUIREMENTS: &str = "xtask/release-requirements.txt";

/// Builds `faultlens` against the baseline with a profile, and returns its path.
pub(super) fn server(profile: &Path) -> Result<PathBuf, String> {
    let tools = tools()?;
    let target = format!("{TARGET}.{}", BASELINE[0].version);
    let program = tools.join("bin/cargo-zigbuild").display().to_string();
    let mut build = command(
        &program,
        &[
            "zigbuild",
            "--profile",
            "dist",
            "--package",
            "faultlens",
            "--locked",
            "--target",
            &target,
        ],
    );
    forget_this_package(&mut build);
    build
        .env("CARGO_ZIGBUILD_ZIG_PATH", tools.join("ziglang/zig"))
        .env("RUSTFLAGS", format!("-Cprofile-use={}", profile.display()))
        .env("FAULTLENS_RELEASE", "1");
    run_command(&mut build)?;
    Ok(target_folder().join(TARGET).join("dist/faultlens"))
}

/// Folder with the pinned tools, which are fetched if necessary.
fn tools() -> Result<PathBuf, String> {
    let folder = root().join(".deps/zig");
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
