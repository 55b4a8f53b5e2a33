//! Pairs of files, as most judges and courses lay them out.
//!
//! One rule covers most layouts: *a pair is two files in one folder, or in sibling folders, whose names are equal
//! after a word for input is replaced by one for output*. `1.in` and `1.ans`, `input3.txt` and `output3.txt`,
//! `in/a.txt` and `out/a.txt`. Pairs are looked for in the folders that these tools use ([`find`]), and then, in
//! collections of programs, in a folder of tests around the program whose parts have the names of the program's
//! folders ([`find_around`]).
//!
//! These tools compare words, so their tests are compared by words here too.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::super::pairs::arguments;
use super::{Case, Layout, Program, how, kattis};
use crate::files::{Files, join, split, split_extension};
use crate::model::Compare;

/// Words for input in names of files and folders.
const INPUTS: [&str; 5] = ["in", "input", "inp", "stdin", "inputs"];
/// Words for output.
const OUTPUTS: [&str; 10] = [
    "out", "output", "ans", "answer", "expected", "exp", "sol", "stdout", "outputs", "answers",
];
/// Folders with such pairs, beside the program or around it.
const FOLDERS: [&str; 10] = [
    "test",
    "tests",
    "testdata",
    "cases",
    "testcases",
    "samples",
    "sample",
    "examples",
    "data",
    "io",
];
/// Most levels below such a folder that are searched.
const DEPTH: usize = 2;
/// Most folders that are searched, and most pairs that are taken.
const MOST_FOLDERS: usize = 200;
const MOST_PAIRS: usize = 20_000;

/// Two files that form a test.
struct Pair {
    id: String,
    /// The input, or the arguments where there is no input.
    input: String,
    output: String,
}

impl Pair {
    /// Whether there are arguments and no input.
    fn has_only_arguments(&self) -> bool {
        split_extension(&self.input).1 == ARGUMENTS
    }

    /// Path of a file with the same name and another extension.
    fn sibling(&self, extension: &str) -> String {
        let (folder, name) = split(&self.input);
        join(folder, &format!("{}.{extension}", split_extension(name).0))
    }
}

/// Extensions of the files with arguments and with the exit status, as in our own layout.
const ARGUMENTS: &str = "args";
const STATUS: &str = "exit";

/// Finds the tests of a program in the folders that judges and courses use.
pub(super) fn find(program: &Program<'_>) -> Layout {
    let (folder, files) = (program.folder, program.files);
    for place in places(folder, files) {
        let pairs = program.pairs_below(&place);
        if !pairs.is_empty() {
            return program.layout_of_pairs(pairs, &place);
        }
    }
    // Beside the program: if there are several programs, only pairs with its name.
    let mut pairs = pairs_of(folder, "", &files.list(folder));
    pairs.retain(|pair| program.others.is_empty() || begins_with(&pair.id, program.stem));
    if pairs.is_empty() {
        return Layout::default();
    }
    program.layout_of_pairs(pairs, folder)
}

/// Most folders around a program that are searched for a folder of tests.
const MOST_ABOVE: usize = 6;

/// Finds the tests of a program in a collection. They are in a folder of tests around it: in the part that has the
/// name of the program or of one of its folders; or in all of it, if the folder around it has the program's name.
pub(super) fn find_around(program: &Program<'_>) -> Layout {
    let around = program.around(MOST_ABOVE);
    for (up, root) in around.iter().enumerate().skip(1) {
        let inside = around[..up].iter().map(|folder| split(folder).1);
        let names: Vec<&str> = inside.chain([program.stem]).collect();
        for tests in &FOLDERS[..2] {
            let tests = join(root, tests);
            if !program.files.is_dir(&tests) {
                continue;
            }
            let mut place = tests.clone();
            while let Some(next) = named_part(&place, &names, program.files) {
                place = next;
            }
            let is_own = place != tests || split(root).1 == program.stem;
            let mut pairs = program.pairs_below(&place);
            if !is_own {
                pairs.retain(|pair| names.iter().any(|name| has_word(&pair.id, name)));
            }
            if !pairs.is_empty() {
                return program.layout_of_pairs(pairs, &place);
            }
        }
    }
    Layout::default()
}

/// A subfolder with one of these names.
fn named_part(place: &str, names: &[&str], files: &dyn Files) -> Option<String> {
    let parts = names.iter().map(|name| join(place, name));
    parts.into_iter().find(|part| files.is_dir(part))
}

/// Whether a name contains a word that is long enough to be meaningful.
fn has_word(name: &str, word: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
    word.len() > 2 && words.any(|part| part == word)
}

