//! Constructors of small trees, and the texts of trees.

use syntax::ast::{Expr, ExprKind, IntLit, Name};
use syntax::{Parse, Span};

use crate::limits::MAX_REPEATED_STATEMENT_BYTES;

pub(super) fn node(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

pub(super) fn ident(name: &str, span: Span) -> Expr {
    node(ExprKind::Ident(name.to_owned()), span)
}

pub(super) fn named(text: &str) -> Name {
    Name {
        text: text.to_owned(),
        span: Span::default(),
    }
}

fn int(value: u64) -> ExprKind {
    ExprKind::Int(IntLit {
        value,
        decimal: true,
        unsigned: false,
        longs: 0,
    })
}

pub(super) fn number(value: u64) -> Expr {
    node(int(value), Span::default())
}

/// The text of an expression, if it is short and the user's own.
pub(super) fn own_text(parse: &Parse, e: &Expr) -> Option<String> {
    let text = parse.sources.text(e.span);
    let is_own = parse.macro_use_at(e.span).is_none() && !text.contains('\n');
    (is_own && !text.is_empty() && text.len() <= MAX_REPEATED_STATEMENT_BYTES)
        .then(|| text.to_owned())
}
