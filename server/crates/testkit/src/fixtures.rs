//! Fixtures: the faulty programs of the folder `fixtures` with the tests beside them.

use std::path::{Path, PathBuf};

use crate::CompiledProgram;

/// Minimum number of fixtures: fewer mean that they were looked for in the wrong place.
const MIN_FIXTURES: usize = 18;

/// Access to files on disk.
struct FixtureFiles;

impl harness::Files for FixtureFiles {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(path).ok()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return Vec::new();
        };
        let names = entries.flatten().map(|e| e.file_name());
        let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn is_dir(&self, path: &str) -> bool {
        Path::new(path).is_dir()
    }
}

/// Finds the folders of all fixtures, in alphabetical order.
pub fn fixtures() -> Vec<PathBuf> {
    let root = repository().join("fixtures");
    let entries = std::fs::read_dir(root).unwrap().flatten();
    let mut folders: Vec<PathBuf> = entries
        .map(|e| e.path())
        .filter(|p| p.join("expect.toml").is_file())
        .collect();
    folders.sort();
    assert!(folders.len() >= MIN_FIXTURES, "{} fixtures", folders.len());
    folders
}

/// Finds the folder of the fixture with this name.
///
/// # Panics
/// If there is none.
pub fn fixture(name: &str) -> PathBuf {
    let found = fixtures().into_iter().find(|folder| folder.ends_with(name));
    found.unwrap_or_else(|| panic!("no fixture `{name}`"))
}

/// Root folder of the repository, which has the corpora of C programs.
pub fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    root.canonicalize().expect("the repository is there")
}

/// A compiled program file with the tests beside it.
#[derive(Debug)]
pub struct LoadedFixture {
    /// Program of the fixture.
    pub compiled: CompiledProgram,
    /// Tests beside the program.
    pub tests: Vec<harness::Test>,
}

impl LoadedFixture {
    /// Loads the faulty program of a fixture.
    pub fn new(folder: &Path) -> LoadedFixture {
        LoadedFixture::of_file(folder, "program.c")
    }

    /// Loads one of the programs of a fixture.
    pub fn of_file(folder: &Path, file: &str) -> LoadedFixture {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        LoadedFixture::compile(folder, file, &text)
    }

    /// Loads a fixture with another text of the faulty program.
    ///
    /// # Panics
    /// If there is anything wrong with the text or with the tests.
    pub fn with_text(folder: &Path, text: &str) -> LoadedFixture {
        LoadedFixture::compile(folder, "program.c", text)
    }

    fn compile(folder: &Path, file: &str, text: &str) -> LoadedFixture {
        let compiled = CompiledProgram::new(text);
        let facts = harness::SourceFacts {
            has_main: compiled.program.function("main").is_some(),
            asserts: text.contains("assert("),
            opens_files: text.contains("fopen("),
            ..harness::SourceFacts::default()
        };
        let path = folder.join(file);
        let path = path.to_string_lossy();
        let found = harness::discover(&path, &facts, None, None, &FixtureFiles);
        assert!(found.problems.is_empty(), "{path}: {:?}", found.problems);
        LoadedFixture {
            compiled,
            tests: found.tests,
        }
    }
}
