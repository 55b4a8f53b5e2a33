//! Computes the invariants backwards from the failure.
//!
//! At the end of the run, the invariant must contradict the postcondition; before a step, it must imply, together with
//! the step's formula, the invariant after the step. A step that defines no variable of the invariant leaves it
//! unchanged, so only relevant steps are examined, and an invariant holds on an interval as long as possible. For the
//! others, each query concerns one step: what is needed of the variables that it reads.

use std::rc::Rc;

use smt::Solver;
use term::Term;

use super::widen::Proof;
use super::{Atom, Chain, Invariant};
use crate::trace::{Cell, Flow, StepKind, Trace, VarId};

/// Budget of the computation.
pub struct InvariantBudget<'a> {
    /// Number of solver queries.
    pub checks: u64,
    /// Whether the job must end.
    pub stopped: &'a dyn Fn() -> bool,
    /// Whether time is short, so that no more queries are made.
    pub should_finish: &'a dyn Fn() -> bool,
}

/// Most atoms in an invariant; a larger one explains nothing.
const MOST_ATOMS: usize = 200;

/// The invariants of a run; `None` if the budget is exhausted before all are found, or if they grow too large.
pub fn find(
    trace: &mut Trace,
    flow: Flow,
    solver: &mut dyn Solver,
    budget: &InvariantBudget<'_>,
) -> Option<Chain> {
    let (mut left, mut given_up) = (budget.checks, 0);
    let last = Rc::new(at_failure(trace, flow, solver, &mut left));
    let mut at = vec![Rc::clone(&last)];
    let mut current = last;
    for step in (0..trace.steps.len()).rev() {
        if step % 64 == 0 && (budget.stopped)() {
            return None;
        }
        if changes(trace, step, &current) {
            if (budget.stopped)() || current.atoms.len() + current.under.len() > MOST_ATOMS {
                return None;
            }
            if (budget.should_finish)() {
                given_up += std::mem::take(&mut left);
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
        checks: budget.checks - left - given_up,
        hurried: left == 0,
    })
}

/// Whether the step defines a variable of the invariant.
pub(crate) fn changes(trace: &Trace, step: usize, invariant: &Invariant) -> bool {
    trace.steps[step]
        .definitions
        .iter()
        .any(|d| invariant.mentions(d.var))
}

/// Computes an invariant that contradicts the postcondition.
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

/// A step across which the invariant is propagated.
struct Crossing<'a> {
    flow: Flow,
    step: usize,
    behind: &'a Invariant,
    /// Variables that the step defines.
    defined: Vec<VarId>,
}

/// Computes the invariant before a step from the one after it.
fn before(
    trace: &mut Trace,
    flow: Flow,
    step: usize,
    behind: &Invariant,
    solver: &mut dyn Solver,
    left: &mut u64,
) -> Invariant {
    let definitions = trace.steps[step].definitions.iter();
    let crossing = Crossing {
        flow,
        step,
        behind,
        defined: definitions.map(|d| d.var).collect(),
    };

    // Only facts about variables that the step defines change.
    let defines = |v: VarId| crossing.defined.contains(&v);
    let (affected, unaffected): (Vec<Atom>, Vec<Atom>) =
        behind.atoms.iter().partition(|a| a.vars().any(defines));
    let (under, kept): (Vec<_>, Vec<_>) = behind
        .under
        .iter()
        .partition(|(control, a)| defines(*control) || a.vars().any(defines));
    let unaffected = Invariant {
        atoms: unaffected,
        under: kept,
    };

    // A step that only copies renames the variables; any other needs facts from which the old ones follow.
    let mut invariant = match copied(trace, flow, step, &affected, &unaffected) {
        _ if affected.is_empty() => unaffected,
        Some(renamed) => renamed,
        None => {
            let needed: Vec<Term> = affected.iter().map(|a| a.term(trace)).collect();
            let premises = crossing.premises(trace, solver, left, &unaffected, &needed);
            let mut invariant = unaffected;
            let (premises, control, needed_under) = premises;
            for (atom, under) in premises.into_iter().zip(needed_under) {
                match control.filter(|_| under) {
                    Some(control) => invariant.add_under(control, atom),
                    None => invariant.add(trace, atom),
                }
            }
            invariant
        }
    };

    // Facts under a condition are carried over under the same condition, one condition at a time.
    let mut controls: Vec<VarId> = under.iter().map(|u| u.0).collect();
    controls.dedup();
    for control in controls {
        let facts = under.iter().filter(|u| u.0 == control);
        let facts: Vec<Atom> = facts.map(|u| u.1).collect();
        crossing.guard_by(trace, solver, left, &mut invariant, (control, &facts));
    }
    invariant
}

