//! Bit-blasting: translates terms to clauses of the SAT solver.
//!
//! Every term becomes a word of literals, once; [`gates`] and [`words`] contain the circuits. Extension, extraction,
//! concatenation, negation and constants are wires and cost nothing, which is why the folding in the crate `term`
//! prefers them. The traversal of a term is iterative, because terms may be 100 000 levels deep.

mod gates;
mod words;

use batsat::{Callbacks, Lit, lbool};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BvOp, Node, Overflow, Pool, Sort, Term};

use self::gates::Gates;
use crate::stop_conditions::Watch;

/// Marks a term that has no word yet.
const NONE: u32 = u32::MAX;

/// Quotient and remainder.
type Division = (Vec<Lit>, Vec<Lit>);

/// Words of the terms of one pool, and the SAT solver that contains them.
pub(crate) struct Blaster {
    pub(crate) gates: Gates,
    /// Number of clauses at which nothing more is built.
    pub(crate) most_clauses: u64,
    /// Start of each term's word in `bits`, by term index.
    starts: Vec<u32>,
    bits: Vec<Lit>,
    /// Quotient and remainder of each division, unsigned or signed: programs often need both.
    divisions: FxHashMap<(Term, Term, bool), Division>,
    /// The last visit of `cone` that reached each term, by term index.
    visited: Vec<u32>,
    visit: u32,
    open: Vec<Term>,
}

impl Blaster {
    pub(crate) fn new(watch: Watch) -> Self {
        Blaster {
            gates: Gates::new(watch),
            most_clauses: u64::MAX,
            starts: Vec::new(),
            bits: Vec::new(),
            divisions: FxHashMap::default(),
            visited: Vec::new(),
            visit: 0,
            open: Vec::new(),
        }
    }

    /// Forgets all terms.
    pub(crate) fn reset(&mut self) {
        self.gates.reset();
        self.starts.clear();
        self.bits.clear();
        self.divisions.clear();
        self.visited.clear();
        self.visit = 0;
    }

    /// The literal of a Boolean term without floats; `None` if a limit of the check was exceeded first. Everything
    /// built by then is kept.
    pub(crate) fn literal(&mut self, pool: &Pool, t: Term) -> Option<Lit> {
        let built = self.blast(pool, t);
        built.then(|| self.bits[self.starts[t.index()] as usize])
    }

    /// The value of a variable in `model`, the values of the SAT variables; 0 if it is unassigned.
    pub(crate) fn value(&self, model: &[lbool], pool: &Pool, variable: Term) -> u64 {
        if self
            .starts
            .get(variable.index())
            .is_none_or(|&start| start == NONE)
        {
            return 0;
        }
        self.word(pool, variable)
            .iter()
            .enumerate()
            .fold(0, |sum, (i, &bit)| {
                let value = model.get(bit.var().idx() as usize);
                let on = value.is_some_and(|&value| value == lbool::from(bit.sign()));
                sum | (u64::from(on) << i)
            })
    }

    /// Number of bits in the words of `roots` and below them, up to `most`.
    pub(crate) fn cone(
        &mut self,
        pool: &Pool,
        roots: impl Iterator<Item = Term>,
        most: usize,
    ) -> usize {
        self.visited.resize(pool.len(), 0);
        self.visit += 1;
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.extend(roots);
        let mut size = 0;
        while let Some(next) = open.pop()
            && size < most
        {
            if self.visited[next.index()] != self.visit {
                self.visited[next.index()] = self.visit;
                size += pool.width(next) as usize;
                open.extend(pool.node(next).children());
            }
        }
        self.open = open;
        size
    }

    /// The words of the bit-vector variables that occur in `roots`, in order of creation.
    pub(crate) fn numbers(&self, pool: &Pool, roots: impl Iterator<Item = Term>) -> Vec<Vec<Lit>> {
        let mut seen = FxHashSet::default();
        let mut open: Vec<Term> = roots.filter(|&t| seen.insert(t)).collect();
        let mut variables = Vec::new();
        while let Some(next) = open.pop() {
            let number = matches!(pool.sort(next), Sort::Bv(_));
            if number && matches!(pool.node(next), Node::Var(_)) {
                variables.push(next);
            }
            open.extend(
                pool.node(next)
                    .children()
                    .filter(|&child| seen.insert(child)),
            );
        }
        variables.sort_unstable();
        variables.retain(|v| self.starts[v.index()] != NONE);
        variables
            .iter()
            .map(|&v| self.word(pool, v).to_vec())
            .collect()
    }

    fn blast(&mut self, pool: &Pool, t: Term) -> bool {
        if self.starts.len() < pool.len() {
            self.starts.resize(pool.len(), NONE);
        }
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.push(t);
        while let Some(&next) = open.last() {
            if self.gates.clauses >= self.most_clauses || self.gates.sat.cb().stop() {
                break;
            }
            let before = open.len();
            if self.starts[next.index()] == NONE {
                let missing = |child: &Term| self.starts[child.index()] == NONE;
                open.extend(pool.node(next).children().filter(missing));
            }
            if open.len() == before {
                open.pop();
                if self.starts[next.index()] == NONE {
                    let word = self.build(pool, next);
                    debug_assert_eq!(word.len(), pool.width(next) as usize, "{next:?}");
                    self.starts[next.index()] = self.bits.len() as u32;
                    self.bits.extend(word);
                }
            }
        }
        let built = open.is_empty();
        self.open = open;
        built
    }

    fn word(&self, pool: &Pool, t: Term) -> &[Lit] {
        let start = self.starts[t.index()] as usize;
        &self.bits[start..start + pool.width(t) as usize]
    }

