//! The foldings that the evaluator relies on, one per line: the left term is built, the right one is expected.

use term::{BvCmp, BvOp, FpCmp, FpOp, Node, Overflow, Pool, Sort, Term};

/// Some terms to build with: 32-bit `x`, `y`; 8-bit `b`; Boolean `p`, `q`.
struct Bench {
    pool: Pool,
    x: Term,
    y: Term,
    b: Term,
    p: Term,
    q: Term,
}

fn bench() -> Bench {
    let mut pool = Pool::new();
    let x = pool.var(Sort::Bv(32));
    let y = pool.var(Sort::Bv(32));
    let b = pool.var(Sort::Bv(8));
    let p = pool.var(Sort::Bool);
    let q = pool.var(Sort::Bool);
    Bench {
        pool,
        x,
        y,
        b,
        p,
        q,
    }
}

impl Bench {
    fn k(&mut self, value: i64) -> Term {
        self.pool.bv(32, value as u64)
    }

    fn bin(&mut self, op: BvOp, a: Term, b: Term) -> Term {
        self.pool.bv_bin(op, a, b)
    }

    fn with(&mut self, op: BvOp, a: Term, value: i64) -> Term {
        let k = self.k(value);
        self.bin(op, a, k)
    }

    fn choice(&mut self, c: Term, a: i64, b: i64) -> Term {
        let (a, b) = (self.k(a), self.k(b));
        self.pool.ite(c, a, b)
    }

    fn eq_k(&mut self, a: Term, value: i64) -> Term {
        let k = self.pool.constant(self.pool.sort(a), value as u64);
        self.pool.eq(a, k)
    }

    fn bool(&mut self, b: bool) -> Term {
        self.pool.bool(b)
    }
}

