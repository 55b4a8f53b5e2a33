//! Simplification of the condition to prove for a step: a smaller query that proves just as much.
//!
//! Conjuncts that the invariants before and after the step share need no proof. Conjuncts about names unrelated to the
//! step and its claim cannot help. Where a conjunct fixes a name, its value replaces the name. A condition that has
//! become false by then is proved without a query. None of this depends on how the invariant was found.

use term::{Node, Pool, Replacement, Term};

use crate::invariant::Invariant;

/// Most rounds of substitution; each round may fix more names.
const ROUNDS: usize = 8;

/// The conjuncts of the invariant after a step that the invariant before it does not have.
pub(super) fn new_after(here: &Invariant, behind: &Invariant) -> Invariant {
    let mut new = behind.clone();
    new.atoms.retain(|a| !here.atoms.contains(a));
    new.under.retain(|u| !here.under.contains(u));
    new
}

/// An equisatisfiable, simpler conjunction.
pub(super) fn simplified(pool: &mut Pool, mut all: Vec<Term>) -> Term {
    for _ in 0..ROUNDS {
        all = conjuncts(pool, &all);
        let fixed: Vec<(Term, Term)> = all.iter().filter_map(|t| fixes(pool, *t)).collect();
        if fixed.is_empty() {
            break;
        }
        // If a variable is fixed twice, the last value counts, and the other equation becomes a condition.
        let mut replaced = Replacement::new(fixed);
        for t in &mut all {
            *t = pool.replace(*t, &mut replaced);
        }
    }
    pool.and_all(&all)
}

/// Splits conjunctions into their conjuncts.
fn conjuncts(pool: &Pool, all: &[Term]) -> Vec<Term> {
    let mut open: Vec<Term> = all.iter().rev().copied().collect();
    let mut found = Vec::new();
    while let Some(t) = open.pop() {
        match *pool.node(t) {
            Node::And(a, b) => open.extend([b, a]),
            _ => found.push(t),
        }
    }
    found
}

/// The variable that a conjunct fixes, and its value.
fn fixes(pool: &mut Pool, t: Term) -> Option<(Term, Term)> {
    let is_var = |pool: &Pool, t: Term| matches!(pool.node(t), Node::Var(_));
    match *pool.node(t) {
        Node::Var(_) => Some((t, pool.bool(true))),
        Node::Not(v) if is_var(pool, v) => Some((v, pool.bool(false))),
        Node::Eq(a, b) => {
            let pairs = [(a, b), (b, a)].into_iter();
            let mut fixed = pairs.filter(|(v, is)| is_var(pool, *v) && !pool.vars(*is).contains(v));
            fixed.next()
        }
        _ => None,
    }
}
