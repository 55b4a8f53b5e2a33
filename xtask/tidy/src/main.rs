//! `cargo xtask tidy`: rules about this repository that no other tool checks.
//!
//! Four rules fail the run: no two modules of a crate depend on each other in a circle ([`circles`]), nothing refers
//! to documents outside the repository ([`references`]), files that the documentation names exist ([`paths`]), and
//! numeric limits of the searching crates are in their tables ([`limits`]). So do counts that differ from their table
//! ([`ratchets`]). The other rules ([`style`]) count places to review, which `--list` shows: names, documentation and
//! lengths that the style guide discourages.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool for developers"
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod circles;
mod limits;
mod paths;
mod ratchets;
mod references;
mod source;
mod style;

use std::process::ExitCode;

use source::Repository;

/// A place that breaks a rule: file, 1-based line, message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    file: String,
    line: usize,
    message: String,
}

/// A rule with its findings.
struct Rule {
    /// Name of the rule, as a heading.
    name: &'static str,
    /// Whether a finding fails the run.
    is_error: bool,
    findings: Vec<Finding>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("tidy: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Checks the repository around the current folder and prints what it finds; whether nothing fails.
fn run(arguments: &[String]) -> anyhow::Result<bool> {
    let has = |option| arguments.iter().any(|argument| argument == option);
    let lists_all = has("--list");
    let repository = Repository::read()?;
    let mut is_clean = true;
    let mut rules = vec![
        circles::check(&repository),
        references::check(&repository),
        paths::check(&repository),
        limits::check(&repository),
    ];
    rules.extend(style::check(&repository));
    for rule in &rules {
        let fails = rule.is_error && !rule.findings.is_empty();
        is_clean &= !fails;
        print(rule.name, rule.findings.len());
        if fails || lists_all {
            print_places(&rule.findings);
        }
    }
    let mut ratchets = ratchets::count(&repository)?;
    if has("--update") || has("--raise") {
        ratchets::update(&mut ratchets, has("--raise"))?;
    }
    for ratchet in &ratchets {
        print(&ratchet.label(), ratchet.count);
        if let Some(failure) = ratchet.failure() {
            is_clean = false;
            println!("  {failure}");
        }
        if lists_all {
            print_places(&ratchet.places);
        }
    }
    Ok(is_clean)
}

fn print(name: &str, count: usize) {
    println!("{name:<45} {count}");
}

fn print_places(places: &[Finding]) {
    for place in places {
        println!("  {}:{}: {}", place.file, place.line, place.message);
    }
}
