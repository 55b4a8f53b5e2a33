//! Generators: the edits of the expressions at a place, independent of the tests.

mod arguments;
mod conversions;
pub(crate) mod deletion;
mod digits;
mod edit_maker;
mod exchange;
mod format_pieces;
mod formats;
mod names;
pub(crate) mod objects;
mod operators;
pub(crate) mod print;
mod regroup;
mod rules;
pub(crate) mod scope;
mod separators;
pub(crate) mod types;
mod whole_condition;
pub(crate) mod written;

use rustc_hash::FxHashSet;
use syntax::ast::{Expr, ExprKind};
use syntax::{Parse, Span};

use crate::edit::{Edit, Number, constant, number};
use crate::kind::EditKind;
use crate::patch::literal;
use crate::sites::{Context, Role, sites};
use deletion::deletion;
use edit_maker::Maker;
use scope::Scope;
use separators::separators;

/// An edit, and the position of the expression in the traversal of the unit.
pub(crate) type Candidate = (usize, Edit);

/// The edits of all expressions inside a place.
pub(crate) fn candidates(
    parse: &mut Parse,
    place: Span,
    statements: &FxHashSet<Span>,
) -> Vec<Candidate> {
    let sites = sites(&mut parse.unit, place, statements);
    let parse = &*parse;
    let scope = Scope::at(&parse.unit, place);
    let mut found = Vec::new();
    for (position, context, expr) in &sites {
        let edits = edits(expr, *context, &scope, parse);
        found.extend(edits.into_iter().map(|edit| (*position, edit)));
        let deletion = deletion(statements, parse, expr);
        found.extend(deletion.map(|edit| (*position, edit)));
        if context.role == Role::Statement {
            let all = separators(expr, parse).into_iter();
            found.extend(all.map(|edit| (*position, edit)));
        }
    }
    found
}

/// The edits that replace a string inside a place by the wanted one.
pub(crate) fn texts(
    parse: &mut Parse,
    place: Span,
    statements: &FxHashSet<Span>,
    wanted: &[u8],
) -> Vec<Candidate> {
    let sites = sites(&mut parse.unit, place, statements);
    let strings = sites.into_iter().filter(|(_, _, e)| {
        let is_other = matches!(&e.kind, ExprKind::Str(text) if text != wanted);
        is_other && parse.macro_use_at(e.span).is_none()
    });
    strings
        .filter_map(|(position, _, e)| {
            let latin1 = parse.sources.file(e.span.file)?.latin1;
            let edit = Edit {
                span: e.span,
                text: literal(wanted, latin1)?,
                tree: Expr {
                    kind: ExprKind::Str(wanted.to_vec()),
                    span: e.span,
                },
                hole: None,
                kind: EditKind::Constant,
                generator: "wanted text",
            };
            Some((position, edit))
        })
        .collect()
}

/// All edits of an expression itself; its operands have edits of their own.
pub(crate) fn edits(e: &Expr, context: Context, scope: &Scope, parse: &Parse) -> Vec<Edit> {
    let mut maker = Maker {
        e,
        context,
        parse,
        edits: Vec::new(),
        generator: "",
    };
    // Text from a macro expansion cannot be edited in part; the use of the macro can be replaced as a whole.
    if let Some(used) = parse.macro_use_at(e.span) {
        if used.use_span == e.span
            && context.alone
            && let Some(old) = number(e)
        {
            maker.by("constant").constant(old);
        }
        return maker.edits;
    }
    match &e.kind {
        ExprKind::Binary(op, a, b) => maker.by("operators").operators(*op, a, b),
        ExprKind::LogicalAnd(..) => maker.by("all comparisons").change_all_comparisons(context),
        ExprKind::LogicalOr(a, b) => {
            maker.by("all comparisons").change_all_comparisons(context);
            maker.by("conditions regrouped").conditions_regrouped(a, b);
        }
        ExprKind::Assign(op, a, b) => maker.by("assignment").assignment(*op, a, b),
        ExprKind::Ident(name) => {
            for peer in scope.peers(name) {
                maker.by("name").name(peer);
            }
            for callee in scope.callees(name) {
                maker.by("name").name(&callee);
            }
        }
        ExprKind::Comma(..) if context.whole && context.role == Role::Value => {
            maker.by("uncalled").uncalled(scope);
        }
        ExprKind::Call(callee, args) => {
            maker.by("arguments").arguments(callee, args, scope);
            maker.by("formats").formats(callee, args, scope);
        }
        _ => {}
    }
    maker.by_rules(scope);
    if let Some(Number::Float(old)) = number(e) {
        maker.by("constant").constant(Number::Float(old));
    } else if let Some(old) = constant(e) {
        maker.by("constant").constant(Number::Int(old));
        for name in scope.integers() {
            maker.by("name").name(name);
        }
    }
    if context.whole {
        maker
            .by("replace name everywhere")
            .replace_name_everywhere(scope);
        maker.by("leaves exchanged").leaves_exchanged();
        maker
            .by("exchanged between calls")
            .exchanged_between_calls(scope);
    }
    maker.edits
}

#[cfg(test)]
pub(crate) mod tests;
