//! Truth values: comparisons of leaves, and pointers.

use ir::Builtin;
use syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use syntax::visit::{Walk, each_inside};
use syntax::{Parse, Span};

use super::class::Class;
use super::habits::{Habits, Partner};
use super::leaves::{Leaf, Leaves};

use crate::edit::{constant, spelled_like};
use crate::generate::objects::is_place;
use crate::generate::print::spelling;
use crate::generate::scope::Scope;
use crate::limits::{
    CALL, MAX_ARGUMENTS_OF_PREDICATE, MAX_CALLS_OF_PREDICATE, MAX_PAIRED_LEAVES,
    MAX_PREDICATE_LEAVES, MAX_PREDICATE_NUMBERS, MULTIPLE, PAIR, POINTER, STRANGE_CHARACTER,
};
use crate::macros::names;
use crate::sites::is_truth;

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

    /// The comparisons in an expression that compute something, with other numbers: `y % 400 == 0` beside `y % 4 == 0`
    /// and `y % 100 != 0`. What is often meant is a number of the function, or a product of two that stand there.
    pub(super) fn with_other_numbers(&self, e: &Expr, parse: &Parse) -> Vec<Predicate> {
        let own = numbers_in(e);
        let products = own.iter().enumerate().flat_map(|(at, (a, _))| {
            let later = own[at + 1..].iter();
            later.filter_map(|(b, _)| Some((a.checked_mul(*b)?, MULTIPLE)))
        });
        let of_function = self.all.iter().filter(|leaf| !leaf.is_named);
        let of_function = of_function.filter_map(|leaf| Some((leaf.number?, leaf.prior)));
        let mut others: Vec<(i64, f64)> = Vec::new();
        for (number, prior) in products.chain(of_function.take(MAX_PREDICATE_NUMBERS)) {
            let is_known = others.iter().any(|(known, _)| *known == number);
            if number > 1 && !is_known && own.iter().all(|(own, _)| *own != number) {
                others.push((number, prior));
            }
        }
        let mut found = Vec::new();
        for comparison in computing_comparisons(e) {
            for (_, place) in numbers_in(&comparison) {
                for (number, prior) in &others {
                    let mut expr = comparison.clone();
                    each_inside(&mut expr, &mut |e| {
                        if e.span == place {
                            e.kind = Expr::int(number.unsigned_abs(), place).kind;
                        }
                        Walk::On
                    });
                    let Some(text) = replaced_inside(parse, comparison.span, place, *number) else {
                        continue;
                    };
                    found.push(Predicate {
                        expr,
                        text,
                        prior: *prior,
                    });
                }
            }
        }
        found
    }

    /// Comparisons of the characters in an expression with those that only inputs of failing tests have.
    pub(super) fn with_strange_characters(
        &self,
        e: &Expr,
        parse: &Parse,
        scope: &Scope,
        habits: &Habits,
    ) -> Vec<Predicate> {
        let mut characters: Vec<Expr> = Vec::new();
        each_inside(&mut e.clone(), &mut |e| {
            let object = match &e.kind {
                ExprKind::Call(callee, arguments) if is_of_ctype(callee) => arguments.first(),
                ExprKind::Binary(_, a, b) if parse.sources.text(b.span).starts_with('\'') => {
                    Some(&**a)
                }
                _ => None,
            };
            let object = object.map(|object| match &object.kind {
                ExprKind::Cast(_, inner) => inner,
                _ => object,
            });
            let object = object.filter(|e| is_place(e));
            let object = object.filter(|e| Class::of(e, scope) == Some(Class::Integer));
            characters.extend(object.cloned());
            Walk::On
        });
        let mut found = Vec::new();
        for character in &characters {
            for c in &habits.strange {
                let literal = spelled_like("'c'", i64::from(*c));
                for op in [BinaryOp::Eq, BinaryOp::Ne] {
                    let (a, b) = (
                        Box::new(character.clone()),
                        Box::new(Expr::int(u64::from(*c), self.span)),
                    );
                    let object = parse.sources.text(character.span);
                    found.push(Predicate {
                        expr: self.expr(ExprKind::Binary(op, a, b)),
                        text: format!("{object} {} {literal}", spelling(op)),
                        prior: STRANGE_CHARACTER,
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

/// Whether a function is one of `ctype.h`.
fn is_of_ctype(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Ident(name)
        if name.starts_with("is") && Builtin::by_name(name).is_some())
}

/// The numbers over 1 in an expression, with their places.
fn numbers_in(e: &Expr) -> Vec<(i64, Span)> {
    let mut found: Vec<(i64, Span)> = Vec::new();
    each_inside(&mut e.clone(), &mut |e| {
        if matches!(e.kind, ExprKind::Int(_))
            && let Some(number) = constant(e).filter(|number| *number > 1)
        {
            found.push((number, e.span));
        }
        Walk::On
    });
    found
}

/// The comparisons in an expression whose left side computes something.
fn computing_comparisons(e: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    each_inside(&mut e.clone(), &mut |e| {
        if is_truth(e)
            && let ExprKind::Binary(_, left, _) = &e.kind
            && matches!(left.kind, ExprKind::Binary(..))
        {
            found.push(e.clone());
        }
        Walk::On
    });
    found
}

/// The text of a span with a number at a place inside.
fn replaced_inside(parse: &Parse, span: Span, place: Span, number: i64) -> Option<String> {
    let text = parse.sources.text(span);
    let start = place.start.checked_sub(span.start)? as usize;
    let end = place.end.checked_sub(span.start)? as usize;
    let (before, after) = (text.get(..start)?, text.get(end..)?);
    Some(format!("{before}{number}{after}"))
}

/// Whether the name of an object is one of those in the text of another.
fn is_part(name: &str, text: &str) -> bool {
    name != text && names(text).any(|part| part == name)
}
