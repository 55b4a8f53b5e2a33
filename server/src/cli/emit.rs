//! The only functions that write to the terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use serde::Serialize;

use super::{Exit, args, closed_stdout};
use crate::model::words::{KEEPS_LINES, visible};

/// Style of results.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// Output format.
    pub(super) format: Format,
    /// Whether text has colours.
    pub(super) colour: bool,
    /// Whether to show everything instead of the first items.
    pub(super) all: bool,
}

/// Output format of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Text for a terminal.
    Text,
    /// One JSON object.
    Json,
    /// Markdown document; for explanations and localizations.
    Markdown,
    /// HTML page; for localizations only.
    Html,
    /// SARIF, for code review tools; for localizations only.
    Sarif,
    /// Code Quality report of GitLab; for localizations and tests.
    Gitlab,
    /// Workflow commands of GitHub; for localizations and tests.
    Github,
    /// A line for each finding; for localizations and tests.
    Concise,
    /// Graph for Graphviz; for traces only.
    Dot,
    /// Unified diff; for fixes only.
    Patch,
    /// `JUnit` XML; for tests only.
    Junit,
}

impl Format {
    /// Whether it is a list of findings for another program.
    pub(super) fn is_list(self) -> bool {
        use Format::{Concise, Github, Gitlab, Sarif};
        matches!(self, Sarif | Gitlab | Github | Concise)
    }
}

impl Style {
    /// Plain text, shortened.
    pub(crate) const PLAIN: Style = Style {
        format: Format::Text,
        colour: false,
        all: false,
    };

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
                "gitlab" => Format::Gitlab,
                "github" => Format::Github,
                "concise" => Format::Concise,
                "dot" => Format::Dot,
                "patch" => Format::Patch,
                "junit" => Format::Junit,
                _ => Format::Text,
            },
            colour,
            all: args::flag(matches, "all"),
        }
    }
}

/// Whether stdout shows colours and the environment does not disable them.
pub(super) fn terminal_with_colours() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
    for_people() && !no_color && !dumb
}

/// Writes a result to stdout. Returns `exit`, or [`Exit::BadUsage`] with a message on stderr if the result is lost. A
/// reader that stops early (`| head`) is not an error.
pub(super) fn result(text: impl AsRef<[u8]>, exit: Exit) -> Exit {
    judge(write(text.as_ref()), exit)
}

/// Exit status after the attempt to write a result.
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
    if closed_stdout::stdout_was_closed() {
        return Err(io::Error::other("it is closed"));
    }
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

/// Writes lines to stderr; control characters in quoted text are escaped.
pub(super) fn stderr(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(text, KEEPS_LINES));
}

/// Whether stdout is a terminal.
pub(super) fn for_people() -> bool {
    io::stdout().is_terminal()
}

/// Writes one JSON object to stdout, like [`result`]: indented on a terminal, on one line otherwise.
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

/// Reports why nothing is done.
pub(super) fn refuse(why: &str) -> ExitCode {
    stderr(&format!("faultlens: {}", without_error_number(why)));
    Exit::BadUsage.into()
}

/// The text without the number that Rust appends to an error of the system: the words before it say the same.
pub(crate) fn without_error_number(text: &str) -> String {
    let Some((before, rest)) = text.split_once(" (os error ") else {
        return text.to_owned();
    };
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{before}{}", after.strip_prefix(')').unwrap_or(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_are_told_in_words() {
        let told = |text| without_error_number(text);
        assert_eq!(told("a.in: File exists (os error 17)"), "a.in: File exists");
        assert_eq!(told("it ended (os error 5), or not"), "it ended, or not");
        assert_eq!(told("nothing to take away"), "nothing to take away");
    }
}
