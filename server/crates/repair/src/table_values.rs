//! Fixes of single values in tables: `45, 45, 47` for `45, 46, 47`.
//!
//! A table may have hundreds of values, of which a failing test reads a few. To lower the program for each would take
//! too long; so it is lowered once, and one constant of it is changed at a time. What is tried is what slips of the
//! fingers leave, and what the neighbours suggest.

use syntax::Span;
use syntax::ast::Expr;

use crate::edit::{Hole, Number, constant, spelled_like};
use crate::limits::LEAST_TABLE;
use crate::patch::{Fix, TextEdit};
use crate::plausibility::ARBITRARY;
use crate::sites::sites;
use crate::validate::{Fixer, with_number};

/// Plausibility of a value that the neighbours suggest, and of others.
const SUGGESTED: f64 = 0.9;
const NEAR: f64 = 0.75;

impl Fixer<'_> {
    /// Another value in the table that is initialised at a place with which all tests pass.
    pub fn change_table_value(&mut self, place: Span) -> Option<Fix> {
        let inside = sites(&mut self.parse.unit, place, &self.statements);
        let written = inside.iter().filter(|(_, context, e)| {
            context.alone && context.whole && self.parse.macro_use_at(e.span).is_none()
        });
        let values: Vec<(&Expr, i64)> = written
            .filter_map(|(_, _, e)| Some((e, constant(e)?)))
            .collect();
        if values.len() < LEAST_TABLE {
            return None;
        }
        self.charge_lowering();
        let mut program = self.lowered()?;
        let all: Vec<i64> = values.iter().map(|(_, value)| *value).collect();
        for (at, (e, old)) in values.iter().enumerate() {
            if self.exhausted() {
                return None;
            }
            let suggested = suggestions(&all, at);
            let near = [old + 1, old - 1].into_iter();
            let near = near.filter(|n| !suggested.contains(n));
            let numbers: Vec<i64> = suggested.iter().copied().chain(near).collect();
            let hole = Hole {
                span: e.span,
                old: Number::Int(*old),
            };
            let Some(new) = self.fitting(&mut program, hole, &numbers) else {
                continue;
            };
            let is_open =
                self.leaves_open(*old, new, |_, number| with_number(&program, hole, number));
            let plausibility = if suggested.contains(&new) {
                SUGGESTED
            } else {
                NEAR
            };
            let doubt = if is_open { ARBITRARY } else { 1.0 };
            let text = spelled_like(self.parse.sources.text(e.span), new);
            let edit = TextEdit { span: e.span, text };
            return self.wanted(Fix::new("table value", edit, plausibility * doubt));
        }
        None
    }
}

/// Values that the neighbours of a value suggest: the next one of a progression, and theirs.
fn suggestions(values: &[i64], at: usize) -> Vec<i64> {
    let value = |at: Option<usize>| at.and_then(|at| values.get(at)).copied();
    let before = value(at.checked_sub(1));
    let after = value(at.checked_add(1));
    let step = |a: Option<i64>, b: Option<i64>| b?.checked_mul(2)?.checked_sub(a?);
    let between = before
        .zip(after)
        .and_then(|(a, b)| Some(a.checked_add(b)? / 2));
    let all = [
        step(value(at.checked_sub(2)), before),
        step(value(at.checked_add(2)), after),
        between,
        before,
        after,
    ];
    let mut found = Vec::new();
    for one in all.into_iter().flatten() {
        if one != values[at] && !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_suggest_what_continues_them() {
        assert_eq!(suggestions(&[43, 44, 45, 45, 47, 48], 3), [46, 47]);
        assert_eq!(suggestions(&[10, 20, 31, 40, 50], 2), [30, 20, 40]);
        assert_eq!(suggestions(&[7], 0), [0; 0]);
    }
}
