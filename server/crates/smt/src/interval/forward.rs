//! Forward evaluation: possible results of an operation, from its possible operands.
//!
//! Rounding to nearest is monotonic. So the possible float results of an operation lie between the results at the
//! corners of its operands' intervals, computed by the operation itself: no outward rounding is needed here.

use term::{FpCmp, FpOp, Node, Overflow, Sort, value};

use super::domain::{Dom, MINUS_ZERO, bits, bounds, down, float, key, key_of, rank, up};
use super::op::Op;
use super::{functions, integers};

/// All possible results of the operation; operands are not empty.
pub(super) fn forward(op: &Op, kids: [Dom; 3]) -> Dom {
    let [a, b, c] = kids;
    let first = op.of[0];

    // One arm per operation, Booleans first, then floats. Integers have a module of their own.
    match op.node {
        Node::Const(bits) => Dom::point(op.sort, bits),
        Node::Not(_) => Dom::new(1 - a.hi, 1 - a.lo),
        Node::And(..) => Dom::new(a.lo & b.lo, a.hi & b.hi),
        Node::Eq(..) => equal(first, a, b),
        Node::Ite(..) => match a.truth() {
            Some(true) => b,
            Some(false) => c,
            None => b.join(c),
        },
        Node::Slt(..) => decided(a.hi < b.lo, a.lo >= b.hi),
        Node::Ult(..) => {
            let (a, b) = (a.unsigned(first.bits()), b.unsigned(first.bits()));
            decided(a.1 < b.0, a.0 >= b.1)
        }
        Node::Overflow(which, ..) => overflow(which, first.bits(), a, b),
        Node::FpBin(which, ..) => float_bin(which, op.sort, a, b),
        Node::FpNeg(_) => Dom::new(-a.hi - 1, -a.lo - 1).or_nan(a.nan),
        Node::FpAbs(_) => magnitude(a),
        Node::FpSqrt(_) => root(op.sort, a),
        Node::FpFun(fun, _) => functions::forward(fun, op.sort, a),
        Node::FpPow(..) => functions::power(op.sort, a, b),
        Node::FpCmp(which, ..) => compare(which, a, b),
        Node::FpIsNan(_) => decided(!a.has_numbers(), !a.nan),
        Node::FpToFp(_) => ends(a, |k| {
            key(op.sort, value::fp_to_fp(first, op.sort, bits(first, k)))
        })
        .or_nan(a.nan),
        Node::FpFromSbv(_) => ends(a, |k| {
            key(
                op.sort,
                value::fp_from_bv(op.sort, first.bits(), true, bits(first, k)),
            )
        }),
        Node::FpFromUbv(_) => {
            let (lo, hi) = a.unsigned(first.bits());
            let at = |x| key(op.sort, value::fp_from_bv(op.sort, first.bits(), false, x));
            Dom::new(at(lo), at(hi))
        }
        Node::FpToSbv(_) => truncated(op.sort, first, a),
        _ => integers::forward(op, a, b),
    }
}

/// The domain true, false or undecided.
fn decided(yes: bool, no: bool) -> Dom {
    Dom::new(yes.into(), (!no).into())
}

/// Applies a monotonic function to both bounds.
fn ends(a: Dom, f: impl Fn(i64) -> i64) -> Dom {
    if a.has_numbers() {
        Dom::new(f(a.lo), f(a.hi))
    } else {
        Dom::none()
    }
}

fn equal(sort: Sort, a: Dom, b: Dom) -> Dom {
    match (a.only(sort), b.only(sort)) {
        (Some(x), Some(y)) => Dom::bool(x == y),
        _ => decided(false, a.meet(b).is_empty()),
    }
}

fn overflow(which: Overflow, width: u32, a: Dom, b: Dom) -> Dom {
    let (lo, hi) = integers::exact(which, a, b);
    let (least, most) = bounds(width);
    decided(lo > most || hi < least, lo >= least && hi <= most)
}

fn compare(which: FpCmp, a: Dom, b: Dom) -> Dom {
    if !a.has_numbers() || !b.has_numbers() {
        return Dom::bool(false);
    }
    let (a_lo, a_hi, b_lo, b_hi) = (rank(a.lo), rank(a.hi), rank(b.lo), rank(b.hi));
    let (yes, no) = match which {
        FpCmp::Lt => (a_hi < b_lo, a_lo >= b_hi),
        FpCmp::Le => (a_hi <= b_lo, a_lo > b_hi),
        FpCmp::Eq => (
            a_lo == a_hi && b_lo == b_hi && a_lo == b_lo,
            a_hi < b_lo || b_hi < a_lo,
        ),
    };
    decided(yes && !a.nan && !b.nan, no)
}

