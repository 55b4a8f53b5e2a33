//! What belongs to a project. Files outside are not read where only configuration names them, or a link leads to them: whoever
//! analyses what somebody else wrote does not want its reports to show other files of his.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::config::find_config;
use super::disk::Disk;

/// The folders of a project, without links in their paths.
#[derive(Debug, Default)]
pub(crate) struct Boundary {
    /// None where everything may be read.
    folders: Option<Vec<PathBuf>>,
    /// The folder that was looked at last, and where it really is: tests are many, and their folders few.
    last: Mutex<Option<(PathBuf, PathBuf)>>,
}

impl Boundary {
    /// Everything is inside.
    pub(crate) fn open() -> Boundary {
        Boundary::default()
    }

    /// Inside is what is in the folder of the program, in that of the `faultlens.toml` that governs it, in that of its
    /// listing of `CTest`, in the nearest folder around it that holds a `.git`, and in `more`.
    pub(crate) fn around(program: &Path, more: &[PathBuf]) -> Boundary {
        let mut folders = more.to_vec();
        if let Ok(program) = std::path::absolute(program)
            && let Some(folder) = program.parent()
        {
            folders.push(folder.to_path_buf());
            let config = find_config(&program);
            folders.extend(
                config
                    .as_deref()
                    .and_then(Path::parent)
                    .map(Path::to_path_buf),
            );
            let root = folder.ancestors().find(|above| above.join(".git").exists());
            folders.extend(root.map(Path::to_path_buf));
            let listing = folder
                .to_str()
                .and_then(|folder| harness::folder_of_listing(folder, &Disk));
            folders.extend(listing.map(PathBuf::from));
        }
        let real = folders.iter().filter_map(|folder| real_path(folder));
        Boundary {
            folders: Some(real.collect()),
            last: Mutex::default(),
        }
    }

    /// Whether there is something at the path that is inside, or nothing at all.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        let Some(folders) = &self.folders else {
            return true;
        };
        let real = self.real(path);
        real.is_none_or(|real| folders.iter().any(|folder| real.starts_with(folder)))
    }

    /// Where a path leads; nothing if there is nothing.
    fn real(&self, path: &Path) -> Option<PathBuf> {
        let facts = path.symlink_metadata().ok()?;
        match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) if !facts.is_symlink() => {
                Some(self.real_folder(folder)?.join(name))
            }
            _ => real_path(path),
        }
    }

    fn real_folder(&self, folder: &Path) -> Option<PathBuf> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, real)) = &*last
            && known == folder
        {
            return Some(real.clone());
        }
        let real = real_path(folder)?;
        *last = Some((folder.to_path_buf(), real.clone()));
        Some(real)
    }
}

/// The path without links; the empty one is the working directory.
fn real_path(path: &Path) -> Option<PathBuf> {
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    path.canonicalize().ok()
}

/// The file system within a boundary.
#[derive(Debug)]
pub(crate) struct Inside(pub(crate) Boundary);

impl Inside {
    fn holds(&self, path: &str) -> bool {
        self.0.holds(Path::new(path))
    }
}

impl harness::Files for Inside {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.holds(path).then(|| Disk.read(path))?
    }

    fn list(&self, folder: &str) -> Vec<String> {
        if self.holds(folder) {
            Disk.list(folder)
        } else {
            Vec::new()
        }
    }

    #[cfg(unix)]
    fn folder<'s>(&'s self, folder: &str) -> Option<Box<dyn harness::Folder + 's>> {
        let open = super::folder::Open::new(folder)?;
        let folder = PathBuf::from(folder);
        Some(Box::new(InsideFolder {
            open,
            folder,
            boundary: &self.0,
        }))
    }

    fn is_dir(&self, path: &str) -> bool {
        Disk.is_dir(path)
    }

    fn is_outside(&self, path: &str) -> bool {
        !self.holds(path)
    }

    fn exists(&self, path: &str) -> bool {
        // What may not be looked at is not known to be missing.
        Path::new(path).try_exists().unwrap_or(true)
    }

    fn size(&self, path: &str) -> Option<u64> {
        self.holds(path).then(|| Disk.size(path))?
    }
}

/// A folder of which the links lead no further than the boundary allows.
#[cfg(unix)]
struct InsideFolder<'a> {
    open: super::folder::Open,
    folder: PathBuf,
    boundary: &'a Boundary,
}

#[cfg(unix)]
impl harness::Folder for InsideFolder<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.open.read_unless_link(name).or_else(|| {
            // A link, or nothing to read at all.
            self.boundary
                .holds(&self.folder.join(name))
                .then(|| self.open.read(name))?
        })
    }
}
