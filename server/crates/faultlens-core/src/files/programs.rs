//! Search for C files with tests below some folders, by the names of files and by scanning texts. Nothing is parsed or
//! run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use harness::{Files, SourceFacts, discover};

use super::build::Projects;
use super::walk::walk;
use super::{Disk, SourceText, frameworks, linked_sources, regular};
use crate::test_outline::Outline;

/// Maximum number of searched folders, so that a home directory takes no longer than a project.
const MOST_FOLDERS: usize = 5_000;
/// Limits: the number of C files that are read, the size of such a file in bytes, and the number of programs reported.
const MOST_FILES: usize = 20_000;
const LARGEST_FILE: u64 = 1 << 20;
const MOST_PROGRAMS: usize = 500;

/// C files below the folders that have a test, in the order of their paths. If `wanted` becomes false, only those found
/// so far are returned.
pub fn programs(folders: &[PathBuf], wanted: &dyn Fn() -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut enter = |_: &Path, listed: usize| listed < MOST_FOLDERS && wanted();
    walk(folders, &mut enter, &mut |file| {
        if is_c(&file) {
            found.push(file);
        }
    });
    found.sort();
    found.dedup();
    let stem = |file: &Path| Some(file.file_stem()?.to_str()?.to_owned());
    let stems: BTreeSet<String> = found.iter().filter_map(|file| stem(file)).collect();
    // What Unity's generator makes of a file of tests runs the tests that are found in that file.
    let is_runner = |file: &PathBuf| {
        let stem = stem(file).unwrap_or_default().to_lowercase();
        stem.strip_suffix("_runner")
            .is_some_and(|tests| stems.iter().any(|other| other.eq_ignore_ascii_case(tests)))
    };
    found.retain(|file| !is_runner(file));
    let read = found.into_iter().take(MOST_FILES);
    let mut projects = Projects::default();
    let tested = read
        .take_while(|_| wanted())
        .filter(|file| has_test(file, &mut projects));
    tested.take(MOST_PROGRAMS).collect()
}

fn is_c(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "c")
}

fn has_test(file: &Path, projects: &mut Projects) -> bool {
    let Some((path, text)) = file.to_str().zip(text(file)) else {
        return false;
    };
    let outline = Outline::of(&text);
    let has_tests = outline.has_tests() || outline.reports_lines();
    let is_left_out = outline.has_main() && projects.leave_out(file);
    let is_among_tests = !is_left_out && linked_sources::is_among_tests(file);
    let is_test = outline.has_main() && !is_left_out && linked_sources::is_test(file)
        || is_among_tests && outline.has_plain_main()
        || is_among_tests && outline.has_main() && has_header_of_tests(file, &text);
    if (has_tests || is_test) && !frameworks::is_library(file) {
        return true;
    }
    if outline.has_main() {
        // Where tests cannot be taken, the program is shown with the reasons.
        let described = projects.tests(file);
        if !described.tests.is_empty() || !described.skipped.is_empty() || projects.run_alone(file)
        {
            return true;
        }
    }
    let facts = SourceFacts {
        has_main: outline.has_main(),
        asserts: false,
        opens_files: false,
        ..SourceFacts::default()
    };
    !discover(path, &facts, None, Some(1), &SmallFiles)
        .tests
        .is_empty()
}

/// Whether a header beside a file, which it includes, has macros that print the line of a failure.
fn has_header_of_tests(file: &Path, text: &str) -> bool {
    let folder = file.parent().unwrap_or(Path::new(""));
    let names = linked_sources::quoted_includes(text);
    let mut headers =
        names.filter_map(|name| regular::read_up_to(&folder.join(name), LARGEST_FILE));
    headers.any(|header| String::from_utf8_lossy(&header).contains("__LINE__"))
}

/// The disk, restricted to files small enough for a process without a memory limit.
struct SmallFiles;

/// Maximum size of a file with tests or settings, in bytes.
const LARGEST_TEST: u64 = 4 << 20;

impl Files for SmallFiles {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        regular::read_up_to(Path::new(path), LARGEST_TEST)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        Disk.list(folder)
    }

    fn is_dir(&self, path: &str) -> bool {
        Disk.is_dir(path)
    }

    fn size(&self, path: &str) -> Option<u64> {
        Disk.size(path)
    }
}

fn text(file: &Path) -> Option<String> {
    let small = file
        .metadata()
        .is_ok_and(|facts| facts.len() <= LARGEST_FILE);
    let content = small.then(|| regular::read(file))??;
    Some(SourceText::of(&content).ok()?.text)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

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
        write("c/units.c", "void test_f(void) { TEST_ASSERT(f()); }");
        write("c/asserts.c", "int main(void) { assert(f()); }");
        write("c/helper.c", "void check(int x) { assert(x); }");
        write("c/unity.c", "void test_f(void) { TEST_ASSERT(f()); }");
        let long = format!(
            "int main(void) {{ assert(0); }}{}",
            " ".repeat(LARGEST_FILE as usize)
        );
        write("c/long.c", &long);
        let folders = [root.clone(), root.join("a")];
        let names = |wanted: &dyn Fn() -> bool| -> Vec<String> {
            let found = programs(&folders, wanted);
            let inside = found.iter().map(|p| p.strip_prefix(&root).unwrap());
            inside.map(|p| p.display().to_string()).collect()
        };
        let all = ["a/one.c", "b/two.c", "c/asserts.c", "c/units.c"];
        assert_eq!(names(&|| true), all);
        // Once the result is not wanted any more, nothing else is read.
        assert_eq!(names(&|| false), [""; 0]);
        let found_in = |looks: u32| {
            let left = Cell::new(looks);
            names(&|| left.replace(left.get().saturating_sub(1)) > 0).len()
        };
        assert!(
            (0..30).any(|looks| found_in(looks) == 1),
            "it ends at any time"
        );
        assert_eq!(found_in(100), all.len());
        fs::remove_dir_all(&root).unwrap();
    }
}
