//! Folders in memory.

use std::collections::{BTreeMap, BTreeSet};

use crate::Files;

/// Files by path.
pub(crate) struct Memory(BTreeMap<String, Vec<u8>>);

impl Memory {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        Memory(
            files
                .iter()
                .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
                .collect(),
        )
    }

    pub(crate) fn write(&mut self, path: &str, content: Vec<u8>) {
        self.0.insert(path.to_owned(), content);
    }

    /// Paths below a folder, relative to it.
    fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let prefix = if folder.is_empty() {
            String::new()
        } else {
            format!("{folder}/")
        };
        self.0
            .keys()
            .filter_map(move |path| path.strip_prefix(&prefix))
    }
}

impl Files for Memory {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0
            .get(path)
            .filter(|content| content.as_slice() != b"unreadable")
            .cloned()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let names: BTreeSet<&str> = self
            .below(folder)
            .map(|path| path.split('/').next().unwrap_or(path))
            .collect();
        names.into_iter().map(str::to_owned).collect()
    }

    fn is_dir(&self, path: &str) -> bool {
        self.below(path).next().is_some()
    }
}
