//! Edits of sums and products: a term or factor deleted, added, or with its sign changed.

use syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use syntax::visit::{Walk, each_inside};

use crate::edit::{HOLE, Hole, Number, number};
use crate::generate::edit_maker::Maker;
use crate::generate::print::{
    UNARY, binary_precedence, left_operand, operand, right_operand, spelling,
};
use crate::generate::scope::Scope;
use crate::kind::EditKind;

impl Maker<'_> {
    /// `a - b` as `a`, `b`, `-a - b`.
    pub(crate) fn terms(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) {
        use BinaryOp::{Add, Div, Mul, Rem, Sub};
        if !matches!(op, Add | Sub | Mul | Div | Rem) {
            return;
        }
        self.operand_alone(op, a);
        self.operand_alone(op, b);
        let first = !matches!(&a.kind, ExprKind::Binary(Add | Sub, ..));
        if matches!(op, Add | Sub) && first {
            let positive = operand(self.parse, a, UNARY);
            // Without parentheses, `--a` would be a decrement.
            let text = if positive.starts_with('-') {
                format!("-({positive})")
            } else {
                format!("-{positive}")
            };
            let negated = Expr {
                kind: ExprKind::Unary(UnaryOp::Neg, Box::new(a.clone())),
                span: a.span,
            };
            let kind = ExprKind::Binary(op, Box::new(negated.clone()), Box::new(b.clone()));
            let rest = right_operand(self.parse, b, binary_precedence(op));
            // Floating-point values often have signs; in integer arithmetic a sign is seldom forgotten.
            let of = if floating(a, scope) {
                EditKind::Part
            } else {
                EditKind::Check
            };
            self.whole(kind, format!("{text} {} {rest}", spelling(op)), of);
        }
    }

    /// Replaces the expression by one operand. Replacing a computation by a constant is seldom meant, although it may
    /// pass the tests, and a remainder was taken for a reason.
    fn operand_alone(&mut self, op: BinaryOp, e: &Expr) {
        let of = match number(e) {
            None if op != BinaryOp::Rem => EditKind::Part,
            _ => EditKind::Check,
        };
        self.replace_as(e, of);
    }

    /// `a < b` as `a < b * 0.5` and `a * 0.5 < b`, with a constant to be found, where floating-point variables are
    /// compared.
    pub(crate) fn factors(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) {
        use BinaryOp::{Ge, Gt, Le, Lt};
        let compared = matches!(op, Lt | Le | Gt | Ge);
        if !(compared && floating(a, scope) && floating(b, scope)) {
            return;
        }
        let level = binary_precedence(op);
        let place = |e: &Expr| syntax::Span {
            start: e.span.end,
            end: e.span.end,
            ..e.span
        };
        let scaled = |e: &Expr| {
            let factor = Expr {
                kind: Number::Float(1.0).zero(),
                span: place(e),
            };
            let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(e.clone()), Box::new(factor));
            Expr { kind, span: e.span }
        };
        let hole = |e: &Expr| {
            Some(Hole {
                span: place(e),
                old: Number::Float(1.0),
            })
        };
        let times = |e: &Expr| {
            let left = left_operand(self.parse, e, binary_precedence(BinaryOp::Mul));
            format!("{left} * {HOLE}")
        };
        let sign = spelling(op);
        let right = format!("{} {sign} {}", left_operand(self.parse, a, level), times(b));
        let left = format!(
            "{} {sign} {}",
            times(a),
            right_operand(self.parse, b, level)
        );
        let of = |a: Expr, b: Expr| ExprKind::Binary(op, Box::new(a), Box::new(b));
        self.whole_with(of(a.clone(), scaled(b)), right, EditKind::Factor, hole(b));
        self.whole_with(of(scaled(a), b.clone()), left, EditKind::Factor, hole(a));
    }
}

/// Whether the expression names a floating-point variable.
pub(crate) fn floating(e: &Expr, scope: &Scope) -> bool {
    let mut found = false;
    each_inside(&mut e.clone(), &mut |e| {
        if let ExprKind::Ident(name) = &e.kind
            && scope.is_floating(name)
        {
            found = true;
            return Walk::Stop;
        }
        Walk::On
    });
    found
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn a_product_may_lack_a_factor_and_a_sum_have_a_term_too_many() {
        let edits = edited("int f(double a, double b) { return a < b - 1.5; }");
        for new in [
            "a < (b - 1.5) * 77.0",
            "a * 77.0 < b - 1.5",
            "a < b",
            "a < 1.5",
            "a < -b - 1.5",
            "a < b - 77.0",
        ] {
            let text = format!("int f(double a, double b) {{ return {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
    }
}
