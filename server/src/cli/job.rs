//! `localize`, `test` and the other job commands: start a job, show its progress, and show its result.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;
use serde::{Serialize, Serializer};

use super::emit::{self, Format, Style};
use super::fixes::Originals;
use super::progress::Progress;
use super::report::{self, Findings};
use super::signals::Signals;
use super::{Exit, args, fixes, junit, text, write_tests};
use crate::config::{self, Options, Value};
use crate::jobs::{
    Canceller, Event, Explaining, IdleWorker, JobKind, JobSpec, Partial, Report, Worker,
};
use crate::model::{
    End, ExplainReport, ExplainStatus, InputsReport, InputsStatus, LocalizeReport, Outcome, Status,
    TestReport, TraceReport, TraceStatus, markdown, printable,
};

/// Runs `faultlens localize FILE`.
pub(super) fn localize(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    run(JobKind::Localize, matches, log)
}

/// Runs `faultlens test FILE`.
pub(super) fn test(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    run(JobKind::Test, matches, log)
}

/// Runs `faultlens explain FILE`.
pub(super) fn explain(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    run(JobKind::Explain, matches, log)
}

/// Runs `faultlens find FILE`.
pub(super) fn find(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    run(JobKind::Find, matches, log)
}

/// Runs `faultlens reduce FILE`.
pub(super) fn reduce(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    run(JobKind::Reduce, matches, log)
}

/// Runs `faultlens trace FILE`.
pub(super) fn trace(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    run(JobKind::Trace, matches, log)
}

fn run(kind: JobKind, matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    let signals = Signals::take();
    let style = Style::of(matches);
    if style.format == Format::Dot && args::flag(matches, "run") {
        return emit::refuse("--format dot draws dependences; a run (--run) is a list");
    }
    let spec = match spec(kind, matches, style) {
        Ok(spec) => spec,
        Err(why) => return emit::refuse(&why),
    };
    let apply = args::fix_number(matches, "apply");
    let wanted = FixRequest {
        fix: args::fix_number(matches, "fix").unwrap_or(1),
        originals: (apply.is_some() || style.format == Format::Patch).then(|| Originals::of(&spec)),
        sketch: args::wants_sketch(matches),
        write: args::wants_tests(matches),
    };
    let is_localize = kind == JobKind::Localize;
    let is_page = matches!(style.format, Format::Markdown | Format::Html);
    let (finished, _worker) = finish(&spec, log, |job| signals.cancel(job));
    if let (Some(number), Some(originals), JobOutput::Report(report)) =
        (apply, &wanted.originals, &finished)
        && let Report::Localize(report) = &**report
    {
        let applied = fixes::apply(report, number, originals);
        leave(match applied {
            Ok(said) => tested(said, &spec, log, &signals),
            Err(why) => fixes::refuse(&why),
        });
    }
    if is_localize && is_page && !wanted.sketch {
        leave(reported(finished, &spec, style.format, log, &signals));
    }
    leave(show_result(finished, &spec, style, &wanted))
}

/// Runs the tests on the files as they are on the disk now, and shows the result behind a text.
fn tested(mut said: String, spec: &JobSpec, log: Option<&str>, signals: &Signals) -> Exit {
    let spec = JobSpec {
        kind: JobKind::Test,
        written: false,
        ..spec.clone()
    };
    let Some(Report::Test(report)) = report_of(&spec, log, signals) else {
        return emit::result(said + "the tests could not be run again\n", Exit::Stopped);
    };
    said.push_str(&text::tests_now(&printable(&report)));
    emit::result(said, exit_of_test(&report))
}

/// Makes a page or a document from the result of a search, with separate jobs for the other data.
fn reported(
    finished: JobOutput,
    spec: &JobSpec,
    format: Format,
    log: Option<&str>,
    signals: &Signals,
) -> Exit {
    let localized = match finished {
        JobOutput::Report(report) => match *report {
            Report::Localize(report) => report,
            _ => return Exit::BadUsage,
        },
        JobOutput::Written { end, report } => return emit::result(report, exit_of_localize(end)),
    };
    let exit = exit_of_localize(localized.end());
    let findings = findings(localized, spec, format, log, signals);
    match format {
        Format::Html => emit::result(report::html(&findings), exit),
        _ => emit::result(report::markdown(&findings), exit),
    }
}

