//! Repository automation: `cargo xtask …`.
//!
//! This package depends on no other package of the workspace and on no library: it must build before Z3 is available,
//! because it fetches Z3.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool for developers"
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod bench;
mod binary;
mod conform;
mod csmith;
mod editing;
mod editors;
mod playground;
mod process;
mod release;
mod setup;
mod targets;
mod tests;
mod walkthrough;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Result with an error message for the user.
type Outcome = Result<(), String>;

const USAGE: &str = "\
usage: cargo xtask COMMAND
  setup   fetch what is missing (Z3; for tests, Csmith); the others do this first
  run     build faultlens and localize an example
  test    formatting, lints, all Rust tests, other systems, programs of Csmith, a little fuzzing, editor tests, packages
  tidy [--list] [--update] [--raise]
          check what no other tool does: circles of modules, references outside the repository, limits outside their
          tables, counts that may only fall; with --list also places where names, documentation or lengths could be
          better; --update lowers the table of counts, --raise writes it anew
  playground [--test]
          build the page that runs in a browser; --test tests it in Chromium
  targets check that everything compiles for arm64, macOS and Windows, and the core for a browser
  release [--quick] [--out DIR]
          build the archives, the VS Code extensions, wheels and the Debian package that users get, for old systems
          too, and try them out; --quick packs and tries what `cargo build` makes
  bench FOLDER… [--strategies multi,maxsat] [--timeout S] [--out FILE.md] [--published FILE.json]
          measure a release build on folders of laid-out cases, beside the papers' figures
  bench --ablate ranking FOLDER…
          what each factor of the ranking is worth there; --help has more options
  bench --ablate generators FOLDER…
          what each generator of edits is worth there: the first repairs, and those without what made them
  bench --learn fit FILE…
          the weights by which repairs and lines are called likely, with their calibration
  bench --repairs FOLDER… [--found-by PREFIX]
          repairs judged by gcc and plain runs, and by tests that they were not found by
  conform DIR…
          run the C programs of folders with gcc and with the evaluator, and compare
  facts [--mutants N] [--seed S] DIR…
          what `explain` says about failing programs, or about programs with a small change, beside what gcc's do
  csmith [N] [--seed S] [-- OPTION…]
          the same for N programs that Csmith makes
  speed [DIR…]
          how fast loops run beside gcc's, and all tests of laid-out cases
  latency CASE…
          how long an editor waits beside a search, and for the first diagnosis of laid-out cases
  sessions [N]
          N random sessions against the language server, held against a model; 2,000 by default
  fuzz [--seconds N] [--seed S] [DIR…]
          put mutated C through the whole core; conform, facts, csmith and fuzz have more options: --help";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["setup"] => setup::run().and_then(|()| csmith::available().map(drop)),
        ["run"] => walkthrough::run(),
        ["test"] => tests::run(),
        ["targets"] => targets::check(),
        ["playground"] => playground::page(),
        ["playground", "--test"] => playground::test(),
        ["tidy", ref arguments @ ..] => tests::tidy(arguments),
        ["release", ref arguments @ ..] => release::run(arguments),
        ["bench", ref arguments @ ..] if !arguments.is_empty() => bench::run(arguments),
        ["conform", ref arguments @ ..] if !arguments.is_empty() => conform::compare(arguments),
        ["facts", ref arguments @ ..] if !arguments.is_empty() => conform::facts(arguments),
        ["csmith", ref arguments @ ..] => conform::csmith(arguments),
        ["speed", ref cases @ ..] => conform::speed(cases),
        ["latency", ref cases @ ..] if !cases.is_empty() => editing::latency(cases),
        ["sessions", ref arguments @ ..] => editing::sessions(arguments),
        ["fuzz", ref arguments @ ..] => conform::fuzz(arguments),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
