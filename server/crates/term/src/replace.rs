//! Substitution of variables in terms.

use rustc_hash::FxHashMap;

use crate::{BvCmp, Node, Pool, Sort, Term};

/// Results of one substitution so far; several terms may share it.
#[derive(Debug, Default)]
pub struct Replacement(FxHashMap<Term, Term>);

impl Replacement {
    /// A substitution for these variables.
    pub fn new(variables: impl IntoIterator<Item = (Term, Term)>) -> Replacement {
        Replacement(variables.into_iter().collect())
    }
}

impl Pool {
    /// The term with each variable of the substitution replaced. The term is rebuilt, so it folds where it can.
    /// Replacements must have the sorts of the variables; variables in them are not replaced.
    pub fn replace(&mut self, t: Term, replaced: &mut Replacement) -> Term {
        let mut open = vec![t];
        while let Some(&next) = open.last() {
            if replaced.0.contains_key(&next) {
                open.pop();
                continue;
            }
            let before = open.len();
            let children = self.node(next).children();
            open.extend(children.filter(|child| !replaced.0.contains_key(child)));
            if open.len() == before {
                open.pop();
                let again = self.again(next, &replaced.0);
                replaced.0.insert(next, again);
            }
        }
        replaced.0.get(&t).copied().unwrap_or(t)
    }

    /// Rebuilds a term from its replaced operands.
    fn again(&mut self, t: Term, replaced: &FxHashMap<Term, Term>) -> Term {
        let node = *self.node(t);
        let is_new = |t: Term| replaced.get(&t).is_some_and(|new| *new != t);
        if !node.children().any(is_new) {
            return t;
        }
        let of = |t: Term| replaced.get(&t).copied().unwrap_or(t);
        let sort = self.sort(t);
        let width = sort.bits();
        match node {
            Node::Const(_) | Node::Var(_) => t,
            Node::Not(a) => self.not(of(a)),
            Node::And(a, b) => self.and(of(a), of(b)),
            Node::Eq(a, b) => self.eq(of(a), of(b)),
            Node::Ite(c, a, b) => self.ite(of(c), of(a), of(b)),
            Node::Bin(op, a, b) => self.bv_bin(op, of(a), of(b)),
            Node::Neg(a) => self.bv_neg(of(a)),
            Node::BvNot(a) => self.bv_not(of(a)),
            Node::Ult(a, b) => self.bv_cmp(BvCmp::Ult, of(a), of(b)),
            Node::Slt(a, b) => self.bv_cmp(BvCmp::Slt, of(a), of(b)),
            Node::ZExt(a) => self.zext(of(a), width),
            Node::SExt(a) => self.sext(of(a), width),
            Node::Extract(a, low) => self.extract(of(a), low + width - 1, low),
            Node::Concat(high, low) => self.concat(of(high), of(low)),
            Node::Overflow(op, a, b) => self.overflow(op, of(a), of(b)),
            _ => self.again_float(node, sort, &of),
        }
    }

    fn again_float(&mut self, node: Node, sort: Sort, of: &dyn Fn(Term) -> Term) -> Term {
        let width = sort.bits();
        match node {
            Node::FpBin(op, a, b) => self.fp_bin(op, of(a), of(b)),
            Node::FpNeg(a) => self.fp_neg(of(a)),
            Node::FpAbs(a) => self.fp_abs(of(a)),
            Node::FpSqrt(a) => self.fp_sqrt(of(a)),
            Node::FpFun(fun, a) => self.fp_fun(fun, of(a)),
            Node::FpPow(a, b) => self.fp_pow(of(a), of(b)),
            Node::FpCmp(op, a, b) => self.fp_cmp(op, of(a), of(b)),
            Node::FpIsNan(a) => self.fp_is_nan(of(a)),
            Node::FpToFp(a) => self.fp_to_fp(of(a), sort),
            Node::FpFromSbv(a) => self.fp_from_sbv(of(a), sort),
            Node::FpFromUbv(a) => self.fp_from_ubv(of(a), sort),
            Node::FpToSbv(a) => self.fp_to_sbv(of(a), width),
            Node::FpToUbv(a) => self.fp_to_ubv(of(a), width),
            // The other operations contain no float and were treated by the caller.
            _ => self.intern(node, sort),
        }
    }
}
