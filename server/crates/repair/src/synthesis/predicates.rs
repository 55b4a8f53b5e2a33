//! Truth values: comparisons of leaves, and pointers.

use syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

use super::class::Class;
use super::leaves::{Leaf, Leaves};
use crate::generate::print::spelling;
use crate::limits::{MAX_PAIRED_LEAVES, MAX_PREDICATE_LEAVES};

/// Likelihood of a pointer as a truth value, and of two comparisons together, relative to others.
const POINTER: f64 = 0.8;
const PAIR: f64 = 0.9;

/// A truth value.
#[derive(Debug, Clone)]
pub(crate) struct Predicate {
    pub(crate) expr: Expr,
    pub(crate) text: String,
    /// Likelihood that it was meant, relative to others.
    pub(crate) prior: f64,
}

impl Leaves {
    /// The truth values at the place.
    pub(crate) fn predicates(&self) -> Vec<Predicate> {
        let mut found = Vec::new();
        for class in [Class::Integer, Class::Floating] {
            let leaves: Vec<&Leaf> = self.of(&class).take(MAX_PREDICATE_LEAVES).collect();
            for (at, a) in leaves.iter().enumerate().filter(|(_, leaf)| leaf.is_object) {
                for (before, b) in leaves.iter().enumerate() {
                    // A comparison of two objects is written in one direction.
                    if !b.is_object || before > at {
                        self.compared(a, b, &class, &mut found);
                    }
                }
            }
        }
        let is_pointer = |leaf: &&Leaf| matches!(leaf.class, Class::Pointer(_));
        for leaf in self
            .all
            .iter()
            .filter(is_pointer)
            .take(MAX_PREDICATE_LEAVES)
        {
            let truth = self.expr(leaf.kind.clone());
            let not = ExprKind::Unary(UnaryOp::Not, Box::new(truth.clone()));
            for (expr, text) in [
                (truth, leaf.text.clone()),
                (self.expr(not), format!("!{}", leaf.text)),
            ] {
                let prior = leaf.prior * POINTER;
                found.push(Predicate { expr, text, prior });
            }
        }
        found
    }

    /// Pairs of objects that equal the same number: `dr == 0 && dc == 0`.
    pub(crate) fn pairs(&self) -> Vec<Predicate> {
        let is_object = |leaf: &&Leaf| leaf.is_object;
        let objects = self.of(&Class::Integer).filter(is_object);
        let objects: Vec<&Leaf> = objects.take(MAX_PAIRED_LEAVES).collect();
        let mut found = Vec::new();
        for (at, a) in objects.iter().enumerate() {
            for b in &objects[at + 1..] {
                for number in self
                    .of(&Class::Integer)
                    .filter(|leaf| leaf.number.is_some())
                {
                    let equal = |leaf: &Leaf| {
                        let (a, b) = (leaf.kind.clone(), number.kind.clone());
                        let (a, b) = (Box::new(self.expr(a)), Box::new(self.expr(b)));
                        Box::new(self.expr(ExprKind::Binary(BinaryOp::Eq, a, b)))
                    };
                    found.push(Predicate {
                        expr: self.expr(ExprKind::LogicalAnd(equal(a), equal(b))),
                        text: format!("{0} == {2} && {1} == {2}", a.text, b.text, number.text),
                        prior: PAIR * a.prior * b.prior * number.prior,
                    });
                }
            }
        }
        found
    }

    fn compared(&self, a: &Leaf, b: &Leaf, class: &Class, found: &mut Vec<Predicate>) {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        for op in [Lt, Le, Gt, Ge, Eq, Ne] {
            if matches!(op, Eq | Ne) && *class == Class::Floating {
                continue;
            }
            let (left, right) = (self.expr(a.kind.clone()), self.expr(b.kind.clone()));
            found.push(Predicate {
                expr: self.expr(ExprKind::Binary(op, Box::new(left), Box::new(right))),
                text: format!("{} {} {}", a.text, spelling(op), b.text),
                prior: a.prior * b.prior,
            });
        }
    }
}
