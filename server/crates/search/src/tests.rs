//! Tests of strategy `multi` against brute force, on oracles given by their minimal feasible sets. The strategies that
//! process each test separately are tested in [`by_test`], `ofc` in [`on_demand`].

mod by_test;
mod on_demand;

use explore::UnknownReason;
use ir::CompId;
use proptest::prelude::*;

use super::{FoundSet, Outcome, Search, SearchOptions, multi};
use crate::Minimal;
use crate::oracle::{
    CandidateQuery, Effort, Oracle, Query, QueryResult, QueryVerdict, check_test_by_test,
};
use crate::weights::Weights;
use ir::CompSet;

fn set(ids: &[u32]) -> CompSet {
    ids.iter().map(|&i| CompId(i)).collect()
}

/// Deviations of an oracle from definite answers, in percent of the queries.
#[derive(Debug, Clone, Copy, Default)]
struct Manners {
    /// Share of *unknown* answers.
    unknown: u64,
    /// Share of *infeasible* answers within a bound, whether true or not.
    narrow: u64,
    /// Share of true *infeasible* answers that are qualified as bounded.
    cautious: u64,
    /// Whether all answers with low effort rely on a bound.
    lazy: bool,
    /// Share of the components that a core may lose, in percent: 0 gives the largest sound core, 100 a minimal one.
    sharp: u64,
}

/// An oracle whose test passes if and only if one of its minimal feasible sets is relaxed.
#[derive(Debug, Clone)]
struct Families {
    components: usize,
    tests: Vec<Vec<CompSet>>,
    manners: Manners,
    seed: u64,
    asked: u64,
    low: u64,
    /// Number of queries that stayed open for that reason.
    gave_up: u64,
    /// Size above which queries with low effort stay open.
    blind: usize,
    /// Components reported, rightly or wrongly, to decide nothing alone.
    irrelevant: CompSet,
    /// Whether a *feasible* answer reports which part of the set suffices.
    tells: bool,
    stop_after: u64,
}

impl Families {
    fn new(components: usize, tests: Vec<Vec<CompSet>>) -> Families {
        Families {
            components,
            tests,
            manners: Manners::default(),
            seed: 1,
            asked: 0,
            low: 0,
            gave_up: 0,
            blind: usize::MAX,
            irrelevant: CompSet::new(),
            tells: false,
            stop_after: u64::MAX,
        }
    }

    fn passes(&self, test: usize, relaxed: &CompSet) -> bool {
        self.tests[test]
            .iter()
            .any(|known| known.is_subset(relaxed))
    }

    fn all_pass(&self, relaxed: &CompSet) -> bool {
        (0..self.tests.len()).all(|test| self.passes(test, relaxed))
    }

    /// Pseudo-random number below 100 that depends on the query only, so that a repeated query gets the same answer.
    fn chance(&self, test: usize, relaxed: &CompSet, salt: u64) -> u64 {
        use std::hash::BuildHasher;
        rustc_hash::FxBuildHasher.hash_one((self.seed, test, relaxed, salt)) % 100
    }

    /// All components except those of a random infeasible set that contains `relaxed`.
    fn core(&self, test: usize, relaxed: &CompSet) -> CompSet {
        let mut infeasible = relaxed.clone();
        for c in CompSet::full(self.components).iter() {
            let more = infeasible.with(c);
            if self.chance(test, relaxed, 1000 + u64::from(c.0)) < self.manners.sharp
                && !self.passes(test, &more)
            {
                infeasible = more;
            }
        }
        CompSet::full(self.components).minus(&infeasible)
    }

    fn verdict(&self, query: &Query<'_>, blind: bool) -> QueryVerdict {
        let Query { test, set, effort } = *query;
        if blind || self.chance(test, set, 0) < self.manners.unknown {
            return QueryVerdict::Unknown(UnknownReason::InstructionLimit);
        }
        let narrow = self.chance(test, set, 1) < self.manners.narrow;
        if self.passes(test, set) {
            if !narrow {
                return QueryVerdict::Feasible(None);
            }
            // A wrong *infeasible*, with the core that follows from the narrow bound.
            let core = CompSet::full(self.components).minus(set);
            return QueryVerdict::Infeasible {
                bounded: true,
                core,
            };
        }
        let lazy = self.manners.lazy && effort == Effort::Low;
        let bounded = narrow || lazy || self.chance(test, set, 2) < self.manners.cautious;
        QueryVerdict::Infeasible {
            bounded,
            core: self.core(test, set),
        }
    }

