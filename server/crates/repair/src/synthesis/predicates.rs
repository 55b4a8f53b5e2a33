//! Truth values: comparisons of leaves, and pointers.

use syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

use super::class::Class;
use super::habits::{Habits, Partner};
use super::leaves::{Leaf, Leaves};

use crate::generate::print::spelling;
use crate::generate::scope::Scope;
use crate::limits::{
    MAX_ARGUMENTS_OF_PREDICATE, MAX_CALLS_OF_PREDICATE, MAX_PAIRED_LEAVES, MAX_PREDICATE_LEAVES,
    MAX_PREDICATE_NUMBERS,
};
use crate::macros::names;

/// Likelihood of a pointer as a truth value, of a call, and of two comparisons together, relative to others.
const POINTER: f64 = 0.8;
const CALL: f64 = 0.6;
const PAIR: f64 = 0.9;

/// Factor for a comparison that stands elsewhere in the text.
const REPEATED: f64 = 1.4;
/// Factors for a comparison of two objects that meet elsewhere, of others, and of one with its own index or base.
const PARTNERS: f64 = 1.0;
const OBJECTS: f64 = 0.75;
const OWN_PART: f64 = 0.4;
/// Factors for the name of a number that the object meets elsewhere, and for one of which nothing is known.
const MEETS: f64 = 1.5;
/// Likelihood of a number that the object meets elsewhere, and of one next to it.
const MET_NUMBER: f64 = 0.7;
const NEXT_NUMBER: f64 = 0.6;
const STRANGE: f64 = 0.7;

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
    pub(crate) fn predicates(&self, scope: &Scope, habits: &Habits) -> Vec<Predicate> {
        let mut found = Vec::new();
        for class in [Class::Integer, Class::Floating] {
            let is_of = |leaf: &&Leaf| leaf.class == class;
            let objects = self.all.iter().filter(is_of).filter(|leaf| leaf.is_object);
            let objects: Vec<&Leaf> = objects.take(MAX_PREDICATE_LEAVES).collect();
            let numbers = self.all.iter().filter(is_of).filter(|leaf| !leaf.is_object);
            let (named, plain): (Vec<&Leaf>, Vec<&Leaf>) = numbers.partition(|leaf| leaf.is_named);
            for (at, a) in objects.iter().enumerate() {
                // A comparison of two objects is written in one direction.
                for b in &objects[at + 1..] {
                    let is_part = is_part(&a.text, &b.text) || is_part(&b.text, &a.text);
                    let factor = match is_part {
                        true => OWN_PART,
                        false if habits.are_partners(&a.text, &b.text) => PARTNERS,
                        false => OBJECTS,
                    };
                    self.compared(a, b, factor, &mut found);
                }
                for b in plain.iter().take(MAX_PREDICATE_NUMBERS) {
                    self.compared(a, b, 1.0, &mut found);
                }
                if class == Class::Integer {
                    let is_new = |(number, _): &(i64, bool)| {
                        plain.iter().all(|leaf| leaf.number != Some(*number))
                    };
                    let met = habits.numbers(&a.text).into_iter().filter(is_new);
                    for (number, meets) in met.take(MAX_PREDICATE_NUMBERS) {
                        let prior = if meets { MET_NUMBER } else { NEXT_NUMBER };
                        let b = Leaf::number(number, prior, self.span);
                        self.compared(a, &b, 1.0, &mut found);
                    }
                }
                let partner = |b: &&Leaf| habits.of_pair(&a.text, &b.text);
                let mut known: Vec<(&Leaf, f64)> = Vec::new();
                for b in &named {
                    match partner(b) {
                        Partner::Known => known.push((b, MEETS)),
                        Partner::Unknown => known.push((b, STRANGE)),
                        Partner::Other => {}
                    }
                }
                for (b, factor) in known.into_iter().take(MAX_PREDICATE_NUMBERS) {
                    self.compared(a, b, factor, &mut found);
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
        self.calls(scope, habits, &mut found);
        for predicate in found.iter_mut().filter(|p| habits.compares(&p.text)) {
            predicate.prior *= REPEATED;
        }
        found
    }

    /// Calls of the program's own functions: `contains(root, word)`, and `!contains(root, word)`.
    fn calls(&self, scope: &Scope, habits: &Habits, found: &mut Vec<Predicate>) {
        for (name, parameters) in scope.callable() {
            let result = scope.result_of(name);
            let result = result.and_then(|ty| Class::of_type(&ty));
            if !habits.observers.contains(name)
                || parameters.is_empty()
                || result != Some(Class::Integer)
            {
                continue;
            }
            let mut lists: Vec<Vec<&Leaf>> = vec![Vec::new()];
            for class in parameters.iter().map(Class::of_type) {
                let fitting = |leaf: &&Leaf| leaf.is_object && Some(&leaf.class) == class.as_ref();
                let fitting = self
                    .all
                    .iter()
                    .filter(fitting)
                    .take(MAX_ARGUMENTS_OF_PREDICATE);
                let fitting: Vec<&Leaf> = fitting.collect();
                let longer = lists.iter().flat_map(|list| {
                    let more = fitting
                        .iter()
                        .filter(|leaf| list.iter().all(|known| known.text != leaf.text));
                    more.map(move |leaf| [&list[..], &[*leaf]].concat())
                });
                lists = longer.collect();
            }
            for list in lists.into_iter().take(MAX_CALLS_OF_PREDICATE) {
                let callee = Box::new(self.expr(ExprKind::Ident(name.to_owned())));
                let arguments = list.iter().map(|leaf| self.expr(leaf.kind.clone()));
                let call = self.expr(ExprKind::Call(callee, arguments.collect()));
                let texts: Vec<&str> = list.iter().map(|leaf| &*leaf.text).collect();
                let text = format!("{name}({})", texts.join(", "));
                if scope.is_endless(&text) {
                    continue;
                }
                let not = ExprKind::Unary(UnaryOp::Not, Box::new(call.clone()));
                let prior = list
                    .iter()
                    .fold(CALL, |least, leaf| least.min(CALL * leaf.prior));
                for (expr, text) in [(self.expr(not), format!("!{text}")), (call, text)] {
                    found.push(Predicate { expr, text, prior });
                }
            }
        }
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

    fn compared(&self, a: &Leaf, b: &Leaf, factor: f64, found: &mut Vec<Predicate>) {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        for op in [Lt, Le, Gt, Ge, Eq, Ne] {
            if matches!(op, Eq | Ne) && a.class == Class::Floating {
                continue;
            }
            let (left, right) = (self.expr(a.kind.clone()), self.expr(b.kind.clone()));
            found.push(Predicate {
                expr: self.expr(ExprKind::Binary(op, Box::new(left), Box::new(right))),
                text: format!("{} {} {}", a.text, spelling(op), b.text),
                prior: a.prior * b.prior * factor,
            });
        }
    }
}

/// Whether the name of an object is one of those in the text of another.
fn is_part(name: &str, text: &str) -> bool {
    name != text && names(text).any(|part| part == name)
}
