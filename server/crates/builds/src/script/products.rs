//! The files that runs write and read, as far as that can be told.

use super::regex::is_fitting;
use crate::paths::{extension, folder_of, name_of};
use std::collections::{HashMap, HashSet};

/// Extensions of files that tests write.
const WRITTEN: &str = "tmp temp out output res result actual got log txt dat data bin img o s asm obj exe enc dec gz z zip \
    db sqlite json csv xml html png jpg bmp ppm pgm pbm wav c rle lz lzw huf huff";

/// What is known about the files that runs write and read.
#[derive(Debug, Default)]
pub(super) struct Products {
    /// The paths that may be files that runs have written.
    pub(super) mentions: HashMap<String, Mention>,
    /// The paths that the script itself has used as files.
    touched: HashSet<String>,
    /// The runs on which comparisons depend that are not modelled.
    pub(super) compared: Vec<usize>,
    pub(super) uses: Vec<Use>,
}

/// A path among the arguments of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mention {
    pub(super) run: usize,
    pub(super) index: usize,
}

/// A use of what a run leaves behind.
#[derive(Debug)]
pub(super) struct Use {
    pub(super) writer: usize,
    /// The run that reads it, if it is one.
    pub(super) reader: Option<usize>,
    /// The file, if it is one that the writer writes itself.
    pub(super) path: Option<String>,
    /// What reads it, as it is called.
    pub(super) name: String,
}

impl Products {
    /// Whether a path is an argument of a run.
    pub(super) fn mentions(&self, path: &str) -> bool {
        self.mentions.contains_key(path)
    }

    /// The paths of a folder that runs may have written and whose names fit a pattern, sorted.
    pub(super) fn fitting(&self, folder: &str, pattern: &str) -> Vec<String> {
        let paths = self
            .mentions
            .keys()
            .filter(|path| folder_of(path) == folder);
        let names = paths.map(|path| name_of(path));
        let mut names: Vec<String> = names
            .filter(|name| is_fitting(pattern, name))
            .map(str::to_string)
            .collect();
        names.sort_unstable();
        names
    }

    /// Notes that the script uses a path as a file.
    pub(super) fn touch(&mut self, path: &str) {
        self.touched.insert(path.to_string());
    }

    /// Notes that files are removed: all to which a predicate applies.
    pub(super) fn remove(&mut self, is_removed: impl Fn(&str) -> bool) {
        let gone = self.mentions.extract_if(|path, _| is_removed(path));
        self.touched.extend(gone.map(|(path, _)| path));
    }

    /// Whether a path that is not on the disk is that of a file.
    pub(super) fn is_file(&self, path: &str) -> bool {
        let mut known = WRITTEN.split(' ');
        self.touched.contains(path)
            || path.starts_with("/tmp/")
            || known.any(|known| known == extension(path))
    }
}
