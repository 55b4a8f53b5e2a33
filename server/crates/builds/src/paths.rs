//! Paths as text, always with `/`.
//!
//! The paths of a build description are never looked up on the machine, so they are
//! handled as text: joined, cleaned of `.` and `..`, and compared with file patterns.

use crate::Files;

/// The most folders that a recursive search looks into.
const MOST_FOLDERS: usize = 2_000;
/// The deepest folder that a recursive search looks into.
const DEEPEST: usize = 20;

/// Headers that every Linux with GCC has, so that a check for them succeeds.
const KNOWN_HEADERS: [&str; 33] = [
    "assert.h",
    "ctype.h",
    "errno.h",
    "float.h",
    "inttypes.h",
    "limits.h",
    "locale.h",
    "math.h",
    "setjmp.h",
    "signal.h",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "time.h",
    "wchar.h",
    "wctype.h",
    "unistd.h",
    "fcntl.h",
    "dirent.h",
    "getopt.h",
    "memory.h",
    "regex.h",
    "sys/types.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/param.h",
    "termios.h",
    "pwd.h",
];

/// Whether every Linux with GCC has this header.
pub(crate) fn is_known_header(name: &str) -> bool {
    KNOWN_HEADERS.contains(&name)
}

/// A path without `.`, `..` and doubled `/`; `..` at the start of a relative path stays.
pub(crate) fn clean(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if kept.last().is_some_and(|last| *last != "..") => {
                kept.pop();
            }
            ".." if is_absolute => {}
            _ => kept.push(part),
        }
    }
    let joined = kept.join("/");
    if is_absolute {
        format!("/{joined}")
    } else {
        joined
    }
}

/// A path seen from a folder; an absolute path stays as it is.
pub fn join(folder: &str, path: &str) -> String {
    if path.starts_with('/') || folder.is_empty() {
        clean(path)
    } else {
        clean(&format!("{folder}/{path}"))
    }
}

/// Whether a cleaned relative path leaves the project.
pub(crate) fn is_outside(path: &str) -> bool {
    path.starts_with('/') || path == ".." || path.starts_with("../")
}

/// The last part of a path.
pub fn name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |split| split.1)
}

/// The path without its last part; `""` if there is only one.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |split| split.0)
}

/// What follows the last dot of the name, without the dot.
pub(crate) fn extension(path: &str) -> &str {
    name_of(path).rsplit_once('.').map_or("", |split| split.1)
}

/// Whether a file is compiled, not only included.
pub(crate) fn is_compiled(path: &str) -> bool {
    let kinds = ["c", "cc", "cpp", "cxx", "C", "s", "S", "y", "l", "m"];
    kinds.contains(&extension(path))
}

/// The way from one folder to a path, both relative to the same root.
pub(crate) fn relative_to(folder: &str, path: &str) -> String {
    let folder = clean(folder);
    let path = clean(path);
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let common = from
        .iter()
        .zip(&to)
        .take_while(|pair| pair.0 == pair.1)
        .count();
    let up = vec![".."; from.len() - common];
    let down = to.get(common..).unwrap_or_default();
    [up.as_slice(), down].concat().join("/")
}

/// Whether the project has a file or folder of this path.
pub(crate) fn exists(files: &dyn Files, path: &str) -> bool {
    path.is_empty()
        || files
            .list(folder_of(path))
            .iter()
            .any(|name| name == name_of(path))
}

/// Whether a name fits a pattern with `*`, `?` and `[…]`.
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let mut at = 0;
    let mut letter = 0;
    // Where to go on if the newest `*` has to take one letter more.
    let mut star: Option<usize> = None;
    let mut star_letter = 0;
    while let Some(seen) = name.get(letter) {
        let width = pattern
            .get(at..)
            .and_then(|rest| width_of_match(rest, *seen));
        if pattern.get(at) == Some(&'*') {
            star = Some(at);
            star_letter = letter;
            at += 1;
        } else if let Some(width) = width {
            at += width;
            letter += 1;
        } else if let Some(back) = star {
            star_letter += 1;
            letter = star_letter;
            at = back + 1;
        } else {
            return false;
        }
    }
    pattern.iter().skip(at).all(|rest| *rest == '*')
}

