//! Divisors of a constant with a known quotient or remainder.
//!
//! `n % i == 0` with an unknown `i` is how programs look for divisors, and a divider is the most expensive circuit
//! there is. But if `n` is known, it has few divisors, and those that give one quotient lie between two bounds.

use crate::{BvCmp, BvOp, Node, Pool, Term, value};

/// Largest number whose divisors are computed.
const MOST: i128 = 1 << 20;
/// Most divisors that a predicate lists.
const LISTED: usize = 24;

impl Pool {
    /// `t` = `wanted`, where `t` divides a constant that is not negative; `None` if that is not simpler.
    pub(crate) fn eq_of_divided(&mut self, width: u32, t: Term, wanted: u64) -> Option<Term> {
        let Node::Bin(op @ (BvOp::SRem | BvOp::SDiv), k, x) = *self.node(t) else {
            return None;
        };
        let number = |bits| i128::from(value::signed(width, bits));
        let (k, wanted) = (number(self.as_const(k)?), number(wanted));
        match op {
            _ if k < 0 => None,
            BvOp::SRem => self.leaves(width, k, x, wanted),
            _ => Some(self.gives(width, k, x, wanted)),
        }
    }

    /// `k % x` = `rest`.
    fn leaves(&mut self, width: u32, k: i128, x: Term, rest: i128) -> Option<Term> {
        if rest < 0 || rest > k {
            return Some(self.bool(false));
        }
        let divided = k - rest;
        if divided == 0 || divided > MOST {
            return None;
        }
        let small = (1..).take_while(|d| d * d <= divided);
        let pairs = small.filter(|d| divided % d == 0);
        let mut divisors: Vec<i128> = pairs.flat_map(|d| [d, divided / d]).collect();
        divisors.retain(|d| *d > rest);
        divisors.sort_unstable();
        divisors.dedup();
        if divisors.len() > LISTED {
            return None;
        }
        let mut any = self.bool(false);
        for d in divisors.into_iter().flat_map(|d| [d, -d]) {
            let d = self.bv(width, d as u64);
            let is = self.eq(x, d);
            any = self.or(any, is);
        }
        Some(any)
    }

    /// `k / x` = `quotient`; a non-negative number divided by zero gives −1.
    fn gives(&mut self, width: u32, k: i128, x: Term, quotient: i128) -> Term {
        if quotient == 0 {
            let above = self.between(width, x, k + 1, i128::MAX);
            let below = self.between(width, x, i128::MIN, -k - 1);
            return self.or(above, below);
        }
        let size = quotient.abs();
        let (least, most) = (k / (size + 1) + 1, k / size);
        if quotient > 0 {
            return self.between(width, x, least, most);
        }
        let found = self.between(width, x, -most, -least);
        if quotient != -1 {
            return found;
        }
        let zero = self.bv(width, 0);
        let by_zero = self.eq(x, zero);
        self.or(found, by_zero)
    }

    /// Whether `x`, as a signed number, lies between two bounds; these may lie outside the width.
    fn between(&mut self, width: u32, x: Term, least: i128, most: i128) -> Term {
        let bound = 1i128 << (width - 1);
        if least > most || least >= bound || most < -bound {
            return self.bool(false);
        }
        let (low, high) = (least.max(-bound), most.min(bound - 1));
        let one = low == high;
        let (low, high) = (self.bv(width, low as u64), self.bv(width, high as u64));
        if one {
            return self.eq(x, low);
        }
        let above = self.bv_cmp(BvCmp::Sle, low, x);
        let below = self.bv_cmp(BvCmp::Sle, x, high);
        self.and(above, below)
    }
}
