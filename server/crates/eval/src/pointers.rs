//! Pointers: arithmetic, comparisons, and conversions to and from integers.
//!
//! A pointer is an object with an offset. Converted to an integer, it is an address. Objects are far apart, so an
//! address identifies its object, and an integer made from a pointer may be computed with and converted back. Pointers
//! into different objects are ordered by these addresses (sanitizers accept such comparisons): functions first, then
//! objects, as the run's [layout](super::value::Layout) orders them. Object ids do not depend on the domain, so both
//! domains order alike. Objects keep their addresses after their lifetime. A pointer is compared with a number, known or
//! not, by its address. A search for failing inputs notes where a result may depend on the layout.

use std::sync::Arc;

use ir::STREAMS;
use ir::program::{BinOp, Bound, Scalar};
use syntax::DataModel;

use super::domain::Domain;
use super::free_input::LeftOut;
use super::machine::Machine;
use super::object::Object;
use super::stop::{Exec, Stop};
use super::storage::Life;
use super::trap::{NullUse, TrapKind, UninitialisedUse};
use super::value::{NARROW_ROOM, ObjId, Val, is_function};

/// Size of the zero page, whose addresses no system hands out.
const ZERO_PAGE: u64 = 4096;

/// Number of preceding objects that are checked for whether they extend to an address.
const MOST_ROOMS: usize = 1024;

/// Whether the bits are a pointer to a predefined stream, which does not point to memory.
fn is_stream(bits: u64) -> bool {
    STREAMS.iter().any(|(_, stream)| *stream == bits)
}

/// Whether the value is a number that is no address in any layout, such as null or `(void *)-1`.
fn is_no_address<D: Domain>(v: Val<D::Bits>) -> bool {
    let known = D::known(v.bits).filter(|_| v.object == 0);
    known.is_some_and(|bits| bits < ZERO_PAGE || bits > ZERO_PAGE.wrapping_neg())
}

