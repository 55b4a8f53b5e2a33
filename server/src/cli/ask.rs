//! `faultlens ask FILE`: a question instead of a guess.
//!
//! Where all tests pass with each of two repairs that do different things, only the user knows what is right. So an input
//! is shown on which the two differ, with what each would print. The answer becomes a test, and the search goes on with
//! it, until the tests decide.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;

use super::Exit;
use super::emit::{self, Format, Style};
use super::job::{exit_of, report_of, search_spec, text_of_report};
use super::signals::Signals;
use crate::jobs::{JobSpec, Report};
use crate::model::LocalizeReport;
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
    let spec = match search_spec(matches, style) {
        Ok(spec) => spec,
        Err(refused) => return refused,
    };
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
            let file = spec.file.display();
            return Err(io::Error::other(format!(
                "the new test is not one of the tests of {file}"
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
        let (folder, like) = place(spec, found);
        let name = write(&folder, &like, &question, output)?;
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
    let mut choices: Vec<&str> = known.iter().map(|(letter, _)| *letter).collect();
    choices.extend(["n for something else", "Enter if you do not know"]);
    let choices = choices.join(", ");
    loop {
        show(&format!("What should it print? [{choices}] "))?;
        let Some(line) = read_line()? else {
            return Ok(Reply::Unknown);
        };
        match line.trim() {
            "" => return Ok(Reply::Unknown),
            "n" => return typed(question),
            letter => {
                if let Some((_, output)) = known.iter().find(|(known, _)| *known == letter) {
                    return Ok(Reply::Output((*output).clone()));
                }
            }
        }
    }
}

/// Reads an output. What ends before the dot is none: the user has gone.
fn typed(question: &OpenQuestion) -> io::Result<Reply> {
    show("Type the whole output, and behind it a line with nothing but a dot:\n")?;
    let mut output = String::new();
    while let Some(line) = read_line()? {
        if line == "." {
            // Whether its last line ends says what the program prints now.
            let is_open = question
                .now
                .as_ref()
                .is_some_and(|now| !now.ends_with('\n'));
            if is_open && output.ends_with('\n') {
                output.pop();
            }
            return Ok(Reply::Output(output));
        }
        output.push_str(&line);
        output.push('\n');
    }
    Ok(Reply::Unknown)
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

/// Where a new test belongs, and a name like which it is called: beside a failing test that is a file.
fn place(spec: &JobSpec, found: &LocalizeReport) -> (PathBuf, String) {
    let mut paths = found
        .tests
        .details
        .iter()
        .filter_map(|test| test.path.as_ref());
    let output = paths.find_map(|path| path.strip_suffix(".out"));
    let beside = output.map(Path::new).and_then(|path| {
        let name = path.file_name()?.to_str()?;
        Some((path.parent()?.to_path_buf(), name.to_owned()))
    });
    beside.unwrap_or_else(|| (new_test::folder_of(&spec.file), String::new()))
}

/// Writes the answer as a test, and returns its name.
fn write(folder: &Path, like: &str, question: &OpenQuestion, output: String) -> io::Result<String> {
    let test = New {
        name: Some(new_test::free_name(folder, like)),
        args: question.args.clone(),
        input: question.input.clone().unwrap_or_default().into_bytes(),
        output: Some(output.into_bytes()),
    };
    let written = new_test::write(folder, &[test]);
    Ok(written.map_err(io::Error::other)?.concat())
}
