//! Strategy `bugassist`: the diagnoses of each failing test by itself, thrown together and put to the vote.
//!
//! `BugAssist` makes a trace formula of *one* failing test, in which the statements are soft, and asks a `MaxSAT` solver
//! for what to give up: a `CoMSS`, a set of statements that, changed, would let this test pass. It is noted and blocked,
//! and the next one asked for, until none is left. For several tests this is done once for each, and the results are
//! ranked by how many tests they were found for. `BugAssist` itself votes for lines and does not insist on all sets; we
//! follow `CFaults`' reconstruction of it, which enumerates every minimal set of a test ([`super::each`]), votes for
//! whole sets ([`vote`]), and holds each against all tests in the order of the votes.
//!
//! What explains one test need not explain the others, and a set that explains them all may be the union of sets for
//! single tests, which nobody forms here. So this strategy
//! * delivers as diagnoses only those of its sets that let *every* test of the group pass. Such a set is a minimal
//!   diagnosis with the proof of the test that it was found for: if a part of it let all tests pass, it would let that one
//!   pass as well;
//! * delivers all others with the tests that they explain ([`Found::only`]): they are votes, not diagnoses;
//! * is complete only if every set of some one test is a diagnosis. (Any diagnosis contains a set of that test, and is
//!   therefore that set.) Otherwise [`Shortfall::SingleTests`] says what is missing.
//!
//! # References
//! M. Jose, R. Majumdar: *Cause Clue Clauses: Error Localization using Maximum Satisfiability*, 2011, as described in
//! P. Orvalho, M. Janota, V. Manquinho: *`CFaults`: Model-Based Diagnosis for Fault Localization in C Programs with
//! Multiple Test Cases*, 2024, §1 and §5, and in the SNIPER paper, §2.

use rustc_hash::FxHashMap;

use super::each::{self, OfTest, all_diagnoses};
use super::{Found, Outcome, SearchOptions, Shortfall};
use crate::Minimal;
use crate::oracle::{Effort, Oracle, Query};
use crate::weights::Weights;
use ir::CompSet;

/// A set and the tests that it was found for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voted {
    /// Its components.
    pub set: CompSet,
    /// Of the tests that voted for it, the best that is known.
    pub minimal: Minimal,
    /// Tests of which it is a minimal correction set, in order.
    pub tests: Vec<usize>,
}

/// Sets that explain single tests, most votes first, then lightest; those that explain all tests are diagnoses.
pub fn bugassist(
    oracle: &mut dyn Oracle,
    tests: usize,
    weights: &Weights,
    options: &SearchOptions,
    sink: &mut dyn FnMut(Found),
) -> Outcome {
    let all = all_diagnoses(oracle, tests, weights, options);
    let mut outcome = each::sum(&all, tests);
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
        sink(Found {
            set: one.set.clone(),
            minimal: one.minimal,
            only: (!everywhere).then_some(passing),
        });
    }
    let is_diagnosis = |one: &Found| diagnoses.contains(&one.set);
    let decided =
        |of_test: &&OfTest| of_test.outcome.complete && of_test.sets.iter().all(is_diagnosis);
    // That nothing is missing leans on the enumeration of that one test alone.
    match all
        .iter()
        .filter(decided)
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

/// The sets of all tests, each once: most votes first, then lightest, then smallest.
pub fn vote(all: &[OfTest], weights: &Weights) -> Vec<Voted> {
    let mut voted: Vec<Voted> = Vec::new();
    let mut places: FxHashMap<&CompSet, usize> = FxHashMap::default();
    for (test, of_test) in all.iter().enumerate() {
        for one in &of_test.sets {
            let place = *places.entry(&one.set).or_insert(voted.len());
            if place == voted.len() {
                voted.push(Voted {
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

/// The tests that pass with the set. Only those are asked whose enumeration does not tell.
fn passing(
    oracle: &mut dyn Oracle,
    all: &[OfTest],
    voted: &Voted,
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
