//! Licences of everything inside the server, with their texts, as most of them require.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use super::TARGET;
use crate::process::{cargo, read};

/// Accepted licences, of which a package must offer at least one. All of them permit distribution in binary form if
/// their text is included.
const FINE: [&str; 8] = [
    "MIT",
    "MIT-0",
    "ISC",
    "Apache-2.0",
    "Unlicense",
    "BSD-3-Clause",
    "Zlib",
    "CC0-1.0",
];
/// Licences accepted in addition to one of these.
const FINE_TOO: [&str; 1] = ["Unicode-3.0"];
/// Prefixes of the names of licence files.
const NAMES: [&str; 5] = ["licen", "copying", "notice", "unlicense", "copyright"];

/// A package that is linked into the server.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    /// Licence expression of its manifest: `MIT OR Apache-2.0`.
    licence: String,
    authors_page: String,
}

/// Creates the Markdown page: every package, then the texts, each once.
pub(super) fn page() -> Result<String, String> {
    let mut page =
        "# What is inside\n\nFaultLens is linked with these packages.\n\n## Packages\n\n"
            .to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages()? {
        acceptable(&package)?;
        let Package {
            name,
            version,
            licence,
            authors_page,
        } = &package;
        let found = texts_of(&package);
        let without = if found.is_empty() {
            ", without a text of its own"
        } else {
            ""
        };
        let _ = writeln!(
            page,
            "* {name} {version}: {licence}{without}; <{authors_page}>"
        );
        for text in found {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        let _ = write!(
            page,
            "\n## {}\n\n````\n{}\n````\n",
            names.join(", "),
            text.trim_end()
        );
    }
    Ok(page)
}

fn packages() -> Result<BTreeSet<Package>, String> {
    let tree = [
        "tree",
        "--package",
        "faultlens",
        "--all-features",
        "--edges",
        "normal",
        "--target",
        TARGET,
        "--prefix",
        "none",
        "--format",
        "{p}|{l}|{r}",
    ];
    let text = read(&mut cargo(&tree)).ok_or("`cargo tree` failed")?;
    Ok(text.lines().filter_map(package).collect())
}

/// Parses one line of the tree; `None` for packages of this repository, whose line contains their folder.
fn package(line: &str) -> Option<Package> {
    let mut parts = line.trim_end_matches(" (*)").split('|');
    let (id, licence, authors_page) = (parts.next()?, parts.next()?, parts.next()?);
    let (name, version) = id.trim_end_matches(" (proc-macro)").split_once(" v")?;
    (!version.contains(' ')).then(|| Package {
        name: name.to_owned(),
        version: version.to_owned(),
        licence: licence.to_owned(),
        authors_page: authors_page.to_owned(),
    })
}

/// Fails for a licence that has not been reviewed: the list above must only be extended after a review.
fn acceptable(package: &Package) -> Result<(), String> {
    let asked = package.licence.replace('/', " OR ");
    let fine = asked.split(" AND ").all(|part| {
        let mut offered = part.trim_matches(['(', ')']).split(" OR ");
        offered.any(|name| FINE.contains(&name) || FINE_TOO.contains(&name))
    });
    if fine {
        Ok(())
    } else {
        Err(format!(
            "{} {} has the licence `{}`, which xtask/src/release/licences.rs does not know",
            package.name, package.version, package.licence
        ))
    }
}

/// Licence files of a package in cargo's registry.
fn texts_of(package: &Package) -> Vec<String> {
    let folder = format!("{}-{}", package.name, package.version);
    let registries = fs::read_dir(cargo_home().join("registry/src"))
        .into_iter()
        .flatten()
        .flatten();
    let mut files: Vec<PathBuf> = registries
        .flat_map(|registry| licence_files(&registry.path().join(&folder)))
        .collect();
    files.sort();
    files
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok())
        .collect()
}

fn licence_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let named = files.filter(|file| {
        let name = file.file_name().to_string_lossy().to_lowercase();
        NAMES.iter().any(|start| name.starts_with(start)) && file.path().is_file()
    });
    named.map(|file| file.path()).collect()
}

fn cargo_home() -> PathBuf {
    let home = || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cargo");
    env::var_os("CARGO_HOME").map_or_else(home, PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(licence: &str) -> bool {
        let line = format!("some v1.0.0|{licence}|https://example.org");
        acceptable(&package(&line).unwrap()).is_ok()
    }

    #[test]
    fn licences_that_nobody_has_looked_at_are_refused() {
        assert!(judged("MIT"));
        assert!(judged("MIT/Apache-2.0"));
        assert!(judged("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(judged("Apache-2.0 WITH LLVM-exception OR MIT"));
        assert!(!judged("GPL-3.0-only"));
        assert!(!judged("MIT AND GPL-3.0-only"));
        assert!(!judged(""));
    }

    /// A release fails otherwise, after everything was built.
    #[test]
    fn all_licences_of_today_are_known() {
        assert_eq!(page().err(), None);
    }

    #[test]
    fn our_own_packages_are_not_third_parties() {
        assert_eq!(package("ir v0.1.0 (/work/server/crates/ir)|MIT|"), None);
        let macros = package("serde_derive v1.0.2 (proc-macro)|MIT|x (*)").unwrap();
        assert_eq!(
            (macros.version.as_str(), macros.authors_page.as_str()),
            ("1.0.2", "x")
        );
    }
}
