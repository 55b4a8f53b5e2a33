//! Scalar arithmetic on bits: the semantics of every operator on known values, shared by both domains.
//!
//! Integers are held sign- or zero-extended to 64 bits, floats as their IEEE bits. Every function is total (two's
//! complement wraps); callers check beforehand whether C defines the operation ([`overflows`], [`shift_out_of_range`]).

use ir::{BinOp, Scalar, UnOp};

/// Extends the low bits of `bits` to a register of type `ty`.
#[inline]
pub fn extend(ty: Scalar, bits: u64) -> u64 {
    // Shifts instead of a `match`: a jump that depends on the type would cost more.
    let unused = 64 - ty.bits();
    let high = bits << unused;
    if ty.signed() {
        ((high as i64) >> unused) as u64
    } else {
        high >> unused
    }
}

/// The value as an `f64`, for either float type.
pub fn to_f64(ty: Scalar, bits: u64) -> f64 {
    if ty == Scalar::F32 {
        f32::from_bits(bits as u32) as f64
    } else {
        f64::from_bits(bits)
    }
}

/// Bits of `x` rounded to the float type `ty`.
pub fn from_f64(ty: Scalar, x: f64) -> u64 {
    if ty == Scalar::F32 {
        (x as f32).to_bits() as u64
    } else {
        x.to_bits()
    }
}

/// Arithmetic and bitwise operators; for comparisons see [`compare`]. Division by zero yields 0.
#[inline]
pub fn bin(op: BinOp, ty: Scalar, a: u64, b: u64) -> u64 {
    if ty.is_float() {
        return float_bin(op, ty, a, b);
    }
    let count = (b & u64::from(ty.bits() - 1)) as u32;
    let wide = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div | BinOp::Rem if b == 0 => 0,
        BinOp::Div if ty.signed() => (a as i64).wrapping_div(b as i64) as u64,
        BinOp::Div => a / b,
        BinOp::Rem if ty.signed() => (a as i64).wrapping_rem(b as i64) as u64,
        BinOp::Rem => a % b,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a << count,
        BinOp::Shr if ty.signed() => ((a as i64) >> count) as u64,
        BinOp::Shr => a >> count,
        BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne => u64::from(compare(op, ty, a, b)),
    };
    extend(ty, wide)
}

/// The result of an operator where C defines it; `None` where it does not, and for pointers.
#[inline]
pub fn checked(op: BinOp, ty: Scalar, a: u64, b: u64) -> Option<u64> {
    if ty.is_float() {
        return Some(match op {
            BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne => u64::from(compare(op, ty, a, b)),
            _ => float_bin(op, ty, a, b),
        });
    }
    if ty == Scalar::Ptr {
        return None;
    }
    let (x, y) = (a as i64, b as i64);
    let fits = |(wide, over): (i64, bool)| {
        let bits = extend(ty, wide as u64);
        let fits = !over && bits == wide as u64;
        (fits || !ty.signed()).then_some(bits)
    };
    match op {
        BinOp::Add => fits(x.overflowing_add(y)),
        BinOp::Sub => fits(x.overflowing_sub(y)),
        BinOp::Mul => fits(x.overflowing_mul(y)),
        BinOp::And => Some(a & b),
        BinOp::Or => Some(a | b),
        BinOp::Xor => Some(a ^ b),
        BinOp::Lt | BinOp::Le | BinOp::Eq | BinOp::Ne => Some(u64::from(compare(op, ty, a, b))),
        BinOp::Shl | BinOp::Shr if shift_out_of_range(ty, b) => None,
        BinOp::Shl | BinOp::Shr => Some(bin(op, ty, a, b)),
        BinOp::Div | BinOp::Rem => {
            let least = ty.signed() && x == -1i64 << (ty.bits() - 1) && y == -1;
            (b != 0 && !least).then(|| bin(op, ty, a, b))
        }
    }
}

fn float_bin(op: BinOp, ty: Scalar, a: u64, b: u64) -> u64 {
    // In f32 a single operation computed in f64 and rounded once more gives the same result (double rounding is
    // innocuous for + − × ÷ when the wide format has more than twice the digits).
    let (x, y) = (to_f64(ty, a), to_f64(ty, b));
    let r = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        _ => x / y,
    };
    from_f64(ty, r)
}

/// Evaluates a comparison, by the type of the operands (pointers are compared as offsets in the same object).
#[inline]
pub fn compare(op: BinOp, ty: Scalar, a: u64, b: u64) -> bool {
    if ty.is_float() {
        let (x, y) = (to_f64(ty, a), to_f64(ty, b));
        return match op {
            BinOp::Lt => x < y,
            BinOp::Le => x <= y,
            BinOp::Ne => x != y,
            _ => x == y,
        };
    }
    let signed = ty.signed() || ty == Scalar::Ptr;
    match op {
        BinOp::Lt if signed => (a as i64) < (b as i64),
        BinOp::Lt => a < b,
        BinOp::Le if signed => (a as i64) <= (b as i64),
        BinOp::Le => a <= b,
        BinOp::Ne => a != b,
        _ => a == b,
    }
}

