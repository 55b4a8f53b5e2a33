//! Residues: known remainders of numbers, whatever the unknowns are.
//!
//! The address of `table[i].name` is 4 bytes past a multiple of the record's 24. For 4000 − 1440·h, an interval bounds
//! the size but does not show that the remainder modulo 60 is 40. Integers form a class by modulus and rest, and the
//! class of a sum or product follows from those of the operands, as long as nothing wraps; if it wraps, the power of
//! two in the modulus remains.
//!
//! # References
//! * P. Granger: *Static analysis of arithmetical congruences*, 1989.

use crate::{BvOp, Node, Pool, Term, value};

/// Most nodes that one walk visits.
const BUDGET: u32 = 12;

/// All integers that differ from `rest` by a multiple of `modulus`; only `rest` if that is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Residues {
    modulus: i128,
    rest: i128,
}

impl Residues {
    /// All integers.
    pub const ALL: Residues = Residues {
        modulus: 1,
        rest: 0,
    };

    /// The class of a number; the modulus is not negative.
    pub fn new(modulus: i128, rest: i128) -> Residues {
        let rest = if modulus == 0 {
            rest
        } else {
            rest.rem_euclid(modulus)
        };
        Residues { modulus, rest }
    }

    /// The class of this number alone.
    pub fn exactly(number: i128) -> Residues {
        Residues::new(0, number)
    }

    /// The modulus: members differ by multiples of it; 0 if there is only one.
    pub fn modulus(self) -> i128 {
        self.modulus
    }

    /// The least member that is not negative, or the only member.
    pub fn rest(self) -> i128 {
        self.rest
    }

    /// Whether the number is a member.
    pub fn contains(self, number: i128) -> bool {
        Residues::new(self.modulus, number) == self
    }

    /// The members from 0 to `last`, in ascending order.
    pub fn members(self, last: i128) -> impl Iterator<Item = i128> {
        let one = self.modulus == 0;
        let first = Some(self.rest).filter(|rest| *rest >= 0);
        let step = move |number: &i128| number.checked_add(self.modulus).filter(|_| !one);
        std::iter::successors(first, step).take_while(move |number| *number <= last)
    }

    /// The smallest class with the members of both.
    pub fn join(self, other: Residues) -> Residues {
        let modulus = gcd(gcd(self.modulus, other.modulus), self.rest - other.rest);
        Residues::new(modulus, self.rest)
    }

    /// The class of all numbers that are congruent to a member modulo 2 to the power of `width`.
    pub fn wrapped(self, width: u32) -> Residues {
        Residues::new(gcd(self.modulus, 1 << width), self.rest)
    }

    /// The class of negated members.
    pub fn negated(self) -> Residues {
        Residues::new(self.modulus, -self.rest)
    }

    /// The class of sums of members.
    pub fn plus(self, other: Residues) -> Residues {
        Residues::new(gcd(self.modulus, other.modulus), self.rest + other.rest)
    }

    /// The class of products of members: (m·i + r) (n·j + s) = m·n·i·j + m·s·i + n·r·j + r·s
    pub fn times(self, other: Residues) -> Residues {
        let terms = (
            self.modulus.checked_mul(other.modulus),
            self.modulus.checked_mul(other.rest),
            other.modulus.checked_mul(self.rest),
            self.rest.checked_mul(other.rest),
        );
        match terms {
            (Some(mn), Some(ms), Some(nr), Some(rest)) => Residues::new(gcd(mn, gcd(ms, nr)), rest),
            _ => Residues::ALL,
        }
    }

    /// The class of remainders of a division by a positive number, rounded towards zero.
    pub fn modulo(self, divisor: i128) -> Residues {
        Residues::new(gcd(self.modulus, divisor), self.rest)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Pool {
    /// A class that contains the value of a bit-vector, read as a signed number.
    pub fn residues(&self, t: Term) -> Residues {
        self.walk_residues(t, &mut { BUDGET })
    }

    fn walk_residues(&self, t: Term, budget: &mut u32) -> Residues {
        if *budget == 0 {
            return Residues::ALL;
        }
        *budget -= 1;
        let width = self.width(t);

        // Where high bits may be cut off, `wrapped` keeps only what is known modulo a power of two.
        match *self.node(t) {
            Node::Const(bits) => Residues::exactly(value::signed(width, bits).into()),
            Node::SExt(a) => self.walk_residues(a, budget),
            Node::ZExt(a) => {
                let class = self.walk_residues(a, budget);
                match self.signed_range(a) {
                    (0.., _) => class,
                    _ => class.wrapped(self.width(a)),
                }
            }
            Node::Extract(a, 0) => self.walk_residues(a, budget).wrapped(width),
            Node::Concat(_, low) => {
                let part = self.width(low);
                self.walk_residues(low, budget).wrapped(part)
            }
            Node::Ite(_, a, b) => {
                let a = self.walk_residues(a, budget);
                a.join(self.walk_residues(b, budget))
            }
            Node::Neg(a) => self.walk_residues(a, budget).negated().wrapped(width),
            Node::Bin(op @ (BvOp::Add | BvOp::Sub | BvOp::Mul), a, b) => {
                let (x, y) = (self.walk_residues(a, budget), self.walk_residues(b, budget));
                let class = match op {
                    BvOp::Add => x.plus(y),
                    BvOp::Sub => x.plus(y.negated()),
                    _ => x.times(y),
                };
                if self.may_wrap(op, width, a, b) {
                    class.wrapped(width)
                } else {
                    class
                }
            }
            _ => Residues::ALL,
        }
    }

    /// Whether the operation on signed numbers may overflow the width.
    fn may_wrap(&self, op: BvOp, width: u32, a: Term, b: Term) -> bool {
        let (x, y) = (self.signed_range(a), self.signed_range(b));
        let ends = match op {
            BvOp::Add => [x.0 + y.0, x.1 + y.1, 0, 0],
            BvOp::Sub => [x.0 - y.1, x.1 - y.0, 0, 0],
            _ => [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1],
        };
        let bound = 1i128 << (width - 1);
        ends.iter().any(|end| !(-bound..bound).contains(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_begin_with_the_rest() {
        let members = |class: Residues| class.members(20).collect::<Vec<_>>();
        assert_eq!(members(Residues::new(7, -3)), [4, 11, 18]);
        assert_eq!(members(Residues::exactly(5)), [5]);
        assert_eq!(members(Residues::exactly(-5)), []);
        assert_eq!(members(Residues::new(30, 21)), []);
    }
}
