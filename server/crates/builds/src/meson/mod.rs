//! Reads `meson.build`, which is a small language of expressions and assignments.
//!
//! The description is parsed into a tree and evaluated as Meson does it, as far as it says
//! something about targets and tests. A function that is not known has an unknown value;
//! an unknown value is not true, and adds nothing to a target.

mod configure;
mod functions;
mod interpreter;
mod methods;
mod operators;
mod options;
mod parser;
mod targets;
mod tokens;
mod tree;
mod value;

#[cfg(test)]
mod tests;

use crate::{Build, Files};

/// Interprets the root's description, which is given as text.
pub(crate) fn read(files: &dyn Files, text: &str) -> Build {
    let mut interpreter = interpreter::Interpreter::new(files);
    interpreter.read_options();
    interpreter.run_text(text, "meson.build");
    interpreter.build
}
