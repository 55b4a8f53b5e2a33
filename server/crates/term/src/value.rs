//! The semantics of every operation on constants.
//!
//! A value is a `u64`: the low bits hold the bit-vector or the IEEE representation, the rest is 0.
//! Folding, [`Pool::eval`](crate::Pool::eval) and the tests of the solvers share these functions.

use crate::{BvCmp, BvOp, FpCmp, FpFun, FpOp, Overflow, Sort};

/// All ones in `width` bits.
pub fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// `value` of `width` bits as a signed number.
pub fn signed(width: u32, value: u64) -> i64 {
    let unused = 64 - width;
    ((value << unused) as i64) >> unused
}

/// The number with only the sign bit set.
pub fn sign_bit(width: u32) -> u64 {
    1 << (width - 1)
}

/// Result of a binary operation in `width` bits.
pub fn bv_bin(op: BvOp, width: u32, a: u64, b: u64) -> u64 {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let in_range = b < u64::from(width);
    let exact = match op {
        BvOp::Add => a.wrapping_add(b),
        BvOp::Sub => a.wrapping_sub(b),
        BvOp::Mul => a.wrapping_mul(b),
        BvOp::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        BvOp::URem => a.checked_rem(b).unwrap_or(a),
        BvOp::SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                u64::MAX
            }
        }
        BvOp::SDiv => sa.wrapping_div(sb) as u64,
        BvOp::SRem if b == 0 => a,
        BvOp::SRem => sa.wrapping_rem(sb) as u64,
        BvOp::And => a & b,
        BvOp::Or => a | b,
        BvOp::Xor => a ^ b,
        BvOp::Shl if in_range => a << b,
        BvOp::LShr if in_range => a >> b,
        BvOp::Shl | BvOp::LShr => 0,
        BvOp::AShr => (sa >> b.min(63)) as u64,
    };
    exact & mask(width)
}

/// Result of an order predicate.
pub fn bv_cmp(op: BvCmp, width: u32, a: u64, b: u64) -> bool {
    match op {
        BvCmp::Ult => a < b,
        BvCmp::Ule => a <= b,
        BvCmp::Slt => signed(width, a) < signed(width, b),
        BvCmp::Sle => signed(width, a) <= signed(width, b),
    }
}

/// Whether the exact signed result is outside the range of `width` bits.
pub fn overflows(op: Overflow, width: u32, a: u64, b: u64) -> bool {
    let exact = exact_signed(op, signed(width, a).into(), signed(width, b).into());
    !fits_signed(width, exact)
}

/// The exact result of an operation with an overflow predicate, on values that fit 64 bits.
pub(crate) fn exact_signed(op: Overflow, a: i128, b: i128) -> i128 {
    match op {
        Overflow::SAdd => a + b,
        Overflow::SSub => a - b,
        Overflow::SMul => a * b,
    }
}

/// Whether a number is representable as a signed one of `width` bits.
pub(crate) fn fits_signed(width: u32, exact: i128) -> bool {
    let bound = 1i128 << (width - 1);
    (-bound..bound).contains(&exact)
}

/// A float of either sort as `f64`; exact, so that comparisons may use it.
pub fn as_f64(sort: Sort, bits: u64) -> f64 {
    if sort == Sort::F32 {
        f64::from(f32::from_bits(bits as u32))
    } else {
        f64::from_bits(bits)
    }
}

/// Bits of an `f32`, with one representation of NaN.
pub fn bits_of_f32(x: f32) -> u64 {
    u64::from(if x.is_nan() {
        f32::NAN.to_bits()
    } else {
        x.to_bits()
    })
}

/// Bits of an `f64`, with one representation of NaN.
pub fn bits_of_f64(x: f64) -> u64 {
    if x.is_nan() {
        f64::NAN.to_bits()
    } else {
        x.to_bits()
    }
}

/// The canonical representation of a value of `sort`: unused bits are 0, and there is one NaN.
pub fn canonical(sort: Sort, bits: u64) -> u64 {
    match sort {
        Sort::Bool => u64::from(bits != 0),
        Sort::Bv(width) => bits & mask(width),
        Sort::F32 => bits_of_f32(f32::from_bits(bits as u32)),
        Sort::F64 => bits_of_f64(f64::from_bits(bits)),
    }
}

