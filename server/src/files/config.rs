//! `faultlens.toml`: its name, and where it is. What it says is read by [`crate::config`].

use std::path::{Path, PathBuf};

/// Name of the configuration file.
pub const CONFIG_FILE: &str = "faultlens.toml";

/// Looks for the file that governs `source`: in its folder, then upwards, until a folder that holds a `.git`.
pub fn find_config(source: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(source).ok()?;
    let mut folder = absolute.parent();
    while let Some(here) = folder {
        let candidate = here.join(CONFIG_FILE);
        // What is no file governs all the same: it is refused with a sentence when it is read.
        if candidate.exists() {
            return Some(candidate);
        }
        if here.join(".git").exists() {
            return None;
        }
        folder = here.parent();
    }
    None
}
