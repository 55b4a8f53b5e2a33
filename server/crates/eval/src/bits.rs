//! Bit-fields.
//!
//! A field is accessed through its storage unit. The units of neighbours may overlap and differ in size
//! (`unsigned a : 16; unsigned long b : 32;`), so of a unit that is not fully determinate only the bytes of the field
//! count.

use ir::{BinOp, Scalar};

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
        let mut unit = self.load(p, ty)?;
        if !unit.init && ty.size() > 1 {
            unit = self.load_parts(p, ty, shift, width)?;
        }
        if !unit.init {
            return Ok(unit);
        }
        let up = D::constant(u64::from(ty.bits() - u32::from(shift) - u32::from(width)));
        let down = D::constant(u64::from(ty.bits() - u32::from(width)));
        let x = self.dom.bin(BinOp::Shl, ty, unit.bits, up);
        Ok(Val::scalar(self.dom.bin(BinOp::Shr, ty, x, down)))
    }

    /// Loads the unit with only the bytes of the field in it.
    fn load_parts(
        &mut self,
        p: Val<D::Bits>,
        ty: Scalar,
        shift: u8,
        width: u8,
    ) -> Exec<Val<D::Bits>> {
        let mut unit = D::constant(0);
        for i in shift / 8..=(shift + width - 1) / 8 {
            let at = self.offset(p, u64::from(i));
            let byte = self.load(at, Scalar::U8)?;
            if !byte.init {
                return Ok(byte);
            }
            let wide = self.dom.cast(Scalar::U8, ty, byte.bits);
            let up = D::constant(u64::from(i) * 8);
            let moved = self.dom.bin(BinOp::Shl, ty, wide, up);
            unit = self.dom.bin(BinOp::Or, ty, unit, moved);
        }
        Ok(Val::scalar(unit))
    }

    /// Writes a bit-field. Initialisation is tracked per byte: a byte that belongs to the field alone is determinate if
    /// the value is; a byte shared with other fields becomes or stays determinate, with zeros outside the field.
    pub(super) fn store_bits(
        &mut self,
        p: Val<D::Bits>,
        ty: Scalar,
        v: Val<D::Bits>,
        shift: u8,
        width: u8,
    ) -> Exec<()> {
        let old = self.load(p, ty)?;
        if !(old.init && v.init) && ty.size() > 1 {
            return self.store_parts(p, ty, v, shift, width);
        }
        let mask = (u64::MAX >> (64 - u32::from(width))) << shift;
        let kept = self.dom.bin(
            BinOp::And,
            ty,
            old.bits,
            D::constant(super::arith::extend(ty, !mask)),
        );
        let moved = self
            .dom
            .bin(BinOp::Shl, ty, v.bits, D::constant(u64::from(shift)));
        let field = self.dom.bin(
            BinOp::And,
            ty,
            moved,
            D::constant(super::arith::extend(ty, mask)),
        );
        let bits = self.dom.bin(BinOp::Or, ty, kept, field);
        let object = 0;
        let init = v.init || (old.init && width < 8);
        self.store(p, ty, Val { bits, object, init })
    }

    /// Stores a bit-field byte by byte.
    fn store_parts(
        &mut self,
        p: Val<D::Bits>,
        ty: Scalar,
        v: Val<D::Bits>,
        shift: u8,
        width: u8,
    ) -> Exec<()> {
        let end = shift + width;
        for i in shift / 8..=(end - 1) / 8 {
            let (low, high) = (shift.max(i * 8), end.min(i * 8 + 8));
            let down = D::constant(u64::from(low - shift));
            let moved = self.dom.bin(BinOp::Shr, ty, v.bits, down);
            let piece = Val {
                bits: self.dom.cast(ty, Scalar::U8, moved),
                ..v
            };
            let at = self.offset(p, u64::from(i));
            self.store_bits(at, Scalar::U8, piece, low - i * 8, high - low)?;
        }
        Ok(())
    }
}
