//! Backward contraction: possible operands of an operation, from its possible results.
//!
//! A float result z of x + y lies within half a step of the real sum. So the real sum lies between the neighbours of
//! z's bounds, and x between these minus y; a further step outward accounts for the rounding of this subtraction. The
//! other operations are inverted in the same way.

use term::{FpCmp, FpOp, Node, Sort, value};

use super::domain::{Dom, MINUS_ZERO, bits, bounds, down, key, up};
use super::forward::{above_integer, below_integer, corner, integers_between, preimage};
use super::op::Op;
use super::{functions, integers};

/// The operands, without values that cannot produce a result in `me`.
pub(super) fn backward(op: &Op, result: Dom, kids: [Dom; 3]) -> [Dom; 3] {
    let [a, b, c] = kids;
    let first = op.of[0];
    let one = |a: Dom| [a, b, c];
    let two = |[a, b]: [Dom; 2]| [a, b, c];

    // One arm per operation, Booleans first, then floats. Integers have a module of their own.
    match op.node {
        Node::Not(_) => one(a.meet(Dom::new(1 - result.hi, 1 - result.lo))),
        Node::And(..) => two(conjuncts(result, a, b)),
        Node::Eq(..) => two(identical(first, result, a, b)),
        Node::Ite(..) => choice(result, kids),
        Node::Slt(..) => two(less(result, a, b)),
        Node::Ult(..) => two(below(first.bits(), result, a, b)),
        Node::Overflow(which, ..) if result.truth() == Some(false) => two(integers::operands(
            which,
            first.bits(),
            bounds(first.bits()),
            a,
            b,
        )),
        Node::FpBin(which, ..) if !result.nan && result.has_numbers() => two(float_operands(
            which,
            op.sort,
            result,
            a.without_nan(),
            b.without_nan(),
        )),
        Node::FpNeg(_) => one(a.meet(Dom::new(-result.hi - 1, -result.lo - 1).or_nan(result.nan))),
        Node::FpAbs(_) => one(signless(result, a)),
        Node::FpSqrt(_) if !result.nan && result.has_numbers() => one(square(op.sort, result, a)),
        Node::FpFun(fun, _) if !result.nan && result.has_numbers() => {
            one(functions::backward(fun, op.sort, result, a))
        }
        Node::FpCmp(which, ..) => match result.truth() {
            Some(true) => two(holds(which, first, a.without_nan(), b.without_nan())),
            Some(false) => two(fails(which, first, a, b)),
            None => kids,
        },
        Node::FpIsNan(_) => match result.truth() {
            Some(true) => one(Dom::none().or_nan(a.nan)),
            Some(false) => one(a.without_nan()),
            None => kids,
        },
        Node::FpToFp(_) => one(a.meet(unconverted(op.sort, first, result))),
        Node::FpFromSbv(_) | Node::FpFromUbv(_) => one(integer_of(op, result, a)),
        Node::FpToSbv(_) => one(a.meet(uncut(op.sort, first, result))),
        _ => two(integers::backward(op, result, a, b)),
    }
}

fn conjuncts(me: Dom, a: Dom, b: Dom) -> [Dom; 2] {
    match me.truth() {
        Some(true) => [a.meet(me), b.meet(me)],
        Some(false) if a.truth() == Some(true) => [a, b.meet(me)],
        Some(false) if b.truth() == Some(true) => [a.meet(me), b],
        _ => [a, b],
    }
}

fn identical(sort: Sort, me: Dom, a: Dom, b: Dom) -> [Dom; 2] {
    match me.truth() {
        Some(true) => [a.meet(b), b.meet(a)],
        Some(false) => [apart(sort, a, b), apart(sort, b, a)],
        None => [a, b],
    }
}

/// `a` without the only value of `b`.
fn apart(sort: Sort, a: Dom, b: Dom) -> Dom {
    match b.only(sort) {
        Some(_) if b.nan => a.without_nan(),
        Some(_) => a.trim(b.lo),
        None => a,
    }
}

fn choice(me: Dom, [c, a, b]: [Dom; 3]) -> [Dom; 3] {
    let c = if a.meet(me).is_empty() {
        c.meet(Dom::bool(false))
    } else if b.meet(me).is_empty() {
        c.meet(Dom::bool(true))
    } else {
        c
    };
    match c.truth() {
        Some(true) => [c, a.meet(me), b],
        Some(false) => [c, a, b.meet(me)],
        None => [c, a, b],
    }
}

