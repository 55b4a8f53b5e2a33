//! Reads `Makefile.am` and `configure.ac`.
//!
//! A `Makefile.am` is a list of variables whose names say what they mean: `bin_PROGRAMS`
//! names programs and `prog_SOURCES` the sources of one of them. The rules between them
//! are skipped. Of `configure.ac`, only macros with constant arguments are used; its shell
//! commands are not.
//!
//! Programs and libraries are named by their path from the root, because programs of
//! different folders may have the same name. Tests run in the folder of their `Makefile.am`.

mod configure;
mod makefile;
mod reader;

#[cfg(test)]
mod tests;

use crate::{Build, Files};

/// Reads the root's description, which is given as text.
pub(crate) fn read(files: &dyn Files, text: &str) -> Build {
    let settings = configure::read(files);
    let mut reader = reader::Reader::new(files, settings);
    reader.read_folder("", text);
    reader.finish()
}
