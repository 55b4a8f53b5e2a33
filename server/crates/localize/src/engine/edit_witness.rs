//! Witnesses from an edited program: the values that the edited component computes serve as angelic values for the
//! original component.
//!
//! An edit with which all failing tests pass (see [`repair`]) changes nothing but the values that one component
//! computes. The edited program is run and the values of that component are recorded, execution by execution; then the
//! program as written is run with these values. The result is a script like any other, and is certified like any other.

use eval::{ChoiceSource, ForcedChoices, ForcedValue, Script};
use ir::{CompId, Program};
use repair::{EditWitnesses, Refuted};
use syntax::Span;

use super::directed::{Runs, alternatives, number_alternative};
use super::failing_test::FailingTest;
use super::query_context::QueryContext;
use exec::runner::Runner;
use ir::CompSet;

/// Source of edits to components that make all failing tests of the group pass.
pub(crate) trait EditWitnessSource {
    /// Reports each of the components for which there is an edit, with the edited program. `found` returns whether the
    /// edit yields witnesses; if it does not, further edits of the component are tried.
    fn try_edits(
        &mut self,
        comps: &[(CompId, Span)],
        found: &mut dyn FnMut(CompId, &Program) -> bool,
    );

    /// Edits that have been refuted so far.
    fn refuted(&self) -> Refuted;
}

impl EditWitnessSource for EditWitnesses<'_> {
    fn try_edits(
        &mut self,
        comps: &[(CompId, Span)],
        found: &mut dyn FnMut(CompId, &Program) -> bool,
    ) {
        EditWitnesses::try_edits(self, comps, found);
    }

    fn refuted(&self) -> Refuted {
        EditWitnesses::refuted(self)
    }
}

/// The choices of `comp` that make the test, run as written, behave as it does in the edited program.
pub(super) fn script_of(
    shared: &QueryContext<'_>,
    edited: &Program,
    comp: CompId,
    failing_test: &FailingTest<'_>,
    steps: u64,
) -> Option<Script> {
    let all = alternatives(shared.program, shared.relaxing, comp);
    let alternative = number_alternative(&all)?;
    let written = &shared.program.components[comp.index()];
    let same = |c: &ir::Component| c.span == written.span && c.kind == written.kind;
    let twin = CompId(edited.components.iter().position(same)? as u32);
    let mut runner = Runner::new(edited);
    let finished = runner.run(
        failing_test.test,
        ChoiceSource::Nothing,
        steps,
        true,
        &|| true,
    );
    let mut choices = ForcedChoices::default();
    let computed = finished.observed.iter().filter(|o| o.comp == twin);
    for (execution, o) in (0..).zip(computed) {
        if !o.value.init || o.value.object != 0 {
            return None;
        }
        let mut choice = alternative.choice();
        choice.values.push(ForcedValue::of(o.ty, o.value.bits, 0));
        choices.at.insert(execution, choice);
    }
    let set = CompSet::from_iter([comp]);
    Runs::new(shared, failing_test, &set, 1, steps).script(choices, steps)
}
