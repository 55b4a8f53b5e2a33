//! Corpus of programs that inputs are made from.

use std::path::{Path, PathBuf};

use crate::Outcome;

/// Maximum size of a program in bytes: larger ones mostly make inputs slow.
const MAX_SIZE: u64 = 32 << 10;

/// All C files among and below these paths, in a fixed order.
pub(super) fn files(paths: &[PathBuf]) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        return Err("no programs".to_owned());
    }
    Ok(files)
}

/// Texts of the files.
pub(super) fn texts(files: &[PathBuf]) -> Outcome<Vec<Vec<u8>>> {
    let text = |file: &PathBuf| std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()));
    files.iter().map(text).collect()
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Outcome<()> {
    let fail = |error| format!("{}: {error}", path.display());
    let metadata = std::fs::metadata(path).map_err(fail)?;
    if metadata.is_dir() {
        for entry in std::fs::read_dir(path).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            // Links could form cycles.
            if !entry.file_type().map_err(fail)?.is_symlink() {
                collect(&entry.path(), files)?;
            }
        }
    } else if path.extension().is_some_and(|e| e == "c") && metadata.len() <= MAX_SIZE {
        files.push(path.to_owned());
    }
    Ok(())
}
