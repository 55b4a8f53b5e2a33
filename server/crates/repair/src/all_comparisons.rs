//! Fixes that change the comparisons in several conditions in the same way.
//!
//! Forgetting that two values may be equal tends to happen in each condition of a function: `a < b && a < c`, then
//! `b < a && b < c`. An edit of one of them fixes only what the tests show and leaves the others wrong; often no single
//! edit is a fix. So all comparisons of a function that compare values with one another are changed alike, as one edit
//! of many places. Comparisons with constants are limits, each with a reason of its own, and are left alone; so are the
//! conditions of loops.

use syntax::ast::{BinaryOp, Expr, ExprKind, Function, Item, StmtKind};
use syntax::visit::each_statement_of;
use syntax::{Parse, Span};

use crate::edit::constant;
use crate::generate::print::{operator_span, spelling};
use crate::joint::Joint;
use crate::moved_statement::accepted;
use crate::patch::{Fix, TextEdit};
use crate::validate::Fixer;

/// Plausibility of such a fix.
const PLAUSIBILITY: f64 = 0.9;

/// Fixes that change all conditions of a function in the same way.
pub fn everywhere(fixer: &mut Fixer<'_>) -> Vec<Joint> {
    let parse = fixer.original;
    let functions = parse.unit.items.iter().enumerate();
    let changes = functions.flat_map(|(item, of)| {
        let changed = move |change| match of {
            Item::Function(function) => {
                let (function, places, fix) = changed(function, parse, change)?;
                Some((item, function, Joint { places, fix }))
            }
            _ => None,
        };
        [to_equal as Change, to_strict]
            .into_iter()
            .filter_map(changed)
    });
    let found = accepted(fixer, changes).into_iter();
    found.map(|(_, _, joint)| joint).collect()
}

/// Maps a comparison to another one.
type Change = fn(BinaryOp) -> Option<BinaryOp>;

/// Makes a comparison include equality.
fn to_equal(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Lt => Some(BinaryOp::Le),
        BinaryOp::Gt => Some(BinaryOp::Ge),
        _ => None,
    }
}

/// Makes a comparison exclude equality.
fn to_strict(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Le => Some(BinaryOp::Lt),
        BinaryOp::Ge => Some(BinaryOp::Gt),
        _ => None,
    }
}

/// The function with its conditions changed, these conditions, and the edits; `None` if fewer than two conditions
/// change.
fn changed(
    function: &Function,
    parse: &Parse,
    change: Change,
) -> Option<(Function, Vec<Span>, Fix)> {
    let mut function = function.clone();
    let (mut conditions, mut edits) = (Vec::new(), Vec::new());
    each_statement_of(&mut function, &mut |s| {
        if let StmtKind::If(condition, ..) = &mut s.kind {
            let before = edits.len();
            compare(condition, parse, change, &mut edits);
            if edits.len() > before {
                conditions.push(condition.span);
            }
        }
    });
    if conditions.len() < 2 {
        return None;
    }
    let fix = Fix::of("everywhere", edits, PLAUSIBILITY)?;
    Some((function, conditions, fix))
}

/// Changes the comparisons in a condition that compare values with one another.
fn compare(e: &mut Expr, parse: &Parse, change: Change, edits: &mut Vec<TextEdit>) {
    match &mut e.kind {
        ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
            compare(a, parse, change, edits);
            compare(b, parse, change, edits);
        }
        ExprKind::Unary(_, a) => compare(a, parse, change, edits),
        ExprKind::Binary(op, a, b) => {
            let Some(new) = change(*op) else { return };
            let is_limit = constant(a).is_some() || constant(b).is_some();
            if let (false, Some(span)) = (is_limit, operator_span(parse, a, spelling(*op), b)) {
                let text = spelling(new).to_owned();
                edits.push(TextEdit { span, text });
                *op = new;
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::tests::read;

    /// The text with all edits applied, if there are any.
    fn edited(text: &str, change: Change) -> Option<String> {
        let parse = read(text);
        let Some(Item::Function(function)) = parse.unit.items.last() else {
            return None;
        };
        let (_, conditions, fix) = changed(function, &parse, change)?;
        assert!(conditions.len() >= 2);
        let mut new = text.to_owned();
        let mut edits = [vec![fix.edit], fix.also].concat();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
        for edit in edits {
            new.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        }
        Some(new)
    }

    #[test]
    fn conditions_are_changed_alike_and_limits_stay() {
        let text = "int f(int a, int b, int c) { for (int i = 0; i < a; i++) ; if (a < b && c > a && a < 9) return 1; \
                    else if (!(b < c)) return 2; return a < c; }";
        let new = "int f(int a, int b, int c) { for (int i = 0; i < a; i++) ; if (a <= b && c >= a && a < 9) return 1; \
                   else if (!(b <= c)) return 2; return a < c; }";
        assert_eq!(edited(text, to_equal).as_deref(), Some(new));
        assert_eq!(edited(new, to_strict).as_deref(), Some(text));
        assert_eq!(edited(text, to_strict), None);
    }
}
