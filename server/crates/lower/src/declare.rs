//! Declarations of objects at file scope and in blocks, of static locals, and the components of declarations.

use ir::{AltKind, ComponentKind, GlobalId, Inst, Place, SlotId};
use syntax::Span;
use syntax::ast::{Declaration, Declarator, Derive, Init, InitDeclarator, Name, Storage};

use super::Lowerer;
use super::builder::{FnBuilder, Writes};
use super::effects::{Extent, init_exprs, init_extent, init_names};
use super::globals::MAX_GLOBAL;
use super::lengths::Lengths;
use super::lvalue::LValue;
use super::relax::Reach;
use super::scope::Entity;
use super::types::Type;

/// Most values of a table that may be relaxed together: one for each byte, and some more.
const MAX_LISTED: usize = 512;

impl Lowerer<'_> {
    /// A declaration at file scope.
    pub(super) fn file_declaration(&mut self, d: &Declaration) {
        let base = self.base_type(&d.specs);
        for item in &d.declarators {
            let Some(name) = &item.declarator.name else {
                continue;
            };
            if self.static_assertion(&item.declarator) {
                continue;
            }
            let ty = self.declarator_type(base.clone(), &item.declarator);
            let ty = self.typedef_type(ty, d, item);
            if self.declare_other(&ty, name, d.specs.storage) {
                continue;
            }
            let ty = match &item.init {
                Some(init) => self.complete_by_initialiser(ty, init),
                None => ty,
            };
            let defined = d.specs.storage != Storage::Extern || item.init.is_some();
            let id = self.file_object(name, ty, defined, d.specs.storage == Storage::Static);
            let align = self.asked_alignment(d, item);
            self.globals.request_alignment(id, align);
            if d.specs.is_const {
                self.globals.protect(id);
            }
            if let Some(init) = &item.init {
                self.static_initialiser(id, item, init);
            }
        }
    }

    /// Checks `_Static_assert(condition, message);`, which the tree has as a type of that name, an array of as many
    /// elements. Returns whether it is one.
    fn static_assertion(&mut self, declarator: &Declarator) -> bool {
        let name = declarator.name.as_ref().map(|name| &*name.text);
        let (Some("_Static_assert" | "static_assert"), [Derive::Array(Some(condition))]) =
            (name, &*declarator.derive)
        else {
            return false;
        };
        match self.constant(condition) {
            Some(value) if value.truth() => {}
            Some(_) => {
                let said = self.text_behind(condition.span).unwrap_or_default();
                let message = ["static assertion failed", &said].join(if said.is_empty() {
                    ""
                } else {
                    ": "
                });
                self.diagnostics.error(condition.span, message);
            }
            None => self.diagnostics.error(
                condition.span,
                "expression in static assertion is not constant",
            ),
        }
        true
    }

    /// The string literal that follows an argument, with its quotation marks.
    fn text_behind(&self, argument: Span) -> Option<String> {
        let source = self.parse.sources.file(argument.file)?;
        let rest = source.text.get(argument.end as usize..)?;
        let rest = rest
            .trim_start_matches([')', ' ', '\t', '\n'])
            .strip_prefix(',')?;
        let inside = rest.trim_start().strip_prefix('"')?;
        let end = inside.find('"')?;
        Some(format!("\"{}\"", &inside[..end]))
    }

    /// The type of a declared type name.
    fn typedef_type(&mut self, ty: Type, d: &Declaration, item: &InitDeclarator) -> Type {
        if d.specs.storage != Storage::Typedef {
            return ty;
        }
        let ty = self.aligned_typedef(ty, &d.specs.attributes);
        self.aligned_typedef(ty, &item.declarator.attributes)
    }

    /// The alignment requested by attributes of a declaration.
    fn asked_alignment(&mut self, d: &Declaration, item: &InitDeclarator) -> Option<u64> {
        let shared = self.requested_layout(&d.specs.attributes).align;
        shared.max(self.requested_layout(&item.declarator.attributes).align)
    }

    /// Declares a type name, a function, or an object whose type is not modelled. Returns false for other objects.
    fn declare_other(&mut self, ty: &Type, name: &Name, storage: Storage) -> bool {
        let entity = match ty {
            _ if storage == Storage::Typedef => {
                // A record without a tag is displayed by its type name.
                if let Type::Record(id) = ty {
                    self.records.name(*id, &name.text);
                }
                Entity::Typedef(ty.clone())
            }
            Type::Function(_) => {
                let id = self.functions.find(&name.text);
                Entity::Function(id, ty.clone())
            }
            Type::Unmodelled(what) => Entity::Unmodelled(what.to_string()),
            _ => return false,
        };
        self.scopes.declare(&name.text, entity);
        true
    }

    /// The global object of all declarations of a name; `own` means that it has internal linkage.
    fn file_object(&mut self, name: &Name, ty: Type, defined: bool, own: bool) -> GlobalId {
        let known = match self.scopes.find_global(&name.text) {
            Some(Entity::Global(id)) => Some(*id),
            _ if own => None,
            _ => self.linkage.object(&name.text),
        };
        let id = if let Some(id) = known {
            self.globals.redeclare(id, ty, defined, name.span);
            self.scopes.declare_global(&name.text, Entity::Global(id));
            id
        } else {
            let id = self.globals.create(&name.text, ty, defined, name.span);
            self.scopes.declare_global(&name.text, Entity::Global(id));
            if !own {
                self.linkage.link_object(&name.text, id);
            }
            id
        };
        self.scopes.declare(&name.text, Entity::Global(id));
        id
    }

    /// The initialiser of an object with static lifetime; `self.f` is `@init`.
    fn static_initialiser(&mut self, id: GlobalId, item: &InitDeclarator, init: &Init) {
        let locals = init_names(init, &|name| {
            matches!(
                self.scopes.find(name),
                Some(Entity::Register(..) | Entity::Slot(..))
            )
        });
        if locals {
            return self.wrong(
                item.span,
                "the initialiser of a static object is not constant",
            );
        }
        let ty = self.globals.ty(id).clone();
        let filled = self.initialised_size(&ty, init);
        self.globals.set_initialised_size(id, filled);
        if self.records.size(&ty).is_some_and(|size| size > MAX_GLOBAL) {
            // The object is reported as not modelled where it is used.
            return;
        }
        let dst = self.f.reg();
        self.f.emit(item.span, Inst::AddrGlobal { dst, global: id });
        self.initialise(&LValue::Memory(dst, ty), init, true, item);
    }

    /// A declaration in a block.
    pub(super) fn local_declaration(&mut self, d: &Declaration) {
        let base = self.base_type(&d.specs);
        for item in &d.declarators {
            let Some(name) = &item.declarator.name else {
                continue;
            };
            if self.static_assertion(&item.declarator) {
                continue;
            }
            let lengths = std::mem::replace(&mut self.lengths, Lengths::Evaluated);
            let ty = self.declarator_type(base.clone(), &item.declarator);
            self.lengths = lengths;
            let ty = match &item.init {
                Some(init) => self.complete_by_initialiser(ty, init),
                None => ty,
            };
            let ty = self.typedef_type(ty, d, item);
            if self.declare_other(&ty, name, d.specs.storage) {
                if let (Type::Unmodelled(what), false) = (&ty, d.specs.storage == Storage::Typedef)
                {
                    self.unsupported(item.span, &**what);
                }
                continue;
            }
            match d.specs.storage {
                Storage::Extern => {
                    self.file_object(name, ty, false, false);
                }
                Storage::Static => {
                    self.static_local(name, ty, item);
                    if let (true, Some(id)) =
                        (d.specs.is_const, self.globals.static_local(item.span))
                    {
                        self.globals.protect(id);
                    }
                }
                _ => self.automatic(name, ty, item),
            }
        }
    }

    fn static_local(&mut self, name: &Name, ty: Type, item: &InitDeclarator) {
        if let Some(id) = self.globals.static_local(item.span) {
            return self.scopes.declare(&name.text, Entity::Global(id));
        }
        let scope = self.f.scope_from(name.span);
        let globals = &mut self.globals;
        let id = globals.create_static_local(item.span, name, ty, scope);
        self.scopes.declare(&name.text, Entity::Global(id));
        if let Some(init) = &item.init {
            let labels = self.f.label_values.clone();
            self.swap_builders();
            self.f.label_values = labels;
            self.static_initialiser(id, item, init);
            self.swap_builders();
        }
    }

    fn automatic(&mut self, name: &Name, ty: Type, item: &InitDeclarator) {
        let is_set_later = self.parse.sources.unset_is_any && item.init.is_none();
        let place = match ty.scalar() {
            Some(scalar) if !is_set_later && !self.f.addressed.contains(&name.text) => {
                let reg = self.f.reg();
                self.f.variable(reg, name, scalar, &ty);
                self.scopes
                    .declare(&name.text, Entity::Register(reg, ty.clone()));
                LValue::Register(reg, ty)
            }
            _ => {
                let Some(slot) = self.local_object(&name.text, &ty, item.span) else {
                    return;
                };
                let live = match ty {
                    Type::Vla(_, size) => Inst::SlotSized { slot, size },
                    _ => Inst::SlotLive { slot },
                };
                self.f.emit(item.span, live);
                let dst = self.f.reg();
                self.f.emit(item.span, Inst::AddrSlot { dst, slot });
                LValue::Memory(dst, ty)
            }
        };
        match &item.init {
            Some(init) => self.initialise(&place, init, false, item),
            None => self.uninitialised(&place, item.span),
        }
    }

    /// Declares a local object in memory, whose lifetime is started elsewhere.
    pub(super) fn local_object(&mut self, name: &str, ty: &Type, span: Span) -> Option<SlotId> {
        let size = match ty {
            Type::Vla(..) => Some(0),
            _ => self.records.size(ty),
        };
        let Some(size) = size else {
            self.wrong(span, format!("the type of `{name}` is incomplete"));
            self.scopes.declare(
                name,
                Entity::Unmodelled(format!("`{name}`, whose type is incomplete,")),
            );
            return None;
        };
        let slot = self.f.slot(name, size, self.records.align(ty), ty, span);
        self.f.live.push(slot);
        self.scopes.declare(name, Entity::Slot(slot, ty.clone()));
        Some(slot)
    }

    /// The component `x = e` of a declaration with an initialiser. Each value of a table may be wrong, however many
    /// there are.
    fn initialise(&mut self, place: &LValue, init: &Init, zeroed: bool, item: &InitDeclarator) {
        let usual = self.options.max_aggregate;
        let listed = init_exprs(init).len().min(MAX_LISTED) as u32;
        self.options.max_aggregate = usual.max(listed);
        self.initialise_component(place, init, zeroed, item);
        self.options.max_aggregate = usual;
    }

    fn initialise_component(
        &mut self,
        place: &LValue,
        init: &Init,
        zeroed: bool,
        item: &InitDeclarator,
    ) {
        // The component.
        let span = item.span;
        let extent = Extent::over([init_extent(init)]);
        let write = |this: &mut Self, writes| {
            this.with_writes(writes, |this| {
                this.initialise_raw(place, init, zeroed, span)
            })
        };
        let Some(mut open) = self.begin(ComponentKind::Initialiser, span, extent) else {
            write(self, Writes::Owned);
            return;
        };

        // Facts about the target and the operands, before the code.
        let name = item.declarator.name.as_ref();
        let target = name.map(|name| Place::variable(&name.text));
        self.components.set_target(open.comp, target);
        if let (Init::Expr(operand), true) = (init, place.ty().scalar().is_some()) {
            self.calls.mark_owned(operand);
        }
        let exprs = init_exprs(init);
        let effects = self.init_effects(init);
        let targets = self.targets(&exprs);
        let reach = self.reach(&place.ty()).min(targets.reach);

        // As written.
        if let Some(value) = write(self, Writes::Owned)
            && let Some(ty) = value.ty.scalar()
        {
            self.f.observe(open.comp, value.reg, ty);
        }

        // Any value; only the writes in the operands are executed.
        let comp = open.comp;
        let mut evaluated = false;
        if reach > Reach::Nothing && !effects.conditional_writes {
            self.alternative(&mut open, AltKind::Angelic, true);
            let writes = |this: &mut Self| {
                this.with_writes(Writes::Angelic(comp), |this| {
                    for e in &exprs {
                        this.angelic_writes(e, false);
                    }
                });
            };
            if targets.may_trap {
                undefine(&mut self.f, place, span);
                self.with_rescue(&open, writes);
            } else {
                writes(self);
            }
            self.store_angelic(place, comp, span);
        }

        // Not initialised, where the alternatives with any value do not cover that.
        let skip_searched = targets.impure || reach < Reach::All || effects.conditional_writes;
        if skip_searched {
            self.alternative(&mut open, AltKind::Skip, true);
            undefine(&mut self.f, place, span);
        }

        // The operands are evaluated, then any value.
        let side_effects = effects.calls || effects.conditional_writes;
        if reach > Reach::Nothing && side_effects && self.can_evaluate_again(&open) {
            self.alternative(&mut open, AltKind::EvalAngelic, true);
            let dropped = self.f.dropped;
            write(self, Writes::EvalAngelic(comp));
            self.store_angelic(place, comp, span);
            evaluated = self.f.dropped == dropped;
        }

        // Not initialised, as evidence only.
        if !skip_searched && self.wants_evidence(&open) {
            self.alternative(&mut open, AltKind::Skip, false);
            undefine(&mut self.f, place, span);
        }
        self.finish(open, reach == Reach::All && (!side_effects || evaluated));
    }

    /// The component `int x;`: indeterminate as written, or an angelic initial value.
    fn uninitialised(&mut self, place: &LValue, span: Span) {
        if self.reach(&place.ty()) == Reach::Nothing {
            return undefine(&mut self.f, place, span);
        }
        let extent = Extent {
            nodes: 1,
            height: 1,
        };
        let Some(mut open) = self.begin(ComponentKind::Declaration, span, extent) else {
            return undefine(&mut self.f, place, span);
        };
        undefine(&mut self.f, place, span);
        self.alternative(&mut open, AltKind::Angelic, true);
        self.store_angelic(place, open.comp, span);
        // Reading an indeterminate value can only trap, so an arbitrary value covers it.
        self.finish(open, true);
    }
}

/// Makes a variable in a register indeterminate; an object in memory has been so since its lifetime began.
fn undefine(f: &mut FnBuilder, place: &LValue, span: Span) {
    if let LValue::Register(dst, _) = place {
        f.emit(span, Inst::Undef { dst: *dst });
    }
}