/// Findings of a search, with results of separate jobs that the format shows as well: all tests, explanations of some
/// failing tests, and the trace of the first of these.
fn findings(
    localized: LocalizeReport,
    spec: &JobSpec,
    format: Format,
    log: Option<&str>,
    signals: &Signals,
) -> Findings {
    let more = |kind: JobKind, explain: Explaining| {
        let spec = JobSpec {
            kind,
            written: false,
            explain,
            ..spec.clone()
        };
        report_of(&spec, log, signals)
    };
    let mut findings = Findings {
        localized,
        tests: None,
        explained: Vec::new(),
        traced: None,
    };
    let tests = Findings::to_explain(&findings.localized);
    if let Some(Report::Test(report)) = more(JobKind::Test, Explaining::default()) {
        findings.tests = Some(report);
    }

    // The failures are explained with what the search has found.
    let about = |test: &String| Explaining {
        test: Some(test.clone()),
        ..Explaining::default()
    };
    for test in &tests {
        let explain = Explaining {
            found: Some(Explaining::found(&findings.localized, test)),
            ..about(test)
        };
        if let Some(Report::Explain(report)) = more(JobKind::Explain, explain) {
            findings.explained.push(report);
        }
    }
    if let (Format::Html, Some(test)) = (format, tests.first())
        && let Some(Report::Trace(report)) = more(JobKind::Trace, about(test))
    {
        findings.traced = Some(report);
    }
    findings
}

/// Use of the fixes and inputs found.
struct FixRequest {
    /// Number of the fix to show as a patch.
    fix: usize,
    /// Content of the files, if a fix is to be written into them or shown as a patch.
    originals: Option<Originals>,
    /// Whether to export a sketch instead.
    sketch: bool,
    /// Whether to write failing inputs as tests.
    write: bool,
}

/// Result of a job, if it is a report.
pub(super) fn report_of(spec: &JobSpec, log: Option<&str>, signals: &Signals) -> Option<Report> {
    finish(spec, log, |job| signals.cancel(job)).0.report()
}

/// The report as text.
pub(crate) fn text_of_report(report: &Report, style: Style) -> String {
    match report {
        Report::Localize(report) => text::localize(&printable(report), style),
        Report::Test(report) => text::test(&printable(report), style),
        Report::Explain(report) => text::explain(&printable(report), style),
        Report::Inputs(report) => text::inputs(report),
        Report::Trace(report) => text::trace(&printable(report), style),
    }
}

/// A report as users get it, without its kind.
pub(crate) struct Bare<'r>(pub(crate) &'r Report);

impl Serialize for Bare<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Report::Localize(report) => report.serialize(serializer),
            Report::Test(report) => report.serialize(serializer),
            Report::Explain(report) => report.serialize(serializer),
            Report::Inputs(report) => report.serialize(serializer),
            Report::Trace(report) => report.serialize(serializer),
        }
    }
}

/// The exit status for a report.
pub(super) fn exit_of(report: &Report) -> Exit {
    match report {
        Report::Localize(report) => exit_of_localize(report.end()),
        Report::Test(report) => exit_of_test(report),
        Report::Explain(report) => exit_of_explain(report),
        Report::Inputs(report) => exit_of_inputs(report),
        Report::Trace(report) => exit_of_trace(report),
    }
}

/// Result of a search as text; `started` receives a handle that cancels the job.
pub(super) fn text_of(
    spec: &JobSpec,
    log: Option<&str>,
    style: Style,
    started: impl FnOnce(Canceller),
) -> String {
    match finish(spec, log, started).0 {
        JobOutput::Report(report) => match *report {
            Report::Localize(report) => text::localize(&printable(&report), style),
            _ => String::new(),
        },
        JobOutput::Written { .. } => String::new(),
    }
}

/// Ends the process at once, without delay for the caller. The worker exits by itself when its stdin ends; killing it
/// first, and freeing the result, would only take time.
fn leave(exit: Exit) -> ! {
    std::process::exit(exit as i32)
}

