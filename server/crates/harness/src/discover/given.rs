//! The files of the user's that a run may open.
//!
//! Relative names resolve in the test's folder, then in the program's. For each of the two folders the plain files in
//! it and in its immediate subfolders are read before anything runs, within bounds; hidden folders are not. What a
//! test names in its arguments is read wherever it is in the project. Nothing is ever written: what a program writes stays
//! in the run. A name that may exist but was not read is *not read*, which is not the same as absent. Of names outside
//! that stand in the program's text or in arguments it was looked up whether they exist: those that do not are *missing*.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::files::{Files, join, split};
use crate::model::{Action, Test};

/// Most files of one folder.
const MAX_FILES: usize = 256;
/// Largest file.
const MAX_SIZE: u64 = 1 << 20;
/// Most bytes of one folder.
const MAX_TOTAL: u64 = 16 << 20;

const OUTSIDE: &str = "it is outside the folders of the program and of the test";
const NOT_PERMITTED: &str = "it is outside the project; --allow-outside permits to read it";
const TOO_LARGE: &str = "it is larger than 1 MiB";
const TOO_MANY: &str = "it is beyond the first 256 files, or 16 MiB, of its folder";
const TOO_DEEP: &str = "it is in a folder whose files were not read";
const NO_FILES: &str = "no files were given to this run";

/// Files that are there when a run begins, read-only.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FileSet {
    /// By name, relative to the folder; why not, for those that were not read.
    files: BTreeMap<String, Result<Arc<[u8]>, &'static str>>,
    /// Subfolders, and whether all names in them are known.
    folders: BTreeMap<String, bool>,
    /// Names outside under which there is nothing, and whether there is a folder for them.
    missing: BTreeMap<String, bool>,
    /// Where else to look.
    outer: Option<Arc<FileSet>>,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given<'a> {
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
    pub fn get(&self, path: &[u8]) -> Given<'_> {
        let Some(name) = normal_path(path) else {
            return Given::NotRead(OUTSIDE);
        };
        let mut found = self.get_here(&name);
        let mut set = self;
        while matches!(found, Given::Absent | Given::NoFolder)
            && let Some(outer) = &set.outer
        {
            set = outer;
            let there = set.get_here(&name);
            // The folder may be in either place.
            if there != Given::NoFolder {
                found = there;
            }
        }
        found
    }

    fn get_here(&self, name: &str) -> Given<'_> {
        match self.files.get(name) {
            Some(Ok(content)) => return Given::File(content),
            Some(Err(why)) => return Given::NotRead(why),
            None => {}
        }
        if let Some(&folder) = self.missing.get(name) {
            return Given::Missing { folder };
        }
        if name.starts_with('/') || name.starts_with("..") {
            return match self.outer {
                // An argument may name it further out.
                Some(_) => Given::Absent,
                None => Given::NotRead(OUTSIDE),
            };
        }
        if name.is_empty() || self.folders.contains_key(name) {
            return Given::Folder;
        }
        match name.rsplit_once('/') {
            None => Given::Absent,
            Some((folder, _)) => match self.folders.get(folder) {
                Some(true) => Given::Absent,
                Some(false) => Given::NotRead(TOO_DEEP),
                // Of a folder that was not read nothing deeper is known either.
                None if self.in_unread(folder) => Given::NotRead(TOO_DEEP),
                None => Given::NoFolder,
            },
        }
    }

    fn in_unread(&self, folder: &str) -> bool {
        let ends = folder.match_indices('/').map(|(i, _)| &folder[..i]);
        ends.into_iter()
            .any(|prefix| self.folders.get(prefix) == Some(&false))
    }

    /// Reads a folder.
    fn read(folder: &str, files: &dyn Files, outer: Option<Arc<FileSet>>) -> FileSet {
        let mut set = FileSet {
            outer,
            ..FileSet::default()
        };
        let mut room = Room::default();
        let mut below = Vec::new();
        // The files of tests come last: few programs open them, and there may be thousands.
        for of_tests in [false, true] {
            for name in files.list(folder) {
                let path = join(folder, &name);
                if of_tests != crate::discover::is_test_file(&name) {
                    continue;
                }
                if files.is_dir(&path) {
                    if name.starts_with('.') || files.is_outside(&path) {
                        set.folders.insert(name, false);
                    } else {
                        below.push((name, path));
                    }
                } else {
                    set.take(name, &path, files, &mut room);
                }
            }
        }
        for (name, path) in below {
            let mut known = true;
            for inner in files.list(&path) {
                let deeper = join(&path, &inner);
                let name = format!("{name}/{inner}");
                if room.names >= 16 * MAX_FILES {
                    known = false;
                    break;
                }
                room.names += 1;
                if files.is_dir(&deeper) {
                    set.folders.insert(name, false);
                } else {
                    set.take(name, &deeper, files, &mut room);
                }
            }
            set.folders.insert(name, known);
        }
        set
    }

    fn take(&mut self, name: String, path: &str, files: &dyn Files, room: &mut Room) {
        let content = match files.size(path) {
            None if files.is_outside(path) => Err(NOT_PERMITTED),
            None => return,
            Some(size) if size > MAX_SIZE => Err(TOO_LARGE),
            Some(size) if room.files >= MAX_FILES || room.bytes + size > MAX_TOTAL => Err(TOO_MANY),
            Some(size) => {
                room.files += 1;
                room.bytes += size;
                match files.read(path) {
                    Some(content) => Ok(content.into()),
                    None => return,
                }
            }
        };
        self.files.insert(name, content);
    }

    /// Why nothing is known where a run has no files at all.
    pub fn none() -> Given<'static> {
        Given::NotRead(NO_FILES)
    }
}

