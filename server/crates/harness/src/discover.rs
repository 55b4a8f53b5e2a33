//! Finding the tests of a program.
//!
//! Unless the user says otherwise, tests are looked for in the usual places: in `tests/` (and `tests/<stem>/`), in
//! `<stem>.tests/`, beside the file, in the `faultlens.toml` that governs it, and in a listing of `CTest`. Each folder
//! is listed once, and only the files of accepted tests are read.

mod call;
mod config;
mod ctest;
mod other_layouts;
mod pairs;
mod run_files;
mod shell;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::files::{Files, OUTSIDE, join, split, split_extension};
use crate::model::{
    Action, Compare, ConfigProblem, Discovery, ExitStatus, Expect, Origin, SkippedCandidate,
    SourceFacts, Test, TestFunction, Tolerance,
};
pub use call::parse as parse_call;
use config::{Config, Context};
use pairs::{Belongs, Candidate, Programs};

/// Name of the configuration file.
const CONFIG_FILE: &str = "faultlens.toml";

/// Finds the tests of the program at `source_path`.
///
/// * `tests_option`: a folder of which every test is taken, a `.toml` file, a `.json` listing of `CTest`, or a file of
///   one test. If given, nothing else is read except the options of the governing `faultlens.toml`.
/// * `limit`: the most tests to return.
pub fn discover(
    source_path: &str,
    source_has: &SourceFacts,
    tests_option: Option<&str>,
    limit: Option<usize>,
    files: &dyn Files,
) -> Discovery {
    TestSearch::begin(source_path, tests_option, files).finish(source_has, limit)
}

/// Gives a run of a program the files that are in the program's folder.
pub fn give_files(test: &mut Test, program_folder: &str, files: &dyn Files) {
    if let Action::Main { folder, .. } = &mut test.action {
        *folder = program_folder.into();
    }
    run_files::give(std::slice::from_mut(test), program_folder, &[], files);
}

/// A search for tests. Its first part does not depend on the program's content, so it can run while the program is
/// read.
pub struct TestSearch<'a> {
    source_path: &'a str,
    folder: &'a str,
    stem: &'a str,
    tests_option: Option<&'a str>,
    files: &'a dyn Files,
    compare: Compare,
    tolerance: Tolerance,
    /// Whether the user says how outputs are compared.
    is_compare_given: bool,
    assumed: Vec<String>,
    candidates: Vec<Candidate>,
    configured: Vec<Test>,
    /// Tests in the layout of another tool.
    elsewhere: other_layouts::Layout,
    configs_read: BTreeSet<String>,
    skipped: Vec<SkippedCandidate>,
    problems: Vec<ConfigProblem>,
    names: Vec<String>,
}

