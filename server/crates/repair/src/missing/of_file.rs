//! What a program has that nothing uses: why should it be there?

use rustc_hash::FxHashSet;
use syntax::ast::{ExprKind, Item, Storage, TypeSpec};
use syntax::visit::{Walk, each_expr};
use syntax::{Parse, Span};

use super::facts::Text;
use super::trees::{int, made};

/// What nothing of the file uses.
#[derive(Debug, Default)]
pub(crate) struct OfFile {
    /// Functions that nothing calls.
    pub(super) uncalled: FxHashSet<String>,
    /// Variables of the file that nothing names.
    pub(super) unread: Vec<String>,
    /// Functions that are defined here.
    pub(super) defined: FxHashSet<String>,
    /// Numbers with names, macros and enumerators, that nothing names.
    pub(super) unnamed: Vec<Text>,
}

impl OfFile {
    pub(crate) fn new(parse: &Parse) -> OfFile {
        let mut named: FxHashSet<String> = FxHashSet::default();
        let mut unit = parse.unit.clone();
        each_expr(&mut unit, &mut |e| {
            if let ExprKind::Ident(name) = &e.kind {
                named.insert(name.clone());
            }
            Walk::On
        });
        let uses = parse.macro_uses.iter().map(|found| found.name.clone());
        named.extend(uses);
        let functions = parse.unit.items.iter().filter_map(|item| match item {
            Item::Function(f) => Some(f.declarator.name.as_ref()?.text.clone()),
            _ => None,
        });
        let defined: FxHashSet<String> = functions.collect();
        let uncalled = defined.iter().filter(|name| !named.contains(*name));
        let mut of_file = OfFile {
            uncalled: uncalled.cloned().collect(),
            unread: variables(parse)
                .into_iter()
                .filter(|name| !named.contains(name))
                .collect(),
            defined,
            unnamed: Vec::new(),
        };
        let numbers = enumerators(parse).into_iter().map(|name| {
            let kind = ExprKind::Ident(name.clone());
            (name, kind)
        });
        let numbers = numbers.chain(defined_numbers(parse));
        let unnamed = numbers.filter(|(name, _)| !named.contains(name));
        of_file.unnamed = unnamed
            .map(|(name, kind)| (name, made(kind, Span::default())))
            .collect();
        of_file
    }
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

fn variables(parse: &Parse) -> Vec<String> {
    let declarations = parse.unit.items.iter().filter_map(|item| match item {
        Item::Declaration(d) if d.specs.storage != Storage::Typedef => Some(d),
        _ => None,
    });
    let declared = declarations.flat_map(|d| &d.declarators);
    let names = declared.filter_map(|d| Some(d.declarator.name.as_ref()?.text.clone()));
    names.collect()
}

/// `#define NAME 12` in the user's files.
fn defined_numbers(parse: &Parse) -> Vec<(String, ExprKind)> {
    let lines = parse.sources.files.iter().flat_map(|f| f.text.lines());
    let number = |line: &str| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let mut words = rest.strip_prefix("define")?.split_whitespace();
        let (name, value) = (words.next()?, words.next()?);
        let value = value.trim_matches(['(', ')']);
        let value: u64 = value.parse().ok().filter(|_| words.next().is_none())?;
        Some((name.to_owned(), int(value)))
    };
    lines.filter_map(number).collect()
}
