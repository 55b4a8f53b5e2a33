//! Integer operations: possible results, and possible operands.
//!
//! Numbers are signed and computed exactly in 128 bits. An operation that may wrap yields no bounds.

use term::{BvOp, Node, Overflow, value};

use super::domain::{Dom, bounds};
use super::op::Op;

/// All possible results of the operation.
pub(super) fn forward(op: &Op, a: Dom, b: Dom) -> Dom {
    let width = op.sort.bits();
    let of = op.of[0].bits();
    match op.node {
        Node::Bin(which, ..) => binary(op, which, a, b),
        Node::Neg(_) => Dom::of_wrapped(width, -i128::from(a.hi), -i128::from(a.lo)),
        Node::BvNot(_) => Dom::new(-1 - a.hi, -1 - a.lo),
        Node::ZExt(_) => {
            let (lo, hi) = a.unsigned(of);
            Dom::of_wrapped(width, lo.into(), hi.into())
        }
        Node::SExt(_) => a,
        Node::Extract(_, 0) => Dom::of_wrapped(width, a.lo.into(), a.hi.into()),
        Node::Extract(_, from) if from + width == of => Dom::new(a.lo >> from, a.hi >> from),
        Node::Concat(..) => {
            let low = op.of[1].bits();
            let (lo, hi) = b.unsigned(low);
            let front = |x: i64| i128::from(x) << low;
            Dom::of_wrapped(
                width,
                front(a.lo) + i128::from(lo),
                front(a.hi) + i128::from(hi),
            )
        }
        _ => Dom::full(op.sort),
    }
}

/// Bounds of the exact result of a sum, difference or product.
pub(super) fn exact(which: Overflow, a: Dom, b: Dom) -> (i128, i128) {
    let (a, b) = (wide(a), wide(b));
    match which {
        Overflow::SAdd => (a.0 + b.0, a.1 + b.1),
        Overflow::SSub => (a.0 - b.1, a.1 - b.0),
        Overflow::SMul => hull(a, b, |x, y| x * y),
    }
}

/// The overflow predicate of an operation.
pub(super) fn overflow_of(which: BvOp) -> Option<Overflow> {
    match which {
        BvOp::Add => Some(Overflow::SAdd),
        BvOp::Sub => Some(Overflow::SSub),
        BvOp::Mul => Some(Overflow::SMul),
        _ => None,
    }
}

fn wide(d: Dom) -> (i128, i128) {
    (d.lo.into(), d.hi.into())
}

/// Smallest and largest value at the corners.
fn hull(a: (i128, i128), b: (i128, i128), f: impl Fn(i128, i128) -> i128) -> (i128, i128) {
    let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    let (mut lo, mut hi) = (all[0], all[0]);
    for x in all {
        (lo, hi) = (lo.min(x), hi.max(x));
    }
    (lo, hi)
}

fn binary(op: &Op, which: BvOp, a: Dom, b: Dom) -> Dom {
    let (sort, width) = (op.sort, op.sort.bits());
    if let (Some(x), Some(y)) = (a.only(sort), b.only(sort)) {
        return Dom::point(sort, value::bv_bin(which, width, x, y));
    }
    if let Some(of) = overflow_of(which) {
        let (lo, hi) = exact(of, a, b);
        return if op.exact {
            Dom::of_exact(width, lo, hi)
        } else {
            Dom::of_wrapped(width, lo, hi)
        };
    }
    let natural = a.lo >= 0 && b.lo >= 0;
    match which {
        BvOp::SDiv => quotient(width, a, b),
        BvOp::UDiv if natural => quotient(width, a, b),
        BvOp::SRem => remainder(a, b),
        BvOp::URem if natural => remainder(a, b),
        BvOp::And if natural => Dom::new(0, a.hi.min(b.hi)),
        BvOp::And if a.lo >= 0 => Dom::new(0, a.hi),
        BvOp::And if b.lo >= 0 => Dom::new(0, b.hi),
        BvOp::Or | BvOp::Xor if natural => {
            let used = 64 - (a.hi | b.hi).leading_zeros();
            Dom::new(0, value::mask(used) as i64)
        }
        BvOp::Shl | BvOp::LShr | BvOp::AShr => shifted(op, which, a, b),
        _ => Dom::full(sort),
    }
}

fn quotient(width: u32, a: Dom, b: Dom) -> Dom {
    if b.lo <= 0 && b.hi >= 0 {
        return Dom::of_exact(width, i128::MIN, i128::MAX);
    }
    let (lo, hi) = hull(wide(a), wide(b), |x, y| x / y);
    Dom::of_wrapped(width, lo, hi)
}

