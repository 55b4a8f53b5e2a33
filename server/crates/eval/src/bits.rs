//! Bit-fields.
//!
//! A field is accessed through its storage unit. The units of neighbours may overlap and differ in size
//! (`unsigned a : 16; unsigned long b : 32;`); of a unit that is not determinate as a whole, only the bits of the field
//! count.

use ir::{BinOp, Scalar};

use super::arith;
use super::definedness::undefined_in;
use super::domain::Domain;
use super::machine::Machine;
use super::stop::Exec;
use super::value::Val;

impl<D: Domain> Machine<'_, D> {
    /// Reads a bit-field.
    pub(super) fn load_bits(
        &mut self,
        p: Val<D::Bits>,
        ty: Scalar,
        shift: u8,
        width: u8,
    ) -> Exec<Val<D::Bits>> {
        let unit = self.load(p, ty)?;
        let up = u64::from(ty.bits() - u32::from(shift) - u32::from(width));
        let down = u64::from(ty.bits() - u32::from(width));
        let x = self.dom.bin(BinOp::Shl, ty, unit.bits, D::constant(up));
        let bits = self.dom.bin(BinOp::Shr, ty, x, D::constant(down));
        let undefined = arith::bin(BinOp::Shl, ty, undefined_in(ty, &unit), up);
        let undefined = arith::bin(BinOp::Shr, ty, undefined, down);
        Ok(self.partial(ty, bits, undefined))
    }

    /// Writes a bit-field.
    pub(super) fn store_bits(
        &mut self,
        p: Val<D::Bits>,
        ty: Scalar,
        v: Val<D::Bits>,
        shift: u8,
        width: u8,
    ) -> Exec<()> {
        let old = self.load(p, ty)?;
        let mask = (u64::MAX >> (64 - u32::from(width))) << shift;
        let (inside, outside) = (arith::extend(ty, mask), arith::extend(ty, !mask));
        let shift = u64::from(shift);
        let kept = self.dom.bin(BinOp::And, ty, old.bits, D::constant(outside));
        let moved = self.dom.bin(BinOp::Shl, ty, v.bits, D::constant(shift));
        let field = self.dom.bin(BinOp::And, ty, moved, D::constant(inside));
        let bits = self.dom.bin(BinOp::Or, ty, kept, field);
        let moved = arith::bin(BinOp::Shl, ty, undefined_in(ty, &v), shift);
        let undefined = undefined_in(ty, &old) & outside | moved & inside;
        self.store(p, ty, Val::partial(bits, undefined))
    }
}
