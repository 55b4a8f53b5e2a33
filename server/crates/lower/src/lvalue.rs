//! Places: the objects that expressions designate when they are assigned to, read or have their address taken.

use ir::{Builtin, Inst, Reg, Scalar};
use syntax::Span;
use syntax::ast::{Expr, ExprKind, Name};

use super::Lowerer;
use super::globals::MAX_GLOBAL;
use super::layout::Bits;
use super::linkage::{defines_object, lack_of};
use super::scope::Entity;
use super::text::Text;
use super::types::Type;
use super::value::Value;

/// A place that can be read and written.
#[derive(Debug, Clone)]
pub(super) enum LValue {
    /// A variable in a register.
    Register(Reg, Type),
    /// An object at the address in a register.
    Memory(Reg, Type),
    /// A bit-field in the unit at the address in a register.
    Bits(Reg, Bits),
    /// A part of a packed record, which is accessed through a temporary.
    Unaligned(Box<UnalignedObject>),
}

/// An object whose alignment may be less than its type requires.
#[derive(Debug, Clone)]
pub(super) struct UnalignedObject {
    /// Address of the object.
    address: Reg,
    /// Number of bytes to copy.
    size: u32,
    /// Place in the temporary: the object, or its bit-field.
    inner: LValue,
}

impl UnalignedObject {
    /// Address of the temporary.
    fn temporary(&self) -> Option<Reg> {
        match self.inner {
            LValue::Memory(temporary, _) | LValue::Bits(temporary, _) => Some(temporary),
            _ => None,
        }
    }
}

impl LValue {
    /// Type of the place.
    pub(super) fn ty(&self) -> Type {
        match self {
            LValue::Register(_, ty) | LValue::Memory(_, ty) => ty.clone(),
            LValue::Bits(_, bits) => Type::Arith(bits.declared),
            LValue::Unaligned(u) => u.inner.ty(),
        }
    }

    /// The register with the address of an object in memory.
    fn address(&self) -> Option<Reg> {
        match self {
            LValue::Memory(address, _) => Some(*address),
            LValue::Unaligned(u) if matches!(u.inner, LValue::Memory(..)) => Some(u.address),
            _ => None,
        }
    }
}

