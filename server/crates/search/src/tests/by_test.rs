//! Strategies `sniper` and `bugassist`: the sets that they deliver, and their claims about them.

use proptest::prelude::*;

use super::{Families, families, honest, run, run_as, set, sorted};
use crate::Minimal;
use crate::weights::Weights;
use crate::{
    FoundSet, Outcome, Search, SearchOptions, Shortfall, bugassist, set_combine,
    set_combine::Growth, sniper,
};
use ir::CompSet;

/// Sets delivered as diagnoses. For the other sets, checks the claims about the tests.
fn diagnoses(oracle: &Families, found: &[FoundSet]) -> Result<Vec<FoundSet>, TestCaseError> {
    let mut all = Vec::new();
    for one in found {
        match &one.only {
            None => all.push(one.clone()),
            Some(tests) => {
                prop_assert!(!tests.is_empty());
                for &test in tests {
                    prop_assert!(oracle.passes(test, &one.set), "{one:?}");
                }
            }
        }
    }
    Ok(all)
}

/// Subset-minimal sets, up to the size, with which one test passes.
fn of_test(oracle: &Families, test: usize, max_size: usize) -> Vec<CompSet> {
    Families::new(oracle.components, vec![oracle.tests[test].clone()]).brute(max_size)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// With a definite oracle, `sniper` delivers the same sets as `multi`, with the same proofs.
    #[test]
    fn sniper_is_complete((mut oracle, weights, options) in families()) {
        let (found, outcome) = run_as(sniper, &mut oracle, &weights, &options);
        honest(&oracle, &weights, &options, &found, outcome)?;
        prop_assert_eq!(sorted(&found), oracle.brute(options.max_size));
        prop_assert!(outcome.complete && !outcome.bounded && outcome.shortfall.is_none());
        prop_assert!(found.iter().all(|one| one.minimal == Minimal::Proved && one.only.is_none()));
    }

    /// With a definite oracle, the diagnoses of `bugassist` are those that explain some test minimally, the other sets
    /// of single tests are delivered with the tests that they explain, and the outcome is complete if certainly nothing
    /// is missing.
    #[test]
    fn bugassist_counts_votes((mut oracle, weights, options) in families()) {
        let tests = oracle.tests.len();
        let (found, outcome) = run_as(bugassist, &mut oracle, &weights, &options);
        let delivered = diagnoses(&oracle, &found)?;
        let single: Vec<Vec<CompSet>> = (0..tests).map(|t| of_test(&oracle, t, options.max_size)).collect();
        let all = oracle.brute(options.max_size);
        let mut wanted: Vec<CompSet> = single.concat();
        wanted.sort();
        wanted.dedup();
        prop_assert_eq!(sorted(&found), wanted.clone());
        wanted.retain(|set| all.contains(set));
        prop_assert_eq!(sorted(&delivered), wanted.clone());
        prop_assert!(delivered.iter().all(|one| one.minimal == Minimal::Proved));
        let votes = |one: &FoundSet| single.iter().filter(|of| of.contains(&one.set)).count();
        let order: Vec<_> = found.iter().map(|one| std::cmp::Reverse(votes(one))).collect();
        prop_assert!(order.is_sorted(), "{order:?}");
        let some_test_decides = single.iter().any(|of| of.iter().all(|set| all.contains(set)));
        prop_assert_eq!(outcome.complete, some_test_decides);
        prop_assert_eq!(outcome.shortfall.is_none(), outcome.complete);
        prop_assert!(!outcome.complete || wanted == all);
    }

    /// Open queries, and *infeasible* answers that are wrong beyond their bound: no claim is false.
    #[test]
    fn honest_when_unreliable((oracle, weights, options) in families(), unknown in 0u64..=40, narrow in 0u64..=40) {
        for search in [sniper, bugassist] {
            let mut oracle = oracle.clone();
            oracle.manners.unknown = unknown;
            oracle.manners.narrow = narrow;
            let (found, outcome) = run_as(search, &mut oracle, &weights, &options);
            let delivered = diagnoses(&oracle, &found)?;
            claims(&oracle, &options, &delivered, outcome)?;
        }
    }

    /// Interruption at any time: no query follows it, and the sets found are right.
    #[test]
    fn honest_when_interrupted((oracle, weights, options) in families(), stop_after in 0u64..60) {
        for search in [sniper, bugassist] {
            let mut oracle = oracle.clone();
            oracle.stop_after = stop_after;
            let (found, outcome) = run_as(search, &mut oracle, &weights, &options);
            let delivered = diagnoses(&oracle, &found)?;
            claims(&oracle, &options, &delivered, outcome)?;
            prop_assert!(outcome.stopped || outcome.complete || outcome.shortfall.is_some());
        }
    }

    /// Sizes that are not begun because they have too many sets: all diagnoses up to that size are delivered, and if
    /// there are none, the larger ones that result from combining the tests' sets.
    #[test]
    fn patience_ends((oracle, weights, options) in families(), patience in 0u64..30) {
        let options = SearchOptions { patience, ..options };
        for (search, combines) in [(sniper as Search, true), (bugassist as Search, false)] {
            let mut oracle = oracle.clone();
            let (found, outcome) = run_as(search, &mut oracle, &weights, &options);
            let delivered = diagnoses(&oracle, &found)?;
            for one in &delivered {
                prop_assert!(oracle.all_pass(&one.set), "{one:?} is no diagnosis");
                let minimal = one.set.iter().all(|c| !oracle.all_pass(&one.set.without(c)));
                // A larger set may contain a diagnosis that was not searched for.
                prop_assert!(minimal || one.minimal == Minimal::Unchecked, "{one:?}");
            }
            let largest = outcome.limited_to.unwrap_or(options.max_size);
            let all = oracle.brute(largest);
            let (small, large): (Vec<_>, Vec<_>) =
                delivered.iter().cloned().partition(|one| one.set.len() <= largest);
            prop_assert!(!outcome.complete || sorted(&small) == all);
            prop_assert!(!combines || small.is_empty() || large.is_empty());
        }
    }

    /// Growth with dropped unions: the diagnoses are still minimal, and the shortfall is reported.
    #[test]
    fn honest_when_cut((oracle, weights, options) in families(), kept in 1usize..4, formed in 1usize..12) {
        let growth = Growth { max_size: options.max_size, kept, formed };
        let mut found = Vec::new();
        let (mut asked, tests) = (oracle.clone(), oracle.tests.len());
        let outcome = super::super::sniper::combined(
            &mut asked, tests, &weights, &options, growth, &mut |one| found.push(one));
        claims(&oracle, &options, &found, outcome)?;
        prop_assert!(found.iter().all(|one| one.minimal == Minimal::Proved && one.only.is_none()));
        let lost = sorted(&found) != oracle.brute(options.max_size);
        prop_assert_eq!(outcome.shortfall.is_some(), !outcome.complete);
        prop_assert!(!(lost && outcome.complete));
    }
}

