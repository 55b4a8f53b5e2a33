//! Boolean connectives and if-then-else.

use crate::{Node, Pool, Sort, Term};

impl Pool {
    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        match *self.node(a) {
            Node::Const(bits) => self.bool(bits == 0),
            Node::Not(inner) => inner,
            _ => self.intern(Node::Not(a), Sort::Bool),
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return a;
        }
        match (self.as_const(a), self.as_const(b)) {
            (Some(0), _) | (_, Some(1)) => return a,
            (_, Some(0)) | (Some(1), _) => return b,
            _ => {}
        }
        if self.excludes(a, b) {
            return self.bool(false);
        }
        if let Some(simpler) = self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            return simpler;
        }
        self.intern(Node::And(a, b), Sort::Bool)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// Exclusive or of two Booleans.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    /// Implication: `a` is false or `b` is true.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let b = self.not(b);
        let broken = self.and(a, b);
        self.not(broken)
    }

    /// Conjunction of all terms; true if there are none.
    pub fn and_all(&mut self, terms: &[Term]) -> Term {
        let all = self.bool(true);
        terms.iter().fold(all, |all, &t| self.and(all, t))
    }

    /// Disjunction of all terms; false if there are none.
    pub fn or_all(&mut self, terms: &[Term]) -> Term {
        let none = self.bool(false);
        terms.iter().fold(none, |any, &t| self.or(any, t))
    }

    /// `a` if `c`, else `b`; for operands of any sort.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b), "branches of one sort");
        match *self.node(c) {
            Node::Const(bits) => return if bits == 1 { a } else { b },
            Node::Not(inner) => return self.ite(inner, b, a),
            _ => {}
        }
        let a = self.under(c, a, true);
        let b = self.under(c, b, false);
        if a == b {
            return a;
        }
        if self.sort(a) == Sort::Bool {
            return self.bool_ite(c, a, b);
        }
        match self.choose_cases(c, a, b) {
            Some(term) => term,
            None => self.value_ite(c, a, b),
        }
    }

    /// `t` with `c` assumed: nested choices on the same condition are decided.
    fn under(&mut self, c: Term, t: Term, known: bool) -> Term {
        match *self.node(t) {
            Node::Ite(inner, a, b) if inner == c => {
                if known {
                    a
                } else {
                    b
                }
            }
            _ => t,
        }
    }

    fn bool_ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        let not_c = self.not(c);
        match (self.as_const(a), self.as_const(b)) {
            (Some(0), _) => return self.and(not_c, b),
            (Some(_), _) => return self.or(c, b),
            (_, Some(0)) => return self.and(c, a),
            (_, Some(_)) => return self.or(not_c, a),
            _ => {}
        }
        if a == c {
            return self.or(c, b);
        }
        if a == not_c {
            return self.and(not_c, b);
        }
        if b == c {
            return self.and(c, a);
        }
        if b == not_c {
            return self.or(not_c, a);
        }
        if self.not(a) == b {
            return self.eq(c, a);
        }
        self.intern(Node::Ite(c, a, b), Sort::Bool)
    }

    fn value_ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        // `x = k ? k : x` is `x`, and `x = k ? x : k` is `k`.
        if let Node::Eq(x, k) = *self.node(c)
            && ((x, k) == (a, b) || (x, k) == (b, a))
        {
            return b;
        }
        // Two choices with a common outcome become one choice.
        if let Node::Ite(d, x, y) = *self.node(b) {
            if x == a {
                let either = self.or(c, d);
                return self.ite(either, a, y);
            }
            if y == a {
                let not_c = self.not(c);
                let both = self.and(not_c, d);
                return self.ite(both, x, a);
            }
        }
        if let Node::Ite(d, x, y) = *self.node(a) {
            if y == b {
                let both = self.and(c, d);
                return self.ite(both, x, b);
            }
            if x == b {
                let not_d = self.not(d);
                let both = self.and(c, not_d);
                return self.ite(both, y, b);
            }
        }
        self.intern(Node::Ite(c, a, b), self.sort(a))
    }

    /// Whether two Booleans obviously exclude each other.
    fn excludes(&self, a: Term, b: Term) -> bool {
        match (*self.node(a), *self.node(b)) {
            (Node::Not(x), _) if x == b => true,
            (_, Node::Not(x)) if x == a => true,
            (Node::Eq(x, k), Node::Eq(y, l)) if x == y => {
                k != l && self.as_const(k).is_some() && self.as_const(l).is_some()
            }
            (Node::Ult(x, y), Node::Ult(v, w)) | (Node::Slt(x, y), Node::Slt(v, w)) => {
                x == w && y == v
            }
            _ => false,
        }
    }

    /// Simplifies `a ∧ b` if `b` repeats or contradicts `a` one level down.
    fn absorb(&mut self, a: Term, b: Term) -> Option<Term> {
        match *self.node(b) {
            Node::And(x, y) => {
                if x == a || y == a {
                    return Some(b);
                }
                (self.excludes(a, x) || self.excludes(a, y)).then(|| self.bool(false))
            }
            Node::Not(inner) => {
                if self.excludes(a, inner) {
                    return Some(a);
                }
                let Node::And(x, y) = *self.node(inner) else {
                    return None;
                };
                if self.excludes(a, x) || self.excludes(a, y) {
                    return Some(a);
                }
                // a ∧ ¬(a ∧ y) is a ∧ ¬y.
                let rest = if x == a {
                    y
                } else if y == a {
                    x
                } else {
                    return None;
                };
                let rest = self.not(rest);
                Some(self.and(a, rest))
            }
            _ => None,
        }
    }
}
