//! From a file to a lowered program, as the product does it (`server/src/jobs/analyse`).

use std::path::{Path, PathBuf};

use faultlens::files::{self, DiskIncludes, Flags, SourceText};
use ir::lower::{LowerOptions, Lowered, lower};
use syntax::{Parse, Problem, Severity};

/// A program that can be run, or why it cannot.
pub(crate) struct LoadedProgram {
    pub(crate) parse: Parse,
    pub(crate) lowered: Lowered,
}

impl LoadedProgram {
    /// The first error in the text.
    pub(crate) fn error(&self) -> Option<&Problem> {
        let all = self.parse.problems.iter().chain(&self.lowered.problems);
        all.into_iter().find(|p| p.severity == Severity::Error)
    }
}

/// Reads, preprocesses, parses and lowers a file.
pub(crate) fn load(file: &Path, words: &[String]) -> Result<LoadedProgram, String> {
    let source = files::read_source(file)?;
    let parse = parse(file, &source, &flags(words))?;
    let lowered = lower(&parse, &LowerOptions::default());
    Ok(LoadedProgram { parse, lowered })
}

fn parse(file: &Path, source: &SourceText, flags: &Flags) -> Result<Parse, String> {
    let (text, includes) = (&*source.text, DiskIncludes::new(file, flags));
    let options = syntax::Options {
        latin1: source.latin1,
        ..files::syntax_options(flags)
    };
    let name = file.to_string_lossy();
    let parse = syntax::parse(&name, text, &includes, &options);
    if parse.missing_headers.is_empty() || !syntax::needs_compiler(&name, text, &includes, &options)
    {
        return Ok(parse);
    }
    let output =
        files::compiler::preprocess(file, text, flags, files::compiler::Limits::default())?;
    Ok(syntax::parse_preprocessed(
        &name, text, &output, &includes, &options,
    ))
}

/// The flags that matter to a preprocessor, out of the compiler's.
fn flags(words: &[String]) -> Flags {
    let mut flags = Flags::of_words(words.to_vec(), None, PathBuf::new());
    flags.standard.get_or_insert_with(|| "gnu17".to_owned());
    flags
}
