//! The independent check: every invariant is proved again, by whoever is asked, from the trace and the invariants alone.
//!
//! Three conditions for each cut: the invariant holds in the run (its prefix is one concrete state, so this is evaluated);
//! with the step's formula it implies the next one; and it contradicts the rest of the run with the postcondition. The
//! last follows from the second by induction; it is asked outright all the same, where the rest is not too long.

use std::rc::Rc;

use smt::Solver;
use term::{Term, Verdict};

use crate::invariant::{Chain, Invariant};
use crate::trace::{Flow, Trace, VarId};

/// What the check found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// Different invariants.
    pub invariants: usize,
    /// Proofs that were asked for.
    pub proofs: usize,
    /// Sentences about conditions that do not hold.
    pub wrong: Vec<String>,
    /// Conditions that could not be decided.
    pub open: usize,
}

impl Checked {
    /// All of it is proved.
    pub fn is_proved(&self) -> bool {
        self.wrong.is_empty() && self.open == 0
    }
}

/// With more steps that matter than this the third condition is left to induction.
const LONGEST_REST: usize = 400;

/// Checks all invariants of a run.
pub fn check(
    trace: &mut Trace,
    flow: Flow,
    chain: &Chain,
    solver: &mut dyn Solver,
    stopped: &dyn Fn() -> bool,
) -> Checked {
    let mut checked = Checked::default();
    if chain.at.len() != trace.steps.len() + 1 {
        checked
            .wrong
            .push("there is not one invariant for each cut".into());
        return checked;
    }
    let cuts: Vec<usize> = (0..chain.at.len())
        .filter(|k| *k == 0 || !Rc::ptr_eq(&chain.at[*k], &chain.at[k - 1]))
        .collect();
    checked.invariants = cuts.len();
    for &k in &cuts {
        let terms = chain.at[k].terms(trace);
        if terms.iter().any(|t| trace.value(*t) == 0) || speaks_of_later(trace, k, &chain.at[k]) {
            checked
                .wrong
                .push(format!("the invariant at cut {k} does not hold in the run"));
        }
    }
    let passes = trace.passes(flow);
    // Steps whose names no invariant speaks of say nothing in the proof.
    let mut rest = vec![passes];
    let direct = cuts.len() <= LONGEST_REST;
    for k in (0..chain.at.len()).rev() {
        if k % 16 == 0 && stopped() {
            checked.open += 1;
            return checked;
        }
        let here = Rc::clone(&chain.at[k]);
        if k < trace.steps.len() {
            let next = Rc::clone(&chain.at[k + 1]);
            let formula = trace.formula(k, flow, &|v| next.mentions(v));
            if trace.formula_holds(&formula) {
                if !Rc::ptr_eq(&here, &next) || touches(trace, k, &next) {
                    let behind = next.terms(trace);
                    let behind = trace.pool.and_all(&behind);
                    let mut question = here.terms(trace);
                    question.extend(&formula);
                    question.push(trace.pool.not(behind));
                    ask(trace, solver, &question, &mut checked, || {
                        format!("step {k} does not lead to the next invariant")
                    });
                }
            } else {
                checked
                    .wrong
                    .push(format!("the formula of step {k} does not hold in the run"));
            }
            rest.extend(formula);
        }
        if cuts.contains(&k) && (direct || k == trace.steps.len()) || k == trace.steps.len() {
            let mut question = here.terms(trace);
            question.extend(&rest);
            ask(trace, solver, &question, &mut checked, || {
                format!("the invariant at cut {k} is not enough for the failure")
            });
        }
    }
    checked
}

fn ask(
    trace: &Trace,
    solver: &mut dyn Solver,
    question: &[Term],
    checked: &mut Checked,
    what: impl FnOnce() -> String,
) {
    checked.proofs += 1;
    match solver.check(&trace.pool, question) {
        Verdict::No => {}
        Verdict::Yes => checked.wrong.push(what()),
        Verdict::Unknown => checked.open += 1,
    }
}

/// The invariant speaks of names that the cut does not know yet.
fn speaks_of_later(trace: &Trace, cut: usize, invariant: &Invariant) -> bool {
    let later = |v: VarId| trace.var(v).step >= cut;
    invariant.atoms.iter().any(|a| a.vars().any(later))
}

/// The step defines a name of the invariant.
fn touches(trace: &Trace, step: usize, invariant: &Invariant) -> bool {
    trace.steps[step]
        .definitions
        .iter()
        .any(|d| invariant.mentions(d.var))
}
