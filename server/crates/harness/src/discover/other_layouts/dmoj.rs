//! Problems of DMOJ and similar judges, described by an `init.yml`: the files of their tests, in batches or not, and
//! how outputs are compared.

use serde_json::Value as Json;

use super::{Case, Layout, Program, yaml};
use crate::files::{join, split, unreadable};
use crate::model::{Compare, Tolerance};

/// Most tests that are read.
const MOST_TESTS: usize = 5_000;

pub(super) fn read(program: &Program<'_>) -> Layout {
    let Some((path, content)) = program.nearest("init.yml", 2) else {
        return Layout::default();
    };
    let problem = yaml(&content);
    let archive = problem["archive"].as_str();
    let mut entries = Vec::new();
    collect(&problem["test_cases"], &mut entries);
    entries.truncate(MOST_TESTS);
    let (compare, tolerance) = comparing(&problem["checker"]);
    let case = |(number, entry): (usize, &Json)| {
        let folder = split(&path).0;
        let content = |key: &str| {
            let name = entry[key].as_str().unwrap_or_default();
            let file = join(folder, name);
            program.files.read(&file).ok_or_else(|| match archive {
                Some(archive) => format!("{name} is in {archive}, which has to be unpacked"),
                None => unreadable(&file, program.files),
            })
        };
        let read = || -> Result<Case, String> {
            Ok(Case {
                id: number.to_string(),
                stdin: content("in")?,
                stdout: Some(content("out")?),
                compare,
                tolerance,
                ..Case::default()
            })
        };
        read().map_err(|reason| (number.to_string(), reason))
    };
    program.layout(&path, (1..).zip(entries).map(case).collect())
}

/// Collects the tests of a list, including those of its batches.
fn collect<'a>(cases: &'a Json, found: &mut Vec<&'a Json>) {
    for case in cases.as_array().into_iter().flatten() {
        if case["batched"].is_array() {
            collect(&case["batched"], found);
        } else if case["in"].is_string() && case["out"].is_string() {
            found.push(case);
        }
    }
}

/// The way of comparing that corresponds to a checker: words, unless the checker allows numbers to differ, or nothing.
fn comparing(checker: &Json) -> (Compare, Tolerance) {
    let name = checker.as_str().or_else(|| checker["name"].as_str());
    match name {
        Some("identical") => (Compare::Exact, Tolerance::default()),
        Some("floats" | "floatsabs" | "floatsrel") => {
            let digits = checker["args"]["precision"].as_f64().unwrap_or(6.0);
            let tolerance = Tolerance::new(10_f64.powf(-digits)).unwrap_or_default();
            (Compare::Tokens, tolerance)
        }
        _ => (Compare::Tokens, Tolerance::default()),
    }
}
