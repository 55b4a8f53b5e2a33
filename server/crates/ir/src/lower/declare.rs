//! Declarations: of objects at file scope and in blocks, static locals, and the components that they are.

use std::rc::Rc;

use syntax::Span;
use syntax::ast::{Declaration, Declarator, Derive, Init, InitDeclarator, Name, Specs, Storage};

use super::builder::Writes;
use super::effects::{Extent, init_exprs, init_extent, init_names};
use super::place::Place;
use super::relax::Reach;
use super::scope::{Dynamic, Entity};
use super::types::Type;
use super::{GlobalState, Lowerer};
use crate::{
    AltKind, BinOp, Builtin, BuiltinCall, ComponentKind, Global, GlobalId, Inst, Scalar, SlotId,
};

impl Lowerer<'_> {
    /// A new global object; its size is settled when the unit is complete.
    pub(super) fn new_global(
        &mut self,
        name: &str,
        ty: Type,
        defined: bool,
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
        self.globals.push(GlobalState {
            ty,
            defined,
            global,
        });
        GlobalId(self.globals.len() as u32 - 1)
    }

    /// A declaration at file scope.
    pub(super) fn file_declaration(&mut self, d: &Declaration) {
        let base = self.base_type(&d.specs);
        for item in &d.declarators {
            let Some(name) = &item.declarator.name else {
                continue;
            };
            let ty = self.declarator_type(base.clone(), &item.declarator);
            if self.declare_other(&ty, name, d.specs.storage) {
                continue;
            }
            let ty = match &item.init {
                Some(init) => self.completed(ty, init),
                None => ty,
            };
            let defined = d.specs.storage != Storage::Extern || item.init.is_some();
            let id = self.file_object(name, ty, defined);
            self.protect(id, &d.specs);
            if let Some(init) = &item.init {
                self.static_initialiser(id, item, init);
            }
        }
    }

    /// Declares a type name, a function, or an object whose type is not modelled. False for other objects.
    fn declare_other(&mut self, ty: &Type, name: &Name, storage: Storage) -> bool {
        let entity = match ty {
            _ if storage == Storage::Typedef => Entity::Typedef(ty.clone()),
            Type::Function(_) => {
                let id = self.fn_ids.get(&name.text).copied();
                Entity::Function(id, ty.clone())
            }
            Type::Unmodelled(what) => Entity::Unmodelled(what.to_string()),
            _ => return false,
        };
        self.scopes.declare(&name.text, entity);
        true
    }

    /// A global object, the same for all its declarations.
    fn file_object(&mut self, name: &Name, ty: Type, defined: bool) -> GlobalId {
        let id = if let Some(Entity::Global(id)) = self.scopes.find_global(&name.text) {
            let state = &mut self.globals[id.index()];
            if !matches!(ty, Type::Array(_, None)) {
                state.ty = ty;
            }
            if defined && !state.defined {
                state.defined = true;
                state.global.span = name.span;
            }
            *id
        } else {
            let id = self.new_global(&name.text, ty, defined, name.span);
            self.scopes.declare_global(&name.text, Entity::Global(id));
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
        let ty = self.globals[id.index()].ty.clone();
        let dst = self.f.reg();
        self.f.emit(item.span, Inst::AddrGlobal { dst, global: id });
        self.initialise(&Place::Memory(dst, ty), init, true, item.span);
    }

    /// A declaration in a block.
    pub(super) fn local_declaration(&mut self, d: &Declaration) {
        let base = self.base_type(&d.specs);
        for item in &d.declarators {
            let Some(name) = &item.declarator.name else {
                continue;
            };
            if d.specs.storage == Storage::None && self.dynamic_array(&base, name, item) {
                continue;
            }
            let ty = self.declarator_type(base.clone(), &item.declarator);
            let ty = match &item.init {
                Some(init) => self.completed(ty, init),
                None => ty,
            };
            if self.declare_other(&ty, name, d.specs.storage) {
                if let (Type::Unmodelled(what), false) = (&ty, d.specs.storage == Storage::Typedef)
                {
                    self.unsupported(item.span, &**what);
                }
                continue;
            }
            match d.specs.storage {
                Storage::Extern => {
                    self.file_object(name, ty, false);
                }
                Storage::Static => {
                    self.static_local(name, ty, item);
                    if let Some(id) = self.statics.get(&item.span) {
                        self.protect(*id, &d.specs);
                    }
                }
                _ => self.automatic(name, ty, item),
            }
        }
    }

    /// Declares `type name[length]` with a length that is not constant; false for everything else.
    ///
    /// The array is allocated as `malloc` does it. It lives on when its block ends, so that a use after that is not
    /// found out.
    fn dynamic_array(&mut self, base: &Type, name: &Name, item: &InitDeclarator) -> bool {
        let Some((Derive::Array(Some(length)), inner)) = item.declarator.derive.split_first()
        else {
            return false;
        };
        if self.constant_int(length).is_some() {
            return false;
        }
        let inner = Declarator {
            derive: inner.to_vec(),
            ..item.declarator.clone()
        };
        let element = self.declarator_type(base.clone(), &inner);
        let Some(step) = self.records.size(&element) else {
            return false;
        };
        let count = self.rvalue(length);
        let count = self.convert(count, &Type::SIZE, length.span);
        let step = self.f.constant(item.span, Scalar::U64, step);
        let bin = BinOp::Mul;
        let size = self.f.bin(item.span, bin, Scalar::U64, count.reg, step);
        let address = self.f.reg();
        let call = BuiltinCall {
            dst: Some(address),
            builtin: Builtin::Malloc,
            args: vec![(size, Scalar::U64)],
        };
        self.f.emit(item.span, Inst::Builtin(Box::new(call)));
        let ty = Type::Array(Rc::new(element), None);
        let array = Dynamic { address, size, ty };
        self.scopes.declare(&name.text, Entity::Dynamic(array));
        true
    }

    /// Writing to an object that is `const` itself is a failure (C11 §6.7.3); its initialiser may.
    fn protect(&mut self, id: GlobalId, specs: &Specs) {
        let state = &mut self.globals[id.index()];
        let mut ty = &state.ty;
        while let Type::Array(element, _) = ty {
            ty = element;
        }
        // Before a `*`, `const` is said of what is pointed to.
        let itself = matches!(ty, Type::Arith(_) | Type::Record(_));
        state.global.read_only |= specs.is_const && itself;
    }

    fn static_local(&mut self, name: &Name, ty: Type, item: &InitDeclarator) {
        if let Some(id) = self.statics.get(&item.span) {
            let id = *id;
            return self.scopes.declare(&name.text, Entity::Global(id));
        }
        let id = self.new_global(&name.text, ty, true, name.span);
        self.statics.insert(item.span, id);
        self.scopes.declare(&name.text, Entity::Global(id));
        if let Some(init) = &item.init {
            std::mem::swap(&mut self.f, &mut self.other);
            self.static_initialiser(id, item, init);
            std::mem::swap(&mut self.f, &mut self.other);
        }
    }

    fn automatic(&mut self, name: &Name, ty: Type, item: &InitDeclarator) {
        let place = match ty.scalar() {
            Some(scalar) if !self.f.addressed.contains(&name.text) => {
                let reg = self.f.reg();
                self.f.variables.push((reg, name.text.clone(), scalar));
                self.scopes
                    .declare(&name.text, Entity::Register(reg, ty.clone()));
                Place::Register(reg, ty)
            }
            _ => {
                let Some(slot) = self.local_object(&name.text, &ty, item.span) else {
                    return;
                };
                self.f.emit(item.span, Inst::SlotLive { slot });
                let dst = self.f.reg();
                self.f.emit(item.span, Inst::AddrSlot { dst, slot });
                Place::Memory(dst, ty)
            }
        };
        match &item.init {
            Some(init) => self.initialise(&place, init, false, item.span),
            None => self.uninitialised(&place, item.span),
        }
    }

    /// Declares a local object in memory, which begins to live elsewhere.
    pub(super) fn local_object(&mut self, name: &str, ty: &Type, span: Span) -> Option<SlotId> {
        let Some(size) = self.records.size(ty) else {
            self.wrong(span, format!("the type of `{name}` is incomplete"));
            self.scopes.declare(
                name,
                Entity::Unmodelled(format!("`{name}`, whose type is incomplete,")),
            );
            return None;
        };
        let slot = self.f.slot(name, size, self.records.align(ty));
        self.f.live.push(slot);
        self.scopes.declare(name, Entity::Slot(slot, ty.clone()));
        Some(slot)
    }

    /// The component `x = e` of a declaration.
    fn initialise(&mut self, place: &Place, init: &Init, zeroed: bool, span: Span) {
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
        if let (Init::Expr(operand), true) = (init, place.ty().scalar().is_some()) {
            self.own_call(operand);
        }
        let exprs = init_exprs(init);
        let effects = self.init_effects(init);
        let targets = self.targets(&exprs);
        let reach = self.reach(&place.ty()).min(targets.reach);
        if let Some(value) = write(self, Writes::Owned)
            && let Some(ty) = value.ty.scalar()
        {
            self.f.observe(open.comp, value.reg, ty);
        }
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
                undefine(self, place, span);
                self.rescued(&open, writes);
            } else {
                writes(self);
            }
            self.store_angelic(place, comp, span);
        }
        let skip_searched = targets.impure || reach < Reach::All || effects.conditional_writes;
        if skip_searched {
            self.alternative(&mut open, AltKind::Skip, true);
            undefine(self, place, span);
        }
        let side_effects = effects.calls || effects.conditional_writes;
        if reach > Reach::Nothing && side_effects && self.may_copy(&open) {
            self.alternative(&mut open, AltKind::EvalAngelic, true);
            let dropped = self.f.dropped;
            write(self, Writes::EvalAngelic(comp));
            self.store_angelic(place, comp, span);
            evaluated = self.f.dropped == dropped;
        }
        if !skip_searched && self.wants_evidence(&open) {
            self.alternative(&mut open, AltKind::Skip, false);
            undefine(self, place, span);
        }
        self.finish(open, reach == Reach::All && (!side_effects || evaluated));
    }

    /// The component `int x;`: indeterminate, or an angelic initial value.
    fn uninitialised(&mut self, place: &Place, span: Span) {
        if self.reach(&place.ty()) == Reach::Nothing {
            return undefine(self, place, span);
        }
        let extent = Extent {
            nodes: 1,
            height: 1,
        };
        let Some(mut open) = self.begin(ComponentKind::Declaration, span, extent) else {
            return undefine(self, place, span);
        };
        undefine(self, place, span);
        self.alternative(&mut open, AltKind::Angelic, true);
        self.store_angelic(place, open.comp, span);
        // Reading what is indeterminate only traps, so any value does at least as well.
        self.finish(open, true);
    }
}

/// A variable in a register becomes indeterminate; an object in memory has been so since its life began.
fn undefine(lowerer: &mut Lowerer<'_>, place: &Place, span: Span) {
    if let Place::Register(dst, _) = place {
        lowerer.f.emit(span, Inst::Undef { dst: *dst });
    }
}
