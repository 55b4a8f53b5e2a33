//! Tests as other tools lay them out, which nobody has to be told of.
//!
//! One rule covers most judges and courses: *a pair is two files in one folder, or in sibling folders, whose names agree
//! after a word for input is replaced by one for output*. `1.in` and `1.ans`, `input3.txt` and `output3.txt`, `in/a.txt` and
//! `out/a.txt`. It is looked for in the folders that these tools use, and only where the program has no tests of our own
//! kind. Competitive Programming Helper keeps its tests in a JSON file ([`problem`]).
//!
//! These tools compare words, or lines without the white space at their ends; so do we then.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::files::{Files, join, split, split_extension};
use crate::model::{Action, Compare, Expect, Origin, Test};

/// Words for input in names of files and folders.
const INPUTS: [&str; 5] = ["in", "input", "inp", "stdin", "inputs"];
/// Words for output.
const OUTPUTS: [&str; 10] = [
    "out", "output", "ans", "answer", "expected", "exp", "sol", "stdout", "outputs", "answers",
];
/// Folders beside the program, or around it, in which such pairs are.
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
/// How far below such a folder.
const DEPTH: usize = 2;
/// Folders that are looked into, and pairs that are taken.
const MOST_FOLDERS: usize = 200;
const MOST_PAIRS: usize = 5_000;

/// The tests of another tool.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) tests: Vec<Test>,
    /// Which files were taken for tests, and how outputs are compared, in one sentence.
    pub(super) said: Option<String>,
}

/// Two files that are a test.
struct Pair {
    id: String,
    input: String,
    output: String,
}

/// The tests of the program `stem` in `folder`, as other tools lay them out. `others` are the stems of other programs beside
/// it. `compare` is what the user says of comparing.
pub(super) fn find(
    folder: &str,
    stem: &str,
    others: &[&str],
    compare: Option<Compare>,
    files: &dyn Files,
) -> Layout {
    let problem = problem(folder, stem, compare, files);
    if !problem.tests.is_empty() {
        return problem;
    }
    let belongs = |id: &str| {
        let of_other = others.iter().any(|other| begins_with(id, other));
        !of_other || begins_with(id, stem)
    };
    for place in places(folder, files) {
        let mut pairs = Vec::new();
        let mut left = MOST_FOLDERS;
        collect(&place, "", DEPTH, files, &mut left, &mut pairs);
        pairs.retain(|pair| belongs(&pair.id));
        if !pairs.is_empty() {
            return taken(pairs, &place, folder, compare, files);
        }
    }
    // Beside the program: of several programs only what has its name.
    let mut pairs = pairs_of(folder, "", &files.list(folder));
    pairs.retain(|pair| others.is_empty() || begins_with(&pair.id, stem));
    if pairs.is_empty() {
        return Layout::default();
    }
    taken(pairs, folder, folder, compare, files)
}

/// The folders in which pairs may be, the nearest first: of a package for a judge, the solution lies two folders below.
fn places(folder: &str, files: &dyn Files) -> Vec<String> {
    let mut found: Vec<String> = FOLDERS.iter().map(|name| join(folder, name)).collect();
    // `in/` and `out/` beside the program are a pair of folders.
    if sibling(&files.list(folder)).is_some() {
        found.push(folder.to_owned());
    }
    let mut above = folder;
    for _ in 0..2 {
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
        let of_sources = matches!(split(folder).1, "src" | "source" | "submissions") || is_package;
        if of_sources {
            found.extend(names.iter().map(|name| join(above, name)));
        }
    }
    found.retain(|place| files.is_dir(place));
    found
}

/// The names of two folders, one of inputs and one of outputs.
fn sibling(names: &[String]) -> Option<(&str, &str)> {
    let of = |words: &[&str]| names.iter().find(|name| words.contains(&&***name));
    Some((of(&INPUTS)?, of(&OUTPUTS)?))
}

/// Pairs in a folder and in those below.
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

