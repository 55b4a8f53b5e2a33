//! Steps from a file to a lowered program, as in the product (`server/crates/faultlens-core/src/jobs/analyse`).

use std::path::{Path, PathBuf};

use faultlens_core::files::compiler::CompilerLimits;
use faultlens_core::files::{self, Flags, Preprocessing};
use lower::{LowerOptions, LoweredUnit, lower};
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
    let unit = files::parse_unit(file, &source, &flags(words), 0, CompilerLimits::default());
    if let Preprocessing::CompilerFailed(why) = unit.preprocessing {
        return Err(why);
    }
    let parse = unit.parse;
    let lowered = lower(&parse, &LowerOptions::default());
    Ok(LoadedProgram { parse, lowered })
}

/// Preprocessor flags among the compiler's flags.
fn flags(words: &[String]) -> Flags {
    let mut flags = Flags::of_words(words.to_vec(), None, PathBuf::new());
    flags.standard.get_or_insert_with(|| "gnu17".to_owned());
    flags
}
