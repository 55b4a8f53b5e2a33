//! The user's files that a run may open; they are read before anything runs.
//!
//! For the test's folder and for the program's, the plain files in it and in its immediate subfolders are read, within
//! bounds; hidden folders are not. Files that a test names in its arguments are read wherever they are in the project.
//! For names outside that appear in the program's text or in arguments, only their existence is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::pairs::is_test_file;
use crate::file_set::{FileEntry, FileSet, OUTSIDE, normal_path};
use crate::files::{Files, join, split};
use crate::model::{Action, Test};

/// Most files read in one folder.
const MAX_FILES: usize = 256;
/// Size of the largest file that is read, in bytes.
const MAX_SIZE: u64 = 1 << 20;
/// Most bytes read in one folder.
const MAX_TOTAL: u64 = 16 << 20;

const NOT_PERMITTED: &str = "it is outside the project; --allow-outside permits to read it";
const TOO_LARGE: &str = "it is larger than 1 MiB";
const TOO_MANY: &str = "it is beyond the first 256 files, or 16 MiB, of its folder";

impl FileSet {
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
                if of_tests != is_test_file(&name) {
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

    /// Adds those names that lead out of the folder and do not exist.
    fn without(mut self, names: &[String], folder: &str, files: &dyn Files) -> FileSet {
        for (name, path) in outside(names, folder) {
            if !files.exists(&path) {
                self.missing.insert(name, files.exists(split(&path).0));
            }
        }
        self
    }

    /// Adds those names that lead out of the folder and exist, so that the outer set does not answer for them.
    fn hiding(mut self, names: &[String], folder: &str, files: &dyn Files) -> FileSet {
        for (name, path) in outside(names, folder) {
            if !name.starts_with('/') && files.exists(&path) {
                self.files.insert(name, Err(OUTSIDE));
            }
        }
        self
    }
}

/// Amounts read in a folder so far.
#[derive(Default)]
struct Room {
    files: usize,
    bytes: u64,
    names: usize,
}

/// Gives the runs of whole programs the files that they may open; `names` are those in the program's text.
pub(super) fn give(tests: &mut [Test], program_folder: &str, names: &[String], files: &dyn Files) {
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
        let set = &match given.take() {
            Some(written) => Arc::new(FileSet {
                outer: Some(Arc::clone(set)),
                ..(*written).clone()
            }),
            None => Arc::clone(set),
        };
        *given = Some(named(set, args, &[&*folder, program_folder], files));
    }
}

/// The set, extended by the files that arguments name.
fn named(
    set: &Arc<FileSet>,
    args: &[Vec<u8>],
    folders: &[&str],
    files: &dyn Files,
) -> Arc<FileSet> {
    let mut more = FileSet::default();
    let names: BTreeSet<&str> = args
        .iter()
        .filter(|arg| matches!(set.get(arg), FileEntry::NotRead(_)))
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
        if let Some(path) =
            paths().find(|path| files.size(path).is_some() || files.is_outside(path))
        {
            more.take(key, &path, files, &mut Room::default());
        } else if !paths().any(|path| files.exists(&path)) {
            let has_folder = paths().any(|path| files.exists(split(&path).0));
            let list = if leaves_folder(&key) {
                &mut more.missing
            } else {
                &mut more.absent
            };
            list.insert(key, has_folder);
        }
    }
    if more.files.is_empty() && more.missing.is_empty() && more.absent.is_empty() {
        return Arc::clone(set);
    }
    more.outer = Some(Arc::clone(set));
    Arc::new(more)
}

/// The names that lead out of a folder, in normal form, with their paths.
fn outside(names: &[String], folder: &str) -> impl Iterator<Item = (String, String)> {
    let normal = names.iter().filter_map(|name| normal_path(name.as_bytes()));
    let outside = normal.filter(|name| leaves_folder(name));
    outside.filter_map(move |name| {
        let path = normal_path(join(folder, &name).as_bytes())?;
        Some((name, path))
    })
}

/// Whether a normal path leads out of the folder that it is relative to.
fn leaves_folder(name: &str) -> bool {
    name.starts_with('/') || name == ".." || name.starts_with("../")
}
