//! Strategy `ofc` on oracles with closed branches: it delivers exactly the diagnoses, and opens only the branches that
//! queries ask for.

use explore::demand::BranchSet;
use ir::BranchId;
use proptest::prelude::*;

use super::{Families, families, honest, sorted};
use crate::Minimal;
use crate::oracle::{Effort, Oracle, Query, QueryResult, QueryVerdict};
use crate::weights::Weights;
use crate::{BranchCounts, FoundSet, Outcome, SearchOptions, multi, ofc};
use ir::CompSet;

/// Number of branches of the program.
const BRANCHES: u32 = 12;

/// A set of components whose runs enter these branches: with it the test passes over them while they are closed.
type Promise = (CompSet, Vec<u32>);

/// A program of which each test takes some branches. Some sets let a test pass only over branches that it does not
/// take; others only appear to, until these branches are opened.
#[derive(Debug, Clone)]
struct Branching {
    families: Families,
    /// Branches of the run, by test.
    traces: Vec<BranchSet>,
    /// False promises by test, and the branches that its minimal feasible sets need (these promises are kept).
    promises: Vec<Vec<Promise>>,
    needs: Vec<Vec<Vec<u32>>>,
    /// Branches that were asked for, by test.
    asked_for: Vec<BranchSet>,
}

impl Branching {
    /// Closed branches that the runs of a set would take, the smallest list first.
    fn asks(&self, test: usize, relaxed: &CompSet, open: &BranchSet) -> Option<Vec<BranchId>> {
        let closed = |branches: &[u32]| -> Vec<BranchId> {
            let branches = branches.iter().map(|branch| BranchId(*branch));
            branches.filter(|branch| !open.contains(*branch)).collect()
        };
        let kept = self.families.tests[test].iter().zip(&self.needs[test]);
        let kept = kept.map(|(set, branches)| (set, closed(branches)));
        let mut keeps = kept.filter(|(set, _)| set.is_subset(relaxed));
        if keeps.clone().any(|(_, branches)| branches.is_empty()) {
            return None;
        }
        let empty = self.promises[test].iter();
        let empty = empty.map(|(set, branches)| (set, closed(branches)));
        let mut empty =
            empty.filter(|(set, branches)| set.is_subset(relaxed) && !branches.is_empty());
        keeps
            .next()
            .or_else(|| empty.next())
            .map(|(_, branches)| branches)
    }
}

impl Oracle for Branching {
    fn components(&self) -> usize {
        self.families.components()
    }

    fn check(&mut self, _: &Query<'_>) -> QueryResult {
        panic!("asked about the whole program")
    }

    fn branches(&self) -> usize {
        BRANCHES as usize
    }

    fn branches_of_run(&mut self, test: usize) -> BranchSet {
        self.traces[test].clone()
    }

    fn check_with_open(&mut self, query: &Query<'_>, open: &BranchSet) -> QueryResult {
        let Query { test, set, effort } = *query;
        let known = |branch: BranchId| {
            self.traces[test].contains(branch) || self.asked_for[test].contains(branch)
        };
        assert!(open.iter().all(known), "nobody asked for all of {open:?}");
        assert!(self.traces[test].iter().all(|branch| open.contains(branch)));
        match self.asks(test, set, open) {
            None => self.families.check(query),
            Some(branches) => {
                assert!(!self.stopped(), "asked after the end");
                self.families.asked += 1;
                if effort != Effort::Low {
                    for branch in &branches {
                        self.asked_for[test].insert(*branch);
                    }
                }
                QueryResult::new(QueryVerdict::NeedsBranches(branches), 1)
            }
        }
    }

    fn stopped(&self) -> bool {
        self.families.stopped()
    }
}

prop_compose! {
    fn branching()((families, weights, options) in families())(
        traces in proptest::collection::vec(
            proptest::collection::btree_set(0..BRANCHES, 0..6), families.tests.len()),
        promises in proptest::collection::vec(
            proptest::collection::vec(
                (proptest::collection::btree_set(0..families.components as u32, 1..3), branches()), 0..4),
            families.tests.len()),
        needs in proptest::collection::vec(proptest::collection::vec(branches(), 5), families.tests.len()),
        families in Just(families),
        weights in Just(weights),
        options in Just(options),
    ) -> (Branching, Weights, SearchOptions) {
        let of = |ids: std::collections::BTreeSet<u32>| ids.into_iter().map(ir::CompId).collect();
        let branches = |ids: std::collections::BTreeSet<u32>| ids.into_iter().map(BranchId).collect();
        let oracle = Branching {
            asked_for: vec![BranchSet::default(); families.tests.len()],
            families,
            traces: traces.into_iter().map(branches).collect(),
            promises: promises
                .into_iter()
                .map(|of_test| of_test.into_iter().map(|(set, branches)| (of(set), branches)).collect())
                .collect(),
            needs,
        };
        (oracle, weights, options)
    }
}

