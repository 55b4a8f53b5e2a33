//! Weakens the premises of a proof: from "each variable has its value" to what is needed of it.
//!
//! The steps, in order: variables are dropped; two values are replaced by a relation, or by a bound on their
//! difference; a value is replaced by "not that constant", by a bound, or by an interval as wide as the proof allows.

use rustc_hash::FxHashSet;
use smt::Solver;
use term::{BvOp, Node, Pool, Satisfiability, Term};

use super::atom::{Atom, Relation, number, range};
use super::extend::reach;
use super::{Invariant, constants};
use crate::trace::{Trace, VarId};

/// Most variables for which relations of each pair are tried.
const MOST_RELATED: usize = 6;
/// Most constants, the nearest ones, that a value may be stated to differ from.
const MOST_DIFFERENCES: usize = 4;

/// A proof obligation: premises, to be found, must contradict the hypotheses.
pub(super) struct Proof<'t, 's> {
    pub(super) trace: &'t mut Trace,
    pub(super) solver: &'s mut dyn Solver,
    /// Facts that hold anyway, and the negation of the conclusion.
    pub(super) hypotheses: Vec<Term>,
    /// Number of queries left.
    pub(super) left: &'s mut u64,
}

impl Proof<'_, '_> {
    fn proved(&mut self, premises: &[Atom]) -> bool {
        let terms: Vec<Term> = premises.iter().map(|a| a.term(self.trace)).collect();
        self.proved_terms(&terms)
    }

    fn proved_terms(&mut self, premises: &[Term]) -> bool {
        if *self.left == 0 {
            return false;
        }
        *self.left -= 1;
        let mut all = self.hypotheses.clone();
        all.extend(premises);
        self.solver.check(&self.trace.pool, &all) == Satisfiability::No
    }

