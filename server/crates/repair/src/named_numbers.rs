//! Numbers that have names in the user's files: macros and enumerators.

use rustc_hash::FxHashSet;
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
            // What headers of the system define has no place.
            let all = of.enumerators.iter().flatten().map(|(name, _)| name);
            let own = all.filter(|name| name.span.start < name.span.end);
            names.extend(own.map(|name| name.text.clone()));
        }
    }
    names
}

/// The names in a text.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c| !is_part_of_name(c));
    words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
}

pub(crate) fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_header(path: &str) -> bool {
    let ending = std::path::Path::new(path).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("h"))
}

/// Numbers defined by `#define NAME 12` or `#define NAME 0xC0` in the user's files. Of a header, only those that a
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
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let mut words = rest.strip_prefix("define")?.split_whitespace();
    let (name, value) = (words.next()?, words.next()?);
    let value = value.trim_matches(['(', ')']);
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
    Some((name.to_owned(), ExprKind::Int(number)))
}
