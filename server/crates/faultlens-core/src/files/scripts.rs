//! Tests that shell scripts and makefiles run. They are interpreted ([`builds::script`]), never executed.
//!
//! A goal such as `make check` is what its commands do, in their order, on one disk; scripts that they call are
//! interpreted with them. Other scripts count where they look like tests by their names or folders. A run belongs to the
//! program of a source if the program is called like the source, like a target that is made of it, or like what the
//! script itself compiles of it.

mod expectations;
mod search;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use builds::make::Makefile;
use builds::script::{Compilation, Outcome, Run};
use builds::{Build, folder_of, join, name_of};
use harness::{Action, FileSet, Origin, SkippedCandidate, Test};

use super::described_tests::DescribedTests;
use super::project_folder::ProjectFolder;
use expectations::expectations;

/// The scripts and makefiles of a project that run tests.
#[derive(Debug)]
pub(crate) struct Scripts {
    root: PathBuf,
    files: ProjectFolder,
    /// Paths of the makefiles, relative to the root.
    makefiles: Vec<String>,
    /// The goals of makefiles, and the scripts that a description of the build runs.
    called: Vec<InterpretedScript>,
    /// Scripts of which nobody is known who calls them.
    uncalled: Vec<UncalledScript>,
}

/// A script that is interpreted when it may run the program in question.
#[derive(Debug)]
struct UncalledScript {
    path: String,
    text: String,
    interpreted: OnceLock<InterpretedScript>,
}

/// A script, or the goal of a makefile, with what it does.
#[derive(Debug)]
struct InterpretedScript {
    /// Its path, relative to the root.
    path: String,
    /// The test of a description of the build that runs it.
    of_test: Option<String>,
    outcome: Outcome,
}

/// A run with the script that it is in.
#[derive(Clone, Copy)]
struct ScriptRun<'s> {
    script: &'s InterpretedScript,
    run: &'s Run,
}

impl Scripts {
    /// Interprets the scripts and makefiles below a folder, and the scripts that a description of its build runs.
    pub(super) fn below(root: &Path, build: Option<&Build>) -> Option<Scripts> {
        let files = ProjectFolder::at(root)?;
        let places = search::places(root);
        let mut called = Vec::new();
        if let Some(build) = build {
            called.extend(search::described(&files, build));
        }
        for path in &places.makefiles {
            if let Some(makefile) = Makefile::read(&files, path) {
                called.extend(search::goals(&files, path, &makefile));
            }
        }
        let scripts = places.scripts.into_iter();
        let uncalled = scripts.filter(|path| !called.iter().any(|known| known.mentions(path)));
        let uncalled = uncalled.filter_map(|path| {
            Some(UncalledScript {
                text: search::shell_text(&files, &path)?,
                path,
                interpreted: OnceLock::new(),
            })
        });
        Some(Scripts {
            uncalled: uncalled.collect(),
            root: root.to_path_buf(),
            files,
            makefiles: places.makefiles,
            called,
        })
    }

    /// The tests of a program's runs, and why other runs are no tests; `targets` are what a description of the build
    /// calls the program.
    pub(super) fn tests(&self, source: &Path, targets: &[String]) -> DescribedTests {
        let mut found = DescribedTests::default();
        let mut names = BTreeSet::new();
        let usual = self.compilation(source).map(|(_, usual)| usual);
        let runs = self.runs_of(source, targets).into_iter();
        for ScriptRun { script, run } in runs.filter(|one| !is_alone(one.run)) {
            found.has_arguments |= !run.args.is_empty();
            let path = self.root.join(&run.path).display().to_string();
            let expected = match usual.and_then(|usual| other_macros(script, run, usual)) {
                Some(reason) if run.is_checked => Err(reason),
                _ => expectations(run),
            };
            match expected {
                Err(reason) => {
                    let skipped = SkippedCandidate {
                        path,
                        reason: format!("line {}: {reason}", run.line),
                    };
                    // A loop may run the program many times.
                    if found.skipped.last() != Some(&skipped) {
                        found.skipped.push(skipped);
                    }
                }
                Ok(expected) => {
                    for expect in expected {
                        let name = script.name_of(run);
                        let mut id = name.clone();
                        for number in 2.. {
                            if names.insert(id.clone()) {
                                break;
                            }
                            id = format!("{name} #{number}");
                        }
                        found.tests.push(Test {
                            id,
                            origin: Origin {
                                path: path.clone(),
                                line: run.line,
                            },
                            action: self.action(run),
                            expect,
                        });
                    }
                }
            }
        }
        found
    }

