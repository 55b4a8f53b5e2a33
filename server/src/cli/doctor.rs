//! `faultlens doctor`: what is there and what is missing.

use std::fmt::Write;

use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;

use super::{Exit, emit};
use crate::config::{self, Options};
use crate::files::compiler;

/// Prints the state of this installation; exit status 2 when something needs attention.
pub(super) fn run(matches: &ArgMatches) -> ExitCode {
    let mut page = Page::default();
    page.row("faultlens", env!("CARGO_PKG_VERSION"));
    page.row(
        "system",
        &format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    );
    page.row("program", &program());
    page.row("solvers", "embedded SAT solver");
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
    page.row("log", &format!("--log LEVEL or {}", super::LOG_VARIABLE));
    emit::stdout(&page.text);
    if page.trouble {
        Exit::BadUsage.into()
    } else {
        Exit::NothingSuspicious.into()
    }
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
                &format!("no {} here or above; defaults", config::CONFIG_FILE),
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
