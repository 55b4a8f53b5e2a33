//! The objects that a function names: members, elements, and what pointers point to.

use syntax::ast::{Expr, ExprKind, Item};
use syntax::visit::{Walk, each_inside, each_of_item};

/// The objects that an item names without changing anything, in order of the text.
pub(crate) fn objects(item: &Item) -> Vec<Expr> {
    let mut found = Vec::new();
    each_of_item(&mut item.clone(), &mut |e| {
        if is_object(e) && !changes_something(e) {
            found.push(e.clone());
        }
        Walk::On
    });
    found
}

/// Whether an expression names a member, an element, or what a pointer points to.
pub(crate) fn is_object(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Deref(_)
    )
}

/// Whether an expression itself assigns; what functions do is not looked at.
fn changes_something(e: &Expr) -> bool {
    let mut found = false;
    each_inside(&mut e.clone(), &mut |inner| {
        found |= matches!(inner.kind, ExprKind::Assign(..) | ExprKind::IncDec { .. });
        if found { Walk::Stop } else { Walk::On }
    });
    found
}
