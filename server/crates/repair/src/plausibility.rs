//! Doubts about a fix that passes all tests.
//!
//! `r < 0 || c >= rows || r >= rows` repeats itself: nobody writes such a bounds check on purpose, although it passes
//! tests that never fail in that direction.
//!
//! A constant with which the tests pass, but that could as well be much larger, avoids the faulty code instead of
//! correcting it: with 70 buckets for 7 there are no collisions in the tests, with room for 4 elements for 2 nothing has
//! to grow. Sizes are the exception: for an access outside an object, any sufficient size is a correction.

use syntax::{Parse, Span};

/// Factor for the plausibility of an edit that repeats something.
pub(crate) const REPEATED: f64 = 0.3;

/// Factor for the plausibility of a constant that the tests leave open.
pub(crate) const ARBITRARY: f64 = 0.25;

/// Factor for the plausibility of an edit that causes undefined behaviour on an input near those of the tests, where
/// the program as written has none.
pub(super) const BREAKS_NEARBY: f64 = 0.4;

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
