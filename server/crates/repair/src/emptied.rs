//! Bodies that a semicolon has emptied: `while (n > 0);` before the block that was to be repeated, and likewise behind
//! `if` and `for`.

use syntax::ast::{BlockItem, Function, Item, Stmt, StmtKind};
use syntax::visit::{each_block_of, each_statement_of};
use syntax::{Parse, Span};

use crate::joint::Joint;
use crate::limits::PLAUSIBLE_BODY;
use crate::moved_statement::Change;
use crate::other_order::{inner, place_of};
use crate::patch::{Fix, TextEdit};

/// The statement behind each semicolon as the body that it replaces.
pub(crate) fn filled(parse: &Parse) -> Vec<Change> {
    let mut found = Vec::new();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };
        let mut pairs: Vec<[Stmt; 2]> = Vec::new();
        each_block_of(&mut function.clone(), &mut |block| {
            for pair in block.items.windows(2) {
                if let [BlockItem::Statement(one), BlockItem::Statement(other)] = pair {
                    pairs.push([inner(one).clone(), other.clone()]);
                }
            }
        });
        for [one, other] in pairs {
            let semicolon = emptied(&one).filter(|span| parse.sources.text(*span) == ";");
            let is_written = parse.macro_use_at(one.span).is_none();
            if let Some(semicolon) = semicolon.filter(|_| is_written) {
                let places = place_of(&one).into_iter().chain(place_of(&other)).collect();
                let edit = TextEdit {
                    span: semicolon,
                    text: String::new(),
                };
                let fix = Fix::new("emptied", edit, PLAUSIBLE_BODY);
                let changed = with_body(function, &other, semicolon);
                found.push((item, changed, Joint { places, fix }));
            }
        }
    }
    found
}

/// The empty body with which a statement ends.
fn emptied(s: &Stmt) -> Option<Span> {
    let body = match &s.kind {
        StmtKind::If(_, _, Some(body)) | StmtKind::If(_, body, None) | StmtKind::While(_, body) => {
            body
        }
        StmtKind::For(parts) => &parts.body,
        _ => return None,
    };
    match &body.kind {
        StmtKind::Empty => Some(body.span),
        StmtKind::If(..) => emptied(body),
        _ => None,
    }
}

/// The function with a statement in place of an empty one before it.
fn with_body(function: &Function, statement: &Stmt, empty: Span) -> Function {
    let mut changed = function.clone();
    each_block_of(&mut changed, &mut |block| {
        let is_it =
            |item: &BlockItem| matches!(item, BlockItem::Statement(s) if s.span == statement.span);
        // A body is moved into the statement before it, never the first of a block.
        if let Some(at) = block.items.iter().position(is_it).filter(|at| *at > 0) {
            block.items.remove(at);
        }
    });
    each_statement_of(&mut changed, &mut |s| {
        if s.span == empty && s.kind == StmtKind::Empty {
            *s = statement.clone();
        }
    });
    changed
}
