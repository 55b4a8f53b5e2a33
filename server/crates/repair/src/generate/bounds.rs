//! Conditions that read an element without checking the index: `i < n && a[i] <= pivot`.

use syntax::ast::{BinaryOp, Expr, ExprKind};
use syntax::visit::{Walk, each_inside};
use syntax::{Parse, Span};

use crate::edit::Number;
use crate::generate::edit_maker::Maker;
use crate::generate::operators::joined;
use crate::generate::print::{precedence, right_operand, spelling};
use crate::generate::scope::Scope;
use crate::kind::EditKind;
use crate::limits::MAX_LIMITS;

impl Maker<'_> {
    /// The condition preceded by checks of its indices.
    pub(crate) fn bounds(&mut self, scope: &Scope) {
        let span = Span {
            end: self.e.span.start,
            ..self.e.span
        };
        let expr = |kind| Expr { kind, span };
        for index in indices(self.e, self.parse) {
            let mut bounds: Vec<(BinaryOp, ExprKind, String)> = Vec::new();
            let limits = scope.local_integers().filter(|name| *name != index);
            for name in limits.take(MAX_LIMITS) {
                let limit = ExprKind::Ident(name.to_owned());
                bounds.push((BinaryOp::Lt, limit, name.to_owned()));
            }
            bounds.push((BinaryOp::Ge, Number::Int(0).zero(), "0".to_owned()));
            for (op, limit, text) in bounds {
                let variable = expr(ExprKind::Ident(index.clone()));
                let bound = ExprKind::Binary(op, Box::new(variable), Box::new(expr(limit)));
                let (kind, connective) = joined(true, expr(bound), self.e.clone());
                let right = right_operand(self.parse, self.e, precedence(&kind));
                let text = format!("{index} {} {text} {connective} {right}", spelling(op));
                self.whole(kind, text, EditKind::Bound);
            }
        }
    }
}

/// The variables that a condition uses as indices, `a[i]` and `*(a + i)`, but does not bound itself.
fn indices(e: &Expr, parse: &Parse) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut compared: Vec<String> = Vec::new();
    each_inside(&mut e.clone(), &mut |e| {
        match &e.kind {
            ExprKind::Index(_, index) => note(index, &mut found),
            ExprKind::Deref(at) => {
                if let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, _, index) = &at.kind {
                    note(index, &mut found);
                }
            }
            ExprKind::Binary(op, a, _) if is_bound(*op) => note(a, &mut compared),
            _ => {}
        }
        Walk::On
    });
    let is_own = |name: &String| parse.sources.text(e.span).contains(name.as_str());
    found.retain(|name| is_own(name) && !compared.contains(name));
    found
}

fn note(e: &Expr, names: &mut Vec<String>) {
    if let ExprKind::Ident(name) = &e.kind
        && !names.contains(name)
    {
        names.push(name.clone());
    }
}

fn is_bound(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
    )
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn an_index_is_kept_within_its_bounds() {
        let edits = edited("void f(int *a, int n, int p) { int i = 0; while (a[i] <= p) i++; }");
        for new in [
            "i < n && a[i] <= p",
            "i < p && a[i] <= p",
            "i >= 0 && a[i] <= p",
        ] {
            let text = format!("void f(int *a, int n, int p) {{ int i = 0; while ({new}) i++; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
        let bounded = edited("void f(int *a, int n) { int i = 0; while (a[i] && i < 9) i++; }");
        assert!(!bounded.iter().any(|text| text.contains("i < n && a[i]")));
    }
}
