//! C files that are scanned, what they define and need, and what they include.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::MOST_FILES;
use crate::files::includes::nearby;
use crate::files::paths::tidy;
use crate::files::{SourceText, frameworks, regular};
use crate::function_scan::Functions;

/// Maximum size of a scanned file, in bytes.
const LARGEST: u64 = 1 << 20;

/// A C file.
pub(super) struct Unit {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl Unit {
    pub(super) fn new(path: PathBuf, text: String) -> Self {
        Self { path, text }
    }

    pub(super) fn functions(&self) -> Functions<'_> {
        Functions::of(&self.text)
    }

    /// Names in quotes after `#include`.
    pub(super) fn includes(&self) -> impl Iterator<Item = &str> {
        quoted_includes(&self.text)
    }

    /// Whether it includes a header with the same stem as the other file.
    pub(super) fn includes_header_of(&self, other: &Path) -> bool {
        let stem = other.file_stem();
        self.includes()
            .any(|name| Path::new(name).file_stem() == stem)
    }
}

/// A file and its scanned functions.
pub(super) struct ScannedUnit<'a> {
    pub(super) unit: &'a Unit,
    /// Functions of the file itself.
    pub(super) own: Functions<'a>,
    /// Functions of the file and of the C files that it includes.
    pub(super) functions: Functions<'a>,
    /// What it calls or names, and neither defines nor finds in the library.
    pub(super) needs: BTreeSet<&'a str>,
}

impl<'a> ScannedUnit<'a> {
    pub(super) fn all(units: &'a [Unit], inclusions: &mut Inclusions) -> Vec<Self> {
        let seen = units.iter().map(|unit| {
            let own = unit.functions();
            let mut functions = unit.functions();
            for other in inclusions.of(unit, units) {
                functions.extend(other.functions());
            }
            let headers = inclusions.reached(unit, units);
            let headers = headers.iter().filter_map(|file| inclusions.known.get(file));
            let headers: Vec<&Included> = headers.collect();
            let mut named = functions.named.clone();
            named.retain(|name| {
                let mut headers = headers.iter();
                let is_elsewhere = functions.elsewhere.contains(name)
                    || headers.any(|header| header.elsewhere.contains(*name));
                is_elsewhere && !functions.offers_object(name) && !functions.defines(name)
            });
            let mut called = needs(&functions).collect::<Vec<_>>();
            called.retain(|name| headers.iter().all(|header| !header.macros.contains(*name)));
            Self {
                unit,
                own,
                needs: called.into_iter().chain(named).collect(),
                functions,
            }
        });
        seen.collect()
    }
}

/// Files included by each path. Headers are followed too, because they may include C files.
#[derive(Default)]
pub(super) struct Inclusions {
    pub(super) known: BTreeMap<PathBuf, Included>,
    /// Headers of the project, the nearest first.
    pub(super) headers: Vec<PathBuf>,
}

/// What is known of a file that was read.
#[derive(Default)]
pub(super) struct Included {
    /// Files that it includes.
    pub(super) files: Vec<PathBuf>,
    /// Objects and functions that a header says to be defined elsewhere.
    pub(super) elsewhere: BTreeSet<String>,
    /// Macros with parameters.
    pub(super) macros: BTreeSet<String>,
}

impl Inclusions {
    /// Units that another unit includes.
    pub(super) fn of<'a>(&mut self, unit: &Unit, units: &'a [Unit]) -> Vec<&'a Unit> {
        let reached = self.reached(unit, units);
        let parts = units.iter().filter(|unit| reached.contains(&unit.path));
        parts.collect()
    }

    /// Paths of all files that a unit includes, nearest first.
    pub(super) fn reached(&mut self, unit: &Unit, units: &[Unit]) -> Vec<PathBuf> {
        let mut reached = vec![unit.path.clone()];
        let mut next = 0;
        while let Some(file) = reached.get(next).filter(|_| next < MOST_FILES) {
            if !self.known.contains_key(file) {
                let included = self.read(file, units);
                self.known.insert(file.clone(), included);
            }
            let included = self.known.get(file).map_or(&[][..], |known| &known.files);
            let new = included.iter().filter(|file| !reached.contains(file));
            let new: Vec<PathBuf> = new.cloned().collect();
            reached.extend(new);
            next += 1;
        }
        reached.remove(0);
        reached
    }

    /// Reads a file. What a C file declares is counted with its functions.
    pub(super) fn read(&self, file: &Path, units: &[Unit]) -> Included {
        if let Some(unit) = units.iter().find(|unit| unit.path == *file) {
            return Included {
                files: self.files(unit),
                ..Included::default()
            };
        }
        let Some(header) = read(file.to_owned()) else {
            return Included::default();
        };
        let functions = header.functions();
        let names = |names: BTreeSet<&str>| names.into_iter().map(str::to_owned).collect();
        Included {
            files: self.files(&header),
            elsewhere: names(&functions.elsewhere | &functions.declared),
            macros: names(functions.macros),
        }
    }

    /// Paths of the files that a unit includes: beside it, in a usual folder of headers, or elsewhere in the project.
    pub(super) fn files(&self, unit: &Unit) -> Vec<PathBuf> {
        let folder = unit.path.parent().unwrap_or(Path::new(""));
        let path = |name: &str| {
            let beside = tidy(&folder.join(name));
            if beside.is_file() {
                return beside;
            }
            let near = nearby(&unit.path).into_iter();
            let near = near
                .map(|folder| folder.join(name))
                .find(|file| file.is_file());
            let near = near.map(|file| tidy(&file));
            let below = || {
                self.headers
                    .iter()
                    .find(|header| header.ends_with(name))
                    .cloned()
            };
            near.or_else(below).unwrap_or(beside)
        };
        unit.includes().map(path).collect()
    }
}

/// Names in quotes after `#include` in a text.
pub fn quoted_includes(text: &str) -> impl Iterator<Item = &str> {
    included(text).filter_map(|rest| rest.strip_prefix('"')?.split('"').next())
}

/// The names in all `#include` directives.
pub(super) fn all_includes(text: &str) -> impl Iterator<Item = &str> {
    included(text).filter_map(|rest| rest.strip_prefix(['"', '<'])?.split(['"', '>']).next())
}

/// What follows `#include` in each line that begins so.
fn included(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        Some(rest.strip_prefix("include")?.trim_start())
    })
}

/// Functions that a file calls, but neither defines nor finds in the library.
pub(super) fn needs<'f, 'a>(
    functions: &'f Functions<'a>,
) -> impl Iterator<Item = &'a str> + use<'f, 'a> {
    functions.called.iter().copied().filter(|name| {
        !functions.defines(name)
            && !functions.macros.contains(name)
            && ir::Builtin::by_name(name).is_none()
            && !is_keyword(name)
    })
}

pub(super) fn is_keyword(name: &str) -> bool {
    matches!(
        name,
        "if" | "while" | "for" | "switch" | "return" | "sizeof" | "assert"
    )
}

pub(super) fn read(path: PathBuf) -> Option<Unit> {
    let small = fs::metadata(&path).is_ok_and(|facts| facts.len() <= LARGEST);
    let small = small && !frameworks::is_library(&path);
    let bytes = small.then(|| regular::read(&path)).flatten()?;
    Some(Unit::new(path, SourceText::of(&bytes).ok()?.text))
}
