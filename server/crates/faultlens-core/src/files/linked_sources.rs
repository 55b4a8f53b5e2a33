//! Detection of the files of a program without a list: the files of the project that define what it calls.
//!
//! These are the files that its makefile would link. They are looked for beside the program, in the folders of its
//! headers and in its makefile, and what is not there in the rest of the project. If two files define the same function,
//! nothing is guessed. Texts are scanned, not parsed, because only the defined and called functions of a file matter.

mod candidates;
mod test_names;
#[cfg(test)]
mod tests;
mod unit;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::build::Projects;
use super::flags::ask_makefile;
use super::frameworks;
use super::paths::tidy;
use super::project::files_of_project;
use super::regular;
use candidates::{Candidates, Reached};
pub(crate) use test_names::{is_among_tests, is_test};
use test_names::{is_for_tests, is_named_after};
pub use unit::quoted_includes;
use unit::{Inclusions, ScannedUnit, Unit, all_includes, needs, read};

/// Maximum number of files that are scanned.
const MOST_FILES: usize = 200;
/// Maximum number of functions or files that a message names.
pub(crate) const SHOWN_NAMES: usize = 3;

/// Another file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LinkedSource {
    /// Path of the file, relative in the same way as the path of the program.
    pub file: PathBuf,
    /// Reason why the file belongs to the program, such as "it defines `push` and `pop`".
    pub why: String,
}

/// Finds the other files of the program to which a file with the given text belongs.
///
/// For a file with a `main`, or a file that no `main` beside it reaches, these are the files that define what it calls,
/// and transitively what these call. For any other file, these are the files of the one program that reaches it; test
/// programs take precedence.
pub(crate) fn linked_sources(source: &Path, text: &str) -> Vec<LinkedSource> {
    let listed = exercise(source);
    if !listed.is_empty() {
        return listed;
    }
    let own = Unit::new(source.to_owned(), text.to_owned());
    let functions = own.functions();
    let has_main = functions.defines("main");
    let is_alone = needs(&functions).next().is_none();
    if has_main && is_alone && functions.elsewhere.is_empty() && own.includes().next().is_none() {
        return Vec::new();
    }
    let mut inclusions = Inclusions::default();
    let mut units = near(own, &mut inclusions);
    let beside = units.len();
    let all = ScannedUnit::all(&units, &mut inclusions);
    let found = program(&Candidates::new(all, beside), has_main);
    if found.is_whole {
        return found.others;
    }
    let files = files_of_project(source);
    let known = units
        .iter()
        .filter_map(|unit| unit.path.canonicalize().ok());
    let known: BTreeSet<PathBuf> = known.collect();
    let further = files.sources.into_iter().filter(|path| {
        let real = path.canonicalize();
        real.is_ok_and(|real| !known.contains(&real))
    });
    units.extend(further.filter_map(read));
    let mut inclusions = Inclusions {
        headers: files.headers,
        ..Inclusions::default()
    };
    let together = linked_together(&units);
    let all = ScannedUnit::all(&units, &mut inclusions);
    let candidates = Candidates {
        together,
        ..Candidates::new(all, beside)
    };
    program(&candidates, has_main).others
}

/// For each file with a `main`, the files that a description of the build links with it.
fn linked_together(units: &[Unit]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut projects = Projects::default();
    let real = |path: &Path| path.canonicalize().ok();
    let places = units.iter().enumerate();
    let places = places.filter_map(|(at, unit)| Some((real(&unit.path)?, at)));
    let places: BTreeMap<PathBuf, usize> = places.collect();
    let mut together = BTreeMap::new();
    for (at, unit) in units.iter().enumerate() {
        let Some(project) = projects.around(&unit.path) else {
            continue;
        };
        let linked = project.linked_with(&unit.path).into_iter();
        let linked = linked.filter_map(|path| places.get(&real(&path)?).copied());
        together.insert(at, linked.collect());
    }
    together
}

