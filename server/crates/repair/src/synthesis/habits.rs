//! What the program does elsewhere, looked up once for all places: the numbers that it compares its objects with or
//! assigns to them (a state meets states, a size sizes), the names of its numbers, its wide types, and whether it
//! works on bits.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{BinaryOp, Expr, ExprKind, Name, TypeSpec, UnaryOp};
use syntax::visit::{Walk, each_expr};
use syntax::{Parse, Span};

use crate::edit::constant;
use crate::macros::is_part_of_name;
use crate::named_numbers::{enumerators, extremes, named_numbers};
use crate::sites::is_truth;

/// Types that hold more than `int`; a type name if there is no keyword.
const WIDER: [(&str, Option<TypeSpec>); 4] = [
    ("int64_t", None),
    ("uint64_t", None),
    ("long long", Some(TypeSpec::LongLong)),
    ("double", Some(TypeSpec::Double)),
];

/// What a program does. Objects go by their last names: `st` of `table[i].st == USED`.
pub(crate) struct Habits {
    /// Numbers that have names, with what represents them in the tree.
    pub(super) named: Vec<(String, ExprKind)>,
    /// Functions that only look.
    pub(super) observers: FxHashSet<String>,
    /// The first and last values of types.
    pub(super) extremes: Vec<(String, ExprKind)>,
    /// Enumerators, with the index of their type.
    enumerators: FxHashMap<String, usize>,
    /// Types that the user's files name and that hold more than `int`.
    pub(super) wide: Vec<(&'static str, TypeSpec)>,
    /// Characters that only inputs of failing tests have.
    pub(super) strange: Vec<u8>,
    /// What remainders are taken by.
    pub(super) divisors: FxHashSet<String>,
    /// Whether there are operators of bits.
    pub(super) has_bits: bool,
    /// Whether there are types of `stdint.h`.
    pub(super) has_fixed: bool,
    /// Comparisons of the text, without blanks.
    comparisons: FxHashSet<String>,
    /// Objects that stand on the two sides of an operator somewhere, the one with the lesser name first.
    partners: FxHashSet<(String, String)>,
    /// Names of numbers that meet an object.
    names: FxHashMap<String, FxHashSet<String>>,
    /// Other numbers that do, in order.
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

impl Habits {
    /// All of a program.
    pub(crate) fn of(parse: &Parse) -> Habits {
        let named = named_numbers(parse);
        let known: FxHashSet<&String> = named.iter().map(|(name, _)| name).collect();

        // What stands on the two sides of an operator.
        let (mut comparisons, mut partners) = (FxHashSet::default(), FxHashSet::default());
        let mut has_bits = false;
        let mut divisors = FxHashSet::default();
        let (mut names, mut numbers) = (FxHashMap::default(), FxHashMap::default());
        let part = |e: &Expr| (parse.sources.text(e.span).to_owned(), constant(e));
        each_expr(&mut parse.unit.clone(), &mut |e| {
            let pair = match &e.kind {
                ExprKind::Binary(_, a, b) if is_truth(e) => Some([part(a), part(b)]),
                ExprKind::Assign(None, a, b) => Some([part(a), part(b)]),
                _ => None,
            };
            has_bits |= match &e.kind {
                ExprKind::Binary(op, ..) | ExprKind::Assign(Some(op), ..) => is_of_bits(*op),
                ExprKind::Unary(sign, _) => *sign == UnaryOp::BitNot,
                _ => false,
            };
            if let ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) = &e.kind {
                partners.insert(in_order(
                    parse.sources.text(a.span),
                    parse.sources.text(b.span),
                ));
            }
            if let ExprKind::Binary(BinaryOp::Rem, _, by)
            | ExprKind::Assign(Some(BinaryOp::Rem), _, by) = &e.kind
            {
                divisors.insert(parse.sources.text(by.span).to_owned());
            }
            if is_truth(e) {
                comparisons.insert(without_blanks(parse.sources.text(e.span)));
            }
            if let Some([a, b]) = pair {
                for ((object, of_object), (name, number)) in [(&a, &b), (&b, &a)] {
                    let key = || last_name(object).to_owned();
                    if of_object.is_some() || known.contains(object) {
                        continue;
                    }
                    if known.contains(name) {
                        let met: &mut FxHashSet<String> = names.entry(key()).or_default();
                        met.insert(name.clone());
                    } else if let Some(number) = number {
                        let met: &mut BTreeSet<i64> = numbers.entry(key()).or_default();
                        met.insert(*number);
                    }
                }
            }
            Walk::On
        });

        // What the text has anywhere.
        let files = &parse.sources.files;
        let has = |word: &str| {
            files
                .iter()
                .any(|f| !f.is_built_in() && f.text.contains(word))
        };
        let wide = WIDER
            .iter()
            .filter(|(name, _)| has(name))
            .map(|(name, ty)| {
                let own = || {
                    TypeSpec::Named(Name {
                        text: (*name).to_owned(),
                        span: Span::default(),
                    })
                };
                (*name, ty.clone().unwrap_or_else(own))
            });
        let wide = wide.collect();
        Habits {
            strange: Vec::new(),
            divisors,
            wide,
            has_fixed: ["int8_t", "int16_t", "int32_t"].into_iter().any(has),
            has_bits,
            enumerators: enumerators(parse),
            observers: lower::observers(parse),
            extremes: extremes(parse),
            comparisons,
            partners,
            names,
            numbers,
            named,
        }
    }

    pub(crate) fn is_enumerator(&self, name: &str) -> bool {
        self.enumerators.contains_key(name)
    }

    /// Whether two names of numbers are enumerators of one type; `None` if neither is an enumerator.
    pub(crate) fn are_of_one_type(&self, one: &str, other: &str) -> Option<bool> {
        let [one, other] = [one, other].map(|name| self.enumerators.get(name));
        (one.is_some() || other.is_some()).then(|| one == other)
    }

    /// Whether a comparison stands in the text.
    pub(super) fn compares(&self, text: &str) -> bool {
        self.comparisons.contains(&without_blanks(text))
    }

    /// Whether two objects, or others of their names, are operands of one operator somewhere.
    pub(super) fn are_partners(&self, one: &str, other: &str) -> bool {
        self.partners.contains(&in_order(one, other))
    }

    pub(super) fn of_pair(&self, object: &str, name: &str) -> Partner {
        match self.names.get(last_name(object)) {
            Some(known) if known.contains(name) => Partner::Known,
            Some(_) => Partner::Other,
            None => Partner::Unknown,
        }
    }

    /// The named numbers that an object meets.
    pub(crate) fn named_met(&self, object: &str) -> impl Iterator<Item = &(String, ExprKind)> {
        let known = self.names.get(last_name(object));
        let named = self.named.iter();
        named.filter(move |(name, _)| known.is_some_and(|known| known.contains(name)))
    }

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

/// Whether an operator works on bits.
pub(super) fn is_of_bits(op: BinaryOp) -> bool {
    use BinaryOp::{BitAnd, BitOr, BitXor, Shl, Shr};
    matches!(op, BitAnd | BitOr | BitXor | Shl | Shr)
}

/// The last names of two objects, the lesser one first.
fn in_order(one: &str, other: &str) -> (String, String) {
    let (one, other) = (last_name(one).to_owned(), last_name(other).to_owned());
    if one <= other {
        (one, other)
    } else {
        (other, one)
    }
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The last name in the text of an object.
fn last_name(object: &str) -> &str {
    // What stands in brackets is an index.
    let object = object.trim_end_matches(|c: char| c == ')' || c.is_whitespace());
    let object = match object.strip_suffix(']').and_then(|text| text.rfind('[')) {
        Some(at) => &object[..at],
        None => object,
    };
    object
        .rsplit(|c| !is_part_of_name(c))
        .next()
        .unwrap_or_default()
}
