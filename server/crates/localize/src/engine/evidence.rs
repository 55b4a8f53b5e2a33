//! Evidence that deletion or negation alone suffices, from the same concrete runs as the certificate of a diagnosis
//! ([`FailingTest::replay`]).

use eval::{ChoiceSource, always};
use ir::{AltKind, ComponentKind};
use rustc_hash::FxHashMap;

use super::failing_test::FailingTest;
use super::query_context::QueryContext;
use crate::report::Evidence;
use exec::run::PreparedTest;
use exec::runner::Runner;
use ir::CompSet;

/// Tests on which deletion and negation are tried.
#[derive(Debug)]
pub(crate) struct Trials<'a> {
    /// Tests with their indices. Failing tests come first, because most attempts end there.
    pub(crate) tests: Vec<(usize, &'a PreparedTest)>,
    /// Maximum number of instructions of a test.
    pub(crate) steps: u64,
}

/// Changes that alone make the failing tests pass and break none of the passing ones. Runs of tests with snapshots
/// begin where the set is first entered.
pub(crate) fn evidence(
    shared: &QueryContext<'_>,
    trials: &Trials<'_>,
    with_snapshots: &FxHashMap<usize, FailingTest<'_>>,
    set: &CompSet,
) -> Vec<Evidence> {
    let program = shared.program;
    let mut runner = Runner::on(program, shared.concrete.clone());
    let mut passes =
        |t: usize, test: &PreparedTest, changed: ChoiceSource| match with_snapshots.get(&t) {
            Some(failing_test) => failing_test.replay(shared, program, set, changed, trials.steps),
            None => runner.passes_with_assertions(test, changed, trials.steps).0,
        };
    let mut suffices = |kinds: &'static [AltKind]| {
        let Some(changed) = always(program, set.iter(), kinds) else {
            return false;
        };
        let mut tests = trials.tests.iter();
        tests.all(|(t, test)| passes(*t, test, changed.clone()))
    };
    let condition = |c: ir::CompId| program.components[c.index()].kind == ComponentKind::Condition;
    let mut found = Vec::new();
    if !set.iter().any(condition) && suffices(&[AltKind::Skip]) {
        found.push(Evidence::Deletion);
    }
    if set.iter().any(condition) && suffices(&[AltKind::Flip, AltKind::Skip]) {
        found.push(Evidence::Flip);
    }
    found
}
