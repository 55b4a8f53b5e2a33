//! Pointers: stepping, comparing, and their relation to numbers.
//!
//! A pointer is an object with an offset. As a number it is an address; objects lie far apart, so an address leads back to
//! its object, and a number made from a pointer may be computed with and made a pointer again.

use std::sync::Arc;

use super::domain::Domain;
use super::machine::Machine;
use super::stop::Exec;
use super::trap::{NullUse, TrapKind, UninitialisedUse};
use super::value::{Val, flat_address, is_function, object_at};
use crate::program::{BinOp, Bound, Scalar};

impl<D: Domain> Machine<'_, D> {
    /// A number made from a pointer, plus or minus another number: it keeps the object.
    pub(super) fn moved_address(
        &mut self,
        op: BinOp,
        ty: Scalar,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
    ) -> Option<Val<D::Bits>> {
        if ty.size() < 8 || ty.is_float() || is_function(a.object) || is_function(b.object) {
            return None;
        }
        let object = match (op, a.object, b.object) {
            (BinOp::Add | BinOp::Sub, object, 0) | (BinOp::Add, 0, object) if object != 0 => object,
            _ => return None,
        };
        let bits = self.dom.bin(op, Scalar::U64, a.bits, b.bits);
        Some(Val::pointer(object, bits))
    }

    /// A pointer made from a number: into the object that has this address, if there is one.
    pub(super) fn pointer_from(&self, a: Val<D::Bits>) -> Val<D::Bits> {
        let found = match (a.object, D::known(a.bits)) {
            (0, Some(address)) => object_at(address),
            _ => None,
        };
        match found {
            Some((object, offset)) if self.state.memory.get(object).is_some() => {
                Val::pointer(object, D::constant(offset))
            }
            _ => a,
        }
    }

    /// A value as a number: an address for what was made from a pointer.
    pub(super) fn flat(&mut self, v: Val<D::Bits>) -> D::Bits {
        if v.object == 0 {
            return v.bits;
        }
        let base = D::constant(flat_address(v.object, 0));
        self.dom.bin(BinOp::Add, Scalar::U64, base, v.bits)
    }

    pub(super) fn compare_pointers(
        &mut self,
        op: BinOp,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
    ) -> Exec<Val<D::Bits>> {
        let c = if a.object == b.object {
            self.dom.compare(op, Scalar::Ptr, a.bits, b.bits)
        } else {
            match op {
                BinOp::Eq => D::verdict(false),
                BinOp::Ne => D::verdict(true),
                _ => return self.unrelated("comparison", a, b),
            }
        };
        Ok(Val::scalar(self.dom.cond_bits(Scalar::I32, c)))
    }

    pub(super) fn bounds(&mut self, i: Val<D::Bits>, limit: u64, of: &Bound) -> Exec<()> {
        // What is made with an indeterminate index is indeterminate and traps where it is used.
        if !i.init || i.object != 0 {
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
        let index = self.flat(i);
        let scaled = self
            .dom
            .bin(BinOp::Mul, Scalar::U64, index, D::constant(size as u64));
        if p.object == 0 {
            // An address that the program made of a number is stepped like any other.
            let is_null = self
                .dom
                .compare(BinOp::Eq, Scalar::U64, p.bits, D::constant(0));
            let stays = self
                .dom
                .compare(BinOp::Eq, Scalar::U64, scaled, D::constant(0));
            let moves_null = self.dom.not(stays);
            let bad = self.dom.and(is_null, moves_null);
            let ok = self.dom.not(bad);
            self.require(ok, || TrapKind::Null(NullUse::Offset))?;
        }
        let bits = self.dom.bin(BinOp::Add, Scalar::U64, p.bits, scaled);
        Ok(Val { bits, ..p })
    }

    pub(super) fn pointer_difference(
        &mut self,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
        size: i64,
    ) -> Exec<Val<D::Bits>> {
        if !(a.init && b.init) {
            return Ok(Val::indeterminate(D::constant(0)));
        }
        if a.object != b.object {
            return self.unrelated("subtraction", a, b);
        }
        let bytes = self.dom.bin(BinOp::Sub, Scalar::U64, a.bits, b.bits);
        let bits = self
            .dom
            .bin(BinOp::Div, Scalar::I64, bytes, D::constant(size as u64));
        Ok(Val::scalar(bits))
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
            Some(0) => self.trap(TrapKind::Null(used)),
            _ => self.trap(TrapKind::InvalidPointer),
        }
    }

    #[cold]
    pub(super) fn unrelated<T>(
        &self,
        what: &'static str,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
    ) -> Exec<T> {
        let thing = |v: Val<D::Bits>| Some(self.state.memory.get(v.object)?.thing(self.program));
        let objects = match (thing(a), thing(b)) {
            (Some(a), Some(b)) => Some([a, b]),
            _ => None,
        };
        self.trap(TrapKind::UnrelatedPointers { what, objects })
    }
}
