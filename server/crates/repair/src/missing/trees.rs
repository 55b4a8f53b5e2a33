//! Constructors of small trees.

use syntax::Span;
use syntax::ast::{Expr, ExprKind, IntLit, Name};

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
