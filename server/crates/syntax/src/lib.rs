//! C text to a typed tree with spans: preprocessing, tree-sitter, problems.
//!
//! Entry point: [`parse`]. It never fails and touches no file: what it needs from outside it asks of a
//! [`Includes`], and what is wrong with the text comes back as [`Problem`]s beside the tree.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod ast;
mod span;

pub use span::{FileId, Span};

/// One source text that took part.
#[derive(Debug, Clone, Default)]
pub struct Source {
    /// Path as it should be shown, relative where it was given so.
    pub path: String,
    /// The text, exactly.
    pub text: String,
    /// Byte offset of the start of each line.
    pub line_starts: Vec<u32>,
}

/// All source texts of a translation unit; index 0 is the file itself.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// By [`FileId`].
    pub files: Vec<Source>,
}

/// A place where a macro was used, with where it was defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroUse {
    /// The macro.
    pub name: String,
    /// The use, arguments included (outermost use when nested).
    pub use_span: Span,
    /// The `#define` line; `None` for predefined macros and those of system headers.
    pub definition: Option<Span>,
}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The tree lacks something that was written.
    Error,
    /// Understood, but the user should know.
    Warning,
}

/// Something about the text that the user should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// One sentence, lower case, no full stop.
    pub message: String,
}

/// The tree with everything needed to talk about it.
#[derive(Debug, Clone, Default)]
pub struct Parse {
    /// The tree; what could not be read stands in it as `Unsupported` or is left out with a problem.
    pub unit: ast::Unit,
    /// The texts.
    pub sources: Sources,
    /// Uses of macros that left text behind, in order of place.
    pub macro_uses: Vec<MacroUse>,
    /// Names of the standard headers that were included (`stdio.h`).
    pub std_headers: Vec<String>,
    /// In order of place.
    pub problems: Vec<Problem>,
}
