//! Detection of the files of a program without a list: files beside it that define what it calls.
//!
//! These are the files that its makefile would link. If two files define the same function, nothing is guessed. Texts
//! are scanned, not parsed, because only the defined and called functions of a file matter.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::flags::makefile_of;
use super::includes::{nearby, tidy};
use super::{SourceText, regular};
use crate::function_scan::Functions;

/// Maximum number of files that are scanned.
const MOST_FILES: usize = 200;
/// Maximum size of a scanned file, in bytes.
const LARGEST: u64 = 1 << 20;
/// Maximum number of functions or files that a message names.
pub(crate) const SHOWN_NAMES: usize = 3;

/// Another file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedSource {
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
pub fn linked_sources(source: &Path, text: &str) -> Vec<LinkedSource> {
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
    let mut units = beside(&own, &mut inclusions);
    units.insert(0, own);
    let all = ScannedUnit::all(&units, &mut inclusions);
    if has_main {
        return linked(&all, &reached(&all, 0));
    }
    let programs = (1..all.len()).filter(|&at| all[at].functions.defines("main"));
    let mut programs: Vec<(usize, Members)> = programs
        .map(|at| (at, reached(&all, at)))
        .filter(|(_, members)| members.iter().any(|(at, _)| *at == 0))
        .collect();
    if programs.len() > 1 {
        programs.retain(|(at, _)| is_test(&all[*at].unit.path));
    }
    match &mut programs[..] {
        [] => linked(&all, &reached(&all, 0)),
        [(program, members)] => {
            let called = members.iter().find(|(at, _)| *at == 0);
            let called = called.map_or_else(BTreeSet::new, |(_, names)| names.clone());
            let mut found = vec![LinkedSource {
                file: all[*program].unit.path.clone(),
                why: format!("it calls {}", named(&called)),
            }];
            members.retain(|(at, _)| *at != 0);
            found.extend(linked(&all, members));
            found
        }
        _ => Vec::new(),
    }
}

/// The C files among which those of a program are looked for, besides its own.
pub(crate) fn files_around(source: &Path, text: &str) -> Vec<PathBuf> {
    let own = Unit::new(source.to_owned(), text.to_owned());
    let units = beside(&own, &mut Inclusions::default());
    units.into_iter().map(|unit| unit.path).collect()
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

/// A C file.
struct Unit {
    path: PathBuf,
    text: String,
}

impl Unit {
    fn new(path: PathBuf, text: String) -> Self {
        Self { path, text }
    }

    fn functions(&self) -> Functions<'_> {
        Functions::of(&self.text)
    }

    /// Names in quotes after `#include`.
    fn includes(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter_map(|line| {
            let rest = line.trim_start().strip_prefix('#')?.trim_start();
            let rest = rest.strip_prefix("include")?.trim_start();
            rest.strip_prefix('"')?.split('"').next()
        })
    }

    /// Paths of the files that it includes, relative to its own folder.
    fn included(&self) -> Vec<PathBuf> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        self.includes()
            .map(|name| tidy(&folder.join(name)))
            .collect()
    }

    /// Whether it includes a header with the same stem as the other file.
    fn includes_header_of(&self, other: &Path) -> bool {
        let stem = other.file_stem();
        self.includes()
            .any(|name| Path::new(name).file_stem() == stem)
    }
}

/// A file and its scanned functions.
struct ScannedUnit<'a> {
    unit: &'a Unit,
    /// Functions of the file itself.
    own: Functions<'a>,
    /// Functions of the file and of the C files that it includes.
    functions: Functions<'a>,
    /// Objects that it uses and that it or its headers say to be defined elsewhere.
    objects: BTreeSet<&'a str>,
}

impl<'a> ScannedUnit<'a> {
    fn all(units: &'a [Unit], inclusions: &mut Inclusions) -> Vec<Self> {
        let seen = units.iter().map(|unit| {
            let own = unit.functions();
            let mut functions = unit.functions();
            for other in inclusions.of(unit, units) {
                functions.extend(other.functions());
            }
            let headers = inclusions.reached(unit, units);
            let headers = headers.iter().filter_map(|file| inclusions.known.get(file));
            let headers: Vec<&Included> = headers.collect();
            let mut objects = functions.named.clone();
            objects.retain(|name| {
                let is_elsewhere = functions.elsewhere.contains(*name)
                    || headers
                        .iter()
                        .any(|header| header.elsewhere.contains(*name));
                is_elsewhere && !functions.offers_object(name)
            });
            Self {
                unit,
                own,
                functions,
                objects,
            }
        });
        seen.collect()
    }
}