impl<'a> TestSearch<'a> {
    /// Searches the places where tests may be; see [`discover`].
    pub fn begin(
        source_path: &'a str,
        tests_option: Option<&'a str>,
        files: &'a dyn Files,
    ) -> TestSearch<'a> {
        let mut search = TestSearch::new(source_path, tests_option, files);
        search.read_governing_config(tests_option.is_none());
        match tests_option {
            Some(path) => search.read_named(path),
            None => search.read_usual_places(),
        }
        // The sort is stable: of tests with the same name, the one from the first place comes first.
        search
            .candidates
            .sort_by(|a, b| crate::natural::compare(&a.id, &b.id));
        search
    }

    fn new(source_path: &'a str, tests_option: Option<&'a str>, files: &'a dyn Files) -> Self {
        let (folder, name) = split(source_path);
        TestSearch {
            source_path,
            folder,
            stem: split_extension(name).0,
            tests_option,
            files,
            compare: Compare::default(),
            tolerance: Tolerance::default(),
            is_compare_given: false,
            assumed: Vec::new(),
            candidates: Vec::new(),
            configured: Vec::new(),
            elsewhere: other_layouts::Layout::default(),
            configs_read: BTreeSet::new(),
            skipped: Vec::new(),
            problems: Vec::new(),
            names: Vec::new(),
        }
    }

    /// The main file of the program.
    pub fn source_path(&self) -> &'a str {
        self.source_path
    }

    /// Whether the user says which tests there are, so that nothing else is to be looked for.
    pub fn is_decided(&self) -> bool {
        self.tests_option.is_some() || !self.configured.is_empty()
    }

    /// Adds the tests that a description of a build, a makefile or a script has, and reasons why others there are none;
    /// `has_arguments` says whether the program gets arguments there. They count where there are no other tests, where
    /// they are no fewer and all of them are understood, and where only they know of arguments: a file beside an expected
    /// output is then no standard input.
    pub fn with_described(
        mut self,
        tests: Vec<Test>,
        skipped: Vec<SkippedCandidate>,
        has_arguments: bool,
    ) -> TestSearch<'a> {
        let has_others = !self.candidates.is_empty() || !self.elsewhere.tests.is_empty();
        let knows_arguments = self.candidates.iter().any(Candidate::has_arguments)
            || self.elsewhere.tests.iter().any(gives_arguments);
        let others = self.candidates.len() + self.elsewhere.tests.len();
        let is_whole = skipped.is_empty() && !tests.is_empty() && tests.len() >= others;
        let is_better = is_whole || has_arguments && !knows_arguments;
        if self.is_decided() || has_others && !is_better {
            return self;
        }
        self.candidates.clear();
        if has_others {
            self.elsewhere = other_layouts::Layout::default();
        }
        self.configured.extend(tests);
        self.skipped.extend(skipped);
        self
    }

    /// Sets the texts of the program that may be names of files it opens. Those outside the folder are looked up, so
    /// that a run can distinguish missing files from files it was not given.
    pub fn with_names(mut self, names: Vec<String>) -> TestSearch<'a> {
        self.names = names;
        self
    }

    /// Reads the nearest configuration file from the source's folder upwards, not beyond a folder that holds a `.git`.
    fn read_governing_config(&mut self, with_tests: bool) {
        let mut folder = self.folder;
        loop {
            let path = join(folder, CONFIG_FILE);
            if let Some(text) = self.files.read(&path) {
                self.read_config(&path, &text, with_tests);
                return;
            }
            let parent = split(folder).0;
            if self.files.is_dir(&join(folder, ".git")) || parent == folder {
                return;
            }
            folder = parent;
        }
    }

    /// Applies a configuration file; its way of comparing holds from then on.
    fn read_config(&mut self, path: &str, content: &[u8], with_tests: bool) {
        let context = Context {
            path,
            source_path: self.source_path,
            compare: self.compare,
            with_tests,
            files: self.files,
        };
        // The governing file may also be in the tests' folder, or named by the user, but is read only once.
        if with_tests && !self.configs_read.insert(path.to_owned()) {
            return;
        }
        let config = Config::read(&context, content);
        self.compare = config.compare;
        self.is_compare_given |= config.is_compare_given;
        if !config.tolerance.is_none() {
            self.tolerance = config.tolerance;
        }
        self.configured.extend(config.tests);
        self.problems.extend(config.problems);
    }

    /// Reads the places where tests usually are.
    fn read_usual_places(&mut self) {
        let beside = self.files.list(self.folder);
        let stems = beside.iter().filter_map(|name| name.strip_suffix(".c"));
        let others = stems.filter(|stem| *stem != self.stem).collect();
        let programs = Programs {
            own: self.stem,
            others,
        };
        let tests = join(self.folder, "tests");
        self.read_folder(&tests, &Belongs::NamedOrNot(&programs));
        self.read_folder(&join(&tests, self.stem), &Belongs::Always);
        self.read_folder(
            &join(self.folder, &format!("{}.tests", self.stem)),
            &Belongs::Always,
        );
        self.read_names(self.folder, &beside, &Belongs::Named(&programs));
        self.read_nearest_listing();
        if self.candidates.is_empty() && self.configured.is_empty() {
            self.read_other_layouts(&programs.others);
        }
    }

    /// Reads tests in the layouts of other tools.
    fn read_other_layouts(&mut self, others: &[&str]) {
        self.elsewhere = other_layouts::find(&other_layouts::Program {
            folder: self.folder,
            stem: self.stem,
            others,
            compare: self.is_compare_given.then_some(self.compare),
            files: self.files,
        });
    }

    /// Takes the tests in the layout of another tool, unless there are better ones.
    fn take_elsewhere(&mut self) {
        let found = std::mem::take(&mut self.elsewhere);
        if found.tests.is_empty() {
            self.skipped.extend(found.skipped);
            return;
        }
        // Files skipped by our own layout may be tests in the other layout.
        let inputs: FxHashSet<&str> = found.tests.iter().map(|t| &*t.origin.path).collect();
        let folders: FxHashSet<&str> = inputs.iter().map(|path| split(path).0).collect();
        self.skipped
            .retain(|skipped| !folders.contains(split(&skipped.path).0));
        self.skipped.extend(found.skipped);
        self.configured.extend(found.tests);
        self.assumed.extend(found.said);
    }

    /// Reads the nearest listing of `CTest`.
    fn read_nearest_listing(&mut self) {
        if let Some((_, path)) = nearest_listing(self.folder, self.files)
            && let Some(content) = self.files.read(&path)
        {
            self.read_listing(&path, &content, false);
        }
    }

    fn read_listing(&mut self, path: &str, content: &[u8], named: bool) {
        let listing = ctest::read(path, content, self.stem, named, self.files);
        self.configured.extend(listing.tests);
        self.skipped.extend(listing.skipped);
        self.problems.extend(listing.problems);
    }

    /// Reads the tests that `--tests` names.
    fn read_named(&mut self, path: &str) {
        if self.files.is_dir(path) {
            self.read_folder(path, &Belongs::Always);
            if self.candidates.is_empty() && self.configured.is_empty() {
                self.problem(
                    path,
                    "there are no tests in this folder: a test is a NAME.out and perhaps NAME.in",
                );
            }
            return;
        }
        let (folder, name) = split(path);
        let (stem, extension) = split_extension(name);
        if extension == "toml" {
            match self.files.read(path) {
                Some(text) => self.read_config(path, &text, true),
                None => self.problem(path, "this file cannot be read"),
            }
        } else if extension == "json" {
            match self.files.read(path) {
                Some(content) => self.read_listing(path, &content, true),
                None => self.problem(path, "this file cannot be read"),
            }
        } else if pairs::is_test_file(name) {
            self.read_names(folder, &self.files.list(folder), &Belongs::Only(stem));
            if self.candidates.is_empty() {
                self.problem(path, "there is no such test");
            }
        } else {
            self.problem(
                path,
                "neither a folder, nor a .toml file, nor a listing of ctest, nor a file of a test such as NAME.out",
            );
        }
    }

    fn read_folder(&mut self, folder: &str, belongs: &Belongs<'_>) {
        if self.files.is_outside(folder) {
            self.skip(folder.to_owned(), &format!("it {OUTSIDE}"));
        }
        if !self.files.is_dir(folder) {
            return;
        }
        let config = join(folder, CONFIG_FILE);
        let names = self.files.list(folder);
        if names.iter().any(|name| name == CONFIG_FILE) {
            match self.files.read(&config) {
                Some(text) => self.read_config(&config, &text, true),
                None => self.problem(
                    &config,
                    "it cannot be read, is no regular file or too large",
                ),
            }
        }
        self.read_names(folder, &names, belongs);
    }

    fn read_names(&mut self, folder: &str, names: &[String], belongs: &Belongs<'_>) {
        let found = pairs::candidates(folder, names, belongs, &mut self.skipped);
        self.candidates.extend(found);
    }

    fn problem(&mut self, path: &str, message: &str) {
        self.problems.push(ConfigProblem {
            path: path.to_owned(),
            line: 1,
            message: message.to_owned(),
        });
    }

    /// Reads the accepted tests, at most `limit` of them.
    pub fn finish(mut self, source_has: &SourceFacts, limit: Option<usize>) -> Discovery {
        let limit = limit.unwrap_or(usize::MAX);
        self.take_elsewhere();
        let mut candidates = std::mem::take(&mut self.candidates);
        if !source_has.has_main {
            for candidate in candidates.drain(..) {
                self.skip(candidate.path(), "the program has no `main` to run");
            }
        }
        let mut wanted: Vec<&Candidate> = Vec::with_capacity(candidates.len());
        for candidate in &candidates {
            // In their order, tests with the same name are adjacent.
            if wanted.last().is_some_and(|last| last.id == candidate.id) {
                self.skip(candidate.path(), "another test has the same name");
            } else {
                wanted.push(candidate);
            }
        }
        let found: FxHashSet<&str> = wanted.iter().map(|candidate| &*candidate.id).collect();
        let mut tests = Vec::new();
        let mut wanted = &wanted[..];
        // A test that cannot be read is replaced by the next one.
        while tests.len() < limit && !wanted.is_empty() {
            let (now, later) = wanted.split_at(wanted.len().min(limit - tests.len()));
            tests.reserve(now.len());
            pairs::read_all(now, self.files, self.compare, |read| match read {
                Ok(test) => tests.push(test),
                Err(skipped) => self.skipped.push(skipped),
            });
            wanted = later;
        }
        let mut beyond_limit = wanted.len();
        let mut ids = FxHashSet::default();
        for test in std::mem::take(&mut self.configured) {
            if found.contains(&*test.id) || !ids.insert(test.id.clone()) {
                let reason = format!(
                    "line {}: another test is called `{}`",
                    test.origin.line, test.id
                );
                self.skip(test.origin.path, &reason);
            } else if matches!(test.action, Action::Main { .. }) && !source_has.has_main {
                let reason = format!(
                    "line {}: the program has no `main` to run",
                    test.origin.line
                );
                self.skip(test.origin.path, &reason);
            } else if let Some(reason) = objection(&test, source_has) {
                let reason = format!("line {}: {reason}", test.origin.line);
                self.skip(test.origin.path, &reason);
            } else if tests.len() >= limit {
                beyond_limit += 1;
            } else {
                tests.push(test);
            }
        }
        if tests.is_empty() && self.tests_option.is_none() {
            beyond_limit += self.take_asserting(source_has, limit, &mut tests);
        }
        let usual_call: Arc<str> = format!("./{}", self.stem).into();
        for test in &mut tests {
            if let Action::Main { program, .. } = &mut test.action
                && program.is_empty()
            {
                *program = Arc::clone(&usual_call);
            }
            if test.expect.compare == Compare::Tokens && test.expect.tolerance.is_none() {
                test.expect.tolerance = self.tolerance;
            }
        }
        self.skipped.sort();
        self.problems.sort();
        // A governing file that is also named is read twice.
        self.problems.dedup();
        if source_has.opens_files {
            run_files::give(&mut tests, self.folder, &self.names, self.files);
        }
        Discovery {
            tests,
            beyond_limit,
            skipped: self.skipped,
            problems: self.problems,
            assumed: self.assumed,
        }
    }

    fn skip(&mut self, path: String, reason: &str) {
        self.skipped.push(SkippedCandidate {
            path,
            reason: reason.to_owned(),
        });
    }

    /// Takes the tests that a program without others contains itself: its test functions, or else `main`. Returns the
    /// number of tests beyond the limit.
    fn take_asserting(
        &mut self,
        facts: &SourceFacts,
        limit: usize,
        tests: &mut Vec<Test>,
    ) -> usize {
        // Where other tests only count what fails, an assertion that a test reaches is not all that it checks.
        let counts = facts.has_main && facts.checks_itself && facts.counts_failures;
        let functions = if counts {
            &[][..]
        } else {
            &facts.test_functions[..]
        };
        let taken = functions.iter().filter(|f| f.objection.is_none());
        let taken: Vec<&TestFunction> = taken.collect();
        let mut ids = distinct_names(&taken).into_iter();
        for function in functions {
            match &function.objection {
                None => tests.extend(ids.next().map(|id| unit_test(id, function))),
                Some(objection) => {
                    let reason = format!("line {}: {objection}", function.origin.line);
                    self.skip(function.origin.path.clone(), &reason);
                }
            }
        }
        let asserts = facts.asserts && (tests.is_empty() || facts.main_asserts);
        let has_status = facts.checks_itself && tests.is_empty();
        if facts.has_main && (asserts || has_status) {
            tests.push(self.main(Expect {
                exit: has_status.then_some(ExitStatus::SUCCESS),
                ..Expect::default()
            }));
            if has_status {
                self.assumed.push(
                    "the program checks itself: it passes if its exit status is 0".to_owned(),
                );
            }
        }
        if let Some(function) = facts.only_function.as_ref().filter(|_| tests.is_empty()) {
            tests.push(self.call(function));
            self.assumed.push(format!(
                "there is no `main`: the test is a call of `{function}`, which says what is right"
            ));
        }
        let beyond = tests.len().saturating_sub(limit);
        tests.truncate(limit);
        beyond
    }

    /// The folder in which a program that checks itself is run: its own, or one of the two above it if only that has a
    /// file that the program's text names. Tests in a folder of their own are often run from the folder around it.
    fn folder_of_run(&self) -> &'a str {
        let is_there = |folder: &&str| {
            let inside = |name: &&String| !name.starts_with('/') && !name.starts_with("..");
            let mut names = self.names.iter().filter(inside);
            names.any(|name| self.files.size(&join(folder, name)).is_some())
        };
        let mut folders = vec![self.folder];
        let mut folder = self.folder;
        while folders.len() < 3 && !self.files.is_dir(&join(folder, ".git")) {
            folder = split(folder).0;
            folders.push(folder);
        }
        folders.into_iter().find(is_there).unwrap_or(self.folder)
    }

    /// The test that calls a function without arguments.
    fn call(&self, function: &str) -> Test {
        Test {
            id: function.to_owned(),
            origin: Origin {
                path: self.source_path.to_owned(),
                line: 1,
            },
            action: Action::Call {
                function: function.to_owned(),
                unit: None,
                args: Vec::new(),
                stdin: Arc::default(),
                files: None,
            },
            expect: Expect::default(),
        }
    }

    /// The test of a program that checks itself.
    fn main(&self, expect: Expect) -> Test {
        Test {
            id: "main".to_owned(),
            origin: Origin {
                path: self.source_path.to_owned(),
                line: 1,
            },
            action: Action::Main {
                program: Arc::default(),
                args: Arc::default(),
                environment: Arc::default(),
                stdin: Arc::default(),
                folder: self.folder_of_run().into(),
                files: None,
            },
            expect,
        }
    }
}

