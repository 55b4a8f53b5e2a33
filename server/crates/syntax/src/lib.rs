//! Parser from C text to a typed tree with spans: preprocessing, tree-sitter, problems.
//!
//! Entry point: [`parse`]. It never fails and accesses no files: included files are requested from an [`Includes`], and
//! errors in the text are returned as [`Problem`]s beside the tree.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod ast;
mod bare_conditions;
mod chunks;
mod constraints;
mod convert;
mod copies;
mod data_model;
pub mod dump;
mod grammar;
mod keywords;
mod meanings;
mod names;
mod optional_semicolons;
mod preprocess;
mod problems;
mod reread;
mod skeleton;
mod sources;
mod span;
mod standard;
mod storage_classes;
mod token;
pub mod visit;

use rustc_hash::{FxHashMap, FxHashSet};

pub use data_model::DataModel;
pub use meanings::{Meanings, is_own};
pub use reread::{Reading, reread};
pub use sources::BUILT_IN;
pub use span::{FileId, Span};
pub use standard::Standard;

/// Source of the files that `#include` names; the only external input of parsing.
pub trait Includes {
    /// Opens the file `name` that the file with path `from` includes; `system` says that it is written `<name>` rather
    /// than `"name"`.
    ///
    /// Returns the path as it should be shown, and the text.
    fn open(&self, name: &str, from: &str, system: bool) -> Option<(String, String)>;

    /// Whether a folder that the flags name has a header of this name, in place of the standard one.
    fn shadows(&self, _name: &str) -> bool {
        false
    }
}

/// An [`Includes`] that finds nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn open(&self, _name: &str, _from: &str, _system: bool) -> Option<(String, String)> {
        None
    }
}

/// Settings that a compiler would get on its command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Predefined macros that are not to be defined.
    pub undefines: Vec<String>,
    /// Macros to define, in order: name (with parameters, if any) and body.
    pub defines: Vec<(String, String)>,
    /// Files that are included before the text (`-include`).
    pub forced_includes: Vec<String>,
    /// Number of the first source text. A unit that will be linked to others starts with their number of source texts.
    pub first_file: u16,
    /// Whether the text was Latin-1: a character in a literal is then the byte with its code.
    pub latin1: bool,
    /// Data model, which decides the width of `long` and pointers.
    pub data_model: DataModel,
    /// Version of C, which decides what is predefined.
    pub standard: Standard,
}

/// Parses a translation unit.
///
/// Never fails: errors are in [`Parse::problems`], and the tree contains the rest.
pub fn parse(path: &str, text: &str, includes: &dyn Includes, options: &Options) -> Parse {
    let mut output = preprocess::preprocess(path, text, includes, options);
    let reading = Reading {
        options: Some(options.clone()),
        opened: std::mem::take(&mut output.opened),
        files: output.sources.files.len(),
    };
    Parse {
        readings: vec![reading],
        ..build(output, options)
    }
}

/// Parses the output of `cc -E` for a file, with all spans in the original `text`.
///
/// `includes` is asked for the user's other files by the paths in the line markers; text from files that it does not
/// have gets an empty span. The macros in `options` are not used, because the compiler has already applied them.
/// Functions and variables that system headers declare are left out: lowering knows the library by name.
pub fn parse_preprocessed(
    path: &str,
    text: &str,
    preprocessed: &str,
    includes: &dyn Includes,
    options: &Options,
) -> Parse {
    let output = preprocess::read_preprocessed(path, text, preprocessed, includes);
    let reading = Reading {
        files: output.sources.files.len(),
        ..Reading::default()
    };
    Parse {
        readings: vec![reading],
        ..build(output, options)
    }
}
/// Builds the tree from preprocessed tokens.
fn build(mut output: preprocess::Output, options: &Options) -> Parse {
    output.renumber(options.first_file);
    output.sources.data_model = options.data_model;
    output.sources.first_file = options.first_file;
    for source in &mut output.sources.files {
        source.latin1 = options.latin1;
    }
    // Tokens that nobody wrote.
    optional_semicolons::semicolons(&mut output);
    bare_conditions::parenthesise(&mut output);
    storage_classes::move_to_front(&mut output);
    let (tokens, interner) = (&output.tokens, &output.interner);
    let roles = names::roles(tokens, interner);
    let chunks = chunks::chunks(tokens, &roles, interner, &mut output.problems);
    let mut items = Vec::new();
    let mut system_functions = FxHashSet::default();
    if let Some(mut converter) = convert::Converter::new(
        interner,
        std::mem::take(&mut output.problems),
        options.latin1,
    ) {
        for chunk in chunks {
            let tokens = tokens.get(chunk.range.start..).unwrap_or_default();
            let roles = roles.get(chunk.range.start..).unwrap_or_default();
            if !output
                .system
                .get(chunk.range.start)
                .is_some_and(|system| *system)
            {
                converter.chunk(tokens, roles, &chunk, &mut items);
            } else if chunks::declares_types(&tokens[..chunk.range.len()], roles, interner) {
                converter.system_chunk(tokens, roles, &chunk, &mut items);
            } else {
                let name = chunks::declared_function(&tokens[..chunk.range.len()], roles, interner);
                system_functions.extend(name.map(str::to_owned));
            }
        }
        output.problems = converter.into_problems();
    }
    let unit = ast::Unit { items };
    constraints::check(&unit, &mut output.problems);
    Parse {
        unit,
        sources: output.sources,
        macro_uses: output.macro_uses,
        std_headers: output.std_headers,
        missing_headers: output.missing_headers,
        needs_compiler: output.needs_compiler,
        system_functions,
        readings: Vec::new(),
        copies: FxHashMap::default(),
        problems: output.problems.into_sorted(),
    }
}