impl Lowerer<'_> {
    /// The place that `e` designates; `None` (and the code ends there) if it designates none.
    pub(super) fn place(&mut self, e: &Expr) -> Option<LValue> {
        match &e.kind {
            // Expressions that designate an object.
            ExprKind::Ident(name) => self.named_place(name, e.span),
            ExprKind::Deref(inner) => {
                let pointer = self.rvalue(inner);
                self.target_of(&pointer, e.span)
            }
            ExprKind::Index(a, b) => {
                let target = self.element(a, b, e.span, false)?;
                Some(self.as_aligned(e, target))
            }
            ExprKind::Member(base, name, arrow) => {
                let member = self.member(base, name, *arrow, e.span)?;
                Some(self.as_aligned(e, member))
            }
            ExprKind::CompoundLiteral(ty, list) => self.compound_literal(ty, list, e.span),
            ExprKind::Str(_) | ExprKind::WideStr(..) => {
                let text = Text::of(e)?;
                let global = self.globals.string_literal(&text, e.span);
                let dst = self.f.reg();
                self.f.emit(e.span, Inst::AddrGlobal { dst, global });
                Some(LValue::Memory(dst, text.ty()))
            }
            ExprKind::Generic(..) | ExprKind::ChooseExpr(_) => match self.selected_operand(e) {
                Ok(chosen) => self.place(chosen),
                Err(what) => {
                    self.unsupported(e.span, what);
                    None
                }
            },

            // Expressions whose value is a record: its object.
            ExprKind::Call(..)
            | ExprKind::Assign(..)
            | ExprKind::Conditional(..)
            | ExprKind::Comma(..)
            | ExprKind::StatementExpr(_) => {
                let value = self.rvalue(e);
                match value.ty {
                    Type::Record(_) => Some(LValue::Memory(value.reg, value.ty)),
                    _ => self.no_place(e.span),
                }
            }
            ExprKind::Unsupported(what) => {
                self.unsupported(e.span, what.clone());
                None
            }
            _ => self.no_place(e.span),
        }
    }

    fn no_place(&mut self, span: Span) -> Option<LValue> {
        self.wrong(span, "this expression does not designate an object");
        None
    }

    fn named_place(&mut self, name: &str, span: Span) -> Option<LValue> {
        match self.scopes.find(name).cloned() {
            // Objects.
            Some(Entity::Register(reg, ty)) => Some(LValue::Register(reg, ty)),
            Some(Entity::Slot(slot, ty)) => {
                let dst = self.f.reg();
                self.f.emit(span, Inst::AddrSlot { dst, slot });
                Some(LValue::Memory(dst, ty))
            }
            Some(Entity::Global(global)) => {
                // A later declaration may define it.
                if !self.globals.is_defined(global) && !defines_object(&self.parse.unit.items, name)
                {
                    let what = format!("the variable `{name}`, which is defined elsewhere,");
                    let lack = lack_of(name, what, &self.parse.system_functions);
                    self.unsupported(span, lack);
                    return None;
                }
                let ty = self.globals.ty(global).clone();
                if self.records.size(&ty).is_some_and(|size| size > MAX_GLOBAL) {
                    self.unsupported(span, format!("`{name}`, which has more than 256 MB,"));
                    return None;
                }
                let dst = self.f.reg();
                self.f.emit(span, Inst::AddrGlobal { dst, global });
                Some(LValue::Memory(dst, ty))
            }

            // Functions; one of the library has an address if it has a wrapper.
            Some(Entity::Function(Some(function), ty)) => {
                let dst = self.f.reg();
                self.f.emit(span, Inst::AddrFn { dst, function });
                Some(LValue::Memory(dst, ty))
            }
            Some(Entity::Function(None, _)) | None if self.functions.wrapper(name).is_some() => {
                let (function, ty) = self.functions.wrapper(name)?;
                let dst = self.f.reg();
                self.f.emit(span, Inst::AddrFn { dst, function });
                Some(LValue::Memory(dst, ty))
            }
            Some(Entity::Function(None, _)) => {
                let what = format!("the address of the library function `{name}`");
                let lack = lack_of(name, what, &self.parse.system_functions);
                self.unsupported(span, lack);
                None
            }

            // Names of something else, and names without a declaration.
            Some(Entity::Unmodelled(what)) => {
                self.unsupported(span, what);
                None
            }
            Some(Entity::Constant(_) | Entity::Typedef(_)) => self.no_place(span),
            None if name == "errno" => {
                self.unsupported(span, "`errno`");
                None
            }
            None if Builtin::by_name(name).is_some() => {
                self.unsupported(
                    span,
                    format!("the address of the library function `{name}`"),
                );
                None
            }
            None => {
                self.wrong(span, format!("use of undeclared identifier `{name}`"));
                None
            }
        }
    }

    /// `*pointer`
    pub(super) fn target_of(&mut self, pointer: &Value, span: Span) -> Option<LValue> {
        match &pointer.ty {
            // `*f` is `f` itself.
            Type::Pointer(to) => Some(LValue::Memory(pointer.reg, (**to).clone())),
            Type::Unmodelled(_) => None,
            _ => {
                self.wrong(span, "the operand of `*` or `[]` is not a pointer");
                None
            }
        }
    }

    fn member(&mut self, base: &Expr, name: &Name, arrow: bool, span: Span) -> Option<LValue> {
        let (address, ty) = if arrow {
            let pointer = self.rvalue(base);
            if pointer.is_erroneous() {
                return None;
            }
            let to = pointer.ty.pointee().cloned().unwrap_or(Type::Void);
            (pointer.reg, to)
        } else {
            let place = self.place(base)?;
            match place.address() {
                Some(address) => (address, place.ty()),
                None => return self.no_member(name),
            }
        };
        if let Type::Unmodelled(what) = &ty {
            self.unsupported(span, &**what);
            return None;
        }
        let Type::Record(id) = ty else {
            return self.no_member(name);
        };
        if self.records.get(id).fields.is_none() {
            self.wrong(name.span, "the struct is not complete here");
            return None;
        }
        let Some(field) = self.records.field(id, &name.text) else {
            return self.no_member(name);
        };
        let address = self.member_address(address, field.offset, span);
        Some(match field.bits {
            Some(bits) => LValue::Bits(address, bits),
            None => LValue::Memory(address, field.ty),
        })
    }

    fn no_member(&mut self, name: &Name) -> Option<LValue> {
        self.wrong(name.span, format!("no member named `{}`", name.text));
        None
    }

    /// Address of the member at `offset` in the object at `base`.
    pub(super) fn member_address(&mut self, base: Reg, offset: u64, span: Span) -> Reg {
        if offset == 0 {
            return base;
        }
        let Ok(offset) = u32::try_from(offset) else {
            self.unsupported(span, "an object of more than 4 GB");
            return base;
        };
        let dst = self.f.reg();
        self.f.emit(span, Inst::PtrField { dst, base, offset });
        dst
    }

    /// The place of `e`, accessed through a temporary if it may be insufficiently aligned.
    fn as_aligned(&mut self, e: &Expr, place: LValue) -> LValue {
        if !self.records.any_unaligned() || !self.is_unaligned(e) {
            return place;
        }
        self.through_temporary(place, e.span)
    }

    /// A place at an offset of a sufficiently aligned object.
    pub(super) fn at_offset(&mut self, place: LValue, offset: u64, span: Span) -> LValue {
        let unit = match &place {
            LValue::Memory(_, ty) => self.in_memory(ty),
            LValue::Bits(_, bits) if bits.is_cut() => return self.through_temporary(place, span),
            LValue::Bits(_, bits) => Some(bits.unit),
            _ => None,
        };
        match unit {
            Some(unit) if !offset.is_multiple_of(u64::from(unit.size())) => {
                self.through_temporary(place, span)
            }
            _ => place,
        }
    }

    /// The type that a scalar of this type has in memory.
    fn in_memory(&self, ty: &Type) -> Option<Scalar> {
        ty.scalar().map(|s| s.in_memory(self.records.model))
    }

    /// Access to the place through a temporary.
    fn through_temporary(&mut self, place: LValue, span: Span) -> LValue {
        let ty = place.ty();
        let (address, unit) = match &place {
            LValue::Memory(address, _) if ty.scalar().is_some() => (*address, self.in_memory(&ty)),
            LValue::Bits(address, bits) => (*address, Some(bits.unit)),
            // Records are copied byte by byte, and arrays are only accessed by element.
            _ => return place,
        };
        let align = u64::from(unit.map_or(0, Scalar::size));
        let slot = self.f.slot("packed member", align, align, &ty, span);
        let size = match &place {
            LValue::Bits(_, bits) => u32::from(bits.bytes),
            _ => align as u32,
        };
        self.f.emit(span, Inst::SlotLive { slot });
        let temporary = self.f.reg();
        let dst = temporary;
        self.f.emit(span, Inst::AddrSlot { dst, slot });
        let inner = match place {
            LValue::Bits(_, bits) => LValue::Bits(temporary, bits),
            _ => LValue::Memory(temporary, ty),
        };
        LValue::Unaligned(Box::new(UnalignedObject {
            address,
            size,
            inner,
        }))
    }

    /// Whether `e` designates a part of a packed record.
    fn is_unaligned(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Member(base, name, arrow) => {
                let Some(field) = self.member_field(base, &name.text, *arrow) else {
                    return false;
                };
                field.unaligned || (!arrow && self.is_unaligned(base))
            }
            ExprKind::Index(base, _) => {
                matches!(self.type_of(base), Type::Array(..)) && self.is_unaligned(base)
            }
            _ => false,
        }
    }

    /// The address of `((struct s *)0)->member` and similar expressions: a place that is only computed, never
    /// accessed, to find an offset.
    fn constant_address(&mut self, e: &Expr) -> Option<(u64, Type)> {
        match &e.kind {
            ExprKind::Member(base, name, true) => {
                let ExprKind::Cast(ty, number) = &base.kind else {
                    return None;
                };
                let bits = self.constant_int(number)?;
                let Some(Type::Record(id)) = self.type_name(ty).pointee().cloned() else {
                    return None;
                };
                let field = self.records.field(id, &name.text)?;
                let bits = u64::try_from(bits).ok()?.checked_add(field.offset)?;
                field.bits.is_none().then_some((bits, field.ty))
            }
            ExprKind::Member(base, name, false) => {
                let (bits, Type::Record(id)) = self.constant_address(base)? else {
                    return None;
                };
                let field = self.records.field(id, &name.text)?;
                let bits = bits.checked_add(field.offset)?;
                field.bits.is_none().then_some((bits, field.ty))
            }
            ExprKind::Index(base, index) => {
                let (bits, Type::Array(element, _)) = self.constant_address(base)? else {
                    return None;
                };
                let index = u64::try_from(self.constant_int(index)?).ok()?;
                let offset = index.checked_mul(self.records.size(&element)?)?;
                Some((bits.checked_add(offset)?, (*element).clone()))
            }
            _ => None,
        }
    }

    /// The value at a place: arrays and functions become pointers, records stay addresses.
    pub(super) fn load(&mut self, place: &LValue, span: Span) -> Value {
        match place {
            LValue::Register(reg, ty) => Value {
                reg: *reg,
                ty: ty.clone(),
            },
            LValue::Memory(address, ty) => self.load_object(*address, ty, span),
            LValue::Unaligned(u) => {
                if let Some(temporary) = u.temporary() {
                    self.f.copy(span, temporary, u.address, u.size);
                }
                self.load(&u.inner, span)
            }
            LValue::Bits(address, bits) => self.load_bits(*address, *bits, span),
        }
    }

    /// The value of an object in memory.
    fn load_object(&mut self, addr: Reg, ty: &Type, span: Span) -> Value {
        let Some(scalar) = ty.scalar() else {
            return Value {
                reg: addr,
                ty: ty.decay(),
            };
        };
        let dst = self.f.reg();
        let load = Inst::Load {
            dst,
            addr,
            ty: scalar.in_memory(self.records.model),
        };
        self.f.emit(span, load);
        Value {
            reg: dst,
            ty: ty.clone(),
        }
    }

    /// The value of a bit-field.
    fn load_bits(&mut self, addr: Reg, bits: Bits, span: Span) -> Value {
        let dst = self.f.reg();
        let load = Inst::LoadBits {
            dst,
            addr,
            ty: bits.unit,
            shift: bits.shift,
            width: bits.width,
        };
        self.f.emit(span, load);
        let loaded = Value {
            reg: dst,
            ty: Type::Arith(bits.declared),
        };
        self.convert(loaded, &Type::Arith(bits.value_type()), span)
    }

    /// Writes a value that has the place's type. Returns the value of the assignment.
    pub(super) fn store(&mut self, place: &LValue, value: Value, span: Span) -> Value {
        match place {
            LValue::Register(reg, ty) => {
                self.f.assign(span, *reg, value.reg);
                Value {
                    reg: *reg,
                    ty: ty.clone(),
                }
            }
            LValue::Memory(address, ty) => self.store_object(*address, ty, value, span),
            LValue::Unaligned(u) => {
                let Some(temporary) = u.temporary() else {
                    return value;
                };
                // The bits beside a bit-field keep their values.
                if let LValue::Bits(..) = u.inner {
                    self.f.copy(span, temporary, u.address, u.size);
                }
                let stored = self.store(&u.inner, value, span);
                self.f.copy(span, u.address, temporary, u.size);
                stored
            }
            LValue::Bits(address, bits) => self.store_bits(*address, *bits, &value, span),
        }
    }

    /// Writes a value to an object in memory.
    fn store_object(&mut self, addr: Reg, ty: &Type, value: Value, span: Span) -> Value {
        if let Some(scalar) = ty.scalar() {
            let store = Inst::Store {
                addr,
                src: value.reg,
                ty: scalar.in_memory(self.records.model),
            };
            self.f.emit(span, store);
            return value;
        }
        match self.records.size(ty) {
            Some(size) if size > 0 => self.f.copy(span, addr, value.reg, size as u32),
            Some(_) => {}
            None => match ty {
                Type::Unmodelled(what) => self.unsupported(span, &**what),
                _ => self.wrong(span, "an object of incomplete type cannot be assigned to"),
            },
        }
        Value {
            reg: addr,
            ty: ty.clone(),
        }
    }

    /// Writes a value to a bit-field.
    fn store_bits(&mut self, addr: Reg, bits: Bits, value: &Value, span: Span) -> Value {
        let store = Inst::StoreBits {
            addr,
            src: value.reg,
            ty: bits.unit,
            shift: bits.shift,
            width: bits.width,
        };
        self.f.emit(span, store);
        Value {
            reg: value.reg,
            ty: Type::Arith(bits.declared),
        }
    }

    /// The value of an assignment to `place`, which for a bit-field is the value that was stored in it.
    pub(super) fn stored_value(&mut self, place: &LValue, stored: Value, span: Span) -> Value {
        match place {
            LValue::Bits(..) => self.load(place, span),
            LValue::Unaligned(u) if matches!(u.inner, LValue::Bits(..)) => {
                self.load(&u.inner, span)
            }
            _ => stored,
        }
    }

    /// `&e`
    pub(super) fn address_of(&mut self, e: &Expr, span: Span) -> Value {
        if let Some((bits, ty)) = self.constant_address(e) {
            let reg = self.f.constant(span, Scalar::Ptr, bits);
            return Value {
                reg,
                ty: ty.pointer(),
            };
        }
        let place = match &e.kind {
            ExprKind::Index(a, b) => self.element(a, b, e.span, true),
            _ => self.place(e),
        };
        let Some(place) = place else {
            return self.erroneous_value(span);
        };
        match place.address() {
            Some(reg) => Value {
                reg,
                ty: place.ty().pointer(),
            },
            None => {
                self.wrong(span, "the address of this object cannot be taken");
                self.erroneous_value(span)
            }
        }
    }
}
