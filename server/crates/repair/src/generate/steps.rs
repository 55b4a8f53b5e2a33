//! Off-by-one edits of indices, bounds and lengths.

use syntax::ast::{BinaryOp, Expr, ExprKind};

use crate::edit::Number;
use crate::generate::edit_maker::Maker;
use crate::generate::print::{binary_precedence, left_operand, spelling};
use crate::kind::EditKind;

impl Maker<'_> {
    /// `i` as `i + 1` and `i - 1`. In a sum, changing another constant or a sign does the same.
    pub(crate) fn off_by_one(&mut self) {
        if self.is_term() {
            return;
        }
        for op in [BinaryOp::Sub, BinaryOp::Add] {
            let one = Expr {
                kind: one(),
                span: self.e.span,
            };
            let kind = ExprKind::Binary(op, Box::new(self.e.clone()), Box::new(one));
            let left = left_operand(self.parse, self.e, binary_precedence(op));
            self.whole(kind, format!("{left} {} 1", spelling(op)), EditKind::Step);
        }
    }

    /// Whether the expression has a sign beside it.
    fn is_term(&self) -> bool {
        let span = self.e.span;
        let text = self.parse.sources.file(span.file).map(|file| &file.text);
        let before = text.and_then(|text| text.get(..span.start as usize));
        let after = text.and_then(|text| text.get(span.end as usize..));
        let is_sign = ['+', '-'];
        before.is_some_and(|text| text.trim_end().ends_with(is_sign))
            || after.is_some_and(|text| text.trim_start().starts_with(is_sign))
    }
}

fn one() -> ExprKind {
    Number::Int(1).literal()
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn indices_bounds_and_lengths_are_one_off() {
        let head = "unsigned long strlen(const char *);";
        let edits = edited(&format!(
            "{head} int f(int n, char *s) {{ s[n] = strlen(s) * 2; return n < 2; }}"
        ));
        for new in [
            "s[n - 1] = strlen(s) * 2; return n < 2",
            "s[n + 1] = strlen(s) * 2; return n < 2",
            "s[n] = (strlen(s) + 1) * 2; return n < 2",
            "s[n] = strlen(s) * 2; return n - 1 < 2",
        ] {
            let text = format!("{head} int f(int n, char *s) {{ {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
        let sums = edited("int f(int n, int c) { return n + 5 * c; }");
        for new in ["n + 5 * c - 1", "n + 5 * (c - 1)"] {
            let text = format!("int f(int n, int c) {{ return {new}; }}");
            assert!(sums.contains(&text), "{new} is not in {sums:#?}");
        }
        let targets = edited("void f(int n) { n = 1; n++; }");
        assert!(
            !targets.iter().any(|text| text.contains("n + 1 = ")),
            "{targets:#?}"
        );
    }
}
