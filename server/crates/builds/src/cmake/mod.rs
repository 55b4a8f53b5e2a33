//! Reads `CMakeLists.txt`, which is a small programming language.
//!
//! The commands are interpreted one after the other, as `CMake` does it, but only those
//! that say something about targets, tests and variables; all others are skipped.

mod cache;
mod call;
mod condition;
mod configure;
mod expand;
mod expression;
mod flow;
mod generator;
mod interpreter;
mod lists;
mod names;
mod targets;
mod testcases;
mod texts;
mod words;

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;

use crate::{Build, Files};

/// Interprets the root's description, which is given as text.
pub(crate) fn read(files: &dyn Files, text: &str) -> Build {
    let mut interpreter = interpreter::Interpreter::new(files);
    interpreter.read_root(text);
    interpreter.finish()
}
