//! Equality, order, and overflow predicates.
//!
//! Comparisons with constants are pushed towards the variables: through extensions, constant offsets and choices
//! between constants. A chain `c1 ? 3 : c2 ? 5 : x` compared with 5 becomes a formula over `c1`, `c2` and `x = 5`.

use crate::{BvCmp, BvOp, Node, Overflow, Pool, Sort, Term, value};

/// Most levels of nested choices that a comparison is pushed through.
const CHOICES: usize = 16;

/// Most comparisons that may lead to each other. This bounds stack and work: a value such as `c ? 0 : x + 1` nested in
/// itself, as a loop creates it, would be followed to its beginning.
const NESTING: u32 = 24;

impl Pool {
    /// Identity of two values of one sort; for floats, all NaN are one value, and −0 differs from +0.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b), "operands of one sort");
        if a == b {
            return self.bool(true);
        }
        let (a, b) = self.ordered(a, b);
        if self.as_const(a).is_some() && self.as_const(b).is_some() {
            return self.bool(false);
        }
        if self.sort(a) != Sort::Bool
            && let Some(decided) = self.map_constants2(a, b, Sort::Bool, |a, b| (a == b).into())
        {
            return decided;
        }
        if self.nesting >= NESTING {
            return self.eq_node(a, b);
        }
        self.nesting += 1;
        let result = match self.sort(a) {
            Sort::Bool => self.bool_eq(a, b),
            Sort::Bv(width) => self.bv_eq(width, a, b),
            Sort::F32 | Sort::F64 => match self.as_const(b) {
                Some(k) => self.decide(a, |x| x == k, |pool, x| pool.eq_node(x, b)),
                None => self.eq_node(a, b),
            },
        };
        self.nesting -= 1;
        result
    }

    /// Order predicate on two bit-vectors of one width.
    pub fn bv_cmp(&mut self, op: BvCmp, a: Term, b: Term) -> Term {
        match op {
            BvCmp::Ult => self.less(a, b, false),
            BvCmp::Slt => self.less(a, b, true),
            BvCmp::Ule | BvCmp::Sle => {
                let greater = self.less(b, a, op == BvCmp::Sle);
                self.not(greater)
            }
        }
    }

    /// Whether the exact result of a signed operation does not fit the operands' width.
    pub fn overflow(&mut self, op: Overflow, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = if op == Overflow::SSub {
            (a, b)
        } else {
            self.ordered(a, b)
        };
        let fold = |a, b| u64::from(value::overflows(op, width, a, b));
        if let Some(folded) = self.map_constants2(a, b, Sort::Bool, fold) {
            return folded;
        }
        let rest = |pool: &Pool| matches!(pool.cut(a, b), Some((BvOp::SRem, _)));
        if op == Overflow::SSub && (a == b || rest(self)) {
            return self.bool(false);
        }
        let (ra, rb) = (self.signed_range(a), self.signed_range(b));
        let corners = [(ra.0, rb.0), (ra.0, rb.1), (ra.1, rb.0), (ra.1, rb.1)];
        if corners
            .iter()
            .all(|&(a, b)| value::fits_signed(width, value::exact_signed(op, a, b)))
        {
            return self.bool(false);
        }
        if let Some(bounds) = self.overflow_bounds(op, width, a, b) {
            return bounds;
        }
        self.intern(Node::Overflow(op, a, b), Sort::Bool)
    }

    /// Overflow of an operation with one constant operand: the other operand is outside an interval.
    fn overflow_bounds(&mut self, op: Overflow, width: u32, a: Term, b: Term) -> Option<Term> {
        let number = |t: Term| {
            self.as_const(t)
                .map(|bits| i128::from(value::signed(width, bits)))
        };
        let (least, most) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
        let (x, low, high) = match (op, number(a), number(b)) {
            (Overflow::SAdd, _, Some(k)) => (a, least - k, most - k),
            (Overflow::SSub, _, Some(k)) => (a, least + k, most + k),
            (Overflow::SSub, Some(k), _) => (b, k - most, k - least),
            // Division rounds towards zero, which is inwards at both bounds.
            (Overflow::SMul, _, Some(k)) if k > 0 => (a, least / k, most / k),
            (Overflow::SMul, _, Some(k)) if k < 0 => (a, most / k, least / k),
            _ => return None,
        };
        let mut bound = |k: i128| value::fits_signed(width, k).then(|| self.bv(width, k as u64));
        let (low, high) = (bound(low), bound(high));
        let below = low.map(|low| self.bv_cmp(BvCmp::Slt, x, low));
        let above = high.map(|high| self.bv_cmp(BvCmp::Slt, high, x));
        let no = self.bool(false);
        Some(self.or(below.unwrap_or(no), above.unwrap_or(no)))
    }

    /// Operands of a commutative operation in normal order: a constant comes second, and otherwise the older term
    /// first.
    pub(crate) fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let key = |t: Term| (self.as_const(t).is_some(), t);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    /// A predicate of `t`: decided at once in the constant branches of choices, and by `rest` in the terms that remain
    /// below them.
    pub(crate) fn decide(
        &mut self,
        t: Term,
        constant: impl Fn(u64) -> bool,
        rest: impl FnOnce(&mut Pool, Term) -> Term,
    ) -> Term {
        let mut choices = Vec::new();
        let mut inner = t;
        while choices.len() < CHOICES
            && let Node::Ite(c, a, b) = *self.node(inner)
        {
            if let Some(k) = self.as_const(a) {
                choices.push((c, true, constant(k)));
                inner = b;
            } else if let Some(k) = self.as_const(b) {
                choices.push((c, false, constant(k)));
                inner = a;
            } else {
                break;
            }
        }
        let mut result = match self.as_const(inner) {
            Some(k) => self.bool(constant(k)),
            None => rest(self, inner),
        };
        for (c, when, outcome) in choices.into_iter().rev() {
            let outcome = self.bool(outcome);
            result = if when {
                self.ite(c, outcome, result)
            } else {
                self.ite(c, result, outcome)
            };
        }
        result
    }

    fn eq_node(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        self.intern(Node::Eq(a, b), Sort::Bool)
    }

    fn bool_eq(&mut self, a: Term, b: Term) -> Term {
        if let Some(bits) = self.as_const(b) {
            return if bits == 1 { a } else { self.not(a) };
        }
        match (*self.node(a), *self.node(b)) {
            (Node::Not(x), Node::Not(y)) => self.eq(x, y),
            (Node::Not(x), _) => {
                let same = self.eq(x, b);
                self.not(same)
            }
            (_, Node::Not(y)) => {
                let same = self.eq(a, y);
                self.not(same)
            }
            _ => self.eq_node(a, b),
        }
    }

    fn bv_eq(&mut self, width: u32, a: Term, b: Term) -> Term {
        if let Some(k) = self.as_const(b) {
            return self.decide(a, |x| x == k, |pool, x| pool.eq_const(width, x, k));
        }
        match (*self.node(a), *self.node(b)) {
            (Node::ZExt(x), Node::ZExt(y)) | (Node::SExt(x), Node::SExt(y))
                if self.sort(x) == self.sort(y) =>
            {
                return self.eq(x, y);
            }
            _ => {}
        }
        let ((base_a, offset_a), (base_b, offset_b)) = (self.offset(a), self.offset(b));
        if base_a == base_b {
            return self.bool(offset_a == offset_b);
        }
        if offset_a == offset_b && offset_a != 0 {
            return self.eq(base_a, base_b);
        }
        let (ra, rb) = (self.unsigned_range(a), self.unsigned_range(b));
        if ra.1 < rb.0 || rb.1 < ra.0 {
            return self.bool(false);
        }
        self.eq_node(a, b)
    }

    /// `a = k` for a term that is neither constant nor a choice with a constant branch.
    fn eq_const(&mut self, width: u32, a: Term, k: u64) -> Term {
        if let Some(simpler) = self.eq_of_divided(width, a, k) {
            return simpler;
        }

        // Operations with an inverse are undone at the constant; a concatenation is compared part by part.
        match *self.node(a) {
            Node::ZExt(x) | Node::SExt(x) => {
                let inner = self.width(x);
                let cut = k & value::mask(inner);
                let back = match *self.node(a) {
                    Node::ZExt(_) => cut,
                    _ => value::signed(inner, cut) as u64 & value::mask(width),
                };
                if back != k {
                    return self.bool(false);
                }
                let cut = self.bv(inner, cut);
                return self.eq(x, cut);
            }
            Node::Bin(BvOp::Add, x, c) => {
                if let Some(c) = self.as_const(c) {
                    let k = self.bv(width, k.wrapping_sub(c));
                    return self.eq(x, k);
                }
            }
            Node::Bin(BvOp::Xor, x, c) => {
                if let Some(c) = self.as_const(c) {
                    let k = self.bv(width, k ^ c);
                    return self.eq(x, k);
                }
            }
            Node::Bin(BvOp::Sub, x, y) if k == 0 => return self.eq(x, y),
            Node::Neg(x) => {
                let k = self.bv(width, k.wrapping_neg());
                return self.eq(x, k);
            }
            Node::BvNot(x) => {
                let k = self.bv(width, !k);
                return self.eq(x, k);
            }
            Node::Concat(high, low) => {
                let low_width = self.width(low);
                let k_high = self.bv(width - low_width, k >> low_width);
                let k_low = self.bv(low_width, k);
                let (high, low) = (self.eq(high, k_high), self.eq(low, k_low));
                return self.and(high, low);
            }
            _ => {}
        }

        // The constant may be out of reach.
        let (low, high) = self.unsigned_range(a);
        if !(low..=high).contains(&i128::from(k)) {
            return self.bool(false);
        }
        let k = self.bv(width, k);
        self.eq_node(a, k)
    }

    fn less(&mut self, a: Term, b: Term, is_signed: bool) -> Term {
        let width = self.width(a);
        debug_assert_eq!(self.sort(a), self.sort(b), "operands of one sort");
        if a == b {
            return self.bool(false);
        }
        let op = if is_signed { BvCmp::Slt } else { BvCmp::Ult };
        let fold = |a, b| u64::from(value::bv_cmp(op, width, a, b));
        if let Some(decided) = self.map_constants2(a, b, Sort::Bool, fold) {
            return decided;
        }
        if self.nesting >= NESTING && self.as_const(a).and(self.as_const(b)).is_none() {
            return self.less_node(a, b, is_signed);
        }
        self.nesting += 1;
        let result = match (self.as_const(a), self.as_const(b)) {
            (_, Some(k)) => self.decide(
                a,
                |x| value::bv_cmp(op, width, x, k),
                |pool, x| pool.less_of_unknown(x, b, is_signed),
            ),
            (Some(k), _) => self.decide(
                b,
                |x| value::bv_cmp(op, width, k, x),
                |pool, x| pool.less_of_unknown(a, x, is_signed),
            ),
            _ => self.less_of_unknown(a, b, is_signed),
        };
        self.nesting -= 1;
        result
    }

    fn less_node(&mut self, a: Term, b: Term, is_signed: bool) -> Term {
        self.intern(
            if is_signed {
                Node::Slt(a, b)
            } else {
                Node::Ult(a, b)
            },
            Sort::Bool,
        )
    }

    /// `a < b`, where not both are constant and neither is a choice with constants.
    fn less_of_unknown(&mut self, a: Term, b: Term, is_signed: bool) -> Term {
        if let Some(decided) = self.less_by_range(a, b, is_signed) {
            return decided;
        }
        if let Some((a, b, is_signed)) = self.narrowed(a, b, is_signed) {
            return self.less(a, b, is_signed);
        }
        // Next to a bound there is one candidate: an equality folds further than an order.
        let (low, high) = extremes(self.width(a), is_signed);
        let mask = value::mask(self.width(a));
        if let Some(k) = self.as_const(b) {
            if k == high {
                let same = self.eq(a, b);
                return self.not(same);
            }
            if k == low.wrapping_add(1) & mask {
                let low = self.bv(self.width(a), low);
                return self.eq(a, low);
            }
        }
        if let Some(k) = self.as_const(a) {
            if k == low {
                let same = self.eq(b, a);
                return self.not(same);
            }
            if k == high.wrapping_sub(1) & mask {
                let high = self.bv(self.width(a), high);
                return self.eq(b, high);
            }
        }
        self.less_node(a, b, is_signed)
    }

    fn less_by_range(&mut self, a: Term, b: Term, is_signed: bool) -> Option<Term> {
        let (ra, rb) = if is_signed {
            (self.signed_range(a), self.signed_range(b))
        } else {
            (self.unsigned_range(a), self.unsigned_range(b))
        };
        if ra.1 < rb.0 {
            Some(self.bool(true))
        } else if ra.0 >= rb.1 {
            Some(self.bool(false))
        } else {
            None
        }
    }

    /// The comparison of the operands before their extension. Constants are known to be in range: the others were
    /// decided by [`Pool::less_by_range`].
    fn narrowed(&mut self, a: Term, b: Term, is_signed: bool) -> Option<(Term, Term, bool)> {
        let (inner, zero) = match (*self.node(a), *self.node(b)) {
            (Node::ZExt(x), Node::ZExt(y)) => (self.same_width(x, y)?, true),
            (Node::SExt(x), Node::SExt(y)) => (self.same_width(x, y)?, false),
            (Node::ZExt(x), Node::Const(_)) | (Node::Const(_), Node::ZExt(x)) => {
                (self.width(x), true)
            }
            (Node::SExt(x), Node::Const(_)) | (Node::Const(_), Node::SExt(x)) if is_signed => {
                (self.width(x), false)
            }
            _ => return None,
        };
        let (a, b) = (self.extract(a, inner - 1, 0), self.extract(b, inner - 1, 0));
        // Zero-extended operands are not negative; sign extension preserves both orders.
        Some((a, b, is_signed && !zero))
    }

    fn same_width(&self, a: Term, b: Term) -> Option<u32> {
        (self.sort(a) == self.sort(b)).then(|| self.width(a))
    }
}

/// Smallest and largest value in an order, as bits.
fn extremes(width: u32, is_signed: bool) -> (u64, u64) {
    let (mask, sign) = (value::mask(width), value::sign_bit(width));
    if is_signed {
        (sign, mask ^ sign)
    } else {
        (0, mask)
    }
}
