//! C text to a typed tree with spans: preprocessing, tree-sitter, problems.
//!
//! Entry point: [`parse`]. It never fails and touches no file: what it needs from outside it asks of a
//! [`Includes`], and what is wrong with the text comes back as [`Problem`]s beside the tree.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod ast;
mod chunks;
mod convert;
pub mod dump;
mod names;
mod preprocess;
mod problems;
mod skeleton;
mod sources;
mod span;
mod token;
mod words;

use problems::Problems;
pub use span::{FileId, Span};

/// Where `#include` finds its files; the one thing that parsing needs from outside.
pub trait Includes {
    /// Opens the file `name` that the file with path `from` includes, `system` being `<name>` rather than `"name"`.
    ///
    /// Gives the path as it should be shown, and the text.
    fn open(&self, name: &str, from: &str, system: bool) -> Option<(String, String)>;
}

/// Finds nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn open(&self, _name: &str, _from: &str, _system: bool) -> Option<(String, String)> {
        None
    }
}

/// What a compiler would get on its command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Macros to define, in order: name (with parameters, if any) and body.
    pub defines: Vec<(String, String)>,
}

/// Parses a translation unit.
///
/// Never fails: what is wrong is in [`Parse::problems`], and the tree has the rest.
pub fn parse(path: &str, text: &str, includes: &dyn Includes, options: &Options) -> Parse {
    build(preprocess::preprocess(path, text, includes, options))
}

/// From preprocessed tokens to the tree.
fn build(output: preprocess::Output) -> Parse {
    let preprocess::Output {
        tokens,
        interner,
        sources,
        macro_uses,
        std_headers,
        missing_headers,
        mut problems,
    } = output;
    let roles = names::roles(&tokens, &interner);
    let chunks = chunks::chunks(&tokens, &roles, &interner, &mut problems);
    let mut items = Vec::new();
    let problems = match convert::Converter::new(&interner, problems) {
        Some(mut converter) => {
            for chunk in chunks {
                let tokens = tokens.get(chunk.range.clone()).unwrap_or_default();
                let roles = roles.get(chunk.range.clone()).unwrap_or_default();
                converter.chunk(tokens, roles, &chunk, &mut items);
            }
            converter.into_problems()
        }
        None => Problems::default(),
    };
    Parse {
        unit: ast::Unit { items },
        sources,
        macro_uses,
        std_headers,
        missing_headers,
        problems: problems.into_sorted(),
    }
}

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
    /// Headers and files that were included and not found.
    pub missing_headers: Vec<String>,
    /// In order of place.
    pub problems: Vec<Problem>,
}

impl Parse {
    /// The innermost use of a macro that a span lies in.
    pub fn macro_use_at(&self, span: Span) -> Option<&MacroUse> {
        let holds = |found: &&MacroUse| {
            let outer = found.use_span;
            outer.file == span.file && outer.start <= span.start && span.end <= outer.end
        };
        self.macro_uses
            .iter()
            .filter(holds)
            .min_by_key(|found| found.use_span.end - found.use_span.start)
    }

    /// Whether the tree lacks something that was written.
    pub fn has_errors(&self) -> bool {
        self.problems
            .iter()
            .any(|problem| problem.severity == Severity::Error)
    }
}