/// How many letters of the pattern stand for this letter, if they do.
fn width_of_match(pattern: &[char], seen: char) -> Option<usize> {
    match pattern.first()? {
        '?' => Some(1),
        '[' => {
            let end = pattern.iter().position(|letter| *letter == ']')?;
            let set = pattern.get(1..end)?;
            let is_range = |three: &[char]| matches!(three, [first, '-', last] if *first <= seen && seen <= *last);
            (set.contains(&seen) || set.windows(3).any(is_range)).then_some(end + 1)
        }
        same if *same == seen => Some(1),
        _ => None,
    }
}

/// The paths that fit a pattern, in no certain order; if `deep`, also those in the folders below.
pub(crate) fn find(files: &dyn Files, pattern: &str, deep: bool) -> Vec<String> {
    let mut folders = vec![String::new()];
    let folder_pattern = folder_of(pattern);
    for part in folder_pattern.split('/').filter(|part| !part.is_empty()) {
        folders = folders
            .iter()
            .flat_map(|folder| entries(files, folder, part))
            .collect();
        folders.truncate(MOST_FOLDERS);
    }
    if deep {
        folders = with_folders_below(files, folders);
    }
    let name = name_of(pattern);
    folders
        .iter()
        .flat_map(|folder| entries(files, folder, name))
        .collect()
}

/// The paths of a folder's entries that fit a pattern, sorted.
fn entries(files: &dyn Files, folder: &str, pattern: &str) -> Vec<String> {
    let mut names = files.list(folder);
    names.retain(|name| fits(pattern, name) && name != "." && name != "..");
    names.sort();
    names.iter().map(|name| join(folder, name)).collect()
}

/// The folders and all those below, as far as the limits allow.
fn with_folders_below(files: &dyn Files, folders: Vec<String>) -> Vec<String> {
    let mut all = folders;
    let mut next = 0;
    while let Some(folder) = all.get(next).cloned() {
        next += 1;
        if folder.split('/').count() > DEEPEST {
            continue;
        }
        for entry in entries(files, &folder, "*") {
            if all.len() < MOST_FOLDERS && !files.list(&entry).is_empty() {
                all.push(entry);
            }
        }
    }
    all
}

/// The folders of a project in which it may have been built, by their usual names, the shallowest first.
pub fn build_folders(files: &dyn Files) -> Vec<String> {
    let is_usual = |name: &String| {
        ["build", "builddir", "_build", "out", "bin"].contains(&&**name)
            || ["build-", "build_", "cmake-build-"]
                .iter()
                .any(|start| name.starts_with(start))
    };
    let mut found: Vec<String> = files.list("").into_iter().filter(is_usual).collect();
    // `build/debug`, `out/build/x64-debug`
    for _ in 0..2 {
        let below = found.iter().flat_map(|folder| {
            let inside = files.list(folder).into_iter();
            let folders = inside
                .filter(|name| !name.contains('.') && name != "CMakeFiles" && name != "Makefile");
            folders.map(|name| join(folder, &name))
        });
        let below: Vec<String> = below
            .filter(|folder| !found.contains(folder))
            .take(MOST_FOLDERS)
            .collect();
        found.extend(below);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{clean, fits, join, relative_to};

    #[test]
    fn paths_are_cleaned_and_joined() {
        for (folder, path, expected) in [
            ("", "a/./b/../c", "a/c"),
            ("a", "../b", "b"),
            ("a", "../../b", "../b"),
            ("a", "/x/../../y", "/y"),
            ("a/b", "c", "a/b/c"),
        ] {
            assert_eq!(join(folder, path), expected);
        }
        assert_eq!(clean("."), "");
        assert_eq!(relative_to("a/b", "a/c/d"), "../c/d");
        assert_eq!(relative_to("", "x"), "x");
    }

    #[test]
    fn names_fit_patterns() {
        for (pattern, name, expected) in [
            ("*.c", "a.c", true),
            ("*.c", "a.h", false),
            ("*.[ch]", "a.h", true),
            ("t[0-9]*.c", "t7x.c", true),
            ("t[0-9]*.c", "tx.c", false),
            ("?.c", "ab.c", false),
            ("a*b*c", "aXbYbZc", true),
            ("[", "[", false),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
    }
}
