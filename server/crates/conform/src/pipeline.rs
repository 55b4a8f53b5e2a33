//! Steps from a file to a lowered program, as in the product (`server/src/jobs/analyse`).

use std::path::{Path, PathBuf};

use faultlens::files::{self, DiskIncludes, Flags, SourceText};
use ir::lower::{LowerOptions, LoweredUnit, lower};
use syntax::{Parse, Problem, Severity};

/// A program with the problems that may keep it from being run.
pub(crate) struct LoadedProgram {
    pub(crate) parse: Parse,
    pub(crate) lowered: LoweredUnit,
}

impl LoadedProgram {
    /// First error in the text.
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

/// Preprocessor flags among the compiler's flags.
fn flags(words: &[String]) -> Flags {
    let mut flags = Flags::of_words(words.to_vec(), None, PathBuf::new());
    flags.standard.get_or_insert_with(|| "gnu17".to_owned());
    flags
}
