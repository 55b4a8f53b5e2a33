//! Statements of the program with another operand: `putchar(c);` where another branch has `putchar(c + 13);`, or
//! `*d++ = *s;` where another function has `*d++ = *text++;`. What a branch lacks is often what its siblings do, but to
//! something else.

use syntax::Span;
use syntax::ast::{Expr, ExprKind, StmtKind};
use syntax::visit::{Walk, each_inside};

use super::facts::FunctionParts;
use super::list::{Class, StatementList};
use super::surroundings::Surroundings;
use super::trees::own_text;
use crate::limits::MAX_ADAPTED_OPERANDS;
use crate::synthesis::{Class as ValueClass, Leaf};

/// Likelihood of another enumerator of a type, relative to others.
const OTHER_ENUMERATOR: f64 = 0.9;

/// A statement with a place for another operand.
struct Pattern<'p> {
    /// The statement without its semicolon, and without `return`.
    text: String,
    whole: &'p Expr,
    hole: Span,
    class: ValueClass,
    /// The enumerator that stands there, if it is one.
    enumerator: Option<String>,
    is_returned: bool,
}

/// Adds the statements of a function and its file with another operand, those near the place first.
pub(super) fn adapt(function: &FunctionParts, around: &Surroundings<'_>, made: &mut StatementList) {
    let statements = function.statements.iter().chain(&around.of_file.statements);
    let acting = statements.filter_map(|(_, kind)| match kind {
        StmtKind::Expr(whole) => Some((whole, false)),
        _ => None,
    });
    let returned = function.returned.iter().map(|(_, whole)| (whole, true));
    let mut patterns: Vec<Pattern<'_>> = acting
        .chain(returned)
        .flat_map(|(whole, is_returned)| Pattern::of(whole, is_returned, around))
        .collect();
    patterns.sort_by_key(|pattern| pattern.whole.span.start.abs_diff(made.span.start));
    for rank in 0..MAX_ADAPTED_OPERANDS {
        for pattern in &patterns {
            let Some(leaf) = pattern.leaf(rank, around) else {
                continue;
            };
            let whole = pattern.with(&leaf.kind);
            let text = pattern.with_text(&leaf.text);
            if let Some(text) = text.filter(|_| around.scope.names_all(&whole)) {
                let (text, kind) = if pattern.is_returned {
                    (format!("return {text}"), StmtKind::Return(Some(whole)))
                } else {
                    (text, StmtKind::Expr(whole))
                };
                let other = pattern.enumerator.as_ref().map(|_| OTHER_ENUMERATOR);
                let prior = other.unwrap_or(leaf.prior);
                made.push_rated(Class::Adapted, text, kind, prior);
            }
        }
    }
}

impl<'p> Pattern<'p> {
    /// The statement with each operand that may be another one: the value that it assigns, and arguments.
    fn of(whole: &'p Expr, is_returned: bool, around: &Surroundings<'_>) -> Vec<Pattern<'p>> {
        // Nothing inside a macro can be another operand.
        let Some(text) = own_text(around.parse, whole) else {
            return Vec::new();
        };
        let (target, call) = match &whole.kind {
            ExprKind::Assign(_, target, value) => (Some(&**target), &**value),
            _ => (None, whole),
        };
        let mut holes: Vec<(&Expr, &Expr)> = Vec::new();
        // The value here may mean nothing at the place; the target says what it must be.
        holes.extend(target.map(|target| (call, target)));
        if let ExprKind::Call(_, arguments) = &call.kind {
            let values = arguments
                .iter()
                .filter(|e| !matches!(e.kind, ExprKind::Str(_)));
            holes.extend(values.map(|e| (e, e)));
        }
        let patterns = holes.into_iter().filter_map(|(hole, like)| {
            let own = own_text(around.parse, hole)?;
            let enumerator = Some(own).filter(|own| around.habits.is_enumerator(own));
            let number = enumerator.as_ref().map(|_| ValueClass::Integer);
            Some(Pattern {
                text: text.clone(),
                whole,
                hole: hole.span,
                class: ValueClass::of(like, around.scope).or(number)?,
                enumerator,
                is_returned,
            })
        });
        patterns.collect()
    }

    /// An operand for the hole: in place of an enumerator, others of its type; else the likeliest ones.
    fn leaf<'l>(&'l self, rank: usize, around: &'l Surroundings<'_>) -> Option<&'l Leaf> {
        let Some(own) = &self.enumerator else {
            return around.leaves.of(&self.class).nth(rank);
        };
        let is_sibling =
            |leaf: &&Leaf| around.habits.are_of_one_type(own, &leaf.text) == Some(true);
        around.leaves.all().filter(is_sibling).nth(rank)
    }

    /// The statement with another operand.
    fn with(&self, operand: &ExprKind) -> Expr {
        let mut whole = self.whole.clone();
        each_inside(&mut whole, &mut |e| {
            if e.span == self.hole {
                e.kind = operand.clone();
                return Walk::Stop;
            }
            Walk::On
        });
        whole
    }

    /// Its text; `None` if the operand stands elsewhere.
    fn with_text(&self, operand: &str) -> Option<String> {
        let start = self.whole.span.start;
        let [from, to] = [self.hole.start, self.hole.end].map(|at| at.checked_sub(start));
        let before = self.text.get(..from? as usize)?;
        let after = self.text.get(to? as usize..)?;
        Some([before, operand, after, ";"].concat())
    }
}
