//! The command line: the second client of the core beside the language server.
//!
//! Exit status: 0 nothing suspicious, 1 suspects found (or failing tests), 2 could not analyse or bad usage, 3 stopped
//! early.

mod add_test;
pub(crate) mod args;
mod ask;
pub(crate) mod check_fix;
mod class;
mod closed_stdout;
mod completions;
mod doctor;
pub(crate) mod emit;
mod fixes;
mod hint;
mod init;
pub(crate) mod job;
mod junit;
mod logging;
pub(crate) mod progress;
mod report;
pub(crate) mod schema;
mod signals;
mod text;
mod watch;
mod whole_folder;
mod write_tests;

use std::io;
use std::process::ExitCode;

use crate::files::compiler::{self, COMPILER};
use crate::jobs::{WORKER, Worker};

/// Serves an agent until it goes away; jobs run in the worker.
pub type AgentServer = fn(Worker) -> io::Result<()>;

/// Runs the program with its command line. The server for agents is handed in, because it shows what this module shows.
pub fn run(agent_server: AgentServer) -> ExitCode {
    // A worker must start fast, and has nothing to parse.
    if std::env::args_os().skip(1).eq([WORKER]) {
        return worker(logging::asked().as_deref());
    }
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == COMPILER) {
        return compiler::watch_over(arguments);
    }
    huge_pages(false);
    let arguments = args::with_command(std::env::args_os());
    let matches = match args::command().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            // clap reports help and version as "errors" too, with status 0.
            if error.use_stderr() {
                let _ = error.print();
                return Exit::BadUsage.into();
            }
            let help = error.render();
            let help = if emit::terminal_with_colours() {
                help.ansi().to_string()
            } else {
                help.to_string()
            };
            return emit::result(help, Exit::NothingSuspicious).into();
        }
    };
    let log = logging::filter(&matches);
    if let Some((WORKER, _)) = matches.subcommand() {
        return worker(log.as_deref());
    }
    logging::start(log.as_deref());
    match matches.subcommand() {
        Some((name @ ("localize" | "test"), matches)) => one_or_all(name, matches, log.as_deref()),
        Some(("lsp", _)) => lsp(log),
        Some(("mcp", _)) => mcp(agent_server, log),
        Some(("schema", matches)) => schema::print(matches).into(),
        Some(("doctor", matches)) => doctor::run(matches),
        Some(("why" | "explain", matches)) => job::explain(matches, log.as_deref()),
        Some(("ask", matches)) => ask::run(matches, log.as_deref()),
        Some(("hint", matches)) => hint::run(matches, log.as_deref()),
        Some(("find", matches)) => job::find(matches, log.as_deref()),
        Some(("reduce", matches)) => job::reduce(matches, log.as_deref()),
        Some(("trace", matches)) => job::trace(matches, log.as_deref()),
        Some(("add-test", matches)) => add_test::run(matches, log.as_deref()),
        Some(("watch", matches)) => watch::run(matches, log.as_deref()),
        Some(("init", matches)) => init::run(matches),
        Some(("completions", matches)) => completions::print(matches),
        Some(("man", matches)) => completions::write_pages(matches),
        Some(("class", matches)) => class::run(matches, log.as_deref()),
        Some(("check-fix", matches)) => check_fix::run(matches, log.as_deref()),
        _ => ExitCode::from(Exit::BadUsage as u8),
    }
}

/// Localizes or tests one program, or all below a folder.
fn one_or_all(name: &str, matches: &clap::ArgMatches, log: Option<&str>) -> ExitCode {
    match (whole_folder::asked(matches), name) {
        (Some(folder), "test") => whole_folder::test(&folder, matches, log),
        (Some(folder), _) => whole_folder::localize(&folder, matches, log),
        (None, "test") => job::test(matches, log),
        (None, _) => job::localize(matches, log),
    }
}

/// Runs one job for another process of this program.
fn worker(log: Option<&str>) -> ExitCode {
    huge_pages(true);
    logging::start(log);
    crate::jobs::run_worker()
}

/// Sets whether memory may come in pages of 2 MB. Creating one takes up to some milliseconds, and each thread begins
/// with its own: that pays only where much memory is used soon, in a worker, which inherits the setting of its parent.
#[cfg(target_os = "linux")]
fn huge_pages(wanted: bool) {
    // A failure only makes the program slower.
    let _ = rustix::thread::disable_transparent_huge_pages(!wanted);
}

#[cfg(not(target_os = "linux"))]
fn huge_pages(_: bool) {}

fn lsp(log: Option<String>) -> ExitCode {
    if closed_stdout::stdout_was_closed() {
        return emit::refuse("the language server failed: stdout is closed");
    }
    let served = Worker::this_program().and_then(|worker| crate::lsp::run(worker.with_log(log)));
    served.unwrap_or_else(|error| emit::refuse(&format!("the language server failed: {error}")))
}

fn mcp(serve: AgentServer, log: Option<String>) -> ExitCode {
    if closed_stdout::stdout_was_closed() {
        return emit::refuse("the server failed: stdout is closed");
    }
    let served = Worker::this_program().and_then(|worker| serve(worker.with_log(log)));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => emit::refuse(&format!("the server failed: {error}")),
    }
}

/// Meaning of the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Exit {
    NothingSuspicious = 0,
    Suspects = 1,
    BadUsage = 2,
    Stopped = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