impl Crossing<'_> {
    /// Variables that the facts needed after the step may depend on.
    fn names(&self, trace: &Trace, needed: &[Term], rest: &Invariant) -> Vec<VarId> {
        let mut names: Vec<VarId> = needed.iter().flat_map(|t| trace.vars_in(*t)).collect();
        let step = &trace.steps[self.step];
        for d in &step.definitions {
            if self.behind.mentions(d.var) {
                let terms = std::iter::once(&d.value).chain(&d.when);
                names.extend(terms.flat_map(|t| trace.vars_in(*t)));
            }
        }
        names.extend(step.guard.filter(|_| self.flow == Flow::Sensitive));
        names.retain(|v| !self.defined.contains(v));
        names.sort_unstable();
        names.dedup();
        // The solver tries to drop earlier variables first: keeping one that no other fact mentions would add more
        // statements.
        names.sort_by_key(|v| rest.mentions(*v));
        names
    }

    /// The step's formula, the facts that hold anyway, and the negation of the needed facts.
    fn hypotheses(&self, trace: &mut Trace, needed: &[Term], rest: &Invariant) -> Vec<Term> {
        let mut hypotheses = trace.formula(self.step, self.flow, &|v| self.behind.mentions(v));
        let needed = trace.pool.and_all(needed);
        hypotheses.push(trace.pool.not(needed));
        let rest = rest.connected(trace, &hypotheses);
        hypotheses.extend(rest.terms(trace));
        hypotheses
    }

    /// Computes the facts needed before the step. Where the step joins the results of a region, some are needed only if
    /// control came through that region.
    fn premises(
        &self,
        trace: &mut Trace,
        solver: &mut dyn Solver,
        left: &mut u64,
        rest: &Invariant,
        needed: &[Term],
    ) -> (Vec<Atom>, Option<VarId>, Vec<bool>) {
        let names = self.names(trace, needed, rest);
        let guard = trace.steps[self.step].guard;
        let is_region =
            |v: &&VarId| Some(**v) != guard && matches!(trace.var(**v).cell, Cell::Control(_));
        let region = names.iter().find(is_region).copied();
        let hypotheses = self.hypotheses(trace, needed, rest);
        let mut proof = Proof {
            trace,
            solver,
            hypotheses,
            left,
        };
        let premises = proof.premises(&names);
        let under = match region {
            Some(control) => proof.needed_under(control, &premises),
            None => vec![false; premises.len()],
        };
        (premises, region, under)
    }

    /// Propagates facts that are needed only if control came through a region: what they need is needed only then, too.
    fn guard_by(
        &self,
        trace: &mut Trace,
        solver: &mut dyn Solver,
        left: &mut u64,
        invariant: &mut Invariant,
        (control, facts): (VarId, &[Atom]),
    ) {
        let needed: Vec<Term> = facts.iter().map(|a| a.term(trace)).collect();
        let mut names = self.names(trace, &needed, invariant);
        names.retain(|v| *v != control);
        let mut hypotheses = self.hypotheses(trace, &needed, invariant);
        hypotheses.push(trace.var(control).term);
        let mut proof = Proof {
            trace,
            solver,
            hypotheses,
            left,
        };
        let premises = proof.premises(&names);
        // Before its condition, a region is identified by the enclosing one.
        let known = if self.defined.contains(&control) {
            trace.steps[self.step]
                .guard
                .filter(|_| self.flow == Flow::Sensitive)
        } else {
            Some(control)
        };
        for atom in premises {
            match known {
                Some(control) => invariant.add_under(control, atom),
                None => invariant.add(trace, atom),
            }
        }
    }
}

/// The invariant before a step that only copies one variable to another; `None` for other steps.
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
