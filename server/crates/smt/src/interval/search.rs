//! Search for a model: narrow, dive, split.

use rustc_hash::FxHashMap;
use term::{Memo, Node, Pool, Satisfiability, Sort, Term};

use super::domain::{Dom, bits, float, key, key_of};
use super::propagator::Propagator;
use crate::Interrupt;
use crate::limits::MAX_TRIED_DECIMALS;
use crate::limits::{MAX_HINTS, SPLITS_PER_STOP_CHECK};

/// A search in progress.
pub(super) struct BoxSearch<'a> {
    pool: &'a Pool,
    roots: &'a [Term],
    propagator: Propagator,
    /// Remaining alternatives, the latest last: the mark to return to, the term, its values.
    others: Vec<(usize, u32, Dom)>,
    /// Likely values of variables: constants that they are compared with, by index.
    hints: FxHashMap<u32, Vec<i64>>,
    /// Most revisions of terms.
    budget: u64,
}

impl<'a> BoxSearch<'a> {
    pub(super) fn new(pool: &'a Pool, roots: &'a [Term], budget: u64) -> BoxSearch<'a> {
        let net = Propagator::new(pool, roots);
        BoxSearch {
            pool,
            roots,
            hints: hints(&net),
            propagator: net,
            others: Vec::new(),
            budget,
        }
    }

    /// Number of revisions so far.
    pub(super) fn work(&self) -> u64 {
        self.propagator.work
    }

    /// Runs the search. Returns the answer and, after a yes, the values of the variables.
    pub(super) fn run(&mut self, interrupt: &Interrupt) -> (Satisfiability, Vec<(Term, u64)>) {
        let mut alive = self.assume()
            && self.propagator.propagate(self.budget)
            && self.propagator.find_residues();
        let mut turns = 0u64;
        loop {
            alive = alive && self.propagator.propagate(self.budget);
            turns += 1;
            let interrupted = turns.is_multiple_of(SPLITS_PER_STOP_CHECK) && interrupt.is_raised();
            if self.propagator.work >= self.budget || interrupted {
                return (Satisfiability::Unknown, Vec::new());
            }
            if alive {
                let relevant = self.relevant();
                let backwards = turns.is_multiple_of(2);
                if let Some(model) = self.dive(&relevant, backwards) {
                    return (Satisfiability::Yes, model);
                }
                alive = self.split(&relevant);
                if alive {
                    continue;
                }
            }
            let Some((mark, at, dom)) = self.others.pop() else {
                return (Satisfiability::No, Vec::new());
            };
            self.propagator.undo(mark);
            alive = self.propagator.narrow(at, dom);
        }
    }

    /// Assumes that all roots hold.
    fn assume(&mut self) -> bool {
        self.roots.iter().all(|root| {
            let at = self.propagator.terms.binary_search(root).unwrap_or(0);
            self.propagator.narrow(at as u32, Dom::bool(true))
        })
    }

    /// Indices of the terms with several values that the roots depend on, ascending. Terms below one whose value is
    /// fixed, whatever its operands are, do not count.
    fn relevant(&mut self) -> Vec<u32> {
        let given = self.propagator.given();
        let mut seen = vec![false; self.propagator.terms.len()];
        let mut open = Vec::new();
        for root in self.roots {
            open.extend(
                self.propagator
                    .terms
                    .binary_search(root)
                    .map(|at| at as u32),
            );
        }
        let mut found = Vec::new();
        while let Some(at) = open.pop() {
            let settled = given[at as usize].only(self.propagator.sort(at)).is_some();
            if settled || std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            found.push(at);
            match (
                self.propagator.ops[at as usize].node,
                self.propagator.kids(at),
            ) {
                (Node::Ite(..), &[c, a, b]) => match self.propagator.dom(c).truth() {
                    Some(true) => open.extend([c, a]),
                    Some(false) => open.extend([c, b]),
                    None => open.extend([c, a, b]),
                },
                (_, kids) => open.extend(kids),
            }
        }
        found.sort_unstable();
        found
    }

    /// Bisects the domain of one term, a decision before a number; `false` if there is nothing to bisect, and no
    /// model.
    fn split(&mut self, relevant: &[u32]) -> bool {
        let open = |at: &&u32| self.is_open(**at);
        let decision = relevant.iter().filter(open).find(|at| self.decides(**at));
        let numbers = relevant.iter().filter(open);
        let numbers = numbers.filter(|at| self.propagator.is_variable(**at));
        let widest = numbers.max_by_key(|at| {
            let dom = self.propagator.dom(**at);
            (i128::from(dom.hi) - i128::from(dom.lo), u32::MAX - **at)
        });
        let Some(&at) = decision.or(widest) else {
            return false;
        };
        let (first, second) = halves(self.propagator.dom(at));
        self.others.push((self.propagator.mark(), at, second));
        self.propagator.narrow(at, first)
    }

    /// Whether several values are left.
    fn is_open(&self, at: u32) -> bool {
        self.propagator
            .dom(at)
            .only(self.propagator.sort(at))
            .is_none()
    }

    /// Whether the term is a truth value that is not just a combination of others.
    fn decides(&self, at: u32) -> bool {
        let op = &self.propagator.ops[at as usize];
        op.sort == Sort::Bool && !matches!(op.node, Node::Not(_) | Node::And(..))
    }

    /// Chooses a likely value for each variable in turn; returns the model if the values satisfy the roots.
    /// `backwards` starts with the last variables: the late values of a run often determine the earlier ones.
    fn dive(&mut self, relevant: &[u32], backwards: bool) -> Option<Vec<(Term, u64)>> {
        let mark = self.propagator.mark();
        let mut variables: Vec<u32> = relevant.to_vec();
        variables.retain(|at| self.propagator.is_variable(*at));
        if backwards {
            variables.reverse();
        }
        let mut last = None;
        let chosen = variables.iter().all(|at| {
            let likely = if backwards {
                self.likely(*at, last)
            } else {
                Vec::new()
            };
            let chosen = !self.is_open(*at) || self.choose(*at, likely);
            last = Some(*at);
            chosen
        });
        let found = if chosen { self.model() } else { None };
        self.propagator.undo(mark);
        found
    }

    /// Constants that a variable is compared with, and the value of another variable that was chosen already.
    fn likely(&self, at: u32, other: Option<u32>) -> Vec<i64> {
        let mut all = self.hints.get(&at).cloned().unwrap_or_default();
        let alike = other.filter(|o| self.propagator.sort(*o) == self.propagator.sort(at));
        all.extend(alike.map(|o| self.propagator.dom(o).lo));
        all
    }

    /// Fixes a variable to a value that leaves all other terms a value, trying the `likely` ones first.
    fn choose(&mut self, at: u32, likely: Vec<i64>) -> bool {
        let (dom, sort) = (self.propagator.dom(at), self.propagator.sort(at));
        for candidate in likely.into_iter().chain(candidates(sort, dom)) {
            let mark = self.propagator.mark();
            let point = Dom::new(candidate, candidate);
            if self.propagator.narrow(at, point) && self.propagator.propagate(self.budget) {
                return true;
            }
            self.propagator.undo(mark);
        }
        false
    }

    /// The values of the variables, if the roots hold with them; variables that do not matter get some value.
    fn model(&self) -> Option<Vec<(Term, u64)>> {
        let mut model: Vec<(Term, u64)> = Vec::new();
        for at in 0..self.propagator.terms.len() as u32 {
            if self.propagator.is_variable(at) {
                let (dom, sort) = (self.propagator.dom(at), self.propagator.sort(at));
                let some = if dom.has_numbers() {
                    bits(sort, dom.lo.max(0).min(dom.hi))
                } else {
                    dom.only(sort)?
                };
                model.push((self.propagator.terms[at as usize], some));
            }
        }
        let mut memo = Memo::default();
        let value = |t: Term| value_in(&model, t);
        let holds = |root: &Term| self.pool.eval_with(*root, &value, &mut memo) == 1;
        self.roots.iter().all(holds).then_some(model)
    }
}

