//! Arithmetic on bit-vectors.

use crate::{BvOp, Node, Pool, Sort, Term, value};

impl Pool {
    /// Binary operation on two bit-vectors of one width; total as in SMT-LIB.
    pub fn bv_bin(&mut self, op: BvOp, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b), "operands of one sort");
        let width = self.width(a);
        let (a, b) = if op.commutes() {
            self.ordered(a, b)
        } else {
            (a, b)
        };
        let fold = |a, b| value::bv_bin(op, width, a, b);
        if let Some(folded) = self.map_constants2(a, b, Sort::Bv(width), fold) {
            return folded;
        }
        let simpler = match op {
            BvOp::Add => self.add(width, a, b),
            BvOp::Sub => self.sub(width, a, b),
            BvOp::Mul => self.mul(width, a, b),
            BvOp::UDiv => self.udiv(width, a, b),
            BvOp::URem => self.urem(width, a, b),
            BvOp::SDiv => self.sdiv(width, a, b),
            BvOp::SRem => self.srem(width, a, b),
            BvOp::And | BvOp::Or | BvOp::Xor => self.bitwise(op, width, a, b),
            BvOp::Shl | BvOp::LShr | BvOp::AShr => self.shift(op, width, a, b),
        };
        simpler.unwrap_or_else(|| self.intern(Node::Bin(op, a, b), Sort::Bv(width)))
    }

    /// Two's complement.
    pub fn bv_neg(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        let mask = value::mask(sort.bits());
        if let Some(folded) = self.map_constants(a, sort, |a| a.wrapping_neg() & mask) {
            return folded;
        }
        match *self.node(a) {
            Node::Neg(x) => x,
            Node::Bin(BvOp::Sub, x, y) => self.bv_bin(BvOp::Sub, y, x),
            Node::Bin(BvOp::Add, x, k) if self.as_const(k).is_some() => {
                let k = self.bv_neg(k);
                self.bv_bin(BvOp::Sub, k, x)
            }
            _ => self.intern(Node::Neg(a), sort),
        }
    }

    /// The term as another one plus a constant, which may be 0.
    pub(crate) fn offset(&self, t: Term) -> (Term, u64) {
        if let Node::Bin(BvOp::Add, x, k) = *self.node(t)
            && let Some(k) = self.as_const(k)
        {
            return (x, k);
        }
        (t, 0)
    }

    /// Whether `product` is (a / y) · y. If so, `a` minus `product` is the remainder of `a` by `y`, also for zero and
    /// for the smallest number by −1. Returns the remainder operation and `y`.
    pub(crate) fn cut(&self, a: Term, product: Term) -> Option<(BvOp, Term)> {
        let Node::Bin(BvOp::Mul, p, q) = *self.node(product) else {
            return None;
        };
        [(p, q), (q, p)]
            .into_iter()
            .find_map(|(quotient, y)| match *self.node(quotient) {
                Node::Bin(BvOp::SDiv, x, by) if (x, by) == (a, y) => Some((BvOp::SRem, y)),
                Node::Bin(BvOp::UDiv, x, by) if (x, by) == (a, y) => Some((BvOp::URem, y)),
                _ => None,
            })
    }

    fn add(&mut self, width: u32, a: Term, b: Term) -> Option<Term> {
        if let Some(k) = self.as_const(b) {
            return self.add_const(width, a, k);
        }
        let ((x, j), (y, k)) = (self.offset(a), self.offset(b));
        if (j, k) != (0, 0) {
            let sum = self.bv_bin(BvOp::Add, x, y);
            let k = self.bv(width, j.wrapping_add(k));
            return Some(self.bv_bin(BvOp::Add, sum, k));
        }
        match (*self.node(a), *self.node(b)) {
            (_, Node::Neg(y)) => Some(self.bv_bin(BvOp::Sub, a, y)),
            (Node::Neg(x), _) => Some(self.bv_bin(BvOp::Sub, b, x)),
            (Node::Bin(BvOp::Sub, x, y), _) if y == b => Some(x),
            (_, Node::Bin(BvOp::Sub, x, y)) if y == a => Some(x),
            _ => None,
        }
    }

    fn add_const(&mut self, width: u32, a: Term, k: u64) -> Option<Term> {
        if k == 0 {
            return Some(a);
        }
        match *self.node(a) {
            Node::Bin(BvOp::Add, x, j) => {
                let j = self.as_const(j)?;
                let k = self.bv(width, j.wrapping_add(k));
                Some(self.bv_bin(BvOp::Add, x, k))
            }
            // (j − x) + k
            Node::Bin(BvOp::Sub, j, x) => {
                let j = self.as_const(j)?;
                let k = self.bv(width, j.wrapping_add(k));
                Some(self.bv_bin(BvOp::Sub, k, x))
            }
            _ => None,
        }
    }

    fn sub(&mut self, width: u32, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(self.bv(width, 0));
        }
        if let Some((remainder, divisor)) = self.cut(a, b) {
            return Some(self.bv_bin(remainder, a, divisor));
        }
        if let Some(k) = self.as_const(b) {
            let k = self.bv(width, k.wrapping_neg());
            return Some(self.bv_bin(BvOp::Add, a, k));
        }
        let ((x, j), (y, k)) = (self.offset(a), self.offset(b));
        if let Some(c) = self.as_const(a) {
            if k != 0 {
                let c = self.bv(width, c.wrapping_sub(k));
                return Some(self.bv_bin(BvOp::Sub, c, y));
            }
            if c == 0 {
                return Some(self.bv_neg(b));
            }
        } else if (j, k) != (0, 0) {
            let difference = self.bv_bin(BvOp::Sub, x, y);
            let k = self.bv(width, j.wrapping_sub(k));
            return Some(self.bv_bin(BvOp::Add, difference, k));
        }
        match (*self.node(a), *self.node(b)) {
            (_, Node::Neg(y)) => Some(self.bv_bin(BvOp::Add, a, y)),
            (Node::Bin(BvOp::Add, x, y), _) if y == b => Some(x),
            (Node::Bin(BvOp::Add, x, y), _) if x == b => Some(y),
            (_, Node::Bin(BvOp::Sub, x, y)) if x == a => Some(y),
            _ => None,
        }
    }

    fn mul(&mut self, width: u32, a: Term, b: Term) -> Option<Term> {
        let k = self.as_const(b)?;
        if k == 0 {
            return Some(b);
        }
        if k == 1 {
            return Some(a);
        }
        if k == value::mask(width) {
            return Some(self.bv_neg(a));
        }
        let Node::Bin(BvOp::Mul, x, j) = *self.node(a) else {
            return None;
        };
        let j = self.as_const(j)?;
        let k = self.bv(width, j.wrapping_mul(k));
        Some(self.bv_bin(BvOp::Mul, x, k))
    }

    fn udiv(&mut self, width: u32, a: Term, b: Term) -> Option<Term> {
        let k = self.as_const(b)?;
        if k == 0 {
            return Some(self.bv(width, u64::MAX));
        }
        if !k.is_power_of_two() {
            return None;
        }
        let places = self.bv(width, k.trailing_zeros().into());
        Some(self.bv_bin(BvOp::LShr, a, places))
    }

    fn urem(&mut self, width: u32, a: Term, b: Term) -> Option<Term> {
        if self.as_const(a) == Some(0) {
            return Some(a);
        }
        let k = self.as_const(b)?;
        if k == 0 {
            return Some(a);
        }
        if !k.is_power_of_two() {
            return None;
        }
        let low = self.bv(width, k - 1);
        Some(self.bv_bin(BvOp::And, a, low))
    }

    fn sdiv(&mut self, width: u32, a: Term, b: Term) -> Option<Term> {
        if self.as_const(b) == Some(1) && width > 1 {
            return Some(a);
        }
        if self.as_const(b) == Some(value::mask(width)) {
            return Some(self.bv_neg(a));
        }
        self.neither_negative(a, b)
            .then(|| self.bv_bin(BvOp::UDiv, a, b))
    }

    fn srem(&mut self, width: u32, a: Term, b: Term) -> Option<Term> {
        if self.as_const(a) == Some(0) {
            return Some(a);
        }
        let k = self.as_const(b);
        if k == Some(1) || k == Some(value::mask(width)) {
            return Some(self.bv(width, 0));
        }
        self.neither_negative(a, b)
            .then(|| self.bv_bin(BvOp::URem, a, b))
    }

    fn neither_negative(&self, a: Term, b: Term) -> bool {
        self.signed_range(a).0 >= 0 && self.signed_range(b).0 >= 0
    }
}
