//! Generators: the edits of the expressions at a place, independent of the tests.

mod arguments;
mod comparisons;
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
pub(crate) mod quotient;
mod regroup;
pub(crate) mod scope;
mod separators;
mod steps;
mod terms;
pub(crate) mod types;
mod whole_condition;
mod wrapped;

use rustc_hash::FxHashSet;
use syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use syntax::{Parse, Span};

use crate::edit::{Edit, Number, constant, number};
use crate::kind::EditKind;
use crate::limits::MAX_STEPPED;
use crate::patch::literal;
use crate::sites::{Context, Role, Truth, sites};
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
    };
    // Text from a macro expansion cannot be edited in part; the use of the macro can be replaced as a whole.
    if let Some(used) = parse.macro_use_at(e.span) {
        if used.use_span == e.span
            && context.alone
            && let Some(old) = number(e)
        {
            maker.constant(old);
            maker.other_names(old, scope);
        }
        return maker.edits;
    }
    match &e.kind {
        ExprKind::Binary(op, a, b) => {
            maker.operators(*op, a, b);
            maker.connectives(*op, a, b, context);
            maker.operands_exchanged(*op, a, b);
            maker.limited(*op, a, b, scope);
            maker.terms(*op, a, b, scope);
            maker.factors(*op, a, b, scope);
            maker.real_quotient(*op, a, b, scope);
            maker.rounded_quotient(*op, a, b, scope);
            maker.multiplied_first(*op, a, b, scope);
            maker.difference_compared(*op, a, b);
            maker.compared_by_parts(*op, a, b, scope);
            maker.whole_text(*op, a, b);
            maker.comparison(*op, a, b, scope);
            maker.texts_compared(*op, a, b, scope);
            maker.products(*op, a, b);
            maker.compared_digit(*op, a, b, scope);
            if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
                maker.off_by_one();
            }
            maker.wrapped(scope);
        }
        ExprKind::LogicalAnd(a, b) => {
            maker.connective(a, b, true);
            maker.change_all_comparisons(context);
        }
        ExprKind::LogicalOr(a, b) => {
            maker.connective(a, b, false);
            maker.change_all_comparisons(context);
            maker.conditions_regrouped(a, b);
        }
        ExprKind::Conditional(c, Some(a), b) => maker.arms(c, a, b),
        ExprKind::Unary(UnaryOp::Not | UnaryOp::Neg, a) => maker.replace_by(a),
        ExprKind::IncDec {
            target,
            increment,
            prefix,
        } => maker.step(target, (*increment, *prefix), context),
        ExprKind::Assign(op, a, b) => {
            maker.assignment(*op, a, b, context);
            if op.is_none() {
                maker.stored_digit(a, b, scope);
            }
        }
        ExprKind::Ident(name) => {
            for peer in scope.peers(name) {
                maker.name(peer);
            }
            for function in scope.functions(name) {
                maker.call(function);
            }
            for callee in scope.callees(name) {
                maker.name(&callee);
            }
            if scope.is_integer(name) && context.role == Role::Value {
                maker.off_by_one();
            }
            if scope.is_pointer(name) {
                maker.dereferenced();
            }
            for link in scope.links(name) {
                maker.followed(link);
            }
        }
        ExprKind::Deref(a) => {
            maker.replace_by(a);
            if matches!(a.kind, ExprKind::Ident(_)) {
                for index in scope.local_integers().take(MAX_STEPPED) {
                    maker.element(a, index);
                }
            }
        }
        ExprKind::Member(base, name, arrow) => {
            for member in scope.members(&name.text) {
                maker.member(base, name, *arrow, &member);
            }
            // `p++` for `p->count++` is another statement altogether.
            let is_number = scope.type_of(e).is_some_and(|ty| ty.is_number());
            if *arrow && !(is_number && context.truth == Truth::Value) {
                maker.replace_by(base);
            }
        }
        ExprKind::Index(array, last) => {
            if let ExprKind::Index(array, first) = &array.kind {
                maker.indices_exchanged(array, first, last);
            }
        }
        ExprKind::SizeofExpr(of) => maker.measured(of, scope),
        ExprKind::Comma(..) if context.whole && context.role == Role::Value => {
            maker.uncalled(scope);
        }
        ExprKind::Call(callee, args) => {
            maker.arguments(callee, args, scope);
            maker.formats(callee, args, scope);
            if matches!(&callee.kind, ExprKind::Ident(name) if name == "strlen") {
                maker.off_by_one();
            }
        }
        _ => {}
    }
    if context.role == Role::Value && context.truth == Truth::Value {
        maker.digit(scope);
    }
    if let Some(Number::Float(old)) = number(e) {
        maker.constant(Number::Float(old));
    } else if let Some(old) = constant(e) {
        maker.constant(Number::Int(old));
        for name in scope.integers() {
            maker.name(name);
        }
    } else if context.truth != Truth::Value {
        maker.negation();
    }
    if context.whole {
        maker.replace_name_everywhere(scope);
        maker.leaves_exchanged();
        maker.exchanged_between_calls(scope);
    }
    maker.edits
}

#[cfg(test)]
pub(crate) mod tests;
