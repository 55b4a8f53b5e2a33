//! Algorithm 1 of "Flow-sensitive Fault Localization" (§4), the recursive one, as an oracle for the product's method.
//!
//! The algorithm finds the invariants with the branches assumed, and explains for each statement that matters, one by
//! one, why the conditions around it hold: each is the failure of a shorter run. The product's method does this in one
//! pass, with the flow-sensitive formula (§5). Frame conditions are statements here too, in the scope of their branch,
//! as in §6.

use std::collections::BTreeSet;

use explain::check::{Rest, check};
use explain::invariant::{InvariantBudget, find};
use explain::trace::{Cell, Failure, Flow, Trace, VarId};
use term::Satisfiability;
use testkit::generate::{rich, tiny_main};
use testkit::{CompiledProgram, call};

use crate::faulty::{Faulty, faulty};
use crate::papers::{ABSOLUTE, LOCKING, X_ZERO, Y_ZERO};
use crate::support::{Found, explained};

/// Relevant steps, and conditions that were explained.
#[derive(Default)]
struct Relevant {
    steps: BTreeSet<usize>,
    conditions: BTreeSet<usize>,
}

/// `FSEI(ψ, π, φ)`; each condition is explained once.
fn explain_recursively(trace: &mut Trace, found: &mut Relevant) {
    let mut solver = smt::solver(smt::Choice::Auto);
    let budget = InvariantBudget {
        checks: 100_000,
        stopped: &|| false,
        should_finish: &|| false,
    };
    let chain = find(trace, Flow::Assumed, solver.as_mut(), &budget).unwrap();
    let mut z3 = smt::solver(smt::Choice::Z3);
    let checked = check(
        trace,
        Flow::Assumed,
        &chain,
        Rest::ByInduction,
        z3.as_mut(),
        &|| false,
    );
    assert!(checked.is_proved(), "{checked:?}");
    let positions: Vec<usize> = chain.relevant().collect();
    let mut conditions: BTreeSet<usize> = scope(trace, trace.failure.guard).collect();
    for &k in &positions {
        conditions.extend(scope(trace, trace.steps[k].guard));
    }
    found.steps.extend(positions);
    for condition in conditions {
        if found.conditions.insert(condition) {
            why_it_holds(trace, condition, found);
        }
    }
}

/// The steps of the conditions around a place.
fn scope(trace: &Trace, guard: Option<VarId>) -> impl Iterator<Item = usize> + use<> {
    let step = |guard: Option<VarId>| match trace.var(guard?).cell {
        Cell::Control(step) => Some(step),
        _ => None,
    };
    let mut all = Vec::new();
    let mut next = step(guard);
    while let Some(condition) = next {
        all.push(condition);
        next = step(trace.steps[condition].guard);
    }
    all.into_iter()
}

/// The run up to a condition, as a run that fails because the condition holds.
fn why_it_holds(trace: &mut Trace, condition: usize, found: &mut Relevant) {
    let step = trace.steps[condition].clone();
    let holds = step.definitions[0].value;
    let failure = Failure {
        span: step.span,
        function: step.function,
        activation: step.activation,
        guard: step.guard,
        holds: trace.pool.not(holds),
    };
    let whole = std::mem::replace(&mut trace.failure, failure);
    let rest = trace.steps.split_off(condition);
    explain_recursively(trace, found);
    trace.steps.extend(rest);
    trace.failure = whole;
}

/// The result of the oracle, as steps without the inputs.
fn oracle(found: &mut Found) -> BTreeSet<usize> {
    let mut relevant = Relevant::default();
    explain_recursively(&mut found.trace, &mut relevant);
    let mut all = relevant.steps;
    all.extend(relevant.conditions);
    all.remove(&0);
    all
}

/// The result of the product's method.
fn shipped(found: &Found) -> BTreeSet<usize> {
    found.chain.relevant().filter(|k| *k != 0).collect()
}

#[test]
fn on_the_papers_programs_both_find_the_same() {
    let programs: [(&str, &str, &[i64]); 5] = [
        (X_ZERO, "on_one_branch", &[-7]),
        (Y_ZERO, "on_both", &[7]),
        (Y_ZERO, "on_both", &[70]),
        (LOCKING, "process", &[0, -1]),
        (ABSOLUTE, "absolute", &[-1]),
    ];
    for (source, function, args) in programs {
        let program = CompiledProgram::new(&format!("#include <assert.h>\n{source}"));
        let test = call("t", function, args, None);
        let mut found = explained(&program, &test, Flow::Sensitive).unwrap();
        let oracle = oracle(&mut found);
        assert_eq!(shipped(&found), oracle, "{function}");
        assert!(!oracle.is_empty());
    }
}

/// Whether these steps alone, with branches open, contradict that the test passes; unknown if Z3 gives up (long
/// products).
fn contradicts(trace: &mut Trace, steps: &BTreeSet<usize>) -> Satisfiability {
    let mut all = vec![trace.passes(Flow::Sensitive)];
    for k in [0].iter().chain(steps) {
        all.extend(trace.formula(*k, Flow::Sensitive, &|_| true));
    }
    let mut z3 = smt::solver(smt::Choice::Z3);
    z3.set_limits(smt::SolverLimits {
        work: Some(1_000 * smt::SolverLimits::MILLISECOND),
        ..smt::SolverLimits::default()
    });
    z3.check(&trace.pool, &all)
}

/// Comparison of the two methods on generated programs.
#[derive(Debug, Default)]
struct Compared {
    programs: usize,
    same: usize,
    shipped: usize,
    oracle: usize,
    /// Sets of steps of both methods that Z3 proved to be sufficient.
    proved: usize,
    only_shipped: usize,
    /// Steps that only the product's method keeps and without which the others are not sufficient.
    needed: usize,
}

fn compare(all: impl Iterator<Item = Faulty>) -> Compared {
    let mut compared = Compared::default();
    for Faulty { wrong, text, test } in all {
        let mut found = explained(&wrong, &test, Flow::Sensitive).unwrap();
        let (ours, theirs) = (shipped(&found), oracle(&mut found));
        for steps in [&ours, &theirs] {
            let verdict = contradicts(&mut found.trace, steps);
            assert_ne!(verdict, Satisfiability::Yes, "{text}");
            compared.proved += usize::from(verdict == Satisfiability::No);
        }
        for step in ours.difference(&theirs) {
            let mut without = ours.clone();
            without.remove(step);
            compared.needed +=
                usize::from(contradicts(&mut found.trace, &without) == Satisfiability::Yes);
        }
        compared.programs += 1;
        compared.same += usize::from(ours == theirs);
        compared.shipped += ours.len();
        compared.oracle += theirs.len();
        compared.only_shipped += ours.difference(&theirs).count();
    }
    compared
}

/// Both methods find the same in all programs; otherwise each statement that only the product keeps would have to be
/// needed.
#[test]
fn on_generated_programs_what_ships_keeps_no_more() {
    for compared in [
        compare(faulty(tiny_main(), 200)),
        compare(faulty(rich(), 60)),
    ] {
        assert!(compared.programs >= 15, "{compared:?}");
        assert_eq!(compared.proved, 2 * compared.programs, "{compared:?}");
        assert_eq!(compared.only_shipped, compared.needed, "{compared:?}");
        assert!(compared.same * 10 >= compared.programs * 9, "{compared:?}");
        assert!(compared.shipped <= compared.oracle, "{compared:?}");
    }
}
