//! The command line.

use std::process::ExitCode;

/// Runs the program with the arguments that it was given.
pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
