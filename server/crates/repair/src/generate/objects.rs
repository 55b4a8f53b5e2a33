//! The objects that a function names: members, elements, and what pointers point to.

use syntax::Span;
use syntax::ast::{Expr, ExprKind, Item, Unit};
use syntax::visit::{Walk, each_inside, each_of_item};

/// The objects that the function around a place names without changing anything, in order of the text.
pub(crate) fn objects(unit: &Unit, place: Span) -> Vec<Expr> {
    let is_around = |item: &&Item| matches!(item, Item::Function(f) if f.span.encloses(place));
    let mut found = Vec::new();
    if let Some(mut function) = unit.items.iter().find(is_around).cloned() {
        each_of_item(&mut function, &mut |e| {
            if is_object(e) && !changes_something(e) {
                found.push(e.clone());
            }
            Walk::On
        });
    }
    found
}

/// Whether an expression names a variable or another object, which can be assigned to unless its type forbids it.
pub(crate) fn is_place(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Ident(_)) || is_object(e)
}

/// Whether an expression names a member, an element, or what a pointer points to.
fn is_object(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Deref(_)
    )
}

/// Whether an expression itself assigns; what functions do is not looked at.
fn changes_something(e: &mut Expr) -> bool {
    let end = each_inside(e, &mut |inner| match inner.kind {
        ExprKind::Assign(..) | ExprKind::IncDec { .. } => Walk::Stop,
        _ => Walk::On,
    });
    end == Walk::Stop
}
