//! The C files and headers of the project around a file, the nearest first.
//!
//! A project reaches up to the folder that holds a `.git`, or else to the highest folder near the file that has a
//! description of a build. Without both, it is the folder around one with a usual name, such as `src` or `tests`, or
//! just the folder of the file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::paths::tidy;
use super::walk::walk;

/// Most folders above a file that may belong to its project.
const MOST_ABOVE: usize = 4;
/// Most folders that are listed, and most files of each kind that are returned.
const MOST_FOLDERS: usize = 400;
const MOST_FILES: usize = 600;
/// Files that describe a build.
const DESCRIPTIONS: [&str; 8] = [
    "CMakeLists.txt",
    "GNUmakefile",
    "Makefile",
    "Makefile.am",
    "configure.ac",
    "faultlens.toml",
    "makefile",
    "meson.build",
];
/// Usual names of folders that are parts of a project.
const PARTS: [&str; 14] = [
    "app", "bin", "demo", "example", "examples", "include", "lib", "source", "src", "t", "test",
    "testing", "tests", "tools",
];

/// Files of a project, the nearest folders first.
#[derive(Debug, Default)]
pub(super) struct ProjectFiles {
    /// C files.
    pub(super) sources: Vec<PathBuf>,
    pub(super) headers: Vec<PathBuf>,
}

/// Finds the files of the project around a file. Their paths are relative in the same way as that of the file.
pub(super) fn files_of_project(source: &Path) -> ProjectFiles {
    let home = source.parent().unwrap_or(Path::new(""));
    let mut found = ProjectFiles::default();
    let mut listed = BTreeSet::new();
    // The file's own folder and what is below it comes before its neighbours.
    for up in 0..=levels(source) {
        let above = (0..up).fold(home.to_path_buf(), |folder, _| folder.join(".."));
        let mut enter = |folder: &Path, _: usize| {
            let real = Path::new(".").join(folder).canonicalize();
            listed.len() < MOST_FOLDERS && real.is_ok_and(|real| listed.insert(real))
        };
        walk(&[tidy(&above)], &mut enter, &mut |file| {
            let files = match file.extension().and_then(|extension| extension.to_str()) {
                Some("c") => &mut found.sources,
                Some("h") => &mut found.headers,
                _ => return,
            };
            if files.len() < MOST_FILES {
                files.push(file);
            }
        });
    }
    found
}

/// The folders around an absolute path that belong to its project, the nearest first.
pub(super) fn folders_of_project(source: &Path) -> Vec<&Path> {
    let folders = source.ancestors().skip(1);
    folders.take(levels(source) + 1).collect()
}

/// Number of folders above that of a file that belong to its project.
fn levels(source: &Path) -> usize {
    let Ok(absolute) = std::path::absolute(source) else {
        return 0;
    };
    let absolute = tidy(&absolute);
    let folders: Vec<&Path> = absolute.ancestors().skip(1).take(MOST_ABOVE + 1).collect();
    if let Some(root) = folders
        .iter()
        .position(|folder| folder.join(".git").exists())
    {
        return root;
    }
    let described = folders.iter().rposition(|folder| {
        let mut names = DESCRIPTIONS.iter();
        names.any(|name| folder.join(name).is_file())
    });
    described.unwrap_or(0).max(levels_of_parts(&absolute))
}

/// Number of folders around a file that have usual names of a project's parts.
fn levels_of_parts(source: &Path) -> usize {
    let folders = source.ancestors().skip(1).take(MOST_ABOVE);
    let names = folders.map(|folder| folder.file_name().and_then(|name| name.to_str()));
    let parts = names.take_while(|name| name.is_some_and(|name| PARTS.contains(&name)));
    parts.count()
}

/// The folder around those of the project's parts in which an absolute path is: `p` for `p/src/a.c`.
pub(super) fn folder_around_parts(source: &Path) -> Option<&Path> {
    source.ancestors().nth(1 + levels_of_parts(source))
}