/// Possible remainders: they have the sign of the dividend and are smaller than the divisor; for a division by zero,
/// the remainder is the dividend.
fn remainder(a: Dom, b: Dom) -> Dom {
    let (least, most) = sizes(b);
    if sizes(a).1 < least {
        return a;
    }
    if least == most && least > 0 {
        let k = i128::from(least);
        let (lo, hi) = wide(a);
        if lo / k == hi / k && (lo >= 0 || hi <= 0) {
            return Dom::new((lo % k) as i64, (hi % k) as i64);
        }
    }
    let most = i64::try_from(most.saturating_sub(1)).unwrap_or(i64::MAX);
    let lo = if a.lo >= 0 { 0 } else { a.lo.max(-most) };
    let hi = if a.hi <= 0 { 0 } else { a.hi.min(most) };
    let small = Dom::new(lo, hi);
    if least == 0 { small.join(a) } else { small }
}

/// Smallest and largest absolute value.
fn sizes(d: Dom) -> (u64, u64) {
    let (lo, hi) = (d.lo.unsigned_abs(), d.hi.unsigned_abs());
    let least = if d.lo <= 0 && d.hi >= 0 {
        0
    } else {
        lo.min(hi)
    };
    (least, lo.max(hi))
}

/// Possible results of a shift by a known number of bits, less than the width.
fn shifted(op: &Op, which: BvOp, a: Dom, b: Dom) -> Dom {
    let width = op.sort.bits();
    let known = (b.lo == b.hi && b.lo >= 0 && b.lo < i64::from(width)).then_some(b.lo as u32);
    match (known, which) {
        (Some(by), BvOp::Shl) => {
            let (lo, hi) = wide(a);
            Dom::of_wrapped(width, lo << by, hi << by)
        }
        (Some(by), BvOp::AShr) => Dom::new(a.lo >> by, a.hi >> by),
        (Some(by), BvOp::LShr) if a.lo >= 0 => Dom::new(a.lo >> by, a.hi >> by),
        _ => Dom::full(op.sort),
    }
}

/// Possible operands, if the result is in `me`.
pub(super) fn backward(op: &Op, me: Dom, a: Dom, b: Dom) -> [Dom; 2] {
    let width = op.sort.bits();
    let of = op.of[0].bits();
    match op.node {
        Node::Bin(which, ..) => backward_binary(op, which, me, a, b),
        Node::Neg(_) if i128::from(a.lo) > bounds(width).0 => [a.meet(negated(me)), b],
        Node::BvNot(_) => [a.meet(Dom::new(-1 - me.hi, -1 - me.lo)), b],
        Node::ZExt(_) => [a.meet_unsigned(of, me.lo.into(), me.hi.into()), b],
        Node::SExt(_) => [a.meet(me), b],
        Node::Extract(_, 0) => {
            let (least, most) = bounds(width);
            let fits = i128::from(a.lo) >= least && i128::from(a.hi) <= most;
            [if fits { a.meet(me) } else { a }, b]
        }
        Node::Extract(_, from) if from + width == of => {
            let (lo, hi) = (i128::from(me.lo) << from, (i128::from(me.hi) + 1) << from);
            [a.meet(Dom::of_exact(of, lo, hi - 1)), b]
        }
        Node::Concat(..) => {
            let low = op.of[1].bits();
            let high = a.meet(Dom::new(me.lo >> low, me.hi >> low));
            if high.lo != high.hi {
                return [high, b];
            }
            let front = i128::from(high.lo) << low;
            let rest = (i128::from(me.lo) - front, i128::from(me.hi) - front);
            [high, b.meet_unsigned(low, rest.0, rest.1)]
        }
        _ => [a, b],
    }
}

fn negated(d: Dom) -> Dom {
    Dom::new(d.hi.saturating_neg(), d.lo.saturating_neg())
}

fn backward_binary(op: &Op, which: BvOp, me: Dom, a: Dom, b: Dom) -> [Dom; 2] {
    let width = op.sort.bits();
    if let Some(of) = overflow_of(which) {
        let (lo, hi) = exact(of, a, b);
        let (least, most) = bounds(width);
        if op.exact || lo >= least && hi <= most {
            return operands(of, width, wide(me), a, b);
        }
        return [a, b];
    }
    let natural = a.lo >= 0 && b.lo >= 0;
    match which {
        BvOp::SDiv => divided(width, me, a, b),
        BvOp::UDiv if natural => divided(width, me, a, b),
        BvOp::SRem => reduced(me, a, b),
        BvOp::URem if natural => reduced(me, a, b),
        _ => [a, b],
    }
}

