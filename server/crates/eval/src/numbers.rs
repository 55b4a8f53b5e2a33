//! Arithmetic and conversions of values, with the checks for undefined behaviour.

use ir::program::{BinOp, Scalar, UnOp};

use super::domain::Domain;
use super::free_input::LeftOut;
use super::machine::Machine;
use super::stop::Exec;
use super::trap::{Calculation, TrapKind};
use super::value::Val;

impl<D: Domain> Machine<'_, D> {
    #[inline]
    pub(super) fn binary(
        &mut self,
        op: BinOp,
        ty: Scalar,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
    ) -> Exec<Val<D::Bits>> {
        if !(a.init && b.init) {
            return self.partial_binary(op, ty, a, b);
        }
        if ty == Scalar::Ptr {
            return Ok(self.compare_pointers(op, ty, a, b));
        }
        if (a.object | b.object) != 0 {
            if let Some(address) = self.moved_address(op, ty, a, b) {
                return Ok(address);
            }
            let is_comparison = matches!(op, BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne);
            if is_comparison && self.holds_pointers(ty) {
                return Ok(self.compare_pointers(op, ty, a, b));
            }
        }
        let (x, y) = if op == BinOp::Sub && a.object == b.object {
            (self.address(ty, a), self.address(ty, b))
        } else {
            (self.flat(ty, a), self.flat(ty, b))
        };
        match op {
            BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne => {
                let c = self.dom.compare(op, ty, x, y);
                return Ok(Val::scalar(self.dom.cond_bits(Scalar::I32, c)));
            }
            _ if ty.is_float() => {}
            BinOp::Add | BinOp::Sub | BinOp::Mul if ty.signed() => {
                let over = self.dom.overflows(op, ty, x, y);
                let ok = self.dom.not(over);
                self.require(ok, || overflow::<D>(symbol(op), ty, x, y))?;
            }
            BinOp::Div | BinOp::Rem => {
                let ok = self.dom.nonzero(ty, y);
                self.require(ok, || TrapKind::DivisionByZero)?;
                if ty.signed() {
                    let ok = self.quotient_fits(ty, x, y);
                    self.require(ok, || overflow::<D>(symbol(op), ty, x, y))?;
                }
            }
            BinOp::Shl | BinOp::Shr => {
                self.require_shift(ty, y)?;
                if op == BinOp::Shl && ty.signed() {
                    self.note_shift(ty, x, y);
                }
            }
            _ => {}
        }
        Ok(Val::scalar(self.dom.bin(op, ty, x, y)))
    }

    /// Traps unless a value of the type can be shifted by this count.
    pub(super) fn require_shift(&mut self, ty: Scalar, count: D::Bits) -> Exec<()> {
        let width = D::constant(u64::from(ty.bits()));
        // Compared as unsigned, a negative count is too large as well.
        let unsigned = if ty.bits() == 64 {
            Scalar::U64
        } else {
            Scalar::U32
        };
        let wide = self.dom.cast(ty, unsigned, count);
        let ok = self.dom.compare(BinOp::Lt, unsigned, wide, width);
        self.require(ok, || TrapKind::ShiftCount {
            count: D::known(count).map(|n| n as i64),
            ty,
        })
    }

    /// Notes a shift to the left by this count, unless it surely is of a number that is not negative, and fits.
    fn note_shift(&mut self, ty: Scalar, x: D::Bits, count: D::Bits) {
        if self.state.input.free.is_none() {
            return;
        }
        let shifted = self.dom.bin(BinOp::Shl, ty, x, count);
        let back = self.dom.bin(BinOp::Shr, ty, shifted, count);
        let zero = D::constant(0);
        let is_kept = self.dom.compare(BinOp::Eq, ty, back, x);
        let is_positive = self.dom.compare(BinOp::Le, ty, zero, x);
        let fits = self.dom.and(is_kept, is_positive);
        if D::truth(fits) != Some(true) {
            self.leave_out(LeftOut::Shift);
        }
    }

    /// The condition that the quotient fits: not (`a` is the smallest number and `b` is −1).
    pub(super) fn quotient_fits(&mut self, ty: Scalar, a: D::Bits, b: D::Bits) -> D::Cond {
        let least = D::constant((-1i64 << (ty.bits() - 1)) as u64);
        let minus_one = D::constant(u64::MAX);
        let is_least = self.dom.compare(BinOp::Eq, ty, a, least);
        let is_minus = self.dom.compare(BinOp::Eq, ty, b, minus_one);
        let bad = self.dom.and(is_least, is_minus);
        self.dom.not(bad)
    }

    pub(super) fn unary(&mut self, op: UnOp, ty: Scalar, a: Val<D::Bits>) -> Exec<Val<D::Bits>> {
        if !a.init {
            return self.partial_unary(op, ty, a);
        }
        if op == UnOp::Not {
            let c = if a.object == 0 {
                self.dom.nonzero(ty, a.bits)
            } else {
                D::verdict(true)
            };
            let c = self.dom.not(c);
            return Ok(Val::scalar(self.dom.cond_bits(Scalar::I32, c)));
        }
        let x = self.flat(ty, a);
        if op == UnOp::Neg && ty.signed() {
            let least = D::constant((-1i64 << (ty.bits() - 1)) as u64);
            let ok = self.dom.compare(BinOp::Ne, ty, x, least);
            self.require(ok, || overflow::<D>("negation", ty, x, x))?;
        }
        Ok(Val::scalar(self.dom.un(op, ty, x)))
    }

    pub(super) fn convert(
        &mut self,
        from: Scalar,
        to: Scalar,
        a: Val<D::Bits>,
    ) -> Exec<Val<D::Bits>> {
        if !a.init {
            return self.partial_cast(from, to, a);
        }
        if a.object != 0 {
            if to == Scalar::Bool {
                return Ok(Val::scalar(D::constant(1)));
            }
            if to == Scalar::Ptr || self.holds_pointers(to) {
                return Ok(a);
            }
        }
        if to == Scalar::Ptr {
            let wide = self.dom.cast(from, Scalar::Ptr, a.bits);
            return self.pointer_from(Val { bits: wide, ..a });
        }
        let x = self.flat(from, a);
        if from.is_float() && !to.is_float() && to != Scalar::Bool {
            let bad = self.dom.float_out_of_range(from, to, x);
            let ok = self.dom.not(bad);
            self.require(ok, || TrapKind::FloatToInt {
                value: D::known(x).map(|bits| super::arith::to_f64(from, bits).to_bits()),
                to,
            })?;
        }
        Ok(Val::scalar(self.dom.cast(from, to, x)))
    }
}

/// The trap for a signed operation that overflows.
pub(super) fn overflow<D: Domain>(
    operator: &'static str,
    ty: Scalar,
    a: D::Bits,
    b: D::Bits,
) -> TrapKind {
    let known = |bits: D::Bits| D::known(bits).map(|bits| bits as i64);
    TrapKind::SignedOverflow(Calculation {
        operator,
        ty,
        operands: known(a).zip(known(b)),
    })
}

fn symbol(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        _ => "%",
    }
}
