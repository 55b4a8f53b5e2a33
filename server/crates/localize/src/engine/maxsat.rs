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
use search::{FoundSet, Outcome};

/// Resolution of the weights: they are rounded to this many parts of a unit.
const GRAIN: f64 = 100.0;

/// Computes all subset-minimal diagnoses up to `max_size`, lightest first.
pub(crate) fn maxsat(
    shared: &QueryContext<'_>,
    failing_tests: &[FailingTest<'_>],
    weights: &Weights,
    max_size: usize,
    stopped: &dyn Fn() -> bool,
    open: &mut Vec<UnknownReason>,
    sink: &mut dyn FnMut(FoundSet),
) -> Outcome {
    let mut outcome = Outcome {
        complete: true,
        ..Outcome::default()
    };
    let mut solver = smt::solver(smt::Choice::Z3);
    let mut optimizer = smt::optimizer();
    let mut pool = Pool::new();
    let guards: Vec<Term> = shared
        .program
        .components
        .iter()
        .map(|_| pool.var(Sort::Bool))
        .collect();
    let comps = || (0..guards.len()).map(|i| CompId(i as u32));
    for failing_test in failing_tests {
        if stopped() {
            outcome.stopped = true;
            outcome.complete = false;
            return outcome;
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
            solver.as_mut(),
            stopped,
        );
        explorer.set_relaxing(shared.relaxing);
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
        optimizer.hard(&pool, passes);
    }
    for (c, guard) in comps().zip(&guards) {
        // The guard of a hard component is always true.
        let weight = (weights.get(c) * GRAIN).round().max(1.0);
        optimizer.soft(&pool, *guard, weight as u64);
    }
    optimizer.limit_relaxed(&pool, max_size as u32);
    loop {
        if stopped() {
            outcome.stopped = true;
            outcome.complete = false;
            return outcome;
        }
        outcome.queries += 1;
        let optimum = optimizer.check(&pool);
        match optimum.verdict {
            Satisfiability::No => return outcome,
            Satisfiability::Unknown => {
                outcome.unknown += 1;
                outcome.complete = false;
                open.push(UnknownReason::FormulaUnsolved);
                return outcome;
            }
            Satisfiability::Yes => {}
        }
        let set = CompSet::of_flags(optimum.kept.iter().map(|kept| !kept));
        if set.is_empty() {
            return outcome;
        }
        let kept: Vec<Term> = set.iter().map(|c| guards[c.index()]).collect();
        let block = pool.or_all(&kept);
        optimizer.hard(&pool, block);
        let minimal = match (outcome.unknown, outcome.bounded) {
            (0, false) => Minimal::Proved,
            (0, true) => Minimal::WithinBounds,
            _ => Minimal::Unchecked,
        };
        sink(FoundSet::diagnosis(set, minimal));
    }
}
