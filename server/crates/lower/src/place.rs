//! The names of places and operands in the text, for explanations.

use ir::{Access, Index, Operand, Operands, Place};
use syntax::ast::{BinaryOp, Expr, ExprKind};

/// The place that an expression without side effects names.
pub(super) fn named_place(e: &Expr) -> Option<Place> {
    match &e.kind {
        ExprKind::Ident(name) => Some(Place::variable(name)),
        ExprKind::Deref(pointer) => Some(named_place(pointer)?.then(Access::Deref)),
        ExprKind::Index(array, at) => {
            let element = Access::Element(index(at)?);
            Some(named_place(array)?.then(element))
        }
        ExprKind::Member(base, name, is_arrow) => {
            let base = named_place(base)?;
            let record = if *is_arrow {
                base.then(Access::Deref)
            } else {
                base
            };
            Some(record.then(Access::Field(name.text.as_str().into())))
        }
        _ => None,
    }
}

fn index(e: &Expr) -> Option<Index> {
    match &e.kind {
        ExprKind::Int(literal) => Some(Index::Constant(i64::try_from(literal.value).ok()?)),
        ExprKind::Char(value) => Some(Index::Constant(i64::from(*value))),
        ExprKind::Binary(BinaryOp::Add, a, b) => {
            Some(Index::Sum(Box::new(index(a)?), Box::new(index(b)?)))
        }
        ExprKind::Binary(BinaryOp::Sub, a, b) => {
            Some(Index::Difference(Box::new(index(a)?), Box::new(index(b)?)))
        }
        _ => Some(Index::Value(Box::new(named_place(e)?))),
    }
}

/// The operands of `&&` or `||`, if the expression is made with one of them.
pub(super) fn operands(e: &Expr) -> Option<Operands> {
    let is_and = match &e.kind {
        ExprKind::LogicalAnd(..) => true,
        ExprKind::LogicalOr(..) => false,
        _ => return None,
    };
    let mut all = Vec::new();
    let mut first = e;
    while let (true, ExprKind::LogicalAnd(a, b)) | (false, ExprKind::LogicalOr(a, b)) =
        (is_and, &first.kind)
    {
        all.push(operand(b));
        first = a;
    }
    all.push(operand(first));
    all.reverse();
    Some(Operands { is_and, all })
}

fn operand(e: &Expr) -> Operand {
    Operand {
        span: e.span,
        operands: operands(e),
    }
}
