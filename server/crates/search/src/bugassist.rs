//! Strategy `bugassist`: diagnoses each failing test separately, merges the results and ranks them by votes.
//!
//! `BugAssist` builds a trace formula of *one* failing test with soft statements and asks a `MaxSAT` solver what to
//! give up: a `CoMSS`, a set of statements whose change would let this test pass. The set is recorded and blocked, and
//! the solver is asked for the next one until none is left. Several tests are processed one by one, and the results are
//! ranked by the number of tests that they were found for. `BugAssist` itself votes for lines and does not need to
//! enumerate all sets; we follow the reconstruction in `CFaults`, which enumerates every minimal set of a test
//! ([`super::per_test`]), votes for whole sets ([`vote`]), and checks each against all tests in the order of the votes.
//!
//! A set that explains one test need not explain the others, and a set that explains them all may be a union of sets
//! for single tests, which this strategy never forms. Therefore it
//! * delivers as diagnoses only those of its sets that let *every* test of the group pass. Such a set is a minimal
//!   diagnosis, with the proof from the test that it was found for: if a proper subset let all tests pass, it would let
//!   that test pass as well;
//! * delivers all other sets with the tests that they explain ([`crate::FoundSet::only`]): they are votes, not
//!   diagnoses;
//! * is complete only if, for some test, every set is a diagnosis. (Any diagnosis contains a set of that test, and is
//!   therefore equal to it.) Otherwise [`Shortfall::SingleTests`] says what is missing.
//!
//! # References
//! M. Jose, R. Majumdar: *Cause Clue Clauses: Error Localization using Maximum Satisfiability*, 2011, as described in
//! P. Orvalho, M. Janota, V. Manquinho: *`CFaults`: Model-Based Diagnosis for Fault Localization in C Programs with
//! Multiple Test Cases*, 2024, §1 and §5, and in the SNIPER paper, §2.

use rustc_hash::FxHashMap;

use super::per_test::{self, OfTest, all_diagnoses};
use super::{FoundSet, Outcome, SearchOptions, Shortfall};
use crate::Minimal;
use crate::oracle::{Effort, Oracle, Query};
use crate::weights::Weights;
use ir::CompSet;

/// A set with the tests that it was found for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    /// Components of the set.
    pub set: CompSet,
    /// Strongest certificate of minimality among the tests that voted for the set.
    pub minimal: Minimal,
    /// Tests for which the set is a minimal correction set, in order.
    pub tests: Vec<usize>,
}

/// Delivers sets that explain single tests: most votes first, then lightest. Sets that explain all tests are diagnoses.
pub fn bugassist(
    oracle: &mut dyn Oracle,
    tests: usize,
    weights: &Weights,
    options: &SearchOptions,
    sink: &mut dyn FnMut(FoundSet),
) -> Outcome {
    let all = all_diagnoses(oracle, tests, weights, options);
    let mut outcome = per_test::sum(&all, tests);
    if tests == 0 {
        return outcome;
    }
    let voted = vote(&all, weights);
    let mut diagnoses: Vec<CompSet> = Vec::new();
    for one in &voted {
        let passing = passing(oracle, &all, one, tests, options.max_size, &mut outcome);
        let everywhere = passing.len() == tests;
        if everywhere {
            diagnoses.push(one.set.clone());
        }
        sink(FoundSet {
            set: one.set.clone(),
            minimal: one.minimal,
            only: (!everywhere).then_some(passing),
        });
    }
    // Completeness follows from the enumeration of that one test alone.
    match all
        .iter()
        .filter(|of_test| {
            of_test.outcome.complete && of_test.sets.iter().all(|one| diagnoses.contains(&one.set))
        })
        .min_by_key(|of_test| of_test.outcome.bounded)
    {
        Some(of_test) => {
            outcome.complete = true;
            outcome.bounded = of_test.outcome.bounded;
            outcome.limited_to = of_test.outcome.limited_to;
        }
        None => {
            outcome.complete = false;
            outcome.shortfall = Some(Shortfall::SingleTests {
                sets: voted.len(),
                diagnoses: diagnoses.len(),
            });
        }
    }
    outcome
}

/// Collects the sets of all tests, each once: most votes first, then lightest, then smallest.
pub fn vote(all: &[OfTest], weights: &Weights) -> Vec<Vote> {
    let mut voted: Vec<Vote> = Vec::new();
    let mut places: FxHashMap<&CompSet, usize> = FxHashMap::default();
    for (test, of_test) in all.iter().enumerate() {
        for one in &of_test.sets {
            let place = *places.entry(&one.set).or_insert(voted.len());
            if place == voted.len() {
                voted.push(Vote {
                    set: one.set.clone(),
                    minimal: one.minimal,
                    tests: Vec::new(),
                });
            }
            let known = &mut voted[place];
            known.minimal = known.minimal.min(one.minimal);
            known.tests.push(test);
        }
    }
    voted.sort_by(|a, b| {
        let votes = b.tests.len().cmp(&a.tests.len());
        let lighter = weights.of(&a.set).total_cmp(&weights.of(&b.set));
        let smaller = a.set.len().cmp(&b.set.len());
        votes
            .then(lighter)
            .then(smaller)
            .then_with(|| a.set.cmp(&b.set))
    });
    voted
}

/// Returns the tests that pass with the set. The oracle is asked only where the test's enumeration does not decide.
fn passing(
    oracle: &mut dyn Oracle,
    all: &[OfTest],
    voted: &Vote,
    tests: usize,
    max_size: usize,
    outcome: &mut Outcome,
) -> Vec<usize> {
    let mut passes = |test: usize| {
        if let Some(of_test) = all.get(test) {
            if of_test.passes(&voted.set) {
                return true;
            }
            if of_test.refutes(&voted.set, max_size) != Minimal::Unchecked {
                return false;
            }
        }
        if oracle.stopped() {
            outcome.stopped = true;
            return false;
        }
        outcome.queries += 1;
        let result = oracle.check(&Query {
            test,
            set: &voted.set,
            effort: Effort::Full,
        });
        outcome.unknown += u64::from(result.is_unknown());
        result.is_feasible()
    };
    (0..tests).filter(|&test| passes(test)).collect()
}
