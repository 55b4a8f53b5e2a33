//! Conditions with their operands grouped in another way.

use syntax::ast::{Expr, ExprKind};

use super::edit_maker::Maker;
use super::written::Written;
use crate::kind::EditKind;

impl Maker<'_> {
    /// `a && b || c` as `a && (b || c)`, and `a || b && c` as `(a || b) && c`.
    pub(crate) fn conditions_regrouped(&mut self, a: &Expr, b: &Expr) {
        let span = self.e.span;
        let conjunction = |of: Vec<Written>| {
            let mut all = of.into_iter();
            let first = all.next()?;
            Some(all.fold(first, |a, b| Written::connected(true, a, b, span)))
        };
        let sources = |of: &[&Expr]| -> Vec<Written> {
            let all = of.iter().map(|e| Written::source(self.parse, e));
            all.collect()
        };
        // `first && (a || b) && last`
        let grouped = |first: &[&Expr], a: &[&Expr], b: &[&Expr], last: &[&Expr]| {
            let (a, b) = (conjunction(sources(a))?, conjunction(sources(b))?);
            let group = vec![Written::connected(false, a, b, span)];
            conjunction([sources(first), group, sources(last)].concat())
        };
        let (of_a, of_b) = (conjuncts(a), conjuncts(b));
        let in_a = (1..of_a.len()).map(|at| grouped(&of_a[..at], &of_a[at..], &of_b, &[]));
        let in_b = (1..of_b.len()).map(|at| grouped(&[], &of_a, &of_b[..at], &of_b[at..]));
        let all: Vec<Written> = in_a.chain(in_b).flatten().collect();
        for Written { expr, text, .. } in all {
            self.whole(expr.kind, text, EditKind::Operator);
        }
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
