//! Conversion between internal paths and displayed paths.

use std::path::{Path, PathBuf};

/// Paths are absolute internally, so that folders above the working directory are found, and are displayed as the user
/// named them.
#[derive(Debug)]
pub(super) struct DisplayPaths {
    working: Option<PathBuf>,
}

impl DisplayPaths {
    /// The conversion for a job on `file`.
    pub(super) fn new(file: &Path) -> DisplayPaths {
        let relative = file.is_relative();
        DisplayPaths {
            working: if relative {
                std::env::current_dir().ok()
            } else {
                None
            },
        }
    }

    /// The path that the core works with: absolute, and with `/` between its parts on every system.
    pub(super) fn absolute(path: &Path) -> Result<String, String> {
        let absolute = std::path::absolute(path).map_err(|e| format!("{}: {e}", path.display()))?;
        match absolute.to_str() {
            Some(text) if cfg!(windows) => Ok(text.replace('\\', "/")),
            Some(text) => Ok(text.to_owned()),
            None => Err(format!("the path {} is not UTF-8", absolute.display())),
        }
    }

    /// The displayed path.
    pub(super) fn path(&self, absolute: &str) -> String {
        let relative = self
            .working
            .as_ref()
            .and_then(|w| Path::new(absolute).strip_prefix(w).ok());
        relative.map_or_else(|| absolute.to_owned(), |path| path.display().to_string())
    }
}
