//! What has to be proved of one step, made small: less to be asked, and no less to be proved.
//!
//! What the invariant behind the step says as the one before does need not be proved; what that says of names that the
//! step and its claim have nothing to do with cannot help; and where a conjunct fixes a name, that is put in its place.
//! A question that says what is false by then is answered. None of this depends on how the invariant was found.

use term::{Node, Pool, Replacement, Term};

use crate::invariant::Invariant;

/// Times that names are put in: each time the rest may fix more.
const ROUNDS: usize = 8;

/// The conjuncts of the invariant behind a step that the one before does not have.
pub(super) fn new_behind(here: &Invariant, behind: &Invariant) -> Invariant {
    let mut new = behind.clone();
    new.atoms.retain(|a| !here.atoms.contains(a));
    new.under.retain(|u| !here.under.contains(u));
    new
}

/// A conjunction that can be true exactly if this one can.
pub(super) fn simplified(pool: &mut Pool, mut all: Vec<Term>) -> Term {
    for _ in 0..ROUNDS {
        all = conjuncts(pool, &all);
        let fixed: Vec<(Term, Term)> = all.iter().filter_map(|t| fixes(pool, *t)).collect();
        if fixed.is_empty() {
            break;
        }
        // Where a variable is fixed twice, the last one counts, and the other becomes a condition.
        let mut replaced = Replacement::new(fixed);
        for t in &mut all {
            *t = pool.replace(*t, &mut replaced);
        }
    }
    pool.and_all(&all)
}

/// Conjunctions taken apart.
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
