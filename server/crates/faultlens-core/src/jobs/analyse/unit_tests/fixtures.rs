//! What runs before and after each test of a group, and arguments of tests, as C text for generated functions.
//!
//! Libraries name groups in different ways: by the variable of a suite, by a table of tests, or by a word before the
//! name of a test. All of them yield a [`Fixture`]. What only a run would show ends the test as not modelled, because
//! a test without its fixture would be judged wrongly.

use std::collections::BTreeSet;

use syntax::ast::{Declarator, Derive, Expr, ExprKind, Item, UnaryOp};

/// Statements around the tests of a group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Fixture {
    pub(super) before: String,
    pub(super) after: String,
}

impl Fixture {
    /// Adds statements inside the existing ones, as a later fixture of a group is nearer to the test.
    pub(super) fn add(&mut self, before: &str, after: &str) {
        self.before = format!("{} {before}", self.before);
        self.after = format!("{after} {}", self.after);
    }

    /// Whether nothing runs.
    pub(super) fn is_empty(&self) -> bool {
        self.before.trim().is_empty() && self.after.trim().is_empty()
    }
}

/// The statement that ends a test as not modelled; a text completes "… is not modelled".
pub(super) fn not_modelled(what: &str) -> String {
    format!("__not_modelled(\"{what}\");")
}

/// The statement that calls the function of a fixture; empty if there is none. Its name must be `visible` at the end of
/// the unit.
pub(super) fn call(function: Option<&Expr>, arguments: &str, visible: &BTreeSet<&str>) -> String {
    let Some(function) = function.map(bare) else {
        return String::new();
    };
    match &function.kind {
        ExprKind::Int(_) => String::new(),
        ExprKind::Ident(name) if name == "NULL" => String::new(),
        ExprKind::Ident(name) if visible.contains(name.as_str()) => format!("{name}({arguments});"),
        ExprKind::Ident(name) => not_modelled(&format!(
            "the fixture `{name}`, which only a run would show,"
        )),
        _ => not_modelled("a fixture that only a run would show"),
    }
}

/// An expression without casts, address operators and dereferences, which make no difference to functions.
pub(super) fn bare(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Cast(_, inner) | ExprKind::AddressOf(inner) | ExprKind::Deref(inner) => {
            bare(inner)
        }
        _ => e,
    }
}

/// The names at a unit's file scope: functions and objects.
pub(super) fn visible(items: &[Item]) -> BTreeSet<&str> {
    names(items, |_| true)
}

/// The functions at a unit's file scope.
pub(super) fn declared(items: &[Item]) -> BTreeSet<&str> {
    names(items, |declarator| {
        matches!(declarator.derive.first(), Some(Derive::Function(_)))
    })
}

/// The functions that a unit defines, and the names of those declarators at its file scope that satisfy the predicate.
fn names(items: &[Item], is_wanted: impl Fn(&Declarator) -> bool) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for item in items {
        match item {
            Item::Function(f) => names.extend(super::name(f)),
            Item::Declaration(d) => {
                let declarators = d.declarators.iter().map(|one| &one.declarator);
                let wanted = declarators.filter(|declarator| is_wanted(declarator));
                let wanted = wanted.filter_map(|declarator| declarator.name.as_ref());
                names.extend(wanted.map(|name| name.text.as_str()));
            }
            Item::End => {}
        }
    }
    names
}

/// The C text of a simple expression whose names satisfy the predicate; casts are left out, because what such a text is
/// passed to has a type.
pub(super) fn written(e: &Expr, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let inside = |e: &Expr| written(e, is_known);
    Some(match &e.kind {
        ExprKind::Int(literal) => literal.value.to_string(),
        ExprKind::Char(value) => value.to_string(),
        ExprKind::Float { value, .. } => format!("{value:?}"),
        ExprKind::Str(text) => format!("\"{}\"", text.escape_ascii()),
        ExprKind::Ident(name) if is_known(name) => name.clone(),
        ExprKind::Cast(_, e) => match &bare(e).kind {
            ExprKind::Int(_) => format!("(void *){}", inside(e)?),
            _ => inside(e)?,
        },
        ExprKind::AddressOf(e) => format!("&{}", inside(e)?),
        ExprKind::Deref(e) => format!("(*{})", inside(e)?),
        ExprKind::Unary(UnaryOp::Neg, e) => format!("(-{})", inside(e)?),
        ExprKind::Index(array, at) => format!("{}[{}]", inside(array)?, inside(at)?),
        ExprKind::Member(e, field, is_arrow) => {
            let operator = if *is_arrow { "->" } else { "." };
            format!("{}{operator}{}", inside(e)?, field.text)
        }
        _ => return None,
    })
}
