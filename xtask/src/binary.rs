//! The `faultlens` binary, built for release.

use std::path::PathBuf;

use crate::process::{cargo, run, target_folder};
use crate::setup;

/// Sets up, builds `faultlens` for release, and says where it is.
pub(crate) fn release_binary() -> Result<PathBuf, String> {
    setup::run()?;
    build_release()
}

/// Builds `faultlens` for release, and says where it is.
pub(crate) fn build_release() -> Result<PathBuf, String> {
    run(&mut cargo(&[
        "build",
        "--release",
        "--package",
        "faultlens",
    ]))?;
    Ok(target_folder().join("release/faultlens"))
}