/// Pairs of one folder.
fn pairs_of(folder: &str, prefix: &str, names: &[String]) -> Vec<Pair> {
    let mut outputs: BTreeMap<String, &String> = BTreeMap::new();
    for name in names {
        for key in keys(name, &OUTPUTS) {
            outputs.entry(key).or_insert(name);
        }
    }
    let mut pairs = Vec::new();
    for name in names {
        let found = keys(name, &INPUTS)
            .into_iter()
            .find_map(|key| Some((outputs.get(&key)?, key)));
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

/// Pairs of two folders: their files have one name, or names that agree as those of one folder do.
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

/// Stands for the word that was replaced.
const WORD: char = '\u{1}';

/// A name with one of its words that is among these replaced, in each way; the last word first.
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
    let is_word =
        |(start, end): &(usize, usize)| words.contains(&&*name[*start..*end].to_ascii_lowercase());
    let found = runs.into_iter().rev().filter(is_word);
    found
        .map(|(start, end)| format!("{}{WORD}{}", &name[..start], &name[end..]))
        .collect()
}

/// The name of a test: what its files' names have in common.
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

/// The tests that pairs are, in the natural order of their names.
fn taken(
    mut pairs: Vec<Pair>,
    place: &str,
    folder: &str,
    compare: Option<Compare>,
    files: &dyn Files,
) -> Layout {
    pairs.truncate(MOST_PAIRS);
    pairs.sort_by(|a, b| crate::natural::compare(&a.id, &b.id).then(a.input.cmp(&b.input)));
    let first = pairs.first().map(|pair| {
        let (input, output) = (split(&pair.input), split(&pair.output));
        if input.0 == output.0 {
            format!("{} and {}", input.1, output.1)
        } else {
            let last = |path: &str| split(path).1.to_owned();
            format!(
                "{}/{} and {}/{}",
                last(input.0),
                input.1,
                last(output.0),
                output.1
            )
        }
    });
    let read = |path: &str| Some(Arc::<[u8]>::from(files.read(path)?));
    let mut found = Layout::default();
    for pair in pairs {
        let (Some(stdin), Some(stdout)) = (read(&pair.input), read(&pair.output)) else {
            continue;
        };
        let is_known = found.tests.iter().any(|test| test.id == pair.id);
        let id = if is_known {
            split(&pair.input).1.to_owned()
        } else {
            pair.id
        };
        let at = split(&pair.input).0;
        found.tests.push(test(
            id,
            &pair.input,
            at,
            (stdin, stdout),
            compare.unwrap_or(Compare::Tokens),
        ));
    }
    let place = place
        .strip_prefix(folder)
        .unwrap_or(place)
        .trim_matches('/');
    let place = if place.is_empty() {
        "beside the program".to_owned()
    } else {
        format!("in {place}/")
    };
    found.said = first.map(|first| {
        let how = how(compare.unwrap_or(Compare::Tokens));
        format!("files such as {first} {place} are tests, whose outputs are compared {how}")
    });
    found
}

fn how(compare: Compare) -> &'static str {
    match compare {
        Compare::Exact => "byte by byte",
        Compare::Trim => "without white space at the ends of lines",
        Compare::Tokens => "word by word",
    }
}

fn test(
    id: String,
    path: &str,
    folder: &str,
    (stdin, stdout): (Arc<[u8]>, Arc<[u8]>),
    compare: Compare,
) -> Test {
    Test {
        id,
        origin: Origin {
            path: path.to_owned(),
            line: 1,
        },
        action: Action::Main {
            args: Arc::default(),
            stdin,
            folder: folder.into(),
            files: None,
        },
        expect: Expect {
            stdout: Some(stdout),
            compare,
            exit: None,
            returns: None,
        },
    }
}

/// What Competitive Programming Helper keeps of a program: `.cph/.NAME.c_HASH.prob`, with the samples of the problem.
fn problem(folder: &str, stem: &str, compare: Option<Compare>, files: &dyn Files) -> Layout {
    let place = join(folder, ".cph");
    let names = files.list(&place);
    let is_own = |name: &&String| {
        let name = name.trim_start_matches('.');
        let rest = name
            .strip_prefix(stem)
            .and_then(|rest| rest.strip_prefix(".c_"));
        rest.is_some_and(|rest| split_extension(rest).1 == "prob")
    };
    let mut found = Layout::default();
    let Some(name) = names.iter().find(is_own) else {
        return found;
    };
    let path = join(&place, name);
    let content = files.read(&path).unwrap_or_default();
    let json: Json = serde_json::from_slice(&content).unwrap_or_default();
    let compare = compare.unwrap_or(Compare::Trim);
    for (number, sample) in (1..).zip(json["tests"].as_array().into_iter().flatten()) {
        let text = |key: &str| Some(Arc::<[u8]>::from(sample[key].as_str()?.as_bytes()));
        if let (Some(input), Some(output)) = (text("input"), text("output")) {
            let both = (input, output);
            found.tests.push(test(
                format!("sample-{number}"),
                &path,
                folder,
                both,
                compare,
            ));
        }
    }
    if !found.tests.is_empty() {
        let how = how(compare);
        found.said = Some(format!(
            "the samples in .cph/{name} are tests, whose outputs are compared {how}"
        ));
    }
    found
}
