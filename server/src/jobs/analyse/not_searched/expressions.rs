//! Expressions whose behaviour C leaves undefined in ways that no run checks: runs read memory as whatever type the
//! program asks for.

use syntax::Span;
use syntax::ast::{Expr, ExprKind, Unit};
use syntax::visit::{Walk, each_expr};

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
