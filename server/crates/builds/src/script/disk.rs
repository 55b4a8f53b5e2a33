//! The files that the script sees: those of the project, and over them those that it writes.
//!
//! The project's root is called [`ROOT`]. Paths are cleaned: relative to the root, or absolute outside of it.

use super::escapes::{bytes_of, text_of};
use super::value::Value;
use crate::Files;
use crate::paths::{clean, folder_of, join, name_of};
use std::collections::BTreeMap;

/// The absolute path of the project.
pub(super) const ROOT: &str = "/project";

/// The most folders that are walked through.
const MOST_FOLDERS: usize = 2_000;

/// How programs for Linux, Windows and macOS begin.
const PROGRAMS: [&[u8]; 4] = [b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];

/// What the script has made of a path.
#[derive(Debug, Clone)]
pub(super) enum Entry {
    /// A text file.
    File(Value),
    /// A folder.
    Folder,
    /// A program, and whether another program's output is part of it.
    Program(bool),
    /// Nothing any more.
    Removed,
}

/// What a path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathKind {
    /// Nothing.
    Missing,
    /// A text file.
    Text,
    /// Another file.
    Binary,
    /// A folder.
    Folder,
}

/// The files.
pub(super) struct Disk<'f> {
    files: &'f dyn Files,
    entries: BTreeMap<String, Entry>,
}

impl<'f> Disk<'f> {
    /// The project's files as they are.
    pub(super) fn new(files: &'f dyn Files) -> Self {
        Disk {
            files,
            entries: BTreeMap::new(),
        }
    }

    /// What the script has made of a path.
    pub(super) fn entry(&self, path: &str) -> Option<&Entry> {
        self.entries.get(path)
    }

    /// Changes what a path is.
    pub(super) fn set(&mut self, path: &str, entry: Entry) {
        if !path.starts_with("/dev/") {
            self.entries.insert(path.to_string(), entry);
        }
    }

    /// The text of a file.
    pub(super) fn read(&self, path: &str) -> Option<Value> {
        match self.entries.get(path) {
            Some(Entry::File(value)) => Some(value.clone()),
            Some(_) => None,
            None if path == "/dev/null" => Some(Value::default()),
            None if path.starts_with('/') => None,
            None => self.text_on_disk(path).map(Value::from),
        }
    }

    /// The text of a file of the project, unless it is a program that has been built.
    fn text_on_disk(&self, path: &str) -> Option<String> {
        let bytes = self.files.bytes(path)?;
        let is_program = PROGRAMS.iter().any(|start| bytes.starts_with(start));
        (!is_program).then(|| text_of(&bytes))
    }

    /// What a path is.
    pub(super) fn kind(&self, path: &str) -> PathKind {
        match self.entries.get(path) {
            Some(Entry::File(_)) => return PathKind::Text,
            Some(Entry::Folder) => return PathKind::Folder,
            Some(Entry::Program(_)) => return PathKind::Binary,
            Some(Entry::Removed) => return PathKind::Missing,
            None => {}
        }
        if path.is_empty() || path == "/" || path == "/tmp" {
            PathKind::Folder
        } else if path.starts_with('/') {
            let is_folder = !self.list(path).is_empty();
            if is_folder {
                PathKind::Folder
            } else {
                PathKind::Missing
            }
        } else if !self.list(path).is_empty() {
            PathKind::Folder
        } else if !self
            .files
            .list(folder_of(path))
            .iter()
            .any(|name| name == name_of(path))
        {
            PathKind::Missing
        } else if self.text_on_disk(path).is_some() {
            PathKind::Text
        } else {
            PathKind::Binary
        }
    }

    /// Whether there is something.
    pub(super) fn exists(&self, path: &str) -> bool {
        self.kind(path) != PathKind::Missing
    }

    /// The names in a folder, sorted.
    pub(super) fn list(&self, folder: &str) -> Vec<String> {
        let mut names = if folder.starts_with('/') {
            Vec::new()
        } else {
            self.files.list(folder)
        };
        let start = match folder {
            "" => String::new(),
            folder => format!("{}/", folder.trim_end_matches('/')),
        };
        let below = self.entries.range(start.clone()..);
        for (path, entry) in below.take_while(|(path, _)| path.starts_with(&start)) {
            let rest = path.get(start.len()..).unwrap_or_default();
            let (name, is_inside) = match rest.split_once('/') {
                Some((name, _)) => (name, true),
                None => (rest, false),
            };
            match entry {
                Entry::Removed if !is_inside => names.retain(|other| other != name),
                Entry::Removed => {}
                _ => names.push(name.to_string()),
            }
        }
        names.retain(|name| !name.is_empty() && name != "." && name != "..");
        names.sort();
        names.dedup();
        names
    }

    /// A path and all below it, sorted, down to a number of levels.
    pub(super) fn walk(&self, path: &str, levels: usize) -> Vec<String> {
        let mut found = Vec::new();
        let mut rest = vec![(path.to_string(), levels)];
        while let Some((path, levels)) = rest.pop() {
            if levels > 0 && found.len() < MOST_FOLDERS {
                let names = self.list(&path);
                let inner = names
                    .iter()
                    .rev()
                    .map(|name| (join(&path, name), levels - 1));
                rest.extend(inner);
            }
            found.push(path);
        }
        found
    }

    /// Removes a file, or a folder with all in it.
    pub(super) fn remove(&mut self, path: &str) {
        let start = format!("{path}/");
        self.entries.retain(|other, _| !other.starts_with(&start));
        for inner in self.walk(path, usize::MAX) {
            self.set(&inner, Entry::Removed);
        }
    }

    /// The folders that the script has made.
    pub(super) fn made_folders(&self) -> Vec<String> {
        let made = self
            .entries
            .iter()
            .filter(|(_, entry)| matches!(entry, Entry::Folder));
        made.map(|(path, _)| path.clone()).collect()
    }

    /// The files that the script has written and that are not like that on disk, up to a number of bytes; those that
    /// are open are left out.
    pub(super) fn written(&self, most: usize, open: &[&String]) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        let mut size = 0;
        for (path, entry) in &self.entries {
            let Entry::File(value) = entry else { continue };
            let Some(text) = value.text().filter(|_| !open.contains(&path)) else {
                continue;
            };
            size += text.len();
            if size > most {
                break;
            }
            if self.text_on_disk(path).as_deref() != Some(text) {
                files.push((path.clone(), bytes_of(text)));
            }
        }
        files
    }
}

/// The cleaned path of what a script in a folder calls `path`.
pub(super) fn resolved(folder: &str, path: &str) -> String {
    let full = match (path.starts_with('/'), folder.starts_with('/')) {
        (true, _) => clean(path),
        (false, true) => clean(&format!("{folder}/{path}")),
        (false, false) => clean(&format!("{ROOT}/{folder}/{path}")),
    };
    match full.strip_prefix(ROOT) {
        Some("") => String::new(),
        Some(rest) if rest.starts_with('/') => rest.trim_start_matches('/').to_string(),
        _ => full,
    }
}

/// The absolute path of a cleaned path.
pub(super) fn absolute(path: &str) -> String {
    match path {
        "" => ROOT.to_string(),
        path if path.starts_with('/') => path.to_string(),
        path => format!("{ROOT}/{path}"),
    }
}
