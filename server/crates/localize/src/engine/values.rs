//! "was …, needs …": from a witness to a table for people.
//!
//! A witness is one of many; its values are whatever the solver came up with. So each angelic value is first tried as it
//! was in the failing run: what the test passes with all the same is not needed.

use ir::eval::{Choice, Script};
use ir::{AltKind, CompId, ComponentKind, Scalar};
use rustc_hash::FxHashMap;

use super::failing_test::FailingTest;
use super::observation::Was;
use super::query_context::QueryContext;
use crate::limits::{MAX_SIMPLIFYING_REPLAYS, MAX_VALUE_ROWS};
use crate::report::{NeededValue, Number};
use exec::show;
use ir::CompSet;

/// The values that each component of `set` needs in a test, the one of this number.
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

/// Counts executions along a script: each entry with the number of its component's execution, from 0.
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

/// The script with as many values as possible as they were.
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
            ir::eval::arith::extend(ty, old)
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
                    .map(|(ty, bits, _)| show::scalar(*ty, *bits, truth));
                let needs = if *object == 0 {
                    show::scalar(*ty, *bits, truth)
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
                    row(None, show::text(bytes), how.get(comp).copied().flatten()),
                ));
            }
            Choice::Output { comp, bytes } => {
                let needs = if bytes.is_empty() {
                    "nothing printed".into()
                } else {
                    show::text(bytes)
                };
                rows.push((*comp, row(None, needs, how.get(comp).copied().flatten())));
            }
        }
    }
    rows
}

/// What an integer was that a component computed once, and what it is in the script.
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
        was: ir::eval::arith::extend(ty, was),
        needs: ir::eval::arith::extend(ty, needs),
    })
}

fn is_condition(kind: ComponentKind) -> bool {
    kind == ComponentKind::Condition
}

/// Words for a choice that gives no value.
fn without_value(kind: ComponentKind, how: Option<AltKind>) -> Option<&'static str> {
    match (how?, kind) {
        (AltKind::Skip, ComponentKind::Jump) => Some("not taken"),
        (AltKind::Skip, _) => Some("skipped"),
        (AltKind::Taken, _) => Some("made"),
        (AltKind::InputEnd, _) => Some("input at its end"),
        _ => None,
    }
}
