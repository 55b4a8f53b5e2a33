//! Steps from a case to a program with its tests, as in the product (`server/crates/faultlens-core/src/jobs/analyse`).

use std::path::Path;

use faultlens_core::files::compiler::CompilerLimits;
use faultlens_core::files::{self, Disk, Preprocessing};
use harness::{SourceFacts, Test};
use ir::Program;
use lower::{LowerOptions, lower};
use syntax::{Parse, Severity};

use crate::Outcome;
use crate::case::Case;

/// Program and tests for a session.
pub(crate) struct LoadedCase {
    pub(crate) parse: Parse,
    pub(crate) program: Program,
    pub(crate) tests: Vec<Test>,
}

/// Reads the program and its tests.
pub(crate) fn load(case: &Case) -> Outcome<LoadedCase> {
    let file = case.folder.join("program.c");
    let place = |why: String| format!("{}: {why}", file.display());
    let parse = parse(&file).map_err(place)?;
    let lowered = lower(&parse, &LowerOptions::default());
    let mut problems = parse.problems.iter().chain(&lowered.problems);
    if let Some(error) = problems.find(|p| p.severity == Severity::Error) {
        return Err(place(error.message.clone()));
    }
    let tests = tests(&file, &lowered.program);
    Ok(LoadedCase {
        parse,
        program: lowered.program,
        tests,
    })
}

fn parse(file: &Path) -> Outcome<Parse> {
    let source = files::read_source(file)?;
    let unit = files::parse_unit(
        file,
        &source,
        &files::flags_of(file),
        0,
        CompilerLimits::default(),
    );
    match unit.preprocessing {
        Preprocessing::CompilerFailed(why) => Err(why),
        _ => Ok(unit.parse),
    }
}

fn tests(file: &Path, program: &Program) -> Vec<Test> {
    let facts = SourceFacts {
        has_main: program.function("main").is_some(),
        asserts: program.asserts(),
        opens_files: false,
        ..SourceFacts::default()
    };
    let folder = file.with_file_name("tests");
    // A configuration says where the tests are, and how outputs are compared.
    let is_configured = file.with_file_name("faultlens.toml").is_file();
    let named = (folder.is_dir() && !is_configured).then(|| folder.to_string_lossy());
    let source = file.to_string_lossy();
    harness::discover(&source, &facts, named.as_deref(), None, &Disk).tests
}