/// Constants that variables are compared with for equality.
fn hints(net: &Propagator) -> FxHashMap<u32, Vec<i64>> {
    let mut hints: FxHashMap<u32, Vec<i64>> = FxHashMap::default();
    for (at, op) in (0..).zip(&net.ops) {
        if let (Node::Eq(..), &[a, b]) = (op.node, net.kids(at))
            && net.is_variable(a)
            && let Some(bits) = net.dom(b).only(net.sort(b))
            && matches!(net.sort(b), Sort::Bv(_))
        {
            let known = hints.entry(a).or_default();
            let k = key(net.sort(b), bits);
            if known.len() < MAX_HINTS && !known.contains(&k) {
                known.push(k);
            }
        }
    }
    hints
}

/// The value of a variable in a model; 0 if the model does not contain it.
pub(super) fn value_in(model: &[(Term, u64)], t: Term) -> u64 {
    let at = model.binary_search_by_key(&t, |(t, _)| *t);
    at.map_or(0, |at| model[at].1)
}

/// Two parts of a domain: NaN separately, or else the half nearer to zero first.
fn halves(dom: Dom) -> (Dom, Dom) {
    if dom.nan {
        return (dom.without_nan(), Dom::none().or_nan(true));
    }
    let middle = ((i128::from(dom.lo) + i128::from(dom.hi)) >> 1) as i64;
    let (low, high) = (Dom::new(dom.lo, middle), Dom::new(middle + 1, dom.hi));
    if middle < 0 { (high, low) } else { (low, high) }
}

/// Values to try: 0, or the shortest decimal near the middle; then the bounds.
fn candidates(sort: Sort, dom: Dom) -> Vec<i64> {
    let mut all = Vec::new();
    let within = |k: &i64| dom.lo <= *k && *k <= dom.hi;
    if within(&0) {
        all.push(0);
    } else if sort.is_float() {
        let middle = float(sort, dom.lo) / 2.0 + float(sort, dom.hi) / 2.0;
        all.extend(shortest(middle, |x| {
            Some(key_of(sort, x)).filter(|k| within(k))
        }));
    }
    let ends = if dom.lo > 0 {
        [dom.lo, dom.hi]
    } else {
        [dom.hi, dom.lo]
    };
    for k in ends {
        if within(&k) && !all.contains(&k) {
            all.push(k);
        }
    }
    all
}

/// The key of the shortest decimal near a number for which there is one.
fn shortest(x: f64, key: impl Fn(f64) -> Option<i64>) -> Option<i64> {
    (0..MAX_TRIED_DECIMALS).find_map(|places| {
        let scale = 10f64.powi(places);
        key((x * scale).round() / scale)
    })
}
