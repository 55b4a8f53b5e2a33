//! Objects with static lifetime: variables of files, static locals, and string literals.

use ir::{Global, GlobalId};
use rustc_hash::FxHashMap;
use syntax::Span;
use syntax::ast::Name;

use super::layout::Records;
use super::text::Text;
use super::types::Type;

/// Most bytes of an object with static storage duration.
pub(super) const MAX_GLOBAL: u64 = 256 << 20;

/// A global object with data needed only during lowering.
#[derive(Debug)]
struct GlobalState {
    /// Type of the object; may be an incomplete array.
    ty: Type,
    /// Whether the object is defined here, possibly only tentatively.
    is_defined: bool,
    /// Alignment requested by an attribute.
    align: Option<u64>,
    /// Number of bytes that the initialiser needs.
    initialised_size: u64,
    /// Text in which the name of a static local can be used; empty for the others.
    scope: Span,
    /// The object as it appears in the program; its size and alignment are computed when the unit is complete.
    global: Global,
}

/// All objects with static lifetime.
#[derive(Debug, Default)]
pub(super) struct Globals {
    /// Objects by id.
    objects: Vec<GlobalState>,
    /// String literals by content.
    strings: FxHashMap<Text, GlobalId>,
    /// Static locals by their declarator; lowering a copy of their block finds them again.
    static_locals: FxHashMap<Span, GlobalId>,
}

impl Globals {
    /// Creates an object.
    pub(super) fn create(
        &mut self,
        name: &str,
        ty: Type,
        is_defined: bool,
        span: Span,
    ) -> GlobalId {
        let global = Global {
            name: name.into(),
            size: 0,
            align: 1,
            bytes: Vec::new(),
            read_only: false,
            span,
        };
        self.objects.push(GlobalState {
            ty,
            is_defined,
            align: None,
            initialised_size: 0,
            scope: Span::default(),
            global,
        });
        GlobalId(self.objects.len() as u32 - 1)
    }

    /// Merges another declaration of an object into it; an array without a length does not change the type.
    pub(super) fn redeclare(&mut self, id: GlobalId, ty: Type, is_defined: bool, span: Span) {
        let state = &mut self.objects[id.index()];
        if !matches!(ty, Type::Array(_, None)) {
            state.ty = ty;
        }
        if is_defined && !state.is_defined {
            state.is_defined = true;
            state.global.span = span;
        }
    }

    /// The read-only object of a string literal; literals with the same content share one.
    pub(super) fn string_literal(&mut self, text: &Text, span: Span) -> GlobalId {
        if let Some(id) = self.strings.get(text) {
            return *id;
        }
        let id = self.create("string literal", text.ty(), true, span);
        let global = &mut self.objects[id.index()].global;
        global.bytes.clone_from(&text.bytes);
        global.read_only = true;
        self.strings.insert(text.clone(), id);
        id
    }

    /// The static local of this declarator, if it has been created.
    pub(super) fn static_local(&self, declarator: Span) -> Option<GlobalId> {
        self.static_locals.get(&declarator).copied()
    }

    /// Creates the static local of this declarator, whose name can be used in the scope.
    pub(super) fn create_static_local(
        &mut self,
        declarator: Span,
        name: &Name,
        ty: Type,
        scope: Span,
    ) -> GlobalId {
        let id = self.create(&name.text, ty, true, name.span);
        self.objects[id.index()].scope = scope;
        self.static_locals.insert(declarator, id);
        id
    }

    /// Whether a static local is declared inside this span.
    pub(super) fn has_static_local_in(&self, span: Span) -> bool {
        self.static_locals.keys().any(|s| span.encloses(*s))
    }

    /// Type of an object.
    pub(super) fn ty(&self, id: GlobalId) -> &Type {
        &self.objects[id.index()].ty
    }

    /// Types and scopes of all objects, in the order of their ids.
    pub(super) fn types(&self) -> impl Iterator<Item = (&Type, Span)> {
        let objects = self.objects.iter();
        objects.map(|state| (&state.ty, state.scope))
    }

    /// Whether an object is defined here, possibly only tentatively.
    pub(super) fn is_defined(&self, id: GlobalId) -> bool {
        self.objects[id.index()].is_defined
    }

    /// Requests an alignment; the largest one counts.
    pub(super) fn request_alignment(&mut self, id: GlobalId, align: Option<u64>) {
        let state = &mut self.objects[id.index()];
        state.align = state.align.max(align);
    }

    /// Sets the number of bytes that the initialiser of an object needs.
    pub(super) fn set_initialised_size(&mut self, id: GlobalId, bytes: u64) {
        self.objects[id.index()].initialised_size = bytes;
    }

    /// Makes an object declared with `const` read-only: writing to it is a failure (C11 §6.7.3), except by its
    /// initialiser.
    pub(super) fn protect(&mut self, id: GlobalId) {
        let state = &mut self.objects[id.index()];
        let mut ty = &state.ty;
        while let Type::Array(element, _) = ty {
            ty = element;
        }
        // Before a `*`, `const` qualifies the pointee.
        state.global.read_only |= matches!(ty, Type::Arith(_) | Type::Record(_));
    }

    /// Number of objects.
    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    /// Removes the objects from this id on, which must be string literals and compound literals.
    pub(super) fn truncate(&mut self, count: usize) {
        if self.objects.len() > count {
            self.objects.truncate(count);
            self.strings.retain(|_, id| id.index() < count);
        }
    }

    /// Removes the places of the objects created so far: they are declared in text that the user does not see.
    pub(super) fn hide_places(&mut self) {
        for state in &mut self.objects {
            state.global.span = Span::default();
        }
    }

    /// The objects from this id on as they appear in the program.
    pub(super) fn program_globals<'s>(
        &'s self,
        first: usize,
        records: &'s Records,
    ) -> impl Iterator<Item = Global> + 's {
        let objects = self.objects[first..].iter();
        objects.map(|state| state.to_global(records))
    }
}

impl GlobalState {
    /// The object with its final size; an array without a length gets one element.
    fn to_global(&self, records: &Records) -> Global {
        let one;
        let ty = match &self.ty {
            Type::Array(element, None) => {
                one = Type::Array(element.clone(), Some(1));
                &one
            }
            other => other,
        };
        let size = records.size(ty).unwrap_or(0).max(self.initialised_size);
        Global {
            // A larger object is reported as not modelled where it is used.
            size: if size > MAX_GLOBAL { 0 } else { size },
            align: records.align(ty).max(self.align.unwrap_or(1)) as u32,
            ..self.global.clone()
        }
    }
}
