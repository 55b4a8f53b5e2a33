//! Floats: Z3 and the evaluation of terms agree.

use proptest::prelude::*;
use smt::{Choice, SolverLimits, solver};
use term::{FpCmp, FpFun, FpOp, Pool, Satisfiability, Sort, Term};

#[test]
fn the_sat_solver_declines() {
    let mut pool = Pool::new();
    let (x, zero) = (pool.var(Sort::F64), pool.f64(0));
    let less = pool.fp_cmp(FpCmp::Lt, x, zero);
    let mut sat = solver(Choice::Sat);
    assert_eq!(sat.check(&pool, &[less]), Satisfiability::Unknown);
    sat.assert(&pool, less);
    assert_eq!(sat.check(&pool, &[]), Satisfiability::Unknown);
}

#[test]
fn auto_goes_to_z3_and_back() {
    let mut pool = Pool::new();
    let x = pool.var(Sort::F64);
    let (half, goal) = (pool.f64(0.5f64.to_bits()), pool.f64(3.25f64.to_bits()));
    let sum = pool.fp_bin(FpOp::Add, x, half);
    let equal = pool.fp_cmp(FpCmp::Eq, sum, goal);
    let n = pool.var(Sort::Bv(8));
    let three = pool.bv(8, 3);
    let n_is_three = pool.eq(n, three);
    let mut auto = solver(Choice::Auto);
    auto.assert(&pool, n_is_three);
    assert_eq!(auto.check(&pool, &[equal]), Satisfiability::Yes);
    assert_eq!(f64::from_bits(auto.value(&pool, x)), 2.75);
    assert_eq!(auto.value(&pool, n), 3);
    let not_three = pool.not(n_is_three);
    assert_eq!(auto.check(&pool, &[not_three]), Satisfiability::No);
    assert_eq!(auto.core(), vec![not_three]);
    let nan = pool.fp_is_nan(x);
    assert_eq!(auto.check(&pool, &[nan]), Satisfiability::Yes);
    assert!(f64::from_bits(auto.value(&pool, x)).is_nan());
    assert_eq!(auto.check(&pool, &[nan, equal]), Satisfiability::No);
}

/// Amount of translation for Z3 when it is asked for numbers whose product depends on the order of multiplication, and
/// interval propagation has hardly any time to answer first.
fn translated(products: u32) -> u64 {
    let mut pool = Pool::new();
    let factors: Vec<Term> = (0..=products / 2).map(|_| pool.var(Sort::F32)).collect();
    let mut product = |factors: &mut dyn Iterator<Item = &Term>| {
        let one = pool.f32(1f32.to_bits());
        factors.fold(one, |all, &x| pool.fp_bin(FpOp::Mul, all, x))
    };
    let (one, other) = (
        product(&mut factors.iter()),
        product(&mut factors.iter().rev()),
    );
    let differ = pool.fp_cmp(FpCmp::Lt, one, other);
    let mut auto = solver(Choice::Auto);
    auto.set_limits(SolverLimits {
        conflicts: Some(1),
        work: Some(80 * SolverLimits::MILLISECOND),
        ..SolverLimits::default()
    });
    auto.check(&pool, &[differ]);
    auto.stats().vars
}

#[test]
fn z3_is_not_asked_about_many_products() {
    assert!(translated(20) < translated(4));
}

/// Results of every float operation on two floats and an integer.
fn operations(pool: &mut Pool, x: Term, y: Term, n: Term) -> Vec<Term> {
    let sort = pool.sort(x);
    let other = if sort == Sort::F32 {
        Sort::F64
    } else {
        Sort::F32
    };
    let mut terms: Vec<Term> = [FpOp::Add, FpOp::Sub, FpOp::Mul, FpOp::Div]
        .map(|op| pool.fp_bin(op, x, y))
        .to_vec();
    terms.extend([FpCmp::Lt, FpCmp::Le, FpCmp::Eq].map(|op| pool.fp_cmp(op, x, y)));
    terms.extend([
        pool.fp_neg(x),
        pool.fp_abs(x),
        pool.fp_sqrt(x),
        pool.fp_is_nan(x),
    ]);
    terms.extend([
        pool.fp_to_fp(x, other),
        pool.fp_from_sbv(n, sort),
        pool.fp_from_ubv(n, sort),
    ]);
    // Functions that Z3 supports.
    let roundings = [
        FpFun::Floor,
        FpFun::Ceil,
        FpFun::Trunc,
        FpFun::Round,
        FpFun::Rint,
    ];
    terms.extend(roundings.map(|fun| pool.fp_fun(fun, x)));
    for width in [8, 32, 64] {
        terms.extend([pool.fp_to_sbv(x, width), pool.fp_to_ubv(x, width)]);
    }
    terms
}

/// Fixes the operands and checks whether some result differs from the evaluation.
fn agree(sort: Sort, x: u64, y: u64, n: u64) {
    let mut pool = Pool::new();
    let inputs = [pool.var(sort), pool.var(sort), pool.var(Sort::Bv(32))];
    let values = [x, y, n];
    let terms = operations(&mut pool, inputs[0], inputs[1], inputs[2]);
    let model = |v: Term| inputs.iter().position(|&w| w == v).map_or(0, |i| values[i]);
    let expected: Vec<u64> = terms.iter().map(|&t| pool.eval(t, &model)).collect();
    let mut z3 = solver(Choice::Z3);
    for (&v, value) in inputs.iter().zip(values) {
        let value = pool.constant(pool.sort(v), value);
        let fixed = pool.eq(v, value);
        z3.assert(&pool, fixed);
    }
    for (&t, &value) in terms.iter().zip(&expected) {
        let value = pool.constant(pool.sort(t), value);
        let same = pool.eq(t, value);
        let differs = pool.not(same);
        assert_eq!(
            z3.check(&pool, &[differs]),
            Satisfiability::No,
            "{:?} of {values:x?}",
            pool.node(t)
        );
    }
}

/// Numbers around which conversions and roundings change.
fn number() -> impl Strategy<Value = f64> {
    let edge = proptest::sample::select(vec![
        0.0,
        -0.0,
        0.5,
        -0.5,
        -0.99,
        -1.0,
        127.0,
        127.5,
        128.0,
        -128.0,
        -128.9,
        -129.0,
        255.9,
        256.0,
        2_147_483_647.0,
        2_147_483_647.5,
        2_147_483_648.0,
        -2_147_483_648.0,
        -2_147_483_648.5,
        -2_147_483_649.0,
        4_294_967_296.0,
        9.3e18,
        -9.3e18,
        1.9e19,
        1e300,
        -1e39,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MIN_POSITIVE,
    ]);
    prop_oneof![
        edge,
        any::<f64>(),
        (-1000i32..1000).prop_map(|n| f64::from(n) / 8.0)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn z3_computes_as_evaluation_does(x in number(), y in number(), n in any::<u32>()) {
        let n = u64::from(n);
        agree(Sort::F64, x.to_bits(), y.to_bits(), n);
        agree(Sort::F32, u64::from((x as f32).to_bits()), u64::from((y as f32).to_bits()), n);
    }
}
