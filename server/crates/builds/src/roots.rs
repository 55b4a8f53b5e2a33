//! Full names for the source and the build folder.
//!
//! In the values of variables, the project's root is called [`SOURCE`] and the build
//! folder [`BINARY`], so that paths can be told from other text. Both names are removed
//! from the results.

use crate::paths;

/// The name of the project's root in the values of variables.
pub(crate) const SOURCE: &str = "/.source";
/// The name of the build folder in the values of variables.
pub(crate) const BINARY: &str = "/.build";

/// A full path without the name of the source or build folder; `None` if it is in neither.
pub(crate) fn project_path(path: &str) -> Option<String> {
    let path = paths::clean(path);
    let rest = path
        .strip_prefix(SOURCE)
        .or_else(|| path.strip_prefix(BINARY))?;
    if rest.is_empty() {
        Some(String::new())
    } else {
        rest.strip_prefix('/').map(str::to_string)
    }
}

/// A text in which the names of the source and build folder are removed wherever they are.
pub(crate) fn without_roots(text: &str) -> String {
    let mut text = text.to_string();
    for root in [SOURCE, BINARY] {
        text = text.replace(&format!("{root}/"), "").replace(root, ".");
    }
    text
}

/// An argument of a test, with a path of the project seen from the working directory.
pub(crate) fn seen_from(folder: &str, word: &str) -> String {
    match project_path(word).filter(|_| word.starts_with('/')) {
        Some(path) => {
            let path = paths::relative_to(folder, &path);
            if path.is_empty() {
                ".".to_string()
            } else {
                path
            }
        }
        None => without_roots(word),
    }
}

/// Why a command that is no program of the project cannot be taken as a test.
pub(crate) fn why_no_program(command: &str) -> String {
    let command = without_roots(command);
    let name = paths::name_of(&command);
    let shells = ["sh", "bash", "cmake", "python", "python3", "perl", "env"];
    if name.is_empty() {
        "it has no command, or an unknown variable for it".to_string()
    } else if shells.contains(&name) || ["sh", "py", "pl"].contains(&paths::extension(name)) {
        format!("it runs a script with `{command}`")
    } else {
        format!("it runs `{command}`, which is not a program of this project")
    }
}
