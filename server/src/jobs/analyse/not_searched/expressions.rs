//! Expressions whose behaviour C leaves undefined in ways that no run checks: runs evaluate operands from left to
//! right, and read memory as whatever type the program asks for.

use std::collections::BTreeSet;

use syntax::Span;
use syntax::ast::{Expr, ExprKind, Unit};
use syntax::visit::{Walk, each_expr};

const ORDER: &str = "other orders of what one expression does to a variable";
const TYPES: &str = "whether memory is read as the type that it was written as";
const OVERLAP: &str = "whether an object is assigned to one that overlaps it";

/// The places of such expressions, with what is left out.
pub(super) fn places(unit: &Unit) -> Vec<(Span, &'static str)> {
    let mut unit = unit.clone();
    let mut places = Vec::new();
    each_expr(&mut unit, &mut |e| {
        places.extend(kind(e).map(|what| (e.span, what)));
        Walk::On
    });
    places
}

fn kind(e: &Expr) -> Option<&'static str> {
    if conflicts(e) {
        return Some(ORDER);
    }
    match &e.kind {
        ExprKind::Cast(_, of) => match &of.kind {
            ExprKind::AddressOf(_) => Some(TYPES),
            _ => None,
        },
        ExprKind::Assign(None, to, from) => match (&to.kind, &from.kind) {
            (ExprKind::Member(a, x, _), ExprKind::Member(b, y, _)) => {
                let same = matches!((&a.kind, &b.kind), (ExprKind::Ident(a), ExprKind::Ident(b)) if a == b);
                (same && x.text != y.text).then_some(OVERLAP)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Variables that an expression itself reads and changes; what called functions do comes in one piece.
#[derive(Default)]
struct Effects<'e> {
    reads: BTreeSet<&'e str>,
    writes: BTreeSet<&'e str>,
}

impl<'e> Effects<'e> {
    fn of(e: &'e Expr) -> Effects<'e> {
        let mut effects = Effects::default();
        effects.add(e);
        effects
    }

    fn add(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Ident(name) => _ = self.reads.insert(name),
            ExprKind::Assign(op, to, from) => {
                match (&to.kind, op) {
                    (ExprKind::Ident(name), None) => _ = self.writes.insert(name),
                    (ExprKind::Ident(name), Some(_)) => {
                        self.reads.insert(name);
                        self.writes.insert(name);
                    }
                    _ => self.add(to),
                }
                self.add(from);
            }
            ExprKind::IncDec { target, .. } => match &target.kind {
                ExprKind::Ident(name) => {
                    self.reads.insert(name);
                    self.writes.insert(name);
                }
                _ => self.add(target),
            },
            ExprKind::SizeofExpr(_) | ExprKind::AlignofExpr(_) => {}
            // Their address is not their value.
            ExprKind::AddressOf(of) if matches!(of.kind, ExprKind::Ident(_)) => {}
            _ => operands(e)
                .into_iter()
                .for_each(|operand| self.add(operand)),
        }
    }

    /// Whether evaluation in another order may give something else.
    fn conflicts_with(&self, other: &Effects<'_>) -> bool {
        let meets = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| a.iter().any(|name| b.contains(name));
        meets(&self.writes, &other.writes)
            || meets(&self.writes, &other.reads)
            || meets(&self.reads, &other.writes)
    }
}

/// Whether the operands of this expression, whose order is not determined, change a variable that another one changes
/// or reads.
fn conflicts(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(_, to, from) => {
            let from = Effects::of(from);
            match &to.kind {
                // What the right side reads is read before the variable is changed.
                ExprKind::Ident(name) => from.writes.contains(name.as_str()),
                _ => Effects::of(to).conflicts_with(&from),
            }
        }
        ExprKind::Binary(..) | ExprKind::Index(..) | ExprKind::Call(..) => {
            let each: Vec<Effects<'_>> = operands(e).into_iter().map(Effects::of).collect();
            (1..each.len()).any(|i| each[..i].iter().any(|one| one.conflicts_with(&each[i])))
        }
        _ => false,
    }
}

/// The operands that are evaluated with an expression.
fn operands(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Call(callee, arguments) => std::iter::once(&**callee).chain(arguments).collect(),
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b)
        | ExprKind::Assign(_, a, b)
        | ExprKind::Comma(a, b) => vec![a, b],
        ExprKind::Conditional(condition, yes, no) => {
            let yes = yes.as_deref();
            [Some(&**condition), yes, Some(no)]
                .into_iter()
                .flatten()
                .collect()
        }
        ExprKind::Member(of, ..)
        | ExprKind::Unary(_, of)
        | ExprKind::AddressOf(of)
        | ExprKind::Deref(of)
        | ExprKind::IncDec { target: of, .. }
        | ExprKind::Cast(_, of) => vec![of],
        _ => Vec::new(),
    }
}