/// Whether a test gives the program arguments.
fn gives_arguments(test: &Test) -> bool {
    matches!(&test.action, Action::Main { args, .. } if !args.is_empty())
}

/// The pairs of input and expected output files in a folder and below it: the name and the two contents of each test.
pub fn pairs_below(folder: &str, files: &dyn Files) -> Vec<(String, Vec<u8>, Vec<u8>)> {
    other_layouts::pairs_below(folder, files)
}

/// The folder with the `CTest` listing for the programs of a folder; the listing is in it or in its build folder.
pub fn folder_of_listing(folder: &str, files: &dyn Files) -> Option<String> {
    nearest_listing(folder, files).map(|(folder, _)| folder.to_owned())
}

/// The `CTest` listing in a build folder of this folder or of the nearest folder above, not beyond one that holds a
/// `.git`: that folder, and the path of the listing.
fn nearest_listing<'f>(mut folder: &'f str, files: &dyn Files) -> Option<(&'f str, String)> {
    loop {
        let places = ctest::BUILD_FOLDERS.iter();
        let mut paths = places.map(|build| join(&join(folder, build), ctest::LISTING));
        if let Some(path) = paths.find(|path| files.size(path).is_some()) {
            return Some((folder, path));
        }
        let parent = split(folder).0;
        if files.is_dir(&join(folder, ".git")) || parent == folder {
            return None;
        }
        folder = parent;
    }
}

