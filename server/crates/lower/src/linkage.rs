//! Linking: several translation units in one program.
//!
//! Each unit has its own file scope. Functions and objects with external linkage are shared, by name. A struct that two
//! units define identically (mostly because both include a header) is one type, so that values can be passed between
//! units: it is identified by its tag, or by its place in the header, and by its members. A header is identified by its
//! text: units may reach it by different paths.

use ir::{FnId, GlobalId};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{self, Attribute, Item, Storage, TypeSpec};
use syntax::{Source, Span};

use super::Lowerer;
use super::scope::{Scope, Tag};
use super::types::RecordId;

/// Symbols shared by all units, and those of each unit.
#[derive(Debug, Default)]
pub(super) struct Linkage {
    /// Functions with a body that are visible to all units.
    pub(super) functions: FxHashMap<String, FnId>,
    /// Functions with a body that are visible only in their unit, by unit.
    pub(super) own_functions: Vec<FxHashMap<String, FnId>>,
    /// Shared functions that are weak: the definition of another unit replaces them.
    weak: FxHashSet<String>,
    /// Objects with external linkage.
    pub(super) objects: FxHashMap<String, GlobalId>,
    /// File scopes, by unit.
    scopes: Vec<Scope>,
    /// The unit being lowered.
    current: usize,
    /// Structs and unions of the units so far, by tag or place, and by members.
    records: FxHashMap<(String, String), RecordId>,
    /// Definitions without a tag, by place.
    pub(super) untagged: FxHashMap<Span, RecordId>,
    /// Meaning of the type names and enumerators of the current unit.
    meanings: FxHashMap<String, String>,
    /// Index of the first source with the same text, by source.
    same_text: Vec<usize>,
}

/// Result of linking a function with a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// The function becomes part of the program.
    New,
    /// Another definition takes precedence.
    Hidden,
    /// The function is defined twice.
    Clash,
}

