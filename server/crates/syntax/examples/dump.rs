//! Prints the problems of C files; with `--tree` the tree, with `--functions` the functions with all spans. The
//! environment variable `PREPROCESSED` names a file with the output of `cc -E`.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a tool for people at a terminal"
)]

use std::path::Path;

use syntax::{Includes, Options};

/// An [`Includes`] that finds files beside the including file.
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
        let parse = match std::env::var("PREPROCESSED") {
            Ok(output) => {
                let output = std::fs::read_to_string(output).unwrap_or_default();
                syntax::parse_preprocessed(
                    &path,
                    &text,
                    &output,
                    &Beside,
                    &syntax::Options::default(),
                )
            }
            Err(_) => syntax::parse(&path, &text, &Beside, &Options::default()),
        };
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
        if std::env::args().any(|argument| argument == "--functions") {
            for item in &parse.unit.items {
                if let syntax::ast::Item::Function(function) = item {
                    println!("{function:?}");
                }
            }
        }
        if tree {
            print!("{}", syntax::dump::unit(&parse.unit));
        }
    }
}
