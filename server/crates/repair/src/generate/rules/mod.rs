//! Edits by rules: what is written by mistake, and what is meant, as patterns in C (`rules.c`).
//!
//! A pattern matches an expression if it has the same operators in the same places; its parameters match parts that
//! have the property that their type names. What may stand there instead is built with these parts.

mod matching;
mod meant;
mod properties;
mod reading;

use syntax::Parse;
use syntax::ast::{BinaryOp, Expr};
use syntax::visit::{Walk, each_inside};

use super::edit_maker::Maker;
use super::scope::Scope;
use super::written::Written;
use crate::edit::{HOLE, Hole, Number, number};
use meant::built;
use reading::{RULES, Rule};

/// What a parameter of a rule stands for.
#[derive(Clone)]
enum Bound {
    Expr(Written),
    Member(String),
    /// Whether a member of the parameter is reached through a pointer.
    Through(bool),
    Operator(BinaryOp),
}

/// The values of some parameters, by name.
type Bindings<'r> = Vec<(&'r str, Bound)>;

/// An expression, and where it is.
#[derive(Clone, Copy)]
struct Site<'m> {
    e: &'m Expr,
    parse: &'m Parse,
    scope: &'m Scope,
}

impl Maker<'_> {
    /// Adds all edits by rules.
    pub(super) fn by_rules(&mut self, scope: &Scope) {
        let site = Site {
            e: self.e,
            parse: self.parse,
            scope,
        };
        let first = self.edits.len();
        for rule in &RULES.all {
            for form in &rule.forms {
                let mut bound = Bindings::new();
                let matches = form.place.fits(self.context)
                    && rule.matches(&form.pattern, site.e, site, &mut bound)
                    && rule.bind_whole(site, &mut bound);
                if !matches {
                    continue;
                }
                for meant in &form.meant {
                    for bound in rule.completed(meant, &bound, site) {
                        self.push_meant(rule, built(meant, &bound, site), first);
                    }
                }
            }
        }
    }

    /// Adds an edit, unless one since the `first` says the same.
    fn push_meant(&mut self, rule: &Rule, meant: Option<Written>, first: usize) {
        let Some(Written { mut expr, text, .. }) = meant else {
            return;
        };
        let hole = hole_in(&mut expr).filter(|_| text.contains(HOLE));
        self.generator = rule.generator;
        self.whole_with(expr.kind, text, rule.kind, hole);
        if let Some((new, before)) = self.edits.split_last()
            && before[first..]
                .iter()
                .any(|known| (&known.text, known.span) == (&new.text, new.span))
        {
            self.edits.pop();
        }
    }
}

/// The place and the present value of the number to be found in an expression.
fn hole_in(e: &mut Expr) -> Option<Hole> {
    let span = e.span;
    let mut hole = None;
    each_inside(e, &mut |e| {
        if e.span.start == span.end {
            let old = match number(e) {
                Some(Number::Float(_)) => Some(Number::Float(1.0)),
                other => other,
            };
            hole = old.map(|old| Hole { span: e.span, old });
        }
        Walk::On
    });
    hole
}

#[cfg(test)]
mod tests;