impl<'a> Lowerer<'a> {
    /// The translation units.
    pub(super) fn units(&self) -> Vec<&'a [Item]> {
        let items = &self.parse.unit.items;
        items.split(|item| matches!(item, Item::End)).collect()
    }

    /// Whether there is more than one unit.
    pub(super) fn is_linked(&self) -> bool {
        self.linkage.own_functions.len() > 1
    }

    /// Makes a function with a body callable where its linkage allows it.
    pub(super) fn link_function(&mut self, unit: usize, f: &ast::Function, id: FnId) -> Link {
        let Some(name) = &f.declarator.name else {
            return Link::Hidden;
        };
        let own = match f.specs.storage {
            Storage::Static => true,
            Storage::Extern => false,
            _ => f.specs.inline,
        };
        if self.linkage.own_functions[unit].contains_key(&name.text) {
            return Link::Clash;
        }
        let is_weak = !own && self.is_weak(unit, f, &name.text);
        if !own && self.linkage.functions.contains_key(&name.text) {
            if is_weak {
                return Link::Hidden;
            }
            if !self.linkage.weak.remove(&name.text) {
                return Link::Clash;
            }
        }
        if is_weak {
            self.linkage.weak.insert(name.text.clone());
        }
        let table = if own {
            &mut self.linkage.own_functions[unit]
        } else {
            &mut self.linkage.functions
        };
        table.insert(name.text.clone(), id);
        Link::New
    }

    /// Whether the definition of a function is weak: by its own attributes or by a declaration in its unit.
    fn is_weak(&self, unit: usize, f: &ast::Function, name: &str) -> bool {
        let says_weak = |attributes: &ast::Attributes| attributes.0.contains(&Attribute::Weak);
        let declares_weak = |item: &Item| {
            let Item::Declaration(d) = item else {
                return false;
            };
            let mut declarators = d.declarators.iter().map(|item| &item.declarator);
            declarators.any(|declarator| {
                declarator.name.as_ref().is_some_and(|n| n.text == name)
                    && (says_weak(&d.specs.attributes) || says_weak(&declarator.attributes))
            })
        };
        self.is_linked()
            && (says_weak(&f.specs.attributes)
                || says_weak(&f.declarator.attributes)
                || self.units()[unit].iter().any(declares_weak))
    }

    /// Begins the declarations of a unit, in a file scope that contains only the library. A program of one unit has
    /// just one file scope and passes `None`.
    pub(super) fn begin_unit(&mut self, unit: usize, library: Option<&Scope>) {
        let Some(library) = library else { return };
        self.linkage.current = unit;
        self.see_functions();
        self.scopes.set_file(library.clone());
        self.linkage.meanings = meanings(self.units()[unit]);
        self.recall_records();
    }

    /// Ends the declarations of a unit.
    pub(super) fn end_unit(&mut self) {
        if self.is_linked() {
            if self.linkage.same_text.is_empty() {
                self.linkage.same_text = same_texts(&self.parse.sources.files);
            }
            self.note_records();
            let scope = self.scopes.file().clone();
            self.linkage.scopes.push(scope);
        }
    }

    /// Returns to a unit to lower its bodies.
    pub(super) fn enter_unit(&mut self, unit: usize) {
        if unit == self.linkage.current {
            return;
        }
        self.linkage.current = unit;
        if let Some(scope) = self.linkage.scopes.get(unit) {
            let scope = scope.clone();
            self.scopes.set_file(scope);
        }
        self.see_functions();
    }

    /// Makes the functions visible that the current unit can call by name.
    pub(super) fn see_functions(&mut self) {
        let own = self.linkage.own_functions.get(self.linkage.current);
        let mut visible = self.linkage.functions.clone();
        visible.extend(own.into_iter().flatten().map(|(n, id)| (n.clone(), *id)));
        self.functions.set_visible(visible);
    }

    fn definitions_here(&self) -> Vec<&'a ast::Record> {
        let items = self.units()[self.linkage.current];
        let mut found = Vec::new();
        for item in items {
            let specs = match item {
                Item::Function(f) => &f.specs,
                Item::Declaration(d) => &d.specs,
                Item::End => continue,
            };
            definitions(&specs.ty, &mut found);
        }
        found
    }

    fn key(&self, record: &ast::Record) -> (String, String) {
        let name = match &record.tag {
            Some(tag) => tag.text.clone(),
            None => {
                let file = usize::from(record.span.file.0);
                let same = self.linkage.same_text.get(file).copied();
                format!("{}:{}", same.unwrap_or(file), record.span.start)
            }
        };
        (name, self.spelled_out(syntax::dump::record(record)))
    }

    /// The text of a definition, followed by the definitions of the type names and enumerators in it: units may define
    /// the same name differently.
    fn spelled_out(&self, definition: String) -> String {
        let mut texts = vec![definition];
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut next = 0;
        while let Some(text) = texts.get(next) {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            let named = words.filter_map(|word| self.linkage.meanings.get_key_value(word));
            let new = named.filter(|(word, _)| seen.insert(word));
            let new: Vec<String> = new.map(|(_, text)| text.clone()).collect();
            texts.extend(new);
            next += 1;
        }
        texts.join("\n")
    }

    /// Reuses the structs that an earlier unit defines identically.
    fn recall_records(&mut self) {
        for record in self.definitions_here() {
            let Some(id) = self.linkage.records.get(&self.key(record)).copied() else {
                continue;
            };
            match &record.tag {
                Some(tag) => self.scopes.declare_tag(&tag.text, Tag::Record(id)),
                None => {
                    self.linkage.untagged.insert(record.span, id);
                }
            }
        }
    }

    fn note_records(&mut self) {
        for record in self.definitions_here() {
            let id = match &record.tag {
                Some(tag) => match self.scopes.find_tag(&tag.text) {
                    Some(Tag::Record(id)) => Some(*id),
                    _ => None,
                },
                None => self.linkage.untagged.get(&record.span).copied(),
            };
            if let Some(id) = id {
                let key = self.key(record);
                self.linkage.records.entry(key).or_insert(id);
            }
        }
    }

    /// Declares the enumerators inside a struct that is already known.
    pub(super) fn inner_names(&mut self, record: &ast::Record) {
        for field in record.fields.iter().flatten() {
            match &field.specs.ty {
                TypeSpec::Enum(e) if e.enumerators.is_some() => {
                    self.base_type(&field.specs);
                }
                TypeSpec::Record(inner) if inner.fields.is_some() => self.inner_names(inner),
                _ => {}
            }
        }
    }
}

/// Meaning of the type names and enumerators at a unit's file scope.
fn meanings(items: &[Item]) -> FxHashMap<String, String> {
    let mut found = FxHashMap::default();
    for item in items {
        let Item::Declaration(d) = item else { continue };
        if let TypeSpec::Enum(e) = &d.specs.ty {
            let text = syntax::dump::enumeration(e);
            for (name, _) in e.enumerators.iter().flatten() {
                found.insert(name.text.clone(), text.clone());
            }
        }
        if d.specs.storage == Storage::Typedef {
            for declarator in d.declarators.iter().map(|item| &item.declarator) {
                if let Some(name) = &declarator.name {
                    let text = syntax::dump::declared(declarator, &d.specs);
                    found.insert(name.text.clone(), text);
                }
            }
        }
    }
    found
}

/// Index of the first source with the same text, for each source.
fn same_texts(files: &[Source]) -> Vec<usize> {
    let mut first: FxHashMap<&str, usize> = FxHashMap::default();
    let indices = files.iter().enumerate();
    indices
        .map(|(index, file)| *first.entry(&file.text).or_insert(index))
        .collect()
}

/// Collects the definitions of structs and unions in a type, including nested ones.
fn definitions<'a>(ty: &'a TypeSpec, found: &mut Vec<&'a ast::Record>) {
    let TypeSpec::Record(record) = ty else {
        return;
    };
    if let Some(fields) = &record.fields {
        found.push(record);
        for field in fields {
            definitions(&field.specs.ty, found);
        }
    }
}