/// A name, the term that is built, the expected term.
type Case = (&'static str, fn(&mut Bench) -> Term, fn(&mut Bench) -> Term);

const CASES: &[Case] = &[
    ("x + 0", |s| s.with(BvOp::Add, s.x, 0), |s| s.x),
    ("x * 1", |s| s.with(BvOp::Mul, s.x, 1), |s| s.x),
    ("x * 0", |s| s.with(BvOp::Mul, s.x, 0), |s| s.k(0)),
    ("x - x", |s| s.bin(BvOp::Sub, s.x, s.x), |s| s.k(0)),
    (
        "x - x / 60 * 60",
        |s| {
            let quotient = s.with(BvOp::SDiv, s.x, 60);
            let product = s.with(BvOp::Mul, quotient, 60);
            s.bin(BvOp::Sub, s.x, product)
        },
        |s| s.with(BvOp::SRem, s.x, 60),
    ),
    (
        "x - y * (x / y)",
        |s| {
            let quotient = s.bin(BvOp::UDiv, s.x, s.y);
            let product = s.bin(BvOp::Mul, s.y, quotient);
            s.bin(BvOp::Sub, s.x, product)
        },
        |s| s.bin(BvOp::URem, s.x, s.y),
    ),
    (
        "x - y * (x / y) does not overflow",
        |s| {
            let quotient = s.bin(BvOp::SDiv, s.x, s.y);
            let product = s.bin(BvOp::Mul, s.y, quotient);
            s.pool.overflow(Overflow::SSub, s.x, product)
        },
        |s| s.bool(false),
    ),
    (
        "x / 60 * 60 does not overflow",
        |s| {
            let quotient = s.with(BvOp::SDiv, s.x, 60);
            let k = s.k(60);
            s.pool.overflow(Overflow::SMul, quotient, k)
        },
        |s| s.bool(false),
    ),
    (
        "9 % x == 0",
        |s| {
            let nine = s.k(9);
            let rest = s.bin(BvOp::SRem, nine, s.x);
            s.eq_k(rest, 0)
        },
        |s| {
            let mut any = s.bool(false);
            for d in [1, -1, 3, -3, 9, -9] {
                let is = s.eq_k(s.x, d);
                any = s.pool.or(any, is);
            }
            any
        },
    ),
    (
        "9 / x == 2",
        |s| {
            let nine = s.k(9);
            let quotient = s.bin(BvOp::SDiv, nine, s.x);
            s.eq_k(quotient, 2)
        },
        |s| s.eq_k(s.x, 4),
    ),
    ("x ^ x", |s| s.bin(BvOp::Xor, s.x, s.x), |s| s.k(0)),
    ("x & x", |s| s.bin(BvOp::And, s.x, s.x), |s| s.x),
    ("x << 40", |s| s.with(BvOp::Shl, s.x, 40), |s| s.k(0)),
    (
        "y + x",
        |s| s.bin(BvOp::Add, s.y, s.x),
        |s| s.bin(BvOp::Add, s.x, s.y),
    ),
    (
        "(x + 3) + 4",
        |s| {
            let t = s.with(BvOp::Add, s.x, 3);
            s.with(BvOp::Add, t, 4)
        },
        |s| s.with(BvOp::Add, s.x, 7),
    ),
    (
        "(x - 3) + 3",
        |s| {
            let t = s.with(BvOp::Sub, s.x, 3);
            s.with(BvOp::Add, t, 3)
        },
        |s| s.x,
    ),
    (
        "(x + y) - x",
        |s| {
            let t = s.bin(BvOp::Add, s.x, s.y);
            s.bin(BvOp::Sub, t, s.x)
        },
        |s| s.y,
    ),
    ("p ? x : x", |s| s.pool.ite(s.p, s.x, s.x), |s| s.x),
    (
        "!p ? x : y",
        |s| {
            let c = s.pool.not(s.p);
            s.pool.ite(c, s.x, s.y)
        },
        |s| s.pool.ite(s.p, s.y, s.x),
    ),
    (
        "p ? true : false",
        |s| {
            let (t, f) = (s.bool(true), s.bool(false));
            s.pool.ite(s.p, t, f)
        },
        |s| s.p,
    ),
    (
        "p ? (p ? x : y) : y",
        |s| {
            let t = s.pool.ite(s.p, s.x, s.y);
            s.pool.ite(s.p, t, s.y)
        },
        |s| s.pool.ite(s.p, s.x, s.y),
    ),
    (
        "p ? x : (q ? x : y)",
        |s| {
            let t = s.pool.ite(s.q, s.x, s.y);
            s.pool.ite(s.p, s.x, t)
        },
        |s| {
            let c = s.pool.or(s.p, s.q);
            s.pool.ite(c, s.x, s.y)
        },
    ),
    (
        "(p ? 3 : 5) = 3",
        |s| {
            let t = s.choice(s.p, 3, 5);
            s.eq_k(t, 3)
        },
        |s| s.p,
    ),
    (
        "(p ? 3 : 5) = 5",
        |s| {
            let t = s.choice(s.p, 3, 5);
            s.eq_k(t, 5)
        },
        |s| s.pool.not(s.p),
    ),
    (
        "(p ? 3 : 5) = 4",
        |s| {
            let t = s.choice(s.p, 3, 5);
            s.eq_k(t, 4)
        },
        |s| s.bool(false),
    ),
    (
        "(p ? 3 : x) = 4",
        |s| {
            let k = s.k(3);
            let t = s.pool.ite(s.p, k, s.x);
            s.eq_k(t, 4)
        },
        |s| {
            let (c, e) = (s.pool.not(s.p), s.eq_k(s.x, 4));
            s.pool.and(c, e)
        },
    ),
    (
        "(p ? 3 : 5) < 4",
        |s| {
            let (t, k) = (s.choice(s.p, 3, 5), s.k(4));
            s.pool.bv_cmp(BvCmp::Slt, t, k)
        },
        |s| s.p,
    ),
    (
        "(p ? 3 : 5) * 2 + 1 = 7",
        |s| {
            let t = s.choice(s.p, 3, 5);
            let t = s.with(BvOp::Mul, t, 2);
            let t = s.with(BvOp::Add, t, 1);
            s.eq_k(t, 7)
        },
        |s| s.p,
    ),
    (
        "(int)(_Bool)p != 0",
        |s| {
            let t = s.pool.bv_of_bool(s.p, 32);
            let e = s.eq_k(t, 0);
            s.pool.not(e)
        },
        |s| s.p,
    ),
    (
        "(int)(signed char)b = -1",
        |s| {
            let t = s.pool.sext(s.b, 32);
            s.eq_k(t, -1)
        },
        |s| s.eq_k(s.b, 0xff),
    ),
    (
        "(int)(unsigned char)b = 300",
        |s| {
            let t = s.pool.zext(s.b, 32);
            s.eq_k(t, 300)
        },
        |s| s.bool(false),
    ),
    (
        "(int)(signed char)b < 200",
        |s| {
            let (t, k) = (s.pool.sext(s.b, 32), s.k(200));
            s.pool.bv_cmp(BvCmp::Slt, t, k)
        },
        |s| s.bool(true),
    ),
    (
        "overflow of the sum of two characters",
        |s| {
            let t = s.pool.sext(s.b, 32);
            let u = s.with(BvOp::Add, t, 1000);
            s.pool.overflow(Overflow::SAdd, t, u)
        },
        |s| s.bool(false),
    ),
    (
        "!!p",
        |s| {
            let t = s.pool.not(s.p);
            s.pool.not(t)
        },
        |s| s.p,
    ),
    (
        "p && !p",
        |s| {
            let t = s.pool.not(s.p);
            s.pool.and(s.p, t)
        },
        |s| s.bool(false),
    ),
    (
        "x = 1 && x = 2",
        |s| {
            let (a, b) = (s.eq_k(s.x, 1), s.eq_k(s.x, 2));
            s.pool.and(a, b)
        },
        |s| s.bool(false),
    ),
    (
        "the bytes of x, joined",
        |s| {
            let bytes = [0, 8, 16, 24].map(|lo| s.pool.extract(s.x, lo + 7, lo));
            let t = s.pool.concat(bytes[1], bytes[0]);
            let t = s.pool.concat(bytes[2], t);
            s.pool.concat(bytes[3], t)
        },
        |s| s.x,
    ),
    (
        "the bytes of a widened character, joined",
        |s| {
            let wide = s.pool.sext(s.b, 32);
            let bytes = [0, 8, 16, 24].map(|lo| s.pool.extract(wide, lo + 7, lo));
            let t = s.pool.concat(bytes[3], bytes[2]);
            let t = s.pool.concat(t, bytes[1]);
            s.pool.concat(t, bytes[0])
        },
        |s| s.pool.sext(s.b, 32),
    ),
    (
        "(unsigned char)(int)b",
        |s| {
            let t = s.pool.sext(s.b, 32);
            s.with(BvOp::And, t, 0xff)
        },
        |s| s.pool.zext(s.b, 32),
    ),
    (
        "(p ? 1.0 : 2.0) + 1.0 == 2.0",
        |s| {
            let of = |s: &mut Bench, v: f64| s.pool.f64(v.to_bits());
            let (one, two) = (of(s, 1.0), of(s, 2.0));
            let t = s.pool.ite(s.p, one, two);
            let t = s.pool.fp_bin(FpOp::Add, t, one);
            s.pool.fp_cmp(FpCmp::Eq, t, two)
        },
        |s| s.p,
    ),
];

#[test]
fn foldings() {
    for (name, built, expected) in CASES {
        let mut s = bench();
        let (got, want) = (built(&mut s), expected(&mut s));
        assert_eq!(
            got,
            want,
            "{name}: {:?} is not {:?}",
            s.pool.node(got),
            s.pool.node(want)
        );
    }
}

#[test]
fn variables_are_distinct_and_sorted() {
    let mut s = bench();
    let sum = s.bin(BvOp::Add, s.y, s.x);
    let e = s.eq_k(sum, 3);
    let t = s.pool.ite(s.p, s.y, sum);
    let all = s.pool.eq(t, s.x);
    assert_eq!(s.pool.vars(e), vec![s.x, s.y]);
    assert_eq!(s.pool.vars(all), vec![s.x, s.y, s.p]);
}

#[test]
fn floats_are_noticed_below_other_sorts() {
    let mut pool = Pool::new();
    let (f, x) = (pool.var(Sort::F64), pool.var(Sort::Bv(32)));
    let zero = pool.f64(0);
    let less = pool.fp_cmp(FpCmp::Lt, f, zero);
    let n = pool.bv_of_bool(less, 32);
    let sum = pool.bv_bin(BvOp::Add, n, x);
    assert!(pool.has_float(sum));
    assert!(!pool.has_float(x));
}

/// Terms as a loop creates them: deep, with a comparison at each level.
#[test]
fn depth_costs_no_stack() {
    const DEPTH: u64 = 100_000;
    let mut pool = Pool::new();
    let (zero, one) = (pool.bv(32, 0), pool.bv(32, 1));
    let x = pool.var(Sort::Bv(32));
    let mut t = x;
    let mut guards = Vec::new();
    for _ in 0..DEPTH {
        let guard = pool.var(Sort::Bool);
        let next = pool.bv_bin(BvOp::Add, t, one);
        t = pool.ite(guard, zero, next);
        guards.push(guard);
    }
    let done = pool.eq(t, one);
    assert!(pool.vars(done).len() > 1);
    let last = guards[guards.len() - 1];
    let model = |v: Term| u64::from(v == x) * 7;
    assert_eq!(pool.eval(t, &model), 7 + DEPTH);
    assert_eq!(pool.eval(done, &model), 0);
    assert_eq!(pool.eval(t, &|v| u64::from(v == last)), 0);
}

#[test]
fn another_pool_is_another_identity() {
    let mut pool = Pool::new();
    let (first, other) = (pool.id(), Pool::new().id());
    assert_ne!(first, other);
    let x = pool.var(Sort::Bool);
    assert!(matches!(pool.node(x), Node::Var(0)));
    pool.clear();
    assert_ne!(pool.id(), first);
    assert!(pool.is_empty());
}