impl Program<'_> {
    /// The pairs in a folder and below it, except those of other programs.
    fn pairs_below(&self, place: &str) -> Vec<Pair> {
        let belongs = |id: &str| {
            let of_other = self.others.iter().any(|other| begins_with(id, other));
            !of_other || begins_with(id, self.stem)
        };
        let (mut pairs, mut left) = (Vec::new(), MOST_FOLDERS);
        collect(place, "", DEPTH, self.files, &mut left, &mut pairs);
        pairs.retain(|pair| belongs(&pair.id));
        pairs
    }

    /// Layout with the tests of pairs, in the natural order of their names.
    fn layout_of_pairs(&self, mut pairs: Vec<Pair>, place: &str) -> Layout {
        let count = pairs.len();
        pairs.truncate(MOST_PAIRS);
        pairs.sort_by(|a, b| crate::natural::compare(&a.id, &b.id).then(a.input.cmp(&b.input)));

        // One test for each pair that can be read, named after the input file where the pair's name is not unique.
        let first = pairs.first().map(shown);
        let mut found = Layout::default();
        let mut names: FxHashSet<String> = FxHashSet::default();
        for pair in pairs {
            let read = |path: &str| self.files.read(path);
            let (Some(input), Some(stdout)) = (read(&pair.input), read(&pair.output)) else {
                continue;
            };
            let stdin = if pair.has_only_arguments() {
                Vec::new()
            } else {
                input
            };
            let args = read(&pair.sibling(ARGUMENTS)).map(|args| arguments(&args).to_vec());
            let exit = read(&pair.sibling(STATUS)).and_then(|status| {
                let status = String::from_utf8(status).ok()?;
                status.trim().parse().ok()
            });
            let (folder, name) = split(&pair.input);
            let id = if names.insert(pair.id.clone()) {
                pair.id
            } else {
                name.to_owned()
            };
            let case = Case {
                id,
                args: args.unwrap_or_default(),
                stdin,
                stdout: Some(stdout),
                exit,
                compare: Compare::Tokens,
                ..Case::default()
            };
            found.tests.push(self.test(&pair.input, folder, case));
        }

        // A package of Kattis says more about its tests.
        let above = self.around(3).into_iter();
        let package = above
            .rev()
            .find(|f| self.files.size(&join(f, "problem.yaml")).is_some());
        if let Some(root) = package {
            kattis::complete(self, root, &mut found.tests);
        }

        // What was found, in a sentence for the user.
        let place = match self.seen_from_here(place).as_str() {
            "" => "beside the program".to_owned(),
            place => format!("in {place}/"),
        };
        found.said = first.map(|first| {
            let how = how(self.compare.unwrap_or(Compare::Tokens));
            let most = match count.saturating_sub(MOST_PAIRS) {
                0 => String::new(),
                more => format!("; {more} more are left out"),
            };
            format!(
                "files such as {first} {place} are tests, whose outputs are compared {how}{most}"
            )
        });
        found
    }
}

impl Program<'_> {
    /// The path of a folder relative to the program's folder; it is in that folder, or below a folder around it.
    fn seen_from_here(&self, place: &str) -> String {
        for (up, folder) in self.around(MOST_ABOVE).into_iter().enumerate() {
            let inside = if folder.is_empty() {
                Some(place)
            } else {
                place.strip_prefix(folder)
            };
            if let Some(inside) = inside {
                let up = "../".repeat(up);
                return format!("{up}{}", inside.trim_matches('/'));
            }
        }
        place.to_owned()
    }
}

/// The names of a pair's files, as an example.
fn shown(pair: &Pair) -> String {
    let (input, output) = (split(&pair.input), split(&pair.output));
    if input.0 == output.0 {
        return format!("{} and {}", input.1, output.1);
    }
    let last = |path: &str| split(path).1.to_owned();
    format!(
        "{}/{} and {}/{}",
        last(input.0),
        input.1,
        last(output.0),
        output.1
    )
}

/// The pairs in a folder and below it, with their contents, in the natural order of their names.
pub(in crate::discover) fn read_below(
    folder: &str,
    files: &dyn Files,
) -> Vec<(String, Vec<u8>, Vec<u8>)> {
    let (mut pairs, mut left) = (Vec::new(), MOST_FOLDERS);
    collect(folder, "", DEPTH, files, &mut left, &mut pairs);
    pairs.retain(|pair| !pair.has_only_arguments());
    pairs.sort_by(|a, b| crate::natural::compare(&a.id, &b.id));
    let read = |pair: Pair| Some((pair.id, files.read(&pair.input)?, files.read(&pair.output)?));
    pairs.into_iter().filter_map(read).collect()
}

/// The folders in which pairs may be, the nearest first; in a package for a judge, the solution is two folders below.
fn places(folder: &str, files: &dyn Files) -> Vec<String> {
    let mut found: Vec<String> = FOLDERS.iter().map(|name| join(folder, name)).collect();
    // `in/` and `out/` beside the program are a pair of folders.
    if sibling(&files.list(folder)).is_some() {
        found.push(folder.to_owned());
    }
    let mut above = folder;
    for up in 1..=2 {
        let parent = split(above).0;
        if parent == above {
            break;
        }
        above = parent;
        let is_package = files.size(&join(above, "problem.yaml")).is_some();
        let names = if is_package {
            &FOLDERS[..]
        } else {
            &FOLDERS[..2]
        };
        // A folder of sources has its tests beside it.
        let of_sources = matches!(split(folder).1, "src" | "source" | "submissions");
        if of_sources && up == 1 || is_package {
            found.extend(names.iter().map(|name| join(above, name)));
        }
    }
    found.retain(|place| files.is_dir(place));
    found
}

