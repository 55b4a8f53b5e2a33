//! Tests of GitHub Classroom: the older `.github/classroom/autograding.json`, the steps of a workflow for the current
//! graders, and the `tests.json` of Classroom 50.
//!
//! Each format names a command, its input and its expected output. The output must be equal except for white space at
//! the ends, contain the text, or match a regular expression.

use serde_json::Value as Json;

use super::commands::run_of;
use super::{Case, Layout, Program, yaml};
use crate::files::{join, split, split_extension};
use crate::model::Compare;

/// Most folders around a program in which the file of a course is looked for.
const MOST_FOLDERS: usize = 4;
/// Most workflows that are read.
const MOST_WORKFLOWS: usize = 20;

/// The description of a test in one of these formats.
#[derive(Default)]
struct TestDescription<'a> {
    name: &'a str,
    setup: &'a str,
    run: &'a str,
    input: String,
    output: Option<String>,
    comparison: &'a str,
    exit: Option<i32>,
}

pub(super) fn read(program: &Program<'_>) -> Layout {
    let formats: [fn(&Program<'_>) -> Layout; 3] = [workflow, autograding, fifty];
    let mut last = Layout::default();
    for format in formats {
        let found = format(program);
        if !found.tests.is_empty() {
            return found;
        }
        last.skipped.extend(found.skipped);
    }
    last
}

fn autograding(program: &Program<'_>) -> Layout {
    let found = program.nearest(".github/classroom/autograding.json", MOST_FOLDERS);
    let Some((path, content)) = found else {
        return Layout::default();
    };
    let json: Json = serde_json::from_slice(&content).unwrap_or_default();
    let tests = json["tests"].as_array().into_iter().flatten();
    let described = tests.map(|test| TestDescription {
        name: text(test, "name"),
        setup: text(test, "setup"),
        run: text(test, "run"),
        input: text(test, "input").to_owned(),
        output: Some(text(test, "output").to_owned()),
        comparison: text(test, "comparison"),
        exit: Some(0),
    });
    layout(program, &path, described)
}

fn workflow(program: &Program<'_>) -> Layout {
    let mut last = Layout::default();
    for folder in program.around(MOST_FOLDERS) {
        let place = join(folder, ".github/workflows");
        let names = program.files.list(&place);
        let is_yaml = |name: &&String| matches!(split_extension(name).1, "yml" | "yaml");
        for name in names.iter().filter(is_yaml).take(MOST_WORKFLOWS) {
            let path = join(&place, name);
            let workflow = yaml(&program.files.read(&path).unwrap_or_default());
            let jobs = workflow["jobs"].as_object().into_iter().flatten();
            let steps = jobs.flat_map(|(_, job)| job["steps"].as_array().into_iter().flatten());
            let found = layout(program, &path, steps.filter_map(step));
            if !found.tests.is_empty() {
                return found;
            }
            last.skipped.extend(found.skipped);
        }
    }
    last
}

/// The test of a grading step: one that compares output, or one that only checks the exit status.
fn step(step: &Json) -> Option<TestDescription<'_>> {
    let uses = step["uses"].as_str()?;
    let with = &step["with"];
    let described = TestDescription {
        name: text(with, "test-name"),
        setup: text(with, "setup-command"),
        run: text(with, "command"),
        exit: Some(0),
        ..TestDescription::default()
    };
    if uses.contains("autograding-io-grader") {
        return Some(TestDescription {
            // Numbers need no quotes in a workflow.
            input: scalar(&with["input"]),
            output: Some(scalar(&with["expected-output"])),
            comparison: text(with, "comparison-method"),
            ..described
        });
    }
    uses.contains("autograding-command-grader")
        .then_some(described)
}

fn fifty(program: &Program<'_>) -> Layout {
    let Some((path, content)) = program.nearest("tests.json", MOST_FOLDERS) else {
        return Layout::default();
    };
    let json: Json = serde_json::from_slice(&content).unwrap_or_default();
    let folder = split(&path).0;
    let content = |test: &Json, key: &str| {
        let file = test[format!("{key}-file")].as_str()?;
        let content = program.files.read(&join(folder, file))?;
        Some(String::from_utf8_lossy(&content).into_owned())
    };
    let given = |test: &Json, key: &str| {
        let text = test[key].as_str().map(str::to_owned);
        text.or_else(|| content(test, key))
    };
    let tests = json.as_array().into_iter().flatten();
    let of_program = tests.filter(|test| matches!(test["type"].as_str(), Some("io" | "run")));
    let described = of_program.map(|test| TestDescription {
        name: text(test, "name"),
        setup: text(test, "setup"),
        run: text(test, "run"),
        input: given(test, "input").unwrap_or_default(),
        output: given(test, "expected").filter(|_| test["type"] == "io"),
        comparison: text(test, "comparison"),
        exit: test["exit-code"]
            .as_i64()
            .and_then(|code| i32::try_from(code).ok())
            .or_else(|| (test["type"] == "run").then_some(0)),
    });
    layout(program, &path, described)
}

fn layout<'t>(
    program: &Program<'_>,
    path: &str,
    tests: impl Iterator<Item = TestDescription<'t>>,
) -> Layout {
    let cases = tests.filter_map(|test| {
        let run = run_of(program, test.setup, test.run)?;
        Some(
            run.map_err(|reason| (test.name.to_owned(), reason))
                .map(|run| {
                    let input = test.input.trim();
                    // The input is a typed line.
                    let typed = if input.is_empty() {
                        String::new()
                    } else {
                        format!("{input}\n")
                    };
                    let output = test.output.as_deref().map(str::trim);
                    let compare = match test.comparison {
                        "included" | "contains" => Compare::Contains,
                        "regex" => Compare::Regex,
                        _ => Compare::Trim,
                    };
                    Case {
                        id: test.name.to_owned(),
                        args: run.args,
                        stdin: run.stdin.unwrap_or_else(|| typed.into_bytes()),
                        stdout: output
                            .filter(|output| !output.is_empty())
                            .map(|output| output.as_bytes().to_vec()),
                        compare,
                        exit: test.exit,
                        ..Case::default()
                    }
                }),
        )
    });
    program.layout(path, cases.collect())
}

fn text<'j>(json: &'j Json, key: &str) -> &'j str {
    json[key].as_str().unwrap_or_default()
}

/// A text; or a number or truth value, as text.
fn scalar(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Null => String::new(),
        other => other.to_string(),
    }
}