/// Files included by each path. Headers are followed too, because they may include C files.
#[derive(Default)]
struct Inclusions {
    known: BTreeMap<PathBuf, Included>,
}

/// What is known of a file that was read.
#[derive(Default)]
struct Included {
    /// Files that it includes.
    files: Vec<PathBuf>,
    /// Objects that a header says to be defined elsewhere.
    elsewhere: BTreeSet<String>,
}

impl Included {
    fn of(unit: &Unit) -> Included {
        let elsewhere = unit.functions().elsewhere;
        Included {
            files: unit.included(),
            elsewhere: elsewhere.into_iter().map(str::to_owned).collect(),
        }
    }
}

impl Inclusions {
    /// Units that another unit includes.
    fn of<'a>(&mut self, unit: &Unit, units: &'a [Unit]) -> Vec<&'a Unit> {
        let reached = self.reached(unit, units);
        let parts = units.iter().filter(|unit| reached.contains(&unit.path));
        parts.collect()
    }

    /// Paths of all files that a unit includes, nearest first.
    fn reached(&mut self, unit: &Unit, units: &[Unit]) -> Vec<PathBuf> {
        let mut reached = vec![unit.path.clone()];
        let mut next = 0;
        while let Some(file) = reached.get(next).filter(|_| next < MOST_FILES) {
            let read = || match units.iter().find(|unit| unit.path == *file) {
                // The objects of a C file are counted with its functions.
                Some(unit) => Included {
                    files: unit.included(),
                    ..Included::default()
                },
                None => {
                    let header = read(file.clone());
                    header.as_ref().map_or_else(Included::default, Included::of)
                }
            };
            let included = &self.known.entry(file.clone()).or_insert_with(read).files;
            let new = included.iter().filter(|file| !reached.contains(file));
            let new: Vec<PathBuf> = new.cloned().collect();
            reached.extend(new);
            next += 1;
        }
        reached.remove(0);
        reached
    }
}

/// Indices of files, each with the functions for which the file is needed.
type Members<'a> = Vec<(usize, BTreeSet<&'a str>)>;

/// Functions that a file calls, but neither defines nor finds in the library.
fn needs<'f, 'a>(functions: &'f Functions<'a>) -> impl Iterator<Item = &'a str> + use<'f, 'a> {
    functions.called.iter().copied().filter(|name| {
        !functions.defines(name) && ir::Builtin::by_name(name).is_none() && !is_keyword(name)
    })
}

fn is_keyword(name: &str) -> bool {
    matches!(
        name,
        "if" | "while" | "for" | "switch" | "return" | "sizeof" | "assert"
    )
}

/// Files with which the given one is linked.
fn reached<'a>(all: &[ScannedUnit<'a>], root: usize) -> Members<'a> {
    let mut members: Members<'a> = Vec::new();
    let mut waiting = vec![root];
    let mut seen = vec![root];
    while let Some(caller) = waiting.pop() {
        let objects = all[caller].objects.iter().copied();
        for name in needs(&all[caller].functions).chain(objects) {
            let Some(provider) = provider(all, &seen, caller, name) else {
                continue;
            };
            if seen.contains(&provider) {
                let known = members.iter_mut().find(|(at, _)| *at == provider);
                if let Some((_, names)) = known {
                    names.insert(name);
                }
            } else {
                seen.push(provider);
                waiting.push(provider);
                members.push((provider, BTreeSet::from([name])));
            }
        }
    }
    members.sort_unstable_by_key(|(at, _)| *at);
    members
}

