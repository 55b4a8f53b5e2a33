//! `faultlens hint FILE`: a hint of the level that is asked for, and no more.

use std::process::ExitCode;

use clap::ArgMatches;
use serde::Serialize;

use super::emit::{self, Format, Style};
use super::job::{exit_of, report_of, search_spec};
use super::signals::Signals;
use super::{Exit, args};
use crate::config::{self, Options};
use crate::jobs::{JobKind, JobSpec, Report};
use crate::model::VERSION;
use crate::model::hint::{HIGHEST, Hints};
use crate::model::words::visible;

/// A hint, as one JSON object.
#[derive(Serialize)]
struct Hint<'h> {
    /// Version of the format.
    version: u32,
    /// Source file, as the user named it.
    file: &'h str,
    /// How much is told, from 1 to 4.
    level: u32,
    /// The highest level that the project allows.
    max_level: u32,
    /// What is told.
    hints: Vec<String>,
}

/// Runs `faultlens hint`.
pub(super) fn run(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    let style = Style::of(matches);
    let mut spec = match search_spec(matches, style) {
        Ok(spec) => spec,
        Err(refused) => return refused,
    };
    let level = args::fix_number(matches, "level").unwrap_or(1) as u32;
    // Who runs it may ask for less than the project allows, but not for more.
    let allowed = spec.options.max_hint.min(of_project(&spec));
    if level > HIGHEST {
        return emit::refuse(&format!("there are hints of the levels 1 to {HIGHEST}"));
    }
    if level > allowed {
        return emit::refuse(&format!(
            "this project gives hints up to level {allowed} (max-hint in faultlens.toml)"
        ));
    }
    spec.options.max_hint = allowed;
    hint(&spec, level, style, log).into()
}

/// The highest level that the project's own file allows.
fn of_project(spec: &JobSpec) -> u32 {
    let mut options = Options::default();
    if let Ok(Some(config)) = config::read(&spec.file) {
        // The file has been read before; its mistakes are known.
        let _ = config.apply(&mut options);
    }
    options.max_hint
}

/// Runs the tests, looks for the cause where the level needs it, and shows the hint.
fn hint(spec: &JobSpec, level: u32, style: Style, log: Option<&str>) -> Exit {
    let signals = Signals::take();
    let tests = JobSpec {
        kind: JobKind::Test,
        ..spec.clone()
    };
    let tests = report_of(&tests, log, &signals);
    let exit = tests.as_ref().map_or(Exit::Stopped, exit_of);
    let Some(Report::Test(tests)) = tests else {
        emit::stderr("the tests could not be run");
        return Exit::Stopped;
    };
    let mut hints = Hints {
        tests: &tests,
        found: None,
    };
    let mut found = None;
    if level > 1 && hints.failing().is_some() {
        // A search that does not know of hidden tests tells nothing of them.
        let mut visible = spec.clone();
        visible.options.only_visible = true;
        found = report_of(&visible, log, &signals);
    }
    if let Some(Report::Localize(report)) = &found {
        hints.found = Some(report);
    }
    let sentences = hints.sentences(level).into_iter();
    let hints: Vec<String> = sentences
        .map(|text| visible(&text, false).into_owned())
        .collect();
    if style.format == Format::Json {
        let file = spec.file.display().to_string();
        let hint = Hint {
            version: VERSION,
            file: &file,
            level,
            max_level: spec.options.max_hint,
            hints,
        };
        return emit::json(&hint, exit);
    }
    let mut lines = hints;
    if exit == Exit::Suspects && level < spec.options.max_hint {
        let (file, next) = (spec.file.display(), level + 1);
        lines.push(format!("\nMore: faultlens hint {file} --level {next}"));
    }
    emit::result(lines.join("\n") + "\n", exit)
}
