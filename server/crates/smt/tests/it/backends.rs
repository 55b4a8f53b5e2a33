//! The same queries for every backend.

use crate::support::{Built, question};
use proptest::prelude::*;
use smt::{Choice, Interrupt, Solver, SolverLimits, solver, solver_until};
use term::{BvCmp, BvOp, Pool, Satisfiability, Sort, Term};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Checks all of `assumptions` together, and verifies the answer as far as possible.
fn ask(solver: &mut dyn Solver, pool: &Pool, assumptions: &[Term]) -> Satisfiability {
    let verdict = solver.check(pool, assumptions);
    match verdict {
        Satisfiability::Yes => {
            let values: Vec<u64> = assumptions.iter().map(|&t| solver.value(pool, t)).collect();
            assert!(
                values.iter().all(|&value| value == 1),
                "{} {values:?}",
                solver.name()
            );
            for &t in assumptions {
                let vars = pool.vars(t);
                let model: Vec<u64> = vars.iter().map(|&v| solver.value(pool, v)).collect();
                let lookup = |v: Term| vars.iter().position(|&w| w == v).map_or(0, |i| model[i]);
                assert_eq!(pool.eval(t, &lookup), 1, "{}", solver.name());
            }
        }
        Satisfiability::No => {
            let core = solver.core();
            assert!(core.iter().all(|t| assumptions.contains(t)));
            assert_ne!(
                solver.check(pool, &core),
                Satisfiability::Yes,
                "a core suffices"
            );
        }
        Satisfiability::Unknown => {}
    }
    verdict
}

/// Whether some values of the variables make all of `all` true.
fn exists(built: &Built, all: &[Term]) -> bool {
    let widths: Vec<u32> = built
        .variables
        .iter()
        .map(|&v| built.pool.width(v))
        .collect();
    let bits: u32 = widths.iter().sum();
    (0..1u64 << bits).any(|mut number| {
        let mut values = Vec::new();
        for width in &widths {
            values.push(number & ((1 << width) - 1));
            number >>= width;
        }
        let model = |v: Term| {
            built
                .variables
                .iter()
                .position(|&w| w == v)
                .map_or(0, |i| values[i])
        };
        all.iter().all(|&t| built.pool.eval(t, &model) == 1)
    })
}

/// `x + y = 10`, `x < y`, `x = 7` over 32 bits.
fn example(pool: &mut Pool) -> [Term; 3] {
    let (x, y) = (pool.var(Sort::Bv(32)), pool.var(Sort::Bv(32)));
    let (ten, seven) = (pool.bv(32, 10), pool.bv(32, 7));
    let sum = pool.bv_bin(BvOp::Add, x, y);
    let (sum, less) = (pool.eq(sum, ten), pool.bv_cmp(BvCmp::Ult, x, y));
    [sum, less, pool.eq(x, seven)]
}

/// Two odd 40-bit numbers, neither of them 1, whose product (without overflow) is a prime.
fn hard(pool: &mut Pool) -> Vec<Term> {
    let (x, y) = (pool.var(Sort::Bv(24)), pool.var(Sort::Bv(24)));
    let one = pool.bv(24, 1);
    let prime = pool.bv(48, 140_737_488_355_213);
    let (wide_x, wide_y) = (pool.zext(x, 48), pool.zext(y, 48));
    let product = pool.bv_bin(BvOp::Mul, wide_x, wide_y);
    vec![
        pool.eq(product, prime),
        pool.bv_cmp(BvCmp::Ult, one, x),
        pool.bv_cmp(BvCmp::Ult, one, y),
    ]
}

