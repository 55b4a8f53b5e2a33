//! Every pair of operations with every pair of constants, on three bits.
//!
//! Laws about constants fail at single values, which random tests of wide words miss.

use crate::support::{mask, overflows, reference_bin, reference_less, signed};
use term::{BvCmp, BvOp, Overflow, Pool, Sort, Term};

const WIDTH: u32 = 3;
/// A term over one variable, with its value for each value of the variable.
type Sample = (Term, Vec<u64>);

fn check(pool: &Pool, t: Term, expected: &[u64]) {
    for (x, &value) in expected.iter().enumerate() {
        assert_eq!(
            pool.eval(t, &|_| x as u64),
            value,
            "{:?} for {x}",
            pool.node(t)
        );
        if pool.sort(t) == Sort::Bv(WIDTH) {
            let (class, number) = (pool.residues(t), signed(WIDTH, value));
            assert!(class.contains(number), "{:?}: {class:?}", pool.node(t));
        }
    }
}

fn apply(pool: &mut Pool, op: BvOp, a: &Sample, b: &Sample) -> Sample {
    let t = pool.bv_bin(op, a.0, b.0);
    let pairs = a.1.iter().zip(&b.1);
    (
        t,
        pairs
            .map(|(&a, &b)| reference_bin(op, WIDTH, a, b))
            .collect(),
    )
}

fn constants(pool: &mut Pool) -> Vec<Sample> {
    (0..=mask(WIDTH) as u64)
        .map(|k| (pool.bv(WIDTH, k), vec![k; 1 << WIDTH]))
        .collect()
}

/// `x`, and every operation of `x` with a constant, on either side.
fn samples(pool: &mut Pool, constants: &[Sample]) -> Vec<Sample> {
    let x = (pool.var(Sort::Bv(WIDTH)), (0..1 << WIDTH).collect());
    let mut all = vec![x.clone()];
    for k in constants {
        for op in BvOp::ALL {
            all.push(apply(pool, op, &x, k));
            all.push(apply(pool, op, k, &x));
        }
    }
    let negated = (
        pool.bv_neg(x.0),
        x.1.iter().map(|&v| v.wrapping_neg() & 7).collect(),
    );
    let flipped = (pool.bv_not(x.0), x.1.iter().map(|&v| !v & 7).collect());
    all.extend([negated, flipped]);
    all
}

#[test]
fn operations_with_constants() {
    let mut pool = Pool::new();
    let constants = constants(&mut pool);
    for a in samples(&mut pool, &constants) {
        check(&pool, a.0, &a.1);
        for k in &constants {
            for op in BvOp::ALL {
                for (t, values) in [apply(&mut pool, op, &a, k), apply(&mut pool, op, k, &a)] {
                    check(&pool, t, &values);
                }
            }
        }
    }
}

#[test]
fn operations_with_the_variable_again() {
    let mut pool = Pool::new();
    let constants = constants(&mut pool);
    let samples = samples(&mut pool, &constants);
    for a in &samples {
        for op in BvOp::ALL {
            for b in [
                &samples[0],
                &samples[samples.len() - 1],
                &samples[samples.len() - 2],
            ] {
                for (t, values) in [apply(&mut pool, op, a, b), apply(&mut pool, op, b, a)] {
                    check(&pool, t, &values);
                }
            }
        }
    }
}

#[test]
fn predicates_with_constants() {
    let mut pool = Pool::new();
    let constants = constants(&mut pool);
    for a in samples(&mut pool, &constants) {
        for k in &constants {
            for (l, r) in [(&a, k), (k, &a)] {
                let decide = |f: &dyn Fn(u64, u64) -> bool| -> Vec<u64> {
                    l.1.iter()
                        .zip(&r.1)
                        .map(|(&l, &r)| u64::from(f(l, r)))
                        .collect()
                };
                for op in [BvCmp::Ult, BvCmp::Ule, BvCmp::Slt, BvCmp::Sle] {
                    let t = pool.bv_cmp(op, l.0, r.0);
                    check(&pool, t, &decide(&|a, b| reference_less(op, WIDTH, a, b)));
                }
                for op in [Overflow::SAdd, Overflow::SSub, Overflow::SMul] {
                    let t = pool.overflow(op, l.0, r.0);
                    check(&pool, t, &decide(&|a, b| overflows(op, WIDTH, a, b)));
                }
                let t = pool.eq(l.0, r.0);
                check(&pool, t, &decide(&|a, b| a == b));
            }
        }
    }
}

/// Offsets as in array accesses.
#[test]
fn residues_of_offsets() {
    let mut pool = Pool::new();
    let index = pool.var(Sort::Bv(32));
    let wide = pool.sext(index, 64);
    let mut offset = |size: u64, field: u64| {
        let (size, field) = (pool.bv(64, size), pool.bv(64, field));
        let element = pool.bv_bin(BvOp::Mul, wide, size);
        let t = pool.bv_bin(BvOp::Add, element, field);
        let class = pool.residues(t);
        (class.modulus(), class.rest())
    };
    assert_eq!(offset(24, 4), (24, 4));
    assert_eq!(offset(12, 100), (12, 4));
    assert_eq!(offset(1, 3), (1, 0));
    // An index of 64 bits may wrap.
    let index = pool.var(Sort::Bv(64));
    let size = pool.bv(64, 24);
    let element = pool.bv_bin(BvOp::Mul, index, size);
    assert_eq!(pool.residues(element).modulus(), 8);
}
