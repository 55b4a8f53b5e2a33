//! What the names at a unit's file scope stand for, as text: two units mean the same by a piece of C if the piece, with
//! the meanings of its names spelled out, is the same text in both.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{
    Attribute, Declaration, Declarator, Derive, Enum, Function, Item, Storage, TypeSpec,
};
use crate::dump;

/// The texts of the definitions at the file scope of a unit, by name.
#[derive(Debug, Default)]
pub struct Meanings {
    texts: FxHashMap<String, String>,
}

impl Meanings {
    /// Meanings of type names and enumerators.
    pub fn of_types(items: &[Item]) -> Self {
        let mut meanings = Self::default();
        for d in declarations(items) {
            if let TypeSpec::Enum(found) = &d.specs.ty {
                meanings.add_enumerators(found);
            }
            if d.specs.storage == Storage::Typedef {
                for (name, declarator) in named(d) {
                    meanings.add(name, &dump::declared(declarator, &d.specs));
                }
            }
        }
        meanings
    }

    /// Meanings of all names that each unit defines for itself. What keeps a state for each unit means something
    /// else in each: objects that are not constant, functions with static objects.
    pub(crate) fn of_unit(items: &[Item], unit: usize) -> Self {
        let mut meanings = Self::of_types(items);
        for item in items {
            match item {
                Item::Function(f) => {
                    if let Some(name) = &f.declarator.name
                        && is_own(f, items)
                    {
                        let text = if has_state(f) {
                            format!("@{unit}")
                        } else {
                            dump::function(f)
                        };
                        meanings.add(&name.text, &text);
                    }
                    meanings.add_tag(&f.specs.ty);
                }
                Item::Declaration(d) => {
                    meanings.add_tag(&d.specs.ty);
                    if d.specs.storage == Storage::Static {
                        meanings.add_objects(d, unit);
                    }
                }
                Item::End => {}
            }
        }
        meanings
    }

    /// A text, followed by the definitions of the names in it, and of those in these.
    pub fn spelled_out(&self, text: String) -> String {
        let mut texts = vec![text];
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut next = 0;
        while let Some(text) = texts.get(next) {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            let named = words.filter_map(|word| self.texts.get_key_value(word));
            let new = named.filter(|(word, _)| seen.insert(word));
            let new: Vec<String> = new.map(|(_, text)| text.clone()).collect();
            texts.extend(new);
            next += 1;
        }
        texts.join("\n")
    }

    fn add(&mut self, name: &str, text: &str) {
        let known = self.texts.entry(name.to_owned()).or_default();
        known.push_str(text);
        known.push('\n');
    }

    fn add_enumerators(&mut self, found: &Enum) {
        let text = dump::enumeration(found);
        for (name, _) in found.enumerators.iter().flatten() {
            self.add(&name.text, &text);
        }
    }

    fn add_tag(&mut self, ty: &TypeSpec) {
        let (tag, text) = match ty {
            TypeSpec::Record(r) if r.fields.is_some() => (&r.tag, dump::record(r)),
            TypeSpec::Enum(e) if e.enumerators.is_some() => (&e.tag, dump::enumeration(e)),
            _ => return,
        };
        if let Some(tag) = tag {
            self.add(&tag.text, &text);
        }
    }

    fn add_objects(&mut self, d: &Declaration, unit: usize) {
        for (name, declarator) in named(d) {
            if matches!(declarator.derive.first(), Some(Derive::Function(_))) {
                continue;
            }
            let is_constant = match declarator.derive.last() {
                Some(Derive::Pointer { is_const }) => *is_const,
                _ => d.specs.is_const,
            };
            let text = if is_constant {
                dump::declaration(d)
            } else {
                format!("@{unit}")
            };
            self.add(name, &text);
        }
    }
}

/// Whether each copy of a function does something of its own: keeps static objects, or runs before `main`.
pub(crate) fn has_state(f: &Function) -> bool {
    let attributes = [&f.specs.attributes, &f.declarator.attributes];
    let runs_before_main = attributes
        .iter()
        .any(|a| a.0.contains(&Attribute::Constructor));
    let body = dump::body(f);
    let mut words = body.split(|c: char| !c.is_alphanumeric() && c != '_');
    runs_before_main || words.any(|word| word == "static")
}

/// Whether a function with a body is visible only in its unit, of which `items` are the declarations.
pub fn is_own(f: &Function, items: &[Item]) -> bool {
    let own = f.declarator.name.as_ref().map(|name| &*name.text);
    match f.specs.storage {
        Storage::Static => true,
        Storage::None if f.specs.inline => true,
        _ => declarations(items)
            .filter(|d| d.specs.storage == Storage::Static)
            .any(|d| named(d).any(|(name, _)| Some(name) == own)),
    }
}

fn declarations(items: &[Item]) -> impl Iterator<Item = &Declaration> {
    items.iter().filter_map(|item| match item {
        Item::Declaration(d) => Some(d),
        _ => None,
    })
}

fn named(d: &Declaration) -> impl Iterator<Item = (&str, &Declarator)> {
    let declarators = d.declarators.iter().map(|item| &item.declarator);
    declarators.filter_map(|declarator| Some((&*declarator.name.as_ref()?.text, declarator)))
}
