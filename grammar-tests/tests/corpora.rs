//! Every file of the three folders.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::PathBuf;

use grammar_tests::{Findings, Remark, differences, findings, marks};

/// Compares each file of a folder; `expect` gives what is marked and what must be empty.
fn check(folder: &str, expect: fn(Findings) -> (Vec<Remark>, Vec<Remark>)) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let mut report = String::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let name = format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
        let (marked, unwanted) = expect(findings(&name, &text));
        let unwanted = differences(&[], &unwanted);
        for difference in differences(&marks(&text), &marked)
            .into_iter()
            .chain(unwanted)
        {
            report += &["  ", &name, ":\t", &difference, "\n"].concat();
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn ok() {
    check("ok", |found| {
        (Vec::new(), [found.errors, found.unsupported].concat())
    });
}

#[test]
fn err() {
    check("err", |found| (found.errors, Vec::new()));
}

#[test]
fn unsupported() {
    check("unsupported", |found| (found.unsupported, found.errors));
}
