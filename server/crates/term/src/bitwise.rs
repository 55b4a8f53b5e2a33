//! Bitwise operations and shifts.

use crate::{BvOp, Node, Pool, Sort, Term, value};

impl Pool {
    /// Complement of every bit.
    pub fn bv_not(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        let mask = value::mask(sort.bits());
        if let Some(folded) = self.map_constants(a, sort, |a| !a & mask) {
            return folded;
        }
        match *self.node(a) {
            Node::BvNot(x) => x,
            _ => self.intern(Node::BvNot(a), sort),
        }
    }

    pub(crate) fn bitwise(&mut self, op: BvOp, width: u32, a: Term, b: Term) -> Option<Term> {
        if let Some(k) = self.as_const(b) {
            return self.bitwise_const(op, width, a, b, k);
        }
        if a == b {
            return Some(if op == BvOp::Xor {
                self.bv(width, 0)
            } else {
                a
            });
        }
        let opposite = match (*self.node(a), *self.node(b)) {
            (Node::BvNot(x), _) if x == b => true,
            (_, Node::BvNot(y)) => y == a,
            _ => false,
        };
        opposite.then(|| self.bv(width, if op == BvOp::And { 0 } else { u64::MAX }))
    }

    fn bitwise_const(&mut self, op: BvOp, width: u32, a: Term, b: Term, k: u64) -> Option<Term> {
        let ones = value::mask(width);
        match (op, k) {
            (BvOp::And, 0) => return Some(b),
            (BvOp::Or | BvOp::Xor, 0) => return Some(a),
            (BvOp::And, _) if k == ones => return Some(a),
            (BvOp::Or, _) if k == ones => return Some(b),
            (BvOp::Xor, _) if k == ones => return Some(self.bv_not(a)),
            // A mask of low bits is an extract: extracts and extensions fold with each other.
            (BvOp::And, _) if (k + 1).is_power_of_two() => {
                let low = self.extract(a, k.trailing_ones() - 1, 0);
                return Some(self.zext(low, width));
            }
            _ => {}
        }
        let Node::Bin(inner, x, j) = *self.node(a) else {
            return None;
        };
        let j = self.as_const(j)?;
        if inner != op {
            return None;
        }
        let k = self.bv(width, value::bv_bin(op, width, j, k));
        Some(self.bv_bin(op, x, k))
    }

    /// Turns shifts by a constant into extracts and concatenations, which cost a solver nothing.
    pub(crate) fn shift(&mut self, op: BvOp, width: u32, a: Term, b: Term) -> Option<Term> {
        if self.as_const(a) == Some(0) {
            return Some(a);
        }
        let places = self.as_const(b)?;
        if places == 0 {
            return Some(a);
        }
        let out = places >= u64::from(width);
        let places = places as u32;
        Some(match op {
            BvOp::AShr => {
                let lowest = if out { width - 1 } else { places };
                let kept = self.extract(a, width - 1, lowest);
                self.sext(kept, width)
            }
            _ if out => self.constant(Sort::Bv(width), 0),
            BvOp::Shl => {
                let kept = self.extract(a, width - 1 - places, 0);
                let zeros = self.bv(places, 0);
                self.concat(kept, zeros)
            }
            _ => {
                let kept = self.extract(a, width - 1, places);
                self.zext(kept, width)
            }
        })
    }
}