macro_rules! backend {
    ($name:ident, $choice:expr, $cases:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn answers_and_cores() {
                let mut pool = Pool::new();
                let [sum, less, seven] = example(&mut pool);
                let mut solver = solver($choice);
                assert_eq!(ask(&mut *solver, &pool, &[sum, less]), Satisfiability::Yes);
                assert_eq!(ask(&mut *solver, &pool, &[sum, seven]), Satisfiability::Yes);
                assert_eq!(ask(&mut *solver, &pool, &[seven, less]), Satisfiability::Yes);
                let small = pool.bv(32, 5);
                let small = pool.bv_cmp(BvCmp::Ult, pool_variable(&pool, seven), small);
                assert_eq!(solver.check(&pool, &[sum, small, seven]), Satisfiability::No);
                assert_eq!(solver.core(), vec![small, seven]);
                assert_eq!(solver.stats().checks, 4);
            }

            #[test]
            fn assertions_stay_until_another_pool_comes() {
                let mut pool = Pool::new();
                let [sum, less, seven] = example(&mut pool);
                let mut solver = solver($choice);
                solver.assert(&pool, sum);
                assert_eq!(ask(&mut *solver, &pool, &[less]), Satisfiability::Yes);
                solver.assert(&pool, seven);
                let three = pool.bv(32, 3);
                let y = pool.vars(sum)[1];
                assert_eq!(ask(&mut *solver, &pool, &[]), Satisfiability::Yes);
                assert_eq!(solver.value(&pool, y), 3);
                let not_three = pool.eq(y, three);
                let not_three = pool.not(not_three);
                assert_eq!(solver.check(&pool, &[not_three]), Satisfiability::No);
                assert_eq!(solver.core(), vec![not_three]);
                solver.assert(&pool, not_three);
                assert_eq!(solver.check(&pool, &[less]), Satisfiability::No);
                assert_eq!(solver.core(), vec![]);
                let mut other = Pool::new();
                let [sum, less, _] = example(&mut other);
                assert_eq!(ask(&mut *solver, &other, &[sum, less]), Satisfiability::Yes);
            }

            #[test]
            fn constants_are_assumptions_too() {
                let mut pool = Pool::new();
                let (yes, no) = (pool.bool(true), pool.bool(false));
                let free = pool.var(Sort::Bv(8));
                let mut solver = solver($choice);
                assert_eq!(solver.check(&pool, &[yes]), Satisfiability::Yes);
                assert_eq!(solver.value(&pool, free), 0);
                assert_eq!(solver.check(&pool, &[yes, no]), Satisfiability::No);
                assert_eq!(solver.core(), vec![no]);
                assert_eq!(solver.check(&pool, &[]), Satisfiability::Yes);
            }

            /// Enough unrelated queries to make the solvers reset in between.
            #[test]
            fn earlier_questions_do_not_matter() {
                let mut pool = Pool::new();
                let [sum, less, _] = example(&mut pool);
                let mut solver = solver($choice);
                solver.assert(&pool, sum);
                for i in 0..60 {
                    let z = pool.var(Sort::Bv(32));
                    let (k, square) = (pool.bv(32, i), pool.bv_bin(BvOp::Mul, z, z));
                    let (low, high) = (pool.bv_cmp(BvCmp::Ult, square, k), pool.eq(z, k));
                    let above = pool.not(low);
                    assert_eq!(ask(&mut *solver, &pool, &[less, above, high]), Satisfiability::Yes);
                    assert_eq!(solver.value(&pool, square), i * i);
                    let not_high = pool.not(high);
                    assert_eq!(solver.check(&pool, &[less, high, not_high]), Satisfiability::No);
                    assert_eq!(solver.core(), vec![high, not_high]);
                }
            }

            #[test]
            fn limits_end_in_unknown() {
                let mut pool = Pool::new();
                let hard = hard(&mut pool);
                let mut solver = solver($choice);
                solver.set_limits(SolverLimits {
                    conflicts: Some(20),
                    ..SolverLimits::default()
                });
                assert_eq!(solver.check(&pool, &hard), Satisfiability::Unknown);
                solver.set_limits(SolverLimits {
                    millis: Some(50),
                    ..SolverLimits::default()
                });
                let begun = std::time::Instant::now();
                assert_eq!(solver.check(&pool, &hard), Satisfiability::Unknown);
                assert!(begun.elapsed().as_millis() < 5000);
                solver.set_limits(SolverLimits {
                    work: Some(10 * SolverLimits::MILLISECOND),
                    ..SolverLimits::default()
                });
                assert_eq!(solver.check(&pool, &hard), Satisfiability::Unknown);
                solver.set_limits(SolverLimits::default());
                assert_eq!(ask(&mut *solver, &pool, &hard[1..]), Satisfiability::Yes);
            }

            #[test]
            fn interrupts_stop_and_stay() {
                let mut pool = Pool::new();
                let hard = hard(&mut pool);
                let mut solver = solver($choice);
                let handle = solver.interrupt();
                let stopper = handle.clone();
                let thread = std::thread::spawn(move || {
                    std::thread::sleep(std::time::Duration::from_millis(100));
                    stopper.interrupt();
                });
                assert_eq!(solver.check(&pool, &hard), Satisfiability::Unknown);
                thread.join().unwrap();
                assert_eq!(solver.check(&pool, &hard[1..]), Satisfiability::Unknown);
                handle.clear();
                assert_eq!(ask(&mut *solver, &pool, &hard[1..]), Satisfiability::Yes);
            }

            #[test]
            fn a_part_stops_with_the_whole_or_alone() {
                let mut pool = Pool::new();
                let hard = hard(&mut pool);
                let whole = Interrupt::default();
                let (one, other) = (whole.part(), whole.part());
                let mut solver = solver_until($choice, one.clone());
                one.interrupt();
                assert_eq!(solver.check(&pool, &hard[1..]), Satisfiability::Unknown);
                assert!(!other.is_raised() && !whole.is_raised());
                one.clear();
                assert_eq!(ask(&mut *solver, &pool, &hard[1..]), Satisfiability::Yes);
                let stopper = std::thread::spawn(move || {
                    std::thread::sleep(std::time::Duration::from_millis(100));
                    whole.interrupt();
                });
                assert_eq!(solver.check(&pool, &hard), Satisfiability::Unknown);
                stopper.join().unwrap();
                assert!(one.is_raised() && other.is_raised());
            }

            proptest! {
                #![proptest_config(config($cases))]

                #[test]
                fn agrees_with_enumeration(q in question(1u32..=6, 2, 24)) {
                    let built = q.build();
                    let mut solver = solver($choice);
                    for all in built.booleans.chunks(2) {
                        let expected = if exists(&built, all) { Satisfiability::Yes } else { Satisfiability::No };
                        prop_assert_eq!(ask(&mut *solver, &built.pool, all), expected);
                    }
                    for all in built.booleans.chunks(3).take(2) {
                        for &t in all {
                            solver.assert(&built.pool, t);
                        }
                        let expected = exists(&built, &built.booleans[..all.len()]);
                        let expected = if expected { Satisfiability::Yes } else { Satisfiability::No };
                        prop_assert_eq!(ask(&mut *solver, &built.pool, &[]), expected);
                        break;
                    }
                }
            }
        }
    };
}

