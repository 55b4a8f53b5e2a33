//! The engine for a page in a browser, as a program for WASI: it reads one job as a line of JSON, prints its events as
//! lines of JSON, and ends. The page runs it in a web worker, once for each job, so a job is cancelled by ending that.

use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut line = String::new();
    if io::stdin().read_line(&mut line).is_err() {
        return ExitCode::FAILURE;
    }
    faultlens_core::jobs::run_line(&line, &|event| {
        let mut out = io::stdout().lock();
        // Nobody else could be told that nobody listens.
        let _ = writeln!(out, "{event}").and_then(|()| out.flush());
    });
    ExitCode::SUCCESS
}
