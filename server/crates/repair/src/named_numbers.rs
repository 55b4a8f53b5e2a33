//! Numbers that have names in the user's files: macros and enumerators.

use syntax::Parse;
use syntax::ast::{ExprKind, IntLit, Item, TypeSpec};

/// Names of numbers, each with the expression that represents it in the tree.
pub(crate) fn named_numbers(parse: &Parse) -> Vec<(String, ExprKind)> {
    let enumerators = enumerators(parse).into_iter().map(|name| {
        let kind = ExprKind::Ident(name.clone());
        (name, kind)
    });
    enumerators.chain(defined_numbers(parse)).collect()
}

fn enumerators(parse: &Parse) -> Vec<String> {
    let mut names = Vec::new();
    for item in &parse.unit.items {
        if let Item::Declaration(d) = item
            && let TypeSpec::Enum(of) = &d.specs.ty
        {
            let all = of.enumerators.iter().flatten();
            names.extend(all.map(|(name, _)| name.text.clone()));
        }
    }
    names
}

/// Numbers defined by `#define NAME 12` in the user's files.
fn defined_numbers(parse: &Parse) -> Vec<(String, ExprKind)> {
    let lines = parse.sources.files.iter().flat_map(|f| f.text.lines());
    let number = |line: &str| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let mut words = rest.strip_prefix("define")?.split_whitespace();
        let (name, value) = (words.next()?, words.next()?);
        let value = value.trim_matches(['(', ')']);
        let value: u64 = value.parse().ok().filter(|_| words.next().is_none())?;
        Some((
            name.to_owned(),
            ExprKind::Int(IntLit {
                value,
                decimal: true,
                unsigned: false,
                longs: 0,
            }),
        ))
    };
    lines.filter_map(number).collect()
}
