//! Linking: several translation units in one program.
//!
//! Each unit has its own file scope. Functions and objects with external linkage are shared, by name. A struct that two
//! units define identically (mostly because both include a header) is one type, so that values can be passed between
//! units: it is identified by its tag, or by its place in the header, and by its members. A header is identified by its
//! text: units may reach it by different paths.

use ir::{FnId, GlobalId, Lack};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{self, Attribute, Item, Storage, TypeSpec};
use syntax::{Meanings, Source, Span};

use super::Lowerer;
use super::layout::Records;
use super::scope::{Scope, Scopes, Tag};
use super::types::{RecordId, Type};

/// Symbols shared by all units, and those of each unit.
#[derive(Debug, Default)]
pub(super) struct Linkage {
    /// Functions with a body that are visible to all units.
    functions: FxHashMap<String, FnId>,
    /// Functions with a body that are visible only in their unit, by unit.
    own_functions: Vec<FxHashMap<String, FnId>>,
    /// Shared functions that are weak: the definition of another unit replaces them.
    weak: FxHashSet<String>,
    /// Objects with external linkage.
    objects: FxHashMap<String, GlobalId>,
    /// File scopes, by unit.
    scopes: Vec<Scope>,
    /// The unit being lowered.
    current: usize,
    /// Structs and unions of the units so far, by tag or place, and by members.
    records: FxHashMap<(String, String), RecordId>,
    /// Definitions without a tag, by place, and by text where the place is unknown.
    untagged: FxHashMap<(Span, String), RecordId>,
    /// Tags to which the members of these records lead.
    named: FxHashMap<RecordId, Vec<(String, RecordId)>>,
    /// Meaning of the type names and enumerators of the current unit.
    meanings: Meanings,
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

impl Linkage {
    /// Prepares for this number of units.
    pub(super) fn set_unit_count(&mut self, count: usize) {
        self.own_functions = vec![FxHashMap::default(); count];
    }

    /// Whether there is more than one unit.
    pub(super) fn is_linked(&self) -> bool {
        self.own_functions.len() > 1
    }

    /// Makes a function with a body callable where its linkage allows it; `items` are those of its unit.
    pub(super) fn link_function(
        &mut self,
        unit: usize,
        items: &[Item],
        f: &ast::Function,
        id: FnId,
    ) -> Link {
        let Some(name) = &f.declarator.name else {
            return Link::Hidden;
        };
        let own = syntax::is_own(f, items);
        if self.own_functions[unit].contains_key(&name.text) {
            return Link::Clash;
        }
        let is_weak =
            !own && self.is_linked() && has_attribute(items, f, &name.text, &Attribute::Weak);
        if !own && self.functions.contains_key(&name.text) {
            if is_weak {
                return Link::Hidden;
            }
            if !self.weak.remove(&name.text) {
                return Link::Clash;
            }
        }
        if is_weak {
            self.weak.insert(name.text.clone());
        }
        let table = if own {
            &mut self.own_functions[unit]
        } else {
            &mut self.functions
        };
        table.insert(name.text.clone(), id);
        Link::New
    }

    /// Makes the function of an earlier unit callable in a unit that has a copy of it.
    pub(super) fn link_copy(&mut self, of: usize, unit: usize, f: &ast::Function) {
        let name = f.declarator.name.as_ref();
        let known = name.and_then(|n| self.own_functions[of].get_key_value(&n.text));
        if let Some((name, id)) = known.map(|(name, id)| (name.clone(), *id)) {
            self.own_functions[unit].insert(name, id);
        }
    }

    /// The unit, if it is one of several and its function of this name is visible only there.
    pub(super) fn own_unit(&self, unit: usize, name: &str) -> Option<u32> {
        let is_own = self.is_linked() && self.own_functions[unit].contains_key(name);
        is_own.then_some(unit as u32)
    }

    /// Makes a function of the library callable in all units.
    pub(super) fn link_library_function(&mut self, name: &str, id: FnId) {
        self.functions.insert(name.to_owned(), id);
    }

    /// The function with a body that all units can call by this name.
    pub(super) fn shared_function(&self, name: &str) -> Option<FnId> {
        self.functions.get(name).copied()
    }

    /// The functions that the current unit can call by name.
    pub(super) fn visible_functions(&self) -> FxHashMap<String, FnId> {
        let own = self.own_functions.get(self.current);
        let mut visible = self.functions.clone();
        visible.extend(own.into_iter().flatten().map(|(n, id)| (n.clone(), *id)));
        visible
    }

    /// The object with external linkage of this name.
    pub(super) fn object(&self, name: &str) -> Option<GlobalId> {
        self.objects.get(name).copied()
    }

    /// Gives an object external linkage.
    pub(super) fn link_object(&mut self, name: &str, id: GlobalId) {
        self.objects.insert(name.to_owned(), id);
    }

    /// The struct or union without a tag of this definition.
    pub(super) fn untagged(&self, record: &ast::Record) -> Option<RecordId> {
        self.untagged.get(&place(record)).copied()
    }

    /// Records the struct or union without a tag of this definition.
    pub(super) fn set_untagged(&mut self, record: &ast::Record, id: RecordId) {
        self.untagged.insert(place(record), id);
    }

