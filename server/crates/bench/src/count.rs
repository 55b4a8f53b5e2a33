//! Counts the sequences of tokens in C programs for `localize::likelihood`: `bench --learn count`.

use std::fs;
use std::path::{Path, PathBuf};

use localize::likelihood::TokenCounts;

use crate::Outcome;
use crate::cli::Cli;

/// Writes the table of the most frequent sequences in all files `*.c` below the folders.
pub(crate) fn write(cli: &Cli) -> Outcome<()> {
    let mut counts = TokenCounts::default();
    let mut files = 0;
    for folder in &cli.folders {
        for file in below(folder)? {
            // Whatever is not text is no program.
            if let Ok(text) = fs::read_to_string(&file) {
                counts.add(&text);
                files += 1;
            }
        }
    }
    let out = cli.out.as_deref().unwrap_or(Path::new("c.ngrams"));
    let table = counts.table();
    eprintln!("{files} files, {} sequences", table.len() / 4);
    fs::write(out, table).map_err(|e| format!("{}: {e}", out.display()))
}

/// The C files below a folder.
fn below(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(below(&path)?);
        } else if path.extension().is_some_and(|end| end == "c") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
