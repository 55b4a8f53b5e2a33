//! C text of edited expressions: operators are written anew, operands are copied from the source.

use syntax::ast::{BinaryOp, Expr, ExprKind};
use syntax::{Parse, Span};

/// Precedence of an expression; operands that bind less tightly need parentheses.
pub(crate) fn precedence(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Comma(..) => 1,
        ExprKind::Assign(..) => 2,
        ExprKind::Conditional(..) => 3,
        ExprKind::LogicalOr(..) => 4,
        ExprKind::LogicalAnd(..) => 5,
        ExprKind::Binary(op, ..) => binary_precedence(*op),
        ExprKind::Cast(..)
        | ExprKind::Unary(..)
        | ExprKind::AddressOf(_)
        | ExprKind::Deref(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::IncDec { prefix: true, .. } => UNARY,
        _ => 16,
    }
}

/// Precedence of prefix operators.
pub(crate) const UNARY: u8 = 14;

/// Precedence of a binary operator.
pub(crate) fn binary_precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::BitOr => 6,
        BinaryOp::BitXor => 7,
        BinaryOp::BitAnd => 8,
        BinaryOp::Eq | BinaryOp::Ne => 9,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 10,
        BinaryOp::Shl | BinaryOp::Shr => 11,
        BinaryOp::Add | BinaryOp::Sub => 12,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 13,
    }
}

/// Spelling of a binary operator.
pub(crate) fn spelling(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
    }
}

/// The source text of an operand, in parentheses unless it binds at least as tightly as `least`.
pub(crate) fn operand(parse: &Parse, e: &Expr, least: u8) -> String {
    let text = parse.sources.text(e.span);
    if precedence(&e.kind) < least {
        format!("({text})")
    } else {
        text.to_owned()
    }
}

/// `a op b` with the source texts of the operands.
pub(crate) fn binary(parse: &Parse, a: &Expr, op: &str, b: &Expr, level: u8) -> String {
    let (a, b) = (operand(parse, a, level), operand(parse, b, level + 1));
    format!("{a} {op} {b}")
}

/// The span of the operator between two operands, if only parentheses and blanks surround it there.
pub(crate) fn operator_span(parse: &Parse, a: &Expr, op: &str, b: &Expr) -> Option<Span> {
    let between = Span {
        start: a.span.end,
        end: b.span.start,
        ..a.span
    };
    if a.span.file != b.span.file || between.start >= between.end {
        return None;
    }
    let text = parse.sources.text(between);
    let at = text.find(op)?;
    let rest = text.replacen(op, "", 1);
    rest.chars()
        .all(|c| c.is_whitespace() || "()".contains(c))
        .then(|| Span {
            start: between.start + at as u32,
            end: between.start + (at + op.len()) as u32,
            ..between
        })
}

/// Whether an expression of this precedence needs no parentheses at a place: no operator is beside it, or only ones
/// that bind less tightly.
pub(crate) fn stands_alone(parse: &Parse, place: Span, level: u8) -> bool {
    let Some(text) = parse.sources.file(place.file).map(|source| &source.text) else {
        return false;
    };
    let before = text.get(..place.start as usize).unwrap_or_default();
    let after = text.get(place.end as usize..).unwrap_or_default();
    let (before, after) = (before.trim_end(), after.trim_start());
    let compared = COMPARISONS.iter().any(|op| before.ends_with(op));
    let assigned = before.ends_with('=') && !compared;
    let opened = before.ends_with(['(', '[', ',', ';', '{']) || before.ends_with("return");
    let is_sum = level >= binary_precedence(BinaryOp::Add);
    let loosely = |beside: &str, at: fn(&str, &str) -> bool| {
        let shifts = ["<<", ">>", "->"].iter().any(|op| at(beside, op));
        is_sum && !shifts && LOOSER.iter().any(|op| at(beside, op))
    };
    let begins = opened || assigned || loosely(before, |text, op| text.ends_with(op));
    let ends =
        after.starts_with([')', ']', ',', ';']) || loosely(after, |text, op| text.starts_with(op));
    begins && ends
}

/// Operators that end in `=` and are not assignments.
const COMPARISONS: [&str; 4] = ["==", "!=", "<=", ">="];
/// Operators that bind less tightly than a sum.
const LOOSER: [&str; 10] = ["==", "!=", "<=", ">=", "<", ">", "&&", "||", "?", ":"];
