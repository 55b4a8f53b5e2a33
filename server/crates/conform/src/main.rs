//! `conform`: checks that the evaluator is right about C.
//!
//! * `conform compare`: programs of a folder, run by gcc and by the evaluator, must have the same output and exit
//!   status;
//! * `conform csmith`: the same for programs that Csmith generates from seeds;
//! * `conform facts`: what explanations say about failing runs must be what gcc's program does;
//! * `conform fuzz`: mutated and arbitrary text through the whole core, without panics or hangs, in bounded memory;
//! * `conform speed`: how fast programs run.
//!
//! Anything that may crash or hang runs in a child: this program again, with a command that the help does not show.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool for developers"
)]

mod child;
mod cli;
mod compare;
mod csmith;
mod evaluate;
mod facts;
mod fuzz;
mod gcc;
mod guard;
mod judge;
mod pipeline;
mod pool;
mod scratch;
mod speed;
mod summary;
mod verdict;

use std::process::ExitCode;

use clap::Parser as _;

use cli::Command;

/// Result with an error of the tool itself, in words.
type Outcome<T> = Result<T, String>;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let found_nothing = match &cli.command {
        Command::Compare(args) => compare::run(args),
        Command::Csmith(args) => csmith::run(args),
        Command::Fuzz(args) => fuzz::run(args),
        Command::Facts(args) => facts::run(args),
        Command::Speed(args) => speed::run(args),
        Command::Evaluate(args) => evaluate::run(args),
        Command::FuzzWorker(args) => fuzz::worker(args),
        Command::Worker => return faultlens_core::jobs::run_worker(),
    };
    match found_nothing {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("conform: {message}");
            ExitCode::from(2)
        }
    }
}
