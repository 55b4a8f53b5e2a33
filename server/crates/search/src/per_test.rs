//! All diagnoses of each failing test separately: SNIPER's `AllDiagnoses` (Algorithm 1), and the first half of
//! `BugAssist`.
//!
//! For each test the papers relax the trace formula, ask a partial `MaxSAT` solver for a maximal satisfiable subset,
//! record its complement (the `CoMSS`, a minimal correction set), forbid that set and its supersets, and repeat until
//! no set is left; the formula is kept, only the failing input is pushed and popped. Here the same enumeration is an
//! implicit hitting set problem: [`mod@super::multi`] on one test delivers the minimal correction sets one after
//! another, smallest first and then lightest, blocks each, and ends when no unblocked set is left. The oracle is shared
//! by all tests, with its snapshots of the runs and the witnesses that it has learnt.
//!
//! # References
//! S.-M. Lamraoui, S. Nakajima: *A Formula-based Approach for Automatic Fault Localization of Multi-fault Programs*,
//! 2016, §5.4, Algorithm 1.

use super::{FoundSet, Outcome, SearchOptions, multi};
use crate::Minimal;
use crate::oracle::{Oracle, Query, QueryResult};
use crate::weights::Weights;
use ir::CompSet;

/// Results for one test.
#[derive(Debug, Clone, Default)]
pub struct OfTest {
    /// Minimal correction sets up to the size limit, smallest first and then lightest.
    pub sets: Vec<FoundSet>,
    /// Outcome of the enumeration.
    pub outcome: Outcome,
}

impl OfTest {
    /// Whether the set is known to let the test pass.
    pub(super) fn passes(&self, relaxed: &CompSet) -> bool {
        self.sets.iter().any(|one| one.set.is_subset(relaxed))
    }

    /// How firmly the enumeration proves that the test cannot pass with `relaxed`, a set that contains no correction
    /// set of the test; [`Minimal::Unchecked`] if it does not.
    pub(super) fn refutes(&self, relaxed: &CompSet, max_size: usize) -> Minimal {
        let largest = self.outcome.limited_to.unwrap_or(max_size);
        if !self.outcome.complete || relaxed.len() > largest || self.passes(relaxed) {
            Minimal::Unchecked
        } else if self.outcome.bounded {
            Minimal::WithinBounds
        } else {
            Minimal::Proved
        }
    }
}

/// Enumerates the minimal correction sets of at most `options.max_size` components of each of the tests `0..tests`. The
/// result covers fewer tests if the oracle wants to stop.
pub fn all_diagnoses(
    oracle: &mut dyn Oracle,
    tests: usize,
    weights: &Weights,
    options: &SearchOptions,
) -> Vec<OfTest> {
    let mut all = Vec::with_capacity(tests);
    for test in 0..tests {
        let mut of_test = OfTest::default();
        let mut only = Only {
            oracle: &mut *oracle,
            test,
        };
        of_test.outcome = multi(&mut only, 1, weights, options, &mut |one| {
            of_test.sets.push(one);
        });
        let stopped = of_test.outcome.stopped;
        all.push(of_test);
        if stopped {
            break;
        }
    }
    all
}

/// Sum of all tests' outcomes, as far as they can be added.
pub(super) fn sum(all: &[OfTest], tests: usize) -> Outcome {
    let mut sum = Outcome {
        complete: all.len() == tests,
        ..Outcome::default()
    };
    for one in all.iter().map(|of_test| &of_test.outcome) {
        sum.complete &= one.complete;
        sum.bounded |= one.bounded;
        sum.stopped |= one.stopped;
        sum.unknown += one.unknown;
        sum.queries += one.queries;
        let limits = [sum.limited_to, one.limited_to];
        sum.limited_to = limits.into_iter().flatten().min();
    }
    sum
}

/// Restricts an oracle to one test.
struct Only<'o> {
    oracle: &'o mut dyn Oracle,
    test: usize,
}

impl Oracle for Only<'_> {
    fn components(&self) -> usize {
        self.oracle.components()
    }

    fn check(&mut self, query: &Query<'_>) -> QueryResult {
        let test = self.test;
        self.oracle.check(&Query { test, ..*query })
    }

    fn stopped(&self) -> bool {
        self.oracle.stopped()
    }
}
