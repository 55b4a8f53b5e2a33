//! `add-test FILE`: a test out of what is typed, or pasted from a task.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;

use super::emit::{self, Style};
use super::signals::Signals;
use super::{Exit, args, blocks, job, text::plural};
use crate::jobs::{JobKind, Report};

/// Numbers that are looked at for a free one.
const MOST_NUMBERS: u32 = 100_000;

/// A test to be written.
struct New {
    input: String,
    /// `None`: what the program prints now.
    output: Option<String>,
}

/// `faultlens add-test FILE`
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
    let folder = source.with_file_name("tests");
    let tests = wanted(matches)?;
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let given = matches.get_one::<String>("name").map(String::as_str);
    let mut written = Vec::new();
    for (number, test) in (1..).zip(&tests) {
        let name = match given {
            Some(name) if tests.len() > 1 => format!("{name}-{number}"),
            Some(name) => name.to_owned(),
            None => free_name(&folder),
        };
        write(&folder, &name, test)?;
        if test.output.is_none() {
            accept(matches, log, &folder, &name)?;
        }
        written.push(name);
    }
    let count = plural(written.len(), "test", "tests");
    Ok(format!(
        "{count} written to {}: {}\n",
        folder.display(),
        written.join(", ")
    ))
}

/// The tests that the arguments, or what is typed, describe.
fn wanted(matches: &ArgMatches) -> Result<Vec<New>, String> {
    let given = |name: &str| matches.get_one::<String>(name).cloned();
    let input = match given("input") {
        Some(input) => input,
        None => {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            read.map_err(|error| format!("stdin: {error}"))?;
            text
        }
    };
    if let Some(expected) = given("expected") {
        let (input, output) = (line(&input), Some(line(&expected)));
        return Ok(vec![New { input, output }]);
    }
    if matches.get_flag("accept") {
        let input = line(&input);
        return Ok(vec![New {
            input,
            output: None,
        }]);
    }
    let blocks = blocks::tests(&input).into_iter();
    let tests: Vec<New> = blocks
        .map(|(input, output)| New {
            input: line(&input),
            output: Some(line(&output)),
        })
        .collect();
    if tests.is_empty() {
        return Err(
            "what must be printed? Say --expected TEXT, or --accept for what the program prints now, or give a text with \
             `Input:` and `Output:`"
                .to_owned(),
        );
    }
    Ok(tests)
}

/// The text, ending in a newline if it is not empty: nobody types one.
fn line(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') {
        text.to_owned()
    } else {
        format!("{text}\n")
    }
}

/// The first number that no test has.
fn free_name(folder: &Path) -> String {
    let is_free = |n: &u32| {
        let taken = |extension: &str| folder.join(format!("{n}.{extension}")).exists();
        !taken("in") && !taken("out")
    };
    let free = (1..=MOST_NUMBERS).find(is_free).unwrap_or(MOST_NUMBERS);
    free.to_string()
}

/// Writes the files of a test; never over others.
fn write(folder: &Path, name: &str, test: &New) -> Result<(), String> {
    let output = test.output.as_deref().unwrap_or_default();
    for (extension, text) in [("in", test.input.as_str()), ("out", output)] {
        let path = folder.join(format!("{name}.{extension}"));
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut file = fs::File::create_new(&path).map_err(failed)?;
        std::io::Write::write_all(&mut file, text.as_bytes()).map_err(failed)?;
    }
    Ok(())
}

/// Makes what the program prints now what it must print. A test that ends in undefined behaviour, or not at all, is taken
/// back.
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
    let report = job::report_of(&spec, log.map(str::to_owned), &Signals::take());
    let ended = match &report {
        Some(Report::Test(report)) => match report.tests.first() {
            Some(test) if test.exit.is_some() => Ok(test.stdout.clone()),
            Some(test) => Err(test.reason.clone().unwrap_or_default()),
            None => Err(report.reason.clone().unwrap_or_default()),
        },
        _ => Err("the program could not be run".to_owned()),
    };
    match ended {
        Ok(printed) => {
            fs::write(&output, printed).map_err(|error| format!("{}: {error}", output.display()))
        }
        Err(why) => {
            let _ = fs::remove_file(&output);
            let _ = fs::remove_file(folder.join(format!("{name}.in")));
            Err(format!("what the program prints cannot be accepted: {why}"))
        }
    }
}
