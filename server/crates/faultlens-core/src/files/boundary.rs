//! Boundary of a project. Files outside are not read if only the configuration names them or a link leads to them: the
//! reports about somebody else's program must not show other files of the user.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::config::find_config;
use super::disk::Disk;
use super::project::folder_around_parts;

/// Folders of a project, with links in their paths resolved.
#[derive(Debug, Default)]
pub struct Boundary {
    /// The folders; `None` if everything may be read.
    folders: Option<Vec<PathBuf>>,
    /// Last folder that was resolved, with its real path: there are many tests, but few folders of tests.
    last: Mutex<Option<(PathBuf, PathBuf)>>,
}

impl Boundary {
    /// Creates a boundary that contains everything.
    pub fn open() -> Boundary {
        Boundary::default()
    }

    /// Creates the boundary of a program. It contains the program's folder, the folder of the `faultlens.toml` that
    /// governs it, the folder of its `CTest` listing, the nearest folder around it with a `.git`, the folder around `src`
    /// or `tests`, and the folders in `more`.
    pub fn around(program: &Path, more: &[PathBuf]) -> Boundary {
        let mut folders = more.to_vec();
        if let Ok(program) = std::path::absolute(program)
            && let Some(folder) = program.parent()
        {
            folders.push(folder.to_path_buf());
            folders.extend(folder_around_parts(&program).map(Path::to_path_buf));
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

    /// The folders, with links resolved; `None` if everything may be read.
    pub fn folders(&self) -> Option<Vec<PathBuf>> {
        self.folders.clone()
    }

    /// Whether the path leads to something inside the boundary, or to nothing at all.
    pub fn holds(&self, path: &Path) -> bool {
        let Some(folders) = &self.folders else {
            return true;
        };
        let real = self.real(path);
        real.is_none_or(|real| folders.iter().any(|folder| real.starts_with(folder)))
    }

    /// The path with links resolved; `None` if nothing is there.
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

/// The path with links resolved; the empty path is the working directory.
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
pub struct Inside(pub Boundary);

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
        // A file that must not be examined is not known to be missing.
        Path::new(path).try_exists().unwrap_or(true)
    }

    fn size(&self, path: &str) -> Option<u64> {
        self.holds(path).then(|| Disk.size(path))?
    }
}

/// A folder whose links are followed only within the boundary.
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
            // A link, or no readable file.
            self.boundary
                .holds(&self.folder.join(name))
                .then(|| self.open.read(name))?
        })
    }
}