/// Shows the result of a job.
fn show_result(finished: JobOutput, spec: &JobSpec, style: Style, wanted: &FixRequest) -> Exit {
    let report = match finished {
        JobOutput::Report(report) => report,
        JobOutput::Written { end, report } => return emit::result(report, exit_of_localize(end)),
    };
    let exit = exit_of(&report);
    let is_json = style.format == Format::Json;

    // Each kind of report has some formats of its own; JSON is the report itself, and text the default.
    match (&*report, style.format) {
        (Report::Localize(report), _) if wanted.sketch => fixes::sketch(report, exit),
        (Report::Localize(report), _) if wanted.originals.is_some() => match &wanted.originals {
            Some(originals) => fixes::show(report, wanted.fix, originals, exit),
            None => exit,
        },
        (Report::Inputs(report), _) if wanted.write => match write_tests::tests(report) {
            Err(why) => emit::result(format!("{why}\n"), Exit::BadUsage),
            Ok(_) if is_json => emit::json(report, exit),
            Ok(said) => emit::result(text::inputs(report) + &said, exit),
        },
        (report, format) if format.is_list() => {
            report::list(format, &spec.file, std::slice::from_ref(report), exit)
        }
        (Report::Test(report), Format::Junit) => emit::result(junit::xml(report), exit),
        (Report::Explain(report), Format::Markdown) => emit::result(markdown(report), exit),
        (Report::Trace(report), Format::Dot) => emit::result(text::trace_dot(report), exit),
        (report, Format::Json) => emit::json(&Bare(report), exit),
        (report, _) => emit::result(text_of_report(report, style), exit),
    }
}

fn spec(kind: JobKind, matches: &ArgMatches, style: Style) -> Result<JobSpec, String> {
    let mut spec = spec_of(kind, matches, args::given_files(matches), style)?;
    // The fixes are needed, not the written result.
    spec.written &= args::fix_number(matches, "apply").is_none() && !args::wants_sketch(matches);
    Ok(spec)
}

/// Specification of a job on a program of these files.
pub(super) fn spec_of(
    kind: JobKind,
    matches: &ArgMatches,
    files: Vec<String>,
    style: Style,
) -> Result<JobSpec, String> {
    let given = args::given_options(matches);
    Ok(JobSpec {
        explain: args::explaining(matches),
        inputs: args::finding(matches),
        written: style.format == Format::Json && !emit::for_people(),
        ..asked(kind, files, None, &given)?
    })
}

/// Specification of a search whose report this process reads, and does not only pass on; a mistake is told.
pub(super) fn search_spec(matches: &ArgMatches, style: Style) -> Result<JobSpec, ExitCode> {
    let files = args::given_files(matches);
    let spec = spec_of(JobKind::Localize, matches, files, style);
    let mut spec = spec.map_err(|why| emit::refuse(&why))?;
    spec.written = false;
    Ok(spec)
}

/// Specification of a job on a program of these files, the first of which may have an unsaved text, with some options
/// beside those of its configuration.
pub(crate) fn asked(
    kind: JobKind,
    files: Vec<String>,
    text: Option<String>,
    given: &[(&str, Value)],
) -> Result<JobSpec, String> {
    let inside = inside(given, &files);
    let (file, linked) = args::files(files, text.as_deref())?;
    let config = config::read(&file).map_err(|e| e.to_string())?;
    let options =
        args::job_options(Options::default(), given, config.as_ref()).map_err(|e| e.to_string())?;
    if let Some(missing) = missing_file(&options) {
        return Err(missing);
    }
    Ok(JobSpec {
        text,
        linked,
        tests: options.tests.clone(),
        inside,
        options,
        ..JobSpec::new(kind, file)
    })
}

/// What is wrong if the options name a file that is not there.
pub(super) fn missing_file(options: &Options) -> Option<String> {
    let reference = options.reference.iter().filter(|file| !file.is_file());
    let coverage = options.coverage.iter().filter(|path| !path.exists());
    let missing = reference.chain(coverage).next()?;
    Some(format!("{}: there is no such file", missing.display()))
}

/// Folders that were named: those of the files, and that of the option `tests`.
fn inside(given: &[(&str, Value)], files: &[String]) -> Vec<PathBuf> {
    let folder = |file: &Path| file.parent().unwrap_or(Path::new("")).to_path_buf();
    let files = files.iter();
    let mut folders: Vec<PathBuf> = files.map(|file| folder(Path::new(file))).collect();
    if let Some((_, tests)) = given.iter().find(|(name, _)| *name == "tests") {
        let tests = PathBuf::from(tests.text());
        folders.push(if tests.is_dir() {
            tests
        } else {
            folder(&tests)
        });
    }
    folders
}

