//! The constraint network: the terms of a query with their domains, narrowed to a fixed point.
//!
//! A change of a term is propagated to the operations that use it, and back to its own operands: the contractors of
//! HC4. Changes that narrow an interval only slightly are kept but not propagated, because a cycle of operations could
//! otherwise narrow by one step at a time without end.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use term::{FpOp, Node, Pool, Residues, Sort, Term, value};

use super::backward::backward;
use super::domain::Dom;
use super::forward::forward;
use super::integers::overflow_of;
use super::op::Op;
use super::residues::{class, within};
use crate::limits::MIN_SHRINK_LOG2;

/// Terms with their domains, operands before operations.
pub(super) struct Propagator {
    pub(super) terms: Vec<Term>,
    pub(super) ops: Vec<Op>,
    /// Indices of the operands.
    kids: Vec<[u32; 3]>,
    counts: Vec<u8>,
    /// Operations that use each term.
    users: Vec<Vec<u32>>,
    /// For each operation, the predicate whether it overflows.
    overflow: Vec<Option<u32>>,
    pub(super) doms: Vec<Dom>,
    /// Whether a float is a whole number, infinite or NaN, whatever its operands are.
    whole: Vec<bool>,
    /// Residue classes of integers, once they were computed.
    classes: Vec<Residues>,
    trail: Vec<(u32, Dom)>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// Number of revisions so far.
    pub(super) work: u64,
}

impl Propagator {
    /// The network of all terms below the roots.
    pub(super) fn new(pool: &Pool, roots: &[Term]) -> Propagator {
        let terms = cone(pool, roots);
        let places: FxHashMap<Term, u32> = terms.iter().copied().zip(0..).collect();
        let place = |t: Term| places.get(&t).copied().unwrap_or(0);
        let mut net = Propagator {
            ops: Vec::with_capacity(terms.len()),
            kids: Vec::with_capacity(terms.len()),
            counts: Vec::with_capacity(terms.len()),
            users: vec![Vec::new(); terms.len()],
            overflow: vec![None; terms.len()],
            doms: terms.iter().map(|&t| Dom::full(pool.sort(t))).collect(),
            whole: Vec::with_capacity(terms.len()),
            classes: vec![Residues::ALL; terms.len()],
            trail: Vec::new(),
            queue: (0..terms.len() as u32).collect(),
            queued: vec![true; terms.len()],
            work: 0,
            terms: Vec::new(),
        };

        // One operation per term. Operands come before the terms that use them.
        let mut overflows: FxHashMap<_, u32> = FxHashMap::default();
        for (at, &t) in (0..).zip(&terms) {
            let node = *pool.node(t);
            let mut kids = [at; 3];
            let mut of = [pool.sort(t); 3];
            let mut count = 0;
            for kid in node.children() {
                kids[count] = place(kid);
                of[count] = pool.sort(kid);
                net.users[kids[count] as usize].push(at);
                count += 1;
            }
            if let Node::Overflow(which, a, b) = node {
                overflows.insert((which as u8, a, b), at);
            }
            let whole = kids.map(|k| net.whole.get(k as usize).copied().unwrap_or(false));
            net.whole.push(is_whole(&node, pool.sort(t), whole));
            net.kids.push(kids);
            net.counts.push(count as u8);
            net.ops.push(Op {
                node,
                sort: pool.sort(t),
                of,
                exact: false,
            });
        }
        net.link_overflows(&overflows);
        net.terms = terms;
        net
    }

    /// Makes each operation depend on the term that tells whether the same operation overflows, if there is one.
    fn link_overflows(&mut self, overflows: &FxHashMap<(u8, Term, Term), u32>) {
        for (at, op) in self.ops.iter().enumerate() {
            if let Node::Bin(which, a, b) = op.node
                && let Some(overflow) = overflow_of(which)
                && let Some(&told_by) = overflows.get(&(overflow as u8, a, b))
            {
                self.overflow[at] = Some(told_by);
                self.users[told_by as usize].push(at as u32);
            }
        }
    }

    /// Indices of the operands of a term.
    pub(super) fn kids(&self, at: u32) -> &[u32] {
        let at = at as usize;
        &self.kids[at][..usize::from(self.counts[at])]
    }

    pub(super) fn dom(&self, at: u32) -> Dom {
        self.doms[at as usize]
    }

    pub(super) fn sort(&self, at: u32) -> Sort {
        self.ops[at as usize].sort
    }

    /// Whether the term is a variable.
    pub(super) fn is_variable(&self, at: u32) -> bool {
        matches!(self.ops[at as usize].node, Node::Var(_))
    }

