//! The folder of a project, as the readers of build descriptions see it: nothing outside is read.

use std::fs;
use std::path::{Path, PathBuf};

use super::regular::read_up_to;

/// Maximum size of a file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// A folder of which nothing outside is read.
#[derive(Debug)]
pub(super) struct ProjectFolder {
    root: PathBuf,
    /// The folder with links resolved.
    real: PathBuf,
}

impl ProjectFolder {
    /// The folder at a path, if there is one.
    pub(super) fn at(root: &Path) -> Option<ProjectFolder> {
        Some(ProjectFolder {
            root: root.to_path_buf(),
            real: root.canonicalize().ok()?,
        })
    }

    fn path(&self, path: &str) -> Option<PathBuf> {
        let path = self.root.join(path);
        let real = path.canonicalize().ok()?;
        real.starts_with(&self.real).then_some(path)
    }
}

impl builds::Files for ProjectFolder {
    fn read(&self, path: &str) -> Option<String> {
        String::from_utf8(self.bytes(path)?).ok()
    }

    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        read_up_to(&self.path(path)?, LARGEST)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = self.path(folder).and_then(|path| fs::read_dir(path).ok());
        let names = entries.into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names
    }
}
