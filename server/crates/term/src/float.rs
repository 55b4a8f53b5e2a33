//! Float operations. Only constants and trivial identities fold, because float arithmetic has few laws.

use crate::{FpCmp, FpFun, FpOp, Node, Pool, Sort, Term, value};

impl Pool {
    /// Binary operation, rounding to nearest, ties to even.
    pub fn fp_bin(&mut self, op: FpOp, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        debug_assert_eq!(sort, self.sort(b), "operands of one sort");
        let fold = |a, b| value::fp_bin(op, sort, a, b);
        if let Some(folded) = self.map_constants2(a, b, sort, fold) {
            return folded;
        }
        self.intern(Node::FpBin(op, a, b), sort)
    }

    /// The float with its sign changed.
    pub fn fp_neg(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        if let Some(folded) = self.map_constants(a, sort, |a| value::fp_neg(sort, a)) {
            return folded;
        }
        match *self.node(a) {
            Node::FpNeg(x) => x,
            _ => self.intern(Node::FpNeg(a), sort),
        }
    }

    /// The absolute value of the float.
    pub fn fp_abs(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        if let Some(folded) = self.map_constants(a, sort, |a| value::fp_abs(sort, a)) {
            return folded;
        }
        match *self.node(a) {
            Node::FpAbs(_) => a,
            Node::FpNeg(x) => self.fp_abs(x),
            _ => self.intern(Node::FpAbs(a), sort),
        }
    }

    /// Square root.
    pub fn fp_sqrt(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        let folded = self.map_constants(a, sort, |a| value::fp_sqrt(sort, a));
        folded.unwrap_or_else(|| self.intern(Node::FpSqrt(a), sort))
    }

    /// Function of a float.
    pub fn fp_fun(&mut self, fun: FpFun, a: Term) -> Term {
        let sort = self.sort(a);
        let folded = self.map_constants(a, sort, |a| value::fp_fun(fun, sort, a));
        folded.unwrap_or_else(|| self.intern(Node::FpFun(fun, a), sort))
    }

    /// Power of two floats.
    pub fn fp_pow(&mut self, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        debug_assert_eq!(sort, self.sort(b), "operands of one sort");
        let folded = self.map_constants2(a, b, sort, |a, b| value::fp_pow(sort, a, b));
        folded.unwrap_or_else(|| self.intern(Node::FpPow(a, b), sort))
    }

    /// IEEE comparison.
    pub fn fp_cmp(&mut self, op: FpCmp, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        debug_assert_eq!(sort, self.sort(b), "operands of one sort");
        if a == b {
            if op == FpCmp::Lt {
                return self.bool(false);
            }
            let nan = self.fp_is_nan(a);
            return self.not(nan);
        }
        let (a, b) = if op == FpCmp::Eq {
            self.ordered(a, b)
        } else {
            (a, b)
        };
        let fold = |a, b| u64::from(value::fp_cmp(op, sort, a, b));
        if let Some(decided) = self.map_constants2(a, b, Sort::Bool, fold) {
            return decided;
        }
        let plain = |pool: &mut Pool, a, b| pool.intern(Node::FpCmp(op, a, b), Sort::Bool);
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(k)) => self.decide(
                a,
                |x| value::fp_cmp(op, sort, x, k),
                |pool, x| plain(pool, x, b),
            ),
            (Some(k), _) => self.decide(
                b,
                |x| value::fp_cmp(op, sort, k, x),
                |pool, x| plain(pool, a, x),
            ),
            _ => plain(self, a, b),
        }
    }

    /// Whether the float is NaN.
    pub fn fp_is_nan(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        let nan = |bits| value::as_f64(sort, bits).is_nan();
        self.decide(a, nan, |pool, x| match *pool.node(x) {
            Node::FpFromSbv(_) | Node::FpFromUbv(_) => pool.bool(false),
            _ => pool.intern(Node::FpIsNan(x), Sort::Bool),
        })
    }

    /// Conversion to another float sort.
    pub fn fp_to_fp(&mut self, a: Term, sort: Sort) -> Term {
        let from = self.sort(a);
        if from == sort {
            return a;
        }
        let folded = self.map_constants(a, sort, |a| value::fp_to_fp(from, sort, a));
        folded.unwrap_or_else(|| self.intern(Node::FpToFp(a), sort))
    }

    /// Conversion of a signed bit-vector to a float.
    pub fn fp_from_sbv(&mut self, a: Term, sort: Sort) -> Term {
        let width = self.width(a);
        let folded = self.map_constants(a, sort, |a| value::fp_from_bv(sort, width, true, a));
        folded.unwrap_or_else(|| self.intern(Node::FpFromSbv(a), sort))
    }

    /// Conversion of an unsigned bit-vector to a float.
    pub fn fp_from_ubv(&mut self, a: Term, sort: Sort) -> Term {
        let width = self.width(a);
        let folded = self.map_constants(a, sort, |a| value::fp_from_bv(sort, width, false, a));
        folded.unwrap_or_else(|| self.intern(Node::FpFromUbv(a), sort))
    }

    /// Conversion to a signed bit-vector, rounded towards zero. NaN becomes 0, and values out of range saturate; in C
    /// both are undefined, so callers trap before.
    pub fn fp_to_sbv(&mut self, a: Term, width: u32) -> Term {
        self.fp_to_bv(a, width, true)
    }

    /// Conversion to an unsigned bit-vector, with the rules of [`Pool::fp_to_sbv`].
    pub fn fp_to_ubv(&mut self, a: Term, width: u32) -> Term {
        self.fp_to_bv(a, width, false)
    }

    fn fp_to_bv(&mut self, a: Term, width: u32, is_signed: bool) -> Term {
        let from = self.sort(a);
        let fold = |a| value::fp_to_bv(from, width, is_signed, a);
        if let Some(folded) = self.map_constants(a, Sort::Bv(width), fold) {
            return folded;
        }
        let node = if is_signed {
            Node::FpToSbv(a)
        } else {
            Node::FpToUbv(a)
        };
        self.intern(node, Sort::Bv(width))
    }
}
