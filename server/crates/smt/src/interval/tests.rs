//! Property tests: narrowing removes no value of a model, for random terms, models and boxes.

use term::{
    BvCmp, BvOp, FpCmp, FpFun, FpOp, Memo, Overflow, Pool, Satisfiability, Sort, Term, value,
};

use super::IntervalSolver;
use super::domain::{Dom, bits, key};
use super::propagator::Propagator;
use crate::Interrupt;

/// A deterministic random generator (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A random value of a sort; the limits of its range and small numbers are more frequent.
    fn value(&mut self, sort: Sort) -> u64 {
        let small = self.below(9) as i64 - 4;
        let any = self.next();
        if sort.is_float() {
            let edges = [
                0.0,
                -0.0,
                f64::INFINITY,
                -f64::INFINITY,
                f64::NAN,
                5e-324,
                1e300,
                2.5,
                0.1,
            ];
            let bits = match self.below(4) {
                0 => self.of(&edges).to_bits(),
                1 => (small as f64).to_bits(),
                2 => (any as i64 as f64 / 1e15).to_bits(),
                _ => any,
            };
            return value::canonical(sort, value::fp_to_fp(Sort::F64, sort, bits));
        }
        let width = sort.bits();
        let edges = [
            value::sign_bit(width),
            value::sign_bit(width).wrapping_sub(1),
            value::mask(width),
        ];
        value::canonical(
            sort,
            match self.below(3) {
                0 => self.of(&edges),
                1 => small as u64,
                _ => any,
            },
        )
    }
}

/// Random terms of all sorts over some variables.
fn terms(random: &mut Random, pool: &mut Pool, steps: usize) -> Vec<Term> {
    let sorts = [Sort::Bool, Sort::Bv(8), Sort::Bv(32), Sort::F32, Sort::F64];
    let mut all: Vec<Term> = Vec::new();
    for sort in sorts {
        all.push(pool.var(sort));
        all.push(pool.var(sort));
        let bits = random.value(sort);
        all.push(pool.constant(sort, bits));
    }
    for _ in 0..steps {
        let made = step(random, pool, &all);
        all.push(made);
    }
    all
}

fn step(random: &mut Random, pool: &mut Pool, all: &[Term]) -> Term {
    let a = random.of(all);
    let sort = pool.sort(a);
    let alike: Vec<Term> = all
        .iter()
        .copied()
        .filter(|t| pool.sort(*t) == sort)
        .collect();
    let (b, other) = (random.of(&alike), random.of(&alike));
    let conditions: Vec<Term> = all
        .iter()
        .copied()
        .filter(|t| pool.sort(*t) == Sort::Bool)
        .collect();
    let condition = random.of(&conditions);
    match random.below(8) {
        0 => return pool.eq(a, b),
        1 => return pool.ite(condition, b, other),
        _ => {}
    }
    match sort {
        Sort::Bool if random.below(2) == 0 => pool.not(a),
        Sort::Bool => pool.and(a, b),
        Sort::Bv(width) => integer_step(random, pool, width, a, b),
        _ => float_step(random, pool, sort, a, b),
    }
}

fn integer_step(random: &mut Random, pool: &mut Pool, width: u32, a: Term, b: Term) -> Term {
    let other = 40 - width;
    match random.below(10) {
        0 => pool.bv_neg(a),
        1 => pool.bv_not(a),
        2 if other > width => pool.zext(a, other),
        3 if other > width => pool.sext(a, other),
        2 => pool.extract(a, other - 1, 0),
        3 => pool.extract(a, width - 1, width - other),
        4 => {
            let op = random.of(&[BvCmp::Ult, BvCmp::Slt]);
            pool.bv_cmp(op, a, b)
        }
        5 => {
            let op = random.of(&[Overflow::SAdd, Overflow::SSub, Overflow::SMul]);
            let sum = pool.overflow(op, a, b);
            let which = match op {
                Overflow::SAdd => BvOp::Add,
                Overflow::SSub => BvOp::Sub,
                Overflow::SMul => BvOp::Mul,
            };
            let result = pool.bv_bin(which, a, b);
            let positive = pool.bv_cmp(BvCmp::Slt, a, result);
            pool.and(sum, positive)
        }
        6 if width == 32 => {
            let to = random.of(&[Sort::F32, Sort::F64]);
            if random.below(2) == 0 {
                pool.fp_from_sbv(a, to)
            } else {
                pool.fp_from_ubv(a, to)
            }
        }
        7 if width == 8 => {
            let wide = pool.concat(a, b);
            let wide = pool.concat(wide, wide);
            pool.bv_not(wide)
        }
        _ => {
            let op = random.of(&BvOp::ALL);
            pool.bv_bin(op, a, b)
        }
    }
}

