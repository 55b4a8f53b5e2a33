//! Which C files below some folders have tests, found by the names of files alone: nothing is parsed and nothing runs.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use harness::{SourceFacts, discover};

use super::{Disk, disk, text_of};

/// Folders that are looked into, so that a home directory takes no longer than a project.
const MOST_FOLDERS: usize = 5_000;
/// C files that are read, and programs that are told.
const MOST_FILES: usize = 20_000;
const MOST_PROGRAMS: usize = 500;
/// Folders of other tools; no programs of the user's are there.
const NOT_OURS: [&str; 3] = ["node_modules", "target", "build"];

/// The C files below the folders that have a test, in the order of their paths. Programs that only assert, or are tested by
/// contracts, are known to have tests when they are opened.
///
/// `defines_main` says of a text whether a program begins there.
pub fn programs(folders: &[PathBuf], defines_main: fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting: VecDeque<PathBuf> = folders.iter().cloned().collect();
    let mut seen = 0;
    while let Some(folder) = waiting.pop_front() {
        seen += 1;
        if seen > MOST_FOLDERS {
            tracing::warn!("there are more folders than are looked into for programs");
            break;
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            // Links are not followed: they may lead anywhere, and round in circles.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !NOT_OURS.contains(&name) => {
                    waiting.push_back(entry.path());
                }
                Ok(kind) if kind.is_file() && is_c(Path::new(name)) => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found.dedup();
    let read = found.into_iter().take(MOST_FILES);
    let tested = read.filter(|file| has_test(file, defines_main));
    tested.take(MOST_PROGRAMS).collect()
}

fn is_c(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "c")
}

fn has_test(file: &Path, defines_main: fn(&str) -> bool) -> bool {
    let Some((path, content)) = file.to_str().zip(disk::read(file)) else {
        return false;
    };
    let Ok(source) = text_of(content) else {
        return false;
    };
    let facts = SourceFacts {
        has_main: defines_main(&source.text),
        asserts: false,
        opens_files: false,
        ..SourceFacts::default()
    };
    !discover(path, &facts, None, Some(1), &Disk)
        .tests
        .is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_with_tests_are_found_wherever_they_are() {
        let root = std::env::temp_dir().join(format!("faultlens-programs-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(".git/x", "");
        write("a/one.c", "int main(void) {}");
        write("a/tests/t1.out", "");
        write("a/part.c", "int part(void) {}");
        write("b/two.c", "int main(void) {}");
        write("b/three.c", "int main(void) {}");
        write("b/two.tests/t.out", "");
        write("build/four.c", "int main(void) {}");
        write("build/tests/t.out", "");
        let found = programs(&[root.clone(), root.join("a")], |text| {
            text.contains("main")
        });
        let names: Vec<_> = found
            .iter()
            .map(|p| p.strip_prefix(&root).unwrap())
            .collect();
        assert_eq!(names, [Path::new("a/one.c"), Path::new("b/two.c")]);
        fs::remove_dir_all(&root).unwrap();
    }
}