/// Asserts what holds for every delivered diagnosis and for the outcome, however the oracle deviates.
fn claims(
    oracle: &Families,
    options: &SearchOptions,
    delivered: &[FoundSet],
    outcome: Outcome,
) -> Result<(), TestCaseError> {
    for one in delivered {
        prop_assert!(oracle.all_pass(&one.set), "{one:?} is no diagnosis");
        let minimal = one
            .set
            .iter()
            .all(|c| !oracle.all_pass(&one.set.without(c)));
        prop_assert!(minimal || one.minimal != Minimal::Proved, "{one:?}");
    }
    if outcome.complete && !outcome.bounded && !outcome.stopped {
        prop_assert_eq!(sorted(delivered), oracle.brute(options.max_size));
    }
    Ok(())
}

/// Independent faults in many tests: the product has 3^12 unions, of which 27 are minimal, with three components each.
#[test]
fn sniper_keeps_to_minimal_unions() {
    let tests = (0..12).map(|t| {
        let first = t % 3 * 3;
        (first..first + 3).map(|c| set(&[c])).collect()
    });
    let mut oracle = Families::new(9, tests.collect());
    let families: Vec<Vec<CompSet>> = oracle.tests.clone();
    let options = SearchOptions::default();
    let (found, outcome) = run_as(sniper, &mut oracle, &Weights::unit(&[]), &options);
    assert!(outcome.complete);
    assert_eq!(found.len(), 27);
    // The paper lists the whole product; three tests of each kind make it large.
    assert_eq!(
        set_combine(&families, 10_000).map(|all| all.len()),
        Some(343)
    );
    assert_eq!(set_combine(&families, 300), None);
}

/// The example under Definition 6 of the SNIPER paper.
#[test]
fn set_combine_as_in_the_paper() {
    let families = [vec![set(&[3, 4]), set(&[6])], vec![set(&[3]), set(&[4])]];
    let unions = [set(&[3, 4]), set(&[3, 6]), set(&[4, 6])];
    assert_eq!(set_combine(&families, 100).unwrap(), unions);
}

/// Two faults that show in different tests: no set of a single test explains both.
#[test]
fn bugassist_finds_no_combination() {
    let mut oracle = Families::new(6, vec![vec![set(&[1])], vec![set(&[4])]]);
    let options = SearchOptions::default();
    let (found, outcome) = run_as(bugassist, &mut oracle, &Weights::unit(&[]), &options);
    let said: Vec<_> = found.iter().map(|one| one.only.clone()).collect();
    assert_eq!(said, [Some(vec![0]), Some(vec![1])]);
    assert!(!outcome.complete);
    let shortfall = Shortfall::SingleTests {
        sets: 2,
        diagnoses: 0,
    };
    assert_eq!(outcome.shortfall, Some(shortfall));
    oracle.asked = 0;
    let (found, _) = run(&mut oracle, &Weights::unit(&[]), &options);
    assert_eq!(sorted(&found), [set(&[1, 4])]);
}