/// Unary operators except `!`.
pub fn un(op: UnOp, ty: Scalar, a: u64) -> u64 {
    match op {
        UnOp::Neg if ty.is_float() => from_f64(ty, -to_f64(ty, a)),
        UnOp::Neg => extend(ty, a.wrapping_neg()),
        UnOp::BitNot => extend(ty, !a),
        UnOp::Not => u64::from(!nonzero(ty, a)),
    }
}

/// Whether a value is nonzero: `a != 0` in C.
#[inline]
pub fn nonzero(ty: Scalar, a: u64) -> bool {
    if ty.is_float() {
        to_f64(ty, a) != 0.0
    } else {
        a != 0
    }
}

/// Conversion between types. Out-of-range conversions from float to integer saturate (the machine traps first).
#[inline]
pub fn cast(from: Scalar, to: Scalar, a: u64) -> u64 {
    match (from.is_float(), to.is_float()) {
        _ if to == Scalar::Bool => u64::from(nonzero(from, a)),
        (true, true) => from_f64(to, to_f64(from, a)),
        (true, false) if to.signed() => extend(to, to_f64(from, a) as i64 as u64),
        (true, false) => extend(to, to_f64(from, a) as u64),
        (false, true) => int_to_float(from, to, a),
        (false, false) => extend(to, a),
    }
}

fn int_to_float(from: Scalar, to: Scalar, a: u64) -> u64 {
    match (to, from.signed()) {
        (Scalar::F32, true) => (a as i64 as f32).to_bits() as u64,
        (Scalar::F32, false) => (a as f32).to_bits() as u64,
        (_, true) => (a as i64 as f64).to_bits(),
        (_, false) => (a as f64).to_bits(),
    }
}

/// Whether signed `a op b` does not fit in `ty`.
#[inline]
pub fn overflows(op: BinOp, ty: Scalar, a: u64, b: u64) -> bool {
    let (x, y) = (a as i64, b as i64);
    let wide = match op {
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::Mul => x.checked_mul(y),
        _ => return false,
    };
    wide.is_none_or(|r| extend(ty, r as u64) != r as u64)
}

/// Whether the shift count is negative or at least the width.
#[inline]
pub fn shift_out_of_range(ty: Scalar, count: u64) -> bool {
    count >= u64::from(ty.bits())
}

/// Whether the truncated value of a float-to-integer conversion does not fit.
pub fn float_out_of_range(from: Scalar, to: Scalar, a: u64) -> bool {
    let x = to_f64(from, a).trunc();
    let (low, high) = integer_range(to);
    !(x >= low && x < high)
}

/// The range `[low, high)` of an integer type as doubles.
pub fn integer_range(to: Scalar) -> (f64, f64) {
    let bits = to.bits() as i32;
    if to.signed() {
        (-(2f64.powi(bits - 1)), 2f64.powi(bits - 1))
    } else {
        (0.0, 2f64.powi(bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c_semantics_of_edge_cases() {
        let i = |x: i64| x as u64;
        assert_eq!(bin(BinOp::Div, Scalar::I32, i(-7), i(2)), i(-3));
        assert_eq!(bin(BinOp::Rem, Scalar::I32, i(-7), i(2)), i(-1));
        assert_eq!(bin(BinOp::Add, Scalar::U32, 0xffff_ffff, 1), 0);
        assert_eq!(bin(BinOp::Shr, Scalar::I32, i(-8), 1), i(-4));
        assert_eq!(bin(BinOp::Shl, Scalar::U32, 1, 31), 0x8000_0000);
        assert!(overflows(
            BinOp::Add,
            Scalar::I32,
            i(i64::from(i32::MAX)),
            1
        ));
        assert!(!overflows(
            BinOp::Sub,
            Scalar::I32,
            i(i64::from(i32::MIN)),
            0
        ));
        assert_eq!(cast(Scalar::I32, Scalar::I8, 300), 44);
        assert_eq!(cast(Scalar::F64, Scalar::Bool, 0.5f64.to_bits()), 1);
        assert!(float_out_of_range(
            Scalar::F64,
            Scalar::I32,
            2_147_483_648f64.to_bits()
        ));
        assert!(!float_out_of_range(
            Scalar::F64,
            Scalar::U8,
            (-0.5f64).to_bits()
        ));
        assert!(compare(BinOp::Lt, Scalar::I32, i(-1), 0));
        assert!(!compare(BinOp::Lt, Scalar::U64, u64::MAX, 0));
    }
}