fn less(me: Dom, a: Dom, b: Dom) -> [Dom; 2] {
    let (low, high) = (i64::MIN, i64::MAX);
    match me.truth() {
        Some(true) => [
            a.meet(Dom::new(low, b.hi.saturating_sub(1))),
            b.meet(Dom::new(a.lo.saturating_add(1), high)),
        ],
        Some(false) => [a.meet(Dom::new(b.lo, high)), b.meet(Dom::new(low, a.hi))],
        None => [a, b],
    }
}

fn below(width: u32, me: Dom, a: Dom, b: Dom) -> [Dom; 2] {
    let most = i128::from(value::mask(width));
    let (x, y) = (a.unsigned(width), b.unsigned(width));
    match me.truth() {
        Some(true) => [
            a.meet_unsigned(width, 0, i128::from(y.1) - 1),
            b.meet_unsigned(width, i128::from(x.0) + 1, most),
        ],
        Some(false) => [
            a.meet_unsigned(width, y.0.into(), most),
            b.meet_unsigned(width, 0, x.1.into()),
        ],
        None => [a, b],
    }
}

fn signless(me: Dom, a: Dom) -> Dom {
    let flipped = Dom::new(-me.hi - 1, -me.lo - 1);
    let within = if a.lo >= 0 {
        me
    } else if a.hi < 0 {
        flipped
    } else {
        me.join(flipped)
    };
    a.meet(within.or_nan(me.nan))
}

fn square(sort: Sort, me: Dom, a: Dom) -> Dom {
    let (lo, hi) = preimage(sort, me);
    let squared = |at: i64| corner(FpOp::Mul, sort, at.max(0), at.max(0));
    let least = squared(lo).map_or(MINUS_ZERO, |at| down(sort, at).max(MINUS_ZERO));
    let most = squared(hi).map_or(i64::MAX, |at| up(sort, at));
    a.meet(Dom::new(least, most))
}

/// Operands of a sum, difference, product or quotient whose result is a number in `me`.
fn float_operands(which: FpOp, sort: Sort, me: Dom, a: Dom, b: Dom) -> [Dom; 2] {
    if !a.has_numbers() || !b.has_numbers() {
        return [a, b];
    }
    let z = preimage(sort, me);
    let z = Dom::new(z.0, z.1);
    match which {
        FpOp::Add => [
            a.meet(difference(sort, z, b)),
            b.meet(difference(sort, z, a)),
        ],
        FpOp::Sub => [a.meet(sum(sort, z, b)), b.meet(difference(sort, a, z))],
        FpOp::Mul => [
            a.meet(hull(FpOp::Div, sort, z, b)),
            b.meet(hull(FpOp::Div, sort, z, a)),
        ],
        FpOp::Div => [
            a.meet(hull(FpOp::Mul, sort, z, b)),
            b.meet(hull(FpOp::Div, sort, a, z)),
        ],
    }
}

/// Interval of the real sums x + y, widened by a step.
fn sum(sort: Sort, x: Dom, y: Dom) -> Dom {
    outward(
        sort,
        corner(FpOp::Add, sort, x.lo, y.lo),
        corner(FpOp::Add, sort, x.hi, y.hi),
    )
}

/// Interval of the real differences x − y, widened by a step.
fn difference(sort: Sort, x: Dom, y: Dom) -> Dom {
    outward(
        sort,
        corner(FpOp::Sub, sort, x.lo, y.hi),
        corner(FpOp::Sub, sort, x.hi, y.lo),
    )
}

fn outward(sort: Sort, lo: Option<i64>, hi: Option<i64>) -> Dom {
    let all = Dom::numbers(sort);
    let lo = lo.map_or(all.lo, |at| down(sort, at));
    let hi = hi.map_or(all.hi, |at| up(sort, at));
    Dom::new(lo, hi)
}

/// Interval of the real products or quotients, widened by a step; all numbers if the divisor may be zero or a corner
/// is NaN.
fn hull(which: FpOp, sort: Sort, x: Dom, y: Dom) -> Dom {
    let all = Dom::numbers(sort);
    let zero = y.lo <= 0 && y.hi >= MINUS_ZERO;
    if which == FpOp::Div && zero {
        return all;
    }
    let mut found = Dom::none();
    for p in [x.lo, x.hi] {
        for q in [y.lo, y.hi] {
            match corner(which, sort, p, q) {
                Some(at) => found = found.join(Dom::new(down(sort, at), up(sort, at))),
                None => return all,
            }
        }
    }
    found
}

