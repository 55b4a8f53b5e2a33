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
        let of = table.entry(row.0).or_default();
        if of.len() < MAX_VALUE_ROWS {
            of.push(row.1);
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

fn rows(
    shared: &QueryContext<'_>,
    test: usize,
    script: &Script,
    was: &Was,
) -> Vec<(CompId, NeededValue)> {
    let mut rows = Vec::new();
    let mut how: FxHashMap<CompId, Option<AltKind>> = FxHashMap::default();
    for (choice, execution) in script.iter().zip(executions(script)) {
        let row = |was: Option<String>, needs: String, how: Option<AltKind>| NeededValue {
            test,
            execution: execution as u32 + 1,
            was,
            needs,
            how,
            number: None,
            range: None,
        };
        match choice {
            Choice::Enter { comp, kind, .. } => {
                how.insert(*comp, *kind);
                if let Some(what) =
                    without_value(shared.program.components[comp.index()].kind, *kind)
                {
                    rows.push((*comp, row(None, what.into(), *kind)));
                }
            }
            Choice::Value {
                comp,
                ty,
                bits,
                object,
            } => {
                let truth = *ty == Scalar::Bool
                    && is_condition(shared.program.components[comp.index()].kind);
                let old = was.get(comp).and_then(|w| w.get(execution));
                let before = old
                    .filter(|o| o.2)
                    .map(|(ty, bits, _)| display::scalar(*ty, *bits, truth));
                let needs = if *object == 0 {
                    display::scalar(*ty, *bits, truth)
                } else {
                    "another address".to_string()
                };
                if before.as_deref() != Some(needs.as_str()) {
                    let how = how.get(comp).copied().flatten();
                    let number = number(was.get(comp), (*ty, *bits, *object));
                    let number = number.filter(|_| !truth);
                    rows.push((
                        *comp,
                        NeededValue {
                            number,
                            ..row(before, needs, how)
                        },
                    ));
                }
            }
            Choice::Text { comp, bytes } => {
                rows.push((
                    *comp,
                    row(None, display::text(bytes), how.get(comp).copied().flatten()),
                ));
            }
            Choice::Output { comp, bytes } => {
                let needs = if bytes.is_empty() {
                    "nothing printed".into()
                } else {
                    display::text(bytes)
                };
                rows.push((*comp, row(None, needs, how.get(comp).copied().flatten())));
            }
        }
    }
    rows
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
