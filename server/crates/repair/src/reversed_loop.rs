//! Fixes that let a loop run in the other direction: `for (i = n - 1; i >= 0; i--)` for `for (i = 0; i < n; i++)`.
//!
//! What shifts elements, or computes a row of a table in place, has to begin at the end that it does not need any more.
//! All three parts of the head change, so that no edit of one of them is a fix.

use syntax::ast::{BinaryOp, Expr, ExprKind, For, ForInit, Function, Init, Item, StmtKind};
use syntax::visit::{Walk, each_inside, each_statement_of};
use syntax::{Parse, Span};

use crate::edit::constant;
use crate::generate::print::{binary, binary_precedence, left_operand, spelling};
use crate::joint::Joint;
use crate::moved_statement::Change;
use crate::patch::{Fix, TextEdit};

/// The parts of a head that counts.
struct LoopHead<'f> {
    counter: &'f Expr,
    first: Expr,
    op: BinaryOp,
    bound: &'f Expr,
    condition: Span,
    step: &'f Expr,
    is_up: bool,
}

/// Each loop that counts, in the other direction.
pub(crate) fn reversed(parse: &Parse, plausibility: f64) -> Vec<Change> {
    let mut found = Vec::new();
    for (item, definition) in parse.unit.items.iter().enumerate() {
        let Item::Function(function) = definition else {
            continue;
        };
        let mut loops: Vec<For> = Vec::new();
        each_statement_of(&mut function.clone(), &mut |s| {
            if let StmtKind::For(parts) = &s.kind {
                loops.push((**parts).clone());
            }
        });
        let changes = loops
            .iter()
            .filter_map(|parts| turned(parse, function, parts, plausibility));
        found.extend(changes.map(|(changed, joint)| (item, changed, joint)));
    }
    found
}

fn turned(
    parse: &Parse,
    function: &Function,
    parts: &For,
    plausibility: f64,
) -> Option<(Function, Joint)> {
    let head = head(parts)?;
    let spans = [head.first.span, head.condition, head.step.span];
    if spans.iter().any(|span| parse.macro_use_at(*span).is_some()) {
        return None;
    }
    let (first, first_text) = match head.op {
        BinaryOp::Le | BinaryOp::Ge => text_of(parse, head.bound),
        BinaryOp::Lt => one_from(parse, head.bound, BinaryOp::Sub),
        _ => one_from(parse, head.bound, BinaryOp::Add),
    };
    // `i < n` for `i <= n - 1`.
    let (op, turned, last) = match &head.first.kind {
        _ if head.is_up => (BinaryOp::Ge, "--", &head.first),
        ExprKind::Binary(BinaryOp::Sub, rest, number) if constant(number) == Some(1) => {
            (BinaryOp::Lt, "++", &**rest)
        }
        _ => (BinaryOp::Le, "++", &head.first),
    };
    let condition = Expr {
        kind: ExprKind::Binary(op, Box::new(head.counter.clone()), Box::new(last.clone())),
        span: head.condition,
    };
    let level = binary_precedence(op);
    let condition_text = binary(parse, head.counter, spelling(op), last, level);
    let step = Expr {
        kind: ExprKind::IncDec {
            target: Box::new(head.counter.clone()),
            increment: !head.is_up,
            prefix: false,
        },
        span: head.step.span,
    };
    let step_text = format!("{}{turned}", parse.sources.text(head.counter.span));
    let mut changed = function.clone();
    each_statement_of(&mut changed, &mut |s| {
        if let StmtKind::For(of) = &mut s.kind
            && of
                .condition
                .as_ref()
                .is_some_and(|c| c.span == head.condition)
        {
            of.condition = Some(condition.clone());
            of.step = Some(step.clone());
            if let Some(old) = self::first(of) {
                old.clone_from(&first);
            }
        }
    });
    let edits = [first_text, condition_text, step_text];
    let edits = spans
        .into_iter()
        .zip(edits)
        .map(|(span, text)| TextEdit { span, text });
    let fix = Fix::of("reversed loop", edits.collect(), plausibility)?;
    let places = vec![head.condition, head.step.span];
    Some((changed, Joint { places, fix }))
}

/// The parts of a head that counts up or down by one, of which only the step has an effect.
fn head(parts: &For) -> Option<LoopHead<'_>> {
    let step = parts.step.as_ref()?;
    let ExprKind::IncDec {
        target, increment, ..
    } = &step.kind
    else {
        return None;
    };
    let condition = parts.condition.as_ref()?;
    let ExprKind::Binary(op, counter, bound) = &condition.kind else {
        return None;
    };
    let is_up = matches!(op, BinaryOp::Lt | BinaryOp::Le);
    let is_down = matches!(op, BinaryOp::Gt | BinaryOp::Ge);
    let first = first(&mut parts.clone())?.clone();
    let ends = [&first, bound];
    let is_one = is_name_of(counter, target);
    (is_one && (is_up || is_down) && is_up == *increment && !ends.iter().any(|e| acts(e)))
        .then_some(LoopHead {
            counter,
            first,
            op: *op,
            bound,
            condition: condition.span,
            step,
            is_up,
        })
}

/// The first value of the counter.
fn first(parts: &mut For) -> Option<&mut Expr> {
    match &mut parts.init {
        ForInit::Expr(Expr {
            kind: ExprKind::Assign(None, _, value),
            ..
        }) => Some(value),
        ForInit::Declaration(declaration) => match &mut declaration.declarators[..] {
            [declared] => match &mut declared.init {
                Some(Init::Expr(value)) => Some(value),
                _ => None,
            },
            _ => None,
        },
        ForInit::Expr(_) | ForInit::None => None,
    }
}

fn is_name_of(one: &Expr, other: &Expr) -> bool {
    matches!((&one.kind, &other.kind), (ExprKind::Ident(a), ExprKind::Ident(b)) if a == b)
}

/// Whether an expression does more than to give a value.
fn acts(e: &Expr) -> bool {
    let ended = each_inside(&mut e.clone(), &mut |e| match e.kind {
        ExprKind::Assign(..) | ExprKind::IncDec { .. } => Walk::Stop,
        _ => Walk::On,
    });
    ended == Walk::Stop
}

fn text_of(parse: &Parse, e: &Expr) -> (Expr, String) {
    (e.clone(), parse.sources.text(e.span).to_owned())
}

/// An expression plus or minus one, without `+ 1 - 1`.
fn one_from(parse: &Parse, e: &Expr, op: BinaryOp) -> (Expr, String) {
    let by = if op == BinaryOp::Add { 1 } else { -1 };
    if let ExprKind::Binary(inner @ (BinaryOp::Add | BinaryOp::Sub), rest, number) = &e.kind
        && *inner != op
        && constant(number) == Some(1)
    {
        return text_of(parse, rest);
    }
    if let Some(number) = constant(e)
        .and_then(|number| number.checked_add(by))
        .filter(|number| *number >= 0)
    {
        return (Expr::int(number.unsigned_abs(), e.span), number.to_string());
    }
    let left = left_operand(parse, e, binary_precedence(op));
    let text = format!("{left} {} 1", spelling(op));
    let one = Expr::int(1, e.span);
    let kind = ExprKind::Binary(op, Box::new(e.clone()), Box::new(one));
    (Expr { kind, span: e.span }, text)
}
