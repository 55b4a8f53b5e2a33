//! Edits of expressions: what replaces what, and constants that are still to be found.

use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind, IntLit, UnaryOp};

use crate::kind::Kind;

/// Stands in [`Edit::text`] where the solved constant goes.
pub(crate) const HOLE: &str = "\u{1}";

/// One edit.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    /// What stands there instead.
    pub(crate) tree: Expr,
    /// What is replaced in the source.
    pub(crate) span: Span,
    /// By what.
    pub(crate) text: String,
    /// A constant in `tree` that is still to be found.
    pub(crate) hole: Option<Hole>,
    /// Of which kind it is.
    pub(crate) kind: Kind,
}

/// A constant to be found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hole {
    /// Its place.
    pub(crate) span: Span,
    /// What stands there now.
    pub(crate) old: Number,
}

/// A constant's value.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) enum Number {
    /// Of an integer.
    Int(i64),
    /// Of a floating one.
    Float(f64),
}

impl Number {
    /// A constant of this value.
    pub(crate) fn literal(self) -> ExprKind {
        match (self, self.zero()) {
            (Number::Int(value), ExprKind::Int(lit)) => ExprKind::Int(IntLit {
                value: value.unsigned_abs(),
                ..lit
            }),
            (Number::Float(value), _) => ExprKind::Float {
                value,
                suffix: None,
            },
            (_, other) => other,
        }
    }

    /// `0` of this kind, where a constant is to be found.
    pub(crate) fn zero(self) -> ExprKind {
        match self {
            Number::Int(_) => ExprKind::Int(IntLit {
                value: 0,
                decimal: true,
                unsigned: false,
                longs: 0,
            }),
            Number::Float(_) => ExprKind::Float {
                value: 0.0,
                suffix: None,
            },
        }
    }
}

/// The value of an expression made of constants only; of floating ones only literals.
pub(crate) fn number(e: &Expr) -> Option<Number> {
    match &e.kind {
        ExprKind::Float { value, .. } => Some(Number::Float(*value)),
        _ => constant(e).map(Number::Int),
    }
}

/// The value of an expression made of integer constants only.
pub(crate) fn constant(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Int(lit) => i64::try_from(lit.value).ok(),
        ExprKind::Unary(UnaryOp::Neg, a) => constant(a)?.checked_neg(),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Sub => a.checked_sub(b),
                BinaryOp::Mul => a.checked_mul(b),
                BinaryOp::Div => a.checked_div(b),
                BinaryOp::Shl => a.checked_shl(u32::try_from(b).ok()?),
                _ => None,
            }
        }
        _ => None,
    }
}
