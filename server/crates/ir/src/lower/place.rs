//! Places: what an expression designates when it is assigned to, read or has its address taken.

use syntax::Span;
use syntax::ast::{Expr, ExprKind, Name};

use super::Lowerer;
use super::expr::Value;
use super::layout::Bits;
use super::prelude::AROUND;
use super::scope::Entity;
use super::types::Type;
use crate::{Builtin, FnId, Inst, Reg};

/// Something that can be read and written.
#[derive(Debug, Clone)]
pub(super) enum Place {
    /// A variable in a register.
    Register(Reg, Type),
    /// An object at the address in a register.
    Memory(Reg, Type),
    /// A bit-field in the unit at the address in a register.
    Bits(Reg, Bits),
}

impl Place {
    /// Type of what is there.
    pub(super) fn ty(&self) -> Type {
        match self {
            Place::Register(_, ty) | Place::Memory(_, ty) => ty.clone(),
            Place::Bits(_, bits) => Type::Arith(bits.unit),
        }
    }
}

impl Lowerer<'_> {
    /// The place that `e` designates; `None` (with the code ending there) when it designates none.
    pub(super) fn place(&mut self, e: &Expr) -> Option<Place> {
        match &e.kind {
            ExprKind::Ident(name) => self.named_place(name, e.span),
            ExprKind::Deref(inner) => {
                let pointer = self.rvalue(inner);
                self.target_of(&pointer, e.span)
            }
            ExprKind::Index(a, b) => self.element(a, b, e.span, false),
            ExprKind::Member(base, name, arrow) => self.member(base, name, *arrow, e.span),
            ExprKind::CompoundLiteral(ty, list) => self.compound_literal(ty, list, e.span),
            ExprKind::Str(bytes) => {
                let ty = Type::Array(Type::CHAR.into(), Some(bytes.len() as u64 + 1));
                let global = self.string_literal(bytes, e.span);
                let dst = self.f.reg();
                self.f.emit(e.span, Inst::AddrGlobal { dst, global });
                Some(Place::Memory(dst, ty))
            }
            ExprKind::Call(..)
            | ExprKind::Assign(..)
            | ExprKind::Conditional(..)
            | ExprKind::Comma(..)
            | ExprKind::StatementExpr(_) => {
                let value = self.rvalue(e);
                match value.ty {
                    Type::Record(_) => Some(Place::Memory(value.reg, value.ty)),
                    _ => self.no_place(e.span),
                }
            }
            _ => self.no_place(e.span),
        }
    }

    fn no_place(&mut self, span: Span) -> Option<Place> {
        self.wrong(span, "this expression does not designate an object");
        None
    }

    fn named_place(&mut self, name: &str, span: Span) -> Option<Place> {
        match self.scopes.find(name).cloned() {
            Some(Entity::Register(reg, ty)) => Some(Place::Register(reg, ty)),
            Some(Entity::Slot(slot, ty)) => {
                let dst = self.f.reg();
                self.f.emit(span, Inst::AddrSlot { dst, slot });
                Some(Place::Memory(dst, ty))
            }
            Some(Entity::Global(global)) => {
                let state = &self.globals[global.index()];
                if !state.defined {
                    self.unsupported(
                        span,
                        format!("the variable `{name}`, which is defined elsewhere,"),
                    );
                    return None;
                }
                let ty = state.ty.clone();
                let dst = self.f.reg();
                self.f.emit(span, Inst::AddrGlobal { dst, global });
                Some(Place::Memory(dst, ty))
            }
            Some(Entity::Function(Some(function), ty)) => {
                let dst = self.f.reg();
                self.f.emit(span, Inst::AddrFn { dst, function });
                Some(Place::Memory(dst, ty))
            }
            Some(Entity::Function(None, _)) | None if self.around(name).is_some() => {
                let (function, ty) = self.around(name)?;
                let dst = self.f.reg();
                self.f.emit(span, Inst::AddrFn { dst, function });
                Some(Place::Memory(dst, ty))
            }
            Some(Entity::Function(None, _)) => {
                self.unsupported(
                    span,
                    format!("the address of the library function `{name}`"),
                );
                None
            }
            Some(Entity::Dynamic(array)) => Some(Place::Memory(array.address, array.ty)),
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

    /// The function around the call of a library function.
    pub(super) fn around(&self, name: &str) -> Option<(FnId, Type)> {
        let id = *self.fn_ids.get(&format!("{AROUND}{name}"))?;
        let ty = self.definitions[id.index()].clone();
        Some((id, Type::Function(ty)))
    }

    /// `*pointer`
    pub(super) fn target_of(&mut self, pointer: &Value, span: Span) -> Option<Place> {
        match &pointer.ty {
            // `*f` is `f` again.
            Type::Pointer(to) => Some(Place::Memory(pointer.reg, (**to).clone())),
            Type::Unmodelled(_) => None,
            _ => {
                self.wrong(span, "the operand of `*` or `[]` is not a pointer");
                None
            }
        }
    }

    fn member(&mut self, base: &Expr, name: &Name, arrow: bool, span: Span) -> Option<Place> {
        let (address, ty) = if arrow {
            let pointer = self.rvalue(base);
            if pointer.is_lost() {
                return None;
            }
            let to = pointer.ty.pointee().cloned().unwrap_or(Type::Void);
            (pointer.reg, to)
        } else {
            match self.place(base)? {
                Place::Memory(address, ty) => (address, ty),
                _ => return self.no_member(name),
            }
        };
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
            Some(bits) => Place::Bits(address, bits),
            None => Place::Memory(address, field.ty),
        })
    }

    fn no_member(&mut self, name: &Name) -> Option<Place> {
        self.wrong(name.span, format!("no member named `{}`", name.text));
        None
    }

    /// Address of what lies `offset` bytes into the object at `base`.
    pub(super) fn member_address(&mut self, base: Reg, offset: u64, span: Span) -> Reg {
        if offset == 0 {
            return base;
        }
        let dst = self.f.reg();
        self.f.emit(
            span,
            Inst::PtrField {
                dst,
                base,
                offset: offset as u32,
            },
        );
        dst
    }

    /// The value at a place: arrays and functions become pointers, records stay addresses.
    pub(super) fn load(&mut self, place: &Place, span: Span) -> Value {
        match place {
            Place::Register(reg, ty) => Value {
                reg: *reg,
                ty: ty.clone(),
            },
            Place::Memory(addr, ty) => match ty.scalar() {
                Some(scalar) => {
                    let dst = self.f.reg();
                    self.f.emit(
                        span,
                        Inst::Load {
                            dst,
                            addr: *addr,
                            ty: scalar,
                        },
                    );
                    Value {
                        reg: dst,
                        ty: ty.clone(),
                    }
                }
                None => Value {
                    reg: *addr,
                    ty: ty.decay(),
                },
            },
            Place::Bits(addr, bits) => {
                let dst = self.f.reg();
                let Bits { unit, shift, width } = *bits;
                self.f.emit(
                    span,
                    Inst::LoadBits {
                        dst,
                        addr: *addr,
                        ty: unit,
                        shift,
                        width,
                    },
                );
                let loaded = Value {
                    reg: dst,
                    ty: Type::Arith(unit),
                };
                self.convert(loaded, &Type::Arith(bits.value_type()), span)
            }
        }
    }

    /// Writes a value that has the place's type. Gives the value that the assignment has.
    pub(super) fn store(&mut self, place: &Place, value: Value, span: Span) -> Value {
        match place {
            Place::Register(reg, ty) => {
                self.f.assign(span, *reg, value.reg);
                Value {
                    reg: *reg,
                    ty: ty.clone(),
                }
            }
            Place::Memory(addr, ty) => {
                if let Some(scalar) = ty.scalar() {
                    self.f.emit(
                        span,
                        Inst::Store {
                            addr: *addr,
                            src: value.reg,
                            ty: scalar,
                        },
                    );
                    return value;
                }
                match self.records.size(ty) {
                    Some(size) if size > 0 => {
                        self.f.emit(
                            span,
                            Inst::Copy {
                                dst: *addr,
                                src: value.reg,
                                size: size as u32,
                            },
                        );
                    }
                    Some(_) => {}
                    None => self.wrong(span, "an object of incomplete type cannot be assigned to"),
                }
                Value {
                    reg: *addr,
                    ty: ty.clone(),
                }
            }
            Place::Bits(addr, bits) => {
                let Bits { unit, shift, width } = *bits;
                self.f.emit(
                    span,
                    Inst::StoreBits {
                        addr: *addr,
                        src: value.reg,
                        ty: unit,
                        shift,
                        width,
                    },
                );
                Value {
                    reg: value.reg,
                    ty: Type::Arith(unit),
                }
            }
        }
    }

    /// The value of an assignment to `place`, which for a bit-field is what fitted into it.
    pub(super) fn reread(&mut self, place: &Place, stored: Value, span: Span) -> Value {
        match place {
            Place::Bits(..) => self.load(place, span),
            _ => stored,
        }
    }

    /// `&e`
    pub(super) fn address_of(&mut self, e: &Expr, span: Span) -> Value {
        let place = match &e.kind {
            ExprKind::Index(a, b) => self.element(a, b, e.span, true),
            _ => self.place(e),
        };
        match place {
            Some(Place::Memory(reg, ty)) => Value {
                reg,
                ty: ty.pointer(),
            },
            Some(Place::Register(..) | Place::Bits(..)) => {
                self.wrong(span, "the address of this object cannot be taken");
                self.lost(span)
            }
            None => self.lost(span),
        }
    }
}
