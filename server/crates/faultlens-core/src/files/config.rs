//! Name and location of `faultlens.toml`. Its content is read by [`crate::config`].

use std::path::{Path, PathBuf};

/// Name of the configuration file.
pub const CONFIG_FILE: &str = "faultlens.toml";

/// Searches for the file that governs `source`: in its folder, then upwards, up to a folder with a `.git`.
pub fn find_config(source: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(source).ok()?;
    let mut folder = absolute.parent();
    while let Some(here) = folder {
        let candidate = here.join(CONFIG_FILE);
        // An entry that is not a regular file also governs the source; reading it fails with an explanation.
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
