//! What explanations say about failing runs is what gcc's programs do.
//!
//! Without a C compiler, `FAULTLENS_NO_CC=1` skips these tests.
#![allow(clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

/// Runs `conform facts` on a folder of the repository; returns the numbers of its summary by their names, if there is a
/// compiler.
fn summary(arguments: &[&str], folder: &str) -> Option<Vec<(String, f64)>> {
    if std::env::var_os("FAULTLENS_NO_CC").is_some() {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_conform"));
    command.arg("facts").args(arguments).arg(root.join(folder));
    let ran = command.output().expect("conform runs");
    let told = String::from_utf8_lossy(&ran.stdout);
    assert!(
        ran.status.success(),
        "{told}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let number = |line: &str| {
        let (number, name) = line.trim().split_once(' ')?;
        let name = name.split(',').next()?;
        Some((name.to_owned(), number.parse().ok()?))
    };
    Some(told.lines().filter_map(number).collect())
}

/// What a summary must at least have.
struct Least {
    stories: f64,
    /// Facts of a story, on average.
    facts: f64,
    /// Share of the facts that were checked.
    checked: f64,
}

/// Checks that there are stories, how many facts they tell on average, and that most of these were checked.
fn check(summary: &[(String, f64)], least: &Least) {
    let number = |name: &str| {
        let found = summary.iter().find(|(own, _)| own == name);
        found.map_or_else(|| panic!("no {name} in {summary:?}"), |(_, number)| *number)
    };
    let (stories, facts) = (number("stories"), number("facts"));
    assert!(stories >= least.stories, "{summary:?}");
    assert!(facts >= least.facts * stories, "{summary:?}");
    assert!(number("true") >= least.checked * facts, "{summary:?}");
    assert!(number("FALSE") < 0.5, "{summary:?}");
}

#[test]
fn of_the_fixtures() {
    if let Some(summary) = summary(&[], "fixtures") {
        let least = Least {
            stories: 40.0,
            facts: 18.0,
            checked: 0.8,
        };
        check(&summary, &least);
    }
}

/// A change may make a program print an address, after which none of its facts can be checked; which programs are
/// changed depends on how many there are.
#[test]
fn of_programs_with_a_small_change() {
    if let Some(summary) = summary(&["--mutants", "12", "--seed", "3"], "grammar-tests/run") {
        let least = Least {
            stories: 12.0,
            facts: 9.0,
            checked: 0.7,
        };
        check(&summary, &least);
    }
}

/// Arrays whose length only the run determines, hidden names, bytes of addresses, the arguments.
#[test]
fn of_programs_with_names_that_are_easily_mistaken() {
    let folder = "server/crates/conform/tests/facts-programs";
    if let Some(summary) = summary(&[], folder) {
        let least = Least {
            stories: 5.0,
            facts: 18.0,
            checked: 0.8,
        };
        check(&summary, &least);
    }
}
