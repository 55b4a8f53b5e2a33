//! The expressions of a tree that can be edited.

use rustc_hash::FxHashSet;
use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind, Item, UnaryOp, Unit};
use syntax::visit::{Walk, each_expr, each_inside, each_of_item};

/// Context of an expression.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context {
    /// Role of its truth value.
    pub(crate) truth: Truth,
    /// Whether it is a whole value: not an operand of another expression, except of an assignment or a call.
    pub(crate) whole: bool,
    /// Whether all expressions with its span are inside it, so that replacing the text of the span replaces it and
    /// nothing else.
    pub(crate) alone: bool,
    /// Role of the expression.
    pub(crate) role: Role,
}

/// Role of an expression's truth value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Truth {
    /// The value is used.
    Value,
    /// Only the truth value matters, as an operand of a connective.
    Operand,
    /// The expression yields a truth value, and is not an operand of a connective.
    Decision,
}

/// Role of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The value is used.
    Value,
    /// The expression is assigned to, or its address is taken.
    Target,
    /// The expression is a statement.
    Statement,
}

/// Whether the operator of an expression yields a truth value.
pub(crate) fn is_truth(e: &Expr) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    match &e.kind {
        ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) | ExprKind::Unary(UnaryOp::Not, _) => {
            true
        }
        ExprKind::Binary(op, ..) => matches!(op, Lt | Le | Gt | Ge | Eq | Ne),
        _ => false,
    }
}

/// Operands of which only the truth value matters.
pub(crate) fn truth_operands(e: &Expr) -> Vec<Span> {
    match &e.kind {
        ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => vec![a.span, b.span],
        ExprKind::Unary(UnaryOp::Not, a) => vec![a.span],
        ExprKind::Conditional(c, ..) => vec![c.span],
        _ => Vec::new(),
    }
}

/// The expressions inside a span, with their positions in the traversal of the unit.
pub(crate) fn sites(
    unit: &mut Unit,
    span: Span,
    statements: &FxHashSet<Span>,
) -> Vec<(usize, Context, Expr)> {
    let mut found: Vec<(usize, Context, Expr)> = Vec::new();
    let mut position = 0;
    // A condition is its whole component; operands of `&&` and `||` are conditions as well.
    let mut truths: Vec<Span> = Vec::new();
    let mut targets: Vec<Span> = Vec::new();
    let mut parts: Vec<Span> = Vec::new();
    each_expr(unit, &mut |e| {
        if span.encloses(e.span) {
            let truth = match (truths.contains(&e.span), is_truth(e)) {
                (false, false) => Truth::Value,
                (false, true) => Truth::Decision,
                (true, _) => Truth::Operand,
            };
            if truth != Truth::Value {
                truths.extend(truth_operands(e));
            }
            let context = Context {
                truth,
                whole: !parts.contains(&e.span),
                alone: true,
                role: match e.span {
                    span if targets.contains(&span) => Role::Target,
                    span if statements.contains(&span) => Role::Statement,
                    _ => Role::Value,
                },
            };
            match &e.kind {
                ExprKind::Assign(_, target, _)
                | ExprKind::IncDec { target, .. }
                | ExprKind::AddressOf(target) => targets.push(target.span),
                _ => {}
            }
            if !matches!(e.kind, ExprKind::Assign(..)) {
                parts.extend(operands(e).iter().map(|operand| operand.span));
            }
            found.push((position, context, e.clone()));
        }
        position += 1;
        Walk::On
    });
    let spans = |e: &Expr| {
        let mut spans = Vec::new();
        each_inside(&mut e.clone(), &mut |e| {
            spans.push(e.span);
            Walk::On
        });
        spans
    };
    let all: Vec<Span> = found.iter().map(|(_, _, e)| e.span).collect();
    let count = |spans: &[Span], span: Span| spans.iter().filter(|s| **s == span).count();
    // What a macro takes once and names several times stands there once: the first of equal copies is for all of them.
    let alone = found.iter().enumerate().map(|(at, (_, _, e))| {
        let mut same = (0..found.len()).filter(|other| found[*other].2 == *e);
        let is_first = same.next() == Some(at);
        is_first && (1 + same.count()) * count(&spans(e), e.span) == count(&all, e.span)
    });
    let alone: Vec<bool> = alone.collect();
    for ((_, context, _), alone) in found.iter_mut().zip(alone) {
        context.alone = alone;
    }
    // The expansion of a macro may become parts of different expressions: `a - X` where `X` is `1+1`. The text inside
    // operands that are not taken apart is copied unchanged.
    let whole: Vec<Span> = found
        .iter()
        .filter(|(_, context, _)| context.alone)
        .map(|(_, _, e)| e.span)
        .collect();
    found.retain(|(_, _, e)| upper_spans(e).iter().all(|s| whole.contains(s)));
    found
}

/// The spans of an expression and of its operands, recursively for operands that edits take apart.
fn upper_spans(e: &Expr) -> Vec<Span> {
    let mut spans = vec![e.span];
    for operand in operands(e) {
        let apart = matches!(
            operand.kind,
            ExprKind::Binary(..) | ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..)
        );
        if apart {
            spans.extend(upper_spans(operand));
        } else {
            spans.push(operand.span);
        }
    }
    spans
}

/// The operands of an expression that edits take apart.
fn operands(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(_, a, b)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b)
        | ExprKind::Assign(_, a, b)
        | ExprKind::Conditional(a, None, b) => vec![a, b],
        ExprKind::Conditional(c, Some(a), b) => vec![c, a, b],
        ExprKind::Unary(_, a) | ExprKind::IncDec { target: a, .. } => vec![a],
        _ => Vec::new(),
    }
}

/// Exchanges an expression with the one at a position in the traversal of these items; `None` if there is none.
pub(crate) fn exchange(items: &mut [Item], position: usize, other: &mut Expr) -> Option<()> {
    let mut at = 0;
    let mut look = |e: &mut Expr| {
        if at == position {
            std::mem::swap(e, other);
            return Walk::Stop;
        }
        at += 1;
        Walk::On
    };
    let mut items = items.iter_mut();
    let found = items.any(|item| each_of_item(item, &mut look) == Walk::Stop);
    found.then_some(())
}

/// Replaces the expression at a position, and its copies behind it: of the argument of a macro, each place where the
/// macro names it. Returns what [`exchange`] puts back, in this order; `None` if there is no such position.
pub(crate) fn replace_copies(
    items: &mut [Item],
    position: usize,
    new: &Expr,
) -> Option<Vec<(usize, Expr)>> {
    let (mut at, mut old, mut copies) = (0, None, Vec::new());
    for item in &mut *items {
        each_of_item(item, &mut |e| {
            if at == position {
                old = Some(e.clone());
            }
            if old.as_ref() == Some(e) {
                copies.push(at);
            }
            at += 1;
            Walk::On
        });
    }
    // From the last one, so that the positions before it stay valid.
    let mut replaced = Vec::new();
    for at in copies.into_iter().rev() {
        exchange(items, at, &mut new.clone())?;
        replaced.push((at, old.clone()?));
    }
    replaced.reverse();
    (!replaced.is_empty()).then_some(replaced)
}
