//! Edits of differences that are used as comparisons.
//!
//! `return x->price - y->price;` in a comparison function for `qsort` loses the fraction when it is converted to `int`,
//! and overflows where the values are wide.

use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind, Name};

use crate::edit::{Number, constant};
use crate::generate::edit_maker::Maker;
use crate::generate::print::{
    RELATION, UNARY, binary, binary_precedence, left_operand, operand, right_operand, spelling,
};
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

impl Maker<'_> {
    /// `strcmp(a, b) == 0` for `a == b`, where both are texts.
    pub(crate) fn texts_compared(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) {
        let is_text = |e: &Expr| {
            matches!(e.kind, ExprKind::Str(_))
                || scope
                    .type_of(e)
                    .is_some_and(|ty| ty.conversion() == Some("s"))
        };
        let has_strings = self.parse.std_headers.iter().any(|name| name == "string.h");
        if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) || !is_text(a) || !is_text(b) || !has_strings
        {
            return;
        }
        let span = self.e.span;
        let expr = |kind| Box::new(Expr { kind, span });
        let callee = expr(ExprKind::Ident("strcmp".to_owned()));
        let call = expr(ExprKind::Call(callee, vec![a.clone(), b.clone()]));
        let zero = expr(Number::Int(0).zero());
        let [left, right] = [a, b].map(|e| self.parse.sources.text(e.span));
        let text = format!("strcmp({left}, {right}) {} 0", spelling(op));
        self.whole(ExprKind::Binary(op, call, zero), text, EditKind::Neighbour);
    }

    /// `a - b > 0` as `a > b`: a difference of unsigned values is never negative.
    pub(crate) fn difference_compared(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        let ExprKind::Binary(BinaryOp::Sub, x, y) = &a.kind else {
            return;
        };
        if binary_precedence(op) == RELATION && constant(b) == Some(0) {
            let text = binary(self.parse, x, spelling(op), y, RELATION);
            let kind = ExprKind::Binary(op, x.clone(), y.clone());
            self.whole(kind, text, EditKind::Operator);
        }
    }

    /// `a.m < b.m` as `a.m < b.m || (a.m == b.m && a.n < b.n)`: dates and versions are compared part by part.
    pub(crate) fn compared_by_parts(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) {
        let (
            ExprKind::Member(one, name, through),
            ExprKind::Member(other, of_other, other_through),
        ) = (&a.kind, &b.kind)
        else {
            return;
        };
        if binary_precedence(op) != RELATION || name.text != of_other.text {
            return;
        }
        let span = self.e.span;
        let strict = match op {
            BinaryOp::Le => BinaryOp::Lt,
            BinaryOp::Ge => BinaryOp::Gt,
            op => op,
        };
        let compared = |op, a: &Expr, b: &Expr| {
            let kind = ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone()));
            Box::new(Expr { kind, span })
        };
        let [left, right] = [a, b].map(|e| self.parse.sources.text(e.span));
        for next in scope.members(&name.text) {
            let of = |base: &Expr, through: bool, e: &Expr, text: &str| {
                let name = Name {
                    text: next.clone(),
                    span: e.span,
                };
                let kind = ExprKind::Member(Box::new(base.clone()), name, through);
                let start = text.strip_suffix(&*of_other.text)?;
                Some((Expr { kind, span }, format!("{start}{next}")))
            };
            let (Some((a_next, l)), Some((b_next, r))) = (
                of(one, *through, a, left),
                of(other, *other_through, b, right),
            ) else {
                return;
            };
            let equal = compared(BinaryOp::Eq, a, b);
            let then = ExprKind::LogicalAnd(equal, compared(op, &a_next, &b_next));
            let kind =
                ExprKind::LogicalOr(compared(strict, a, b), Box::new(Expr { kind: then, span }));
            let (first, same) = (spelling(strict), spelling(op));
            let text = format!("{left} {first} {right} || ({left} == {right} && {l} {same} {r})");
            self.whole(kind, text, EditKind::Part);
        }
    }

    /// `strncmp(a, b, n) == 0` with `&& a[n] == '\0'`: as it stands, it is true of each text that begins like that.
    pub(crate) fn whole_text(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        let (BinaryOp::Eq, ExprKind::Call(callee, args), Some(0)) = (op, &a.kind, constant(b))
        else {
            return;
        };
        let (ExprKind::Ident(name), [one, other, length]) = (&callee.kind, &args[..]) else {
            return;
        };
        if name != "strncmp" {
            return;
        }
        let span = self.e.span;
        let own = self.parse.sources.text(span);
        let at = self.parse.sources.text(length.span);
        for text in [one, other] {
            let kind = ExprKind::Index(Box::new(text.clone()), Box::new(length.clone()));
            let end = Box::new(Expr { kind, span });
            let zero = Box::new(Expr {
                kind: ExprKind::Char(0),
                span,
            });
            let kind = ExprKind::Binary(BinaryOp::Eq, end, zero);
            let ends = Box::new(Expr { kind, span });
            let written = operand(self.parse, text, UNARY + 1);
            self.whole(
                ExprKind::LogicalAnd(Box::new(self.e.clone()), ends),
                format!("{own} && {written}[{at}] == '\\0'"),
                EditKind::Operator,
            );
        }
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

    #[test]
    fn what_is_compared_may_be_less_or_more_than_meant() {
        let edits = edited("int f(unsigned a, unsigned b) { return a - (b + 1) > 0; }");
        let new = "int f(unsigned a, unsigned b) { return a > b + 1; }";
        assert!(edits.contains(new), "{edits:#?}");
        let head =
            "struct date { int year, month; }; int f(struct date *a, struct date b) { return";
        let edits = edited(&format!("{head} a->year <= b.year; }}"));
        let new = "a->year < b.year || (a->year == b.year && a->month <= b.month)";
        assert!(edits.contains(&format!("{head} {new}; }}")), "{edits:#?}");
        let head = "int strncmp(const char *, const char *, unsigned long);";
        let function = "int f(const char *s, const char **all, int n)";
        let edits = edited(&format!(
            "{head} {function} {{ return strncmp(all[1], s, n) == 0; }}"
        ));
        for new in ["all[1][n]", "s[n]"] {
            let text = format!(
                "{head} {function} {{ return strncmp(all[1], s, n) == 0 && {new} == '\\0'; }}"
            );
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
    }
}
