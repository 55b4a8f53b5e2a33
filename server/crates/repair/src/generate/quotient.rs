//! Edits of quotients: integer divisions that should have been floating-point divisions, or that should round.
//!
//! `sum / n` of two integers silently drops the fraction, for example of an average: one of C's first surprises for
//! beginners.

use syntax::Span;
use syntax::ast::{
    Attributes, BinaryOp, Declarator, Expr, ExprKind, IntLit, Specs, Storage, TypeName, TypeSpec,
};

use crate::edit::constant;
use crate::generate::edit_maker::Maker;
use crate::generate::print::{
    EQUALITY, RELATION, UNARY, binary, binary_precedence, left_operand, operand, right_operand,
    spelling,
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
        let kind = if drops_fraction(a, b) {
            EditKind::Neighbour
        } else {
            EditKind::Part
        };
        let level = binary_precedence(op);
        let of = |a: Expr, b: Expr| ExprKind::Binary(op, Box::new(a), Box::new(b));
        if let Some((literal, text)) = real(b) {
            let left = left_operand(self.parse, a, level);
            self.whole(of(a.clone(), literal), format!("{left} / {text}"), kind);
            return;
        }
        let left = operand(self.parse, a, UNARY);
        let right = right_operand(self.parse, b, level);
        let text = format!("(double){left} / {right}");
        self.whole(of(as_double(a), b.clone()), text, kind);
    }
}

impl Maker<'_> {
    /// `a / b` of integers rounded up, as `(a + b - 1) / b`, and rounded to the nearest, as `(a + b / 2) / b`.
    pub(crate) fn rounded_quotient(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) {
        if op != BinaryOp::Div || floating(a, scope) || floating(b, scope) {
            return;
        }
        let span = self.e.span;
        let of = |op, a: &Expr, b: Expr| Expr {
            kind: ExprKind::Binary(op, Box::new(a.clone()), Box::new(b)),
            span,
        };
        let left = operand(self.parse, a, binary_precedence(BinaryOp::Add));
        let right = operand(self.parse, b, binary_precedence(op));
        let divisor = right_operand(self.parse, b, binary_precedence(op));
        let sum = |plus| of(BinaryOp::Add, a, plus);
        // A number with a name keeps it.
        let literal = match &b.kind {
            ExprKind::Int(IntLit { value, .. })
                if divisor.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                Some(*value)
            }
            _ => None,
        };
        let dividends = match literal {
            Some(..2) => return,
            Some(2) => vec![(sum(Expr::int(1, span)), format!("{left} + 1"))],
            Some(n) => [n - 1, n / 2]
                .map(|plus| (sum(Expr::int(plus, span)), format!("{left} + {plus}")))
                .to_vec(),
            None => {
                let one = Expr::int(1, span);
                let half = of(BinaryOp::Div, b, Expr::int(2, span));
                let up = of(BinaryOp::Sub, &sum(b.clone()), one);
                vec![
                    (up, format!("{left} + {right} - 1")),
                    (sum(half), format!("{left} + {right} / 2")),
                ]
            }
        };
        for (dividend, text) in dividends {
            let kind = of(op, &dividend, b.clone()).kind;
            self.whole(kind, format!("({text}) / {divisor}"), EditKind::Part);
        }
    }

    /// `a / b * c` of integers as `a * c / b`: dividing first loses the fraction.
    pub(crate) fn multiplied_first(&mut self, op: BinaryOp, x: &Expr, y: &Expr, scope: &Scope) {
        let ((a, b), c, is_left) = match (quotient(x), quotient(y)) {
            (Some(parts), _) => (parts, y, true),
            (None, Some(parts)) => (parts, x, false),
            (None, None) => return,
        };
        if op != BinaryOp::Mul || [a, b, c].iter().any(|e| floating(e, scope)) {
            return;
        }
        let (first, second) = if is_left { (a, c) } else { (c, a) };
        let level = binary_precedence(op);
        let kind = ExprKind::Binary(op, Box::new(first.clone()), Box::new(second.clone()));
        let product = Box::new(Expr {
            kind,
            span: self.e.span,
        });
        let divisor = right_operand(self.parse, b, level);
        let text = binary(self.parse, first, "*", second, level);
        let kind = ExprKind::Binary(BinaryOp::Div, product, Box::new(b.clone()));
        self.whole(kind, format!("{text} / {divisor}"), EditKind::Neighbour);
    }

    /// `a / b == c / d` as `a * d == c * b`: loses no remainder and does not divide by 0. So for other comparisons, where
    /// divisors are positive as a rule.
    pub(crate) fn products(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        let level = binary_precedence(op);
        let compares = level == EQUALITY || level == RELATION;
        let (true, Some((a, b)), Some((c, d))) = (compares, quotient(a), quotient(b)) else {
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
        let of = if drops_fraction(a, b) || drops_fraction(c, d) {
            EditKind::Neighbour
        } else {
            EditKind::Exchange
        };
        self.whole(kind, format!("{l} {} {r}", spelling(op)), of);
    }
}

/// Whether a quotient of two numbers is not what it seems to be: `3 / 4` is 0.
fn drops_fraction(a: &Expr, b: &Expr) -> bool {
    let values = (constant(a), constant(b));
    matches!(values, (Some(a), Some(b)) if b > 0 && a % b != 0)
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
        let edits = edited("int f(int a, int b) { return a / b + (a - 1) / 30; }");
        for new in [
            "(a + b - 1) / b + (a - 1) / 30",
            "(a + b / 2) / b + (a - 1) / 30",
            "a / b + (a - 1 + 29) / 30",
            "a / b + (a - 1 + 15) / 30",
        ] {
            let text = format!("int f(int a, int b) {{ return {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
        let edits = edited("int f(int a, int b) { return b - a / 100 * (b + 1) + 2 * (a / b); }");
        for new in [
            "b - a * (b + 1) / 100 + 2 * (a / b)",
            "b - a / 100 * (b + 1) + 2 * a / b",
        ] {
            let text = format!("int f(int a, int b) {{ return {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
        let text = "int f(int a, int b) { return (a / b) == (b + 1) / (a - b); }";
        let new = "int f(int a, int b) { return a * (a - b) == (b + 1) * b; }";
        assert!(edited(text).contains(new), "{:#?}", edited(text));
        let edits = edited("int f(int a, int b) { return (a + 1) / b > 3 / 4; }");
        let new = "int f(int a, int b) { return (a + 1) * 4 > 3 * b; }";
        assert!(edits.contains(new), "{edits:#?}");
        let real = edited("double f(double a, int b) { return a / b; }");
        assert!(real.iter().all(|text| !text.contains("(double)")));
    }
}
