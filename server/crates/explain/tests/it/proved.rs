//! Every invariant of generated programs is proved again, and what they need is in the slice.
//!
//! A program and one with a fault come from a generator; where they print different things, the output of the first is
//! the test that the second fails.

use std::rc::Rc;

use explain::check::Rest;
use explain::slice::slice;
use explain::story::Statement;
use explain::trace::Flow;
use ir::eval::{Concrete, Image, Machine, Output, Relaxed};
use localize::engine::run::prepare;
use proptest::strategy::{Strategy, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use testkit::generate::{Program, rich, tiny_main};
use testkit::{Compiled, run_of_main};

use crate::support::{Found, checked, checked_as, explained};

const INPUT: &str = "77 -5";

/// What a program prints if it ends without a trap.
fn output(program: &Compiled) -> Option<Vec<u8>> {
    let test = prepare(
        &program.program,
        "main",
        &run_of_main("t", &[], INPUT, None),
    )
    .unwrap();
    let mut dom = Concrete::new(program.program.components.len(), Relaxed::Nothing);
    let state = Image::new(&program.program).start(&mut dom, &program.program, &test.start, true);
    let mut machine = Machine {
        program: &program.program,
        dom,
        state,
        expected: std::sync::Arc::clone(&test.goal.expected),
        steps: 200_000,
        observed: None,
    };
    let stop = machine.run(None).unwrap_err();
    let ended = matches!(*stop, ir::eval::Stop::Exit(_));
    match machine.state.streams.output {
        Output::Capture(bytes) if ended => Some(bytes),
        _ => None,
    }
}

/// Statements that matter although the failure does not depend on them.
fn outside_the_slice(found: &Found) -> Vec<&Statement> {
    let slice = slice(&found.trace);
    let within = |s: &&Statement| {
        s.component.is_none()
            || slice
                .iter()
                .any(|d| Some(d.component) == s.component && d.execution == s.execution)
    };
    let statements = found.story.statements.iter();
    statements.filter(|s| !within(s)).collect()
}

/// Takes a fact away from one of the invariants. Where the rest does not do without it, both kinds of check say so, of the
/// same places.
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

/// Explains faulty programs; how many there were, and how often a fact that was taken away was missed.
fn explain_faults(programs: impl Iterator<Item = Program>) -> (usize, usize) {
    let (mut explanations, mut weakened) = (0, 0);
    for (i, program) in programs.enumerate() {
        let right = Compiled::new(&program.to_string());
        let text = program.mutated(i * 7 + 3, i).to_string();
        let wrong = Compiled::new(&text);
        let (Some(wanted), Some(printed)) = (output(&right), output(&wrong)) else {
            continue;
        };
        if wanted == printed {
            continue;
        }
        let test = run_of_main("t", &[], INPUT, Some(&wanted));
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
            let outside = outside_the_slice(&found);
            assert!(outside.is_empty(), "{flow:?} {outside:?}\n{text}");
        }
        explanations += 1;
    }
    (explanations, weakened)
}

fn generated(
    strategy: impl Strategy<Value = Program>,
    cases: usize,
) -> impl Iterator<Item = Program> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..cases).map(move |_| strategy.new_tree(&mut runner).unwrap().current())
}

#[test]
fn of_small_programs() {
    let (explained, caught) = explain_faults(generated(tiny_main(), 60));
    assert!(explained >= 10 && caught >= 10, "{explained} {caught}");
}

#[test]
fn of_rich_programs() {
    let (explained, caught) = explain_faults(generated(rich(), 24));
    assert!(explained >= 4 && caught >= 4, "{explained} {caught}");
}