/// Result of a job.
pub(crate) enum JobOutput {
    /// A report.
    Report(Box<Report>),
    /// A result in its final form.
    Written {
        /// Status of the report.
        end: End,
        /// The report as JSON.
        report: Vec<u8>,
    },
}

impl JobOutput {
    /// The report, unless it was only to be passed on.
    pub(crate) fn report(self) -> Option<Report> {
        match self {
            JobOutput::Report(report) => Some(*report),
            JobOutput::Written { .. } => None,
        }
    }
}

/// Runs the job to its end, and shows its progress on a terminal.
fn finish(
    spec: &JobSpec,
    log: Option<&str>,
    begun: impl FnOnce(Canceller),
) -> (JobOutput, Option<IdleWorker>) {
    // The progress line is removed before the result is shown.
    let mut progress = Progress::new();
    let worker = Worker::this_program().map(|worker| {
        worker
            .with_log(log.map(str::to_owned))
            .with_only_the_last(progress.is_hidden())
    });
    run_to_end(spec, worker, begun, |event| progress.show(event))
}

/// Runs the job to its end. A failed job has a result too, so that a program that requests JSON always gets it.
pub(crate) fn run_to_end(
    spec: &JobSpec,
    worker: io::Result<Worker>,
    begun: impl FnOnce(Canceller),
    mut heard: impl FnMut(&Event),
) -> (JobOutput, Option<IdleWorker>) {
    let failed = |why: &str| JobOutput::Report(Box::new(Partial::new(spec).failed(why)));
    let started = match worker.and_then(|worker| worker.start(spec)) {
        Ok(started) => started,
        Err(error) => {
            let why = format!("the worker process could not be started: {error}");
            return (failed(&why), None);
        }
    };
    begun(started.canceller());
    let mut finished = None;
    let worker = started.watch(|event| match event {
        Event::Done { report } => finished = Some(JobOutput::Report(report)),
        Event::Written { end, report } => finished = Some(JobOutput::Written { end, report }),
        Event::Failed { message, told } => {
            finished = Some(told.map_or_else(|| failed(&message), JobOutput::Report));
        }
        event => heard(&event),
    });
    let finished = finished.unwrap_or_else(|| failed("the worker ended without an answer"));
    (finished, Some(worker))
}

fn exit_of_localize(end: End) -> Exit {
    match end.status {
        Status::None => Exit::NothingSuspicious,
        // The sets are an answer, whatever prevented a complete search.
        _ if end.has_sets => Exit::Suspects,
        // The claim that no set of the size explains the failing tests is an answer, too.
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
    } else if report.count(Outcome::Unanalysable) > report.undecided() {
        Exit::BadUsage
    } else if report.undecided() > 0 {
        Exit::Stopped
    } else if report.count(Outcome::Pass) == 0 {
        Exit::BadUsage
    } else {
        Exit::NothingSuspicious
    }
}

fn exit_of_explain(report: &ExplainReport) -> Exit {
    match report.status {
        ExplainStatus::Passes => Exit::NothingSuspicious,
        ExplainStatus::Explained => Exit::Suspects,
        ExplainStatus::Unanalysable => Exit::BadUsage,
        ExplainStatus::Stopped => Exit::Stopped,
    }
}

fn exit_of_inputs(report: &InputsReport) -> Exit {
    match report.status {
        InputsStatus::Found => Exit::Suspects,
        InputsStatus::None if report.complete => Exit::NothingSuspicious,
        InputsStatus::Unanalysable => Exit::BadUsage,
        InputsStatus::None | InputsStatus::Stopped => Exit::Stopped,
    }
}

fn exit_of_trace(report: &TraceReport) -> Exit {
    match report.status {
        TraceStatus::Passes => Exit::NothingSuspicious,
        TraceStatus::Traced => Exit::Suspects,
        TraceStatus::Unanalysable => Exit::BadUsage,
        TraceStatus::Stopped => Exit::Stopped,
    }
}