fn branches() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::btree_set(0..BRANCHES, 0..3)
        .prop_map(|branches| branches.into_iter().collect())
}

fn run(
    oracle: &mut Branching,
    weights: &Weights,
    options: &SearchOptions,
) -> (Vec<FoundSet>, Outcome, BranchCounts) {
    let tests = oracle.families.tests.len();
    let mut found = Vec::new();
    let outcome = ofc(oracle, tests, weights, options, &mut |one| found.push(one));
    assert_eq!(outcome.queries, oracle.families.asked);
    (found, outcome, outcome.explored.unwrap())
}

fn union<'a>(all: impl Iterator<Item = &'a BranchSet>) -> BranchSet {
    all.flat_map(BranchSet::iter).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// With a definite oracle, the result is exactly the subset-minimal diagnoses, all proved; the branches open at the
    /// end are those of the runs and those that were asked for.
    #[test]
    fn ofc_is_complete((mut oracle, weights, options) in branching()) {
        let (found, outcome, explored) = run(&mut oracle, &weights, &options);
        honest(&oracle.families, &weights, &options, &found, outcome)?;
        prop_assert_eq!(sorted(&found), oracle.families.brute(options.max_size));
        prop_assert!(outcome.complete && !outcome.bounded && outcome.unknown == 0);
        prop_assert!(found.iter().all(|one| one.minimal == Minimal::Proved));
        let traced = union(oracle.traces.iter());
        let open = union(oracle.traces.iter().chain(&oracle.asked_for));
        prop_assert_eq!((explored.all, explored.traced), (BRANCHES as usize, traced.len()));
        prop_assert_eq!(explored.explored, open.len());
        let opened: usize = oracle
            .traces
            .iter()
            .zip(&oracle.asked_for)
            .map(|(trace, asked)| asked.iter().filter(|branch| !trace.contains(*branch)).count())
            .sum();
        let tests = oracle.traces.len() as u64;
        prop_assert!((tests..=tests + opened as u64).contains(&explored.formulas));
        prop_assert_eq!(explored.formulas > tests, opened > 0);
    }

    /// Open queries, and *infeasible* answers that are wrong beyond their bound: no claim is false.
    #[test]
    fn honest_when_unreliable(
        (mut oracle, weights, options) in branching(),
        unknown in 0u64..=40,
        narrow in 0u64..=40,
    ) {
        oracle.families.manners.unknown = unknown;
        oracle.families.manners.narrow = narrow;
        let (found, outcome, _) = run(&mut oracle, &weights, &options);
        honest(&oracle.families, &weights, &options, &found, outcome)?;
    }

    /// Interruption at any time: no query follows it, and the sets found are right.
    #[test]
    fn interrupted((mut oracle, weights, options) in branching(), stop_after in 0u64..40) {
        oracle.families.stop_after = stop_after;
        let (found, outcome, _) = run(&mut oracle, &weights, &options);
        let claims = Outcome { unknown: 1, ..outcome };
        honest(&oracle.families, &weights, &options, &found, claims)?;
    }

    /// With an oracle that has no branches, `ofc` asks exactly the queries of `multi`.
    #[test]
    fn without_branches_it_is_multi((mut oracle, weights, options) in families()) {
        // Irrelevant components and sufficient parts are not reported where branches are opened on demand.
        oracle.irrelevant = CompSet::new();
        oracle.tells = false;
        let tests = oracle.tests.len();
        let of = |search: crate::Search| {
            let mut found = Vec::new();
            let outcome = search(&mut oracle.clone(), tests, &weights, &options, &mut |one| found.push(one));
            (found, Outcome { explored: None, ..outcome })
        };
        prop_assert_eq!(of(ofc), of(multi));
    }
}