/// The only file that provides a function. If several define it, the one whose header the caller includes.
fn provider(
    all: &[ScannedUnit<'_>],
    members: &[usize],
    caller: usize,
    name: &str,
) -> Option<usize> {
    if let Some(member) = members
        .iter()
        .find(|&&at| all[at].functions.offers(name) || all[at].functions.offers_object(name))
    {
        return Some(*member);
    }
    let candidates: Vec<usize> = (0..all.len())
        .filter(|at| {
            let functions = &all[*at].functions;
            let clash = |member: &usize| all[*member].functions.clashes(functions);
            let own = &all[*at].own;
            (own.offers(name) || own.offers_object(name))
                && !functions.defines("main")
                && !members.iter().any(clash)
        })
        .collect();
    if let [one] = candidates[..] {
        return Some(one);
    }
    let mut named = candidates
        .into_iter()
        .filter(|at| all[caller].unit.includes_header_of(&all[*at].unit.path));
    named.next().filter(|_| named.next().is_none())
}

/// Whether a file name is that of a test, such as `test_list.c`, `list_test.c` or `tests.c`.
pub(crate) fn is_test(path: &Path) -> bool {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    stem.is_some_and(|stem| {
        let mut words = stem.split(['_', '-', '.']);
        words.any(|word| word == "test" || word == "tests")
    })
}

fn linked(all: &[ScannedUnit<'_>], members: &Members<'_>) -> Vec<LinkedSource> {
    let companion = |(at, names): &(usize, BTreeSet<&str>)| LinkedSource {
        file: all[*at].unit.path.clone(),
        why: format!("it defines {}", named(names)),
    };
    members.iter().map(companion).collect()
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

/// Folders from which a file includes headers, also by way of other headers: those named by a path, or the usual folders
/// of projects.
fn folders_of_headers(own: &Unit, inclusions: &mut Inclusions) -> Vec<PathBuf> {
    let home = own.path.parent().unwrap_or(Path::new(""));
    // Its own text counts, which need not be on the disk yet.
    let headers = inclusions.reached(own, std::slice::from_ref(own));
    let folders = headers.iter().filter_map(|header| header.parent());
    let mut folders: Vec<PathBuf> = folders.map(Path::to_owned).collect();
    for name in own.includes().filter(|name| !home.join(name).is_file()) {
        let near = nearby(&own.path).into_iter();
        let mut near = near.filter(|folder| folder.join(name).is_file());
        folders.extend(near.next().map(|folder| tidy(&folder)));
    }
    folders
}

/// Files that the makefile names together with the given file.
fn named_by_makefile(own: &Unit) -> Vec<PathBuf> {
    let absolute = std::path::absolute(&own.path).ok();
    let Some((place, makefile, inside)) = absolute.and_then(|path| makefile_of(&path)) else {
        return Vec::new();
    };
    // Paths are relative to the place of the file.
    let up = Path::new(&inside).components().count() - 1;
    let root = own.path.parent().unwrap_or(Path::new(""));
    let root = (0..up).fold(root.to_path_buf(), |folder, _| folder.join(".."));
    let folder = place.parent().unwrap_or(Path::new(""));
    let beside = makefile.beside(&inside).into_iter();
    let beside = beside.filter(|file| folder.join(file).is_file());
    beside.map(|file| tidy(&root.join(file))).collect()
}

/// Other C files in the folder of a file and in the folders of all included headers, and those that the makefile names
/// together with it.
fn beside(own: &Unit, inclusions: &mut Inclusions) -> Vec<Unit> {
    let home = own.path.parent().unwrap_or(Path::new(""));
    let mut folders = Folders::default();
    let mut units = folders.units(home, own);
    let headers = folders_of_headers(own, inclusions);
    let further = units
        .iter()
        .flat_map(|unit| folders_of_headers(unit, inclusions));
    let further: BTreeSet<PathBuf> = further.collect();
    for folder in headers.into_iter().chain(further) {
        units.extend(folders.units(&folder, own));
    }
    for file in named_by_makefile(own) {
        if units.iter().all(|unit| unit.path != file) {
            units.extend(read(file));
        }
    }
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
        let others = files.filter(|file| is_c(file) && file.file_name() != own.path.file_name());
        others.filter_map(read).take(MOST_FILES).collect()
    }
}

fn read(path: PathBuf) -> Option<Unit> {
    let small = fs::metadata(&path).is_ok_and(|facts| facts.len() <= LARGEST);
    let bytes = small.then(|| regular::read(&path)).flatten()?;
    Some(Unit::new(path, SourceText::of(&bytes).ok()?.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files in a temporary folder of their own.
    struct Files(PathBuf);

    impl Files {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let root = std::env::temp_dir().join(format!(
                "faultlens-companions-{name}-{}",
                std::process::id()
            ));
            for (name, text) in files {
                let path = root.join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            Self(root)
        }

        /// Companions of a file, as `name: why`.
        fn of(&self, name: &str) -> Vec<String> {
            let path = self.0.join(name);
            let text = fs::read_to_string(&path).unwrap();
            let found = linked_sources(&path, &text).into_iter().map(|companion| {
                let name = companion.file.strip_prefix(&self.0).unwrap().display();
                format!("{name}: {}", companion.why)
            });
            found.collect()
        }
    }

    impl Drop for Files {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const MAIN: &str = "int main(void) { return push(1) + pop(); }";
    const STACK: &str = "int push(int x) { return grow(x); } int pop(void) { return 0; }";
    const GROW: &str = "int grow(int x) { return x; }";

    #[test]
    fn what_is_called_is_looked_for_beside_the_file() {
        let files = [("main.c", MAIN), ("stack.c", STACK), ("grow.c", GROW)];
        let files = Files::new("called", &files);
        assert_eq!(
            files.of("main.c"),
            [
                "grow.c: it defines `grow`",
                "stack.c: it defines `pop` and `push`"
            ]
        );
        assert_eq!(
            files.of("grow.c"),
            [
                "main.c: it calls `grow`",
                "stack.c: it defines `pop` and `push`"
            ]
        );
    }

    #[test]
    fn what_is_included_is_no_file_of_its_own() {
        let files = [
            (
                "t.c",
                "#include \"core.c\"\n#include \"../lib/util.h\"\nint main(void) { return twice(1); }",
            ),
            (
                "core.c",
                "#include \"./inner.h\"\nint inc(int x) { return x + one(); }",
            ),
            ("inner.h", "#include \"inner.c\""),
            ("inner.c", "int one(void) { return 1; }"),
            (
                "util.c",
                "#include \"core.h\"\nint twice(int x) { return inc(inc(x)) + one(); }",
            ),
        ];
        let files = Files::new("included", &files);
        assert_eq!(files.of("t.c"), ["util.c: it defines `twice`"]);
    }

    #[test]
    fn a_file_that_another_includes_is_still_found() {
        let all = "#include \"stack.c\"\nint all(void) { return pop(); }";
        let stack = "int push(int x) { return x; } int pop(void) { return 0; }";
        let files = [("main.c", MAIN), ("all.c", all), ("stack.c", stack)];
        let files = Files::new("amalgamated", &files);
        assert_eq!(files.of("main.c"), ["stack.c: it defines `pop` and `push`"]);
    }

    #[test]
    fn definitions_are_found_behind_macros_and_initialisers() {
        let text = "#define API(t) t\nstatic const int n = sizeof(int) / sizeof(int);\n\
                    API(int) push(int x) { return x; } int (*pop(void))(int) { return 0; }";
        let files = Files::new("macros", &[("main.c", MAIN), ("stack.c", text)]);
        assert_eq!(files.of("main.c"), ["stack.c: it defines `pop` and `push`"]);
    }

    #[test]
    fn the_files_of_an_exercise_are_listed() {
        let list = r#"{"files": {"solution": ["half.c", "half.h"], "test": ["test_half.c"], "example": [".meta/example.c"]}}"#;
        let files = [
            (".exercism/config.json", list),
            ("half.c", ""),
            ("half.h", ""),
            ("test_half.c", MAIN),
            ("other.c", "int main(void) { return 0; }"),
        ];
        let files = Files::new("exercise", &files);
        let why = ".exercism/config.json lists it";
        assert_eq!(files.of("half.c"), [format!("test_half.c: {why}")]);
        assert_eq!(files.of("test_half.c"), [format!("half.c: {why}")]);
        assert_eq!(files.of("other.c"), [""; 0]);
    }

    #[test]
    fn programs_that_are_complete_stay_alone() {
        let alone =
            "int push(int x) { return x; } int main(void) { printf(\"\"); return push(1); }";
        let static_one = "static int helper(void) { return 0; }";
        let files = [("a.c", alone), ("b.c", alone), ("c.c", static_one)];
        let files = Files::new("alone", &files);
        assert_eq!(files.of("a.c"), [""; 0]);
        assert_eq!(files.of("c.c"), [""; 0]);
    }

    #[test]
    fn nothing_is_guessed_but_a_header_tells() {
        let files = [
            ("main.c", MAIN),
            ("named.c", &format!("#include \"stack.h\"\n{MAIN}")),
            ("stack.c", STACK),
            ("old_stack.c", STACK),
        ];
        let files = Files::new("guess", &files);
        assert_eq!(files.of("main.c"), [""; 0]);
        assert_eq!(
            files.of("named.c"),
            ["stack.c: it defines `pop` and `push`"]
        );
    }

    #[test]
    fn a_file_beside_a_header_of_a_header_counts() {
        let of = |name: &str, main: &str, include: &str, header: &str, stack: &str| {
            let text = format!("#include \"{include}\"\n{MAIN}");
            let inner = "#include \"../lib/stack.h\"\n";
            let files = [
                (main, &*text),
                (header, inner),
                (stack, STACK),
                ("lib/stack.h", ""),
                ("lib/grow.c", GROW),
            ];
            Files::new(name, &files).of(main)
        };
        let expected = [
            "lib/grow.c: it defines `grow`",
            "lib/stack.c: it defines `pop` and `push`",
        ];
        assert_eq!(
            of("below", "app/main.c", "all.h", "app/all.h", "lib/stack.c"),
            expected
        );
        assert_eq!(
            of(
                "aside",
                "app/main.c",
                "../inc/all.h",
                "inc/all.h",
                "lib/stack.c"
            ),
            expected
        );
    }

    #[test]
    fn what_an_editor_has_not_saved_counts() {
        let files = [
            ("app/main.c", "int x;"),
            ("lib/stack.c", STACK),
            ("lib/grow.c", GROW),
        ];
        let files = Files::new("unsaved", &files);
        let text = format!("#include \"../lib/stack.h\"\n{MAIN}");
        assert_eq!(linked_sources(&files.0.join("app/main.c"), &text).len(), 2);
    }

    #[test]
    fn files_that_define_only_what_is_read_are_found() {
        let files = [
            (
                "main.c",
                "#include \"all.h\"\nextern int level, *place;\nint main(void) { int count = level; return rows[0].run(count) + name[0]; }",
            ),
            (
                "all.h",
                "struct row { int (*run)(int); };\nextern const struct row rows[]; extern char name[8]; extern int unused;",
            ),
            (
                "rows.c",
                "#include \"all.h\"\nstatic int run(int x) { return x; }\nconst struct row rows[] = { { run } };",
            ),
            ("rest.c", "char name[8] = \"a\"; static int level = 3;"),
            ("level.c", "int other = (1), level = 2;"),
            // None of these is meant.
            ("count.c", "int count, unused;"),
            ("own.c", "static char name[8]; struct rows { int level; };"),
        ];
        let files = Files::new("objects", &files);
        assert_eq!(
            files.of("main.c"),
            [
                "level.c: it defines `level`",
                "rest.c: it defines `name`",
                "rows.c: it defines `rows`"
            ]
        );
    }

    #[test]
    fn files_that_define_the_same_are_not_linked_with_each_other() {
        let main = "int grow(int x) { return 2 * x; } int main(void) { return pop(); }";
        let files = [("main.c", main), ("stack.c", &format!("{STACK} {GROW}"))];
        let files = Files::new("clash", &files);
        assert_eq!(files.of("main.c"), [""; 0]);
    }

    #[test]
    fn of_several_programs_the_test_counts() {
        let files = [
            ("main.c", MAIN),
            ("test_stack.c", MAIN),
            (
                "stack.c",
                "int push(int x) { return x; } int pop(void) { return 0; }",
            ),
        ];
        let files = Files::new("several", &files);
        assert_eq!(
            files.of("stack.c"),
            ["test_stack.c: it calls `pop` and `push`"]
        );
        fs::rename(files.0.join("test_stack.c"), files.0.join("other.c")).unwrap();
        assert_eq!(files.of("stack.c"), [""; 0]);
    }

    #[test]
    fn a_path_in_an_include_leads_to_its_folder() {
        let test =
            "#include <stdio.h>\n# include \"../src/grow.h\"\nint main(void) { return grow(1); }";
        let files = [("test/t.c", test), ("src/grow.c", GROW)];
        let files = Files::new("path", &files);
        assert_eq!(files.of("test/t.c"), ["src/grow.c: it defines `grow`"]);
    }
}
