//! System requirements of a program, as reported by `readelf` (of binutils, which every linker brings).
//!
//! Each function that a program imports from a shared library carries the version of the library in which it was
//! introduced or last changed (`GLIBC_2.34`). The loader rejects a program that names a version unknown to its library.
//! So the newest version that is named decides on which systems a program starts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::process::{command, read};

/// Libraries that every system with a desktop or a package manager has; all others must be shipped.
const OF_THE_SYSTEM: [&str; 8] = [
    "ld-linux-x86-64.so.2",
    "libc.so.6",
    "libdl.so.2",
    "libgcc_s.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "librt.so.1",
    "libstdc++.so.6",
];
/// Folder in which the loader looks for the others: beside the program.
const BESIDE: &str = "$ORIGIN";

/// Newest version of a kind of symbol that may be required.
#[derive(Debug, Clone, Copy)]
pub(super) struct Floor {
    /// Part of a version's name before the number: `GLIBC` in `GLIBC_2.28`.
    pub(super) kind: &'static str,
    /// Version number.
    pub(super) version: &'static str,
}

impl Floor {
    /// Creates a floor; the version consists of numbers separated by points.
    pub(super) const fn new(kind: &'static str, version: &'static str) -> Self {
        Floor { kind, version }
    }
}

/// Requirements of a program or library.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// File that was read.
    file: PathBuf,
    /// Names of shared libraries.
    pub(super) libraries: BTreeSet<String>,
    /// Names of versions, such as `GLIBC_2.28`.
    versions: BTreeSet<String>,
    /// Folders in which libraries are looked for first.
    folders: Vec<String>,
}

impl Needs {
    /// Reads a file; an error if it has no requirements to read.
    pub(super) fn read_file(file: &Path) -> Result<Self, String> {
        let name = file.display().to_string();
        let arguments = ["--wide", "--dynamic", "--version-info", &name];
        let text = read(command("readelf", &arguments).env("LC_ALL", "C"))
            .ok_or_else(|| format!("readelf cannot read {name}"))?;
        let needs = Needs {
            file: file.to_owned(),
            ..Needs::parse(&text)
        };
        if needs.libraries.is_empty() || needs.versions.is_empty() {
            return Err(format!(
                "{name} needs nothing: it cannot be what was to be built"
            ));
        }
        Ok(needs)
    }

    fn parse(text: &str) -> Self {
        let mut needs = Needs::default();
        // A library lists the versions that it *has* in the same form.
        let mut in_needs = false;
        for line in text.lines() {
            if line.starts_with("Version ") {
                in_needs = line.starts_with("Version needs");
            }
            let bracketed = || line.split(['[', ']']).nth(1).unwrap_or_default().to_owned();
            if line.contains("(NEEDED)") {
                needs.libraries.insert(bracketed());
            } else if line.contains("(RUNPATH)") || line.contains("(RPATH)") {
                needs
                    .folders
                    .extend(bracketed().split(':').map(str::to_owned));
            } else if in_needs && let Some((_, name)) = line.split_once(" Name: ") {
                let name = name.split_whitespace().next().unwrap_or_default();
                needs.versions.insert(name.to_owned());
            }
        }
        needs
    }

    /// Newest required version of a kind, by its name; empty if there is none.
    pub(super) fn newest(&self, kind: &str) -> String {
        let newest = self.of_kind(kind).max_by_key(|version| numbers(version));
        newest.map_or_else(String::new, |version| format!("{kind}_{version}"))
    }

    fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        let names = self.versions.iter();
        names.filter_map(move |name| name.strip_prefix(kind)?.strip_prefix('_'))
    }

    /// Fails if a version newer than a floor is required, or a library that users may not have.
    pub(super) fn within(&self, floors: &[Floor]) -> Outcome {
        let file = self.file.display();
        for Floor { kind, version } in floors {
            let too_new = self
                .of_kind(kind)
                .any(|needed| numbers(needed) > numbers(version));
            if too_new {
                let newest = self.newest(kind);
                return Err(format!(
                    "{file} needs {newest}: more than {kind}_{version}, so it would not start on older systems"
                ));
            }
        }
        let stranger = self
            .libraries
            .iter()
            .find(|name| !OF_THE_SYSTEM.contains(&name.as_str()));
        stranger.map_or(Ok(()), |name| {
            Err(format!("{file} needs {name}, which not every system has"))
        })
    }

    /// Fails unless the loader looks for libraries beside the program and nowhere else before the system's folders.
    pub(super) fn only_beside_itself(&self) -> Outcome {
        if self.folders == [BESIDE] {
            return Ok(());
        }
        Err(format!(
            "{} should look for libraries in {BESIDE} only, not in {:?}",
            self.file.display(),
            self.folders
        ))
    }
}

/// Parses `2.28` as numbers; anything else (`PRIVATE`) counts as newer than all.
fn numbers(version: &str) -> Vec<u32> {
    let parts = version
        .split('.')
        .map(|part| part.parse().unwrap_or(u32::MAX));
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output of `readelf`, shortened: the library has a version 9.9 of its own, and requires two of others.
    const LIBRARY: &str = "\
  Tag        Type                         Name/Value
 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
 0x000000000000001d (RUNPATH)            Library runpath: [$ORIGIN:/home/me/lib]

Version definition section '.gnu.version_d' contains 1 entry:
  000000: Rev: 1  Flags: BASE  Index: 1  Cnt: 1  Name: GLIBC_9.9

Version needs section '.gnu.version_r' contains 1 entry:
  000000: Version: 1  File: libc.so.6  Cnt: 2
  0x0010:   Name: GLIBC_2.4  Flags: none  Version: 6
  0x0020:   Name: GLIBC_2.28  Flags: none  Version: 5
";

    fn refused(text: &str, floor: &'static str) -> Option<String> {
        Needs::parse(text)
            .within(&[Floor::new("GLIBC", floor)])
            .err()
    }

    #[test]
    fn a_release_that_needs_a_newer_glibc_is_refused() {
        assert_eq!(refused(LIBRARY, "2.28"), None);
        let why = refused(LIBRARY, "2.27").unwrap();
        assert!(
            why.contains("needs GLIBC_2.28: more than GLIBC_2.27"),
            "{why}"
        );
        // Versions are compared as numbers, not as text: 2.4 is older than 2.28.
        assert!(refused(LIBRARY, "2.5").is_some());
        let private = LIBRARY.replace("GLIBC_2.4 ", "GLIBC_PRIVATE ");
        assert!(refused(&private, "2.28").is_some());
    }

    #[test]
    fn libraries_that_nobody_ships_are_refused() {
        let why = refused(&LIBRARY.replace("libc.so.6]", "libssl.so.3]"), "2.28").unwrap();
        assert!(why.contains("libssl.so.3"), "{why}");
    }

    #[test]
    fn folders_of_the_building_machine_are_refused() {
        let why = Needs::parse(LIBRARY).only_beside_itself().unwrap_err();
        assert!(why.contains("/home/me/lib"), "{why}");
        let beside = LIBRARY.replace(":/home/me/lib", "");
        assert_eq!(Needs::parse(&beside).only_beside_itself(), Ok(()));
        let nowhere = LIBRARY.replace("(RUNPATH)", "(OTHER)");
        assert!(Needs::parse(&nowhere).only_beside_itself().is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_real_programs_need_is_read() {
        let this = std::env::current_exe().unwrap();
        let needs = Needs::read_file(&this).unwrap();
        assert!(needs.libraries.contains("libc.so.6"), "{needs:?}");
        assert!(needs.newest("GLIBC").starts_with("GLIBC_2."), "{needs:?}");
        // No x86-64 glibc is older than 2.2.5, so every program requires more than 2.2.
        assert!(needs.within(&[Floor::new("GLIBC", "2.2")]).is_err());
        assert!(Needs::read_file(Path::new("Cargo.toml")).is_err());
    }
}
