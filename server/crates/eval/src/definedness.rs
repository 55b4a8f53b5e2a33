//! Values of which only some bits are determinate, as valgrind tracks them.
//!
//! A bit of a result is indeterminate if it may depend on an indeterminate bit of an operand. Of a product, all bits
//! above the lowest indeterminate one count, and of a quotient all. A comparison or a condition is determinate if the
//! determinate bits decide it. Undefined behaviour that indeterminate bits might cause (an overflow) is not reported.
//!
//! The masks are numbers in both domains: where a mask depends on a value that is not known, the driver decides.

use ir::program::{BinOp, Scalar, UnOp};

use super::arith;
use super::domain::Domain;
use super::machine::Machine;
use super::stop::Exec;
use super::value::Val;

/// The indeterminate bits of a value, as a register of its type.
pub(super) fn undefined_in<B>(ty: Scalar, v: &Val<B>) -> u64 {
    arith::extend(ty, v.undefined)
}

/// Mask of all bits of a type.
fn all(ty: Scalar) -> u64 {
    arith::extend(ty, u64::MAX)
}

impl<D: Domain> Machine<'_, D> {
    /// A number with indeterminate bits, which become 0.
    pub(super) fn partial(&mut self, ty: Scalar, bits: D::Bits, undefined: u64) -> Val<D::Bits> {
        if undefined == all(ty) {
            return Val::indeterminate(D::constant(0));
        }
        let defined = D::constant(arith::extend(ty, !undefined));
        Val::partial(self.dom.bin(BinOp::And, ty, bits, defined), undefined)
    }

    /// The result of a binary operator if an operand is not determinate as a whole.
    #[cold]
    pub(super) fn partial_binary(
        &mut self,
        op: BinOp,
        ty: Scalar,
        a: Val<D::Bits>,
        b: Val<D::Bits>,
    ) -> Exec<Val<D::Bits>> {
        let nothing = match op {
            // The other bits of a truth value are 0.
            BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne => Val::partial(D::constant(0), 1),
            _ => Val::indeterminate(D::constant(0)),
        };
        if ty.is_float() || ty == Scalar::Ptr {
            return Ok(nothing);
        }
        let (u, v) = (undefined_in(ty, &a), undefined_in(ty, &b));
        let (x, y) = (self.flat(ty, a), self.flat(ty, b));
        let may_decide = matches!(op, BinOp::And | BinOp::Or | BinOp::Shl | BinOp::Shr);
        if !may_decide && (u == all(ty) || v == all(ty)) {
            return Ok(nothing);
        }
        let undefined = match op {
            // A determinate bit of one operand may decide the result: 0 for `&`, 1 for `|`.
            BinOp::And | BinOp::Or => {
                let flipped = if op == BinOp::Or { u64::MAX } else { 0 };
                let from_b = self.bits_in(ty, y, u & !v)? ^ flipped;
                let from_a = self.bits_in(ty, x, v & !u)? ^ flipped;
                u & v | u & !v & from_b | v & !u & from_a
            }
            BinOp::Xor => u | v,
            // The smallest and the greatest result differ in the bits to which indeterminate ones may carry.
            BinOp::Add | BinOp::Sub => {
                let greater_x = self.dom.bin(BinOp::Or, ty, x, D::constant(u));
                let greater_y = self.dom.bin(BinOp::Or, ty, y, D::constant(v));
                let (low, high) = match op {
                    BinOp::Add => (y, greater_y),
                    _ => (greater_y, y),
                };
                let least = self.dom.bin(op, ty, x, low);
                let greatest = self.dom.bin(op, ty, greater_x, high);
                let differing = self.dom.bin(BinOp::Xor, ty, least, greatest);
                u | v | self.concretise(ty, differing)?
            }
            BinOp::Mul => {
                let carried = u64::MAX.checked_shl((u | v).trailing_zeros());
                arith::extend(ty, carried.unwrap_or(0))
            }
            BinOp::Shl | BinOp::Shr if v == 0 => {
                self.require_shift(ty, y)?;
                let count = self.concretise(ty, y)?;
                arith::bin(op, ty, u, count)
            }
            BinOp::Eq | BinOp::Ne => {
                let differing = self.dom.bin(BinOp::Xor, ty, x, y);
                return self.decided_if_nonzero(ty, differing, u | v, op == BinOp::Ne);
            }
            BinOp::Lt | BinOp::Le => {
                let (a, b) = (self.limits(ty, x, u), self.limits(ty, y, v));
                let always = self.dom.compare(op, ty, a[1], b[0]);
                let possible = self.dom.compare(op, ty, a[0], b[1]);
                return Ok(if self.decide(always)? {
                    Val::scalar(D::constant(1))
                } else if self.decide(possible)? {
                    nothing
                } else {
                    Val::scalar(D::constant(0))
                });
            }
            BinOp::Shl | BinOp::Shr | BinOp::Div | BinOp::Rem => return Ok(nothing),
        };
        let bits = self.dom.bin(op, ty, x, y);
        Ok(self.partial(ty, bits, undefined))
    }

    /// The result of a unary operator if the operand is not determinate as a whole.
    #[cold]
    pub(super) fn partial_unary(
        &mut self,
        op: UnOp,
        ty: Scalar,
        a: Val<D::Bits>,
    ) -> Exec<Val<D::Bits>> {
        let undefined = undefined_in(ty, &a);
        match op {
            UnOp::Not => self.decided_if_nonzero(ty, a.bits, undefined, false),
            UnOp::Neg => {
                let zero = Val::scalar(D::constant(0));
                self.partial_binary(BinOp::Sub, ty, zero, a)
            }
            UnOp::BitNot => {
                let bits = self.dom.un(op, ty, a.bits);
                Ok(self.partial(ty, bits, undefined))
            }
        }
    }

    /// The conversion of a value that is not determinate as a whole.
    #[cold]
    pub(super) fn partial_cast(
        &mut self,
        from: Scalar,
        to: Scalar,
        a: Val<D::Bits>,
    ) -> Exec<Val<D::Bits>> {
        let is_number = |ty: Scalar| !ty.is_float() && ty != Scalar::Ptr;
        let undefined = undefined_in(from, &a);
        if !is_number(from) || !is_number(to) {
            return Ok(Val::indeterminate(D::constant(0)));
        }
        if to == Scalar::Bool {
            return self.decided_if_nonzero(from, a.bits, undefined, true);
        }
        let bits = self.dom.cast(from, to, a.bits);
        Ok(self.partial(to, bits, arith::extend(to, undefined)))
    }

    /// Whether the determinate bits of a value alone make it nonzero.
    pub(super) fn is_nonzero_anyway(&mut self, ty: Scalar, v: Val<D::Bits>) -> Exec<bool> {
        let undefined = undefined_in(ty, &v);
        if undefined == all(ty) || ty.is_float() || ty == Scalar::Ptr {
            return Ok(false);
        }
        let mask = D::constant(arith::extend(ty, !undefined));
        let defined = self.dom.bin(BinOp::And, ty, v.bits, mask);
        let nonzero = self.dom.nonzero(ty, defined);
        self.decide(nonzero)
    }

    /// The truth value `result` if a bit outside the mask `undefined` is 1; an indeterminate one otherwise.
    fn decided_if_nonzero(
        &mut self,
        ty: Scalar,
        bits: D::Bits,
        undefined: u64,
        result: bool,
    ) -> Exec<Val<D::Bits>> {
        let decided = self.is_nonzero_anyway(ty, Val::partial(bits, undefined))?;
        Ok(if decided {
            Val::scalar(D::constant(u64::from(result)))
        } else {
            Val::partial(D::constant(0), 1)
        })
    }

    /// The bits of a value in a mask; the driver picks them if they are not known.
    fn bits_in(&mut self, ty: Scalar, bits: D::Bits, mask: u64) -> Exec<u64> {
        let masked = self.dom.bin(BinOp::And, ty, bits, D::constant(mask));
        self.concretise(ty, masked)
    }

    /// The smallest and the greatest value that a number with indeterminate bits may have.
    fn limits(&mut self, ty: Scalar, bits: D::Bits, undefined: u64) -> [D::Bits; 2] {
        let sign = if ty.signed() {
            arith::extend(ty, 1 << (ty.bits() - 1))
        } else {
            0
        };
        let defined = D::constant(arith::extend(ty, !undefined));
        let bits = self.dom.bin(BinOp::And, ty, bits, defined);
        [undefined & sign, undefined & !sign]
            .map(|ones| self.dom.bin(BinOp::Or, ty, bits, D::constant(ones)))
    }
}