    /// The first command of a script that compiles a source, and the path of the script.
    pub(super) fn compilation(&self, source: &Path) -> Option<(PathBuf, &Compilation)> {
        let inside = source.strip_prefix(&self.root).ok()?.to_str()?;
        let uncalled = self.uncalled.iter();
        let uncalled = uncalled.filter(|script| script.text.contains(name_of(inside)));
        let uncalled = uncalled.map(|script| script.interpreted(&self.files));
        self.called.iter().chain(uncalled).find_map(|script| {
            let mut compiled = script.outcome.compiled.iter();
            let compiled = compiled.find(|compiled| is_compiled_of(compiled, inside))?;
            Some((self.root.join(&script.path), compiled))
        })
    }

    /// Whether a script or a makefile runs the program without input, so that only its exit status can say what is right.
    pub(super) fn run_alone(&self, source: &Path) -> bool {
        let mut runs = self.runs_of(source, &[]).into_iter();
        runs.any(|one| is_alone(one.run))
    }

    /// Whether a makefile makes a program of a source and tests others by running them, but does not run this one.
    pub(super) fn leave_out(&self, source: &Path) -> bool {
        let inside = source.strip_prefix(&self.root).ok().and_then(Path::to_str);
        let mut runs = self.called.iter().flat_map(|script| &script.outcome.runs);
        runs.any(is_alone)
            && inside.is_some_and(|inside| !self.made_of(inside).is_empty())
            && self.runs_of(source, &[]).is_empty()
    }

    /// Paths of what the makefiles make of a source.
    fn made_of(&self, source: &str) -> Vec<String> {
        let mut paths = Vec::new();
        for path in &self.makefiles {
            let folder = folder_of(path);
            let Some(inside) = relative(source, folder) else {
                continue;
            };
            let makefile = Makefile::read(&self.files, path);
            let made = makefile.map_or_else(Vec::new, |makefile| makefile.made_of(&inside));
            paths.extend(made.iter().map(|made| join(folder, made)));
        }
        paths
    }

    /// The runs of the program of a source, each once.
    fn runs_of(&self, source: &Path, targets: &[String]) -> Vec<ScriptRun<'_>> {
        let Some(inside) = source.strip_prefix(&self.root).ok().and_then(Path::to_str) else {
            return Vec::new();
        };
        let mut names = self.names(inside, targets);
        let uncalled = self
            .uncalled
            .iter()
            .filter(|script| names.are_in(&script.text, inside));
        let uncalled = uncalled.map(|script| script.interpreted(&self.files));
        let scripts: Vec<&InterpretedScript> = self.called.iter().chain(uncalled).collect();
        let compiled = scripts.iter().flat_map(|script| &script.outcome.compiled);
        let of_source = compiled.filter(|compiled| is_compiled_of(compiled, inside));
        names.add(of_source.map(|compiled| &compiled.program));
        let all = scripts.into_iter().flat_map(|script| {
            let runs = script.outcome.runs.iter();
            runs.map(move |run| ScriptRun { script, run })
        });
        let mut found: Vec<ScriptRun<'_>> = Vec::new();
        for one in all.filter(|one| names.are_those_of(one.run)) {
            let mut known = found.iter();
            if !known.any(|other| is_repeated(other.run, one.run)) {
                found.push(one);
            }
        }
        // Scripts in the folder of the source know it best: those of a neighbour may have programs of the same name.
        let home = folder_of(inside);
        let is_at_home = |one: &ScriptRun<'_>| relative(&one.run.path, home).is_some();
        if found.iter().any(is_at_home) {
            found.retain(is_at_home);
        }
        found
    }

    /// What the program of a source may be called.
    fn names(&self, source: &str, targets: &[String]) -> ProgramNames {
        let mut names = ProgramNames::default();
        names.add(targets);
        names.add(self.made_of(source));
        // Without any of these, the program has the name of the file.
        names.add([source.strip_suffix(".c").unwrap_or(source)]);
        names
    }

    fn action(&self, run: &Run) -> Action {
        let folder = self.root.join(&run.folder).display().to_string();
        let program = run.program.as_deref().unwrap_or("program");
        let program = match relative(program, &run.folder) {
            Some(inside) if program.contains('/') || inside == program => format!("./{inside}"),
            _ => program.to_owned(),
        };
        let written = run.files.iter();
        let written = written.map(|(path, text)| {
            let name = relative(path, &run.folder).unwrap_or_else(|| path.clone());
            (name, Arc::from(&text[..]))
        });
        let written: Vec<(String, Arc<[u8]>)> = written.collect();
        let folders = run.folders.iter();
        let folders =
            folders.map(|path| relative(path, &run.folder).unwrap_or_else(|| path.clone()));
        let folders: Vec<String> = folders.collect();
        Action::Main {
            program: program.into(),
            args: run
                .args
                .iter()
                .map(|arg| arg.clone().into_bytes())
                .collect(),
            environment: run
                .environment
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            stdin: run.stdin.clone().into(),
            folder: folder.trim_end_matches('/').into(),
            files: (!written.is_empty() || !folders.is_empty())
                .then(|| Arc::new(FileSet::of_written(written, folders))),
        }
    }
}