fn float_step(random: &mut Random, pool: &mut Pool, sort: Sort, a: Term, b: Term) -> Term {
    let other = if sort == Sort::F32 {
        Sort::F64
    } else {
        Sort::F32
    };
    match random.below(12) {
        9 | 10 => {
            let fun = random.of(&FpFun::ALL);
            pool.fp_fun(fun, a)
        }
        11 => pool.fp_pow(a, b),
        0 => pool.fp_neg(a),
        1 => pool.fp_abs(a),
        2 => pool.fp_sqrt(a),
        3 => pool.fp_to_fp(a, other),
        4 => {
            let op = random.of(&[FpCmp::Lt, FpCmp::Le, FpCmp::Eq]);
            pool.fp_cmp(op, a, b)
        }
        5 => pool.fp_is_nan(a),
        6 => pool.fp_to_sbv(a, 32),
        _ => {
            let op = random.of(&[FpOp::Add, FpOp::Sub, FpOp::Mul, FpOp::Div]);
            pool.fp_bin(op, a, b)
        }
    }
}

/// A random domain that contains `at`.
fn around(random: &mut Random, sort: Sort, at: u64) -> Dom {
    let point = Dom::point(sort, at);
    match random.below(4) {
        0 => point,
        1 => Dom::full(sort),
        2 => {
            let bits = random.value(sort);
            point.join(Dom::point(sort, bits))
        }
        _ if point.has_numbers() => {
            let full = Dom::full(sort);
            let by = random.below(5) as i64;
            Dom::new(
                (point.lo - by).max(full.lo),
                point.hi.saturating_add(by).min(full.hi),
            )
        }
        _ => point,
    }
}

#[test]
fn narrowing_drops_no_model() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..4_000 {
        let mut pool = Pool::new();
        let all = terms(&mut random, &mut pool, 14);
        let mut net = Propagator::new(&pool, &all);
        let inputs: Vec<(Term, u64)> = net
            .terms
            .iter()
            .map(|t| (*t, random.value(pool.sort(*t))))
            .collect();
        let model = |t: Term| super::value_in(&inputs, t);
        let mut memo = Memo::default();
        let values: Vec<u64> = net
            .terms
            .iter()
            .map(|t| pool.eval_with(*t, &model, &mut memo))
            .collect();
        let mut alive = true;
        for at in 0..net.terms.len() as u32 {
            if random.below(3) == 0 {
                let dom = around(&mut random, net.sort(at), values[at as usize]);
                alive &= net.narrow(at, dom);
            }
        }
        alive &= net.propagate(10_000) && net.find_residues() && net.propagate(20_000);
        for (at, value) in (0..).zip(&values) {
            let (sort, dom) = (net.sort(at), net.dom(at));
            let kept = Dom::point(sort, *value).meet(dom) == Dom::point(sort, *value);
            let node = &net.ops[at as usize];
            assert!(
                kept,
                "round {round}: {value:#x} of {node:?} is not in {dom:?}; operands {:?}",
                net.kids(at)
                    .iter()
                    .map(|k| (values[*k as usize], net.dom(*k)))
                    .collect::<Vec<_>>()
            );
        }
        assert!(alive, "round {round}: no model");
    }
}

#[test]
fn keys_are_in_order() {
    let ascending = [
        f64::NEG_INFINITY,
        -1.5,
        -5e-324,
        -0.0,
        0.0,
        5e-324,
        1.5,
        f64::INFINITY,
    ];
    let keys: Vec<i64> = ascending
        .iter()
        .map(|x| key(Sort::F64, x.to_bits()))
        .collect();
    assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    for (key, x) in keys.iter().zip(ascending) {
        assert_eq!(bits(Sort::F64, *key), x.to_bits());
    }
    let (low, high) = (key(Sort::F32, 0x8000_0001), key(Sort::F32, 1));
    assert_eq!((low, high), (-2, 1));
}

#[test]
fn an_answer_is_right() {
    let mut random = Random(0x0123_4567_89ab_cdef);
    let mut seen = [0; 3];
    for round in 0..1_500 {
        let mut pool = Pool::new();
        let all = terms(&mut random, &mut pool, 14);
        let conditions: Vec<Term> = all
            .iter()
            .copied()
            .filter(|t| pool.sort(*t) == Sort::Bool)
            .collect();
        let mut inputs: Vec<(Term, u64)> = all
            .iter()
            .map(|t| (*t, random.value(pool.sort(*t))))
            .collect();
        inputs.sort_by_key(|(t, _)| *t);
        inputs.dedup_by_key(|(t, _)| *t);
        let model = |t: Term| super::value_in(&inputs, t);
        let (hold, other) = (random.of(&conditions), random.of(&conditions));
        // A root that holds in a model, so a no would be wrong; with a second root, either answer is possible.
        let known = pool.eval(hold, &model) == 1;
        let known = if known { hold } else { pool.not(hold) };
        for roots in [vec![known], vec![known, other]] {
            let mut boxes = IntervalSolver::default();
            let verdict = boxes.check(&pool, &roots, 20_000, &Interrupt::default());
            seen[verdict as usize] += 1;
            if verdict == Satisfiability::Yes {
                assert!(
                    roots.iter().all(|t| boxes.value(&pool, *t) == 1),
                    "round {round}"
                );
            }
            let both = pool.eval(other, &model) == 1 || roots.len() == 1;
            assert!(
                verdict != Satisfiability::No || !both,
                "round {round}: there is a model"
            );
        }
    }
    // Nearly all of these terms are decided, one way or the other.
    assert!(seen[0] > 1_500 && seen[1] > 50 && seen[2] < 150, "{seen:?}");
}
