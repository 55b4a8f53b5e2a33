//! The values of one number for which a formula holds, as far as a few queries can tell.

use explore::Passing;
use ir::Scalar;
use smt::Solver;
use term::{BvCmp, Pool, Satisfiability, Term};

use crate::invariant::{as_number, bounds, constants_of, range, reach};

/// A set of values that work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All from the first to the last, both included.
    Within(i128, i128),
    /// All but those from the first to the last.
    Outside(i128, i128),
}

impl Extent {
    /// Whether the set contains a value.
    pub(super) fn contains(self, value: i128) -> bool {
        match self {
            Extent::Within(low, high) => (low..=high).contains(&value),
            Extent::Outside(first, last) => !(first..=last).contains(&value),
        }
    }

    /// The value of the set that is nearest to `was`, which is outside the set.
    pub(super) fn nearest(self, was: i128) -> i128 {
        match self {
            Extent::Within(low, high) => was.clamp(low, high),
            Extent::Outside(first, last) if was - first < last - was => first - 1,
            Extent::Outside(_, last) => last + 1,
        }
    }
}

/// A formula about one number.
pub(super) struct About<'a> {
    pub(super) pool: &'a mut Pool,
    pub(super) solver: &'a mut dyn Solver,
    /// Number of queries left.
    pub(super) left: &'a mut u64,
    /// The number.
    pub(super) symbol: Term,
    pub(super) ty: Scalar,
    /// The formula.
    pub(super) holds: Term,
}

/// The disjunction of all passing paths, and whether it covers every path.
pub(super) fn holds(passing: &Passing, pool: &mut Pool) -> (Term, bool) {
    let paths: Vec<Term> = passing.paths.iter().map(|p| pool.and_all(p)).collect();
    let whole = !passing.bounded && passing.unknown.is_none();
    (pool.or_all(&paths), whole)
}

/// Result of a search for values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// The formula holds nowhere.
    None,
    /// The solver could not decide whether the formula holds anywhere.
    Open,
    /// The formula holds for some values.
    Some {
        /// Values for which the formula holds.
        extent: Extent,
        /// Whether it holds for no other values.
        exact: bool,
    },
}

/// Values for which the formula holds. `was` is a number for which it does not hold. Unless the formula is the `whole`
/// condition, the result is never exact.
pub(super) fn extent(about: &mut About<'_>, was: i128, whole: bool) -> SearchEnd {
    let holds = about.holds;
    match about.ask(&[holds]) {
        Satisfiability::Yes => {}
        Satisfiability::No => return SearchEnd::None,
        Satisfiability::Unknown => return SearchEnd::Open,
    }
    let bits = about.solver.value(about.pool, about.symbol);
    let found = as_number(about.ty, bits);
    let never = about.pool.not(holds);
    let (low, high) = about.around(found, never);
    let mut extent = Extent::Within(low, high);
    let mut exact = whole && about.only_within(low, high, holds);
    if whole && !exact {
        let (first, last) = about.around(was, holds);
        let (min, max) = range(about.ty);
        if min < first && last < max && about.only_within(first, last, never) {
            (extent, exact) = (Extent::Outside(first, last), true);
        }
    }
    SearchEnd::Some { extent, exact }
}

impl About<'_> {
    fn ask(&mut self, all: &[Term]) -> Satisfiability {
        if *self.left == 0 {
            return Satisfiability::Unknown;
        }
        *self.left -= 1;
        self.solver.check(self.pool, all)
    }

    /// The widest interval found around a number in which `not` is proved false.
    fn around(&mut self, from: i128, not: Term) -> (i128, i128) {
        let (min, max) = range(self.ty);
        let constants = constants_of(self.pool, &[self.holds]);
        let bounds = bounds(&constants, self.ty);
        let never = |about: &mut Self, low, high| {
            let within = about.within(low, high);
            about.ask(&[within, not]) == Satisfiability::No
        };
        let low = reach(self, from, min, &bounds, &mut |about, low| {
            never(about, low, from)
        });
        let high = reach(self, from, max, &bounds, &mut |about, high| {
            never(about, from, high)
        });
        (low, high)
    }

    /// Whether it is proved that a formula holds only within an interval.
    fn only_within(&mut self, low: i128, high: i128, formula: Term) -> bool {
        let within = self.within(low, high);
        let outside = self.pool.not(within);
        self.ask(&[formula, outside]) == Satisfiability::No
    }

    fn within(&mut self, low: i128, high: i128) -> Term {
        let op = if self.ty.signed() {
            BvCmp::Sle
        } else {
            BvCmp::Ule
        };
        let sort = self.pool.sort(self.symbol);
        let low = self.pool.constant(sort, low as u64);
        let high = self.pool.constant(sort, high as u64);
        let from = self.pool.bv_cmp(op, low, self.symbol);
        let to = self.pool.bv_cmp(op, self.symbol, high);
        self.pool.and(from, to)
    }
}
