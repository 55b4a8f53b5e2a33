//! Properties of expressions that rules ask for.

use syntax::ast::{BinaryOp, Expr, ExprKind, IntLit, UnaryOp};
use syntax::visit::{Walk, each_inside};
use syntax::{Parse, Span};

use super::Site;
use crate::edit::number;
use crate::generate::digits::{is_character, takes_character};
use crate::generate::objects::is_place;
use crate::generate::types::Type;

/// Whether an expression has the property that a type of `rules.c` names.
pub(super) fn has_property(property: &str, e: &Expr, site: Site<'_>) -> bool {
    let Site { parse, scope, .. } = site;
    let has_type = |holds: &dyn Fn(&Type) -> bool| scope.type_of(e).is_some_and(|ty| holds(&ty));
    let is_sum = matches!(e.kind, ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..));
    let literal = match &e.kind {
        ExprKind::Int(IntLit {
            value,
            decimal: true,
            ..
        }) => u32::try_from(*value).ok(),
        _ => None,
    };
    // A number with a name keeps it.
    let literal = literal.filter(|_| {
        parse
            .sources
            .text(e.span)
            .starts_with(|c: char| c.is_ascii_digit())
    });
    let is_linked = matches!(e.kind, ExprKind::Member(_, _, true));
    match property {
        "whole" => !scope.names_floating(e),
        "variable" => literal.is_none() && !scope.names_floating(e),
        "floating" => scope.names_floating(e),
        "first" => !is_sum,
        "first_floating" => !is_sum && scope.names_floating(e),
        "text" => {
            let is_text =
                matches!(e.kind, ExprKind::Str(_)) || has_type(&|ty| ty.conversion() == Some("s"));
            is_text && parse.std_headers.iter().any(|name| name == "string.h")
        }
        "character" => is_character(parse, e, scope) && !takes_character(parse, e),
        "uncharacter" => {
            matches!(e.kind, ExprKind::Binary(..) | ExprKind::Ident(_))
                && !is_character(parse, e, scope)
        }
        "wide" => has_type(&Type::is_wide_number),
        "constant" => number(e).is_some(),
        "computed" => number(e).is_none(),
        "decimal" => literal.is_some(),
        "divisor" => literal.is_some_and(|value| value > 1),
        "figure" => literal.is_some_and(|value| value < 10),
        "condition" => number(e).is_none() && !matches!(e.kind, ExprKind::Unary(UnaryOp::Not, _)),
        // A size, or the length of a text, means that bytes are counted.
        "uncounted" => {
            let counted = each_inside(&mut e.clone(), &mut |e| match &e.kind {
                ExprKind::SizeofType(_) | ExprKind::SizeofExpr(_) => Walk::Stop,
                ExprKind::Ident(name) if name == "strlen" => Walk::Stop,
                _ => Walk::On,
            });
            counted == Walk::On
        }
        "pointer" => matches!(&e.kind, ExprKind::Ident(name) if scope.is_pointer(name)),
        "place" => is_place(e),
        "counted" => matches!(&e.kind, ExprKind::Ident(name) if scope.is_integer(name)),
        "measured" => has_type(&|ty| ty.is_indexed() || ty.is_pointer()),
        "linked" => is_linked,
        "linked_record" => is_linked && !has_type(&Type::is_number),
        "unsigned_here" => !has_sign_beside(parse, e.span),
        _ => true,
    }
}

/// Whether a sign stands beside a place.
fn has_sign_beside(parse: &Parse, span: Span) -> bool {
    let text = parse.sources.file(span.file).map(|file| &file.text);
    let before = text.and_then(|text| text.get(..span.start as usize));
    let after = text.and_then(|text| text.get(span.end as usize..));
    let is_sign = ['+', '-'];
    before.is_some_and(|text| text.trim_end().ends_with(is_sign))
        || after.is_some_and(|text| text.trim_start().starts_with(is_sign))
}
