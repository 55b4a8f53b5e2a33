//! The engine as a library finds what the command line finds.

use std::fs;
use std::path::{Path, PathBuf};

use faultlens_core::config::Options;
use faultlens_core::{GivenTest, Program};
use serde_json::{Value as Json, json};

use crate::common::faultlens;

/// Instructions that a search may take, so that it ends at the same place on every machine.
const WORK: u64 = 3_000_000;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fixtures")
        .join(name)
}

fn in_memory(name: &str) -> Json {
    let folder = fixture(name);
    let text = fs::read_to_string(folder.join("program.c")).unwrap();
    let mut outputs: Vec<PathBuf> = fs::read_dir(folder.join("tests"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "out"))
        .collect();
    outputs.sort();
    let mut options = Options::default();
    (options.workers, options.work) = (1, Some(WORK));
    options.solver = faultlens_core::config::Solver::Sat;
    let mut program = Program::new("program.c", &text).with_options(options);
    for output in outputs {
        let stem = output.file_stem().unwrap().to_str().unwrap().to_owned();
        let input = fs::read_to_string(output.with_extension("in")).unwrap_or_default();
        let expected = fs::read_to_string(&output).unwrap();
        program = program.with_test(GivenTest {
            compare: "exact".to_owned(),
            ..GivenTest::new(&stem, &input, &expected)
        });
    }
    serde_json::to_value(program.localize().unwrap()).unwrap()
}

fn from_files(name: &str) -> Json {
    let work = WORK.to_string();
    let run = faultlens(
        &fixture(name),
        &[
            "localize",
            "program.c",
            "--format",
            "json",
            "--workers",
            "1",
            "--work",
            &work,
            "--solver",
            "sat",
        ],
    );
    serde_json::from_str(&run.stdout).unwrap()
}

/// What a report says of the program, without the places of tests and the times.
fn said(report: &Json) -> Json {
    let keys = [
        "status",
        "bounds",
        "diagnoses",
        "faults",
        "partial",
        "ranking",
    ];
    let mut said: Vec<Json> = keys.iter().map(|key| report[key].clone()).collect();
    said.push(json!([
        report["tests"]["failing"],
        report["tests"]["passing"]
    ]));
    Json::Array(said)
}

#[test]
fn reports_are_those_of_the_command_line() {
    for name in [
        "max3",
        "off-by-one",
        "two-faults",
        "missing-statement",
        "linked-list",
        "matrix",
    ] {
        assert_eq!(said(&in_memory(name)), said(&from_files(name)), "{name}");
    }
}
