//! Strategy `maxsat`: `CFaults` §3, implemented literally.
//!
//! One formula describes the guarded program on all failing tests of the group at once: every component has a guard,
//! shared by all its executions in all tests; each test is run symbolically with every guard open, and the disjunction
//! of the path conditions of its passing runs is a hard term. The soft terms require each component to be kept. The
//! soft terms that an optimum violates form a diagnosis of least weight; blocking it and its supersets yields the next
//! one, until none is left within the size. There is hardly any partial evaluation, and every query concerns the whole
//! program, so this is slow: it serves as the literal reading of the paper and as the independent check of the other
//! strategies.
//!
//! # References
//! P. Orvalho, M. Janota, V. Manquinho: *`CFaults`: Model-Based Diagnosis for Fault Localization in C Programs with
//! Multiple Test Cases*, 2024, §3.

use explore::{ExploreLimits, Explorer, UnknownReason};
use ir::CompId;
use term::{Pool, Satisfiability, Sort, Term};

use super::failing_test::FailingTest;
use super::query_context::QueryContext;
use crate::limits::{MAXSAT_FORKS, path_instructions};
use crate::report::Minimal;
use ir::CompSet;
use search::weights::Weights;
use search::{FormulaAnswer, FoundSet, Outcome};

/// Computes all subset-minimal diagnoses up to `max_size`, lightest first.
pub(crate) fn maxsat(
    shared: &QueryContext<'_>,
    failing_tests: &[FailingTest<'_>],
    choice: smt::Choice,
    weights: &Weights,
    max_size: usize,
    stopped: &dyn Fn() -> bool,
    open: &mut Vec<UnknownReason>,
) -> (Outcome, Vec<FoundSet>) {
    let mut outcome = Outcome {
        complete: true,
        ..Outcome::default()
    };
    let mut feasibility = smt::solver(choice);
    let mut pool = Pool::new();
    let guards: Vec<Term> = shared
        .program
        .components
        .iter()
        .map(|_| pool.var(Sort::Bool))
        .collect();
    let comps = || (0..guards.len()).map(|i| CompId(i as u32));

    // The hard terms: a passing run of each failing test, with every guard open.
    let mut parts = Vec::new();
    for failing_test in failing_tests {
        if stopped() {
            outcome.stopped = true;
            outcome.complete = false;
            return (outcome, Vec::new());
        }
        outcome.queries += 1;
        let mut explorer = Explorer::new(
            shared.program,
            shared.analysis,
            failing_test
                .checkpoints(shared)
                .start(comps().filter(|c| !weights.hard().contains(*c))),
            failing_test.test.goal.clone(),
            ExploreLimits {
                path_steps: path_instructions(failing_test.steps),
                forks: MAXSAT_FORKS,
                ..shared.limits
            },
            pool,
            feasibility.as_mut(),
            stopped,
        );
        explorer.set_relaxing(shared.relaxing);
        explorer.bound_joined_paths();
        for (c, guard) in comps().zip(&guards) {
            if !weights.hard().contains(c) {
                explorer.relax(c, Some(*guard));
            }
        }
        let passing = explorer.passing();
        pool = explorer.finish();
        outcome.bounded |= passing.bounded;
        if let Some(reason) = passing.unknown {
            outcome.unknown += 1;
            outcome.complete = false;
            open.push(reason);
        }
        let paths: Vec<Term> = passing.paths.iter().map(|p| pool.and_all(p)).collect();
        let passes = pool.or_all(&paths);
        parts.push((passes, smt::solver(choice)));
    }
    for (passes, part) in &mut parts {
        part.assert(&pool, *passes);
    }

    // The search for optima.
    let mut ask = |part: usize, relaxed: &CompSet| {
        if stopped() {
            return FormulaAnswer::Stopped;
        }
        outcome.queries += 1;
        let part = &mut parts[part].1;
        let kept = comps().filter(|c| !relaxed.contains(*c));
        let kept: Vec<Term> = kept.map(|c| guards[c.index()]).collect();
        match part.check(&pool, &kept) {
            Satisfiability::Yes => FormulaAnswer::Satisfiable,
            Satisfiability::Unknown => FormulaAnswer::Unknown,
            Satisfiability::No => {
                let core = part.core();
                FormulaAnswer::Core(
                    comps()
                        .filter(|c| core.contains(&guards[c.index()]))
                        .collect(),
                )
            }
        }
    };
    let (unknown, bounded) = (outcome.unknown, outcome.bounded);
    let tests = failing_tests.len();
    let mut found = Vec::new();
    let end = search::maxsat(
        guards.len(),
        tests,
        weights,
        max_size,
        &mut ask,
        &mut |set, more| {
            let minimal = match (unknown + more, bounded) {
                (0, false) => Minimal::Proved,
                (0, true) => Minimal::WithinBounds,
                _ => Minimal::Unchecked,
            };
            found.push(FoundSet::diagnosis(set, minimal));
        },
    );
    if end.unknown > 0 {
        open.push(UnknownReason::FormulaUnsolved);
    }
    outcome.unknown += end.unknown;
    outcome.stopped = end.stopped;
    outcome.complete &= !end.stopped && end.unknown == 0;
    (outcome, found)
}
