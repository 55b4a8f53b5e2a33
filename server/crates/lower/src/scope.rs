//! Names in scope: ordinary identifiers and tags.

use ir::{FnId, GlobalId, Reg, SlotId};
use rustc_hash::FxHashMap;

use super::types::{RecordId, Type};

/// Meaning of an ordinary identifier.
#[derive(Debug, Clone)]
pub(super) enum Entity {
    /// A local scalar that lives in a register.
    Register(Reg, Type),
    /// A local object in memory.
    Slot(SlotId, Type),
    /// An object with static lifetime; its type is in [`super::globals::Globals`].
    Global(GlobalId),
    /// A function; the id is present if it has a body.
    Function(Option<FnId>, Type),
    /// An enumeration constant.
    Constant(i64),
    /// A type name.
    Typedef(Type),
    /// A declared name whose type is not modelled.
    Unmodelled(String),
}

/// Meaning of a tag.
#[derive(Debug, Clone)]
pub(super) enum Tag {
    /// A struct or union.
    Record(RecordId),
    /// The integer type of an enum.
    Enum(Type),
}

/// The names of one scope.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    names: FxHashMap<String, Entity>,
    tags: FxHashMap<String, Tag>,
}

/// Nested scopes; the first one is the file scope, which always exists.
#[derive(Debug)]
pub(super) struct Scopes {
    stack: Vec<Scope>,
}

impl Default for Scopes {
    fn default() -> Self {
        Scopes {
            stack: vec![Scope::default()],
        }
    }
}

impl Scopes {
    /// Enters a block.
    pub(super) fn push(&mut self) {
        self.stack.push(Scope::default());
    }

    /// Leaves a block.
    pub(super) fn pop(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    /// The file scope.
    pub(super) fn file(&self) -> &Scope {
        &self.stack[0]
    }

    /// Replaces the file scope.
    pub(super) fn set_file(&mut self, scope: Scope) {
        self.stack[0] = scope;
    }

    /// Whether the file scope is the current one.
    pub(super) fn at_file_scope(&self) -> bool {
        self.stack.len() == 1
    }

    /// Declares a name in the current scope.
    pub(super) fn declare(&mut self, name: &str, entity: Entity) {
        if let Some(scope) = self.stack.last_mut() {
            scope.names.insert(name.to_owned(), entity);
        }
    }

    /// Declares a name in the file scope.
    pub(super) fn declare_global(&mut self, name: &str, entity: Entity) {
        if let Some(scope) = self.stack.first_mut() {
            scope.names.insert(name.to_owned(), entity);
        }
    }

    /// The meaning of a name in the innermost scope that declares it.
    pub(super) fn find(&self, name: &str) -> Option<&Entity> {
        self.stack.iter().rev().find_map(|s| s.names.get(name))
    }

    /// The meaning of a name at file scope.
    pub(super) fn find_global(&self, name: &str) -> Option<&Entity> {
        self.stack.first()?.names.get(name)
    }

    /// Declares a tag in the current scope.
    pub(super) fn declare_tag(&mut self, name: &str, tag: Tag) {
        if let Some(scope) = self.stack.last_mut() {
            scope.tags.insert(name.to_owned(), tag);
        }
    }

    /// The meaning of a tag in the innermost scope that declares it.
    pub(super) fn find_tag(&self, name: &str) -> Option<&Tag> {
        self.stack.iter().rev().find_map(|s| s.tags.get(name))
    }

    /// The meaning of a tag in the current scope only.
    pub(super) fn find_tag_here(&self, name: &str) -> Option<&Tag> {
        self.stack.last()?.tags.get(name)
    }
}
