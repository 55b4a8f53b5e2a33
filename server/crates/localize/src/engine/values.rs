//! "was …, needs …": the table of needed values, made from a witness.
//!
//! A test has many witnesses, and the values of this one are arbitrary choices of the solver. So each angelic value is
//! first replaced by the value from the failing run: if the test still passes, another value is not needed.

use eval::{Choice, Script};
use ir::{AltKind, CompId, ComponentKind, Scalar};
use rustc_hash::FxHashMap;

use super::failing_test::FailingTest;
use super::observation::Was;
use super::query_context::QueryContext;
use crate::limits::{MAX_SIMPLIFYING_REPLAYS, MAX_VALUE_ROWS};
use crate::report::{NeededValue, Number};
use exec::display;
use ir::CompSet;

/// Values that each component of `set` needs in a test, which has the given index.
pub(crate) fn needed_values(
    shared: &QueryContext<'_>,
    index: usize,
    failing_test: &FailingTest<'_>,
    set: &CompSet,
    script: &Script,
) -> FxHashMap<CompId, Vec<NeededValue>> {
    let was = failing_test.was(shared);
    let script = simplify(shared, failing_test, set, script);
    let mut table: FxHashMap<CompId, Vec<NeededValue>> = FxHashMap::default();
    for row in rows(shared, index, &script, was) {
        let of_component = table.entry(row.0).or_default();
        if of_component.len() < MAX_VALUE_ROWS {
            of_component.push(row.1);
        }
    }
    table
}

/// Numbers the executions along a script: for each entry, the number of the execution of its component, from 0.
fn executions(script: &Script) -> Vec<usize> {
    let mut seen: FxHashMap<CompId, usize> = FxHashMap::default();
    script
        .iter()
        .map(|choice| match choice {
            Choice::Enter { comp, .. } => {
                let n = seen.entry(*comp).or_default();
                *n += 1;
                *n - 1
            }
            Choice::Value { comp, .. }
            | Choice::Text { comp, .. }
            | Choice::Output { comp, .. } => seen.get(comp).copied().unwrap_or(1).saturating_sub(1),
        })
        .collect()
}

/// Replaces as many values of the script as possible by those of the failing run.
fn simplify(
    shared: &QueryContext<'_>,
    failing_test: &FailingTest<'_>,
    set: &CompSet,
    script: &Script,
) -> Script {
    let was = failing_test.was(shared);
    let mut best = script.clone();
    let numbers = executions(&best);
    let mut trials = 0;
    for i in 0..best.len() {
        let Choice::Value {
            comp,
            ty,
            bits,
            object: 0,
        } = best[i]
        else {
            continue;
        };
        let Some(&(_, old, true)) = was.get(&comp).and_then(|w| w.get(numbers[i])) else {
            continue;
        };
        let old = if ty == Scalar::Bool {
            u64::from(old != 0)
        } else {
            eval::arith::extend(ty, old)
        };
        if old == bits || trials >= MAX_SIMPLIFYING_REPLAYS {
            continue;
        }
        trials += 1;
        let mut trial = best.clone();
        trial[i] = Choice::Value {
            comp,
            ty,
            bits: old,
            object: 0,
        };
        let steps = shared.limits.path_steps;
        if failing_test.survives(shared, shared.program, set, &trial, steps) {
            best = trial;
        }
    }
    best
}

/// A row for each choice of the script that differs from the failing run.
fn rows(
    shared: &QueryContext<'_>,
    test: usize,
    script: &Script,
    was: &Was,
) -> Vec<(CompId, NeededValue)> {
    let mut rows = Vec::new();
    // The alternative that the current execution of each component takes.
    let mut how: FxHashMap<CompId, Option<AltKind>> = FxHashMap::default();
    for (choice, execution) in script.iter().zip(executions(script)) {
        let comp = choice.comp();
        let component = shared.program.components[comp.index()].kind;
        if let Choice::Enter { kind, .. } = choice {
            how.insert(comp, *kind);
        }
        let row = NeededValue {
            test,
            execution: execution as u32 + 1,
            was: None,
            needs: String::new(),
            how: how.get(&comp).copied().flatten(),
            number: None,
            range: None,
        };
        let needs = |needs: String| NeededValue {
            needs,
            ..row.clone()
        };
        let row = match choice {
            Choice::Enter { kind, .. } => {
                without_value(component, *kind).map(|what| needs(what.into()))
            }
            Choice::Value {
                ty, bits, object, ..
            } => {
                let value = (*ty, *bits, *object);
                with_value(row, component, was.get(&comp), execution, value)
            }
            Choice::Text { bytes, .. } => Some(needs(display::text(bytes))),
            Choice::Output { bytes, .. } if bytes.is_empty() => {
                Some(needs("nothing printed".into()))
            }
            Choice::Output { bytes, .. } => Some(needs(display::text(bytes))),
        };
        rows.extend(row.map(|row| (comp, row)));
    }
    rows
}

/// Completes the row of an angelic value; `None` if it is the value of the failing run.
fn with_value(
    row: NeededValue,
    kind: ComponentKind,
    was: Option<&Vec<(Scalar, u64, bool)>>,
    execution: usize,
    (ty, bits, object): (Scalar, u64, u32),
) -> Option<NeededValue> {
    let is_truth = ty == Scalar::Bool && is_condition(kind);
    let old = was.and_then(|values| values.get(execution));
    let before = old
        .filter(|(_, _, is_known)| *is_known)
        .map(|(ty, bits, _)| display::scalar(*ty, *bits, is_truth));
    let needs = if object == 0 {
        display::scalar(ty, bits, is_truth)
    } else {
        "another address".to_owned()
    };
    if before.as_deref() == Some(needs.as_str()) {
        return None;
    }
    Some(NeededValue {
        was: before,
        needs,
        number: number(was, (ty, bits, object)).filter(|_| !is_truth),
        ..row
    })
}

/// The value of an integer that a component computed exactly once, and its value in the script.
fn number(
    was: Option<&Vec<(Scalar, u64, bool)>>,
    (ty, needs, object): (Scalar, u64, u32),
) -> Option<Number> {
    let &[(_, was, true)] = was?.as_slice() else {
        return None;
    };
    let integer = object == 0 && !ty.is_float() && !matches!(ty, Scalar::Ptr | Scalar::Bool);
    integer.then(|| Number {
        ty,
        was: eval::arith::extend(ty, was),
        needs: eval::arith::extend(ty, needs),
    })
}

fn is_condition(kind: ComponentKind) -> bool {
    kind == ComponentKind::Condition
}

/// Description of a choice that has no value.
fn without_value(kind: ComponentKind, how: Option<AltKind>) -> Option<&'static str> {
    match (how?, kind) {
        (AltKind::Skip, ComponentKind::Jump) => Some("not taken"),
        (AltKind::Skip, _) => Some("skipped"),
        (AltKind::Taken, _) => Some("made"),
        (AltKind::InputEnd, _) => Some("input at its end"),
        _ => None,
    }
}
