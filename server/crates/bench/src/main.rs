//! `bench`: quality and speed of FaultLens on programs with known faults.
//!
//! * `bench FOLDER…` runs the shipped binary on every case of each folder, once for each strategy, and writes a
//!   Markdown table beside the papers' figures;
//! * `bench --ablate ranking FOLDER…` localizes every case once, in this process, and ranks the result by subsets of
//!   the ranking factors, which shows the contribution of each;
//! * `bench --ablate generators FOLDER…` localizes every case again without the generator of its first repair;
//! * `bench --learn judge FOLDER…` writes the first repairs and lines of every case as samples, `bench --learn fit FILE…`
//!   fits the weights of `localize::likelihood` to them, and `bench --learn count FOLDER…` counts sequences of tokens for
//!   its model of C;
//! * `bench --repairs FOLDER…` judges the repairs of every case by gcc and native runs: do they keep their promises,
//!   and do they pass tests that were not used to find them?
//! * `bench --train FOLDER…` localizes every case once, in this process: `cargo xtask release` makes a profile of it.
//!
//! A case counts as found if a line of the ranking is a line of the known fault.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool for developers"
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod ablate;
mod answer;
mod case;
mod cli;
mod count;
mod fit;
mod generators;
mod held_back;
mod limits;
mod load;
mod markdown;
mod measure;
mod native;
mod pool;
mod published;
mod ranks;
mod reference;
mod repairs;
mod row;
mod run;
mod samples;
mod summary;
#[cfg(test)]
mod tests;
mod train;

use std::process::ExitCode;

use clap::Parser as _;
use cli::{Ablated, Learning};

/// Result with an error of the tool itself, in words.
type Outcome<T> = Result<T, String>;

fn main() -> ExitCode {
    match run(&cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: &cli::Cli) -> Outcome<()> {
    match cli.learn {
        Some(Learning::Count) => return count::write(cli),
        Some(Learning::Fit) => return tell(cli, &fit::weights(&cli.folders)?),
        Some(Learning::Judge) | None => {}
    }
    let sets = case::sets(&cli.folders, &cli.choice())?;
    if cli.train {
        return train::run(cli, &sets);
    }
    let text = match cli.ablate {
        Some(Ablated::Ranking) => ablate::tables(cli, &sets)?,
        Some(Ablated::Generators) => generators::table(cli, &sets)?,
        None if cli.learn.is_some() => samples::collect(cli, &sets)?,
        None if cli.repairs => repairs::tables(cli, &sets)?,
        None => measure::tables(cli, &sets)?,
    };
    tell(cli, &text)
}

fn tell(cli: &cli::Cli, text: &str) -> Outcome<()> {
    match &cli.out {
        Some(file) => std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display())),
        None => {
            print!("{text}");
            Ok(())
        }
    }
}
