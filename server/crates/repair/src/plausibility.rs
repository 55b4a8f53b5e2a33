//! Doubts about a fix that passes all tests.
//!
//! `r < 0 || c >= rows || r >= rows` repeats itself: nobody writes such a bounds check on purpose, although it passes
//! tests that never fail in that direction.
//!
//! A constant with which the tests pass, but that could as well be much larger, avoids the faulty code instead of
//! correcting it: with 70 buckets for 7 there are no collisions in the tests, with room for 4 elements for 2 nothing has
//! to grow. Sizes are the exception: for an access outside an object, any sufficient size is a correction.
//!
//! A value that is saved just before its object is overwritten was saved for a reason. Without the assignment between,
//! half of an exchange is left.

use syntax::ast::{BlockItem, Expr, ExprKind, Function, Init, Item, StmtKind};
use syntax::visit::each_statement_of;
use syntax::{Parse, Span};

/// Factor for a condition that was decided both ways and no longer is, or that the tests do not need.
pub(crate) const VACUOUS: f64 = 0.3;
/// Factor for the plausibility of an edit that repeats something.
pub(crate) const REPEATED: f64 = 0.3;

/// Factor for the plausibility of a constant that the tests leave open.
pub(crate) const ARBITRARY: f64 = 0.25;

/// Factor for the plausibility of a constant that stands nowhere in the program.
pub(crate) const NOWHERE: f64 = 0.6;

/// Factor for one that stands elsewhere, and has nothing to do with the one that it replaces.
pub(crate) const ELSEWHERE: f64 = 0.85;

/// Factor for the plausibility of an edit that causes undefined behaviour on an input near those of the tests, where
/// the program as written has none.
pub(super) const BREAKS_NEARBY: f64 = 0.4;

/// Factor for the plausibility of an edit of a test, which can always be changed so that it passes.
pub(super) const IN_TEST: f64 = 0.3;

/// Whether the statement at a span assigns to an object whose value the statement before it saves.
pub(crate) fn overwrites_saved(parse: &Parse, statement: Span) -> bool {
    let function = parse.unit.items.iter().find_map(|item| match item {
        Item::Function(function) if function.span.encloses(statement) => Some(function),
        _ => None,
    });
    function.is_some_and(|function| {
        let mut found = saves_before(&function.body.items, parse, statement);
        each_statement_of(&mut Function::clone(function), &mut |s| {
            if let StmtKind::Block(block) = &s.kind {
                found |= saves_before(&block.items, parse, statement);
            }
        });
        found
    })
}

fn saves_before(items: &[BlockItem], parse: &Parse, statement: Span) -> bool {
    let text = |e: &Expr| parse.sources.text(e.span);
    let overwritten = |item: &BlockItem| match item {
        BlockItem::Statement(s) if statement.encloses(s.span) || s.span.encloses(statement) => {
            match &s.kind {
                StmtKind::Expr(Expr {
                    kind: ExprKind::Assign(None, target, _),
                    ..
                }) => Some(text(target)),
                _ => None,
            }
        }
        _ => None,
    };
    items.windows(2).any(|pair| {
        let Some(target) = overwritten(&pair[1]) else {
            return false;
        };
        match &pair[0] {
            BlockItem::Declaration(d) => d
                .declarators
                .iter()
                .any(|declared| matches!(&declared.init, Some(Init::Expr(e)) if text(e) == target)),
            BlockItem::Statement(s) => match &s.kind {
                StmtKind::Expr(e) => {
                    matches!(&e.kind, ExprKind::Assign(None, _, value) if text(value) == target)
                }
                _ => false,
            },
        }
    })
}

/// Whether replacing a span by this text makes an enclosing chain of conditions repeat itself more often than before.
pub(crate) fn repeats(parse: &Parse, span: Span, text: &str) -> bool {
    let Some(file) = parse.sources.file(span.file) else {
        return false;
    };
    let (start, end) = (span.start as usize, span.end as usize);
    let (Some(before), Some(old), Some(after)) = (
        file.text.get(..start),
        file.text.get(start..end),
        file.text.get(end..),
    ) else {
        return false;
    };
    let ends = |c: char| matches!(c, ';' | '{' | '}');
    let from = before.rfind(ends).map_or(0, |at| at + 1);
    let to = after.find(ends).unwrap_or(after.len());
    let statement = |middle: &str| format!("{}{middle}{}", &before[from..], &after[..to]);
    repetitions(&statement(text)) > repetitions(&statement(old))
}

/// Number of operands of `&&` and `||` that occur more than once.
fn repetitions(statement: &str) -> usize {
    let operands = statement.split("||").flat_map(|part| part.split("&&"));
    let mut operands: Vec<String> = operands
        .map(|operand| balanced(operand).split_whitespace().collect())
        .collect();
    let all = operands.len();
    operands.sort();
    operands.dedup();
    all - operands.len()
}

/// A part of an expression without unmatched parentheses: `a < b` for `if (a < b` and `a < b) return`.
fn balanced(part: &str) -> &str {
    let mut open = Vec::new();
    let mut end = part.len();
    for (at, c) in part.char_indices() {
        match c {
            '(' => open.push(at),
            ')' if open.pop().is_none() => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    let start = open.last().map_or(0, |at| at + 1);
    &part[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::tests::read;

    #[test]
    fn a_value_is_saved_because_it_is_overwritten() {
        let text = "void f(int *a, int *b, int n) { int t = *a; *a = *b; *b = t; if (n) { n = *b; *b = *a; *a = n; } }";
        let parse = read(text);
        let of = |statement: &str| {
            let start = text.find(statement).unwrap() as u32;
            let end = start + statement.len() as u32;
            let file = syntax::FileId(0);
            overwrites_saved(&parse, Span { file, start, end })
        };
        assert!(of("*a = *b;") && of("*b = t;") && of("*b = *a;"));
        assert!(!of("int t = *a;") && !of("n = *b;") && !of("n"));
    }

    #[test]
    fn a_condition_that_stands_there_twice_is_doubtful() {
        let text = "int f(int r, int c, int n) { int k = 1; if (k && r < 0 || r >= n || c < 0 || c >= n) return (1); }";
        let parse = read(text);
        let edited = |old: &str, new: &str| {
            let start = text.rfind(old).unwrap() as u32;
            let end = start + old.len() as u32;
            let file = syntax::FileId(0);
            repeats(&parse, Span { file, start, end }, new)
        };
        assert!(edited("c >= n", "r >= n"));
        assert!(edited("c", "r"));
        assert!(!edited("c >= n", "c >= k"));
        assert!(!edited("k &&", "r &&"));
    }
}
