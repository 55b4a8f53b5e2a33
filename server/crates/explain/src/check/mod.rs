//! The independent check: every invariant is proved again with the given solver, from the trace and the invariants
//! alone.
//!
//! There are three conditions for each cut. The invariant holds in the run (the prefix is one concrete state, so this
//! is evaluated). Together with the step's formula, it implies the next invariant. It contradicts the rest of the run
//! with the postcondition. The last condition follows from the second by induction, backwards from the end; tests also
//! check it directly ([`Rest`]), and then they check unsimplified conditions. Otherwise each query is simplified first
//! (`condition`).

mod condition;

use std::rc::Rc;

use smt::Solver;
use term::{Satisfiability, Term};

use self::condition::{new_after, simplified};
use crate::invariant::{Chain, Invariant};
use crate::trace::{Flow, Trace, VarId};

/// Result of the check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProofCheck {
    /// Number of distinct invariants.
    pub invariants: usize,
    /// Number of conditions that needed a proof.
    pub proofs: usize,
    /// Messages about conditions that do not hold.
    pub wrong: Vec<String>,
    /// Number of conditions that could not be decided.
    pub open: usize,
}

impl ProofCheck {
    /// Whether all conditions are proved.
    pub fn is_proved(&self) -> bool {
        self.wrong.is_empty() && self.open == 0
    }
}

/// The way to check that an invariant contradicts the rest of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// By induction over the steps.
    ByInduction,
    /// Also directly for each invariant, with queries as long as the run.
    Outright,
}

/// A condition: a formula that must be unsatisfiable, and the message in case it is not.
struct Condition {
    contradiction: Term,
    otherwise: String,
}

/// Number of conditions in one query: most of them hold, and one long query costs less than many short ones.
/// Conditions with floats are queried one by one.
const TOGETHER: usize = 16;

/// Checks all invariants of a run.
pub fn check(
    trace: &mut Trace,
    flow: Flow,
    chain: &Chain,
    how: Rest,
    solver: &mut dyn Solver,
    stopped: &dyn Fn() -> bool,
) -> ProofCheck {
    let mut checked = ProofCheck::default();
    if chain.at.len() != trace.steps.len() + 1 {
        let wrong = "there is not one invariant for each cut".into();
        checked.wrong.push(wrong);
        return checked;
    }
    let begins: Vec<bool> = (0..chain.at.len())
        .map(|k| k == 0 || !Rc::ptr_eq(&chain.at[k], &chain.at[k - 1]))
        .collect();
    for (k, _) in begins.iter().enumerate().filter(|(_, begins)| **begins) {
        checked.invariants += 1;
        let terms = chain.at[k].terms(trace);
        if !trace.formula_holds(&terms) || speaks_of_later(trace, k, &chain.at[k]) {
            let wrong = format!("the invariant at cut {k} does not hold in the run");
            checked.wrong.push(wrong);
        }
    }
    let mut conditions = Vec::new();
    let passes = trace.passes(flow);
    // Names that no invariant mentions are irrelevant to the proof.
    let mut rest = vec![passes];
    for k in (0..chain.at.len()).rev() {
        if k < trace.steps.len() {
            let formula = step(trace, flow, chain, (k, how), &mut conditions, &mut checked);
            if how == Rest::Outright {
                rest.extend(formula);
            }
        }
        if k + 1 == chain.at.len() || how == Rest::Outright && begins[k] {
            let mut all = chain.at[k].terms(trace);
            all.extend(&rest);
            let contradiction = match how {
                Rest::Outright => trace.pool.and_all(&all),
                Rest::ByInduction => simplified(&mut trace.pool, all),
            };
            conditions.push(Condition {
                contradiction,
                otherwise: format!("the invariant at cut {k} is not enough for the failure"),
            });
        }
    }
    checked.proofs = conditions.len();
    let (floats, others): (Vec<_>, Vec<_>) = conditions
        .into_iter()
        .filter(|c| trace.pool.as_const(c.contradiction) != Some(0))
        .partition(|c| trace.pool.has_float(c.contradiction));
    for some in others.chunks(TOGETHER).chain(floats.chunks(1)) {
        if stopped() {
            checked.open += some.len();
        } else {
            ask(trace, solver, some, &mut checked);
        }
    }
    checked
}

/// Adds the second condition of a step that changes the invariant. Returns the step's formula.
fn step(
    trace: &mut Trace,
    flow: Flow,
    chain: &Chain,
    (k, how): (usize, Rest),
    conditions: &mut Vec<Condition>,
    checked: &mut ProofCheck,
) -> Vec<Term> {
    let (here, next) = (Rc::clone(&chain.at[k]), Rc::clone(&chain.at[k + 1]));
    let formula = trace.formula(k, flow, &|v| next.mentions(v));
    if !trace.formula_holds(&formula) {
        let wrong = format!("the formula of step {k} does not hold in the run");
        checked.wrong.push(wrong);
    } else if !Rc::ptr_eq(&here, &next) || touches(trace, k, &next) {
        let contradiction = match how {
            Rest::Outright => does_not_lead(trace, &here, &formula, &next),
            Rest::ByInduction => {
                let new = new_after(&here, &next);
                let mut about = new.terms(trace);
                about.extend(&formula);
                let here = here.connected(trace, &about);
                let whole = does_not_lead(trace, &here, &formula, &new);
                simplified(&mut trace.pool, vec![whole])
            }
        };
        conditions.push(Condition {
            contradiction,
            otherwise: format!("step {k} does not lead to the next invariant"),
        });
    }
    formula
}

/// The invariant before the step and the step's formula hold, and the invariant after it does not.
fn does_not_lead(
    trace: &mut Trace,
    here: &Invariant,
    formula: &[Term],
    behind: &Invariant,
) -> Term {
    let behind = behind.terms(trace);
    let behind = trace.pool.and_all(&behind);
    let mut all = here.terms(trace);
    all.extend(formula);
    all.push(trace.pool.not(behind));
    trace.pool.and_all(&all)
}

/// Proves several conditions in one query, or one by one if that fails.
fn ask(trace: &mut Trace, solver: &mut dyn Solver, some: &[Condition], checked: &mut ProofCheck) {
    if let [only] = some {
        judge(trace, solver, only, checked);
        return;
    }
    let any: Vec<Term> = some.iter().map(|c| c.contradiction).collect();
    let any = trace.pool.or_all(&any);
    if solver.check(&trace.pool, &[any]) == Satisfiability::No {
        return;
    }
    for condition in some {
        judge(trace, solver, condition, checked);
    }
}

fn judge(trace: &Trace, solver: &mut dyn Solver, condition: &Condition, checked: &mut ProofCheck) {
    match solver.check(&trace.pool, &[condition.contradiction]) {
        Satisfiability::No => {}
        Satisfiability::Yes => checked.wrong.push(condition.otherwise.clone()),
        Satisfiability::Unknown => checked.open += 1,
    }
}

/// Whether the invariant mentions names that are not defined before the cut.
fn speaks_of_later(trace: &Trace, cut: usize, invariant: &Invariant) -> bool {
    let later = |v: VarId| trace.var(v).step >= cut;
    invariant.vars().any(later)
}

/// Whether the step defines a name of the invariant.
fn touches(trace: &Trace, step: usize, invariant: &Invariant) -> bool {
    trace.steps[step]
        .definitions
        .iter()
        .any(|d| invariant.mentions(d.var))
}
