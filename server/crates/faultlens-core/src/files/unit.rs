//! Parsing of one translation unit on the disk: the one loader of the jobs and the development tools.

use std::path::{Path, PathBuf};

use syntax::Parse;

use super::compiler::{self, CompilerLimits};
use super::{DiskIncludes, Flags, SourceText, syntax_options};

/// A translation unit that was parsed.
pub struct ParsedUnit {
    /// The unit. Where the compiler failed, it lacks the headers that are missing.
    pub parse: Parse,
    /// Folders in which headers were found without a flag that names them.
    pub include_dirs: Vec<PathBuf>,
    /// Sentences about where these headers were found.
    pub found_nearby: Vec<String>,
    /// Files outside the project that are included but were not read.
    pub refused: std::collections::BTreeSet<PathBuf>,
    /// How the text was preprocessed.
    pub preprocessing: Preprocessing,
}

/// How a unit was preprocessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Preprocessing {
    /// By the parser itself.
    BuiltIn,
    /// By the C compiler: headers were missing that only it can find.
    Compiler,
    /// By the parser, because the compiler failed for this reason.
    CompilerFailed(String),
}

/// Parses a unit with these flags. `first_file` is the number of source texts of the units before it. The C compiler is
/// run, within `limits`, only if the parser lacks headers that it needs.
pub fn parse_unit(
    path: &Path,
    source: &SourceText,
    flags: &Flags,
    first_file: u16,
    limits: CompilerLimits,
) -> ParsedUnit {
    let (name, text) = (path.to_string_lossy(), &*source.text);
    let includes = DiskIncludes::new(path, flags);
    let options = syntax::Options {
        first_file,
        latin1: source.latin1,
        ..syntax_options(flags)
    };
    let mut parse = syntax::parse(&name, text, &includes, &options);
    let (include_dirs, found_nearby) = includes.found_nearby();
    let refused = includes.refused();
    let needs_compiler = parse.needs_compiler;
    let preprocessing = if needs_compiler || !parse.missing_headers.is_empty() {
        let mut flags = flags.clone();
        flags.include_dirs.extend(include_dirs.iter().cloned());
        match compiler::preprocess(path, text, &flags, limits) {
            Ok(output) => {
                parse = syntax::parse_preprocessed(&name, text, &output, &includes, &options);
                Preprocessing::Compiler
            }
            Err(why) if needs_compiler => Preprocessing::CompilerFailed(why),
            // A header in quotation marks may be one of the system; this one is not.
            Err(_) => Preprocessing::BuiltIn,
        }
    } else {
        Preprocessing::BuiltIn
    };
    ParsedUnit {
        parse,
        include_dirs,
        found_nearby,
        refused,
        preprocessing,
    }
}
