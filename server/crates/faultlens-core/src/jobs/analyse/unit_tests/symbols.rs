//! Functions as linkage tells them apart: those of one name in two files may be two.

use std::collections::BTreeSet;

use ir::Program;
use syntax::Parse;
use syntax::ast::{Function, Item};

/// A function with a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Symbol {
    /// The translation unit that alone can call it by its name; `None` if all can.
    unit: Option<u32>,
    pub(super) name: String,
}

/// The functions of a program that only their own units can call by name.
#[derive(Debug, Default)]
pub(super) struct Linkage(BTreeSet<Symbol>);

impl Linkage {
    pub(super) fn of(program: &Program) -> Linkage {
        let functions = program.functions.iter().filter(|f| f.unit.is_some());
        let own = functions.map(|f| Symbol {
            unit: f.unit,
            name: f.name.clone(),
        });
        Linkage(own.collect())
    }

    /// The function that a name denotes in a unit.
    pub(super) fn symbol(&self, unit: u32, name: &str) -> Symbol {
        let unit = Some(unit);
        let name = name.to_owned();
        let own = Symbol { unit, name };
        if self.0.contains(&own) {
            own
        } else {
            Symbol { unit: None, ..own }
        }
    }
}

/// The items of each translation unit, with its position.
pub(super) fn units(parse: &Parse) -> impl Iterator<Item = (u32, &[Item])> {
    (0..).zip(parse.unit.translation_units())
}

/// All functions, each with the position of its translation unit.
pub(super) fn functions(parse: &Parse) -> impl Iterator<Item = (u32, &Function)> {
    units(parse).flat_map(|(unit, items)| {
        items.iter().filter_map(move |item| match item {
            Item::Function(f) => Some((unit, f)),
            _ => None,
        })
    })
}
