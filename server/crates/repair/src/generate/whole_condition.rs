//! Edits of all comparisons of a condition at once: writing `=` for `==`, or `<` for `<=`, tends to happen repeatedly.

use syntax::ast::{BinaryOp, Expr, ExprKind};
use syntax::{Parse, Span};

use crate::generate::edit_maker::Maker;
use crate::generate::print::{operator_span, spelling};
use crate::generate::written::Written;
use crate::kind::EditKind;
use crate::sites::{Context, Truth};

/// The replacement of an operator, if it changes; `None` stands for `=`.
type Change = fn(Option<BinaryOp>) -> Option<BinaryOp>;

/// Assignments changed to comparisons; equality included or excluded; comparisons reversed.
const CHANGES: [(Change, EditKind); 3] = [
    (compared, EditKind::Neighbour),
    (neighbours, EditKind::Comparisons),
    (turned, EditKind::Comparisons),
];

fn compared(op: Option<BinaryOp>) -> Option<BinaryOp> {
    op.is_none().then_some(BinaryOp::Eq)
}

fn neighbours(op: Option<BinaryOp>) -> Option<BinaryOp> {
    Some(match op? {
        BinaryOp::Lt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Gt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}

fn turned(op: Option<BinaryOp>) -> Option<BinaryOp> {
    Some(match op? {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        _ => return None,
    })
}

impl Maker<'_> {
    /// `a < b && c < d` as `a <= b && c <= d`, where it is a whole condition.
    pub(crate) fn change_all_comparisons(&mut self, context: Context) {
        if context.truth == Truth::Value {
            return;
        }
        self.all_connectives();
        for (change, of) in CHANGES {
            let mut tree = self.e.clone();
            let mut places = Vec::new();
            let found = changed(&mut tree, change, self.parse, &mut places);
            if found.is_none() || places.len() < 2 {
                continue;
            }
            if let Some(text) = replaced(self.parse, self.e.span, places) {
                self.whole(tree.kind, text, of);
            }
        }
    }
}

impl Maker<'_> {
    /// `a || b || c` as `a && b && c`; with two operands, this is an edit of the operator.
    fn all_connectives(&mut self) {
        let Some(operands) = chain(self.e).filter(|operands| operands.len() > 2) else {
            return;
        };
        let is_and = matches!(self.e.kind, ExprKind::LogicalOr(..));
        let mut all = operands.into_iter().map(|e| Written::source(self.parse, e));
        if let Some(first) = all.next() {
            let span = self.e.span;
            let whole = all.fold(first, |a, b| Written::connected(is_and, a, b, span));
            self.whole(whole.expr.kind, whole.text, EditKind::Operator);
        }
    }
}

/// The operands of a chain of one connective; `None` for other expressions.
fn chain(e: &Expr) -> Option<Vec<&Expr>> {
    fn operands<'e>(e: &'e Expr, is_or: bool, found: &mut Vec<&'e Expr>) {
        match (&e.kind, is_or) {
            (ExprKind::LogicalOr(a, b), true) | (ExprKind::LogicalAnd(a, b), false) => {
                operands(a, is_or, found);
                operands(b, is_or, found);
            }
            _ => found.push(e),
        }
    }
    let is_or = match &e.kind {
        ExprKind::LogicalOr(..) => true,
        ExprKind::LogicalAnd(..) => false,
        _ => return None,
    };
    let mut found = Vec::new();
    operands(e, is_or, &mut found);
    Some(found)
}

/// Changes the comparisons of a condition and returns the spans of their operators; `None` if one has no span of its
/// own.
fn changed(
    e: &mut Expr,
    change: Change,
    parse: &Parse,
    places: &mut Vec<(Span, &'static str)>,
) -> Option<()> {
    match &mut e.kind {
        ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
            changed(a, change, parse, places)?;
            changed(b, change, parse, places)
        }
        ExprKind::Binary(op, a, b) => {
            if let Some(new) = change(Some(*op)) {
                places.push((operator_span(parse, a, spelling(*op), b)?, spelling(new)));
                *op = new;
            }
            Some(())
        }
        ExprKind::Assign(None, a, b) => {
            if let Some(new) = change(None) {
                places.push((operator_span(parse, a, "=", b)?, spelling(new)));
                e.kind = ExprKind::Binary(new, a.clone(), b.clone());
            }
            Some(())
        }
        _ => Some(()),
    }
}

/// The text of a span with replacements at some places, which are in order.
fn replaced(parse: &Parse, whole: Span, places: Vec<(Span, &'static str)>) -> Option<String> {
    let text = parse.sources.text(whole);
    let (mut new, mut at) = (String::new(), 0);
    for (span, operator) in places {
        let start = span.start.checked_sub(whole.start)? as usize;
        new.push_str(text.get(at..start)?);
        new.push_str(operator);
        at = span.end.checked_sub(whole.start)? as usize;
    }
    new.push_str(text.get(at..)?);
    Some(new)
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn all_comparisons_change_at_once() {
        let edits =
            edited("int f(int a, int b) { if ((a < b && b <= 3) || a == 2) return 1; return 0; }");
        for new in [
            "(a <= b && b < 3) || a != 2",
            "(a > b && b >= 3) || a == 2",
            "a <= b && b < 3",
        ] {
            assert!(
                edits.iter().any(|text| text.contains(new)),
                "{new} is not in {edits:#?}"
            );
        }
        let edits = edited("int f(int a, int b) { if ((a = 1) && (b = 2)) return 1; return 0; }");
        let text = "int f(int a, int b) { if (a + b > 3 || (a || b > 1) || a < b && b) return 1; return 0; }";
        let new = "if (a + b > 3 && a && b > 1 && (a < b && b))";
        let of_chain = edited(text);
        assert!(
            of_chain.iter().any(|text| text.contains(new)),
            "{of_chain:#?}"
        );
        let new = "if ((a == 1) && (b == 2))";
        assert!(edits.iter().any(|text| text.contains(new)), "{edits:#?}");
    }
}