/// What is found of the program to which the named file belongs.
struct Program {
    others: Vec<LinkedSource>,
    /// Whether there is nothing to look for elsewhere: everything that is needed is defined, and if the named file has no
    /// `main`, a test needs it.
    is_whole: bool,
}

/// The program of the first unit.
fn program(candidates: &Candidates<'_>, has_main: bool) -> Program {
    let all = &candidates.all;
    if has_main {
        return candidates.reached(0).program(Vec::new(), all);
    }
    let is_program = |at: &usize| all[*at].functions.defines("main") || is_suite(all[*at].unit);
    let programs = (1..all.len()).filter(is_program);
    let programs = programs.map(|at| (at, candidates.reached(at)));
    let programs = programs.filter(|(_, reached)| reached.members.iter().any(|(at, _)| *at == 0));
    let Some((root, mut reached)) = chosen(programs.collect(), candidates) else {
        let alone = candidates.reached(0).program(Vec::new(), all);
        return Program {
            is_whole: false,
            ..alone
        };
    };
    let called = reached.members.iter().find(|(at, _)| *at == 0);
    let called = called.map_or_else(BTreeSet::new, |(_, names)| names.clone());
    let path = &all[root].unit.path;
    let caller = LinkedSource {
        file: path.clone(),
        why: format!("it calls {}", named(&called)),
    };
    reached.members.retain(|(at, _)| *at != 0);
    let found = reached.program(vec![caller], all);
    Program {
        is_whole: found.is_whole && is_for_tests(path),
        ..found
    }
}

/// Chooses, of several programs that need a file, the one that says what is right: a test, and of several tests that one
/// which is beside the file, has its name, or calls most of it. Between programs that are no tests nothing is guessed.
fn chosen<'a>(
    mut programs: Vec<(usize, Reached<'a>)>,
    candidates: &Candidates<'a>,
) -> Option<(usize, Reached<'a>)> {
    let path = |at: usize| &candidates.all[at].unit.path;
    let (own, beside) = (path(0), candidates.beside);
    if !programs.iter().any(|(at, _)| is_for_tests(path(*at))) {
        if programs.iter().any(|(at, _)| *at < beside) {
            programs.retain(|(at, _)| *at < beside);
        }
        return programs.pop().filter(|_| programs.is_empty());
    }
    programs.retain(|(at, _)| is_for_tests(path(*at)));
    let worth = |(at, reached): &(usize, Reached<'_>)| {
        let of_own = reached.members.iter().find(|(member, _)| *member == 0);
        let called = of_own.map_or(0, |(_, names)| names.len());
        (*at < beside, is_named_after(path(*at), own), called)
    };
    // Of equal ones, the last one would be returned.
    programs.into_iter().rev().max_by_key(worth)
}

/// Whether a file has unit tests that a framework runs, with a `main` that is not there.
fn is_suite(unit: &Unit) -> bool {
    is_for_tests(&unit.path) && all_includes(&unit.text).any(frameworks::is_one)
}

/// The C files among which those of a program are looked for, besides its own.
pub(crate) fn files_around(source: &Path, text: &str) -> Vec<PathBuf> {
    let own = Unit::new(source.to_owned(), text.to_owned());
    let mut units = near(own, &mut Inclusions::default());
    let near = units.drain(1..).map(|unit| unit.path).collect::<Vec<_>>();
    let others = files_of_project(source).sources.into_iter();
    let others = others.filter(|file| file != source && !near.contains(file));
    near.iter().cloned().chain(others).collect()
}

/// Other files of an Exercism exercise: its solution and its tests, even if functions are still missing.
fn exercise(source: &Path) -> Vec<LinkedSource> {
    const LIST: &str = ".exercism/config.json";
    let folder = source.parent().unwrap_or(Path::new(""));
    let Ok(Some(list)) = regular::read_settings(&folder.join(LIST)) else {
        return Vec::new();
    };
    let list: serde_json::Value = serde_json::from_str(&list).unwrap_or_default();
    let kinds = ["solution", "test"].map(|kind| list["files"][kind].as_array());
    let names = kinds.into_iter().flatten().flatten();
    let names = names.filter_map(|name| name.as_str().filter(|name| is_c(Path::new(name))));
    let files: Vec<PathBuf> = names.map(|name| folder.join(name)).collect();
    if !files.iter().any(|file| file == source) {
        return Vec::new();
    }
    let others = files
        .into_iter()
        .filter(|file| file != source && file.is_file());
    others
        .map(|file| LinkedSource {
            file,
            why: format!("{LIST} lists it"),
        })
        .collect()
}

