//! Reads a project's build description without running it.
//!
//! A C project says in its `CMakeLists.txt`, `meson.build` or `Makefile.am` which source
//! files make up which program, where its headers are, which macros are set and which
//! tests there are. This crate reads the three languages as far as they describe that,
//! and gives one result for all of them: a [`Build`]. No command is ever executed and no
//! file outside of the given [`Files`] is looked at. Whatever is not understood is left
//! out; a test that is not understood is kept, with the reason.
//!
//! All paths in a [`Build`] are relative to the project's root. The build folder is
//! thought to lie over the root: `build/sub/version.h` is called `sub/version.h`.

mod automake;
mod budget;
mod closure;
mod cmake;
mod flags;
pub mod make;
mod meson;
mod operators;
mod paths;
mod pattern;
mod roots;
pub mod script;
mod template;
#[cfg(test)]
mod testing;

pub use closure::{Part, Whole};
pub use paths::{build_folders, folder_of, join, name_of};

use std::collections::HashSet;

/// Access to the project's files; paths are relative to the project's root, with `/`.
pub trait Files {
    /// The text of a file, or `None` if there is no such text file.
    fn read(&self, path: &str) -> Option<String>;
    /// The content of a file that need not be text.
    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        self.read(path).map(String::into_bytes)
    }
    /// The names of the entries of a folder, those of its folders too.
    fn list(&self, folder: &str) -> Vec<String>;
}

/// What a project's build description says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Build {
    /// The programs and libraries, in the order of their description.
    pub targets: Vec<Target>,
    /// The tests, in the order of their description.
    pub tests: Vec<Test>,
    /// The files that the build writes from templates.
    pub configured: Vec<Configured>,
}

/// A program or a library.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Target {
    /// Its name in the build description.
    pub name: String,
    /// Whether it is a program, not a library.
    pub is_program: bool,
    /// The files that are compiled for it; headers are left out.
    pub sources: Vec<String>,
    /// The names of the targets that it links.
    pub links: Vec<String>,
    /// Where its headers are searched; `""` is the project's root.
    pub include_dirs: Vec<String>,
    /// The macros that are set for it: `N=3`, or `N` alone.
    pub defines: Vec<String>,
    /// The version of C, such as `c11` or `gnu99`.
    pub standard: Option<String>,
    /// What it hands on to the targets that link it.
    pub offers: Offer,
}

/// What a target hands on to those that link it (`PUBLIC` and `INTERFACE` in `CMake`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offer {
    /// Folders in which the users search headers too.
    pub include_dirs: Vec<String>,
    /// Macros that are set for the users too.
    pub defines: Vec<String>,
    /// Targets whose offers the users get too.
    pub links: Vec<String>,
}

/// A test: a program, its arguments, and when it has passed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Test {
    /// Its name in the build description.
    pub name: String,
    /// The name of the program that it runs; if that is no target, what is written there.
    pub target: String,
    /// The arguments; paths of the project are relative to `folder`.
    pub args: Vec<String>,
    /// The working directory relative to the root; `""` also stands for the build folder.
    pub folder: String,
    /// If there are any: one of these patterns, in the syntax of the crate `regex`, must be found in the output.
    pub passes_with: Vec<String>,
    /// None of these patterns may be found in the output.
    pub fails_with: Vec<String>,
    /// Whether the test passes if the program fails.
    pub will_fail: bool,
    /// The file that describes it.
    pub from: String,
    /// The line in that file, counted from 1.
    pub line: usize,
    /// Why this test cannot be taken as it stands, if so: a clause.
    pub not_understood: Option<String>,
}

/// A file that the build writes from a template, such as `version.h` from `version.h.in`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Configured {
    /// Where it is written.
    pub path: String,
    /// Its text after the substitution.
    pub text: String,
}

/// Reads the text of a build description.
type Reader = fn(&dyn Files, &str) -> Build;

/// The names of build descriptions with their readers; of several, the first counts.
const READERS: [(&str, Reader); 3] = [
    ("CMakeLists.txt", cmake::read),
    ("meson.build", meson::read),
    ("Makefile.am", automake::read),
];

/// Reads the build description at the project's root; returns its name, too.
pub fn read(files: &dyn Files) -> Option<(&'static str, Build)> {
    let mut readers = READERS.iter();
    readers.find_map(|(name, read)| Some((*name, read(files, &files.read(name)?))))
}

/// Leaves only links to other targets of the project.
pub(crate) fn keep_own_links(targets: &mut [Target]) {
    let names: HashSet<String> = targets.iter().map(|target| target.name.clone()).collect();
    for target in targets {
        for links in [&mut target.links, &mut target.offers.links] {
            links.retain(|link| names.contains(link) && *link != target.name);
        }
    }
}

/// The most items that a list of a target has; a description with more is not sensible.
const MOST_ITEMS: usize = 2_000;

/// Adds an item to a list unless it is there or the list is too long.
pub(crate) fn add_once(list: &mut Vec<String>, item: String) {
    if list.len() < MOST_ITEMS && !list.contains(&item) {
        list.push(item);
    }
}

/// Adds those items to a list that are not there.
pub(crate) fn add_all(list: &mut Vec<String>, items: Vec<String>) {
    for item in items {
        add_once(list, item);
    }
}
