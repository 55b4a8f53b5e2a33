//! Several translation units in one program.
//!
//! Each has a file scope of its own. Functions and objects with external linkage are the same in all of them, found by
//! name. A struct that two units define alike (mostly because both include a header) is one type, so that what one unit
//! makes the other can take: it is recognised by its tag, or by its place in the header, and its members.

use rustc_hash::FxHashMap;
use syntax::Span;
use syntax::ast::{self, Item, Storage, TypeSpec};

use super::Lowerer;
use super::scope::{Scope, Tag};
use super::types::RecordId;
use crate::{FnId, GlobalId};

/// What units share, and what each has for itself.
#[derive(Debug, Default)]
pub(super) struct Linkage {
    /// Functions with a body that all units see.
    pub(super) functions: FxHashMap<String, FnId>,
    /// The other functions with a body, by unit.
    pub(super) own_functions: Vec<FxHashMap<String, FnId>>,
    /// Objects with external linkage.
    pub(super) objects: FxHashMap<String, GlobalId>,
    /// File scopes, by unit.
    scopes: Vec<Scope>,
    /// The unit that is lowered.
    current: usize,
    /// Structs and unions of the units so far, by tag or place, and members.
    records: FxHashMap<(String, String), RecordId>,
    /// Definitions without a tag, by place.
    pub(super) untagged: FxHashMap<Span, RecordId>,
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

    /// Notes where a function with a body can be called from; false if there is such a one already.
    pub(super) fn link_function(&mut self, unit: usize, f: &ast::Function, id: FnId) -> bool {
        let Some(name) = &f.declarator.name else {
            return false;
        };
        let own = match f.specs.storage {
            Storage::Static => true,
            Storage::Extern => false,
            _ => f.specs.inline,
        };
        let clashes = self.linkage.own_functions[unit].contains_key(&name.text);
        if clashes || (!own && self.linkage.functions.contains_key(&name.text)) {
            return false;
        }
        let table = if own {
            &mut self.linkage.own_functions[unit]
        } else {
            &mut self.linkage.functions
        };
        table.insert(name.text.clone(), id);
        true
    }

    /// Begins the declarations of a unit, in a file scope where only the library is known; a program of one unit has no
    /// other scope and gives none.
    pub(super) fn begin_unit(&mut self, unit: usize, library: Option<&Scope>) {
        let Some(library) = library else { return };
        self.linkage.current = unit;
        self.see_functions();
        self.scopes.set_file(library.clone());
        self.recall_records();
    }

    /// Ends them.
    pub(super) fn end_unit(&mut self) {
        if self.is_linked() {
            self.note_records();
            let scope = self.scopes.file().clone();
            self.linkage.scopes.push(scope);
        }
    }

    /// Goes on with the bodies of a unit.
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

    /// The functions that the current unit can call by name.
    pub(super) fn see_functions(&mut self) {
        let own = self.linkage.own_functions.get(self.linkage.current);
        self.fn_ids = self.linkage.functions.clone();
        self.fn_ids
            .extend(own.into_iter().flatten().map(|(n, id)| (n.clone(), *id)));
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
                let file = self.parse.sources.file(record.span.file);
                let path = file.map_or("", |file| &file.path);
                format!("{path}:{}", record.span.start)
            }
        };
        (name, syntax::dump::record(record))
    }

    /// Structs that an earlier unit defines alike are known from the start.
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

    /// A struct that is known already still declares the names of its enumerators.
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

/// Definitions of structs and unions in a type, inner ones too.
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
