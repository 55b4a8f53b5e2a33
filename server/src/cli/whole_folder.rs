//! `test FOLDER` and `localize FOLDER`: every program below a folder, each by itself.
//!
//! A program is a C file with tests; the other files that it needs are found as if it had been named alone. So two files
//! with a `main` are two programs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;

use super::emit::{self, Format, Style};
use super::job::{Bare, exit_of, report_of, spec_of, text_of_report};
use super::signals::Signals;
use super::{Exit, args, report};
use crate::files::programs;
use crate::jobs::{JobKind, JobSpec, Report};
use crate::model::words::plural;

/// The folder, if the command line names one and nothing else.
pub(super) fn asked(matches: &ArgMatches) -> Option<PathBuf> {
    match &args::given_files(matches)[..] {
        [only] if Path::new(only).is_dir() => Some(PathBuf::from(only)),
        _ => None,
    }
}

/// Runs `faultlens test FOLDER`.
pub(super) fn test(folder: &Path, matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    run(JobKind::Test, folder, matches, log).into()
}

/// Runs `faultlens localize FOLDER`.
pub(super) fn localize(folder: &Path, matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    run(JobKind::Localize, folder, matches, log).into()
}

/// What became of the programs so far.
#[derive(Default)]
struct Tally {
    exits: Vec<(PathBuf, Exit)>,
    reports: Vec<Report>,
}

/// Runs the job for each program below the folder, and shows the results as they come; JSON is one array of them, and
/// lists of findings are one list.
fn run(kind: JobKind, folder: &Path, matches: &ArgMatches, log: Option<&str>) -> Exit {
    let style = Style::of(matches);
    let is_collected = style.format == Format::Json || style.format.is_list();
    if !is_collected && style.format != Format::Text {
        emit::refuse("this format is for one program; name its C file instead of a folder");
        return Exit::BadUsage;
    }
    let signals = Signals::take();
    let found = programs(&[folder.to_path_buf()], &|| !signals.have_come());
    if found.is_empty() {
        emit::refuse(&format!(
            "{}: no C file below it has tests",
            folder.display()
        ));
        return if is_collected {
            shown(&[], folder, style.format, Exit::BadUsage)
        } else {
            Exit::BadUsage
        };
    }
    let mut tally = Tally::default();
    for file in found {
        if signals.have_come() {
            break;
        }
        let file = file.strip_prefix(".").unwrap_or(&file).to_path_buf();
        let exit = tally.add(kind, &file, matches, style, log, &signals);
        tally.exits.push((file, exit));
    }
    let exit = tally.worst(signals.have_come());
    if is_collected {
        return shown(&tally.reports, folder, style.format, exit);
    }
    emit::result(tally.summary(), exit)
}

/// Shows all reports at once.
fn shown(reports: &[Report], folder: &Path, format: Format, exit: Exit) -> Exit {
    if format.is_list() {
        return report::list(format, folder, reports, exit);
    }
    let reports: Vec<Bare<'_>> = reports.iter().map(Bare).collect();
    emit::json(&reports, exit)
}

impl Tally {
    /// Runs the job for a program, and shows or keeps its report.
    fn add(
        &mut self,
        kind: JobKind,
        file: &Path,
        matches: &ArgMatches,
        style: Style,
        log: Option<&str>,
        signals: &Signals,
    ) -> Exit {
        let name = file.display().to_string();
        let spec = match spec_of(kind, matches, vec![name.clone()], style) {
            Ok(spec) => spec,
            Err(why) => {
                emit::stderr(&format!("{name}: {why}"));
                return Exit::BadUsage;
            }
        };
        let spec = JobSpec {
            written: false,
            ..spec
        };
        let Some(report) = report_of(&spec, log, signals) else {
            return Exit::Stopped;
        };
        let exit = exit_of(&report);
        if style.format != Format::Text {
            self.reports.push(report);
            return exit;
        }
        emit::result(text_of_report(&report, style) + "\n", exit)
    }

    /// The exit status of all: a failing test counts most, then what was not decided.
    fn worst(&self, interrupted: bool) -> Exit {
        let order = [Exit::Suspects, Exit::Stopped, Exit::BadUsage];
        let mut order = order.into_iter();
        let worst = order.find(|wanted| self.exits.iter().any(|(_, exit)| exit == wanted));
        let nothing = if interrupted {
            Exit::Stopped
        } else {
            Exit::NothingSuspicious
        };
        worst.unwrap_or(nothing)
    }

    /// `3 programs: 1 passes; 2 have failing tests: a.c, b.c`
    fn summary(&self) -> String {
        let of = |wanted: Exit| {
            let files = self.exits.iter().filter(|(_, exit)| *exit == wanted);
            let names = files.map(|(file, _)| file.display().to_string());
            names.collect::<Vec<String>>()
        };
        let mut parts = Vec::new();
        let passing = of(Exit::NothingSuspicious).len();
        if passing > 0 {
            parts.push(format!("{passing} without a failing test"));
        }
        for (exit, what) in [
            (Exit::Suspects, "with failing tests"),
            (Exit::Stopped, "not decided"),
            (Exit::BadUsage, "that could not be run"),
        ] {
            let names = of(exit);
            if !names.is_empty() {
                parts.push(format!("{} {what} ({})", names.len(), names.join(", ")));
            }
        }
        let programs = plural(self.exits.len(), "program", "programs");
        format!("{programs}: {}\n", parts.join("; "))
    }
}