    /// Builds the word of a term whose operands have words.
    fn build(&mut self, pool: &Pool, t: Term) -> Vec<Lit> {
        let width = pool.width(t) as usize;
        let of = |t: Term| self.word(pool, t).to_vec();
        let bit = |t: Term| self.word(pool, t)[0];
        match *pool.node(t) {
            Node::Const(value) => self.gates.number(value, width),
            Node::Var(_) => (0..width).map(|_| self.gates.fresh()).collect(),
            Node::Not(a) => vec![!bit(a)],
            Node::And(a, b) => {
                let (a, b) = (bit(a), bit(b));
                vec![self.gates.and(a, b)]
            }
            Node::Eq(a, b) => {
                let (a, b) = (of(a), of(b));
                vec![self.gates.equal(&a, &b)]
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (bit(c), of(a), of(b));
                self.gates.choose(c, &a, &b)
            }
            Node::Bin(op, a, b) => self.binary(pool, op, a, b),
            Node::Neg(a) => {
                let a = of(a);
                self.gates.negate(&a)
            }
            Node::BvNot(a) => of(a).into_iter().map(|bit| !bit).collect(),
            Node::Ult(a, b) => {
                let (a, b) = (of(a), of(b));
                vec![self.gates.less(&a, &b, false)]
            }
            Node::Slt(a, b) => {
                let (a, b) = (of(a), of(b));
                vec![self.gates.less(&a, &b, true)]
            }
            Node::ZExt(a) => {
                let mut word = of(a);
                word.resize(width, self.gates.constant(false));
                word
            }
            Node::SExt(a) => {
                let mut word = of(a);
                let sign = word[word.len() - 1];
                word.resize(width, sign);
                word
            }
            Node::Extract(a, lo) => self.word(pool, a)[lo as usize..lo as usize + width].to_vec(),
            Node::Concat(high, low) => {
                let mut word = of(low);
                word.extend_from_slice(self.word(pool, high));
                word
            }
            Node::Overflow(op, a, b) => {
                let (a, b) = (of(a), of(b));
                vec![self.overflow(op, &a, &b)]
            }
            // Callers exclude floats. A free bit is harmless, because every `Yes` is replayed.
            _ => {
                debug_assert!(false, "floats have no bits here: {:?}", pool.node(t));
                (0..width).map(|_| self.gates.fresh()).collect()
            }
        }
    }

    fn binary(&mut self, pool: &Pool, op: BvOp, a: Term, b: Term) -> Vec<Lit> {
        if matches!(op, BvOp::UDiv | BvOp::URem | BvOp::SDiv | BvOp::SRem) {
            return self.division(pool, op, a, b);
        }
        let (a, b) = (self.word(pool, a).to_vec(), self.word(pool, b).to_vec());
        let gates = &mut self.gates;
        let no = gates.constant(false);
        let pairs = a.iter().copied().zip(b.iter().copied());
        match op {
            BvOp::Add => gates.add(&a, &b, no).0,
            BvOp::Sub => gates.subtract(&a, &b).0,
            BvOp::Mul => gates.multiply(&a, &b, a.len()),
            BvOp::And => pairs.map(|(a, b)| gates.and(a, b)).collect(),
            BvOp::Or => pairs.map(|(a, b)| gates.or(a, b)).collect(),
            BvOp::Xor => pairs.map(|(a, b)| gates.xor(a, b)).collect(),
            BvOp::Shl => gates.shift(&a, &b, true, no),
            BvOp::LShr => gates.shift(&a, &b, false, no),
            _ => gates.shift(&a, &b, false, a[a.len() - 1]),
        }
    }

    fn division(&mut self, pool: &Pool, op: BvOp, a: Term, b: Term) -> Vec<Lit> {
        let is_signed = matches!(op, BvOp::SDiv | BvOp::SRem);
        let wants_quotient = matches!(op, BvOp::UDiv | BvOp::SDiv);
        let key = (a, b, is_signed);
        if !self.divisions.contains_key(&key) {
            let (a, b) = (self.word(pool, a).to_vec(), self.word(pool, b).to_vec());
            let both = if is_signed {
                self.gates.divide_signed(&a, &b)
            } else {
                self.gates.divide(&a, &b)
            };
            self.divisions.insert(key, both);
        }
        let (quotient, rest) = &self.divisions[&key];
        if wants_quotient {
            quotient.clone()
        } else {
            rest.clone()
        }
    }

    fn overflow(&mut self, op: Overflow, a: &[Lit], b: &[Lit]) -> Lit {
        let gates = &mut self.gates;
        let sign = |word: &[Lit]| word[word.len() - 1];
        match op {
            Overflow::SMul => gates.multiply_overflows(a, b),
            Overflow::SAdd => {
                let sum = gates.add(a, b, gates.constant(false)).0;
                let (from_a, from_b) = (
                    gates.xor(sign(a), sign(&sum)),
                    gates.xor(sign(b), sign(&sum)),
                );
                gates.and(from_a, from_b)
            }
            Overflow::SSub => {
                let difference = gates.subtract(a, b).0;
                let (apart, flipped) = (
                    gates.xor(sign(a), sign(b)),
                    gates.xor(sign(a), sign(&difference)),
                );
                gates.and(apart, flipped)
            }
        }
    }
}

/// Whether bit-blasting supports a term.
pub(crate) fn supported(pool: &Pool, t: Term) -> bool {
    debug_assert_eq!(pool.sort(t), Sort::Bool, "only Booleans are asserted");
    !pool.has_float(t)
}
