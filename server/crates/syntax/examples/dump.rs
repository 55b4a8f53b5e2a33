//! Prints the problems (and with `--tree` the tree) of C files.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a tool for people at a terminal"
)]

use std::path::Path;

use syntax::{Includes, Options};

/// Finds files beside the including file.
struct Beside;

impl Includes for Beside {
    fn open(&self, name: &str, from: &str, system: bool) -> Option<(String, String)> {
        let path = Path::new(from).parent()?.join(name);
        let bytes = std::fs::read(&path).ok().filter(|_| !system)?;
        Some((
            path.display().to_string(),
            String::from_utf8_lossy(&bytes).into_owned(),
        ))
    }
}

fn main() {
    let tree = std::env::args().any(|argument| argument == "--tree");
    for path in std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
    {
        let Ok(bytes) = std::fs::read(&path) else {
            println!("{path}: cannot be read");
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        let parse = syntax::parse(&path, &text, &Beside, &Options::default());
        for problem in &parse.problems {
            let (line, column) = parse.sources.line_col(problem.span);
            let file = parse
                .sources
                .file(problem.span.file)
                .map_or("", |source| &source.path);
            println!(
                "{file}:{line}:{column}: {:?}: {}",
                problem.severity, problem.message
            );
        }
        if tree {
            print!("{}", syntax::dump::unit(&parse.unit));
        }
    }
}
