//! Rule: files and folders that the documentation names exist.
//!
//! The map of the repository is text, so nothing else notices when a file that it points to is renamed. A name in code
//! style counts as a path if it ends in `.rs`, or if it has a slash and consists of lower-case letters only. It may be
//! relative to any folder.

use std::collections::BTreeSet;

use crate::source::Repository;
use crate::{Finding, Rule};

/// Documents for people who change the code, besides those in `docs/dev`.
const DOCUMENTS: [&str; 3] = ["CONTRIBUTING.md", "README.md", "server/ARCHITECTURE.md"];

pub(crate) fn check(repository: &Repository) -> Rule {
    let known = known_paths(repository.texts.iter().map(|(path, _)| path.as_str()));
    let mut findings = Vec::new();
    let documents = repository
        .texts
        .iter()
        .filter(|(path, _)| DOCUMENTS.contains(&path.as_str()) || path.starts_with("docs/dev/"));
    for (path, text) in documents {
        for (line, content) in (1..).zip(text.lines()) {
            let missing = named_paths(content).filter(|name| !exists(name, &known));
            findings.extend(missing.map(|name| Finding {
                file: path.clone(),
                line,
                message: format!("`{name}` does not exist"),
            }));
        }
    }
    Rule {
        name: "paths in the documentation that do not exist",
        is_error: true,
        findings,
    }
}

/// All files and folders, and each of their endings: `a/b.rs` is known as `a/b.rs` and as `b.rs`.
fn known_paths<'a>(files: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut known = BTreeSet::new();
    for file in files {
        let ends = file.match_indices('/').map(|(at, _)| at);
        for end in ends.chain([file.len()]) {
            let path = &file[..end];
            known.insert(path);
            known.extend(path.match_indices('/').map(|(at, _)| &path[at + 1..]));
        }
    }
    known
}

/// Names in code style that look like paths of this repository.
fn named_paths(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('`').skip(1).step_by(2);
    quoted.filter(|name| {
        let has_path_letters = |b: u8| b.is_ascii_lowercase() || b"_/".contains(&b);
        match name.strip_suffix(".rs") {
            Some(stem) => stem.bytes().all(has_path_letters),
            None => {
                name.contains('/') && name.bytes().all(has_path_letters) && !name.starts_with('/')
            }
        }
    })
}

/// Whether a path exists, or is made by a build.
fn exists(name: &str, known: &BTreeSet<&str>) -> bool {
    let is_built = name.starts_with("target/") || name.ends_with("node_modules");
    is_built || known.contains(name.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_by_each_of_its_endings() {
        let known = known_paths(["server/src/cli/mod.rs"].into_iter());
        for name in [
            "server/src/cli/mod.rs",
            "src/cli/mod.rs",
            "mod.rs",
            "src/cli/",
            "cli",
        ] {
            assert!(exists(name, &known), "{name}");
        }
        for name in ["server/cli", "li", "src/cli/mod"] {
            assert!(!exists(name, &known), "{name}");
        }
    }

    #[test]
    fn only_names_in_code_style_are_paths() {
        let line = "see `a/b_c.rs`, `d.rs`, `e/f/`, not g/h, `cc -E`, `A/B`, `/tmp/x` or `i`";
        assert_eq!(
            named_paths(line).collect::<Vec<_>>(),
            ["a/b_c.rs", "d.rs", "e/f/"]
        );
    }
}