/// Possible operands, if the exact result is between two bounds.
pub(super) fn operands(which: Overflow, width: u32, me: (i128, i128), a: Dom, b: Dom) -> [Dom; 2] {
    let (x, y) = (wide(a), wide(b));
    let only = |lo, hi| Dom::of_exact(width, lo, hi);
    match which {
        Overflow::SAdd => [
            a.meet(only(me.0 - y.1, me.1 - y.0)),
            b.meet(only(me.0 - x.1, me.1 - x.0)),
        ],
        Overflow::SSub => [
            a.meet(only(me.0 + y.0, me.1 + y.1)),
            b.meet(only(x.0 - me.1, x.1 - me.0)),
        ],
        Overflow::SMul => [factor(width, me, a, b), factor(width, me, b, a)],
    }
}

/// Possible values of a factor, if the other factor is not zero.
fn factor(width: u32, me: (i128, i128), a: Dom, b: Dom) -> Dom {
    if b.lo <= 0 && b.hi >= 0 {
        return a;
    }
    let lo = hull(me, wide(b), ceil_div).0;
    let hi = hull(me, wide(b), floor_div).1;
    a.meet(Dom::of_exact(width, lo, hi))
}

fn floor_div(x: i128, y: i128) -> i128 {
    let q = x / y;
    if x % y != 0 && (x < 0) != (y < 0) {
        q - 1
    } else {
        q
    }
}

fn ceil_div(x: i128, y: i128) -> i128 {
    -floor_div(-x, y)
}

/// Possible operands of a quotient rounded towards zero: `a` = quotient · `b` + rest, where the rest is smaller than
/// `b` and has the sign of `a`.
fn divided(width: u32, me: Dom, a: Dom, b: Dom) -> [Dom; 2] {
    if b.lo <= 0 && b.hi >= 0 {
        return [a, b];
    }
    if b.lo < 0 && i128::from(a.lo) == bounds(width).0 {
        // The smallest number divided by −1 wraps.
        return [a, b];
    }
    let (lo, hi) = hull(wide(me), wide(b), |x, y| x * y);
    let rest = i128::from(sizes(b).1) - 1;
    let below = if me.lo > 0 && b.lo > 0 { 0 } else { rest };
    let above = if me.hi < 0 && b.lo > 0 { 0 } else { rest };
    let dividend = a.meet(Dom::of_exact(width, lo - below, hi + above));
    let mut divisor = b;
    if dividend.lo >= 0 && b.lo > 0 && me.hi >= 0 {
        let least = i128::from(dividend.lo) / (i128::from(me.hi) + 1) + 1;
        divisor = divisor.meet(Dom::of_exact(width, least, i128::MAX));
        if me.lo > 0 {
            let most = i128::from(dividend.hi) / i128::from(me.lo);
            divisor = divisor.meet(Dom::of_exact(width, i128::MIN, most));
        }
    }
    [dividend, divisor]
}

/// Possible operands of a remainder.
fn reduced(me: Dom, a: Dom, b: Dom) -> [Dom; 2] {
    let mut dividend = a;
    if me.lo > 0 {
        dividend = dividend.meet(Dom::new(me.lo, i64::MAX));
    }
    if me.hi < 0 {
        dividend = dividend.meet(Dom::new(i64::MIN, me.hi));
    }
    if b.lo == b.hi && b.lo > 0 && dividend.lo >= 0 && dividend.has_numbers() {
        dividend = to_remainder(dividend, b.lo.into(), wide(me));
    }
    let mut divisor = b;
    if me.lo > 0 && b.lo > 0 {
        divisor = divisor.meet(Dom::new(me.lo.saturating_add(1), i64::MAX));
    }
    [dividend, divisor]
}

/// Moves the bounds of a dividend to the next ones whose remainder is within bounds.
fn to_remainder(a: Dom, k: i128, me: (i128, i128)) -> Dom {
    let (least, most) = (me.0.max(0), me.1.min(k - 1));
    if least > most {
        return Dom::none();
    }
    let (mut lo, mut hi) = wide(a);
    let low = lo % k;
    if low < least {
        lo += least - low;
    } else if low > most {
        lo += k - low + least;
    }
    let high = hi % k;
    if high > most {
        hi -= high - most;
    } else if high < least {
        hi -= high + k - most;
    }
    if lo > hi || hi < 0 {
        return Dom::none();
    }
    Dom::of_exact(64, lo, hi)
}
