//! Value summaries: terms whose value is one of a few constants.
//!
//! If only decisions are unknown (a relaxed condition, states that were merged), a number is one of a few constants,
//! each under a condition. Such terms are if-then-else chains over *cases*: constants in ascending order with
//! conditions of which exactly one holds. Operations on them work case by case and equal results share one condition,
//! so sums, quotients and comparisons of such numbers never become circuits; a comparison becomes a condition at once.
//! The number of cases is bounded; beyond it, a term is an ordinary one.
//!
//! # References
//! K. Sen, G. Necula, L. Gong, W. Choi: *`MultiSE`: Multi-Path Symbolic Execution using Value Summaries*, 2015.

use std::rc::Rc;

use crate::pool::Cases;
use crate::{Node, Pool, Sort, Term};

/// Most cases of one term.
const MOST_CASES: usize = 24;
/// Most pairs of cases that one operation combines.
const MOST_PAIRS: usize = 96;

impl Pool {
    /// The cases of a term, if it is known to have few.
    pub(crate) fn cases(&mut self, t: Term) -> Option<Cases> {
        if let Some(bits) = self.as_const(t) {
            let always = self.bool(true);
            return Some(Rc::from([(bits, always)]));
        }
        self.few.get(&t).cloned()
    }

    /// Applies `f` to each case; `None` if the term has no cases.
    pub(crate) fn map_constants(
        &mut self,
        t: Term,
        sort: Sort,
        f: impl Fn(u64) -> u64,
    ) -> Option<Term> {
        if let Some(bits) = self.as_const(t) {
            return Some(self.constant(sort, f(bits)));
        }
        let cases = self.few.get(&t)?.clone();
        let mapped = cases.iter().map(|&(bits, when)| (f(bits), when));
        self.of_cases(sort, mapped.collect())
    }

    /// Applies `f` to each pair of cases of two operands.
    pub(crate) fn map_constants2(
        &mut self,
        a: Term,
        b: Term,
        sort: Sort,
        f: impl Fn(u64, u64) -> u64,
    ) -> Option<Term> {
        if let Some(b) = self.as_const(b) {
            return self.map_constants(a, sort, |a| f(a, b));
        }
        if let Some(a) = self.as_const(a) {
            return self.map_constants(b, sort, |b| f(a, b));
        }
        let (a, b) = (self.few.get(&a)?.clone(), self.few.get(&b)?.clone());
        if a.len() * b.len() > MOST_PAIRS {
            return None;
        }
        let mut found = Vec::with_capacity(a.len() * b.len());
        for &(x, when_x) in a.iter() {
            for &(y, when_y) in b.iter() {
                found.push((f(x, y), self.and(when_x, when_y)));
            }
        }
        self.of_cases(sort, found)
    }

    /// The choice `c ? a : b`, if both have few cases.
    pub(crate) fn choose_cases(&mut self, c: Term, a: Term, b: Term) -> Option<Term> {
        let sort = self.sort(a);
        let (x, y) = (self.cases(a)?, self.cases(b)?);
        if x.len() + y.len() > 2 * MOST_CASES {
            return None;
        }
        let not_c = self.not(c);
        let mut found = Vec::with_capacity(x.len() + y.len());
        for &(bits, when) in x.iter() {
            // A case that both branches have under the same condition does not depend on the choice.
            if y.contains(&(bits, when)) {
                found.push((bits, when));
                continue;
            }
            found.push((bits, self.and(c, when)));
        }
        for &(bits, when) in y.iter().filter(|case| !x.contains(case)) {
            found.push((bits, self.and(not_c, when)));
        }
        self.of_cases(sort, found)
    }

    /// The term of these cases, which may be in any order and repeat constants.
    fn of_cases(&mut self, sort: Sort, mut found: Vec<(u64, Term)>) -> Option<Term> {
        let never = self.bool(false);
        found.retain(|case| case.1 != never);
        found.sort_by_key(|case| case.0);
        let mut cases: Vec<(u64, Term)> = Vec::with_capacity(found.len());
        for (bits, when) in found {
            match cases.last_mut() {
                Some(last) if last.0 == bits => last.1 = self.or(last.1, when),
                _ => cases.push((bits, when)),
            }
        }
        if sort == Sort::Bool {
            let holds = cases.iter().find(|case| case.0 == 1);
            return Some(holds.map_or(never, |case| case.1));
        }
        if cases.len() > MOST_CASES {
            return None;
        }
        let (last, rest) = cases.split_last()?;
        let mut term = self.constant(sort, last.0);
        for &(bits, when) in rest.iter().rev() {
            let value = self.constant(sort, bits);
            if self.as_const(when) == Some(1) {
                term = value;
            } else {
                term = self.intern(Node::Ite(when, value, term), sort);
            }
        }
        if self.as_const(term).is_none() {
            self.few.entry(term).or_insert_with(|| cases.into());
        }
        Some(term)
    }
}
