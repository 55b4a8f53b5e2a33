//! Resolution of the names that a run opens.
//!
//! Relative names resolve in the test's folder, then in the program's. Nothing is ever written: a program's writes
//! stay in the run. A name that may exist but was not read is *not read*, which is not the same as absent. Names
//! outside that were looked up and do not exist are *missing*.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Reason why a name outside is not read.
pub(crate) const OUTSIDE: &str = "it is outside the folders of the program and of the test";
const TOO_DEEP: &str = "it is in a folder whose files were not read";
const NO_FILES: &str = "no files were given to this run";

/// Files that exist when a run begins, read-only.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FileSet {
    /// Contents by name, relative to the folder; for a file that was not read, the reason.
    pub(crate) files: BTreeMap<String, Result<Arc<[u8]>, &'static str>>,
    /// Subfolders, and whether all names in them are known.
    pub(crate) folders: BTreeMap<String, bool>,
    /// Names outside that do not exist, and whether their folders do.
    pub(crate) missing: BTreeMap<String, bool>,
    /// Names inside that do not exist, in folders whose names are not all known, and whether their folders do.
    pub(crate) absent: BTreeMap<String, bool>,
    /// Set to search next.
    pub(crate) outer: Option<Arc<FileSet>>,
}

/// Result of looking up a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileEntry<'a> {
    /// A file with this content.
    File(&'a Arc<[u8]>),
    /// A folder.
    Folder,
    /// There is no such file; one may be created.
    Absent,
    /// There is surely no such file, whatever else is not known; one may be created.
    New,
    /// Neither the file nor its folder exists.
    NoFolder,
    /// The name is outside and did not exist when it was looked up.
    Missing {
        /// Whether its folder exists.
        folder: bool,
    },
    /// Nothing is known about the name, for this reason.
    NotRead(&'static str),
}

impl FileSet {
    /// Looks up a path.
    pub fn get(&self, path: &[u8]) -> FileEntry<'_> {
        let Some(name) = normal_path(path) else {
            return FileEntry::NotRead(OUTSIDE);
        };
        let mut found = self.get_here(&name);
        let mut set = self;
        while matches!(found, FileEntry::Absent | FileEntry::NoFolder)
            && let Some(outer) = &set.outer
        {
            set = outer;
            let there = set.get_here(&name);
            // The folder may exist in either set.
            if there != FileEntry::NoFolder {
                found = there;
            }
        }
        found
    }

    /// Files that are written before a run begins, by name, and folders that are made.
    pub fn of_written(
        files: impl IntoIterator<Item = (String, Arc<[u8]>)>,
        folders: impl IntoIterator<Item = String>,
    ) -> FileSet {
        let mut set = FileSet {
            folders: folders.into_iter().map(|folder| (folder, true)).collect(),
            ..FileSet::default()
        };
        for (name, content) in files {
            let mut folder = name.as_str();
            while let Some((parent, _)) = folder.rsplit_once('/') {
                set.folders.entry(parent.to_owned()).or_insert(true);
                folder = parent;
            }
            set.files.insert(name, Ok(content));
        }
        set
    }

    /// Names in a folder, sorted; `None` if not all are known.
    pub fn names_in(&self, folder: &str) -> Option<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        let mut set = Some(self);
        while let Some(here) = set {
            if here.folders.get(folder) == Some(&false) || here.in_unread(folder) {
                return None;
            }
            let paths = here.files.keys().chain(here.folders.keys());
            for path in paths {
                let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
                if parent == folder && !name.is_empty() && name != ".." {
                    names.insert(name.to_owned());
                }
            }
            set = here.outer.as_deref();
        }
        Some(names)
    }

    fn get_here(&self, name: &str) -> FileEntry<'_> {
        match self.files.get(name) {
            Some(Ok(content)) => return FileEntry::File(content),
            Some(Err(why)) => return FileEntry::NotRead(why),
            None => {}
        }
        if let Some(&folder) = self.missing.get(name) {
            return FileEntry::Missing { folder };
        }
        match self.absent.get(name) {
            Some(true) => return FileEntry::New,
            Some(false) => return FileEntry::NoFolder,
            None => {}
        }
        let folder = name.rsplit_once('/').map(|(folder, _)| folder);
        if name.starts_with('/') && folder.is_some_and(|folder| self.folders.contains_key(folder)) {
            return FileEntry::New;
        }
        if name.starts_with('/') || name.starts_with("..") {
            return match self.outer {
                // The outer set may know the name from an argument.
                Some(_) => FileEntry::Absent,
                None => FileEntry::NotRead(OUTSIDE),
            };
        }
        if name.is_empty() || self.folders.contains_key(name) {
            return FileEntry::Folder;
        }
        match name.rsplit_once('/') {
            None => FileEntry::Absent,
            Some((folder, _)) => match self.folders.get(folder) {
                Some(true) => FileEntry::Absent,
                Some(false) => FileEntry::NotRead(TOO_DEEP),
                // Below a folder that was not read, nothing is known either.
                None if self.in_unread(folder) => FileEntry::NotRead(TOO_DEEP),
                None => FileEntry::NoFolder,
            },
        }
    }

    fn in_unread(&self, folder: &str) -> bool {
        let ends = folder.match_indices('/').map(|(i, _)| &folder[..i]);
        ends.into_iter()
            .any(|prefix| self.folders.get(prefix) == Some(&false))
    }

    /// The result for a run that has no files at all.
    pub fn none() -> FileEntry<'static> {
        FileEntry::NotRead(NO_FILES)
    }
}

/// A path without `.` and `x/..`; `None` if it is not UTF-8 text.
pub fn normal_path(path: &[u8]) -> Option<String> {
    let path = std::str::from_utf8(path).ok()?;
    let absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if absolute => {}
            _ => parts.push(part),
        }
    }
    let name = parts.join("/");
    Some(if absolute { format!("/{name}") } else { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_normal() {
        for (path, want) in [
            ("a.txt", "a.txt"),
            ("./a.txt", "a.txt"),
            ("b/../a//x", "a/x"),
            ("../a", "../a"),
            ("/tmp/./x/../y", "/tmp/y"),
            ("/..", "/"),
            (".", ""),
        ] {
            assert_eq!(
                normal_path(path.as_bytes()).as_deref(),
                Some(want),
                "{path}"
            );
        }
    }
}
