//! Residues: what an integer leaves when divided by some number, whatever the unknowns are.
//!
//! Of 4000 − 1440·h intervals know only how large it is; that it leaves 40 when divided by 60 decides what `% 60` gives.
//! Each integer term gets a class of residues, from its operands' classes; the ends of its interval are then moved to
//! members of the class. Only operations that cannot wrap pass a class on.

use term::{BvOp, Node};

use super::domain::{Dom, bounds};
use super::forward::Op;
use super::integers::{exact, overflow_of};

/// All numbers that differ from `rest` by a multiple of `modulus`; just `rest` if that is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Class {
    modulus: i128,
    rest: i128,
}

impl Class {
    /// All integers.
    pub(super) const ALL: Class = Class {
        modulus: 1,
        rest: 0,
    };

    fn new(modulus: i128, rest: i128) -> Class {
        if modulus == 0 {
            return Class { modulus, rest };
        }
        Class {
            modulus,
            rest: rest.rem_euclid(modulus),
        }
    }

    /// The members of the class between the ends of an interval.
    pub(super) fn within(self, d: Dom) -> Dom {
        if self.modulus == 1 || !d.has_numbers() {
            return d;
        }
        let (lo, hi) = (i128::from(d.lo), i128::from(d.hi));
        if self.modulus == 0 {
            let inside = lo <= self.rest && self.rest <= hi;
            return if inside {
                Dom::of_exact(64, self.rest, self.rest)
            } else {
                Dom::none()
            };
        }
        let first = lo + (self.rest - lo).rem_euclid(self.modulus);
        let last = hi - (hi - self.rest).rem_euclid(self.modulus);
        if first > last {
            Dom::none()
        } else {
            Dom::of_exact(64, first, last)
        }
    }

    fn join(self, other: Class) -> Class {
        let modulus = gcd(gcd(self.modulus, other.modulus), self.rest - other.rest);
        Class::new(modulus, self.rest)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The class of an operation's result, by the classes and the values of its operands.
pub(super) fn class(op: &Op, kids: [Class; 3], doms: [Dom; 3]) -> Class {
    let [a, b, c] = kids;
    match op.node {
        Node::Const(_) if matches!(op.sort, term::Sort::Bv(_)) => {
            match Dom::full(op.sort).meet(doms[0]) {
                d if d.lo == d.hi => Class::new(0, d.lo.into()),
                _ => Class::ALL,
            }
        }
        Node::Bin(which, ..) => binary(op, which, [a, b], [doms[0], doms[1]]),
        Node::Neg(_) if i128::from(doms[0].lo) > bounds(op.sort.bits()).0 => {
            Class::new(a.modulus, -a.rest)
        }
        Node::SExt(_) => a,
        Node::ZExt(_) if doms[0].lo >= 0 => a,
        Node::Ite(..) if !op.sort.is_float() => b.join(c),
        _ => Class::ALL,
    }
}

fn binary(op: &Op, which: BvOp, [a, b]: [Class; 2], [x, y]: [Dom; 2]) -> Class {
    if let Some(of) = overflow_of(which) {
        let (lo, hi) = exact(of, x, y);
        let (least, most) = bounds(op.sort.bits());
        if !op.exact && (lo < least || hi > most) {
            return Class::ALL;
        }
    }
    match which {
        BvOp::Add => Class::new(gcd(a.modulus, b.modulus), a.rest + b.rest),
        BvOp::Sub => Class::new(gcd(a.modulus, b.modulus), a.rest - b.rest),
        BvOp::Mul => product(a, b),
        BvOp::SDiv if b.modulus == 0 && b.rest > 0 && x.lo >= 0 && a.modulus % b.rest == 0 => {
            Class::new(a.modulus / b.rest, a.rest / b.rest)
        }
        BvOp::SRem if b.modulus == 0 && b.rest > 0 => Class::new(gcd(a.modulus, b.rest), a.rest),
        _ => Class::ALL,
    }
}

/// (m·i + r) (n·j + s) = m·n·i·j + m·s·i + n·r·j + r·s
fn product(a: Class, b: Class) -> Class {
    let terms = (
        a.modulus.checked_mul(b.modulus),
        a.modulus.checked_mul(b.rest),
        b.modulus.checked_mul(a.rest),
        a.rest.checked_mul(b.rest),
    );
    match terms {
        (Some(mn), Some(ms), Some(nr), Some(rest)) => Class::new(gcd(mn, gcd(ms, nr)), rest),
        _ => Class::ALL,
    }
}
