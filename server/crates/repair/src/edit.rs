//! Edits of expressions: the replaced text, its replacement, and constants that are still to be found.

use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind, IntLit, UnaryOp};
use syntax::visit::{Walk, each_inside};

use crate::generator::Generator;
use crate::kind::EditKind;

/// Placeholder in [`Edit::text`] for the constant to be found.
pub(crate) const HOLE: &str = "\u{1}";

/// One edit.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    /// The new expression.
    pub(crate) tree: Expr,
    /// The replaced part of the source.
    pub(crate) span: Span,
    /// The new text.
    pub(crate) text: String,
    /// A constant in `tree` that is still to be found.
    pub(crate) hole: Option<Hole>,
    /// Kind of the edit.
    pub(crate) kind: EditKind,
    /// What made it.
    pub(crate) generator: Generator,
}

/// A constant to be found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hole {
    /// Place of the constant.
    pub(crate) span: Span,
    /// Present value of the constant.
    pub(crate) old: Number,
}

/// Value of a constant.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) enum Number {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
}

impl Edit {
    /// The edit with this number for its constant; `None` if there is a constant and no number.
    pub(crate) fn with(&self, number: Option<Number>) -> Option<Edit> {
        let mut edit = self.clone();
        if let Some(hole) = edit.hole.take() {
            let number = number?;
            each_inside(&mut edit.tree, &mut |e| {
                let is_hole = e.span == hole.span && constant(e) == Some(0);
                if is_hole {
                    *e = number.expr(e.span);
                    return Walk::Stop;
                }
                Walk::On
            });
        }
        Some(edit)
    }
}

impl Number {
    /// The number as an expression, with its sign.
    pub(crate) fn expr(self, span: Span) -> Expr {
        let (kind, is_negative) = match self {
            Number::Int(value) => (self.literal(), value < 0),
            Number::Float(value) => (Number::Float(value.abs()).literal(), value < 0.0),
        };
        let literal = Expr { kind, span };
        if is_negative {
            let kind = ExprKind::Unary(UnaryOp::Neg, Box::new(literal));
            return Expr { kind, span };
        }
        literal
    }

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

    /// The `0` of this type, a placeholder for a constant to be found.
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

/// The next masks, if a number with this text is one: who writes a hexadecimal number with ones in all its lowest bits
/// means another one.
pub(crate) fn other_masks(text: &str, number: i64) -> Option<[i64; 2]> {
    let is_mask = number > 2 && number & number.wrapping_add(1) == 0;
    let wider = number.wrapping_mul(2).wrapping_add(1);
    (is_mask && text.starts_with("0x")).then_some([wider, number / 2])
}

/// A number, written as the text that it replaces: hexadecimal, with a suffix, or as a character.
pub(crate) fn spelled_like(old: &str, value: i64) -> String {
    let is_number = old.starts_with(|c: char| c.is_ascii_digit());
    if is_number && value >= 0 {
        let digits = old.trim_end_matches(['u', 'U', 'l', 'L']);
        let suffix = &old[digits.len()..];
        let hexadecimal = digits
            .strip_prefix("0x")
            .or_else(|| digits.strip_prefix("0X"));
        return match hexadecimal.map(|digits| (digits, digits.len())) {
            Some((digits, width)) if digits.contains(|c: char| c.is_ascii_uppercase()) => {
                format!("0x{value:0width$X}{suffix}")
            }
            Some((_, width)) => format!("0x{value:0width$x}{suffix}"),
            None if digits.len() > 1 && digits.starts_with('0') => {
                let width = digits.len() - 1;
                format!("0{value:0width$o}{suffix}")
            }
            None => format!("{value}{suffix}"),
        };
    }
    match u8::try_from(value) {
        Ok(byte) if old.starts_with('\'') && (b' '..b'\x7f').contains(&byte) => {
            let escape = if matches!(byte, b'\'' | b'\\') {
                "\\"
            } else {
                ""
            };
            format!("'{escape}{}'", char::from(byte))
        }
        _ => value.to_string(),
    }
}

/// The value of an expression that consists of constants; for floating-point ones, only literals are supported.
pub(crate) fn number(e: &Expr) -> Option<Number> {
    match &e.kind {
        ExprKind::Float { value, .. } => Some(Number::Float(*value)),
        _ => constant(e).map(Number::Int),
    }
}

/// The value of an expression that consists of integer constants.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_base_and_suffix() {
        for (old, value, expected) in [
            ("0200", 64, "0100"),
            ("077", 511, "0777"),
            ("0x0F", 31, "0x1F"),
            ("0xfful", 16, "0x10ul"),
            ("10L", 12, "12L"),
            ("0", 12, "12"),
            ("'a'", 98, "'b'"),
            ("010", -1, "-1"),
        ] {
            assert_eq!(spelled_like(old, value), expected, "{old}");
        }
    }
}
