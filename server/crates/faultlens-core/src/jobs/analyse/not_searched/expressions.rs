//! Expressions whose behaviour C leaves undefined in ways that no run checks: runs read memory as whatever type the
//! program asks for.

use syntax::Span;
use syntax::ast::{BlockItem, Derive, Expr, ExprKind, Item, TypeName, Unit};
use syntax::visit::{Walk, each_block_of, each_expr, each_inside};

const TYPES: &str = "whether memory is read as the type that it was written as";
const OVERLAP: &str = "whether an object is assigned to one that overlaps it";
const SIZES: &str = "whether the sizes of variable-length array types agree";
const CONSTANT: &str = "whether a `const` variable of a function is written to";
/// Functions of the library whose result points into their first argument and may be written to.
const FINDERS: [&str; 7] = [
    "strchr", "strrchr", "strstr", "strpbrk", "memchr", "bsearch", "index",
];

/// The places of such expressions, with what is left out.
pub(super) fn places(unit: &Unit) -> Vec<(Span, &'static str)> {
    let mut unit = unit.clone();
    let constants = local_constants(&mut unit);
    let mut places = Vec::new();
    each_expr(&mut unit, &mut |e| {
        places.extend(kind(e).map(|what| (e.span, what)));
        if drops_const(e, &constants) {
            places.push((e.span, CONSTANT));
        }
        Walk::On
    });
    places
}

/// Names of the variables of functions that are themselves `const`; those outside functions are read-only memory.
fn local_constants(unit: &mut Unit) -> Vec<String> {
    let mut names = Vec::new();
    for item in &mut unit.items {
        let Item::Function(function) = item else {
            continue;
        };
        each_block_of(function, &mut |block| {
            for item in &block.items {
                let BlockItem::Declaration(d) = item else {
                    continue;
                };
                for declarator in d.declarators.iter().map(|one| &one.declarator) {
                    let mut pointers = declarator.derive.iter().filter_map(|step| match step {
                        Derive::Pointer { is_const } => Some(*is_const),
                        _ => None,
                    });
                    if pointers.next().unwrap_or(d.specs.is_const) {
                        names.extend(declarator.name.iter().map(|name| name.text.clone()));
                    }
                }
            }
        });
    }
    names
}

/// Whether an expression makes a pointer that may write from the address of one of the `constants`.
fn drops_const(e: &Expr, constants: &[String]) -> bool {
    let mut of = match &e.kind {
        ExprKind::Cast(to, of) if !to.specs.is_const && !to.declarator.derive.is_empty() => {
            of.as_ref().clone()
        }
        ExprKind::Call(f, arguments) => match (&f.kind, arguments.first()) {
            (ExprKind::Ident(f), Some(first)) if FINDERS.contains(&f.as_str()) => first.clone(),
            _ => return false,
        },
        _ => return false,
    };
    let mut is_constant = false;
    each_inside(&mut of, &mut |e| {
        is_constant |= matches!(&e.kind, ExprKind::Ident(name) if constants.contains(name));
        Walk::On
    });
    is_constant
}

/// Whether a type has an array whose length is computed.
fn has_computed_length(ty: &TypeName) -> bool {
    ty.declarator.derive.iter().any(|step| match step {
        Derive::Array(Some(length)) => !matches!(length.kind, ExprKind::Int(_)),
        _ => false,
    })
}

fn kind(e: &Expr) -> Option<&'static str> {
    match &e.kind {
        ExprKind::Cast(to, _) if has_computed_length(to) => Some(SIZES),
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