    /// The weakest premises found over these variables, given that all their values together suffice. Variables that
    /// floating-point operations, products and quotients are computed from may be dropped, but otherwise keep their
    /// values: with values these operations fold, whereas proofs from weaker facts take seconds or fail.
    pub(super) fn premises(&mut self, names: &[VarId]) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = names
            .iter()
            .map(|v| Atom::exactly(self.trace, *v))
            .collect();
        self.drop_by_core(&mut atoms);
        self.drop_one_by_one(&mut atoms);
        let kept = self.operands_of_hard();
        self.relate(&mut atoms, &kept);
        let constants = constants::of(&self.trace.pool, &self.hypotheses);
        for i in 0..atoms.len() {
            if let Atom::Within { var, low, high } = atoms[i]
                && low == high
                && !kept.contains(&var)
            {
                atoms[i] = self.wider(&atoms, i, var, low, &constants);
            }
        }
        atoms
    }

    /// For each of these premises, whether it is needed only if control came through the region.
    pub(super) fn needed_under(&mut self, control: VarId, premises: &[Atom]) -> Vec<bool> {
        let mut under = vec![false; premises.len()];
        for i in 0..premises.len() {
            if premises[i] == (Atom::Same { var: control }) {
                continue;
            }
            under[i] = true;
            let mut invariant = Invariant::default();
            for (atom, under) in premises.iter().zip(&under) {
                if *under {
                    invariant.add_under(control, *atom);
                } else {
                    invariant.atoms.push(*atom);
                }
            }
            let terms = invariant.terms(self.trace);
            under[i] = self.proved_terms(&terms);
        }
        under
    }

    /// Drops many variables at once: those that the unsat core does not contain.
    fn drop_by_core(&mut self, atoms: &mut Vec<Atom>) {
        if atoms.len() < 3 || !self.proved(atoms) {
            return;
        }
        let core = self.solver.core();
        let terms: Vec<Term> = atoms.iter().map(|a| a.term(self.trace)).collect();
        let mut terms = terms.iter();
        let before = atoms.clone();
        atoms.retain(|_| terms.next().is_some_and(|t| core.contains(t)));
        if !self.proved(atoms) {
            *atoms = before;
        }
    }

    fn drop_one_by_one(&mut self, atoms: &mut Vec<Atom>) {
        let mut i = 0;
        while i < atoms.len() {
            let mut fewer = atoms.clone();
            fewer.remove(i);
            if self.proved(&fewer) {
                *atoms = fewer;
            } else {
                i += 1;
            }
        }
    }

    /// Replaces the values of two variables by their relation.
    fn relate(&mut self, atoms: &mut Vec<Atom>, kept: &FxHashSet<VarId>) {
        let is_value = |a: &Atom| matches!(a, Atom::Within { low, high, .. } if low == high);
        if atoms.iter().filter(|a| is_value(a)).count() > MOST_RELATED {
            return;
        }
        let mut i = 0;
        while i < atoms.len() {
            let related = (i + 1..atoms.len()).find_map(|j| {
                let (Atom::Within { var: x, .. }, Atom::Within { var: y, .. }) =
                    (atoms[i], atoms[j])
                else {
                    return None;
                };
                if kept.contains(&x) || kept.contains(&y) {
                    return None;
                }
                let mut rest: Vec<Atom> = atoms.clone();
                rest.remove(j);
                rest.remove(i);
                let found = self
                    .relation(&rest, x, y)
                    .or_else(|| self.difference_bound(&rest, x, y))?;
                Some((rest, found))
            });
            match related {
                Some((mut rest, found)) => {
                    rest.push(found);
                    *atoms = rest;
                }
                None => i += 1,
            }
        }
    }

    fn relation(&mut self, rest: &[Atom], x: VarId, y: VarId) -> Option<Atom> {
        let same_type = self.trace.var(x).ty == self.trace.var(y).ty;
        let (a, b) = (number(self.trace, x)?, number(self.trace, y)?);
        if !same_type {
            return None;
        }
        let (left, right) = if a <= b { (x, y) } else { (y, x) };
        let weakest_first: &[Relation] = if a == b {
            &[Relation::AtMost, Relation::Equal]
        } else {
            &[Relation::Different, Relation::AtMost, Relation::Less]
        };
        for relation in weakest_first {
            let mut ways = vec![(left, right)];
            if a == b && *relation == Relation::AtMost {
                ways.push((right, left));
            }
            for (left, right) in ways {
                let atom = Atom::Related {
                    left,
                    relation: *relation,
                    right,
                };
                let mut premises = rest.to_vec();
                premises.push(atom);
                if self.proved(&premises) {
                    return Some(atom);
                }
            }
        }
        None
    }

    /// Bounds the difference of two numbers, if nothing else about them matters.
    fn difference_bound(&mut self, rest: &[Atom], x: VarId, y: VarId) -> Option<Atom> {
        let ty = self.trace.var(x).ty;
        let (a, b) = (number(self.trace, x)?, number(self.trace, y)?);
        if ty != self.trace.var(y).ty {
            return None;
        }
        let mut premises = rest.to_vec();
        let mut does = |proof: &mut Self, left, right, most| {
            premises.truncate(rest.len());
            premises.push(Atom::Apart { left, right, most });
            proof.proved(&premises)
        };
        let (min, max) = range(ty);
        let constants = constants::of(&self.trace.pool, &self.hypotheses);
        let bounds = constants::bounds(&constants, ty);
        // A difference that the program mentions is the likely one, and facts in its form are proved fast.
        let spoken = |least: i128| bounds.iter().copied().find(|c| *c > least);
        let tries = [(x, y, a - b), (y, x, b - a)].into_iter();
        let tries = tries.flat_map(|(left, right, least)| {
            let farther = spoken(least).into_iter().chain([least]);
            farther.map(move |most| (left, right, most))
        });
        let tries: Vec<(VarId, VarId, i128)> = tries.collect();
        let mut found = tries.into_iter();
        let (left, right, most) =
            found.find(|(left, right, most)| does(self, *left, *right, *most))?;
        let most = reach(self, most, max - min, &bounds, &mut |proof, most| {
            does(proof, left, right, most)
        });
        Some(Atom::Apart { left, right, most })
    }

    /// The weakest fact about a number that can replace atom `i`.
    fn wider(
        &mut self,
        atoms: &[Atom],
        i: usize,
        var: VarId,
        value: i128,
        constants: &[(u32, u64)],
    ) -> Atom {
        let ty = self.trace.var(var).ty;
        let (min, max) = range(ty);
        let mut premises = atoms.to_vec();
        let mut does = |proof: &mut Self, atom: Atom| {
            premises[i] = atom;
            proof.proved(&premises)
        };
        let bounds = constants::bounds(constants, ty);
        let mut near: Vec<i128> = bounds.iter().copied().filter(|c| *c != value).collect();
        near.sort_by_key(|c| (c - value).abs());
        for c in near.into_iter().take(MOST_DIFFERENCES) {
            let atom = Atom::Differs { var, value: c };
            if does(self, atom) {
                return atom;
            }
        }
        let within = |low, high| Atom::Within { var, low, high };
        if value < max && does(self, within(value, max)) {
            let low = reach(self, value, min, &bounds, &mut |proof, low| {
                does(proof, within(low, max))
            });
            return within(low, max);
        }
        if value > min && does(self, within(min, value)) {
            let high = reach(self, value, max, &bounds, &mut |proof, high| {
                does(proof, within(min, high))
            });
            return within(min, high);
        }
        let high = reach(self, value, max, &bounds, &mut |proof, high| {
            does(proof, within(value, high))
        });
        let low = reach(self, value, min, &bounds, &mut |proof, low| {
            does(proof, within(low, high))
        });
        within(low, high)
    }

    /// The variables from which floating-point numbers, products of unknowns and quotients by unknowns are computed.
    fn operands_of_hard(&self) -> FxHashSet<VarId> {
        let pool = &self.trace.pool;
        let is_open = |t: &Term| pool.has_float(*t) || pool.has_product(*t);
        let mut open: Vec<Term> = self.hypotheses.iter().copied().filter(is_open).collect();
        let mut seen: FxHashSet<Term> = open.iter().copied().collect();
        let mut names = FxHashSet::default();
        while let Some(t) = open.pop() {
            if is_hard(pool, t) {
                names.extend(self.trace.vars_in(t));
            } else {
                let children = pool.node(t).children().filter(is_open);
                open.extend(children.filter(|c| seen.insert(*c)));
            }
        }
        names
    }
}

/// Whether the operation has floating-point operands or results, multiplies unknown numbers, or divides by one.
fn is_hard(pool: &Pool, t: Term) -> bool {
    use BvOp::{Mul, SDiv, SRem, UDiv, URem};
    let is_float = |t: Term| pool.sort(t).is_float();
    match *pool.node(t) {
        Node::Bin(Mul | SDiv | UDiv | SRem | URem, _, by) => pool.as_const(by).is_none(),
        node => is_float(t) || node.children().any(is_float),
    }
}