impl UncalledScript {
    /// What the script does.
    fn interpreted(&self, files: &ProjectFolder) -> &InterpretedScript {
        let read = || search::script(files, &self.path, &self.text);
        self.interpreted.get_or_init(read)
    }
}

impl InterpretedScript {
    /// The name of the test that a run is.
    fn name_of(&self, run: &Run) -> String {
        match &self.of_test {
            Some(test) if self.outcome.runs.len() == 1 => test.clone(),
            Some(test) => format!("{test}: {}", run.name),
            None => run.name.clone(),
        }
    }

    /// Whether it may have called a script.
    fn mentions(&self, script: &str) -> bool {
        self.path == script || self.outcome.called.iter().any(|called| called == script)
    }
}

/// What a program may be called, wherever it is.
#[derive(Default)]
struct ProgramNames(BTreeSet<String>);

impl ProgramNames {
    /// Adds the names at the ends of paths.
    fn add<P: AsRef<str>>(&mut self, paths: impl IntoIterator<Item = P>) {
        let names = paths.into_iter();
        self.0
            .extend(names.map(|path| name_of(path.as_ref()).to_owned()));
    }

    /// Whether a script may run the program: it has one of the names, or compiles the source.
    fn are_in(&self, text: &str, source: &str) -> bool {
        let mut names = self.0.iter();
        text.contains(name_of(source))
            || text.contains("*.c")
            || names.any(|name| text.contains(name))
    }

    /// Whether a run is one of the program.
    fn are_those_of(&self, run: &Run) -> bool {
        let program = run.program.as_deref();
        program.is_some_and(|program| self.0.contains(name_of(program)))
    }
}

/// Why a run is none of the program as it is usually compiled: the script compiles it with other macros. A clause.
fn other_macros(script: &InterpretedScript, run: &Run, usual: &Compilation) -> Option<String> {
    let own = script.outcome.compiled.get(run.compiled?)?;
    let macros: Vec<&str> = own.macros().collect();
    if usual.macros().eq(macros.iter().copied()) {
        return None;
    }
    Some(match macros.join(" ").as_str() {
        "" => "it is compiled without the macros that the program has elsewhere".to_owned(),
        macros => format!("it is compiled with other macros: {macros}"),
    })
}

/// Whether a run has neither arguments nor input, so that only its exit status can say what is right.
fn is_alone(run: &Run) -> bool {
    run.args.is_empty()
        && run.stdin.is_empty()
        && run.not_understood.is_none()
        && expectations::is_only_status(run)
}

/// Whether a run repeats another one.
fn is_repeated(first: &Run, second: &Run) -> bool {
    let Run {
        program: _,
        compiled,
        args,
        stdin,
        folder,
        files,
        folders,
        environment,
        checks,
        is_checked: _,
        name: _,
        path: _,
        line: _,
        not_understood,
    } = first;
    compiled.is_some() == second.compiled.is_some()
        && *args == second.args
        && *stdin == second.stdin
        && *folder == second.folder
        && *files == second.files
        && *folders == second.folders
        && *environment == second.environment
        && *checks == second.checks
        && *not_understood == second.not_understood
}

/// Whether a program is compiled of a source, perhaps among others.
fn is_compiled_of(compiled: &Compilation, source: &str) -> bool {
    compiled.sources.iter().any(|own| own == source)
}

/// A path below a folder, seen from there.
fn relative(path: &str, folder: &str) -> Option<String> {
    if folder.is_empty() {
        return Some(path.to_owned());
    }
    let rest = path.strip_prefix(folder)?.strip_prefix('/')?;
    Some(rest.to_owned())
}
