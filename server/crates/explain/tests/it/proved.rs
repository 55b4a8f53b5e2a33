//! Every invariant of generated programs is proved again, and the statements that they need are in the slice.

use std::rc::Rc;

use exec::run::prepare;
use explain::check::Rest;
use explain::error_trace::Statement;
use explain::slice;
use explain::trace::Flow;
use harness::Test;
use testkit::CompiledProgram;
use testkit::generate::{rich, tiny_main};

use crate::faulty::{Faulty, faulty};
use crate::support::{Found, checked, checked_as, explained};

/// Statements that are relevant although the failure does not depend on them.
fn outside_the_slice<'f>(
    found: &'f Found,
    program: &CompiledProgram,
    test: &Test,
) -> Vec<&'f Statement> {
    let prepared = prepare(&program.program, "main", test).unwrap();
    let slice = slice(&program.program, &prepared, &|| false);
    let within = |s: &&Statement| {
        s.component.is_none()
            || slice
                .iter()
                .any(|d| Some(d.owner.component) == s.component && d.owner.execution == s.execution)
    };
    let statements = found.story.statements.iter();
    statements.filter(|s| !within(s)).collect()
}

/// Removes a fact from one of the invariants. If the rest is not sufficient without it, both kinds of check report
/// this, for the same places.
fn is_caught(found: &mut Found, flow: Flow, nth: usize) -> bool {
    let some: Vec<usize> = (0..found.chain.at.len())
        .filter(|k| !found.chain.at[*k].atoms.is_empty())
        .collect();
    let Some(&k) = some.get(nth * 5 % some.len().max(1)) else {
        return false;
    };
    let mut fewer = (*found.chain.at[k]).clone();
    fewer.atoms.remove(nth % fewer.atoms.len());
    let whole = std::mem::replace(&mut found.chain.at[k], Rc::new(fewer));
    let mut wrong = |how| {
        let of_steps = |s: &String| s.starts_with("step");
        let found = checked_as(found, flow, how);
        found.wrong.into_iter().filter(of_steps).collect::<Vec<_>>()
    };
    let (outright, quickly) = (wrong(Rest::Outright), wrong(Rest::ByInduction));
    assert_eq!(outright, quickly);
    found.chain.at[k] = whole;
    !quickly.is_empty()
}

/// Explains faulty programs. Returns the number of explanations, and the number of removed facts that were missed.
fn explain_faults(faulty: impl Iterator<Item = Faulty>) -> (usize, usize) {
    let (mut explanations, mut weakened) = (0, 0);
    for (i, Faulty { wrong, text, test }) in faulty.enumerate() {
        for flow in [Flow::Sensitive, Flow::Assumed] {
            let mut found = match explained(&wrong, &test, flow) {
                Ok(found) => found,
                Err(refused) => panic!("{refused:?}\n{text}"),
            };
            let result = checked(&mut found, flow);
            assert_eq!(result.wrong, Vec::<String>::new(), "{flow:?}\n{text}");
            assert_eq!(result.open, 0, "{flow:?}\n{text}");
            let quickly = checked_as(&mut found, flow, Rest::ByInduction);
            assert!(quickly.is_proved(), "{flow:?} {quickly:?}\n{text}");
            weakened += usize::from(is_caught(&mut found, flow, i));
            let outside = outside_the_slice(&found, &wrong, &test);
            assert!(outside.is_empty(), "{flow:?} {outside:?}\n{text}");
        }
        explanations += 1;
    }
    (explanations, weakened)
}

#[test]
fn of_small_programs() {
    let (explained, caught) = explain_faults(faulty(tiny_main(), 60));
    assert!(explained >= 10 && caught >= 10, "{explained} {caught}");
}

#[test]
fn of_rich_programs() {
    let (explained, caught) = explain_faults(faulty(rich(), 24));
    assert!(explained >= 4 && caught >= 4, "{explained} {caught}");
}