/// What was read of a folder so far.
#[derive(Default)]
struct Room {
    files: usize,
    bytes: u64,
    names: usize,
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

/// Gives the runs of whole programs the files that they may open; `names` are those that stand in the program's text.
pub(crate) fn give(tests: &mut [Test], program_folder: &str, names: &[String], files: &dyn Files) {
    let program = FileSet::read(program_folder, files, None);
    let program = Arc::new(program.without(names, program_folder, files));
    let mut by_folder: BTreeMap<Arc<str>, Arc<FileSet>> = BTreeMap::new();
    for test in tests {
        let (args, folder, given) = match &mut test.action {
            Action::Main {
                args,
                folder,
                files,
                ..
            } => (args, folder, files),
            // A function runs in the program's folder.
            Action::Call { files, .. } => {
                *files = Some(Arc::clone(&program));
                continue;
            }
        };
        let set = if **folder == *program_folder {
            &program
        } else {
            by_folder.entry(folder.clone()).or_insert_with(|| {
                let outer = Some(Arc::clone(&program));
                let set = FileSet::read(folder, files, outer);
                Arc::new(set.hiding(names, folder, files))
            })
        };
        *given = Some(named(set, args, &[&*folder, program_folder], files));
    }
}

/// The set with the files that arguments name.
fn named(
    set: &Arc<FileSet>,
    args: &[Vec<u8>],
    folders: &[&str],
    files: &dyn Files,
) -> Arc<FileSet> {
    let mut more = FileSet::default();
    let unread = |arg: &&Vec<u8>| matches!(set.get(arg), Given::NotRead(_));
    let names: BTreeSet<&str> = args
        .iter()
        .filter(unread)
        .filter_map(|arg| std::str::from_utf8(arg).ok())
        .collect();
    for name in names {
        let Some(key) = normal_path(name.as_bytes()) else {
            continue;
        };
        let paths = || {
            let paths = folders.iter().map(|folder| join(folder, name));
            paths.filter_map(|path| normal_path(path.as_bytes()))
        };
        let is_there = |path: &String| files.size(path).is_some() || files.is_outside(path);
        if let Some(path) = paths().find(is_there) {
            more.take(key, &path, files, &mut Room::default());
        } else if leads_out(&key) && !paths().any(|path| files.exists(&path)) {
            let has_folder = paths().any(|path| files.exists(split(&path).0));
            more.missing.insert(key, has_folder);
        }
    }
    if more.files.is_empty() && more.missing.is_empty() {
        return Arc::clone(set);
    }
    more.outer = Some(Arc::clone(set));
    Arc::new(more)
}

/// Those of the names that lead out of a folder, made normal, with their paths.
fn outside(names: &[String], folder: &str) -> impl Iterator<Item = (String, String)> {
    let normal = names.iter().filter_map(|name| normal_path(name.as_bytes()));
    let outside = normal.filter(|name| leads_out(name));
    outside.filter_map(move |name| {
        let path = normal_path(join(folder, &name).as_bytes())?;
        Some((name, path))
    })
}

/// Whether a normal path leads out of the folder that it is relative to.
fn leads_out(name: &str) -> bool {
    name.starts_with('/') || name == ".." || name.starts_with("../")
}

impl FileSet {
    /// With those of these names that lead out of the folder to where nothing is.
    fn without(mut self, names: &[String], folder: &str, files: &dyn Files) -> FileSet {
        for (name, path) in outside(names, folder) {
            if !files.exists(&path) {
                self.missing.insert(name, files.exists(split(&path).0));
            }
        }
        self
    }

    /// With those of these names that lead out of the folder to where something is: the outer folder has no say in them.
    fn hiding(mut self, names: &[String], folder: &str, files: &dyn Files) -> FileSet {
        for (name, path) in outside(names, folder) {
            if !name.starts_with('/') && files.exists(&path) {
                self.files.insert(name, Err(OUTSIDE));
            }
        }
        self
    }
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