/// Names of test functions that tell them apart: with the file where functions of several files have one name, and
/// numbered where the file has several.
fn distinct_names(functions: &[&TestFunction]) -> Vec<String> {
    let mut by_name: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for function in functions {
        let files = by_name.entry(&function.name).or_default();
        files.insert(&function.origin.path);
    }
    let mut used: FxHashSet<String> = FxHashSet::default();
    let mut names = Vec::with_capacity(functions.len());
    for function in functions {
        let files = &by_name[&*function.name];
        let name = match files.len() {
            1 => function.name.clone(),
            _ => format!(
                "{}: {}",
                shortest(&function.origin.path, files),
                function.name
            ),
        };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut new = std::iter::once(name.clone()).chain(numbered);
        names.extend(new.find(|name| used.insert(name.clone())));
    }
    names
}

/// The shortest end of a path that is the end of no other path: the name of the file, perhaps with folders.
fn shortest<'p>(path: &'p str, all: &BTreeSet<&str>) -> &'p str {
    let starts = path.rmatch_indices('/').map(|(slash, _)| slash + 1);
    let mut ends = starts.map(|start| &path[start..]);
    let is_unique = |end: &&str| {
        let tail = format!("/{end}");
        all.iter()
            .all(|other| *other == path || !other.ends_with(&tail) && other != end)
    };
    ends.find(is_unique).unwrap_or(path)
}

/// The test of a function that checks something.
fn unit_test(id: String, function: &TestFunction) -> Test {
    Test {
        id,
        origin: function.origin.clone(),
        action: Action::Call {
            function: function.entry.clone(),
            unit: Some(function.unit),
            args: Vec::new(),
            stdin: Arc::default(),
            files: None,
        },
        expect: Expect::default(),
    }
}

/// Why a run of the whole program cannot be judged.
fn objection(test: &Test, facts: &SourceFacts) -> Option<&'static str> {
    let Action::Main { args, stdin, .. } = &test.action else {
        return None;
    };
    if facts.runs_tests {
        // Its `main` runs them with a framework, which is replaced here: it prints nothing, and counts nothing.
        return Some("the program runs unit tests, which are tests of their own");
    }
    let must_fail = test.expect.exit == Some(ExitStatus::IsNot(0));
    (must_fail && facts.asserts && args.is_empty() && stdin.is_empty())
        .then_some("it has to fail, and an assertion that fails is a failure in any case")
}