impl<D: Domain> Machine<'_, D> {
    /// An integer made from a pointer, plus or minus another integer: the result keeps the object.
    pub(super) fn moved_address(
        &mut self,
        op: BinOp,
        ty: Scalar,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
    ) -> Option<Val<D::Bits>> {
        if !self.holds_pointers(ty) || is_function(a.object) || is_function(b.object) {
            return None;
        }
        let object = match (op, a.object, b.object) {
            (BinOp::Add | BinOp::Sub, object, 0) | (BinOp::Add, 0, object) if object != 0 => object,
            _ => return None,
        };
        let (x, y) = (self.distance(ty, a), self.distance(ty, b));
        let bits = self.dom.bin(op, Scalar::U64, x, y);
        Some(Val::pointer(object, bits))
    }

    /// The offset of a pointer, or the integer added to one, extended to 64 bits.
    fn distance(&mut self, ty: Scalar, v: Val<D::Bits>) -> D::Bits {
        if v.object != 0 || ty.size() == 8 {
            return v.bits;
        }
        // Interpreted as signed modulo 2³², so that an unsigned number can decrease an address.
        let signed = self.dom.cast(ty, Scalar::I32, v.bits);
        self.dom.cast(Scalar::I32, Scalar::I64, signed)
    }

    /// Whether an integer of this type can hold a pointer and keep its object.
    pub(super) fn holds_pointers(&self, ty: Scalar) -> bool {
        !ty.is_float() && ty.size() == self.program.data_model.word()
    }

    /// The type of pointers in memory.
    pub(super) fn pointer_in_memory(&self) -> Scalar {
        Scalar::Ptr.in_memory(self.program.data_model)
    }

    /// The pointer made from an integer: into the object at this address, if there is one.
    pub(super) fn pointer_from(&self, a: Val<D::Bits>) -> Exec<Val<D::Bits>> {
        let found = match (a.object, D::known(a.bits)) {
            (0, Some(address)) if address >= ZERO_PAGE => self.object_at(address)?,
            _ => None,
        };
        Ok(match found {
            Some((object, offset)) if self.state.memory.get(object).is_some() => {
                Val::pointer(object, D::constant(offset))
            }
            _ => a,
        })
    }

    /// The object at an address. With 32-bit pointers, an address that several objects may contain is unsupported.
    fn object_at(&self, address: u64) -> Exec<Option<(ObjId, u64)>> {
        let model = self.program.data_model;
        let found = self.dom.layout().object_at(address, model.word());
        let Some((nearest, _)) = found.filter(|_| model == DataModel::Ilp32) else {
            return Ok(found);
        };
        let mut room = 0;
        for id in (1..nearest).rev().take(MOST_ROOMS) {
            room += NARROW_ROOM;
            let size = self.state.memory.get(id).map_or(0, Object::size);
            if size > room {
                return Err(Box::new(Stop::Unsupported {
                    what: "a number made a pointer again beside an object of more than 64 KiB (with 32-bit pointers)"
                        .into(),
                    span: syntax::Span::default(),
                }));
            }
        }
        Ok(found)
    }

    /// A value as a number of the type: the address, if it is or was made from a pointer, which is noted.
    pub(super) fn flat(&mut self, ty: Scalar, v: Val<D::Bits>) -> D::Bits {
        if v.object != 0 {
            self.leave_out(LeftOut::Address);
        }
        self.address(ty, v)
    }

    /// A value as a number of the type, where it does not matter which number the layout makes of a pointer.
    pub(super) fn address(&mut self, ty: Scalar, v: Val<D::Bits>) -> D::Bits {
        if v.object == 0 {
            return v.bits;
        }
        let word = self.program.data_model.word();
        let base = self.dom.layout().base_address(v.object, word);
        let address = self
            .dom
            .bin(BinOp::Add, Scalar::U64, D::constant(base), v.bits);
        if ty.size() == 8 {
            return address;
        }
        self.dom.cast(Scalar::U64, ty, address)
    }

    /// Compares two pointers, or two integers of which at least one was made from a pointer.
    pub(super) fn compare_pointers(
        &mut self,
        op: BinOp,
        ty: Scalar,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
    ) -> Val<D::Bits> {
        let is_equality = matches!(op, BinOp::Eq | BinOp::Ne);
        let c = if a.object == b.object && a.object != 0 {
            if is_equality {
                self.note_equality(a, b);
            }
            // Offsets may be negative, addresses are not.
            self.dom.compare(op, Scalar::I64, a.bits, b.bits)
        } else if is_equality && a.object != 0 && b.object != 0 {
            self.note_equality(a, b);
            D::verdict(op == BinOp::Ne)
        } else if is_equality
            && a.object != b.object
            && (is_no_address::<D>(a) || is_no_address::<D>(b))
        {
            D::verdict(op == BinOp::Ne)
        } else {
            if a.object != 0 && b.object != 0 {
                self.leave_out(LeftOut::DifferentObjects);
            } else if a.object != b.object {
                self.leave_out(LeftOut::Address);
            }
            let (x, y) = (self.address(ty, a), self.address(ty, b));
            let ty = if ty == Scalar::Ptr { Scalar::U64 } else { ty };
            self.dom.compare(op, ty, x, y)
        };
        Val::scalar(self.dom.cond_bits(Scalar::I32, c))
    }

    /// Notes a comparison that may give something else in another layout. After the lifetime of its object the value of a
    /// pointer is indeterminate (C11 6.2.4 §2), and another object may begin where one ends.
    fn note_equality(&mut self, a: Val<D::Bits>, b: Val<D::Bits>) {
        if self.state.input.free.is_none() {
            return;
        }
        for p in [a, b] {
            let Some(object) = self.state.memory.get(p.object) else {
                continue;
            };
            let (life, size) = (object.life, D::constant(object.size()));
            let inside = self.dom.compare(BinOp::Lt, Scalar::U64, p.bits, size);
            let may_be_end = a.object != b.object && D::truth(inside) != Some(true);
            if life != Life::Live || may_be_end {
                self.leave_out(LeftOut::Address);
            }
        }
    }

    pub(super) fn bounds(&mut self, i: Val<D::Bits>, limit: u64, of: &Bound) -> Exec<()> {
        // A pointer made with an indeterminate index is indeterminate and traps where it is used.
        let has_room = self.state.settings.slack && matches!(of, Bound::Array(_));
        if !i.init || i.object != 0 || has_room {
            return Ok(());
        }
        let limit = D::constant(limit);
        let inside = self.dom.compare(BinOp::Lt, Scalar::U64, i.bits, limit);
        let index = D::known(i.bits).map(|bits| bits as i64);
        self.require(inside, || match of {
            Bound::Array(array) => TrapKind::Index {
                index,
                array: Arc::clone(array),
            },
            Bound::Shift(ty) => TrapKind::ShiftCount {
                count: index,
                ty: *ty,
            },
        })
    }

    pub(super) fn pointer_add(
        &mut self,
        p: Val<D::Bits>,
        i: Val<D::Bits>,
        size: i64,
    ) -> Exec<Val<D::Bits>> {
        if !(p.init && i.init) {
            return Ok(Val::indeterminate(D::constant(0)));
        }
        let index = self.flat(Scalar::I64, i);
        let scaled = self
            .dom
            .bin(BinOp::Mul, Scalar::U64, index, D::constant(size as u64));
        if p.object == 0 {
            // Arithmetic on an address that the program made from an integer is not checked. Of additions to null, only
            // Clang's sanitizer rejects negative ones: `buffer + length` with a null buffer is a common idiom for
            // computing a length.
            let is_null = self
                .dom
                .compare(BinOp::Eq, Scalar::U64, p.bits, D::constant(0));
            let below = self
                .dom
                .compare(BinOp::Lt, Scalar::I64, scaled, D::constant(0));
            let bad = self.dom.and(is_null, below);
            let ok = self.dom.not(bad);
            self.require(ok, || TrapKind::Null(NullUse::Offset))?;
        }
        let bits = self.dom.bin(BinOp::Add, Scalar::U64, p.bits, scaled);
        if self.state.input.free.is_some() {
            self.note_pointer(Val { bits, ..p });
        }
        Ok(Val { bits, ..p })
    }

    /// Notes a pointer that may be neither in its object nor at its end.
    fn note_pointer(&mut self, p: Val<D::Bits>) {
        let object = self.state.memory.get(p.object);
        let Some(size) = object.map(Object::size) else {
            return;
        };
        let inside = self
            .dom
            .compare(BinOp::Le, Scalar::U64, p.bits, D::constant(size));
        if D::truth(inside) == Some(false) {
            self.leave_out(LeftOut::PointerOutside);
        }
    }

    /// Notes what a search for failing inputs does not cover.
    pub(super) fn leave_out(&mut self, what: LeftOut) {
        if self.state.input.free.is_some() {
            let at = self.span();
            self.dom.left_out(what, at);
        }
    }

    pub(super) fn pointer_difference(
        &mut self,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
        size: i64,
    ) -> Val<D::Bits> {
        if !(a.init && b.init) {
            return Val::indeterminate(D::constant(0));
        }
        let (x, y) = if a.object == b.object {
            (a.bits, b.bits)
        } else {
            self.leave_out(LeftOut::DifferentObjects);
            (self.address(Scalar::Ptr, a), self.address(Scalar::Ptr, b))
        };
        let bytes = self.dom.bin(BinOp::Sub, Scalar::U64, x, y);
        let bits = self
            .dom
            .bin(BinOp::Div, Scalar::I64, bytes, D::constant(size as u64));
        Val::scalar(bits)
    }

    pub(super) fn pointer_field(&mut self, p: Val<D::Bits>, offset: u32) -> Exec<Val<D::Bits>> {
        self.determinate(p, UninitialisedUse::Address)?;
        if p.object == 0 {
            let ok = self
                .dom
                .compare(BinOp::Ne, Scalar::U64, p.bits, D::constant(0));
            self.require(ok, || TrapKind::Null(NullUse::Member))?;
        }
        let bits = self.dom.bin(
            BinOp::Add,
            Scalar::U64,
            p.bits,
            D::constant(u64::from(offset)),
        );
        Ok(Val { bits, ..p })
    }

    pub(super) fn null_or_invalid<T>(&self, p: Val<D::Bits>, used: NullUse) -> Exec<T> {
        match D::known(p.bits) {
            // A pointer slightly above null was null before something was added.
            Some(bits) if bits < ZERO_PAGE && !is_stream(bits) => self.trap(TrapKind::Null(used)),
            _ => self.trap(TrapKind::InvalidPointer),
        }
    }
}