/// Operands for which the comparison holds.
fn holds(which: FpCmp, sort: Sort, a: Dom, b: Dom) -> [Dom; 2] {
    let all = Dom::numbers(sort);
    let (x, y) = (a.both_zeros(), b.both_zeros());
    match which {
        FpCmp::Le => [
            a.meet(Dom::new(all.lo, y.hi)),
            b.meet(Dom::new(x.lo, all.hi)),
        ],
        FpCmp::Lt => [
            a.meet(Dom::new(all.lo, before(b.hi))),
            b.meet(Dom::new(after(a.lo), all.hi)),
        ],
        FpCmp::Eq => [a.meet(y), b.meet(x)],
    }
}

/// The largest key of a number below that at another key.
fn before(at: i64) -> i64 {
    if at == 0 { MINUS_ZERO - 1 } else { at - 1 }
}

/// The smallest key of a number above that at another key.
fn after(at: i64) -> i64 {
    if at == MINUS_ZERO { 1 } else { at + 1 }
}

/// Operands for which the comparison does not hold: one of them is NaN, or the opposite comparison holds.
fn fails(which: FpCmp, sort: Sort, a: Dom, b: Dom) -> [Dom; 2] {
    let all = Dom::numbers(sort);
    let (x, y) = (a.both_zeros(), b.both_zeros());
    let (above, under) = match which {
        FpCmp::Lt => (Dom::new(y.lo, all.hi), Dom::new(all.lo, x.hi)),
        FpCmp::Le => (
            Dom::new(after(b.lo), all.hi),
            Dom::new(all.lo, before(a.hi)),
        ),
        FpCmp::Eq => return [a, b],
    };
    let within = |d: Dom, only: Dom, other: Dom| {
        if other.nan || !other.has_numbers() {
            d
        } else {
            d.meet(only.or_nan(true))
        }
    };
    [within(a, above, b), within(b, under, a)]
}

/// Possible values of a float before its conversion to another sort.
fn unconverted(to: Sort, from: Sort, me: Dom) -> Dom {
    if !me.has_numbers() {
        return me;
    }
    let back = |at: i64| key(from, value::fp_to_fp(to, from, bits(to, at)));
    let there = |at: i64| key(to, value::fp_to_fp(from, to, bits(from, at)));
    if to == Sort::F32 {
        let (lo, hi) = preimage(to, me);
        return Dom::new(back(lo), back(hi)).or_nan(me.nan);
    }
    // Widening is exact: the outermost narrow floats whose widened values lie inside the interval.
    let (mut lo, mut hi) = (back(me.lo), back(me.hi));
    lo += i64::from(there(lo) < me.lo);
    hi -= i64::from(there(hi) > me.hi);
    Dom::new(lo, hi).or_nan(me.nan)
}

/// Integers that are converted to a float in `me`.
fn integer_of(op: &Op, me: Dom, a: Dom) -> Dom {
    if !me.has_numbers() {
        return Dom::none();
    }
    let width = op.of[0].bits();
    let kept = if op.sort == Sort::F32 { 24 } else { 53 };
    let (lo, hi) = if width <= kept {
        (me.lo, me.hi)
    } else {
        preimage(op.sort, me)
    };
    let (lo, hi) = integers_between(op.sort, lo, hi);
    if matches!(op.node, Node::FpFromUbv(_)) {
        a.meet_unsigned(width, lo.max(0), hi)
    } else {
        a.meet(Dom::of_exact(width, lo, hi))
    }
}

/// Floats that are truncated to an integer in `me`.
fn uncut(to: Sort, from: Sort, me: Dom) -> Dom {
    let (least, most) = bounds(to.bits());
    let (low, high) = (i128::from(me.lo), i128::from(me.hi));
    let mut all = Dom::numbers(from);
    if low > least {
        all.lo = below_integer(from, low - i128::from(low <= 0));
    }
    if high < most {
        all.hi = above_integer(from, high + i128::from(high >= 0));
    }
    Dom::new(all.lo, all.hi).or_nan(low <= 0 && high >= 0)
}
