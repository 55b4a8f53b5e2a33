//! Access to files, and operations on their paths.

use std::path::Path;

/// Read access to files, from several threads at once. Paths are separated by `/`; the folder of a path without a
/// slash is `""`.
pub trait Files: Sync {
    /// The content of a file; `None` if it does not exist or cannot be read.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
    /// Names (without the folder) of the entries of a folder, sorted; empty if it is not a folder.
    fn list(&self, folder: &str) -> Vec<String>;
    /// Whether the path is a folder.
    fn is_dir(&self, path: &str) -> bool;
    /// A handle of a folder, for reading many of its files, if that is faster.
    fn folder<'s>(&'s self, _folder: &str) -> Option<Box<dyn Folder + 's>> {
        None
    }
    /// Whether the path exists but may not be read because it is outside the program's project.
    fn is_outside(&self, _path: &str) -> bool {
        false
    }
    /// Whether the path exists, inside or outside; `true` in case of doubt.
    fn exists(&self, path: &str) -> bool {
        self.is_dir(path) || self.size(path).is_some()
    }
    /// Size of a plain file in bytes; `None` if it is not one.
    fn size(&self, path: &str) -> Option<u64> {
        self.read(path).map(|content| content.len() as u64)
    }
}

/// A handle of a folder.
pub trait Folder {
    /// The content of the file of this name; see [`Files::read`].
    fn read(&self, name: &str) -> Option<Vec<u8>>;
}

/// Reason why a file that was named is not read.
pub(crate) fn unreadable(path: &str, files: &dyn Files) -> String {
    if files.is_outside(path) {
        format!("{path} {OUTSIDE}")
    } else {
        format!("{path} cannot be read")
    }
}

/// Predicate for a path outside the project.
pub const OUTSIDE: &str = "is outside the project and is not read; --allow-outside, or the setting allowOutside, permits it";

/// Splits a path into its folder and its name.
pub(crate) fn split(path: &str) -> (&str, &str) {
    match path.rsplit_once('/') {
        Some(("", name)) => ("/", name),
        Some((folder, name)) => (folder, name),
        None => ("", path),
    }
}

/// A path relative to a folder; an absolute one stays as it is.
pub(crate) fn join(folder: &str, path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    match folder {
        // On Windows, `C:/` has a root, too.
        _ if Path::new(path).has_root() => path.to_owned(),
        "" => path.to_owned(),
        "/" => format!("/{path}"),
        _ => format!("{}/{path}", folder.trim_end_matches('/')),
    }
}

/// Splits a name into its stem and its extension without the dot (empty if there is none).
pub(crate) fn split_extension(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (name, ""),
    }
}
