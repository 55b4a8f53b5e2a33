//! Edits of all comparisons of a condition at once: who takes `=` for `==`, or `<` for `<=`, does so more than once.

use syntax::ast::{BinaryOp, Expr, ExprKind};
use syntax::{Parse, Span};

use crate::generate::maker::Maker;
use crate::generate::print::{operator_span, spelling};
use crate::kind::Kind;
use crate::site::Context;

/// What an operator becomes, if it changes; `None` stands for `=`.
type Change = fn(Option<BinaryOp>) -> Option<BinaryOp>;

/// Assignments that should compare; comparisons with and without equality; comparisons turned round.
const CHANGES: [(Change, Kind); 3] = [
    (compared, Kind::Neighbour),
    (neighbours, Kind::Operator),
    (turned, Kind::Operator),
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
    /// `a < b && c < d` as `a <= b && c <= d`, where it is the whole of a condition.
    pub(crate) fn all_together(&mut self, context: Context) {
        if !context.truth {
            return;
        }
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

/// Changes the comparisons of a condition, and tells where their operators stand; `None` if one has no place of its own.
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

/// The text of a span with other texts at some places in it, which are in order.
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
        let new = "if ((a == 1) && (b == 2))";
        assert!(edits.iter().any(|text| text.contains(new)), "{edits:#?}");
    }
}
