//! Helpers: recording a test, and formatting slices.

use std::collections::BTreeSet;

use eval::ChoiceSource;
use exec::run::{PreparedTest, prepare};
use ir::CompId;
use testkit::CompiledProgram;
use trace::{NotRecorded, ProgramFacts, Recording, RecordingLimits, Slice, Test, record};

pub(crate) fn prepared(compiled: &CompiledProgram, test: &harness::Test) -> PreparedTest {
    prepare(&compiled.program, "main", test).unwrap()
}

pub(crate) fn recorded<'p>(
    facts: &'p ProgramFacts<'p>,
    test: &PreparedTest,
    limits: RecordingLimits,
) -> Result<Recording<'p>, NotRecorded> {
    let test = Test {
        start: &test.start,
        goal: &test.goal,
        relaxed: ChoiceSource::Nothing,
    };
    record(facts, &test, limits, &|| true)
}

/// The line of a component.
pub(crate) fn line(compiled: &CompiledProgram, component: CompId) -> u32 {
    let span = compiled.program.components[component.index()].span;
    compiled.parse.sources.line_col(span).0
}

/// The lines of a slice.
pub(crate) fn lines(compiled: &CompiledProgram, slice: &Slice) -> BTreeSet<u32> {
    let components = slice.components();
    components.keys().map(|c| line(compiled, *c)).collect()
}
