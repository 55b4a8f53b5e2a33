//! Arrays whose address a function gives away, although they end with it: `static` keeps them.

use syntax::ast::{
    BlockItem, Declaration, Derive, Expr, ExprKind, Function, Init, Item, StmtKind, Storage,
    TypeSpec,
};
use syntax::visit::{each_block_of, each_statement_of};
use syntax::{Parse, Span};

use crate::joint::Joint;
use crate::limits::PLAUSIBLE_LASTING;
use crate::moved_statement::Change;
use crate::patch::{Fix, TextEdit};

/// `static` for each array whose address a function returns, or stores in what it may return.
pub(crate) fn lasting(parse: &Parse) -> Vec<Change> {
    let mut found = Vec::new();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };
        if !may_return_address(function) {
            continue;
        }
        let given = given_away(function);
        let mut declarations: Vec<Declaration> = Vec::new();
        each_block_of(&mut function.clone(), &mut |block| {
            for item in &block.items {
                if let BlockItem::Declaration(d) = item
                    && d.specs.storage == Storage::None
                    && parse.macro_use_at(d.span).is_none()
                {
                    declarations.push(d.clone());
                }
            }
        });
        for d in declarations {
            let [only] = &d.declarators[..] else {
                continue;
            };
            let name = only.declarator.name.as_ref().map(|name| &name.text);
            let value = given.iter().find(|(_, e)| is_address_of(e, name));
            let is_array = matches!(only.declarator.derive.first(), Some(Derive::Array(Some(_))));
            let Some((place, _)) = value.filter(|_| is_array) else {
                continue;
            };
            let mut changed = function.clone();
            each_block_of(&mut changed, &mut |block| {
                for item in &mut block.items {
                    if let BlockItem::Declaration(other) = item
                        && other.span == d.span
                    {
                        other.specs.storage = Storage::Static;
                    }
                }
            });
            let mut span = d.specs.span;
            span.end = span.start;
            let edit = TextEdit {
                span,
                text: "static ".to_owned(),
            };
            let fix = Fix::new("lasting", edit, PLAUSIBLE_LASTING);
            let places = vec![*place];
            found.push((item, changed, Joint { places, fix }));
        }
    }
    found
}

/// Whether a function returns a pointer, or a type with a name, which may contain one.
fn may_return_address(function: &Function) -> bool {
    let mut steps = function.declarator.derive.iter();
    steps.any(|step| matches!(step, Derive::Pointer { .. }))
        || matches!(function.specs.ty, TypeSpec::Record(_) | TypeSpec::Named(_))
}

/// The values that a function returns, assigns or initialises something with, with the places of these components.
fn given_away(function: &Function) -> Vec<(Span, Expr)> {
    let mut found = Vec::new();
    let mut walked = function.clone();
    each_statement_of(&mut walked, &mut |s| match &s.kind {
        StmtKind::Return(Some(e)) => {
            // Without the semicolon.
            let place = Span {
                end: e.span.end,
                ..s.span
            };
            found.push((place, e.clone()));
        }
        StmtKind::Expr(whole) => {
            if let ExprKind::Assign(None, _, value) = &whole.kind {
                found.push((whole.span, (**value).clone()));
            }
        }
        _ => {}
    });
    each_block_of(&mut walked, &mut |block| {
        for item in &block.items {
            if let BlockItem::Declaration(d) = item {
                found.extend(d.declarators.iter().filter_map(|one| match &one.init {
                    Some(Init::Expr(value)) => Some((one.span, value.clone())),
                    _ => None,
                }));
            }
        }
    });
    found
}

/// Whether an expression is an array of this name, or the address of one of its elements.
fn is_address_of(e: &Expr, name: Option<&String>) -> bool {
    match &e.kind {
        ExprKind::Ident(own) => Some(own) == name,
        ExprKind::AddressOf(of) => match &of.kind {
            ExprKind::Index(array, _) => is_address_of(array, name),
            _ => is_address_of(of, name),
        },
        ExprKind::Cast(_, of) => is_address_of(of, name),
        _ => false,
    }
}