/// The names of a folder of inputs and a folder of outputs.
fn sibling(names: &[String]) -> Option<(&str, &str)> {
    let of = |words: &[&str]| names.iter().find(|name| words.contains(&&***name));
    Some((of(&INPUTS)?, of(&OUTPUTS)?))
}

/// Collects the pairs in a folder and those below it.
fn collect(
    folder: &str,
    prefix: &str,
    depth: usize,
    files: &dyn Files,
    left: &mut usize,
    pairs: &mut Vec<Pair>,
) {
    if *left == 0 || pairs.len() >= MOST_PAIRS {
        return;
    }
    *left -= 1;
    let names = files.list(folder);
    pairs.extend(pairs_of(folder, prefix, &names));
    if let Some((inputs, outputs)) = sibling(&names) {
        let (from, to) = (join(folder, inputs), join(folder, outputs));
        pairs.extend(pairs_between(&from, &to, prefix, files));
        return;
    }
    if depth == 0 {
        return;
    }
    for name in &names {
        let below = join(folder, name);
        if !name.starts_with('.') && !name.contains('.') && files.is_dir(&below) {
            collect(
                &below,
                &format!("{prefix}{name}/"),
                depth - 1,
                files,
                left,
                pairs,
            );
        }
    }
}

/// The pairs of one folder.
fn pairs_of(folder: &str, prefix: &str, names: &[String]) -> Vec<Pair> {
    let mut outputs: BTreeMap<String, &String> = BTreeMap::new();
    for name in names {
        for key in keys(name, &OUTPUTS) {
            outputs.entry(key).or_insert(name);
        }
    }
    let mut pairs = Vec::new();
    for name in names {
        let mut keys = keys(name, &INPUTS);
        if let (stem, ARGUMENTS) = split_extension(name)
            && !names.iter().any(|other| *other == format!("{stem}.in"))
        {
            keys.push(format!("{stem}.{WORD}"));
        }
        let mut keys = keys.into_iter();
        let found = keys.find_map(|key| Some((outputs.get(&key)?, key)));
        if let Some((output, key)) = found {
            pairs.push(Pair {
                id: format!("{prefix}{}", id(&key)),
                input: join(folder, name),
                output: join(folder, output),
            });
        }
    }
    pairs
}

/// The pairs of two folders: files with equal names, or with names that form a pair within one folder.
fn pairs_between(from: &str, to: &str, prefix: &str, files: &dyn Files) -> Vec<Pair> {
    let outputs = files.list(to);
    let mut by_key: BTreeMap<String, &String> = BTreeMap::new();
    for name in &outputs {
        let keys = keys(name, &OUTPUTS).into_iter();
        let stem = split_extension(name).0.to_owned();
        for key in keys.chain([name.clone(), stem]) {
            by_key.entry(key).or_insert(name);
        }
    }
    let pair = |name: String| {
        let stem = split_extension(&name).0.to_owned();
        let mut keys = keys(&name, &INPUTS).into_iter().chain([name.clone(), stem]);
        let (output, key) = keys.find_map(|key| Some((by_key.get(&key)?, key)))?;
        Some(Pair {
            id: format!("{prefix}{}", id(&key)),
            input: join(from, &name),
            output: join(to, output),
        })
    };
    files.list(from).into_iter().filter_map(pair).collect()
}

/// A placeholder for the word that was replaced.
const WORD: char = '\u{1}';

/// The name with one of these words replaced, once for each such word in it; the last word first.
fn keys(name: &str, words: &[&str]) -> Vec<String> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, c) in name.char_indices() {
        let end = at + c.len_utf8();
        match runs.last_mut() {
            Some((_, last)) if c.is_ascii_alphabetic() && *last == at => *last = end,
            _ if c.is_ascii_alphabetic() => runs.push((at, end)),
            _ => {}
        }
    }
    let found = runs
        .into_iter()
        .rev()
        .filter(|(start, end)| words.contains(&&*name[*start..*end].to_ascii_lowercase()));
    found
        .map(|(start, end)| format!("{}{WORD}{}", &name[..start], &name[end..]))
        .collect()
}

/// The name of a test: the common part of its files' names.
fn id(key: &str) -> String {
    let stem = key.strip_suffix(&format!(".{WORD}")).unwrap_or(key);
    let stem = split_extension(stem).0.replace(WORD, "");
    let stem = stem.trim_matches(|c: char| !c.is_alphanumeric());
    if stem.is_empty() {
        "1".to_owned()
    } else {
        stem.to_owned()
    }
}

fn begins_with(id: &str, program: &str) -> bool {
    let name = id.rsplit('/').next().unwrap_or(id);
    let rest = name.strip_prefix(program);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}
