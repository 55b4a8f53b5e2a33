//! Edits of quotients: integer divisions that should have been floating-point divisions.
//!
//! `sum / n` of two integers silently drops the fraction, for example of an average: one of C's first surprises for
//! beginners.

use syntax::Span;
use syntax::ast::{
    Attributes, BinaryOp, Declarator, Expr, ExprKind, IntLit, Specs, Storage, TypeName, TypeSpec,
};

use crate::generate::edit_maker::Maker;
use crate::generate::print::{
    UNARY, binary, binary_precedence, left_operand, operand, right_operand, spelling,
};
use crate::generate::scope::Scope;
use crate::generate::terms::floating;
use crate::kind::EditKind;

impl Maker<'_> {
    /// `a / b` as `(double)a / b`, and `a / 2` as `a / 2.0`, where no floating-point variable is involved.
    pub(crate) fn real_quotient(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) {
        if op != BinaryOp::Div || floating(a, scope) || floating(b, scope) {
            return;
        }
        let level = binary_precedence(op);
        let of = |a: Expr, b: Expr| ExprKind::Binary(op, Box::new(a), Box::new(b));
        if let Some((literal, text)) = real(b) {
            let left = left_operand(self.parse, a, level);
            self.whole(
                of(a.clone(), literal),
                format!("{left} / {text}"),
                EditKind::Part,
            );
            return;
        }
        let left = operand(self.parse, a, UNARY);
        let right = right_operand(self.parse, b, level);
        let text = format!("(double){left} / {right}");
        self.whole(of(as_double(a), b.clone()), text, EditKind::Part);
    }
}

impl Maker<'_> {
    /// `a / b == c / d` as `a * d == c * b`: loses no remainder and does not divide by 0.
    pub(crate) fn products(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        let (BinaryOp::Eq | BinaryOp::Ne, Some((a, b)), Some((c, d))) =
            (op, quotient(a), quotient(b))
        else {
            return;
        };
        let level = binary_precedence(BinaryOp::Mul);
        let times = |a: &Expr, b: &Expr| {
            let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(a.clone()), Box::new(b.clone()));
            let span = self.e.span;
            let text = binary(self.parse, a, "*", b, level);
            (Expr { kind, span }, text)
        };
        let ((left, l), (right, r)) = (times(a, d), times(c, b));
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        self.whole(
            kind,
            format!("{l} {} {r}", spelling(op)),
            EditKind::Exchange,
        );
    }
}

fn quotient(e: &Expr) -> Option<(&Expr, &Expr)> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Div, a, b) => Some((a, b)),
        _ => None,
    }
}

/// The integer as a floating-point constant, and its spelling.
fn real(e: &Expr) -> Option<(Expr, String)> {
    let ExprKind::Int(IntLit {
        value,
        decimal: true,
        ..
    }) = &e.kind
    else {
        return None;
    };
    let value = u32::try_from(*value).ok()?;
    let kind = ExprKind::Float {
        value: f64::from(value),
        suffix: None,
    };
    Some((Expr { kind, span: e.span }, format!("{value}.0")))
}

/// A type denoted by its name alone.
pub(crate) fn plain_type(ty: TypeSpec, span: Span) -> TypeName {
    TypeName {
        specs: Specs {
            storage: Storage::None,
            inline: false,
            is_const: false,
            is_volatile: false,
            ty,
            implicit_int: false,
            attributes: Attributes::default(),
            span,
        },
        declarator: Declarator {
            name: None,
            derive: Vec::new(),
            attributes: Attributes::default(),
            span,
        },
        span,
    }
}

fn as_double(e: &Expr) -> Expr {
    let span = e.span;
    let ty = plain_type(TypeSpec::Double, span);
    let kind = ExprKind::Cast(Box::new(ty), Box::new(e.clone()));
    Expr { kind, span }
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn whole_numbers_are_divided_as_real_ones() {
        let edits = edited("double f(int a, int b) { return (a + b) / b + a / 2; }");
        for new in ["(double)(a + b) / b + a / 2", "(a + b) / b + a / 2.0"] {
            let text = format!("double f(int a, int b) {{ return {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
        let text = "int f(int a, int b) { return (a / b) == (b + 1) / (a - b); }";
        let new = "int f(int a, int b) { return a * (a - b) == (b + 1) * b; }";
        assert!(edited(text).contains(new), "{:#?}", edited(text));
        let real = edited("double f(double a, int b) { return a / b; }");
        assert!(real.iter().all(|text| !text.contains("(double)")));
    }
}
