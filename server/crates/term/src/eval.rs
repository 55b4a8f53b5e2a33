//! Values of terms in a model.

use rustc_hash::FxHashMap;

use crate::{BvCmp, Node, Pool, Sort, Term, value};

/// Values computed so far in one model; several terms may share it.
#[derive(Debug, Default)]
pub struct Memo(FxHashMap<Term, u64>);

impl Memo {
    /// Forgets the values, for use with another model; keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Pool {
    /// The value of `t` when each variable has the value that `model` gives it.
    pub fn eval(&self, t: Term, model: &dyn Fn(Term) -> u64) -> u64 {
        self.eval_with(t, model, &mut Memo::default())
    }

    /// Evaluates a term like [`Pool::eval`], and reuses the results of earlier calls with the same model.
    pub fn eval_with(&self, t: Term, model: &dyn Fn(Term) -> u64, memo: &mut Memo) -> u64 {
        let mut open = vec![t];
        while let Some(&next) = open.last() {
            if memo.0.contains_key(&next) {
                open.pop();
                continue;
            }
            let before = open.len();
            open.extend(
                self.node(next)
                    .children()
                    .filter(|child| !memo.0.contains_key(child)),
            );
            if open.len() == before {
                open.pop();
                let bits = self.apply(next, model, memo);
                memo.0.insert(next, bits);
            }
        }
        memo.0.get(&t).copied().unwrap_or(0)
    }

    /// The value of a term whose operands are in `memo`.
    fn apply(&self, t: Term, model: &dyn Fn(Term) -> u64, memo: &Memo) -> u64 {
        let of = |t: Term| memo.0.get(&t).copied().unwrap_or(0);
        let sort = self.sort(t);
        let width = sort.bits();
        match *self.node(t) {
            Node::Const(bits) => bits,
            Node::Var(_) => value::canonical(sort, model(t)),
            Node::Not(a) => 1 - of(a),
            Node::And(a, b) => of(a) & of(b),
            Node::Eq(a, b) => u64::from(of(a) == of(b)),
            Node::Ite(c, a, b) => of(if of(c) == 1 { a } else { b }),
            Node::Bin(op, a, b) => value::bv_bin(op, width, of(a), of(b)),
            Node::Neg(a) => of(a).wrapping_neg() & value::mask(width),
            Node::BvNot(a) => !of(a) & value::mask(width),
            Node::Ult(a, b) => u64::from(of(a) < of(b)),
            Node::Slt(a, b) => u64::from(value::bv_cmp(BvCmp::Slt, self.width(a), of(a), of(b))),
            Node::ZExt(a) => of(a),
            Node::SExt(a) => value::signed(self.width(a), of(a)) as u64 & value::mask(width),
            Node::Extract(a, lo) => (of(a) >> lo) & value::mask(width),
            Node::Concat(high, low) => (of(high) << self.width(low)) | of(low),
            Node::Overflow(op, a, b) => {
                u64::from(value::overflows(op, self.width(a), of(a), of(b)))
            }
            _ => self.apply_float(t, sort, &of),
        }
    }

    fn apply_float(&self, t: Term, sort: Sort, of: &dyn Fn(Term) -> u64) -> u64 {
        let integer =
            |a: Term, is_signed| value::fp_to_bv(self.sort(a), sort.bits(), is_signed, of(a));
        match *self.node(t) {
            Node::FpBin(op, a, b) => value::fp_bin(op, sort, of(a), of(b)),
            Node::FpNeg(a) => value::fp_neg(sort, of(a)),
            Node::FpAbs(a) => value::fp_abs(sort, of(a)),
            Node::FpSqrt(a) => value::fp_sqrt(sort, of(a)),
            Node::FpFun(fun, a) => value::fp_fun(fun, sort, of(a)),
            Node::FpPow(a, b) => value::fp_pow(sort, of(a), of(b)),
            Node::FpCmp(op, a, b) => u64::from(value::fp_cmp(op, self.sort(a), of(a), of(b))),
            Node::FpIsNan(a) => u64::from(value::as_f64(self.sort(a), of(a)).is_nan()),
            Node::FpToFp(a) => value::fp_to_fp(self.sort(a), sort, of(a)),
            Node::FpFromSbv(a) => value::fp_from_bv(sort, self.width(a), true, of(a)),
            Node::FpFromUbv(a) => value::fp_from_bv(sort, self.width(a), false, of(a)),
            Node::FpToSbv(a) => integer(a, true),
            Node::FpToUbv(a) => integer(a, false),
            // The other operations contain no float and were evaluated by the caller.
            _ => 0,
        }
    }
}
