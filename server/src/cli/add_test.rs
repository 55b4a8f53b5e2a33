//! `add-test FILE`: creates tests from typed text, from a task statement, or from a judge's files.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;

use super::emit::{self, Style};
use super::signals::Signals;
use super::{Exit, args, job, text::plural};
use crate::jobs::JobKind;
use crate::new_test::{self, New};

/// Maximum number of names listed.
const MOST_NAMES: usize = 10;

/// Runs `faultlens add-test FILE`.
pub(super) fn run(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    match add(matches, log) {
        Ok(said) => emit::result(said, Exit::NothingSuspicious).into(),
        Err(why) => emit::refuse(&why),
    }
}

fn add(matches: &ArgMatches, log: Option<&str>) -> Result<String, String> {
    let files = args::given_files(matches);
    let source = PathBuf::from(files.first().ok_or("no file given")?);
    if !source.is_file() {
        return Err(format!("{}: there is no such file", source.display()));
    }
    let folder = new_test::folder_of(&source);
    let mut tests = wanted(matches)?;
    if let Some(name) = matches.get_one::<String>("name") {
        new_test::check_name(name)?;
        let several = tests.len() > 1;
        for (number, test) in (1..).zip(&mut tests) {
            test.name = Some(if several {
                format!("{name}-{number}")
            } else {
                name.clone()
            });
        }
    }
    let written = new_test::write(&folder, &tests)?;
    for (test, name) in tests.iter().zip(&written) {
        if test.output.is_none() {
            accept(matches, log, &folder, name)?;
        }
    }
    let count = plural(written.len(), "test", "tests");
    let more = match written.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let names = written.into_iter().take(MOST_NAMES).collect::<Vec<_>>();
    Ok(format!(
        "{count} written to {}: {}{more}\n",
        folder.display(),
        names.join(", ")
    ))
}

/// Tests described by the arguments or by the typed text.
fn wanted(matches: &ArgMatches) -> Result<Vec<New>, String> {
    let given = |name: &str| matches.get_one::<String>(name).cloned();
    if let Some(path) = matches.get_one::<PathBuf>("from") {
        let failed = |why: String| format!("{}: {why}", path.display());
        let tests = new_test::tests_of_judge(path).map_err(failed)?;
        if tests.is_empty() {
            return Err(failed(
                "there are no pairs of files such as 1.in and 1.out".to_owned(),
            ));
        }
        return Ok(tests);
    }
    let text = match given("input") {
        Some(input) => input,
        None if matches.get_flag("clipboard") => clipboard()?,
        None => {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            read.map_err(|error| format!("stdin: {error}"))?;
            text
        }
    };
    if let Some(expected) = given("expected") {
        return Ok(vec![New::typed(&text, Some(&expected))]);
    }
    if matches.get_flag("accept") {
        return Ok(vec![New::typed(&text, None)]);
    }
    let tests = new_test::described(&text);
    if tests.is_empty() {
        return Err(
            "what must be printed? Say --expected TEXT, or --accept for what the program prints now, or give a text with \
             `Input:` and `Output:`"
                .to_owned(),
        );
    }
    Ok(tests)
}

/// Text in the clipboard.
fn clipboard() -> Result<String, String> {
    #[cfg(feature = "clipboard")]
    let text = arboard::Clipboard::new().and_then(|mut clipboard| clipboard.get_text());
    #[cfg(not(feature = "clipboard"))]
    let text = Err::<String, _>("faultlens was built without the feature `clipboard`");
    text.map_err(|error| format!("the clipboard cannot be read: {error}"))
}

/// Makes the program's current output the expected one. A test that ends in undefined behaviour, or does not end, is
/// removed again.
fn accept(
    matches: &ArgMatches,
    log: Option<&str>,
    folder: &Path,
    name: &str,
) -> Result<(), String> {
    let output = folder.join(format!("{name}.out"));
    let style = Style::of(matches);
    let mut spec = job::spec_of(JobKind::Test, matches, args::given_files(matches), style)?;
    spec.tests = Some(output.clone());
    spec.inside.push(folder.to_path_buf());
    let report = job::report_of(&spec, log, &Signals::take());
    match new_test::printed(report.as_ref()) {
        Ok(printed) => {
            fs::write(&output, printed).map_err(|error| format!("{}: {error}", output.display()))
        }
        Err(why) => {
            new_test::remove(folder, name);
            Err(format!("what the program prints cannot be accepted: {why}"))
        }
    }
}
