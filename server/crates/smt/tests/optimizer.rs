//! The optimizer is compared with enumeration of all subsets.

#![allow(missing_docs, clippy::many_single_char_names)]

use proptest::prelude::*;
use smt::{SolverLimits, optimizer};
use term::{BvCmp, BvOp, Pool, Satisfiability, Sort, Term};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A clause over guards: indices, and whether each is wanted.
type Clause = Vec<(usize, bool)>;

fn clause_term(pool: &mut Pool, guards: &[Term], clause: &Clause) -> Term {
    let literals: Vec<Term> = clause
        .iter()
        .map(|&(i, wanted)| {
            if wanted {
                guards[i]
            } else {
                pool.not(guards[i])
            }
        })
        .collect();
    pool.or_all(&literals)
}

/// The least cost of a set of kept guards that satisfies the clauses and violates at most `most`.
fn least_cost(weights: &[u64], clauses: &[Clause], most: u32) -> Option<u64> {
    (0u32..1 << weights.len())
        .filter(|kept| weights.len() as u32 - kept.count_ones() <= most)
        .filter(|kept| {
            let holds = |&(i, wanted): &(usize, bool)| (kept >> i & 1 == 1) == wanted;
            clauses.iter().all(|clause| clause.iter().any(holds))
        })
        .map(|kept| {
            (0..weights.len())
                .filter(|i| kept >> i & 1 == 0)
                .map(|i| weights[i])
                .sum()
        })
        .min()
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn optima_and_their_enumeration(
        weights in proptest::collection::vec(prop_oneof![Just(1u64), 1u64..30], 1..7),
        grain in prop_oneof![Just(1u64), Just(100)],
        clauses in proptest::collection::vec(
            proptest::collection::vec((0usize..6, any::<bool>()), 1..4), 0..10),
        most in prop_oneof![Just(6u32), 1u32..4],
    ) {
        let count = weights.len();
        let weights: Vec<u64> = weights.iter().map(|weight| weight * grain).collect();
        let mut clauses: Vec<Clause> =
            clauses.iter().map(|c| c.iter().map(|&(i, w)| (i % count, w)).collect()).collect();
        let mut pool = Pool::new();
        let guards: Vec<Term> = (0..count).map(|_| pool.var(Sort::Bool)).collect();
        let mut optimizer = optimizer();
        for clause in &clauses {
            let t = clause_term(&mut pool, &guards, clause);
            optimizer.hard(&pool, t);
        }
        for (&guard, &weight) in guards.iter().zip(&weights) {
            optimizer.soft(&pool, guard, weight);
        }
        optimizer.limit_relaxed(&pool, most);
        loop {
            let found = optimizer.check(&pool);
            let Some(least) = least_cost(&weights, &clauses, most) else {
                prop_assert_eq!(found.verdict, Satisfiability::No);
                break;
            };
            prop_assert_eq!((found.verdict, found.cost), (Satisfiability::Yes, least));
            let values: Vec<bool> =
                guards.iter().map(|&g| optimizer.value(&pool, g) == 1).collect();
            prop_assert_eq!(&values, &found.kept);
            // Supersets of the violated set are blocked, as in localization.
            let block: Clause =
                (0..count).filter(|&i| !found.kept[i]).map(|i| (i, true)).collect();
            let t = clause_term(&mut pool, &guards, &block);
            optimizer.hard(&pool, t);
            clauses.push(block);
        }
    }
}

/// A chain of additions, some of which are wrong: the shape of a guarded trace formula. If its guard holds, `x + k` is
/// as written, otherwise it is free. The result is off by `wanted`.
fn chain(pool: &mut Pool, guards: &[Term], input: u64, wanted: u64) -> Term {
    let mut x = pool.bv(32, input);
    for (i, &guard) in guards.iter().enumerate() {
        let k = pool.bv(32, i as u64 * 3 + 1);
        let product = pool.bv_bin(BvOp::Mul, x, k);
        let sum = pool.bv_bin(BvOp::Add, product, k);
        let limit = pool.bv(32, 1 << 20);
        let small = pool.bv_cmp(BvCmp::Ult, sum, limit);
        let cut = pool.ite(small, sum, k);
        let free = pool.var(Sort::Bv(32));
        x = pool.ite(guard, cut, free);
    }
    let wanted = pool.bv(32, wanted);
    pool.eq(x, wanted)
}

#[test]
fn words_behind_the_guards() {
    let mut pool = Pool::new();
    let guards: Vec<Term> = (0..8).map(|_| pool.var(Sort::Bool)).collect();
    let tests: Vec<Term> = (0..5)
        .map(|i| chain(&mut pool, &guards, i, 1000 + i))
        .collect();
    let mut optimizer = optimizer();
    for &t in &tests {
        optimizer.hard(&pool, t);
    }
    for (i, &guard) in guards.iter().enumerate() {
        optimizer.soft(&pool, guard, if i == 7 { 5 } else { 2 });
    }
    let found = optimizer.check(&pool);
    assert_eq!(found.verdict, Satisfiability::Yes);
    assert!(found.cost > 0 && found.at_least == found.cost, "{found:?}");
    for &t in &tests {
        assert_eq!(optimizer.value(&pool, t), 1);
    }
}

#[test]
fn a_looser_limit_brings_back_cheaper_models() {
    let mut pool = Pool::new();
    let guards: Vec<Term> = (0..3).map(|_| pool.var(Sort::Bool)).collect();
    let mut optimizer = optimizer();
    // Violate the expensive one, or both cheap ones.
    let cheap = pool.or(guards[0], guards[1]);
    let (dear, cheap) = (pool.not(guards[2]), pool.not(cheap));
    let either = pool.or(dear, cheap);
    optimizer.hard(&pool, either);
    for (&guard, weight) in guards.iter().zip([2, 2, 10]) {
        optimizer.soft(&pool, guard, weight);
    }
    optimizer.limit_relaxed(&pool, 1);
    assert_eq!(optimizer.check(&pool).cost, 10);
    optimizer.limit_relaxed(&pool, 2);
    assert_eq!(optimizer.check(&pool).cost, 4);
}

#[test]
fn limits_and_interrupts_end_in_unknown() {
    let mut pool = Pool::new();
    let (x, y) = (pool.var(Sort::Bv(24)), pool.var(Sort::Bv(24)));
    let one = pool.bv(24, 1);
    let prime = pool.bv(48, 140_737_488_355_213);
    let (wide_x, wide_y) = (pool.zext(x, 48), pool.zext(y, 48));
    let product = pool.bv_bin(BvOp::Mul, wide_x, wide_y);
    let mut optimizer = optimizer();
    for t in [
        pool.eq(product, prime),
        pool.bv_cmp(BvCmp::Ult, one, x),
        pool.bv_cmp(BvCmp::Ult, one, y),
    ] {
        optimizer.hard(&pool, t);
    }
    let guard = pool.var(Sort::Bool);
    optimizer.soft(&pool, guard, 1);
    optimizer.set_limits(SolverLimits {
        millis: Some(100),
        ..SolverLimits::default()
    });
    let begun = std::time::Instant::now();
    assert_eq!(optimizer.check(&pool).verdict, Satisfiability::Unknown);
    assert!(begun.elapsed().as_millis() < 5000);
    optimizer.set_limits(SolverLimits::default());
    optimizer.interrupt().interrupt();
    let stopped = optimizer.check(&pool);
    assert_eq!(
        (stopped.verdict, stopped.kept),
        (Satisfiability::Unknown, vec![])
    );
}
