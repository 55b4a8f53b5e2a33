//! Numbers that have names in the user's files: macros and enumerators.

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{BinaryOp, Expr, ExprKind, IntLit, Item, TypeSpec, UnaryOp};
use syntax::visit::{Walk, each_expr};
use syntax::{DataModel, Parse, Span};

use crate::edit::{Number, constant};
use crate::macros::{MacroBodies, definition, is_part_of_name, names};

/// Names of numbers, each with the expression that represents it in the tree.
pub(crate) fn named_numbers(parse: &Parse) -> Vec<(String, ExprKind)> {
    let mut names: Vec<String> = enumerators(parse).into_keys().collect();
    names.sort();
    let enumerators = names
        .into_iter()
        .map(|name| (name.clone(), ExprKind::Ident(name)));
    let mut all: Vec<(String, ExprKind)> = enumerators.chain(defined_numbers(parse)).collect();
    for (name, kind) in used_numbers(parse) {
        if all.iter().all(|(known, _)| *known != name) {
            all.push((name, kind));
        }
    }
    all
}

/// The first and last values of types, which a search for the largest or smallest value begins with: those of types of
/// which the user's files name one, or of `int` with `limits.h`.
pub(crate) fn extremes(parse: &Parse) -> Vec<(String, ExprKind)> {
    let long = match parse.sources.data_model {
        DataModel::Lp64 => i64::MAX,
        DataModel::Ilp32 => i32::MAX.into(),
    };
    let int = i64::from(i32::MAX);
    let types = [
        ("INT", int),
        ("LONG", long),
        ("LLONG", i64::MAX),
        ("INT32", int),
        ("INT64", i64::MAX),
    ];
    let has_limits = parse.std_headers.iter().any(|name| name == "limits.h");
    let is_named = |ty: &str| {
        let mut texts = parse.sources.texts_of_user();
        texts.any(|text| {
            names(text).any(|name| matches!(name.strip_prefix(ty), Some("_MIN" | "_MAX")))
        })
    };
    let mut used: Vec<(&str, i64)> = types.into_iter().filter(|(ty, _)| is_named(ty)).collect();
    if used.is_empty() && has_limits {
        used.push(("INT", int));
    }
    let expr = |kind| {
        Box::new(Expr {
            kind,
            span: Span::default(),
        })
    };
    let literal = |value| Number::Int(value).literal();
    let both = used.into_iter().flat_map(|(ty, last)| {
        let negated = ExprKind::Unary(UnaryOp::Neg, expr(literal(last)));
        let first = ExprKind::Binary(BinaryOp::Sub, expr(negated), expr(literal(1)));
        [
            (format!("{ty}_MAX"), literal(last)),
            (format!("{ty}_MIN"), first),
        ]
    });
    both.collect()
}

/// The macros that stand for a number where they are used: `#define MASK (SIZE - 1)`.
fn used_numbers(parse: &Parse) -> Vec<(String, ExprKind)> {
    let (macros, mut found) = (MacroBodies::of(parse), Vec::new());
    each_expr(&mut parse.unit.clone(), &mut |e| {
        let used = parse.macro_use_at(e.span);
        // Those of the system's headers have no place.
        let used = used.filter(|used| used.use_span == e.span && used.definition.is_some());
        if used.is_some_and(|used| macros.is_in_parentheses(&used.name))
            && is_name_of_number(parse, e)
        {
            found.push((parse.sources.text(e.span).to_owned(), e.kind.clone()));
        }
        Walk::On
    });
    found
}

/// Whether the text of a constant is a name: an enumerator or a macro.
pub(crate) fn is_name_of_number(parse: &Parse, e: &Expr) -> bool {
    let text = parse.sources.text(e.span);
    constant(e).is_some()
        && text.chars().all(is_part_of_name)
        && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// The enumerators of the user's files, each with the index of its type.
pub(crate) fn enumerators(parse: &Parse) -> FxHashMap<String, usize> {
    let specs = parse.unit.items.iter().filter_map(|item| match item {
        Item::Declaration(d) => Some(&d.specs.ty),
        _ => None,
    });
    let mut found = FxHashMap::default();
    for (at, ty) in specs.enumerate() {
        if let TypeSpec::Enum(of) = ty {
            // What headers of the system define has no place.
            let all = of.enumerators.iter().flatten().map(|(name, _)| name);
            let own = all.filter(|name| name.span.start < name.span.end);
            found.extend(own.map(|name| (name.text.clone(), at)));
        }
    }
    found
}

fn is_header(path: &str) -> bool {
    let ending = std::path::Path::new(path).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("h"))
}

/// Numbers defined by `#define NAME 12`, `#define NAME 0xC0` or `#define NAME (-1)` in the user's files. Of a header, only those that a
/// source file names: a framework has many of its own.
fn defined_numbers(parse: &Parse) -> Vec<(String, ExprKind)> {
    let files = parse.sources.files.iter();
    let own = files.filter(|file| !file.is_built_in());
    let (headers, sources): (Vec<_>, Vec<_>) = own.partition(|file| is_header(&file.path));
    let used: FxHashSet<&str> = sources.iter().flat_map(|file| names(&file.text)).collect();
    let lines = headers.iter().chain(&sources);
    lines
        .flat_map(|file| file.text.lines())
        .filter_map(defined_number)
        .filter(|(name, _)| used.contains(&**name))
        .collect()
}

/// The name and number of a line that defines one.
fn defined_number(line: &str) -> Option<(String, ExprKind)> {
    let (name, body) = definition(line)?;
    let mut words = body.split_whitespace();
    let value = words.next()?.trim_matches(['(', ')']);
    let (value, is_negative) = match value.strip_prefix('-') {
        Some(positive) => (positive, true),
        None => (value, false),
    };
    let value = value.trim_end_matches(['u', 'U', 'l', 'L']);
    let hexadecimal = value.strip_prefix("0x").or(value.strip_prefix("0X"));
    let parsed = match hexadecimal {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => value.parse(),
    };
    let is_alone = words
        .next()
        .is_none_or(|word| word.starts_with("/*") || word.starts_with("//"));
    let value: u64 = parsed.ok().filter(|_| is_alone)?;
    let number = IntLit {
        value,
        decimal: hexadecimal.is_none(),
        unsigned: false,
        longs: 0,
    };
    let kind = ExprKind::Int(number);
    let span = Span::default();
    let kind = if is_negative {
        ExprKind::Unary(UnaryOp::Neg, Box::new(Expr { kind, span }))
    } else {
        kind
    };
    Some((name.to_owned(), kind))
}