    /// Begins the declarations of a unit: reuses the structs that an earlier unit defines identically, and those that
    /// their members name, unless this unit defines another one of that name.
    pub(super) fn begin_unit(
        &mut self,
        unit: usize,
        items: &[Item],
        scopes: &mut Scopes,
        known: &Records,
    ) {
        self.current = unit;
        self.meanings = Meanings::of_types(items);
        let records = file_records(items);
        for record in &records {
            let Some(id) = self.records.get(&self.key(record)).copied() else {
                continue;
            };
            match &record.tag {
                Some(tag) => scopes.declare_tag(&tag.text, Tag::Record(id)),
                None => self.set_untagged(record, id),
            }
            for (tag, inner) in self.named.get(&id).into_iter().flatten() {
                let is_open = known.get(*inner).fields.is_none();
                let is_defined = |r: &&ast::Record| r.tag.as_ref().is_some_and(|t| t.text == *tag);
                if is_open || !records.iter().any(is_defined) {
                    scopes.declare_tag(tag, Tag::Record(*inner));
                }
            }
        }
    }

    /// Ends the declarations of a unit: keeps its file scope, and its structs for later units.
    pub(super) fn end_unit(
        &mut self,
        items: &[Item],
        scopes: &Scopes,
        sources: &[Source],
        known: &Records,
    ) {
        if self.same_text.is_empty() {
            self.same_text = same_texts(sources);
        }
        for record in file_records(items) {
            let id = match &record.tag {
                Some(tag) => match scopes.find_tag(&tag.text) {
                    Some(Tag::Record(id)) => Some(*id),
                    _ => None,
                },
                None => self.untagged(record),
            };
            if let Some(id) = id {
                let key = self.key(record);
                self.records.entry(key).or_insert(id);
                let named = known.get(id).fields.iter().flat_map(|fields| fields.iter());
                let named = named.filter_map(|field| named_record(&field.ty));
                let named = named.filter_map(|inner| Some((known.get(inner).tag()?, inner)));
                self.named.entry(id).or_insert_with(|| named.collect());
            }
        }
        self.scopes.push(scopes.file().clone());
    }

    /// Returns to a unit to lower its bodies. Returns false if it is the current one.
    pub(super) fn enter_unit(&mut self, unit: usize, scopes: &mut Scopes) -> bool {
        if unit == self.current {
            return false;
        }
        self.current = unit;
        if let Some(scope) = self.scopes.get(unit) {
            scopes.set_file(scope.clone());
        }
        true
    }

    /// Tag or place, and text, by which units recognise that they define the same struct.
    fn key(&self, record: &ast::Record) -> (String, String) {
        let name = match &record.tag {
            Some(tag) => tag.text.clone(),
            None => {
                let file = usize::from(record.span.file.0);
                let same = self.same_text.get(file).copied();
                format!("{}:{}", same.unwrap_or(file), record.span.start)
            }
        };
        let text = syntax::dump::record(record);
        (name, self.meanings.spelled_out(text))
    }
}

impl Lowerer<'_> {
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

/// The struct or union to which a type leads.
fn named_record(ty: &Type) -> Option<RecordId> {
    match ty {
        Type::Record(id) => Some(*id),
        Type::Pointer(to) | Type::Array(to, _) => named_record(to),
        _ => None,
    }
}

/// Whether some unit defines an object of this name for all.
pub(super) fn defines_object(items: &[Item], name: &str) -> bool {
    declarations(items, name).any(|(d, _)| match d.specs.storage {
        Storage::Static | Storage::Typedef => false,
        Storage::None => true,
        Storage::Extern => d.declarators.iter().any(|item| {
            let own = item.declarator.name.as_ref();
            item.init.is_some() && own.is_some_and(|own| own.text == name)
        }),
    })
}

/// The place of a definition. All that headers of the system define has the same place, so the text is added.
fn place(record: &ast::Record) -> (Span, String) {
    let text = if record.span.start == record.span.end {
        syntax::dump::record(record)
    } else {
        String::new()
    };
    (record.span, text)
}

/// Whether a function has an attribute: by its definition or by a declaration in its unit.
pub(super) fn has_attribute(
    items: &[Item],
    f: &ast::Function,
    name: &str,
    wanted: &Attribute,
) -> bool {
    let is_there = |attributes: &ast::Attributes| attributes.0.contains(wanted);
    is_there(&f.specs.attributes)
        || is_there(&f.declarator.attributes)
        || declarations(items, name).any(|(d, declarator)| {
            is_there(&d.specs.attributes) || is_there(&declarator.attributes)
        })
}

/// The declarations of a name at a unit's file scope, except definitions of functions.
fn declarations<'a>(
    items: &'a [Item],
    name: &'a str,
) -> impl Iterator<Item = (&'a ast::Declaration, &'a ast::Declarator)> {
    let declarations = items.iter().filter_map(|item| match item {
        Item::Declaration(d) => Some(d),
        _ => None,
    });
    declarations.flat_map(move |d| {
        let declarators = d.declarators.iter().map(|item| &item.declarator);
        let of_name = declarators
            .filter(move |declarator| declarator.name.as_ref().is_some_and(|n| n.text == name));
        of_name.map(move |declarator| (d, declarator))
    })
}

/// The structs and unions that a unit defines at file scope.
fn file_records(items: &[Item]) -> Vec<&ast::Record> {
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

/// What is missing where a name is used that the program declares at most: its definition, or a model of it.
pub(super) fn lack_of(name: &str, use_of_it: String, of_system: &FxHashSet<String>) -> Lack {
    if ir::is_in_a_library(name) || of_system.contains(name) {
        Lack::NotModelled(use_of_it)
    } else {
        Lack::Undefined(name.to_owned())
    }
}
