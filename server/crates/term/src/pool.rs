//! The pool: interning, constants and variables, and properties of terms.

use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{BvOp, Node, Sort, Term, value};

/// Constants in ascending order, with conditions of which exactly one holds; see `cases`.
pub(crate) type Cases = Rc<[(u64, Term)]>;

/// Owner of terms. Equal terms are interned as one; see the crate's documentation for the folding by constructors.
#[derive(Debug)]
pub struct Pool {
    id: u64,
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    /// For each term, whether a float occurs in it.
    floats: Vec<bool>,
    /// For each term, whether a product of unknowns, a quotient or a remainder occurs in it.
    products: Vec<bool>,
    interned: FxHashMap<(Node, Sort), Term>,
    variables: u32,
    /// Number of nested comparisons in progress; see `compare`.
    pub(crate) nesting: u32,
    /// Cases of the terms that have few.
    pub(crate) few: FxHashMap<Term, Cases>,
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

/// A new identity for a pool. Solvers cache by term index, so they must detect another pool; addresses are reused.
fn fresh_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Pool {
    /// An empty pool.
    pub fn new() -> Self {
        Pool {
            id: fresh_id(),
            nodes: Vec::new(),
            sorts: Vec::new(),
            floats: Vec::new(),
            products: Vec::new(),
            interned: FxHashMap::default(),
            variables: 0,
            nesting: 0,
            few: FxHashMap::default(),
        }
    }

    /// Forgets all terms and keeps the memory. The pool gets a new identity.
    pub fn clear(&mut self) {
        self.id = fresh_id();
        self.nodes.clear();
        self.sorts.clear();
        self.floats.clear();
        self.products.clear();
        self.interned.clear();
        self.few.clear();
        self.variables = 0;
    }

    /// Identity of this pool within the process, new after [`Pool::clear`].
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Number of terms created so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term was created yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bit-vector constant; excess bits of `value` are dropped. `width` is 1 to 64.
    pub fn bv(&mut self, width: u32, value: u64) -> Term {
        debug_assert!(
            (1..=64).contains(&width),
            "bit-vectors have 1 to 64 bits, not {width}"
        );
        self.constant(Sort::Bv(width), value)
    }

    /// Truth value.
    pub fn bool(&mut self, b: bool) -> Term {
        self.constant(Sort::Bool, b.into())
    }

    /// Single-precision constant from its IEEE bits.
    pub fn f32(&mut self, bits: u32) -> Term {
        self.constant(Sort::F32, bits.into())
    }

    /// Double-precision constant from its IEEE bits.
    pub fn f64(&mut self, bits: u64) -> Term {
        self.constant(Sort::F64, bits)
    }

    /// Constant of any sort from its bits.
    pub fn constant(&mut self, sort: Sort, bits: u64) -> Term {
        self.intern(Node::Const(value::canonical(sort, bits)), sort)
    }

    /// A fresh variable, different from all others.
    pub fn var(&mut self, sort: Sort) -> Term {
        self.variables += 1;
        self.intern(Node::Var(self.variables - 1), sort)
    }

    /// Sort of a term.
    pub fn sort(&self, t: Term) -> Sort {
        self.sorts[t.index()]
    }

    /// Width of a term in bits; 1 for a Boolean.
    pub fn width(&self, t: Term) -> u32 {
        self.sort(t).bits()
    }

    /// Operation and operands of a term.
    pub fn node(&self, t: Term) -> &Node {
        &self.nodes[t.index()]
    }

    /// Bits of a constant (IEEE bits of a float, 0 or 1 for a Boolean); `None` for other terms.
    pub fn as_const(&self, t: Term) -> Option<u64> {
        match *self.node(t) {
            Node::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether a float occurs in the term, including the term itself.
    pub fn has_float(&self, t: Term) -> bool {
        self.floats[t.index()]
    }

    /// Whether a product of unknown bit-vectors, a quotient or a remainder occurs in the term: large circuits.
    pub fn has_product(&self, t: Term) -> bool {
        self.products[t.index()]
    }

    fn is_product(&self, node: &Node) -> bool {
        match *node {
            Node::Bin(BvOp::Mul, _, b) => self.as_const(b).is_none(),
            Node::Bin(BvOp::SDiv | BvOp::UDiv | BvOp::SRem | BvOp::URem, ..) => true,
            _ => false,
        }
    }

    /// The variables of a term in the order of their creation.
    pub fn vars(&self, t: Term) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut open = vec![t];
        let mut vars = Vec::new();
        seen.insert(t);
        while let Some(next) = open.pop() {
            if matches!(self.node(next), Node::Var(_)) {
                vars.push(next);
            }
            open.extend(
                self.node(next)
                    .children()
                    .filter(|&child| seen.insert(child)),
            );
        }
        vars.sort_unstable();
        vars
    }

    /// The unique term with this operation, without folding.
    pub(crate) fn intern(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(&known) = self.interned.get(&(node, sort)) {
            return known;
        }
        // 2³² terms need more than 64 GB, so memory is exhausted long before the index.
        let term = Term(self.nodes.len() as u32);
        let (mut float, mut product) = (sort.is_float(), self.is_product(&node));
        for child in node.children() {
            float |= self.floats[child.index()];
            product |= self.products[child.index()];
        }
        self.nodes.push(node);
        self.sorts.push(sort);
        self.floats.push(float);
        self.products.push(product);
        self.interned.insert((node, sort), term);
        term
    }
}
