//! The numbers that the program compares its objects with, or assigns to them: a state is compared with states, and a
//! size with sizes.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Parse;
use syntax::ast::{BinaryOp, Expr, ExprKind};
use syntax::visit::{Walk, each_expr};

use crate::edit::constant;
use crate::named_numbers::named_numbers;

/// What meets an object, by its last name: `st` of `table[i].st == USED`.
#[derive(Default)]
pub(crate) struct Partners {
    /// Names of numbers.
    names: FxHashMap<String, FxHashSet<String>>,
    /// Other numbers, in order.
    numbers: FxHashMap<String, BTreeSet<i64>>,
}

/// Whether an object and the name of a number belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Partner {
    /// They meet elsewhere.
    Known,
    /// The object meets names, but not this one.
    Other,
    /// The object meets no names.
    Unknown,
}

impl Partners {
    /// All of a program.
    pub(crate) fn of(parse: &Parse) -> Partners {
        let names: FxHashSet<String> = named_numbers(parse)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let mut partners = Partners::default();
        let part = |e: &Expr| (parse.sources.text(e.span).to_owned(), constant(e));
        each_expr(&mut parse.unit.clone(), &mut |e| {
            let pair = match &e.kind {
                ExprKind::Binary(op, a, b) if is_comparison(*op) => Some([part(a), part(b)]),
                ExprKind::Assign(None, a, b) => Some([part(a), part(b)]),
                _ => None,
            };
            if let Some([a, b]) = pair {
                for ((object, of_object), (name, number)) in [(&a, &b), (&b, &a)] {
                    let key = || last_name(object).to_owned();
                    if of_object.is_some() || names.contains(object) {
                        continue;
                    }
                    if names.contains(name) {
                        partners
                            .names
                            .entry(key())
                            .or_default()
                            .insert(name.clone());
                    } else if let Some(number) = number {
                        partners.numbers.entry(key()).or_default().insert(*number);
                    }
                }
            }
            Walk::On
        });
        partners
    }

    pub(super) fn of_pair(&self, object: &str, name: &str) -> Partner {
        match self.names.get(last_name(object)) {
            Some(known) if known.contains(name) => Partner::Known,
            Some(_) => Partner::Other,
            None => Partner::Unknown,
        }
    }
}

impl Partners {
    /// Numbers that an object meets, and those next to them, each with whether it does.
    pub(super) fn numbers(&self, object: &str) -> Vec<(i64, bool)> {
        let known = self.numbers.get(last_name(object));
        let mut found: Vec<(i64, bool)> = Vec::new();
        for (shift, meets) in [(0, true), (-1, false), (1, false)] {
            for number in known.into_iter().flatten() {
                let number = number.saturating_add(shift);
                if found.iter().all(|(other, _)| *other != number) {
                    found.push((number, meets));
                }
            }
        }
        found
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Lt | Le | Gt | Ge | Eq | Ne)
}

/// The last name in the text of an object.
fn last_name(object: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // What stands in brackets is an index.
    let object = object.trim_end_matches(|c: char| c == ')' || c.is_whitespace());
    let object = match object.strip_suffix(']').and_then(|text| text.rfind('[')) {
        Some(at) => &object[..at],
        None => object,
    };
    object.rsplit(|c| !is_part(c)).next().unwrap_or_default()
}
