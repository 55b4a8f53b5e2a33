//! The only functions that write to the terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use serde::Serialize;

use super::{Exit, args, closed};
use crate::model::words::{KEEPS_LINES, visible};

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
    /// For people, in a document; explanations and localizations have it.
    Markdown,
    /// For people, as a page; only localizations have it.
    Html,
    /// For code review tools; only localizations have it.
    Sarif,
    /// For Graphviz; only traces have it.
    Dot,
    /// A unified diff; only fixes have it.
    Patch,
    /// `JUnit`'s XML; only tests have it.
    Junit,
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
                "html" => Format::Html,
                "sarif" => Format::Sarif,
                "dot" => Format::Dot,
                "patch" => Format::Patch,
                "junit" => Format::Junit,
                _ => Format::Text,
            },
            colour,
            all: matches.get_flag("all"),
        }
    }
}

/// Whether stdout shows colours, and nobody has asked for none.
pub(super) fn terminal_with_colours() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
    for_people() && !no_color && !dumb
}

/// Writes a result to stdout. Gives `exit` back, or [`Exit::BadUsage`], said on stderr, if the result is lost. That nobody
/// reads it to the end (`| head`) is no loss.
pub(super) fn result(text: impl AsRef<[u8]>, exit: Exit) -> Exit {
    judge(write(text.as_ref()), exit)
}

/// What becomes of the exit status when a result was written so.
pub(super) fn judge(written: io::Result<()>, exit: Exit) -> Exit {
    match written {
        Ok(()) => exit,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit,
        Err(error) => {
            stderr(&format!(
                "faultlens: the result cannot be written to stdout: {error}"
            ));
            Exit::BadUsage
        }
    }
}

fn write(text: &[u8]) -> io::Result<()> {
    if closed::stdout_was_closed() {
        return Err(io::Error::other("it is closed"));
    }
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

/// Writes lines to stderr; whatever they quote does nothing to the terminal.
pub(super) fn stderr(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(text, KEEPS_LINES));
}

/// Whether a terminal shows what is written to stdout.
pub(super) fn for_people() -> bool {
    io::stdout().is_terminal()
}

/// Writes one JSON object to stdout, as [`result`]: laid out for people on a terminal, in one line for programs.
pub(super) fn json(value: &impl Serialize, exit: Exit) -> Exit {
    let text = if for_people() {
        serde_json::to_string_pretty(value)
    } else {
        serde_json::to_string(value)
    };
    match text {
        Ok(text) => result(text + "\n", exit),
        Err(error) => judge(Err(error.into()), exit),
    }
}

/// Says why nothing is done.
pub(super) fn refuse(why: &str) -> ExitCode {
    stderr(&format!("faultlens: {why}"));
    Exit::BadUsage.into()
}
