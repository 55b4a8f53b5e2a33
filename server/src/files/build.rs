//! What a project's build description (`CMake`, Meson, automake) says about a file. It is read, never run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use builds::{Build, Target};
use harness::{Action, Compare, Expect, Origin, SkippedCandidate, Test};

use super::project::folders_of_project;
use super::regular::read_up_to;

/// Maximum size of a file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// A project with a build description.
#[derive(Debug)]
pub(crate) struct Project {
    root: PathBuf,
    /// The description at the root.
    description: PathBuf,
    build: Build,
}

/// Projects that were read, by the folder of the description.
#[derive(Debug, Default)]
pub(crate) struct Projects(BTreeMap<PathBuf, Option<Arc<Project>>>);

impl Projects {
    /// The project of a file: the outermost one that names it, or else the outermost one.
    pub(crate) fn around(&mut self, source: &Path) -> Option<Arc<Project>> {
        let absolute = std::path::absolute(source).ok()?;
        let folders = folders_of_project(&absolute).into_iter().rev();
        let projects = folders.filter_map(|folder| {
            let known = self.0.entry(folder.to_path_buf());
            let project = known.or_insert_with(|| Project::at(folder).map(Arc::new));
            project.clone()
        });
        let projects: Vec<Arc<Project>> = projects.collect();
        let named = projects
            .iter()
            .find(|project| project.targets_of(&absolute).next().is_some());
        named.or(projects.first()).cloned()
    }
}

/// The folder of a project, of which nothing outside is read.
struct Inside {
    root: PathBuf,
    /// The folder with links resolved.
    real: PathBuf,
}

impl Inside {
    fn path(&self, path: &str) -> Option<PathBuf> {
        let path = self.root.join(path);
        let real = path.canonicalize().ok()?;
        real.starts_with(&self.real).then_some(path)
    }
}

impl builds::Files for Inside {
    fn read(&self, path: &str) -> Option<String> {
        String::from_utf8(read_up_to(&self.path(path)?, LARGEST)?).ok()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = self.path(folder).and_then(|path| fs::read_dir(path).ok());
        let names = entries.into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names
    }
}

impl Project {
    /// Reads the description in a folder.
    fn at(folder: &Path) -> Option<Project> {
        let files = Inside {
            root: folder.to_path_buf(),
            real: folder.canonicalize().ok()?,
        };
        let (name, build) = builds::read(&files)?;
        Some(Project {
            root: folder.to_path_buf(),
            description: folder.join(name),
            build,
        })
    }

    /// The targets for which a file is compiled.
    fn targets_of(&self, source: &Path) -> impl Iterator<Item = &Target> {
        let inside = source.strip_prefix(&self.root).ok().and_then(Path::to_str);
        let targets = self.build.targets.iter();
        targets.filter(move |target| {
            let mut sources = target.sources.iter();
            inside.is_some_and(|inside| sources.any(|source| source == inside))
        })
    }

    /// The description and the folder of the project.
    pub(super) fn places(&self) -> (PathBuf, PathBuf) {
        (self.description.clone(), self.root.clone())
    }

    /// The words of the compiler that matter for a file: those of its target, or else the folders of all headers.
    pub(super) fn words(&self, source: &Path) -> Vec<String> {
        let source = std::path::absolute(source).unwrap_or_default();
        let of_folders = |folders: &[String]| -> Vec<String> {
            let folders = folders.iter().map(|folder| match folder.as_str() {
                "" => "-I.".to_owned(),
                folder => format!("-I{folder}"),
            });
            folders.collect()
        };
        let Some(target) = self.targets_of(&source).next() else {
            let targets = self.build.targets.iter();
            let offered = targets.flat_map(|t| t.include_dirs.iter().chain(&t.offers.include_dirs));
            let mut folders: Vec<String> = offered.cloned().collect();
            folders.sort();
            folders.dedup();
            return of_folders(&folders);
        };
        let whole = self.build.closure(target);
        let mut words = of_folders(&whole.include_dirs);
        words.extend(whole.defines.iter().map(|define| format!("-D{define}")));
        words.extend(
            whole
                .standard
                .iter()
                .map(|standard| format!("-std={standard}")),
        );
        words
    }

