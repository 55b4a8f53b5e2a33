//! `cargo xtask tidy`: rules about this repository that no other tool checks.
//!
//! Four rules fail the run: no two modules of a crate depend on each other in a circle ([`circles`]), nothing refers
//! to documents outside the repository ([`references`]), files that the documentation names exist ([`paths`]), and
//! numeric limits of the searching crates are in their tables ([`limits`]). The other rules ([`style`]) count places to review, which `--list` shows: names, documentation and
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
    let lists_all = std::env::args().any(|argument| argument == "--list");
    let repository = match Repository::read() {
        Ok(repository) => repository,
        Err(message) => {
            eprintln!("tidy: {message}");
            return ExitCode::FAILURE;
        }
    };
    let mut rules = vec![
        circles::check(&repository),
        references::check(&repository),
        paths::check(&repository),
        limits::check(&repository),
    ];
    rules.extend(style::check(&repository));
    let mut is_clean = true;
    for rule in &rules {
        let count = rule.findings.len();
        println!("{:<45} {count}", rule.name);
        let fails = rule.is_error && count > 0;
        is_clean &= !fails;
        if fails || lists_all {
            for Finding {
                file,
                line,
                message,
            } in &rule.findings
            {
                println!("  {file}:{line}: {message}");
            }
        }
    }
    if is_clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