    /// All subset-minimal diagnoses up to a size, by trying all sets.
    fn brute(&self, max_size: usize) -> Vec<CompSet> {
        let mut found: Vec<CompSet> = Vec::new();
        let mut all: Vec<CompSet> = (0..1u32 << self.components)
            .map(|mask| {
                (0..self.components as u32)
                    .filter(|i| mask >> i & 1 == 1)
                    .map(CompId)
                    .collect()
            })
            .filter(|set: &CompSet| set.len() <= max_size)
            .collect();
        all.sort_by_key(CompSet::len);
        for candidate in all {
            if self.all_pass(&candidate) && !found.iter().any(|known| known.is_subset(&candidate)) {
                found.push(candidate);
            }
        }
        found.sort();
        found
    }
}

impl Oracle for Families {
    fn components(&self) -> usize {
        self.components
    }

    fn check(&mut self, query: &Query<'_>) -> QueryResult {
        assert!(!self.stopped(), "asked after the end");
        self.asked += 1;
        self.low += u64::from(query.effort == Effort::Low);
        let blind = query.effort == Effort::Low && query.set.len() > self.blind;
        self.gave_up += u64::from(blind);
        // An abandoned query has used up its effort.
        let work = if blind { 8 } else { 1 };
        QueryResult::new(self.verdict(query, blind), work)
    }

    fn check_candidate(&mut self, candidate: &CandidateQuery) -> Vec<QueryResult> {
        let set = &candidate.set;
        let irrelevant = set.len() == 1 && set.meets(&self.irrelevant);
        let results = check_test_by_test(self, candidate).into_iter();
        let part = |test: usize| {
            let all = self.tests[test].iter();
            let mut parts = all.filter(|known| known.is_subset(set));
            self.tells.then(|| parts.next().cloned()).flatten()
        };
        let results = results.zip(&candidate.tests);
        let results = results.map(|(result, &test)| QueryResult {
            irrelevant,
            verdict: result.verdict.map(|_| part(test)),
            cost: result.cost,
        });
        results.collect()
    }

    fn stopped(&self) -> bool {
        self.asked >= self.stop_after
    }
}

pub(super) fn weights(of: &[u32]) -> Weights {
    let component = |&height: &u32| ir::Component {
        span: syntax::Span::default(),
        kind: ir::ComponentKind::Assignment,
        function: ir::FnId(0),
        pass_through: false,
        nodes: 1,
        height,
        target: None,
        operands: None,
    };
    Weights::hierarchical(&of.iter().map(component).collect::<Vec<_>>())
}

fn run(
    oracle: &mut Families,
    weights: &Weights,
    options: &SearchOptions,
) -> (Vec<FoundSet>, Outcome) {
    run_as(multi, oracle, weights, options)
}

fn run_as(
    search: Search,
    oracle: &mut Families,
    weights: &Weights,
    options: &SearchOptions,
) -> (Vec<FoundSet>, Outcome) {
    let tests = oracle.tests.len();
    let mut found = Vec::new();
    let outcome = search(oracle, tests, weights, options, &mut |one| found.push(one));
    assert_eq!(outcome.queries, oracle.asked);
    (found, outcome)
}

fn sorted(found: &[FoundSet]) -> Vec<CompSet> {
    let mut sets: Vec<CompSet> = found.iter().map(|one| one.set.clone()).collect();
    sets.sort();
    sets
}

prop_compose! {
    fn families()(components in 1usize..=10)(
        tests in proptest::collection::vec(
            proptest::collection::vec(
                proptest::collection::btree_set(0..components as u32, 1..=3.min(components)), 0..=5),
            1..=5),
        heights in proptest::collection::vec(1u32..5, components),
        seed in 0u64..1000,
        sharp in prop_oneof![Just(0u64), Just(50), Just(100)],
        irrelevant in proptest::collection::btree_set(0u32..10, 0..=10),
        tells in proptest::bool::ANY,
        options in options(),
        components in Just(components),
    ) -> (Families, Weights, SearchOptions) {
        let tests = tests.iter().map(|family| {
            family.iter().map(|ids| ids.iter().map(|&i| CompId(i)).collect()).collect()
        }).collect();
        let mut oracle = Families::new(components, tests);
        oracle.manners.sharp = sharp;
        oracle.tells = tells;
        oracle.irrelevant = irrelevant.into_iter().map(CompId).collect();
        oracle.seed = seed;
        (oracle, weights(&heights), options)
    }
}

