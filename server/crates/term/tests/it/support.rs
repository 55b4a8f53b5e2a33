//! The meaning of the operations, with unbounded integers and without any code of the crate.

use term::{BvCmp, BvOp, Overflow};

pub(crate) fn mask(width: u32) -> u128 {
    (1u128 << width) - 1
}

pub(crate) fn cut(width: u32, x: i128) -> u64 {
    (x as u128 & mask(width)) as u64
}

pub(crate) fn signed(width: u32, x: u64) -> i128 {
    let x = i128::from(x);
    if x >> (width - 1) == 1 {
        x - (1i128 << width)
    } else {
        x
    }
}

pub(crate) fn reference_bin(op: BvOp, width: u32, a: u64, b: u64) -> u64 {
    let (ua, ub) = (i128::from(a), i128::from(b));
    let (sa, sb) = (signed(width, a), signed(width, b));
    let places = ub.min(64) as u32;
    cut(
        width,
        match op {
            BvOp::Add => ua + ub,
            BvOp::Sub => ua - ub,
            BvOp::Mul => (ua as u128).wrapping_mul(ub as u128) as i128,
            BvOp::UDiv => {
                if ub == 0 {
                    -1
                } else {
                    ua / ub
                }
            }
            BvOp::URem => {
                if ub == 0 {
                    ua
                } else {
                    ua % ub
                }
            }
            BvOp::SDiv => match (sb, sa) {
                (0, n) if n < 0 => 1,
                (0, _) => -1,
                _ => sa / sb,
            },
            BvOp::SRem => {
                if sb == 0 {
                    sa
                } else {
                    sa % sb
                }
            }
            BvOp::And => ua & ub,
            BvOp::Or => ua | ub,
            BvOp::Xor => ua ^ ub,
            BvOp::Shl => ((ua as u128) << places) as i128,
            BvOp::LShr => ua >> places,
            BvOp::AShr => sa >> places,
        },
    )
}

pub(crate) fn reference_less(op: BvCmp, width: u32, a: u64, b: u64) -> bool {
    match op {
        BvCmp::Ult => a < b,
        BvCmp::Ule => a <= b,
        BvCmp::Slt => signed(width, a) < signed(width, b),
        BvCmp::Sle => signed(width, a) <= signed(width, b),
    }
}

pub(crate) fn overflows(op: Overflow, width: u32, a: u64, b: u64) -> bool {
    let (a, b) = (signed(width, a), signed(width, b));
    let exact = match op {
        Overflow::SAdd => a + b,
        Overflow::SSub => a - b,
        Overflow::SMul => a * b,
    };
    signed(width, cut(width, exact)) != exact
}
