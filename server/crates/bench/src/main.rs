//! `bench`: how good and how fast is FaultLens on programs whose faults are known?
//!
//! * `bench FOLDER…` runs the shipped binary on every case of each folder, once for each strategy, and writes a Markdown
//!   table beside the papers' figures;
//! * `bench --ablate FOLDER…` localizes every case once, in this process, and ranks what was found by subsets of the
//!   ranking's factors: what is each of them worth?
//! * `bench --repairs FOLDER…` judges the repairs of every case by gcc and plain runs: do they do what is said, and do they
//!   pass tests that they were not found by?
//! * `bench --train FOLDER…` localizes every case once, in this process: `cargo xtask release` makes a profile of it.
//!
//! A case counts as found where a line of the ranking is a line of the known fault.
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
mod load;
mod markdown;
mod measure;
mod native;
mod pool;
mod published;
mod ranks;
mod repairs;
mod row;
mod run;
mod summary;
#[cfg(test)]
mod tests;
mod train;

use std::process::ExitCode;

use clap::Parser as _;

/// What went wrong with the tool itself, in words.
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
    let sets = case::sets(&cli.folders, &cli.choice())?;
    if cli.train {
        return train::run(cli, &sets);
    }
    let text = if cli.ablate {
        ablate::tables(cli, &sets)?
    } else if cli.repairs {
        repairs::tables(cli, &sets)?
    } else {
        measure::tables(cli, &sets)?
    };
    match &cli.out {
        Some(file) => std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display())),
        None => {
            print!("{text}");
            Ok(())
        }
    }
}