fn is_c(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "c")
}

/// List of names such as `` `a`, `b` and 3 more ``
fn named(names: &BTreeSet<&str>) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(SHOWN_NAMES)
        .map(|name| format!("`{name}`"))
        .collect();
    match (names.len().saturating_sub(SHOWN_NAMES), &shown[..]) {
        (0, [init @ .., last]) if !init.is_empty() => format!("{} and {last}", init.join(", ")),
        (0, _) => shown.concat(),
        (more, _) => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Files that the makefile names together with the given file.
fn named_by_makefile(own: &Unit) -> Vec<PathBuf> {
    let absolute = std::path::absolute(&own.path).ok();
    let named = absolute.and_then(|path| {
        ask_makefile(&path, |asked| {
            // Paths are relative to the place of the file.
            let up = Path::new(asked.inside).components().count() - 1;
            let folder = asked.place.parent()?;
            let beside = asked.makefile.beside(asked.inside).into_iter();
            let beside = beside.filter(|file| folder.join(file).is_file());
            Some((beside.collect::<Vec<_>>(), up))
        })
    });
    let Some((beside, up)) = named else {
        return Vec::new();
    };
    let root = own.path.parent().unwrap_or(Path::new(""));
    let root = (0..up).fold(root.to_path_buf(), |folder, _| folder.join(".."));
    let beside = beside.into_iter();
    beside.map(|file| tidy(&root.join(file))).collect()
}

/// A file, and the other C files in its folder and in the folders of all included headers, and those that the makefile
/// names together with it.
fn near(own: Unit, inclusions: &mut Inclusions) -> Vec<Unit> {
    let home = own.path.parent().unwrap_or(Path::new("")).to_owned();
    let mut folders = Folders::default();
    let beside = folders.units(&home, &own);
    let named = named_by_makefile(&own);
    let mut units = vec![own];
    units.extend(beside);
    // The text of the file itself counts, which need not be on the disk yet.
    let mut headers: Vec<PathBuf> = inclusions.reached(&units[0], &units[..1]);
    let further = units[1..]
        .iter()
        .flat_map(|unit| inclusions.reached(unit, std::slice::from_ref(unit)));
    headers.extend(further.collect::<BTreeSet<PathBuf>>());
    for folder in headers.iter().filter_map(|header| header.parent()) {
        let more = folders.units(folder, &units[0]);
        units.extend(more);
    }
    for file in named {
        if units.iter().all(|unit| unit.path != file) {
            units.extend(read(file));
        }
    }
    // A link is another name of the same file.
    let mut seen = BTreeSet::new();
    units.retain(|unit| {
        unit.path.canonicalize().is_ok_and(|real| seen.insert(real)) || seen.is_empty()
    });
    units.truncate(MOST_FILES);
    units
}

/// Folders already listed, with links in their paths resolved.
#[derive(Default)]
struct Folders(Vec<PathBuf>);

impl Folders {
    /// C files in a folder except `own`; none if the folder was listed before.
    fn units(&mut self, folder: &Path, own: &Unit) -> Vec<Unit> {
        let there = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let Some(real) = there.canonicalize().ok().filter(|f| !self.0.contains(f)) else {
            return Vec::new();
        };
        let entries = fs::read_dir(&real).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort_unstable();
        self.0.push(real);
        let files = names.iter().map(|name| folder.join(name));
        let own = own.path.canonicalize().ok();
        let others =
            files.filter(|file| is_c(file) && (own.is_none() || file.canonicalize().ok() != own));
        others.filter_map(read).take(MOST_FILES).collect()
    }
}
