//! `faultlens doctor`: checks the installation.

use std::fmt::Write;

use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;

use super::{Exit, emit};
use crate::config::{self, Options};
use crate::files::{CONFIG_FILE, compiler};
use crate::jobs::{Event, JobKind, JobSpec, LOG_VARIABLE, Report, Worker};
use crate::model::words::{KEEPS_LINES, visible};

/// Prints the state of this installation; exit status 2 if something needs attention.
pub(super) fn run(matches: &ArgMatches) -> ExitCode {
    let mut page = Page::default();
    page.row("faultlens", env!("CARGO_PKG_VERSION"));
    page.row(
        "system",
        &format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    );
    page.row("program", &program());
    page.solvers();
    match compiler::version() {
        Ok(version) => page.row(
            "compiler",
            &format!("{version} (used only for files that need the preprocessor)"),
        ),
        Err(why) => page.row(
            "compiler",
            &format!("{why}; only needed for files that need the preprocessor"),
        ),
    }
    page.configuration(
        matches
            .get_one::<String>("file")
            .map_or("./x.c", String::as_str),
    );
    page.self_test();
    page.row("log", &format!("--log LEVEL or {LOG_VARIABLE}"));
    let exit = if page.trouble {
        Exit::BadUsage
    } else {
        Exit::NothingSuspicious
    };
    emit::result(&*visible(&page.text, KEEPS_LINES), exit).into()
}

#[derive(Default)]
struct Page {
    text: String,
    trouble: bool,
}

impl Page {
    fn row(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.text, "{name:<10} {value}");
    }

    fn solvers(&mut self) {
        match smt::z3() {
            Ok(version) => {
                let file = smt::z3_file().map(|file| format!(" ({})", file.display()));
                let file = file.unwrap_or_default();
                self.row(
                    "solvers",
                    &format!("embedded SAT solver, Z3 {version}{file}"),
                );
            }
            Err(why) => {
                self.row("solvers", &format!("embedded SAT solver, no Z3 ({why})"));
                self.row("", smt::WITHOUT_Z3);
            }
        }
    }

    /// Runs a whole job on a small program, in a worker process like every job.
    fn self_test(&mut self) {
        let verdict = self_test();
        self.trouble |= verdict.is_err();
        let (Ok(words) | Err(words)) = verdict;
        self.row("self-test", &words);
    }

    fn configuration(&mut self, file: &str) {
        let mut options = Options::default();
        let found = config::read(Path::new(file));
        let applied = found.and_then(|config| match config {
            None => Ok(None),
            Some(config) => config.apply(&mut options).map(|()| Some(config.path)),
        });
        match applied {
            Ok(Some(path)) => self.row("config", &path.display().to_string()),
            Ok(None) => self.row(
                "config",
                &format!("no {CONFIG_FILE} here or above; defaults"),
            ),
            Err(why) => {
                self.trouble = true;
                self.row("config", &format!("error: {why}"));
            }
        }
        self.row(
            "limits",
            &format!("{} s, {} MB a job", options.timeout, options.memory_mb),
        );
        let bound = options
            .unwind
            .map_or_else(|| "as the tests need".to_owned(), |n| n.to_string());
        self.row(
            "search",
            &format!("sets of up to {}, loop bound {bound}", options.max_size),
        );
    }
}

fn program() -> String {
    std::env::current_exe().map_or_else(|e| e.to_string(), |path| path.display().to_string())
}

const SAMPLE: &str = "#include <assert.h>\nint main(void) {\n    int x = 1;\n    assert(x == 2);\n    return 0;\n}\n";

fn self_test() -> Result<String, String> {
    // A separate folder, so that only the sample's own tests are found.
    let file = std::env::temp_dir()
        .join("faultlens-doctor")
        .join("sample.c");
    let spec = JobSpec {
        text: Some(SAMPLE.to_owned()),
        ..JobSpec::new(JobKind::Localize, file)
    };
    let worker = Worker::this_program().map_err(|e| e.to_string())?;
    let job = worker.spawn(&spec).map_err(|e| e.to_string())?;
    for event in &job.events {
        match event {
            Event::Failed { message, .. } => return Err(message),
            Event::Done { report } => return judge(&report),
            _ => {}
        }
    }
    Err("the worker ended without an answer".to_owned())
}

fn judge(report: &Report) -> Result<String, String> {
    let Report::Localize(report) = report else {
        return Err("a report of the wrong kind".to_owned());
    };
    if report.ranking.iter().any(|line| line.line == 3) {
        return Ok(format!("passed ({:.0} ms)", report.stats.time_ms));
    }
    let reason = report
        .reason
        .as_deref()
        .unwrap_or("the fault was not found");
    Err(format!("FAILED: {reason}"))
}
