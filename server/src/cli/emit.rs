//! The only functions that write to the terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use serde::Serialize;

use super::{Exit, args};

/// How results are shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// In which form.
    pub(super) format: Format,
    /// Text with colours.
    pub(super) colour: bool,
    /// Everything instead of the first ones.
    pub(super) all: bool,
}

/// The form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// For people, on a terminal.
    Text,
    /// One object.
    Json,
    /// For people, in a document; only explanations have it.
    Markdown,
    /// For Graphviz; only traces have it.
    Dot,
}

impl Style {
    pub(super) fn of(matches: &ArgMatches) -> Style {
        let colour = match args::word(matches, "color").as_str() {
            "always" => true,
            "never" => false,
            _ => terminal_with_colours(),
        };
        Style {
            format: match args::word(matches, "format").as_str() {
                "json" => Format::Json,
                "markdown" => Format::Markdown,
                "dot" => Format::Dot,
                _ => Format::Text,
            },
            colour,
            all: matches.get_flag("all"),
        }
    }
}

fn terminal_with_colours() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
    for_people() && !no_color && !dumb
}

/// Writes to stdout. That nobody reads it to the end (`| head`) is no error.
pub(super) fn stdout(text: impl AsRef<[u8]>) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_ref()).and_then(|()| out.flush());
}

/// Writes a line to stderr.
pub(super) fn stderr(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Whether a terminal shows what is written to stdout.
pub(super) fn for_people() -> bool {
    io::stdout().is_terminal()
}

/// Writes one JSON object to stdout: laid out for people on a terminal, in one line for programs.
pub(super) fn json(value: &impl Serialize) {
    let text = if for_people() {
        serde_json::to_string_pretty(value)
    } else {
        serde_json::to_string(value)
    };
    match text {
        Ok(text) => stdout(&(text + "\n")),
        Err(error) => stderr(&format!(
            "faultlens: the result cannot be written as JSON: {error}"
        )),
    }
}

/// Says why nothing is done.
pub(super) fn refuse(why: &str) -> ExitCode {
    stderr(&format!("faultlens: {why}"));
    Exit::BadUsage.into()
}
