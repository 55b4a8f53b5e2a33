//! Finding the invariants, backwards from the failure.
//!
//! At the end of the run the invariant has to contradict the postcondition; before a step it has to imply, with the
//! step's formula, the one behind the step. A step that defines no name of the invariant leaves it as it is, so that only
//! the steps that matter are looked at, and an invariant holds on an interval as long as it can. For the others each
//! question is about one step: what is needed of the names that it reads.

use std::rc::Rc;

use smt::Solver;
use term::Term;

use super::widen::Proof;
use super::{Atom, Chain, Invariant};
use crate::trace::{Flow, StepKind, Trace, VarId};

/// What finding may cost.
pub struct Budget<'a> {
    /// Questions to the solver.
    pub checks: u64,
    /// The job must end.
    pub stopped: &'a dyn Fn() -> bool,
}

/// More names than this in an invariant are no explanation.
const MOST_ATOMS: usize = 200;

/// The invariants of a run; `None` if the budget ended before they were all found, or they grow too large.
pub fn find(
    trace: &mut Trace,
    flow: Flow,
    solver: &mut dyn Solver,
    budget: &Budget<'_>,
) -> Option<Chain> {
    let mut left = budget.checks;
    let last = Rc::new(at_failure(trace, flow, solver, &mut left));
    let mut at = vec![Rc::clone(&last)];
    let mut current = last;
    for step in (0..trace.steps.len()).rev() {
        if step % 64 == 0 && (budget.stopped)() {
            return None;
        }
        if changes(trace, flow, step, &current) {
            if (budget.stopped)() || current.atoms.len() > MOST_ATOMS {
                return None;
            }
            let before = before(trace, flow, step, &current, solver, &mut left);
            if before != *current {
                current = Rc::new(before);
            }
        }
        at.push(Rc::clone(&current));
    }
    at.reverse();
    Some(Chain {
        at,
        checks: budget.checks - left,
        hurried: left == 0,
    })
}

/// The step defines a name of the invariant.
pub(crate) fn changes(trace: &Trace, flow: Flow, step: usize, invariant: &Invariant) -> bool {
    let step = &trace.steps[step];
    let condition = matches!(step.kind, StepKind::Condition { .. });
    if condition && flow == Flow::Assumed {
        return false;
    }
    step.definitions.iter().any(|d| invariant.mentions(d.var))
}

/// What contradicts the postcondition.
fn at_failure(trace: &mut Trace, flow: Flow, solver: &mut dyn Solver, left: &mut u64) -> Invariant {
    let passes = trace.passes(flow);
    let names = trace.vars_in(passes);
    generalised(
        trace,
        solver,
        vec![passes],
        &names,
        left,
        Invariant::default(),
    )
}

/// What has to hold before a step for the invariant to hold behind it.
fn before(
    trace: &mut Trace,
    flow: Flow,
    step: usize,
    behind: &Invariant,
    solver: &mut dyn Solver,
    left: &mut u64,
) -> Invariant {
    let defined: Vec<VarId> = trace.steps[step]
        .definitions
        .iter()
        .map(|d| d.var)
        .collect();
    let (about, rest): (Vec<Atom>, Vec<Atom>) = behind
        .atoms
        .iter()
        .partition(|a| a.vars().any(|v| defined.contains(&v)));
    let rest = Invariant { atoms: rest };
    if let Some(renamed) = copied(trace, flow, step, &about, &rest) {
        return renamed;
    }
    let mut hypotheses = trace.formula(step, flow, &|v| behind.mentions(v));
    let needed: Vec<Term> = about.iter().map(|a| a.term(trace)).collect();
    let needed = trace.pool.and_all(&needed);
    let mut names: Vec<VarId> = trace.vars_in(needed);
    for d in trace.steps[step].definitions.clone() {
        if behind.mentions(d.var) {
            names.extend(trace.vars_in(d.value));
            d.when.iter().for_each(|t| names.extend(trace.vars_in(*t)));
        }
    }
    names.extend(trace.steps[step].guard.filter(|_| flow == Flow::Sensitive));
    names.retain(|v| !defined.contains(v));
    names.sort_unstable();
    names.dedup();
    // The first are tried to be dropped first: what nothing else is said of costs more statements.
    names.sort_by_key(|v| rest.mentions(*v));
    hypotheses.extend(rest.terms(trace));
    hypotheses.push(trace.pool.not(needed));
    generalised(trace, solver, hypotheses, &names, left, rest)
}

/// A step that only gives a name another one.
fn copied(
    trace: &Trace,
    flow: Flow,
    step: usize,
    about: &[Atom],
    rest: &Invariant,
) -> Option<Invariant> {
    let step = &trace.steps[step];
    let about_of = |v: VarId| about.iter().any(|a| a.vars().any(|x| x == v));
    let mut wanted = step.definitions.iter().filter(|d| about_of(d.var));
    let (Some(d), None) = (wanted.next(), wanted.next()) else {
        return None;
    };
    let &[source] = &trace.vars_in(d.value)[..] else {
        return None;
    };
    let (new, old) = (trace.var(d.var), trace.var(source));
    let is_copy = old.term == d.value && old.ty == new.ty && old.object == new.object;
    if !is_copy || !d.when.is_empty() || matches!(step.kind, StepKind::Condition { .. }) {
        return None;
    }
    let mut invariant = rest.clone();
    for atom in about {
        invariant.add(trace, atom.renamed(d.var, source));
    }
    if let Some(guard) = step.guard.filter(|_| flow == Flow::Sensitive) {
        invariant.add(trace, Atom::Same { var: guard });
    }
    Some(invariant)
}

fn generalised(
    trace: &mut Trace,
    solver: &mut dyn Solver,
    hypotheses: Vec<Term>,
    names: &[VarId],
    left: &mut u64,
    mut invariant: Invariant,
) -> Invariant {
    let mut proof = Proof {
        trace,
        solver,
        hypotheses,
        left,
    };
    for atom in proof.premises(names) {
        invariant.add(proof.trace, atom);
    }
    invariant
}
