//! Residues of integer terms ([`Residues`]), from intervals and operands' residues; the bounds of a term's interval
//! are then moved to members of its class. Only operations that cannot wrap propagate a class.

use term::{BvOp, Node, Residues};

use super::domain::{Dom, bounds};
use super::integers::{exact, overflow_of};
use super::op::Op;

/// The members of a class within an interval.
pub(super) fn within(class: Residues, d: Dom) -> Dom {
    if class == Residues::ALL || !d.has_numbers() {
        return d;
    }
    let (lo, hi) = (i128::from(d.lo), i128::from(d.hi));
    let (modulus, rest) = (class.modulus(), class.rest());
    if modulus == 0 {
        let inside = lo <= rest && rest <= hi;
        return if inside {
            Dom::of_exact(64, rest, rest)
        } else {
            Dom::none()
        };
    }
    let first = lo + (rest - lo).rem_euclid(modulus);
    let last = hi - (hi - rest).rem_euclid(modulus);
    if first > last {
        Dom::none()
    } else {
        Dom::of_exact(64, first, last)
    }
}

/// The class of an operation's result, from the classes and the domains of its operands.
pub(super) fn class(op: &Op, kids: [Residues; 3], doms: [Dom; 3]) -> Residues {
    let [a, b, c] = kids;
    match op.node {
        Node::Const(_) if matches!(op.sort, term::Sort::Bv(_)) => {
            match Dom::full(op.sort).meet(doms[0]) {
                d if d.lo == d.hi => Residues::exactly(d.lo.into()),
                _ => Residues::ALL,
            }
        }
        Node::Bin(which, ..) => binary(op, which, [a, b], [doms[0], doms[1]]),
        Node::Neg(_) if i128::from(doms[0].lo) > bounds(op.sort.bits()).0 => a.negated(),
        Node::SExt(_) => a,
        Node::ZExt(_) if doms[0].lo >= 0 => a,
        Node::Ite(..) if !op.sort.is_float() => b.join(c),
        _ => Residues::ALL,
    }
}

fn binary(op: &Op, which: BvOp, [a, b]: [Residues; 2], [x, y]: [Dom; 2]) -> Residues {
    if let Some(of) = overflow_of(which) {
        let (lo, hi) = exact(of, x, y);
        let (least, most) = bounds(op.sort.bits());
        if !op.exact && (lo < least || hi > most) {
            return Residues::ALL;
        }
    }
    match which {
        BvOp::Add => a.plus(b),
        BvOp::Sub => a.plus(b.negated()),
        BvOp::Mul => a.times(b),
        BvOp::SDiv if divides(b, a) && x.lo >= 0 => {
            Residues::new(a.modulus() / b.rest(), a.rest() / b.rest())
        }
        BvOp::SRem if b.modulus() == 0 && b.rest() > 0 => a.modulo(b.rest()),
        _ => Residues::ALL,
    }
}

/// Whether the divisor is a single positive number that divides the modulus of the class.
fn divides(divisor: Residues, class: Residues) -> bool {
    divisor.modulus() == 0 && divisor.rest() > 0 && class.modulus() % divisor.rest() == 0
}