/// Result of a float operation, rounded once in the precision of `sort`.
pub fn fp_bin(op: FpOp, sort: Sort, a: u64, b: u64) -> u64 {
    if sort == Sort::F32 {
        let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        bits_of_f32(match op {
            FpOp::Add => a + b,
            FpOp::Sub => a - b,
            FpOp::Mul => a * b,
            FpOp::Div => a / b,
        })
    } else {
        let (a, b) = (f64::from_bits(a), f64::from_bits(b));
        bits_of_f64(match op {
            FpOp::Add => a + b,
            FpOp::Sub => a - b,
            FpOp::Mul => a * b,
            FpOp::Div => a / b,
        })
    }
}

/// Result of an IEEE comparison.
pub fn fp_cmp(op: FpCmp, sort: Sort, a: u64, b: u64) -> bool {
    let (a, b) = (as_f64(sort, a), as_f64(sort, b));
    match op {
        FpCmp::Lt => a < b,
        FpCmp::Le => a <= b,
        FpCmp::Eq => a == b,
    }
}

/// The float with its sign changed; NaN stays NaN.
pub fn fp_neg(sort: Sort, a: u64) -> u64 {
    canonical(sort, a ^ sign_bit(sort.bits()))
}

/// The absolute value of the float.
pub fn fp_abs(sort: Sort, a: u64) -> u64 {
    canonical(sort, a & !sign_bit(sort.bits()))
}

/// Square root in the precision of `sort`.
pub fn fp_sqrt(sort: Sort, a: u64) -> u64 {
    if sort == Sort::F32 {
        bits_of_f32(f32::from_bits(a as u32).sqrt())
    } else {
        bits_of_f64(f64::from_bits(a).sqrt())
    }
}

/// A function of `math.h`, in the precision of `sort`.
pub fn fp_fun(fun: FpFun, sort: Sort, a: u64) -> u64 {
    macro_rules! of {
        ($x:expr) => {
            match fun {
                FpFun::Floor => $x.floor(),
                FpFun::Ceil => $x.ceil(),
                FpFun::Trunc => $x.trunc(),
                FpFun::Round => $x.round(),
                FpFun::Rint => $x.round_ties_even(),
                FpFun::Exp => $x.exp(),
                FpFun::Exp2 => $x.exp2(),
                FpFun::Log => $x.ln(),
                FpFun::Log10 => $x.log10(),
                FpFun::Log2 => $x.log2(),
                FpFun::Sin => $x.sin(),
                FpFun::Cos => $x.cos(),
                FpFun::Atan => $x.atan(),
            }
        };
    }
    if sort == Sort::F32 {
        bits_of_f32(of!(f32::from_bits(a as u32)))
    } else {
        bits_of_f64(of!(f64::from_bits(a)))
    }
}

/// Power of two floats, in the precision of `sort`.
pub fn fp_pow(sort: Sort, a: u64, b: u64) -> u64 {
    if sort == Sort::F32 {
        bits_of_f32(f32::from_bits(a as u32).powf(f32::from_bits(b as u32)))
    } else {
        bits_of_f64(f64::from_bits(a).powf(f64::from_bits(b)))
    }
}

/// Float of sort `from` rounded to sort `to`.
pub fn fp_to_fp(from: Sort, to: Sort, a: u64) -> u64 {
    let exact = as_f64(from, a);
    if to == Sort::F32 {
        bits_of_f32(exact as f32)
    } else {
        bits_of_f64(exact)
    }
}

/// Integer of `width` bits, signed or not, as a float.
pub fn fp_from_bv(to: Sort, width: u32, is_signed: bool, a: u64) -> u64 {
    match (to, is_signed) {
        (Sort::F32, true) => bits_of_f32(signed(width, a) as f32),
        (Sort::F32, false) => bits_of_f32(a as f32),
        (_, true) => bits_of_f64(signed(width, a) as f64),
        (_, false) => bits_of_f64(a as f64),
    }
}

/// Float rounded towards zero to an integer of `width` bits. C does not define the result for NaN and for values out
/// of range; here NaN is 0, and the others saturate.
pub fn fp_to_bv(from: Sort, width: u32, is_signed: bool, a: u64) -> u64 {
    let exact = as_f64(from, a);
    // Rust's casts saturate in the same way, at 64 bits, so the value is clamped to the narrower range first.
    if is_signed {
        let (low, high) = (signed(width, sign_bit(width)), mask(width - 1) as i64);
        ((exact as i64).clamp(low, high) as u64) & mask(width)
    } else {
        (exact as u64).min(mask(width))
    }
}
