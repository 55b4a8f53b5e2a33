//! Cheap bounds of bit-vectors, sufficient to decide comparisons of extended and reduced values.
//!
//! C widens `char` and `short` everywhere, so "the sum of two characters overflows `int`" and "this character is 300"
//! are common queries that need no solver. A walk visits a fixed number of nodes, so its cost does not depend on the
//! depth of terms.

use crate::{BvOp, Node, Pool, Term, value};

/// Most nodes that one walk visits.
const BUDGET: u32 = 8;

/// Lower and upper bound; neither needs to be attained.
type Range = (i128, i128);

impl Pool {
    /// Bounds of `t` read as an unsigned number.
    pub(crate) fn unsigned_range(&self, t: Term) -> Range {
        self.walk_range(t, false, &mut { BUDGET })
    }

    /// Bounds of `t` read as a signed number.
    pub(crate) fn signed_range(&self, t: Term) -> Range {
        self.walk_range(t, true, &mut { BUDGET })
    }

    fn walk_range(&self, t: Term, is_signed: bool, budget: &mut u32) -> Range {
        let width = self.width(t);
        let all = full(width, is_signed);
        if *budget == 0 {
            return all;
        }
        *budget -= 1;
        let found = match *self.node(t) {
            Node::Const(bits) => {
                let exact = number(width, is_signed, bits);
                (exact, exact)
            }
            Node::ZExt(a) => self.walk_range(a, false, budget),
            Node::SExt(a) if is_signed => self.walk_range(a, true, budget),
            Node::Ite(_, a, b) => {
                let a = self.walk_range(a, is_signed, budget);
                let b = self.walk_range(b, is_signed, budget);
                (a.0.min(b.0), a.1.max(b.1))
            }
            Node::Bin(BvOp::Add, a, b) => {
                let a = self.walk_range(a, is_signed, budget);
                let b = self.walk_range(b, is_signed, budget);
                (a.0 + b.0, a.1 + b.1)
            }
            Node::Bin(BvOp::Mul, a, k) => match self.as_const(k) {
                Some(k) => {
                    let k = number(width, is_signed, k);
                    let (lo, hi) = self.walk_range(a, is_signed, budget);
                    let (a, b) = (lo.saturating_mul(k), hi.saturating_mul(k));
                    (a.min(b), a.max(b))
                }
                _ => all,
            },
            Node::Bin(BvOp::SDiv, a, k) if is_signed => match self.as_const(k) {
                Some(k) if k != 0 => {
                    let k = i128::from(value::signed(width, k));
                    let (lo, hi) = self.walk_range(a, true, budget);
                    ((lo / k).min(hi / k), (lo / k).max(hi / k))
                }
                _ => all,
            },
            Node::Bin(BvOp::URem, _, k) if !is_signed => match self.as_const(k) {
                Some(k) if k > 0 => (0, i128::from(k) - 1),
                _ => all,
            },
            Node::Bin(BvOp::SRem, _, k) if is_signed => match self.as_const(k) {
                Some(k) if k > 0 => {
                    let most = i128::from(value::signed(width, k)).abs() - 1;
                    (-most, most)
                }
                _ => all,
            },
            _ => all,
        };
        // A sum that may wrap has no useful bounds.
        if found.0 < all.0 || found.1 > all.1 {
            all
        } else {
            found
        }
    }
}

fn full(width: u32, is_signed: bool) -> Range {
    if is_signed {
        let bound = 1i128 << (width - 1);
        (-bound, bound - 1)
    } else {
        (0, i128::from(value::mask(width)))
    }
}

fn number(width: u32, is_signed: bool, bits: u64) -> i128 {
    if is_signed {
        value::signed(width, bits).into()
    } else {
        bits.into()
    }
}
