//! Functions with a body: the program's own, and those of the library that are written in C.

use std::sync::Arc;

use ir::FnId;
use rustc_hash::FxHashMap;

use super::prelude::AROUND;
use super::shapes::VariableTypes;
use super::types::{FnType, Type};

/// What is known of a function with a body.
#[derive(Debug)]
struct Definition {
    /// Type as defined.
    ty: Arc<FnType>,
    /// Whether the function has no side effects; known only where components are created.
    is_pure: bool,
    /// Types of the variables, once the body has been lowered.
    variables: VariableTypes,
}

/// All functions with a body, and which of them can be called by name.
#[derive(Debug, Default)]
pub(super) struct Functions {
    /// Functions by id.
    definitions: Vec<Definition>,
    /// Functions that the unit being lowered can call, by name.
    visible: FxHashMap<String, FnId>,
}

impl Functions {
    /// The id that the next function gets.
    pub(super) fn next_id(&self) -> FnId {
        FnId(self.definitions.len() as u32)
    }

    /// Adds a function, which has the type of an undeclared one until [`Functions::set_type`].
    pub(super) fn add(&mut self) -> FnId {
        let id = self.next_id();
        self.definitions.push(Definition {
            ty: Arc::new(undeclared()),
            is_pure: false,
            variables: VariableTypes::default(),
        });
        id
    }

    /// Makes only these functions callable by name.
    pub(super) fn set_visible(&mut self, functions: FxHashMap<String, FnId>) {
        self.visible = functions;
    }

    /// The function that a name calls.
    pub(super) fn find(&self, name: &str) -> Option<FnId> {
        self.visible.get(name).copied()
    }

    /// Whether the program takes values from a verifier (rules of SV-COMP).
    pub(super) fn is_for_verifiers(&self) -> bool {
        self.visible
            .keys()
            .any(|name| name.starts_with("__VERIFIER_"))
    }

    /// The wrapper function around the call of a library function, with its type.
    pub(super) fn wrapper(&self, name: &str) -> Option<(FnId, Type)> {
        let id = self.find(&format!("{AROUND}{name}"))?;
        Some((id, Type::Function(self.ty(id).clone())))
    }

    /// Type of a function as defined.
    pub(super) fn ty(&self, id: FnId) -> &Arc<FnType> {
        &self.definitions[id.index()].ty
    }

    /// Sets the type of a function.
    pub(super) fn set_type(&mut self, id: FnId, ty: Arc<FnType>) {
        self.definitions[id.index()].ty = ty;
    }

    /// Whether a function is known to have no side effects.
    pub(super) fn is_pure(&self, id: FnId) -> bool {
        self.definitions[id.index()].is_pure
    }

    /// Records that a function has no side effects.
    pub(super) fn set_pure(&mut self, id: FnId) {
        self.definitions[id.index()].is_pure = true;
    }

    /// Stores the types of the variables of a function whose body has been lowered.
    pub(super) fn set_variables(&mut self, id: FnId, variables: VariableTypes) {
        self.definitions[id.index()].variables = variables;
    }

    /// Types of the variables of each function, by id.
    pub(super) fn variables(&self) -> impl Iterator<Item = &VariableTypes> {
        self.definitions.iter().map(|function| &function.variables)
    }
}

/// The assumed type of a function without a declaration.
fn undeclared() -> FnType {
    FnType {
        result: Type::INT,
        params: Vec::new(),
        variadic: false,
        old_style: true,
    }
}
