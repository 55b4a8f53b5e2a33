//! Strategy `sniper`: all minimal correction sets of each failing test, combined into complete diagnoses.
//!
//! SNIPER takes the failing tests one by one and enumerates *all* minimal correction sets of each (its Algorithm 1,
//! here [`super::per_test`]); a *complete diagnosis* is the union of one set per test (its Definition 6, here
//! [`mod@super::set_combine`]). The paper lists every union. We list the subset-minimal ones, which are exactly the
//! minimal diagnoses of the group: the same sets as those of [`mod@super::multi`], found in another way and with the
//! same proofs, because a set without a correction set of some test is refuted by that test's enumeration.
//!
//! The strategy is expensive by nature. It also enumerates sets that only one test has; it knows nothing about the
//! group before the last test is done; and the number of unions is a product over the tests. Growth is therefore
//! limited: beyond [`MAX_UNIONS_KEPT`] unions the search continues with the lightest ones. The resulting unions are
//! still diagnoses, made minimal one component at a time, but others may be missing: [`Shortfall::Product`]. If the
//! oracle wants to stop before the last test, the unions over the tests so far are delivered as sets that explain some
//! of the tests.
//!
//! # References
//! S.-M. Lamraoui, S. Nakajima: *A Formula-based Approach for Automatic Fault Localization of Multi-fault Programs*,
//! 2016, §5.4 and §5.5.

use rustc_hash::FxHashSet;

use super::per_test::{self, OfTest, all_diagnoses};
use super::set_combine::{Growth, minimal_unions};
use super::{FoundSet, Outcome, SearchOptions, Shortfall};
use crate::Minimal;
use crate::limits::{MAX_PARTIAL_SETS, MAX_UNIONS_FORMED, MAX_UNIONS_KEPT};
use crate::oracle::Oracle;
use crate::weights::Weights;
use ir::CompSet;

/// Delivers all minimal complete diagnoses of at most `options.max_size` components, smallest first, then lightest.
pub fn sniper(
    oracle: &mut dyn Oracle,
    tests: usize,
    weights: &Weights,
    options: &SearchOptions,
    sink: &mut dyn FnMut(FoundSet),
) -> Outcome {
    let growth = Growth {
        max_size: options.max_size,
        kept: MAX_UNIONS_KEPT,
        formed: MAX_UNIONS_FORMED,
    };
    combined(oracle, tests, weights, options, growth, sink)
}

/// Runs [`sniper`] with the given limits on growth.
pub(super) fn combined(
    oracle: &mut dyn Oracle,
    tests: usize,
    weights: &Weights,
    options: &SearchOptions,
    growth: Growth,
    sink: &mut dyn FnMut(FoundSet),
) -> Outcome {
    let all = all_diagnoses(oracle, tests, weights, options);
    let mut outcome = per_test::sum(&all, tests);
    if tests == 0 {
        return outcome;
    }
    let families: Vec<Vec<CompSet>> = all
        .iter()
        .map(|of_test| of_test.sets.iter().map(|one| one.set.clone()).collect())
        .collect();
    // If the search was stopped, combining the sets known so far costs little and is all there is to show.
    let was_stopped = outcome.stopped;
    let unions = minimal_unions(&families, weights, growth, &|| {
        !was_stopped && oracle.stopped()
    });
    outcome.stopped |= unions.stopped;
    outcome.complete &= !unions.stopped && !unions.cut;
    if unions.cut {
        outcome.shortfall = Some(Shortfall::Product { kept: growth.kept });
    }
    // The enumeration of sizes that were not begun is incomplete. Unions of such sizes are shown only if there are no
    // smaller ones: a group may need one fault per test, where each test alone has many single ones.
    let size = |set: Option<&CompSet>| set.map_or(0, CompSet::len);
    let largest = outcome.limited_to.unwrap_or(options.max_size);
    let largest = largest.max(size(unions.sets.first()));
    let mut delivered = FxHashSet::default();
    for union in unions.sets.into_iter().filter(|set| set.len() <= largest) {
        let set = if unions.cut {
            shrunk(&all, union)
        } else {
            union
        };
        let passing: Vec<usize> = (0..all.len()).filter(|&t| all[t].passes(&set)).collect();
        if passing.is_empty() || !delivered.insert(set.clone()) {
            continue;
        }
        if passing.len() == tests {
            let minimal = minimal(&all, &set, options.max_size);
            sink(FoundSet::diagnosis(set, minimal));
        } else if delivered.len() <= MAX_PARTIAL_SETS {
            sink(FoundSet {
                set,
                minimal: Minimal::Unchecked,
                only: Some(passing),
            });
        }
    }
    outcome
}

/// Removes the components that no test needs.
fn shrunk(all: &[OfTest], mut set: CompSet) -> CompSet {
    for c in set.clone().iter() {
        let smaller = set.without(c);
        if all.iter().all(|of_test| of_test.passes(&smaller)) {
            set = smaller;
        }
    }
    set
}

/// Certificate that each component is needed by some test.
fn minimal(all: &[OfTest], set: &CompSet, max_size: usize) -> Minimal {
    let mut worst = Minimal::Proved;
    for c in set.iter() {
        let smaller = set.without(c);
        let by = all
            .iter()
            .map(|of_test| of_test.refutes(&smaller, max_size));
        worst = worst.max(by.min().unwrap_or(Minimal::Unchecked));
    }
    worst
}
