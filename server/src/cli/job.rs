//! `localize` and `test`: start a job, show that it lives, show what it found.

use std::process::ExitCode;

use clap::ArgMatches;

use super::emit::{self, Style};
use super::progress::Progress;
use super::{Exit, args, text};
use crate::config;
use crate::jobs::{Event, JobKind, JobSpec, Report, Worker};
use crate::model::{LocalizeReport, Outcome, Status, TestReport};

/// `faultlens localize FILE`
pub(super) fn localize(matches: &ArgMatches, log: Option<String>) -> ExitCode {
    run(JobKind::Localize, matches, log)
}

/// `faultlens test FILE`
pub(super) fn test(matches: &ArgMatches, log: Option<String>) -> ExitCode {
    run(JobKind::Test, matches, log)
}

fn run(kind: JobKind, matches: &ArgMatches, log: Option<String>) -> ExitCode {
    let spec = match spec(kind, matches) {
        Ok(spec) => spec,
        Err(why) => return emit::refuse(&why),
    };
    let style = Style::of(matches);
    let report = match finish(&spec, log) {
        Ok(report) => report,
        // A result all the same, so that a script finds JSON where it asked for it.
        Err(message) => could_not(&spec, message),
    };
    match &report {
        Report::Localize(report) => {
            if style.json {
                emit::json(report);
            } else {
                emit::stdout(&text::localize(report, style));
            }
            exit_of_localize(report).into()
        }
        Report::Test(report) => {
            if style.json {
                emit::json(report);
            } else {
                emit::stdout(&text::test(report, style));
            }
            exit_of_test(report).into()
        }
    }
}

fn spec(kind: JobKind, matches: &ArgMatches) -> Result<JobSpec, String> {
    let file = args::file(matches)?;
    let config = config::read(&file).map_err(|e| e.to_string())?;
    let options = args::job_options(matches, config.as_ref(), kind == JobKind::Localize)
        .map_err(|e| e.to_string())?;
    Ok(JobSpec {
        kind,
        file,
        text: None,
        tests: options.tests.clone(),
        options,
    })
}

/// Runs the job to its end. An error is why there is no result at all.
fn finish(spec: &JobSpec, log: Option<String>) -> Result<Report, String> {
    let cannot = |e: std::io::Error| format!("the worker process could not be started: {e}");
    let worker = Worker::this_program().map_err(cannot)?.with_log(log);
    let job = worker.spawn(spec).map_err(cannot)?;
    let canceller = job.canceller();
    // A second handler cannot be set when tests run several jobs in one process; the first one serves then.
    let _ = ctrlc::set_handler(move || canceller.cancel());
    let mut progress = Progress::new();
    for event in &job.events {
        match event {
            Event::Done { report } => return Ok(*report),
            Event::Failed { message } => return Err(message),
            event => progress.show(&event),
        }
    }
    Err("the worker ended without an answer".to_owned())
}

fn could_not(spec: &JobSpec, message: String) -> Report {
    let file = spec.file.display().to_string();
    match spec.kind {
        JobKind::Localize => Report::Localize(LocalizeReport::empty(
            file,
            Status::Unanalysable,
            Some(message),
        )),
        JobKind::Test => Report::Test(TestReport::empty(file, Some(message))),
    }
}

fn exit_of_localize(report: &LocalizeReport) -> Exit {
    match report.status {
        Status::None => Exit::NothingSuspicious,
        // Failing tests without a set up to the size are not fine either.
        Status::Complete => Exit::Suspects,
        Status::Stopped => Exit::Stopped,
        Status::Unanalysable => Exit::BadUsage,
    }
}

fn exit_of_test(report: &TestReport) -> Exit {
    if report.stopped {
        Exit::Stopped
    } else if report.count(Outcome::Fail) > 0 {
        Exit::Suspects
    } else if report.tests.is_empty() || report.count(Outcome::Unanalysable) > 0 {
        Exit::BadUsage
    } else {
        Exit::NothingSuspicious
    }
}
