//! Functions of `math.h`.
//!
//! Roundings to integers are computed exactly, and all of them are monotonic: the bounds of an interval give the
//! bounds of the result. The same holds for `exp`, the logarithms and `atan`, except for an error of less than a step
//! (glibc's manual, "Errors in math functions"), which some steps outward account for. Sine and cosine are only
//! bounded. The possible operands follow from the inverse, with a margin for its errors. Where that excludes little,
//! the search bisects the operand down to a point, and points are computed as the program does.

use term::{FpFun, Sort, value};

use super::domain::{Dom, MINUS_ZERO, bits, down, float, key, key_of, up};
use crate::limits::FUNCTION_ERROR_STEPS;

/// Relative error of an inverse.
const PART: f64 = 1e-9;

fn computed(fun: FpFun, sort: Sort, at: i64) -> i64 {
    key(sort, value::fp_fun(fun, sort, bits(sort, at)))
}

/// Widens a domain by some steps.
fn wider(sort: Sort, d: Dom) -> Dom {
    let (mut lo, mut hi) = (d.lo, d.hi);
    for _ in 0..FUNCTION_ERROR_STEPS {
        (lo, hi) = (down(sort, lo), up(sort, hi));
    }
    Dom::new(lo, hi).or_nan(d.nan)
}

/// All possible results of a function.
pub(super) fn forward(fun: FpFun, sort: Sort, a: Dom) -> Dom {
    if let Some(only) = a.only(sort) {
        return Dom::point(sort, value::fp_fun(fun, sort, only));
    }
    if !a.has_numbers() {
        return Dom::none().or_nan(true);
    }
    let ends = |d: Dom| Dom::new(computed(fun, sort, d.lo), computed(fun, sort, d.hi));
    let all = Dom::numbers(sort);
    match fun {
        FpFun::Floor | FpFun::Ceil | FpFun::Trunc | FpFun::Round | FpFun::Rint => {
            ends(a).or_nan(a.nan)
        }
        FpFun::Exp | FpFun::Exp2 => {
            let positive = Dom::new(0, all.hi);
            wider(sort, ends(a)).meet(positive).or_nan(a.nan)
        }
        FpFun::Atan => wider(sort, ends(a)).or_nan(a.nan),
        FpFun::Log | FpFun::Log10 | FpFun::Log2 => {
            let within = Dom::new(a.lo.max(MINUS_ZERO), a.hi);
            let nan = a.nan || a.lo < MINUS_ZERO;
            if within.has_numbers() {
                wider(sort, ends(within)).or_nan(nan)
            } else {
                Dom::none().or_nan(true)
            }
        }
        FpFun::Sin | FpFun::Cos => {
            let one = key_of(sort, 1.0);
            let infinite = a.lo == all.lo || a.hi == all.hi;
            Dom::new(-one - 1, one).or_nan(a.nan || infinite)
        }
    }
}

/// All possible results of a power.
pub(super) fn power(sort: Sort, a: Dom, b: Dom) -> Dom {
    if let (Some(x), Some(y)) = (a.only(sort), b.only(sort)) {
        return Dom::point(sort, value::fp_pow(sort, x, y));
    }
    let all = Dom::numbers(sort);
    let is_plain = |d: Dom| d.has_numbers() && !d.nan && d.lo > all.lo && d.hi < all.hi;
    // Powers of negative numbers may have any sign, or not exist.
    if !is_plain(a) || !is_plain(b) || a.lo <= 0 {
        return all.or_nan(true);
    }
    // Powers of positive numbers are monotonic in each operand, so the extremes are at the corners.
    let at = |x, y| key(sort, value::fp_pow(sort, bits(sort, x), bits(sort, y)));
    let corners = [
        at(a.lo, b.lo),
        at(a.lo, b.hi),
        at(a.hi, b.lo),
        at(a.hi, b.hi),
    ];
    let hull = corners
        .into_iter()
        .fold(Dom::none(), |hull, at| hull.join(Dom::new(at, at)));
    wider(sort, hull).meet(Dom::new(0, all.hi))
}

/// The operand, without numbers that cannot produce a result in `me`.
pub(super) fn backward(fun: FpFun, sort: Sort, me: Dom, a: Dom) -> Dom {
    let (lo, hi) = (float(sort, me.lo), float(sort, me.hi));
    let (least, most) = match fun {
        FpFun::Floor => (lo, hi + 1.0),
        FpFun::Ceil => (lo - 1.0, hi),
        FpFun::Trunc | FpFun::Round | FpFun::Rint => (lo - 1.0, hi + 1.0),
        FpFun::Exp => (lo.ln(), hi.ln()),
        FpFun::Exp2 => (lo.log2(), hi.log2()),
        FpFun::Log => (lo.exp(), hi.exp()),
        FpFun::Log2 => (lo.exp2(), hi.exp2()),
        FpFun::Log10 => (10f64.powf(lo), 10f64.powf(hi)),
        FpFun::Sin | FpFun::Cos | FpFun::Atan => return a.without_nan(),
    };
    // Near 1, a step of the result corresponds to an absolute error of the inverse; in single precision results have
    // fewer digits.
    let part = if sort == Sort::F32 { 1e-4 } else { PART };
    let room = |x: f64| part * x.abs().max(1.0);
    let (least, most) = match fun {
        FpFun::Exp | FpFun::Exp2 | FpFun::Log | FpFun::Log2 | FpFun::Log10 => (
            (least - room(least)).max(f64::NEG_INFINITY),
            most + room(most),
        ),
        _ => (least, most),
    };
    // `ln` of 0 is −∞, and of negative numbers it is undefined.
    let least = if least.is_nan() {
        f64::NEG_INFINITY
    } else {
        least
    };
    let most = if most.is_nan() { f64::INFINITY } else { most };
    let within = Dom::new(
        down(sort, key_of(sort, least)),
        up(sort, key_of(sort, most)),
    );
    a.without_nan().meet(within)
}