prop_compose! {
    fn options()(
        max_size in 0usize..=4,
        grow_above in 0usize..4,
        grow_budget in prop_oneof![Just(0u64), Just(10), Just(1000)],
        grow_first in proptest::collection::vec((0u32..12).prop_map(CompId), 0..6),
    ) -> SearchOptions {
        SearchOptions { max_size, grow_budget, grow_ratio: 3.0, grow_above, patience: u64::MAX, open_patience: usize::MAX, grow_first, order: Vec::new(), tests_alone: 0 }
    }
}

/// Asserts what must hold however the oracle deviates.
fn honest(
    oracle: &Families,
    weights: &Weights,
    options: &SearchOptions,
    found: &[FoundSet],
    outcome: Outcome,
) -> Result<(), TestCaseError> {
    for (i, one) in found.iter().enumerate() {
        prop_assert!(oracle.all_pass(&one.set), "{:?} is no diagnosis", one.set);
        prop_assert!(one.set.len() <= options.max_size);
        let minimal = one
            .set
            .iter()
            .all(|c| !oracle.all_pass(&one.set.without(c)));
        prop_assert!(
            minimal || one.minimal != Minimal::Proved,
            "{:?} is not minimal",
            one.set
        );
        prop_assert!(
            !found[..i].iter().any(|known| known.set.is_subset(&one.set)),
            "{:?} was there",
            one.set
        );
    }
    let all = oracle.brute(options.max_size);
    if outcome.complete && !outcome.bounded {
        prop_assert_eq!(sorted(found), all);
    }
    let noticed = outcome.bounded || outcome.unknown > 0 || outcome.stopped;
    prop_assert!(noticed || outcome.complete);
    if oracle.manners.unknown + oracle.manners.narrow == 0 && !outcome.stopped {
        let order: Vec<_> = found
            .iter()
            .map(|one| (one.set.len(), weights.of(&one.set)))
            .collect();
        prop_assert!(order.is_sorted(), "{order:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// A definite oracle yields exactly the subset-minimal diagnoses, all proved.
    #[test]
    fn definite((mut oracle, weights, options) in families()) {
        let (found, outcome) = run(&mut oracle, &weights, &options);
        honest(&oracle, &weights, &options, &found, outcome)?;
        prop_assert_eq!(sorted(&found), oracle.brute(options.max_size));
        prop_assert!(outcome.complete && !outcome.bounded && !outcome.stopped && outcome.unknown == 0);
        prop_assert!(found.iter().all(|one| one.minimal == Minimal::Proved));
    }

    /// True *infeasible* answers that sometimes rely on bounds yield the same sets, and nothing unproved is claimed as
    /// proved.
    #[test]
    fn cautious((mut oracle, weights, options) in families(), share in 1u64..=100) {
        oracle.manners.cautious = share;
        let (found, outcome) = run(&mut oracle, &weights, &options);
        honest(&oracle, &weights, &options, &found, outcome)?;
        prop_assert_eq!(sorted(&found), oracle.brute(options.max_size));
        prop_assert!(outcome.complete);
        if share == 100 && oracle.components > 0 && options.max_size > 0 {
            prop_assert!(found.iter().all(|one| one.minimal == Minimal::WithinBounds));
        }
    }

    /// Growing does not weaken a proof.
    #[test]
    fn growing_keeps_proofs((mut oracle, weights, options) in families()) {
        oracle.manners.lazy = true;
        let (found, outcome) = run(&mut oracle, &weights, &options);
        prop_assert_eq!(sorted(&found), oracle.brute(options.max_size));
        prop_assert!(outcome.complete && !outcome.bounded);
        prop_assert!(found.iter().all(|one| one.minimal == Minimal::Proved));
    }

    /// Open queries, and *infeasible* answers that are wrong beyond their bound.
    #[test]
    fn unreliable((mut oracle, weights, options) in families(), unknown in 0u64..=40, narrow in 0u64..=40) {
        oracle.manners.unknown = unknown;
        oracle.manners.narrow = narrow;
        let (found, outcome) = run(&mut oracle, &weights, &options);
        honest(&oracle, &weights, &options, &found, outcome)?;
    }

    /// Open queries only: everything that is missing or not minimal is reported, and no minimal set is lost that could
    /// be known.
    #[test]
    fn forgetful((mut oracle, weights, options) in families(), unknown in 1u64..=60) {
        oracle.manners.unknown = unknown;
        let (found, outcome) = run(&mut oracle, &weights, &options);
        honest(&oracle, &weights, &options, &found, outcome)?;
        prop_assert!(!outcome.bounded);
        for missing in oracle.brute(options.max_size) {
            if !found.iter().any(|one| one.set == missing) {
                prop_assert!(!outcome.complete, "{missing:?} was lost");
                let answered = (0..oracle.tests.len())
                    .all(|test| oracle.chance(test, &missing, 0) >= unknown);
                prop_assert!(!answered, "{missing:?} was answered by all tests");
            }
        }
    }

    /// Interruption at any time: no query follows it, and the sets found are right.
    #[test]
    fn interrupted((mut oracle, weights, options) in families(), stop_after in 0u64..40) {
        oracle.stop_after = stop_after;
        let (found, outcome) = run(&mut oracle, &weights, &options);
        honest(&oracle, &weights, &options, &found, outcome)?;
        prop_assert!(outcome.stopped || outcome.complete);
    }
}

/// A pair of which each test needs only one component is queried only for tests where neither is known to suffice.
#[test]
fn what_suffices_is_not_asked_again() {
    let singles = |range: std::ops::Range<u32>| range.map(|i| set(&[i])).collect::<Vec<_>>();
    let family = |t: u32| {
        if t.is_multiple_of(2) {
            singles(0..5)
        } else {
            singles(5..10)
        }
    };
    let asked = |tells: bool| {
        let mut oracle = Families::new(10, (0..20).map(family).collect());
        oracle.tells = tells;
        let options = SearchOptions {
            max_size: 2,
            ..SearchOptions::default()
        };
        let (found, outcome) = run(&mut oracle, &weights(&[1; 10]), &options);
        assert_eq!(found.len(), 25);
        outcome.queries
    };
    let (silent, telling) = (asked(false), asked(true));
    // Each of ten components lets ten tests pass; candidates announced together are asked together.
    assert!(telling <= 400 && silent >= 500, "{telling}, {silent}");
}

/// A problem, the size up to which it is searched, the number of sets to find, and limits on the number of queries:
/// about candidates, then for growing. The limits are some 20 % above the measured numbers; without growing, "five
/// faults" takes 168 000 candidates, "hopeless" 36 000.
struct Shape {
    name: &'static str,
    components: usize,
    max_size: usize,
    tests: Vec<Vec<CompSet>>,
    sets: usize,
    limits: (u64, u64),
}

fn shapes() -> Vec<Shape> {
    fn tests(n: u32, family: impl Fn(u32) -> Vec<CompSet>) -> Vec<Vec<CompSet>> {
        (0..n).map(family).collect()
    }
    let singles = |range: std::ops::Range<u32>| range.map(|i| set(&[i])).collect::<Vec<_>>();
    let shape = |name, (components, max_size), tests, sets, limits| Shape {
        name,
        components,
        max_size,
        tests,
        sets,
        limits,
    };
    vec![
        shape(
            "one pair",
            (100, 2),
            tests(20, |_| vec![set(&[17, 60])]),
            1,
            (170, 34),
        ),
        shape(
            "sixteen singles, and some more in each test",
            (33, 2),
            tests(131, |t| [singles(0..16), singles(16..16 + t % 17)].concat()),
            16,
            (2700, 4),
        ),
        shape(
            "two faults, five places for each",
            (100, 2),
            tests(20, |t| {
                if t % 2 == 0 {
                    singles(0..5)
                } else {
                    singles(50..55)
                }
            }),
            25,
            (740, 31),
        ),
        shape(
            "one test is harder than all others",
            (50, 1),
            tests(20, |t| {
                if t < 19 {
                    singles(0..50)
                } else {
                    singles(7..8)
                }
            }),
            1,
            (110, 0),
        ),
        shape(
            "pairs among pairs that differ by test",
            (100, 2),
            tests(20, |t| {
                let common = (0..4).map(|i| set(&[3, 10 + i]));
                common
                    .chain((0..5).map(|i| set(&[30 + i, 40 + i + t])))
                    .collect()
            }),
            4,
            (560, 340),
        ),
        shape(
            "three faults",
            (60, 3),
            tests(20, |t| singles(t % 3 * 20..t % 3 * 20 + 3)),
            27,
            (740, 42),
        ),
        shape(
            "one triple",
            (60, 3),
            tests(20, |_| vec![set(&[5, 25, 45])]),
            1,
            (125, 42),
        ),
        shape(
            "five faults",
            (100, 3),
            tests(20, |t| singles(t % 5 * 20..t % 5 * 20 + 3)),
            0,
            (200, 57),
        ),
        shape("hopeless", (60, 3), tests(1, |_| vec![]), 0, (75, 4)),
        shape(
            "small",
            (12, 3),
            tests(5, |_| vec![set(&[1, 2]), set(&[3, 4, 5])]),
            2,
            (90, 24),
        ),
    ]
}

fn measured(shape: &Shape, blind: usize) -> Families {
    let mut oracle = Families::new(shape.components, shape.tests.clone());
    oracle.blind = blind;
    let options = SearchOptions {
        max_size: shape.max_size,
        grow_ratio: 1.0,
        ..SearchOptions::default()
    };
    let (found, outcome) = run(&mut oracle, &Weights::unit(&[]), &options);
    assert!(outcome.complete && !outcome.bounded, "{}", shape.name);
    assert_eq!(found.len(), shape.sets, "{}", shape.name);
    for one in found {
        assert!(oracle.all_pass(&one.set), "{}: {:?}", shape.name, one.set);
        assert_eq!(
            one.minimal,
            Minimal::Proved,
            "{}: {:?}",
            shape.name,
            one.set
        );
    }
    oracle
}

/// Two faults that fail different tests: no component explains all tests, but what explains some of them is told.
#[test]
fn what_explains_some_tests_is_told() {
    for order in [vec![0, 1, 2], vec![2, 0, 1]] {
        let families = [
            vec![set(&[1]), set(&[2])],
            vec![set(&[3])],
            vec![set(&[3]), set(&[4])],
        ];
        let mut oracle = Families::new(6, families.to_vec());
        let options = SearchOptions {
            order,
            tests_alone: 3,
            ..SearchOptions::default()
        };
        let mut found = Vec::new();
        multi(&mut oracle, 3, &weights(&[1; 6]), &options, &mut |one| {
            found.push(one);
        });
        let told = |comp: u32| {
            let parts = found.iter().filter(|one| one.set == set(&[comp]));
            parts
                .filter_map(|one| one.only.clone())
                .max_by_key(Vec::len)
        };
        assert_eq!(told(1), Some(vec![0]));
        assert_eq!(told(2), Some(vec![0]));
        assert_eq!(told(3), Some(vec![1, 2]));
        assert_eq!((told(0), told(5)), (None, None));
        let whole = found.iter().filter(|one| one.only.is_none());
        let whole: Vec<CompSet> = whole.map(|one| one.set.clone()).collect();
        assert_eq!(whole, [set(&[1, 3]), set(&[2, 3])]);
    }
}

#[test]
fn few_questions() {
    for shape in shapes() {
        let oracle = measured(&shape, usize::MAX);
        let (candidates, growing) = (oracle.asked - oracle.low, oracle.low);
        let (most_candidates, most_growing) = shape.limits;
        assert!(
            candidates <= most_candidates,
            "{}: {candidates} candidates",
            shape.name
        );
        assert!(growing <= most_growing, "{}: {growing} to grow", shape.name);
    }
}

/// Each refuted component is queried once together with all irrelevant ones, not once with each.
#[test]
fn what_decides_nothing_is_set_aside() {
    let family = |t: u32| vec![set(&[1, 2]), set(&[3, 4 + t % 3])];
    let asked = |irrelevant: CompSet| {
        let mut oracle = Families::new(40, (0..4).map(family).collect());
        oracle.irrelevant = irrelevant;
        let options = SearchOptions {
            max_size: 2,
            grow_budget: 0,
            ..SearchOptions::default()
        };
        let (found, outcome) = run(&mut oracle, &Weights::unit(&[]), &options);
        assert!(outcome.complete && sorted(&found) == [set(&[1, 2])]);
        oracle.asked
    };
    let (without, with) = (asked(CompSet::new()), asked((10..40).map(CompId).collect()));
    // Of the 780 pairs, 45 have no irrelevant component.
    assert!(without > 800 && with < 150, "{without}, {with}");
}

/// Growing is abandoned before it costs much where queries about large sets are never answered.
#[test]
fn growing_in_vain_is_cheap() {
    for shape in shapes().into_iter().filter(|shape| shape.max_size == 2) {
        let oracle = measured(&shape, 5);
        assert!(
            oracle.low * 7 <= oracle.asked,
            "{}: {} of {}",
            shape.name,
            oracle.low,
            oracle.asked
        );
    }
}