    /// The files that are linked with one that has a `main`, as absolute paths.
    pub(super) fn linked_with(&self, source: &Path) -> Vec<PathBuf> {
        let absolute = std::path::absolute(source).unwrap_or_default();
        let mut programs = self
            .targets_of(&absolute)
            .filter(|target| target.is_program);
        let whole = programs.next().map(|target| self.build.closure(target));
        let sources = whole.into_iter().flat_map(|whole| whole.sources);
        sources.map(|source| self.root.join(source)).collect()
    }

    /// The path and the text of a header that the build would write, by the end of its path.
    pub(super) fn configured(&self, name: &str) -> Option<(PathBuf, &str)> {
        let mut configured = self.build.configured.iter();
        let found = configured.find(|header| Path::new(&header.path).ends_with(name))?;
        Some((self.root.join(&found.path), &found.text))
    }

    /// Whether a test is to run the program of a file without arguments, so that its exit status decides.
    pub(crate) fn runs_alone(&self, source: &Path) -> bool {
        self.tests_of(source).any(|test| {
            test.not_understood.is_none()
                && test.args.is_empty()
                && test.passes_with.is_empty()
                && !test.will_fail
        })
    }

    /// Whether the description has tests, and makes a program of a file, but no test of the program.
    pub(crate) fn leaves_out(&self, source: &Path) -> bool {
        let absolute = std::path::absolute(source).unwrap_or_default();
        let is_program = self.targets_of(&absolute).any(|target| target.is_program);
        is_program && !self.build.tests.is_empty() && self.tests_of(source).next().is_none()
    }

    fn tests_of(&self, source: &Path) -> impl Iterator<Item = &builds::Test> {
        let source = std::path::absolute(source).unwrap_or_default();
        let programs = self.targets_of(&source).filter(|target| target.is_program);
        let programs: Vec<&str> = programs.map(|target| target.name.as_str()).collect();
        let tests = self.build.tests.iter();
        tests.filter(move |test| programs.contains(&test.target.as_str()))
    }

    /// The tests that run the program of a file with arguments or say what it prints, and those that cannot be taken.
    pub(crate) fn tests(&self, source: &Path) -> (Vec<Test>, Vec<SkippedCandidate>) {
        let (mut tests, mut skipped) = (Vec::new(), Vec::new());
        for test in self.tests_of(source) {
            let path = self.root.join(&test.from).display().to_string();
            match refusal(test) {
                Some(reason) => skipped.push(SkippedCandidate {
                    path,
                    reason: format!("line {}: `{}`: {reason}", test.line, test.name),
                }),
                None if test.args.is_empty() && test.passes_with.is_empty() => {}
                None => tests.push(self.test(test, path)),
            }
        }
        (tests, skipped)
    }

    fn test(&self, test: &builds::Test, path: String) -> Test {
        let patterns = test.passes_with.iter();
        let patterns: Vec<String> = patterns.map(|one| format!("(?:{one})")).collect();
        let is_pattern = !patterns.is_empty();
        let folder = self.root.join(&test.folder).display().to_string();
        Test {
            id: test.name.clone(),
            origin: Origin {
                path,
                line: test.line,
            },
            action: Action::Main {
                args: test
                    .args
                    .iter()
                    .map(|arg| arg.clone().into_bytes())
                    .collect(),
                stdin: Arc::default(),
                folder: folder.trim_end_matches('/').into(),
                files: None,
            },
            expect: Expect {
                // Where a pattern says what passes, the exit status does not count.
                exit: (!is_pattern).then_some(0),
                stdout: is_pattern.then(|| patterns.join("|").into_bytes().into()),
                compare: if is_pattern {
                    Compare::Regex
                } else {
                    Compare::default()
                },
                ..Expect::default()
            },
        }
    }
}

/// Why a test of a build description cannot be taken.
fn refusal(test: &builds::Test) -> Option<String> {
    if let Some(reason) = &test.not_understood {
        Some(reason.clone())
    } else if test.will_fail {
        Some("it has to fail, but not with which exit status".to_owned())
    } else if !test.fails_with.is_empty() {
        Some("a regular expression says what fails".to_owned())
    } else {
        None
    }
}
