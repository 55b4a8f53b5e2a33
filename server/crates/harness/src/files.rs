//! Files, and the little that is done with their paths.

/// Read access to files, from several threads at once. Paths are separated by `/`; the folder of a path without one is
/// `""`.
pub trait Files: Sync {
    /// The content of a file; `None` if there is none or it cannot be read.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
    /// Names (without the folder) of what a folder holds, sorted; nothing if it is no folder.
    fn list(&self, folder: &str) -> Vec<String>;
    /// Whether the path is a folder.
    fn is_dir(&self, path: &str) -> bool;
    /// A folder of which many files will be read, where that is better done at its side.
    fn folder<'s>(&'s self, _folder: &str) -> Option<Box<dyn Folder + 's>> {
        None
    }
    /// Whether something is there that may not be read, for it is outside of what belongs to the program.
    fn is_outside(&self, _path: &str) -> bool {
        false
    }
    /// Whether there is something, be it inside or outside; in doubt there is.
    fn exists(&self, path: &str) -> bool {
        self.is_dir(path) || self.size(path).is_some()
    }
    /// Bytes of a plain file; `None` if it is none.
    fn size(&self, path: &str) -> Option<u64> {
        self.read(path).map(|content| content.len() as u64)
    }
}

/// A folder that is read from.
pub trait Folder {
    /// The content of the file of this name; as [`Files::read`].
    fn read(&self, name: &str) -> Option<Vec<u8>>;
}

/// Why a file that somebody names is not read.
pub(crate) fn unreadable(path: &str, files: &dyn Files) -> String {
    if files.is_outside(path) {
        format!("{path} {OUTSIDE}")
    } else {
        format!("{path} cannot be read")
    }
}

/// What is said of a path outside, behind it.
pub const OUTSIDE: &str = "is outside the project and is not read; --allow-outside, or the setting allowOutside, permits it";

/// The folder of a path and the name in it.
pub(crate) fn split(path: &str) -> (&str, &str) {
    match path.rsplit_once('/') {
        Some(("", name)) => ("/", name),
        Some((folder, name)) => (folder, name),
        None => ("", path),
    }
}

/// A path in a folder; an absolute one stays as it is.
pub(crate) fn join(folder: &str, path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    match folder {
        _ if path.starts_with('/') => path.to_owned(),
        "" => path.to_owned(),
        "/" => format!("/{path}"),
        _ => format!("{}/{path}", folder.trim_end_matches('/')),
    }
}

/// A name without its extension, and the extension without its point (empty if there is none).
pub(crate) fn split_extension(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (name, ""),
    }
}
