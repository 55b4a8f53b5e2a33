//! What names stand for when a run opens them.
//!
//! Relative names resolve in the test's folder, then in the program's. Nothing is ever written: what a program writes stays
//! in the run. A name that may exist but was not read is *not read*, which is not the same as absent. Names outside that
//! were looked up and do not exist are *missing*.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a name outside is not read.
pub(crate) const OUTSIDE: &str = "it is outside the folders of the program and of the test";
const TOO_DEEP: &str = "it is in a folder whose files were not read";
const NO_FILES: &str = "no files were given to this run";

/// Files that are there when a run begins, read-only.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FileSet {
    /// By name, relative to the folder; why not, for those that were not read.
    pub(crate) files: BTreeMap<String, Result<Arc<[u8]>, &'static str>>,
    /// Subfolders, and whether all names in them are known.
    pub(crate) folders: BTreeMap<String, bool>,
    /// Names outside under which there is nothing, and whether there is a folder for them.
    pub(crate) missing: BTreeMap<String, bool>,
    /// Where else to look.
    pub(crate) outer: Option<Arc<FileSet>>,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileEntry<'a> {
    /// A file with this content.
    File(&'a Arc<[u8]>),
    /// A folder.
    Folder,
    /// There is none; a file may be made.
    Absent,
    /// Neither it nor its folder is there.
    NoFolder,
    /// It is outside, and there was nothing when it was looked up.
    Missing {
        /// Its folder is there.
        folder: bool,
    },
    /// Nothing is known of it, for this reason.
    NotRead(&'static str),
}

impl FileSet {
    /// What is at a path.
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
            // The folder may be in either place.
            if there != FileEntry::NoFolder {
                found = there;
            }
        }
        found
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
        if name.starts_with('/') || name.starts_with("..") {
            return match self.outer {
                // An argument may name it further out.
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
                // Of a folder that was not read nothing deeper is known either.
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

    /// Why nothing is known where a run has no files at all.
    pub fn none() -> FileEntry<'static> {
        FileEntry::NotRead(NO_FILES)
    }
}

/// A path without `.` and without `x/..`; `None` if it is no text.
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
