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
use crate::synthesis::Class as ValueClass;

/// A statement with a place for another operand.
struct Pattern<'p> {
    /// The statement without its semicolon.
    text: String,
    whole: &'p Expr,
    hole: Span,
    class: ValueClass,
}

/// Adds the statements of a function and its file with another operand, those near the place first.
pub(super) fn adapt(function: &FunctionParts, around: &Surroundings<'_>, made: &mut StatementList) {
    let statements = function.statements.iter().chain(&around.of_file.statements);
    let mut patterns: Vec<Pattern<'_>> = statements
        .flat_map(|(_, kind)| match kind {
            StmtKind::Expr(whole) => Pattern::of(whole, around),
            _ => Vec::new(),
        })
        .collect();
    patterns.sort_by_key(|pattern| pattern.whole.span.start.abs_diff(made.span.start));
    for rank in 0..MAX_ADAPTED_OPERANDS {
        for pattern in &patterns {
            let Some(leaf) = around.leaves.of(&pattern.class).nth(rank) else {
                continue;
            };
            let (whole, text) = (pattern.with(&leaf.kind), pattern.with_text(&leaf.text));
            if let Some(text) = text.filter(|_| around.scope.names_all(&whole)) {
                made.push_rated(Class::Adapted, text, StmtKind::Expr(whole), leaf.prior);
            }
        }
    }
}

impl<'p> Pattern<'p> {
    /// The statement with each operand that may be another one: the value that it assigns, and arguments.
    fn of(whole: &'p Expr, around: &Surroundings<'_>) -> Vec<Pattern<'p>> {
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
            own_text(around.parse, hole)?;
            Some(Pattern {
                text: text.clone(),
                whole,
                hole: hole.span,
                class: ValueClass::of(like, around.scope)?,
            })
        });
        patterns.collect()
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
