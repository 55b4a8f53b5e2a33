//! `completions SHELL` and `man DIR`: shell completions and manual pages, generated from the parser of the command
//! line.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use clap_complete::Shell;

use super::{Exit, args, emit};

/// Runs `faultlens completions SHELL`.
pub(super) fn print(matches: &ArgMatches) -> ExitCode {
    let Some(shell) = matches.get_one::<Shell>("shell") else {
        return emit::refuse("no shell given");
    };
    let mut script = Vec::new();
    clap_complete::generate(*shell, &mut args::command(), "faultlens", &mut script);
    emit::result(script, Exit::NothingSuspicious).into()
}

/// Runs `faultlens man DIR`.
pub(super) fn write_pages(matches: &ArgMatches) -> ExitCode {
    let Some(folder) = matches.get_one::<PathBuf>("folder") else {
        return emit::refuse("no folder given");
    };
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(args::command(), folder));
    match written {
        Ok(()) => {
            let text = format!("manual pages are in {}\n", folder.display());
            emit::result(text, Exit::NothingSuspicious).into()
        }
        Err(error) => emit::refuse(&format!("{}: {error}", folder.display())),
    }
}
