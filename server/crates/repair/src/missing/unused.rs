//! Unused parts of a program, which a missing statement may have been meant to use.

use rustc_hash::FxHashSet;
use syntax::ast::{ExprKind, Item, Storage};
use syntax::visit::{Walk, each_expr};
use syntax::{Parse, Span};

use super::facts::Text;
use super::trees::node;
use crate::named_numbers::named_numbers;

/// Unused declarations of a file.
#[derive(Debug, Default)]
pub(crate) struct OfFile {
    /// Functions that nothing calls.
    pub(super) uncalled: FxHashSet<String>,
    /// Global variables that are never named.
    pub(super) unread: Vec<String>,
    /// Functions that are defined here.
    pub(super) defined: FxHashSet<String>,
    /// Named numbers (macros and enumerators) that are never used.
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
        let numbers = named_numbers(parse).into_iter();
        let unnamed = numbers.filter(|(name, _)| !named.contains(name));
        of_file.unnamed = unnamed
            .map(|(name, kind)| (name, node(kind, Span::default())))
            .collect();
        of_file
    }
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