/// The variable of `x = constant`.
fn pool_variable(pool: &Pool, t: Term) -> Term {
    pool.vars(t)[0]
}

backend!(sat, Choice::Sat, 1500);
backend!(z3, Choice::Z3, 100);
backend!(auto, Choice::Auto, 200);

/// Quotients and remainders of all five-bit numbers by all five-bit constants: the circuit for a constant divisor,
/// which guesses its outputs, is exact.
#[test]
fn division_by_constants_is_exact() {
    for op in [BvOp::UDiv, BvOp::URem, BvOp::SDiv, BvOp::SRem] {
        let mut pool = Pool::new();
        let mut sat = solver(Choice::Sat);
        let x = pool.var(Sort::Bv(5));
        for divisor in 0..32 {
            let d = pool.bv(5, divisor);
            let result = pool.bv_bin(op, x, d);
            for number in 0..32 {
                let n = pool.bv(5, number);
                let is = pool.eq(x, n);
                let expected = pool.bv_bin(op, n, d);
                let agrees = pool.eq(result, expected);
                let differs = pool.not(agrees);
                let what = format!("{op:?} {number} {divisor}");
                assert_eq!(
                    sat.check(&pool, &[is, differs]),
                    Satisfiability::No,
                    "{what}"
                );
                assert_eq!(
                    sat.check(&pool, &[is, agrees]),
                    Satisfiability::Yes,
                    "{what}"
                );
            }
        }
    }
}

#[test]
fn models_are_plain() {
    let mut pool = Pool::new();
    let (x, y, z) = (
        pool.var(Sort::Bv(32)),
        pool.var(Sort::Bv(32)),
        pool.var(Sort::Bv(32)),
    );
    let (three, big) = (pool.bv(32, 3), pool.bv(32, 70_000));
    let same = pool.eq(x, three);
    let free = pool.not(same);
    let large = pool.bv_cmp(BvCmp::Slt, big, y);
    let product = pool.bv_bin(BvOp::Mul, z, z);
    let nine = pool.bv(32, 9);
    let square = pool.eq(product, nine);
    for choice in [Choice::Sat, Choice::Auto] {
        let mut solver = solver(choice);
        assert_eq!(
            ask(&mut *solver, &pool, &[free, large, square]),
            Satisfiability::Yes
        );
        assert!(solver.value(&pool, x) < 16);
        assert_eq!(solver.value(&pool, z), 3);
        // Reading a model does not change later answers.
        assert_eq!(solver.check(&pool, &[free, same]), Satisfiability::No);
        assert_eq!(solver.core(), vec![free, same]);
    }
}

/// Mostly widths of C's small integers: products and quotients of wide ones take long.
fn widths() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 1u32..=16, 1 => 17u32..=64]
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn sat_and_z3_agree(q in question(widths(), 4, 20)) {
        let built = q.build();
        let (mut sat, mut z3) = (solver(Choice::Sat), solver(Choice::Z3));
        let limits = SolverLimits { conflicts: Some(1000), millis: Some(100), ..SolverLimits::default() };
        sat.set_limits(limits);
        z3.set_limits(limits);
        for all in built.booleans.chunks(2) {
            let (a, b) = (ask(&mut *sat, &built.pool, all), ask(&mut *z3, &built.pool, all));
            prop_assert!(a == b || a == Satisfiability::Unknown || b == Satisfiability::Unknown, "{a:?} {b:?}");
        }
    }
}
