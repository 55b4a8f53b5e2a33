//! Extending, extracting and concatenating bit-vectors.

use crate::{Node, Pool, Sort, Term, value};

impl Pool {
    /// Zero extension of `a` to `width` bits, which is not smaller than the width of `a`.
    pub fn zext(&mut self, a: Term, width: u32) -> Term {
        let from = self.width(a);
        debug_assert!(
            from <= width && width <= 64,
            "widening from {from} to {width} bits"
        );
        if from >= width {
            return a;
        }
        let sort = Sort::Bv(width);
        if let Some(folded) = self.map_constants(a, sort, |a| a) {
            return folded;
        }
        match *self.node(a) {
            Node::ZExt(x) => self.intern(Node::ZExt(x), sort),
            _ => self.intern(Node::ZExt(a), sort),
        }
    }

    /// Sign extension of `a` to `width` bits, which is not smaller than the width of `a`.
    pub fn sext(&mut self, a: Term, width: u32) -> Term {
        let from = self.width(a);
        debug_assert!(
            from <= width && width <= 64,
            "widening from {from} to {width} bits"
        );
        if from >= width {
            return a;
        }
        let sort = Sort::Bv(width);
        let mask = value::mask(width);
        let widen = |a| value::signed(from, a) as u64 & mask;
        if let Some(folded) = self.map_constants(a, sort, widen) {
            return folded;
        }
        match *self.node(a) {
            Node::ZExt(x) => self.intern(Node::ZExt(x), sort),
            Node::SExt(x) => self.intern(Node::SExt(x), sort),
            _ => self.intern(Node::SExt(a), sort),
        }
    }

    /// Bits `hi` down to `lo` of `a`, both inclusive.
    pub fn extract(&mut self, a: Term, hi: u32, lo: u32) -> Term {
        let from = self.width(a);
        debug_assert!(lo <= hi && hi < from, "bits {hi} to {lo} of {from}");
        let width = hi - lo + 1;
        if width >= from {
            return a;
        }
        let sort = Sort::Bv(width);
        let mask = value::mask(width);
        if let Some(folded) = self.map_constants(a, sort, |a| (a >> lo) & mask) {
            return folded;
        }
        match *self.node(a) {
            Node::Extract(x, offset) => return self.extract(x, hi + offset, lo + offset),
            Node::ZExt(x) => {
                let inner = self.width(x);
                if lo >= inner {
                    return self.bv(width, 0);
                }
                let kept = self.extract(x, hi.min(inner - 1), lo);
                return self.zext(kept, width);
            }
            // The copied sign bits remain an extract of `a`, so that concatenating the bytes of `a` gives `a`.
            Node::SExt(x) => {
                let inner = self.width(x);
                if hi < inner {
                    return self.extract(x, hi, lo);
                }
                if lo == 0 {
                    return self.sext(x, width);
                }
            }
            Node::Concat(high, low) => {
                let split = self.width(low);
                if hi < split {
                    return self.extract(low, hi, lo);
                }
                if lo >= split {
                    return self.extract(high, hi - split, lo - split);
                }
                let high = self.extract(high, hi - split, 0);
                let low = self.extract(low, split - 1, lo);
                return self.concat(high, low);
            }
            _ => {}
        }
        self.intern(Node::Extract(a, lo), sort)
    }

    /// `high` followed by `low`, at most 64 bits in total.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        debug_assert!(width <= 64, "joined bit-vectors have {width} bits");
        let join = |h: u64, l: u64| (h << low_width) | l;
        if let Some(folded) = self.map_constants2(high, low, Sort::Bv(width), join) {
            return folded;
        }
        if self.as_const(high) == Some(0) {
            return self.zext(low, width);
        }
        if let Some(joined) = self.rejoin(high, low) {
            return joined;
        }
        if let Node::Concat(middle, rest) = *self.node(low)
            && let Some(front) = self.rejoin(high, middle)
        {
            return self.concat(front, rest);
        }
        if let Node::Concat(front, middle) = *self.node(high)
            && let Some(rest) = self.rejoin(middle, low)
        {
            return self.concat(front, rest);
        }
        self.intern(Node::Concat(high, low), Sort::Bv(width))
    }

    /// A Boolean as 0 or 1.
    pub fn bv_of_bool(&mut self, b: Term, width: u32) -> Term {
        let (one, zero) = (self.bv(width, 1), self.bv(width, 0));
        self.ite(b, one, zero)
    }

    /// Two adjacent extracts of one term as a single extract.
    fn rejoin(&mut self, high: Term, low: Term) -> Option<Term> {
        if let (Some(h), Some(l)) = (self.as_const(high), self.as_const(low)) {
            let low_width = self.width(low);
            return Some(self.bv(self.width(high) + low_width, (h << low_width) | l));
        }
        let Node::Extract(whole, split) = *self.node(high) else {
            return None;
        };
        let lowest = split.checked_sub(self.width(low))?;
        // The lower extract may have been simplified, so it is compared with a newly built one.
        if self.extract(whole, split - 1, lowest) != low {
            return None;
        }
        Some(self.extract(whole, split + self.width(high) - 1, lowest))
    }
}
