//! Error invariants: what holds at a cut of the failing run, and is enough for the failure ("Flow-sensitive Fault
//! Localization", §4).
//!
//! An invariant is a conjunction of few [`Atom`]s. The invariants of a run chain: with the formula of a step, the one
//! before it implies the one behind it; the last one contradicts the postcondition; each holds in the run. So each is
//! implied by what came before, and contradicts the rest of the run with the postcondition.

mod atom;
mod constants;
mod find;
mod reach;
mod widen;

use std::rc::Rc;

pub use atom::{Atom, Relation};
pub(crate) use atom::{as_number, number, range};
pub(crate) use constants::{bounds, of as constants_of};
pub use find::{Budget, find};
pub(crate) use reach::reach;

use crate::trace::{Trace, VarId};

/// A conjunction of atoms, at most one interval for each name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invariant {
    /// Sorted, none twice.
    pub atoms: Vec<Atom>,
    /// What holds if control came that way: sorted, none twice.
    pub under: Vec<(VarId, Atom)>,
}

impl Invariant {
    /// Whether it speaks of a name.
    pub fn mentions(&self, var: VarId) -> bool {
        self.vars().any(|v| v == var)
    }

    /// The names that it speaks of, some several times.
    pub fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        let under = self.under.iter();
        let under = under.flat_map(|(control, a)| std::iter::once(*control).chain(a.vars()));
        self.atoms.iter().flat_map(Atom::vars).chain(under)
    }

    /// Adds what holds if control came that way.
    pub fn add_under(&mut self, control: VarId, atom: Atom) {
        let known = self.atoms.contains(&atom) || self.under.contains(&(control, atom));
        let trivial = atom == Atom::Same { var: control };
        if !known && !trivial {
            self.under.push((control, atom));
            self.under.sort_unstable();
        }
    }

    /// Adds an atom, joined with what is known of the same name.
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

    /// A value that is excluded at the end of an interval makes it shorter; outside it says nothing.
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

    /// `x <= y` and `x != y` are `x < y`.
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

    /// The part that is connected with terms, by names that they share: all of it that can say something of them.
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

    /// As formulas.
    pub fn terms(&self, trace: &mut Trace) -> Vec<term::Term> {
        let mut terms: Vec<term::Term> = self.atoms.iter().map(|a| a.term(trace)).collect();
        terms.extend(self.under.iter().map(|u| under(trace, *u)));
        terms
    }
}

/// The invariants of a run: one for each cut. Cut `k` is before step `k`; the last is before the failure.
#[derive(Debug, Clone)]
pub struct Chain {
    /// By cut; neighbours that are the same are shared.
    pub at: Vec<Rc<Invariant>>,
    /// Questions asked of the solver.
    pub checks: u64,
    /// Not all invariants are as weak as they could be: time was up.
    pub hurried: bool,
}

impl Chain {
    /// Steps that change the invariant.
    pub fn relevant(&self) -> impl Iterator<Item = usize> + '_ {
        let pairs = self.at.windows(2).enumerate();
        pairs
            .filter(|(_, p)| !Rc::ptr_eq(&p[0], &p[1]))
            .map(|(k, _)| k)
    }
}

/// A fact under a condition, as a formula.
fn under(trace: &mut Trace, (control, atom): (VarId, Atom)) -> term::Term {
    let came = trace.var(control).term;
    let holds = atom.term(trace);
    trace.pool.implies(came, holds)
}