    /// A mark for [`Propagator::undo`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all changes since the mark.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some((at, dom)) = self.trail.pop() {
                self.doms[at as usize] = dom;
            }
        }
        self.settle();
    }

    /// Restricts a term to the values of `dom`; `false` if none are left.
    pub(super) fn narrow(&mut self, at: u32, dom: Dom) -> bool {
        let old = self.dom(at);
        let mut new = old.meet(dom);
        if self.whole[at as usize] {
            new = new.whole(self.sort(at));
        }
        new = within(self.classes[at as usize], new);
        if new == old {
            return true;
        }
        self.trail.push((at, old));
        self.doms[at as usize] = new;
        if new.is_empty() {
            return false;
        }
        if matters(old, new) {
            self.enqueue(at);
            for i in 0..self.users[at as usize].len() {
                self.enqueue(self.users[at as usize][i]);
            }
        }
        true
    }

    /// Computes the residue classes from the current domains, and restricts each term to members of its class; `false`
    /// if a term has none. Must be called before any assumption that will be undone.
    pub(super) fn find_residues(&mut self) -> bool {
        for at in 0..self.terms.len() {
            let op = self.op(at as u32, &self.doms);
            let kids = self.kids[at].map(|k| self.classes[k as usize]);
            let doms = self.kids[at].map(|k| self.dom(k));
            self.classes[at] = class(&op, kids, doms);
            if !self.narrow(at as u32, self.doms[at]) {
                return false;
            }
        }
        true
    }

    fn enqueue(&mut self, at: u32) {
        if !self.queued[at as usize] {
            self.queued[at as usize] = true;
            self.queue.push_back(at);
        }
    }

    fn settle(&mut self) {
        for at in self.queue.drain(..) {
            self.queued[at as usize] = false;
        }
    }

    /// Propagates changes to a fixed point, or until the budget is used up; `false` if some term has no value left.
    pub(super) fn propagate(&mut self, most: u64) -> bool {
        while let Some(at) = self.queue.pop_front() {
            self.queued[at as usize] = false;
            if self.work >= most {
                self.settle();
                return true;
            }
            self.work += 1;
            if !self.revise(at) {
                self.settle();
                return false;
            }
        }
        true
    }

    /// The domains that follow from the variables alone, whatever was assumed about the terms.
    pub(super) fn given(&mut self) -> Vec<Dom> {
        self.work += self.terms.len() as u64;
        let mut given = self.doms.clone();
        for at in 0..self.terms.len() as u32 {
            if !self.is_variable(at) {
                given[at as usize] = self.forward(at, &given);
            }
        }
        given
    }

    /// The domain that follows from the operands of a term.
    fn forward(&self, at: u32, doms: &[Dom]) -> Dom {
        let kids = self.kids[at as usize].map(|k| doms[k as usize]);
        forward(&self.op(at, doms), kids)
    }

    /// The operation of a term, with the current knowledge about it.
    fn op(&self, at: u32, doms: &[Dom]) -> Op {
        let op = self.ops[at as usize];
        let tells = self.overflow[at as usize];
        Op {
            exact: tells.is_some_and(|o| doms[o as usize].truth() == Some(false)),
            ..op
        }
    }

    fn revise(&mut self, at: u32) -> bool {
        if self.is_variable(at) {
            return true;
        }
        if !self.narrow(at, self.forward(at, &self.doms)) {
            return false;
        }
        let places = self.kids[at as usize];
        let kids = places.map(|k| self.dom(k));
        let narrowed = backward(&self.op(at, &self.doms), self.dom(at), kids);
        let count = self.kids(at).len();
        (0..count).all(|i| self.narrow(places[i], narrowed[i]))
    }
}

/// Whether a float is a whole number, infinite or NaN, given which of its operands are. Rounding keeps whole numbers
/// whole: in ranges where not all of them are representable, no fractions are.
fn is_whole(node: &Node, sort: Sort, kids: [bool; 3]) -> bool {
    let [a, b, c] = kids;
    match *node {
        Node::FpFromSbv(_) | Node::FpFromUbv(_) => true,
        Node::Const(bits) if sort.is_float() => {
            let x = value::as_f64(sort, bits);
            x.is_finite() && x.fract() == 0.0
        }
        Node::FpBin(FpOp::Div, ..) => false,
        Node::FpBin(..) => a && b,
        Node::FpNeg(_) | Node::FpAbs(_) | Node::FpToFp(_) => a,
        Node::Ite(..) => b && c,
        _ => false,
    }
}

/// Whether the change is large enough to be propagated.
fn matters(old: Dom, new: Dom) -> bool {
    let size = |d: Dom| i128::from(d.hi) - i128::from(d.lo);
    let gone = size(old) - size(new);
    old.nan != new.nan || size(new) <= 1 || gone >= size(old) >> MIN_SHRINK_LOG2
}

/// All terms below the roots, operands first.
fn cone(pool: &Pool, roots: &[Term]) -> Vec<Term> {
    let mut seen = vec![false; roots.iter().map(|t| t.index() + 1).max().unwrap_or(0)];
    let mut open = roots.to_vec();
    let mut found = Vec::new();
    while let Some(t) = open.pop() {
        if !std::mem::replace(&mut seen[t.index()], true) {
            found.push(t);
            open.extend(pool.node(t).children());
        }
    }
    found.sort_unstable();
    found
}
