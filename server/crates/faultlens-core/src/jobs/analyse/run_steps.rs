//! A failing run statement by statement, for stepping through it as in a debugger.

use std::collections::BTreeMap;

use ir::ComponentKind;
use syntax::Span;
use trace::Recording;

use super::run::Ready;
use crate::model::{NamedValue, RunStep};

/// Most statements that are shown: the last ones.
const MOST_STEPS: usize = 2_000;
/// Most characters of a value.
const LONGEST: usize = 120;

/// The last statements of a run with the values before each, and whether earlier ones were left out.
pub(super) fn run_steps(ready: &Ready<'_>, recording: &Recording<'_>) -> (Vec<RunStep>, bool) {
    let executed = recording.statements(MOST_STEPS + 1);
    let is_cut = executed.len() > MOST_STEPS || recording.is_partial();
    let executed = &executed[executed.len().saturating_sub(MOST_STEPS)..];
    let nodes: Vec<_> = executed.iter().map(|execution| execution.node).collect();
    let mut steps: Vec<RunStep> = Vec::new();
    // The last statement that began, and its call depth.
    let mut begun: Option<(usize, Span)> = None;
    // The values at the last step of each call in progress.
    let mut known: BTreeMap<usize, Vec<NamedValue>> = BTreeMap::new();
    let mut rest = executed.iter();
    recording.show_states(&nodes, &mut |_, view| {
        let Some((execution, owner)) = rest.next().and_then(|e| Some((e, e.owner?))) else {
            return;
        };
        let component = &ready.program.components[owner.component.index()];
        // A declaration without an initial value has no effect.
        if component.kind == ComponentKind::Declaration {
            return;
        }
        let span = component.span;
        let depth = view.depth();
        // A part of that statement is not a step of its own.
        let is_part = begun.is_some_and(|(d, outer)| d == depth && outer.encloses(span));
        if is_part {
            return;
        }
        begun = Some((depth, span));
        let view = view.within(span);
        let values = view.variables().into_iter().chain(view.globals());
        let values: Vec<NamedValue> = values.map(|value| to_model(ready, value)).collect();
        let before = known.remove(&depth).unwrap_or_default();
        known.retain(|other, _| *other < depth);
        let is_new = |value: &&NamedValue| !before.contains(value);
        let changed = values.iter().filter(is_new).map(|value| value.name.clone());
        let changed = changed.collect();
        known.insert(depth, values.clone());
        let [(line, column), (end_line, end_column)] = ready.names().extent(span);
        let function = ready.program.functions.get(execution.function.index());
        steps.push(RunStep {
            file: ready.names().file(span.file),
            line,
            column,
            end_line,
            end_column,
            text: ready.sources().text(span).to_owned(),
            function: function.map_or_else(String::new, |f| f.name.clone()),
            depth,
            values,
            changed,
        });
    });
    (steps, is_cut)
}

fn to_model(ready: &Ready<'_>, seen: trace::NamedValue) -> NamedValue {
    let mut value = explain::causes::value(&seen.value, ready.sources());
    if let Some((end, _)) = value.char_indices().nth(LONGEST) {
        value.truncate(end);
        value.push('…');
    }
    NamedValue {
        name: seen.name,
        value,
    }
}
