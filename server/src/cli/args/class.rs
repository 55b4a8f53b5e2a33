//! The command line of `class`.

use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};

use super::{number, options, text_argument};

/// The command line of `faultlens class`.
pub(super) fn command() -> Command {
    let paths = |name, value, help| {
        text_argument(name, value, help).value_parser(clap::value_parser!(PathBuf))
    };
    Command::new("class")
        .about("Localize all submissions of a class with the same tests; report which mistakes are common")
        .after_help("Example: faultlens class submissions --tests tests --out report.html\nExit status: 0 all pass, 1 a submission does not, 2 bad usage, 3 stopped before the end.")
        .arg(
            Arg::new("folder")
                .value_name("DIR")
                .required_unless_present("merge")
                .value_parser(clap::value_parser!(PathBuf))
                .help("Folder or zip file with a C file, a folder or a zip file of each student"),
        )
        .arg(
            paths("out", "FILE", "Report to write: .html, .csv or .jsonl; repeatable")
                .required(true)
                .action(ArgAction::Append),
        )
        .arg(number("jobs", "Submissions at a time [default: the number of cores]"))
        .arg(
            text_argument("shard", "I/N", "Only the part I of N parts of the class")
                .value_parser(|text: &str| shard(text).ok_or("expected I/N with I from 1 to N")),
        )
        .arg(
            paths("merge", "FILE", "Make the report from the .jsonl files of finished runs")
                .num_args(1..)
                .conflicts_with_all(["folder", "shard"]),
        )
        .args(options(|_| true).map(|arg| match arg.get_id().as_str() {
            "tests" => arg.help("Where the tests of all submissions are"),
            "work" => arg.help("Work after which the search in a submission ends, in instructions [default: 100000000]"),
            "solver" => arg.help("Which solver answers; the results of z3 depend on the machine [default: sat]"),
            "workers" => arg.help("Threads that search in one submission [default: 1]"),
            "timeout" => arg.help("Limit on tests, in seconds of a usual machine [default: 20]; after fifteen times that a submission is given up"),
            _ => arg,
        }))
}

/// A part of a class and the number of parts.
fn shard(text: &str) -> Option<(u64, u64)> {
    let (part, parts) = text.split_once('/')?;
    let (part, parts) = (part.parse().ok()?, parts.parse().ok()?);
    (1..=parts).contains(&part).then_some((part, parts))
}
