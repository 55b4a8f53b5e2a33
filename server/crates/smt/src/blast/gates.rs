//! Gates encoded as clauses (Tseitin), with constant inputs folded.
//!
//! Bits are literals of the SAT solver. One variable is fixed to true, so a constant bit is a
//! literal like any other and compares equal to itself; a gate with a constant, repeated or
//! opposite input becomes a simpler gate or a wire. Equal gates are made once.

use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};
use rustc_hash::FxHashMap;

use crate::stop_conditions::Watch;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum GateKind {
    And,
    Xor,
    Mux,
    Sum,
    Majority,
}

/// A SAT solver in which gates are built.
pub(crate) struct Gates {
    pub(crate) sat: Solver<Watch>,
    yes: Lit,
    known: FxHashMap<(GateKind, [u32; 3]), Lit>,
    clause: Vec<Lit>,
    pub(crate) clauses: u64,
    pub(crate) vars: u64,
}

impl Gates {
    pub(crate) fn new(watch: Watch) -> Self {
        let mut gates = Gates {
            sat: Solver::new(SolverOpts::default(), watch),
            yes: Lit::UNDEF,
            known: FxHashMap::default(),
            clause: Vec::new(),
            clauses: 0,
            vars: 0,
        };
        gates.reset();
        gates
    }

    /// Forgets all gates and clauses; counters are kept.
    pub(crate) fn reset(&mut self) {
        self.sat.reset();
        self.known.clear();
        self.yes = self.fresh();
        self.clause(&[self.yes]);
    }

    /// The constant bit.
    pub(crate) fn constant(&self, bit: bool) -> Lit {
        if bit { self.yes } else { !self.yes }
    }

    /// The value of a constant bit.
    pub(crate) fn as_constant(&self, bit: Lit) -> Option<bool> {
        (bit.var() == self.yes.var()).then(|| bit == self.yes)
    }

    /// A new unconstrained bit.
    pub(crate) fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Lit::new(self.sat.new_var(lbool::UNDEF, true), true)
    }

    /// Adds the clause that at least one of `bits` holds.
    pub(crate) fn clause(&mut self, bits: &[Lit]) {
        self.clauses += 1;
        self.clause.clear();
        self.clause.extend_from_slice(bits);
        // The solver also remembers a contradiction, which the next check finds.
        self.sat.add_clause_reuse(&mut self.clause);
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == b || b == self.yes {
            return a;
        }
        if a == self.yes {
            return b;
        }
        if a == !b || a == !self.yes || b == !self.yes {
            return !self.yes;
        }
        let (a, b) = (a.min(b), a.max(b));
        self.gate(GateKind::And, [a, b, a], |gates, out| {
            gates.clause(&[!out, a]);
            gates.clause(&[!out, b]);
            gates.clause(&[out, !a, !b]);
        })
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        if let Some(bit) = self.as_constant(a) {
            return b.apply_sign(!bit);
        }
        if let Some(bit) = self.as_constant(b) {
            return a.apply_sign(!bit);
        }
        if a.var() == b.var() {
            return self.constant(a != b);
        }
        // Signs are moved to the output, so that four variants share one gate.
        let same_sign = a.sign() == b.sign();
        let (a, b) = (Lit::new(a.var(), true), Lit::new(b.var(), true));
        let (a, b) = (a.min(b), a.max(b));
        let out = self.gate(GateKind::Xor, [a, b, a], |gates, out| {
            gates.clause(&[!out, a, b]);
            gates.clause(&[!out, !a, !b]);
            gates.clause(&[out, !a, b]);
            gates.clause(&[out, a, !b]);
        });
        out.apply_sign(same_sign)
    }

    /// `a` if `c`, else `b`.
    pub(crate) fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if let Some(bit) = self.as_constant(c) {
            return if bit { a } else { b };
        }
        if a == b {
            return a;
        }
        if a == !b {
            return !self.xor(c, a);
        }
        if a == self.yes || a == c {
            return self.or(c, b);
        }
        if a == !self.yes || a == !c {
            return self.and(!c, b);
        }
        if b == self.yes || b == !c {
            return self.or(!c, a);
        }
        if b == !self.yes || b == c {
            return self.and(c, a);
        }
        let (c, a, b) = if c.sign() { (c, a, b) } else { (!c, b, a) };
        self.gate(GateKind::Mux, [c, a, b], |gates, out| {
            gates.clause(&[!c, !a, out]);
            gates.clause(&[!c, a, !out]);
            gates.clause(&[c, !b, out]);
            gates.clause(&[c, b, !out]);
            // Redundant, but lets equal branches decide the output before the condition.
            gates.clause(&[!a, !b, out]);
            gates.clause(&[a, b, !out]);
        })
    }

    /// The parity of the inputs: the sum bit of a full adder.
    pub(crate) fn sum(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let [a, b, c] = sorted([a, b, c]);
        let plain = [a, b, c].iter().all(|&bit| self.as_constant(bit).is_none())
            && a.var() != b.var()
            && b.var() != c.var();
        if !plain {
            let two = self.xor(a, b);
            return self.xor(two, c);
        }
        self.gate(GateKind::Sum, [a, b, c], |gates, out| {
            for (x, y, z) in [(a, b, c), (a, !b, !c), (!a, b, !c), (!a, !b, c)] {
                gates.clause(&[!out, x, y, z]);
                gates.clause(&[out, !x, !y, !z]);
            }
        })
    }

    /// The majority of the inputs: the carry of a full adder.
    pub(crate) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let [a, b, c] = sorted([a, b, c]);
        for (one, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            match self.as_constant(one) {
                Some(true) => return self.or(x, y),
                Some(false) => return self.and(x, y),
                None => {}
            }
            if x == y {
                return x;
            }
            if x == !y {
                return one;
            }
        }
        self.gate(GateKind::Majority, [a, b, c], |gates, out| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                gates.clause(&[!x, !y, out]);
                gates.clause(&[x, y, !out]);
            }
        })
    }

    /// The conjunction of `bits`, as one gate.
    pub(crate) fn all(&mut self, mut bits: Vec<Lit>) -> Lit {
        bits.sort_unstable();
        bits.dedup();
        bits.retain(|&bit| bit != self.yes);
        let contradiction = bits.windows(2).any(|pair| pair[0] == !pair[1]);
        if contradiction || bits.contains(&!self.yes) {
            return !self.yes;
        }
        match bits[..] {
            [] => self.yes,
            [a] => a,
            [a, b] => self.and(a, b),
            _ => {
                let out = self.fresh();
                for &bit in &bits {
                    self.clause(&[!out, bit]);
                }
                for bit in &mut bits {
                    *bit = !*bit;
                }
                bits.push(out);
                self.clause(&bits);
                out
            }
        }
    }

    /// The disjunction of `bits`.
    pub(crate) fn any(&mut self, bits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.all(bits.into_iter().map(|bit| !bit).collect())
    }

    /// The output of a gate, created by `define` unless an equal gate exists.
    fn gate(&mut self, kind: GateKind, inputs: [Lit; 3], define: impl Fn(&mut Self, Lit)) -> Lit {
        let key = (kind, inputs.map(|bit| bit.idx()));
        if let Some(&out) = self.known.get(&key) {
            return out;
        }
        let out = self.fresh();
        define(self, out);
        self.known.insert(key, out);
        out
    }
}

fn sorted(mut bits: [Lit; 3]) -> [Lit; 3] {
    bits.sort_unstable();
    bits
}
