//! Walks through folders: those of other tools are left out, and links are not followed, because they may lead anywhere
//! and form cycles.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of other tools, which contain no programs of the user.
const NOT_OURS: [&str; 3] = ["node_modules", "target", "build"];

/// Calls `see` with the files in these folders and below them, nearest first, those of a folder by name. If `enter`
/// becomes false, no further folder is listed; it is asked before each with the folder and the number of those listed.
pub fn walk(
    folders: &[PathBuf],
    enter: &mut dyn FnMut(&Path, usize) -> bool,
    see: &mut dyn FnMut(PathBuf),
) {
    let mut waiting: VecDeque<PathBuf> = folders.iter().cloned().collect();
    let mut listed = 0;
    while let Some(folder) = waiting.pop_front() {
        if !enter(&folder, listed) {
            continue;
        }
        listed += 1;
        let there = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &folder
        };
        let entries = fs::read_dir(there).into_iter().flatten().flatten();
        let mut entries: Vec<_> = entries.collect();
        entries.sort_unstable_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !NOT_OURS.contains(&name) => {
                    waiting.push_back(folder.join(name));
                }
                Ok(kind) if kind.is_file() => see(folder.join(name)),
                _ => {}
            }
        }
    }
}
