//! What a project's build description (`CMake`, Meson, automake) says about a file. It is read, never run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use builds::{Build, Target};
use harness::{Action, Compare, ExitStatus, Expect, Observed, Origin, SkippedCandidate, Test};

use super::described_tests::DescribedTests;
use super::project::folders_of_project;
use super::project_folder::ProjectFolder;
use super::scripts::Scripts;

/// A project with a build description.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    /// The description at the root.
    description: PathBuf,
    build: Build,
}

/// Projects that were read.
#[derive(Debug, Default)]
pub struct Projects {
    /// By the folder of the description.
    described: BTreeMap<PathBuf, Option<Arc<Project>>>,
    /// Scripts and makefiles, by the project's outermost folder.
    scripts: BTreeMap<PathBuf, Option<Arc<Scripts>>>,
}

impl Projects {
    /// Adds what was read elsewhere.
    pub fn add(&mut self, others: Projects) {
        self.described.extend(others.described);
        self.scripts.extend(others.scripts);
    }

    /// The tests that a description of the build, a makefile or a script has for the program of a file, and those that
    /// cannot be taken.
    pub fn tests(&mut self, source: &Path) -> DescribedTests {
        let project = self.around(source);
        let described = project.as_ref().map(|project| project.tests(source));
        let described = described.unwrap_or_default();
        let targets = project.map_or_else(Vec::new, |project| project.programs_of(source));
        let scripted = self.with_scripts(source, |scripts, source| scripts.tests(source, &targets));
        let scripted = scripted.unwrap_or_default();
        if described.tests.is_empty() && !scripted.tests.is_empty() {
            return scripted;
        }
        let mut described = described;
        if described.tests.is_empty() {
            described.skipped.extend(scripted.skipped);
            described.has_arguments |= scripted.has_arguments;
        }
        described
    }

    /// Whether a build's test, a makefile or a script runs the program of a file without arguments and input, so that its
    /// exit status decides.
    pub(crate) fn run_alone(&mut self, source: &Path) -> bool {
        let is_described = self
            .around(source)
            .is_some_and(|project| project.runs_alone(source));
        is_described
            || self
                .with_scripts(source, Scripts::run_alone)
                .unwrap_or_default()
    }

    /// Whether a description or a makefile has tests, and makes a program of a file, but no test of the program.
    pub(crate) fn leave_out(&mut self, source: &Path) -> bool {
        let is_left_out = self
            .around(source)
            .is_some_and(|project| project.leaves_out(source));
        is_left_out
            || self
                .with_scripts(source, Scripts::leave_out)
                .unwrap_or_default()
    }

    /// The words of the command with which a script compiles a source, without that of the compiler, and the script.
    pub(crate) fn script_words(&mut self, source: &Path) -> Option<(Vec<String>, PathBuf)> {
        self.with_scripts(source, |scripts, source| {
            let (script, compilation) = scripts.compilation(source)?;
            Some((compilation.words.get(1..)?.to_vec(), script))
        })?
    }

    /// Asks the scripts and makefiles of a file's project.
    fn with_scripts<T>(
        &mut self,
        source: &Path,
        question: impl FnOnce(&Scripts, &Path) -> T,
    ) -> Option<T> {
        let absolute = std::path::absolute(source).ok()?;
        let root = folders_of_project(&absolute).last()?.to_path_buf();
        let scripts = match self.scripts.get(&root) {
            Some(known) => known.clone(),
            None => {
                let project = self.around(source);
                let project = project.filter(|project| project.root == root);
                let build = project.as_ref().map(|project| &project.build);
                let scripts = Scripts::below(&root, build).map(Arc::new);
                self.scripts.insert(root, scripts.clone());
                scripts
            }
        };
        Some(question(&*scripts?, &absolute))
    }

    /// The project of a file: the outermost one that names it, or else the outermost one.
    pub fn around(&mut self, source: &Path) -> Option<Arc<Project>> {
        let absolute = std::path::absolute(source).ok()?;
        let folders = folders_of_project(&absolute).into_iter().rev();
        let projects = folders.filter_map(|folder| {
            let known = self.described.entry(folder.to_path_buf());
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

impl Project {
    /// Reads the description in a folder.
    fn at(folder: &Path) -> Option<Project> {
        let files = ProjectFolder::at(folder)?;
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
    fn runs_alone(&self, source: &Path) -> bool {
        self.tests_of(source).any(|test| {
            test.not_understood.is_none()
                && test.args.is_empty()
                && test.passes_with.is_empty()
                && !test.will_fail
        })
    }

    /// Whether the description has tests, and makes a program of a file, but no test of the program.
    fn leaves_out(&self, source: &Path) -> bool {
        let absolute = std::path::absolute(source).unwrap_or_default();
        let is_program = self.targets_of(&absolute).any(|target| target.is_program);
        is_program && !self.build.tests.is_empty() && self.tests_of(source).next().is_none()
    }

    /// The names of the programs for which a file is compiled.
    fn programs_of(&self, source: &Path) -> Vec<String> {
        let source = std::path::absolute(source).unwrap_or_default();
        let programs = self.targets_of(&source).filter(|target| target.is_program);
        programs.map(|target| target.name.clone()).collect()
    }

    fn tests_of(&self, source: &Path) -> impl Iterator<Item = &builds::Test> {
        let programs = self.programs_of(source);
        let tests = self.build.tests.iter();
        tests.filter(move |test| programs.contains(&test.target))
    }

    /// The tests that run the program of a file with arguments or say what it prints, and those that cannot be taken.
    fn tests(&self, source: &Path) -> DescribedTests {
        let mut described = DescribedTests::default();
        for test in self.tests_of(source) {
            described.has_arguments |= !test.args.is_empty();
            let path = self.root.join(&test.from).display().to_string();
            match refusal(test) {
                Some(reason) => described.skipped.push(SkippedCandidate {
                    path,
                    reason: format!("line {}: `{}`: {reason}", test.line, test.name),
                }),
                None if test.args.is_empty() && test.passes_with.is_empty() && !test.will_fail => {}
                None => described.tests.push(self.test(test, path)),
            }
        }
        described
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
                program: format!("./{}", test.target).into(),
                args: test
                    .args
                    .iter()
                    .map(|arg| arg.clone().into_bytes())
                    .collect(),
                environment: Arc::default(),
                stdin: Arc::default(),
                folder: folder.trim_end_matches('/').into(),
                files: None,
            },
            expect: Expect {
                // CTest looks for the pattern in both streams.
                observed: if is_pattern {
                    Observed::OutputAndErrors
                } else {
                    Observed::default()
                },
                // Where a pattern says what passes, the exit status does not count.
                exit: (!is_pattern).then_some(if test.will_fail {
                    ExitStatus::IsNot(0)
                } else {
                    ExitStatus::SUCCESS
                }),
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
    } else if test.will_fail && !test.passes_with.is_empty() {
        Some("it has to fail, and not to print what a regular expression says".to_owned())
    } else if !test.fails_with.is_empty() {
        Some("a regular expression says what fails".to_owned())
    } else {
        None
    }
}
