//! `faultlens ask FILE`: a question instead of a guess.
//!
//! Where all tests pass with each of two repairs that do different things, only the user knows what is right. So an input
//! is shown on which the two differ, with what each would print. The answer becomes a test, and the search goes on with
//! it, until the tests decide.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;

use super::emit::{self, Format, Style};
use super::job::{exit_of, report_of, spec_of, text_of_report};
use super::signals::Signals;
use super::{Exit, args};
use crate::jobs::{JobKind, JobSpec, Report};
use crate::model::question::{LETTERS, NOTHING, OpenQuestion};
use crate::model::words::visible;
use crate::new_test::{self, New};

/// Most questions in a row: each is a search.
const MOST_QUESTIONS: usize = 10;

/// What the user says must be printed.
enum Reply {
    Output(String),
    Unknown,
}

/// Runs `faultlens ask`.
pub(super) fn run(matches: &ArgMatches, log: Option<&str>) -> ExitCode {
    let style = Style::of(matches);
    let files = args::given_files(matches);
    let mut spec = match spec_of(JobKind::Localize, matches, files, style) {
        Ok(spec) => spec,
        Err(why) => return emit::refuse(&why),
    };
    spec.written = false;
    match ask(&spec, style, log) {
        Ok(exit) => exit.into(),
        Err(why) => emit::refuse(&why.to_string()),
    }
}

/// Asks until the tests decide, or until nobody knows the answer.
fn ask(spec: &JobSpec, style: Style, log: Option<&str>) -> io::Result<Exit> {
    let signals = Signals::take();
    let mut asked: Vec<OpenQuestion> = Vec::new();
    loop {
        let Some(report) = report_of(spec, log, &signals) else {
            return Ok(Exit::Stopped);
        };
        let exit = exit_of(&report);
        let Report::Localize(found) = &report else {
            return Ok(exit);
        };
        let question = OpenQuestion::of(found);
        if style.format == Format::Json {
            return Ok(emit::json(&question, exit));
        }
        if asked.contains(&question) {
            let (folder, file) = (folder(spec), spec.file.display());
            return Err(io::Error::other(format!(
                "the new test in {} is not one of the tests of {file}",
                folder.display()
            )));
        }
        let text = question.text().filter(|_| asked.len() < MOST_QUESTIONS);
        let Some(text) = text else {
            let result = text_of_report(&report, style);
            let decided = match asked[..] {
                [] => format!("{NOTHING}\n\n"),
                _ => String::new(),
            };
            return Ok(emit::result(format!("{decided}{result}"), exit));
        };
        show(&format!("{}\n", visible(&text, true)))?;
        let Reply::Output(output) = answer(&question)? else {
            return Ok(emit::result(text_of_report(&report, style), exit));
        };
        let name = write(&folder(spec), &question, &output)?;
        show(&format!("Test {name} is written. Searching again…\n\n"))?;
        asked.push(question);
    }
}

/// Reads the answer to a question.
fn answer(question: &OpenQuestion) -> io::Result<Reply> {
    let known: Vec<(&str, &String)> = LETTERS
        .into_iter()
        .zip(&question.answers)
        .filter_map(|(letter, answer)| Some((letter, answer.output.as_ref()?)))
        .collect();
    let letters: Vec<&str> = known.iter().map(|(letter, _)| *letter).collect();
    let letters = match letters.join(", ") {
        none if none.is_empty() => none,
        some => format!("{some}, "),
    };
    loop {
        show(&format!(
            "What should it print? [{letters}n for something else, Enter if you do not know] "
        ))?;
        let Some(line) = read_line()? else {
            return Ok(Reply::Unknown);
        };
        match line.trim() {
            "" => return Ok(Reply::Unknown),
            "n" => {
                show("Type the whole output, and an empty line behind it:\n")?;
                let lines = std::iter::from_fn(|| read_line().ok().flatten());
                let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
                return Ok(Reply::Output(lines.join("\n")));
            }
            letter => {
                if let Some((_, output)) = known.iter().find(|(known, _)| *known == letter) {
                    return Ok(Reply::Output((*output).clone()));
                }
            }
        }
    }
}

/// A line of the user without its end; `None` behind the last one.
fn read_line() -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line)?;
    if !io::stdin().is_terminal() {
        // What is typed at a terminal shows there, with its line end.
        show("\n")?;
    }
    Ok((read > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned()))
}

fn show(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The folder of new tests.
fn folder(spec: &JobSpec) -> PathBuf {
    let given = spec.tests.as_ref().filter(|tests| tests.is_dir());
    given.map_or_else(|| new_test::folder_of(&spec.file), PathBuf::clone)
}

/// Writes the answer as a test, and returns its name.
fn write(folder: &Path, question: &OpenQuestion, output: &str) -> io::Result<String> {
    let input = question.input.as_deref().unwrap_or_default();
    let test = New {
        args: question.args.clone(),
        ..New::typed(input, Some(output))
    };
    let written = new_test::write(folder, &[test]);
    Ok(written.map_err(io::Error::other)?.concat())
}
