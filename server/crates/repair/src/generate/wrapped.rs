//! Values that are right except for their sign or range: `fabs(area)` for `area`, `(head + 1) % room` for `head + 1`.

use syntax::ast::{BinaryOp, Expr, ExprKind};

use crate::edit::{HOLE, Hole, Number, constant};
use crate::generate::edit_maker::Maker;
use crate::generate::print::{binary_precedence, left_operand, operand};
use crate::generate::scope::Scope;
use crate::generate::terms::floating;
use crate::kind::EditKind;
use crate::limits::{MAX_NAMED, MAX_WRAPPED_DIVISORS};

impl Maker<'_> {
    /// The value replaced by its absolute value, or by its remainder modulo a variable, a size or a number to be found.
    pub(crate) fn wrapped(&mut self, scope: &Scope) {
        if !computes(self.e) {
            return;
        }
        let is_floating = floating(self.e, scope);
        if is_floating || self.subtracts() {
            self.absolute(if is_floating { "fabs" } else { "abs" });
        }
        if !is_floating && !matches!(self.e.kind, ExprKind::Binary(BinaryOp::Rem, ..)) {
            self.remainders(scope);
        }
    }

    fn subtracts(&self) -> bool {
        matches!(self.e.kind, ExprKind::Binary(BinaryOp::Sub, ..))
    }

    fn absolute(&mut self, function: &str) {
        let span = self.e.span;
        let callee = Expr {
            kind: ExprKind::Ident(function.to_owned()),
            span,
        };
        let kind = ExprKind::Call(Box::new(callee), vec![self.e.clone()]);
        let text = format!("{function}({})", operand(self.parse, self.e, 2));
        self.whole(kind, text, EditKind::Wrapped);
    }

    fn remainders(&mut self, scope: &Scope) {
        let span = self.e.span;
        let level = binary_precedence(BinaryOp::Rem);
        let left = left_operand(self.parse, self.e, level);
        let remainder_by = |divisor: ExprKind| {
            let divisor = Expr {
                kind: divisor,
                span: syntax::Span {
                    start: span.end,
                    ..span
                },
            };
            ExprKind::Binary(BinaryOp::Rem, Box::new(self.e.clone()), Box::new(divisor))
        };
        let is_self = |name: &str| matches!(&self.e.kind, ExprKind::Ident(own) if own == name);

        // Named numbers are the most plausible divisors, then variables.
        let names = scope.local_integers().filter(|name| !is_self(name));
        let names: Vec<&str> = names.take(MAX_WRAPPED_DIVISORS).collect();
        let by_names: Vec<(ExprKind, String)> = names
            .into_iter()
            .map(|name| {
                (
                    remainder_by(ExprKind::Ident(name.to_owned())),
                    format!("{left} % {name}"),
                )
            })
            .collect();
        let by_number = remainder_by(Number::Int(0).zero());
        let numbers = scope.named_numbers(self.parse).iter().take(MAX_NAMED);
        let by_numbers: Vec<(ExprKind, String)> = numbers
            .map(|(name, number)| (remainder_by(number.clone()), format!("{left} % {name}")))
            .collect();
        for (kind, text) in by_numbers.into_iter().chain(by_names) {
            self.whole(kind, text, EditKind::Wrapped);
        }

        // Any other number is a hole, to be filled from the tests.
        let hole = Hole {
            span: syntax::Span {
                start: span.end,
                ..span
            },
            old: Number::Int(0),
        };
        self.whole_with(
            by_number,
            format!("{left} % {HOLE}"),
            EditKind::Wrapped,
            Some(hole),
        );
    }
}

/// Whether a value is computed here: a copied value is wrong where it was computed.
fn computes(e: &Expr) -> bool {
    let is_arithmetic = matches!(
        e.kind,
        ExprKind::Binary(
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem,
            ..
        )
    );
    is_arithmetic && constant(e).is_none()
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn sizes_have_names() {
        let text = "#define ROOM 4\nenum { SEATS = 5 };\nint f(int i) { i = i + 1; return i; }";
        let parse = crate::generate::tests::read(text);
        let named = crate::named_numbers::named_numbers(&parse);
        let names: Vec<&str> = named.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["SEATS", "ROOM"]);
        let edits = edited("enum { SEATS = 5 };\nint f(int i) { i = i + 1; return i; }");
        assert!(
            edits.iter().any(|text| text.contains("(i + 1) % SEATS")),
            "{edits:#?}"
        );
    }

    #[test]
    fn values_are_made_absolute_or_reduced() {
        let edits = edited("double f(int n, double d, int i) { i = i + 1; return d * n; }");
        for new in [
            "i = (i + 1) % n; return d * n",
            "i = (i + 1) % 77; return d * n",
            "i = i + 1; return fabs(d * n)",
        ] {
            let text = format!("double f(int n, double d, int i) {{ {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
        assert!(!edits.iter().any(|text| text.contains("abs(i + 1)")));
    }
}