/// One source text of a translation unit.
#[derive(Debug, Clone, Default)]
pub struct Source {
    /// Path as it should be shown; relative if it was given so.
    pub path: String,
    /// Exact text.
    pub text: String,
    /// Byte offset of the start of each line.
    pub line_starts: Vec<u32>,
    /// Whether a character in a literal is the byte with its code ([`Options::latin1`]).
    pub latin1: bool,
}

/// All source texts of a translation unit; index 0 is the file itself.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// Source texts in the order of their [`FileId`]s.
    pub files: Vec<Source>,
    /// Number of the first source text: not 0 in a unit that will be linked to others ([`Options::first_file`]).
    pub first_file: u16,
    /// Data model from the options.
    pub data_model: DataModel,
    /// Whether a number that was never set may be any; see `ir::Program::unset_is_any`.
    pub unset_is_any: bool,
}

/// A use of a macro, with the place of its definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroUse {
    /// Name of the macro.
    pub name: String,
    /// Span of the use including its arguments (the outermost use if nested).
    pub use_span: Span,
    /// Span of the `#define` line; `None` for predefined macros and those of system headers.
    pub definition: Option<Span>,
}

/// Severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The tree lacks something that was written.
    Error,
    /// The text was understood, but the user should know.
    Warning,
}

/// A problem with the text that the user should know about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Severity of the problem.
    pub severity: Severity,
    /// Place of the problem.
    pub span: Span,
    /// Message: one sentence, lower case, no full stop.
    pub message: String,
}

/// The tree with everything that is needed to report about it.
#[derive(Debug, Clone, Default)]
pub struct Parse {
    /// The tree; unreadable parts are `Unsupported` or left out, with a problem.
    pub unit: ast::Unit,
    /// Source texts.
    pub sources: Sources,
    /// Macro uses that produced text, in order of place.
    pub macro_uses: Vec<MacroUse>,
    /// Names of the standard headers that were included (`stdio.h`).
    pub std_headers: Vec<String>,
    /// Included headers and files that were not found.
    pub missing_headers: Vec<String>,
    /// Whether only a compiler finds the headers that were meant: one of the system, or one in place of a standard header.
    pub needs_compiler: bool,
    /// Functions that headers of the system declare, if a compiler has read them.
    pub system_functions: FxHashSet<String>,
    /// How each unit was read, in order.
    pub readings: Vec<Reading>,
    /// Functions that are copies of an earlier unit's, by their definition, with the position of that unit; see
    /// [`Parse::find_copies`].
    pub copies: FxHashMap<Span, usize>,
    /// Problems in order of place.
    pub problems: Vec<Problem>,
}

impl Parse {
    /// Innermost macro use that contains a span.
    pub fn macro_use_at(&self, span: Span) -> Option<&MacroUse> {
        self.macro_uses
            .iter()
            .filter(|found| {
                let outer = found.use_span;
                outer.file == span.file && outer.start <= span.start && span.end <= outer.end
            })
            .min_by_key(|found| found.use_span.end - found.use_span.start)
    }

    /// Adds another translation unit, parsed with [`Options::first_file`] set to the number of sources here.
    pub fn link(&mut self, other: Parse) {
        self.unit.items.push(ast::Item::End);
        self.unit.items.extend(other.unit.items);
        self.sources.files.extend(other.sources.files);
        self.macro_uses.extend(other.macro_uses);
        for (all, more) in [
            (&mut self.std_headers, other.std_headers),
            (&mut self.missing_headers, other.missing_headers),
        ] {
            let new: Vec<String> = more.into_iter().filter(|h| !all.contains(h)).collect();
            all.extend(new);
        }
        self.system_functions.extend(other.system_functions);
        self.readings.extend(other.readings);
        self.problems.extend(other.problems);
    }

    /// Whether the tree lacks something that was written.
    pub fn has_errors(&self) -> bool {
        self.problems
            .iter()
            .any(|problem| problem.severity == Severity::Error)
    }
}
