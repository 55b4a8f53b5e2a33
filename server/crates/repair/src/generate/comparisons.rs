//! Edits of differences that are used as comparisons.
//!
//! `return x->price - y->price;` in a comparison function for `qsort` loses the fraction when it is converted to `int`,
//! and overflows where the values are wide.

use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind};

use crate::generate::edit_maker::Maker;
use crate::generate::print::{binary_precedence, left_operand, right_operand};
use crate::generate::scope::Scope;
use crate::kind::EditKind;

impl Maker<'_> {
    /// `a - b` as `(a > b) - (a < b)`, unless one operand fits in `int`.
    pub(crate) fn comparison(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) {
        let is_wide = |e: &Expr| scope.type_of(e).is_some_and(|ty| ty.is_wide_number());
        if op != BinaryOp::Sub || !is_wide(a) || !is_wide(b) {
            return;
        }
        let than = |op| {
            let kind = ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone()));
            let span = Span::default();
            Box::new(Expr { kind, span })
        };
        let level = binary_precedence(BinaryOp::Lt);
        let (left, right) = (
            left_operand(self.parse, a, level),
            right_operand(self.parse, b, level),
        );
        let kind = ExprKind::Binary(BinaryOp::Sub, than(BinaryOp::Gt), than(BinaryOp::Lt));
        let text = format!("({left} > {right}) - ({left} < {right})");
        self.whole(kind, text, EditKind::Operator);
    }
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn a_difference_may_be_meant_to_compare() {
        let head = "struct a { double price; int n; };";
        let edits = edited(&format!(
            "{head} int f(struct a *x, struct a *y) {{ return x->price - y->price; }}"
        ));
        let new = format!(
            "{head} int f(struct a *x, struct a *y) {{ return (x->price > y->price) - (x->price < y->price); }}"
        );
        assert!(edits.contains(&new), "{edits:#?}");
        let small = edited(&format!(
            "{head} int f(struct a *x, struct a *y) {{ return x->n - y->n; }}"
        ));
        assert!(
            small.iter().all(|text| !text.contains(") - (")),
            "{small:#?}"
        );
    }
}
