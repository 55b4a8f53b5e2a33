//! Error invariants: facts that hold at a cut of the failing run and suffice for the failure ("Flow-sensitive Fault
//! Localization", §4).
//!
//! An invariant is a conjunction of a few [`Atom`]s. The invariants of a run form a chain: each one, together with the
//! formula of the next step, implies the following one; the last one contradicts the postcondition; each holds in the
//! run. So each is implied by the steps before it, and contradicts the rest of the run together with the postcondition.

mod atom;
mod constants;
mod extend;
mod find;
mod widen;

use std::rc::Rc;

pub use atom::{Atom, Relation};
pub(crate) use atom::{as_number, number, range};
pub(crate) use constants::{bounds, of as constants_of};
pub(crate) use extend::reach;
pub use find::{InvariantBudget, find};

use crate::trace::{Trace, VarId};

/// A conjunction of atoms, with at most one interval for each variable.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invariant {
    /// Atoms, sorted and without duplicates.
    pub atoms: Vec<Atom>,
    /// Atoms that hold if control came through a region: sorted and without duplicates.
    pub under: Vec<(VarId, Atom)>,
}

impl Invariant {
    /// Whether the invariant mentions a variable.
    pub fn mentions(&self, var: VarId) -> bool {
        self.vars().any(|v| v == var)
    }

    /// The variables that the invariant mentions, possibly with duplicates.
    pub fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        let under = self.under.iter();
        let under = under.flat_map(|(control, a)| std::iter::once(*control).chain(a.vars()));
        self.atoms.iter().flat_map(Atom::vars).chain(under)
    }

    /// Adds an atom that holds if control came through a region.
    pub fn add_under(&mut self, control: VarId, atom: Atom) {
        let known = self.atoms.contains(&atom) || self.under.contains(&(control, atom));
        let trivial = atom == Atom::Same { var: control };
        if !known && !trivial {
            self.under.push((control, atom));
            self.under.sort_unstable();
        }
    }

    /// Adds an atom, joined with the facts about the same variable.
    pub fn add(&mut self, trace: &Trace, atom: Atom) {
        let mut atom = atom;
        if matches!(atom, Atom::Related { left, right, .. } | Atom::Apart { left, right, .. } if left == right)
        {
            return;
        }
        if let Atom::Within { var, low, high } = &mut atom {
            for known in &self.atoms {
                match known {
                    Atom::Within {
                        var: v,
                        low: l,
                        high: h,
                    } if v == var => {
                        *low = (*low).max(*l);
                        *high = (*high).min(*h);
                    }
                    _ => {}
                }
            }
            let var = *var;
            self.atoms
                .retain(|a| !matches!(a, Atom::Within { var: v, .. } if *v == var));
        }
        if let Atom::Apart { left, right, most } = &mut atom {
            let pair = (*left, *right);
            let same = |a: &Atom| match a {
                Atom::Apart { left, right, most } if (*left, *right) == pair => Some(*most),
                _ => None,
            };
            let known = self.atoms.iter().filter_map(same);
            *most = known.fold(*most, i128::min);
            self.atoms.retain(|a| same(a).is_none());
        }
        if !self.atoms.contains(&atom) {
            self.atoms.push(atom);
        }
        self.settle(trace);
        self.sharpen();
        self.atoms.sort_unstable();
    }

    /// Shortens intervals whose ends are excluded values; excluded values outside an interval are dropped.
    fn settle(&mut self, trace: &Trace) {
        let excluded: Vec<(VarId, i128)> = self
            .atoms
            .iter()
            .filter_map(|a| match a {
                Atom::Differs { var, value } => Some((*var, *value)),
                _ => None,
            })
            .collect();
        for (var, value) in excluded {
            let mut obsolete = false;
            for a in &mut self.atoms {
                if let Atom::Within { var: v, low, high } = a
                    && *v == var
                {
                    *low += i128::from(*low == value);
                    *high -= i128::from(*high == value);
                    obsolete = value < *low || value > *high;
                }
            }
            let (min, max) = atom::range(trace.var(var).ty);
            if !obsolete && (value == min || value == max) {
                obsolete = true;
                let low = min + i128::from(value == min);
                let high = max - i128::from(value == max);
                self.atoms.push(Atom::Within { var, low, high });
            }
            if obsolete {
                self.atoms.retain(|a| *a != Atom::Differs { var, value });
            }
        }
    }

    /// Replaces `x <= y` and `x != y` by `x < y`.
    fn sharpen(&mut self) {
        let differ = |a: &Atom, x: VarId, y: VarId| {
            matches!(a, Atom::Related { left, relation: Relation::Different, right }
                if (*left, *right) == (x, y) || (*left, *right) == (y, x))
        };
        for i in 0..self.atoms.len() {
            if let Atom::Related {
                left,
                relation: Relation::AtMost,
                right,
            } = self.atoms[i]
                && self.atoms.iter().any(|a| differ(a, left, right))
            {
                self.atoms[i] = Atom::Related {
                    left,
                    relation: Relation::Less,
                    right,
                };
                self.atoms.retain(|a| !differ(a, left, right));
                return;
            }
        }
    }

    /// The part that is connected with terms by shared variables: all facts that may be relevant to them.
    pub fn connected(&self, trace: &Trace, with: &[term::Term]) -> Invariant {
        let mut names: Vec<VarId> = with.iter().flat_map(|t| trace.vars_in(*t)).collect();
        let mut left = self.clone();
        let mut found = Invariant::default();
        loop {
            let touches = |a: &Atom| a.vars().any(|v| names.contains(&v));
            let (near, far): (Vec<_>, Vec<_>) = left.atoms.iter().partition(|a| touches(a));
            let (near_under, far_under): (Vec<_>, Vec<_>) = left
                .under
                .iter()
                .partition(|(control, a)| names.contains(control) || touches(a));
            if near.is_empty() && near_under.is_empty() {
                return found;
            }
            (left.atoms, left.under) = (far, far_under);
            found.atoms.extend(near);
            found.under.extend(near_under);
            names.extend(found.vars());
            names.sort_unstable();
            names.dedup();
        }
    }

    /// The invariant as formulas.
    pub fn terms(&self, trace: &mut Trace) -> Vec<term::Term> {
        let mut terms: Vec<term::Term> = self.atoms.iter().map(|a| a.term(trace)).collect();
        terms.extend(self.under.iter().map(|u| under(trace, *u)));
        terms
    }
}

/// The invariants of a run, one for each cut. Cut `k` is before step `k`; the last cut is before the failure.
#[derive(Debug, Clone)]
pub struct Chain {
    /// Invariant of each cut; equal neighbours are shared.
    pub at: Vec<Rc<Invariant>>,
    /// Number of solver queries.
    pub checks: u64,
    /// Whether time ran out before all invariants were as weak as possible.
    pub hurried: bool,
}

impl Chain {
    /// The steps that change the invariant.
    pub fn relevant(&self) -> impl Iterator<Item = usize> + '_ {
        let pairs = self.at.windows(2).enumerate();
        pairs
            .filter(|(_, p)| !Rc::ptr_eq(&p[0], &p[1]))
            .map(|(k, _)| k)
    }
}

/// A conditional fact as a formula.
fn under(trace: &mut Trace, (control, atom): (VarId, Atom)) -> term::Term {
    let came = trace.var(control).term;
    let holds = atom.term(trace);
    trace.pool.implies(came, holds)
}