fn magnitude(a: Dom) -> Dom {
    if a.lo >= 0 || !a.has_numbers() {
        return a;
    }
    let flipped = -a.lo - 1;
    if a.hi < 0 {
        return Dom::new(-a.hi - 1, flipped).or_nan(a.nan);
    }
    Dom::new(0, flipped.max(a.hi)).or_nan(a.nan)
}

fn root(sort: Sort, a: Dom) -> Dom {
    let within = Dom::new(a.lo.max(MINUS_ZERO), a.hi);
    let at = |k| key(sort, value::fp_sqrt(sort, bits(sort, k)));
    ends(within, at).or_nan(a.nan || a.lo < MINUS_ZERO)
}

/// Floats truncated to integers; values out of range saturate, and NaN becomes 0.
fn truncated(to: Sort, from: Sort, a: Dom) -> Dom {
    let at = |k| key(to, value::fp_to_bv(from, to.bits(), true, bits(from, k)));
    let numbers = ends(a, at);
    if a.nan {
        numbers.join(Dom::new(0, 0))
    } else {
        numbers
    }
}

fn float_bin(which: FpOp, sort: Sort, a: Dom, b: Dom) -> Dom {
    if let (Some(x), Some(y)) = (a.only(sort), b.only(sort)) {
        return Dom::point(sort, value::fp_bin(which, sort, x, y));
    }
    let nan = a.nan || b.nan || gives_nan(which, sort, a, b);
    if !a.has_numbers() || !b.has_numbers() {
        return Dom::none().or_nan(true);
    }
    let divides_by_both = which == FpOp::Div && b.lo < 0 && b.hi >= 0;
    let numbers = if divides_by_both {
        Dom::numbers(sort)
    } else {
        corners(which, sort, a, b)
    };
    numbers.both_zeros().or_nan(nan)
}

/// The hull of the four corners. If a corner is NaN (0 · ∞, 0 / 0, ∞ / ∞), the values near it lie between the others;
/// a product is 0 there.
fn corners(which: FpOp, sort: Sort, a: Dom, b: Dom) -> Dom {
    let mut hull = Dom::none();
    for x in [a.lo, a.hi] {
        for y in [b.lo, b.hi] {
            let found = corner(which, sort, x, y);
            let at = match (found, which) {
                (Some(at), _) => at,
                (None, FpOp::Mul) => 0,
                // ∞ / ∞: a finite dividend gives 0.
                (None, FpOp::Div) if rank(x) != 0 => 0,
                // ∞ − ∞: near it, every value is possible.
                (None, FpOp::Add | FpOp::Sub) => return Dom::numbers(sort),
                (None, FpOp::Div) => continue,
            };
            hull = hull.join(Dom::new(at, at));
        }
    }
    hull
}

/// The result at one point; `None` if it is NaN.
pub(super) fn corner(which: FpOp, sort: Sort, x: i64, y: i64) -> Option<i64> {
    let found = value::fp_bin(which, sort, bits(sort, x), bits(sort, y));
    (!value::as_f64(sort, found).is_nan()).then(|| key(sort, found))
}

/// Whether numbers of the two intervals can give NaN.
fn gives_nan(which: FpOp, sort: Sort, a: Dom, b: Dom) -> bool {
    let all = Dom::numbers(sort);
    let (low, high) = (|d: Dom| d.lo == all.lo, |d: Dom| d.hi == all.hi);
    let infinite = |d: Dom| low(d) || high(d);
    let zero = |d: Dom| d.lo <= 0 && d.hi >= MINUS_ZERO;
    match which {
        FpOp::Add => low(a) && high(b) || high(a) && low(b),
        FpOp::Sub => low(a) && low(b) || high(a) && high(b),
        FpOp::Mul => zero(a) && infinite(b) || infinite(a) && zero(b),
        FpOp::Div => zero(a) && zero(b) || infinite(a) && infinite(b),
    }
}

/// Keys of an interval that contains all real numbers that round into a float interval.
pub(super) fn preimage(sort: Sort, d: Dom) -> (i64, i64) {
    (down(sort, d.lo), up(sort, d.hi))
}

/// The float nearest to an integer, rounded up by a step.
pub(super) fn above_integer(sort: Sort, x: i128) -> i64 {
    up(sort, key_of(sort, x as f64))
}

/// The float nearest to an integer, rounded down by a step.
pub(super) fn below_integer(sort: Sort, x: i128) -> i64 {
    down(sort, key_of(sort, x as f64))
}

/// The integers that a float between two keys may stand for, if rounding moved it by less than a step.
pub(super) fn integers_between(sort: Sort, lo: i64, hi: i64) -> (i128, i128) {
    (
        float(sort, lo).ceil() as i128,
        float(sort, hi).floor() as i128,
    )
}
