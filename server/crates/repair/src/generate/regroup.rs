//! Edits that regroup operands: precedence does not always match what was meant.

use syntax::ast::{Expr, ExprKind};

use crate::generate::edit_maker::Maker;
use crate::generate::operators::joined;
use crate::generate::print::{operand, precedence};
use crate::kind::EditKind;

impl Maker<'_> {
    /// `a && b || c` as `a && (b || c)`, and `a || b && c` as `(a || b) && c`.
    pub(crate) fn conditions_regrouped(&mut self, a: &Expr, b: &Expr) {
        let (of_a, of_b) = (conjuncts(a), conjuncts(b));
        for at in 1..of_a.len() {
            let (first, rest) = of_a.split_at(at);
            let (inner, text) = self.either(rest, &of_b);
            let mut parts: Vec<(Expr, String)> = first.iter().map(|e| self.part(e)).collect();
            parts.push((inner, text));
            self.all(parts);
        }
        for at in 1..of_b.len() {
            let (first, rest) = of_b.split_at(at);
            let mut parts = vec![self.either(&of_a, first)];
            parts.extend(rest.iter().map(|e| self.part(e)));
            self.all(parts);
        }
    }

    /// An operand of `&&`.
    fn part(&self, e: &Expr) -> (Expr, String) {
        let and = precedence(&joined(true, e.clone(), e.clone()).0);
        (e.clone(), operand(self.parse, e, and + 1))
    }

    /// One of two conjunctions, in parentheses.
    fn either(&self, a: &[&Expr], b: &[&Expr]) -> (Expr, String) {
        let side = |of: &[&Expr]| {
            let (e, text) = self.conjunction(of.iter().map(|e| self.part(e)).collect());
            // gcc asks for parentheses around `&&` within `||`.
            let text = if of.len() > 1 {
                format!("({text})")
            } else {
                text
            };
            (e, text)
        };
        let ((a, left), (b, right)) = (side(a), side(b));
        let (kind, _) = joined(false, a, b);
        let span = self.e.span;
        (Expr { kind, span }, format!("({left} || {right})"))
    }

    fn conjunction(&self, parts: Vec<(Expr, String)>) -> (Expr, String) {
        let span = self.e.span;
        let both = |(a, left): (Expr, String), (b, right): (Expr, String)| {
            let (kind, _) = joined(true, a, b);
            (Expr { kind, span }, format!("{left} && {right}"))
        };
        let nothing = || (self.e.clone(), String::new());
        parts.into_iter().reduce(both).unwrap_or_else(nothing)
    }

    fn all(&mut self, parts: Vec<(Expr, String)>) {
        let (e, text) = self.conjunction(parts);
        self.whole(e.kind, text, EditKind::Operator);
    }
}

/// The operands of a chain of `&&`.
fn conjuncts(e: &Expr) -> Vec<&Expr> {
    let ExprKind::LogicalAnd(a, b) = &e.kind else {
        return vec![e];
    };
    let mut all = conjuncts(a);
    all.push(b);
    all
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn operands_may_belong_to_the_other_operator() {
        let edits =
            edited("int f(int a, int b, int c) { return a + b / 2 || a && b && !c || c < b; }");
        for new in [
            "((a + b / 2 || a) && b && !c) || c < b",
            "((a + b / 2 || (a && b)) && !c) || c < b",
        ] {
            let text = format!("int f(int a, int b, int c) {{ return {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
        let edits = edited("int f(int a, int b, int c) { return a && b && c || a * b - c; }");
        for new in ["a && ((b && c) || a * b - c)", "a && b && (c || a * b - c)"] {
            let text = format!("int f(int a, int b, int c) {{ return {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
    }
}
