//! Every simplified term has the meaning of its operation.
//!
//! Random programs build terms from earlier ones, so that operands are shared and foldings interact. For each term, a
//! naive reference computes its value under a few assignments: with unbounded integers and Rust's own floats, without
//! code of the crate.

use crate::support::{cut, mask, overflows, reference_bin, reference_less, signed};
use proptest::prelude::*;
use term::{BvCmp, BvOp, FpCmp, FpOp, Overflow, Pool, Replacement, Sort, Term};

const ASSIGNMENTS: usize = 4;
const WIDTHS: [u32; 5] = [1, 8, 16, 32, 64];

type Values = [u64; ASSIGNMENTS];

#[derive(Clone, Debug)]
struct Step {
    op: u8,
    operands: [u8; 3],
    literal: u64,
}

struct Built {
    pool: Pool,
    entries: Vec<(Term, Sort, Values)>,
    variables: Vec<(Term, Values)>,
}

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

// Two `to_bits`, because the compiler may choose any NaN for a NaN that is still a float.
fn bits32(x: f32) -> u64 {
    u64::from(if x.is_nan() {
        f32::NAN.to_bits()
    } else {
        x.to_bits()
    })
}

fn bits64(x: f64) -> u64 {
    if x.is_nan() {
        f64::NAN.to_bits()
    } else {
        x.to_bits()
    }
}

impl Built {
    fn new(values: &[Values]) -> Self {
        let mut built = Built {
            pool: Pool::new(),
            entries: Vec::new(),
            variables: Vec::new(),
        };
        let sorts = WIDTHS
            .map(Sort::Bv)
            .into_iter()
            .chain([Sort::Bool, Sort::F32, Sort::F64]);
        let mut values = values.iter().cycle();
        for sort in sorts.flat_map(|sort| [sort, sort]) {
            let t = built.pool.var(sort);
            let given = values.next().unwrap();
            let values = given.map(|bits| match sort {
                Sort::Bool => bits & 1,
                Sort::Bv(width) => cut(width, i128::from(bits)),
                Sort::F32 => bits32((bits as i32 as f32) / 4.0),
                Sort::F64 => bits64((bits as i64 as f64) / 4.0),
            });
            built.variables.push((t, values));
            built.entries.push((t, sort, values));
        }
        built
    }

    fn any(&self, at: u8) -> (Term, Sort, Values) {
        self.entries[self.entries.len() - 1 - usize::from(at) % self.entries.len()]
    }

    fn of(&self, at: u8, wanted: impl Fn(Sort) -> bool) -> (Term, Sort, Values) {
        let fitting: Vec<_> = self.entries.iter().rev().filter(|e| wanted(e.1)).collect();
        *fitting[usize::from(at) % fitting.len()]
    }

    fn push(&mut self, t: Term, sort: Sort, values: Values) {
        assert_eq!(self.pool.sort(t), sort);
        self.entries.push((t, sort, values));
    }

    fn step(&mut self, step: &Step) {
        let [x, y, z] = step.operands;
        let bv = |sort| matches!(sort, Sort::Bv(_));
        let zip = |a: Values, b: Values, f: &dyn Fn(u64, u64) -> u64| {
            std::array::from_fn(|i| f(a[i], b[i]))
        };
        match step.op % 32 {
            0..=3 => {
                let sort = self.any(x).1;
                let bits = match sort {
                    Sort::F32 => bits32(step.literal as i8 as f32 / 2.0),
                    Sort::F64 => bits64(step.literal as i8 as f64 / 2.0),
                    Sort::Bool => step.literal & 1,
                    Sort::Bv(width) => cut(width, i128::from(step.literal)),
                };
                let t = self.pool.constant(sort, bits);
                self.push(t, sort, [bits; ASSIGNMENTS]);
            }
            4..=9 => {
                let (a, sort, va) = self.of(x, bv);
                let (b, _, vb) = self.of(y, |s| s == sort);
                let op = [
                    BvOp::Add,
                    BvOp::Sub,
                    BvOp::Mul,
                    BvOp::UDiv,
                    BvOp::SDiv,
                    BvOp::URem,
                    BvOp::SRem,
                    BvOp::And,
                    BvOp::Or,
                    BvOp::Xor,
                    BvOp::Shl,
                    BvOp::LShr,
                    BvOp::AShr,
                    BvOp::Add,
                    BvOp::Sub,
                ][usize::from(z) % 15];
                let t = self.pool.bv_bin(op, a, b);
                let width = sort.bits();
                self.push(t, sort, zip(va, vb, &|a, b| reference_bin(op, width, a, b)));
            }
            10..=12 => {
                let (a, sort, va) = self.of(x, bv);
                let (b, _, vb) = self.of(y, |s| s == sort);
                let op = [BvCmp::Ult, BvCmp::Ule, BvCmp::Slt, BvCmp::Sle][usize::from(z) % 4];
                let t = self.pool.bv_cmp(op, a, b);
                let width = sort.bits();
                let less = |a, b| u64::from(reference_less(op, width, a, b));
                self.push(t, Sort::Bool, zip(va, vb, &less));
            }
            13..=15 => {
                let (a, sort, va) = self.any(x);
                let (b, _, vb) = self.of(y, |s| s == sort);
                let t = self.pool.eq(a, b);
                self.push(t, Sort::Bool, zip(va, vb, &|a, b| u64::from(a == b)));
            }
            16..=19 => {
                let (c, _, vc) = self.of(z, |s| s == Sort::Bool);
                let (a, sort, va) = self.any(x);
                let (b, _, vb) = self.of(y, |s| s == sort);
                let t = self.pool.ite(c, a, b);
                let values = std::array::from_fn(|i| if vc[i] == 1 { va[i] } else { vb[i] });
                self.push(t, sort, values);
            }
            20..=22 => self.boolean(x, y, z),
            23..=27 => self.reshape(x, y, z),
            28 => {
                let (a, sort, va) = self.of(x, bv);
                let (b, _, vb) = self.of(y, |s| s == sort);
                let width = sort.bits();
                let op = [Overflow::SAdd, Overflow::SSub, Overflow::SMul][usize::from(z) % 3];
                let t = self.pool.overflow(op, a, b);
                let leaves = |a, b| u64::from(overflows(op, width, a, b));
                self.push(t, Sort::Bool, zip(va, vb, &leaves));
            }
            _ => self.float(x, y, z),
        }
    }

    fn boolean(&mut self, x: u8, y: u8, z: u8) {
        let (a, _, va) = self.of(x, |s| s == Sort::Bool);
        let (b, _, vb) = self.of(y, |s| s == Sort::Bool);
        let (t, f): (Term, fn(u64, u64) -> u64) = match z % 5 {
            0 => (self.pool.and(a, b), |a, b| a & b),
            1 => (self.pool.or(a, b), |a, b| a | b),
            2 => (self.pool.xor(a, b), |a, b| a ^ b),
            3 => (self.pool.implies(a, b), |a, b| (1 - a) | b),
            _ => (self.pool.not(a), |a, _| 1 - a),
        };
        self.push(t, Sort::Bool, std::array::from_fn(|i| f(va[i], vb[i])));
    }

    fn reshape(&mut self, x: u8, y: u8, z: u8) {
        let (a, sort, va) = self.of(x, |s| matches!(s, Sort::Bv(_)));
        let width = sort.bits();
        let wider = WIDTHS[usize::from(y) % 5].max(width);
        let all = mask(width) as u64;
        match z % 8 {
            0 => {
                let t = self.pool.zext(a, wider);
                self.push(t, Sort::Bv(wider), va);
            }
            1 => {
                let t = self.pool.sext(a, wider);
                self.push(t, Sort::Bv(wider), va.map(|v| cut(wider, signed(width, v))));
            }
            2..=4 => {
                let lo = u32::from(y) % width;
                let hi = (lo + u32::from(z) / 8).min(width - 1);
                let t = self.pool.extract(a, hi, lo);
                let len = hi - lo + 1;
                self.push(t, Sort::Bv(len), va.map(|v| cut(len, i128::from(v >> lo))));
            }
            5 => {
                let (b, sort_b, vb) =
                    self.of(y, |s| matches!(s, Sort::Bv(w) if w + width <= 64 || w == 1));
                let low = sort_b.bits();
                if low + width <= 64 {
                    let t = self.pool.concat(a, b);
                    let values = std::array::from_fn(|i| (va[i] << low) | vb[i]);
                    self.push(t, Sort::Bv(low + width), values);
                }
            }
            6 => {
                let t = self.pool.bv_neg(a);
                self.push(t, sort, va.map(|v| cut(width, -i128::from(v))));
            }
            _ => {
                let t = self.pool.bv_not(a);
                self.push(t, sort, va.map(|v| v ^ all));
            }
        }
    }

    fn float(&mut self, x: u8, y: u8, z: u8) {
        let (a, sort, va) = self.of(x, Sort::is_float);
        let (b, _, vb) = self.of(y, |s| s == sort);
        let single = sort == Sort::F32;
        let both = |f: fn(f32, f32) -> f32, g: fn(f64, f64) -> f64| -> Values {
            std::array::from_fn(|i| {
                if single {
                    bits32(f(f32_of(va[i]), f32_of(vb[i])))
                } else {
                    bits64(g(f64::from_bits(va[i]), f64::from_bits(vb[i])))
                }
            })
        };
        let wide = |v: u64| {
            if single {
                f32_of(v) as f64
            } else {
                f64::from_bits(v)
            }
        };
        let pool = &mut self.pool;
        let (t, sort, values) = match z % 16 {
            0 => (
                pool.fp_bin(FpOp::Add, a, b),
                sort,
                both(|a, b| a + b, |a, b| a + b),
            ),
            1 => (
                pool.fp_bin(FpOp::Sub, a, b),
                sort,
                both(|a, b| a - b, |a, b| a - b),
            ),
            2 => (
                pool.fp_bin(FpOp::Mul, a, b),
                sort,
                both(|a, b| a * b, |a, b| a * b),
            ),
            3 => (
                pool.fp_bin(FpOp::Div, a, b),
                sort,
                both(|a, b| a / b, |a, b| a / b),
            ),
            4 => (pool.fp_neg(a), sort, both(|a, _| -a, |a, _| -a)),
            5 => (pool.fp_abs(a), sort, both(|a, _| a.abs(), |a, _| a.abs())),
            6 => (
                pool.fp_sqrt(a),
                sort,
                both(|a, _| a.sqrt(), |a, _| a.sqrt()),
            ),
            7 => {
                let values = std::array::from_fn(|i| u64::from(wide(va[i]) < wide(vb[i])));
                (pool.fp_cmp(FpCmp::Lt, a, b), Sort::Bool, values)
            }
            8 => {
                let values = std::array::from_fn(|i| u64::from(wide(va[i]) <= wide(vb[i])));
                (pool.fp_cmp(FpCmp::Le, a, b), Sort::Bool, values)
            }
            9 => {
                let values = std::array::from_fn(|i| u64::from(wide(va[i]) == wide(vb[i])));
                (pool.fp_cmp(FpCmp::Eq, a, b), Sort::Bool, values)
            }
            10 => (
                pool.fp_is_nan(a),
                Sort::Bool,
                va.map(|v| u64::from(wide(v).is_nan())),
            ),
            11 if single => (
                pool.fp_to_fp(a, Sort::F64),
                Sort::F64,
                va.map(|v| bits64(wide(v))),
            ),
            11 => (
                pool.fp_to_fp(a, Sort::F32),
                Sort::F32,
                va.map(|v| bits32(wide(v) as f32)),
            ),
            12 | 13 => return self.float_to_integer(a, va, &wide, y),
            _ => return self.integer_to_float(x, sort, z.is_multiple_of(2)),
        };
        self.push(t, sort, values);
    }

    fn float_to_integer(&mut self, a: Term, va: Values, wide: &dyn Fn(u64) -> f64, y: u8) {
        let width = WIDTHS[usize::from(y) % 5];
        let is_signed = y >= 128;
        let (low, high) = if is_signed {
            (-(1i128 << (width - 1)), 1i128 << (width - 1))
        } else {
            (0, 1 << width)
        };
        // i128 holds every finite `f32`, saturates for the others, and makes 0 of NaN.
        let values = va.map(|v| cut(width, (wide(v) as i128).clamp(low, high - 1)));
        let t = if is_signed {
            self.pool.fp_to_sbv(a, width)
        } else {
            self.pool.fp_to_ubv(a, width)
        };
        self.push(t, Sort::Bv(width), values);
    }

    fn integer_to_float(&mut self, x: u8, to: Sort, is_signed: bool) {
        let (a, sort, va) = self.of(x, |s| matches!(s, Sort::Bv(_)));
        let exact = |v| {
            if is_signed {
                signed(sort.bits(), v)
            } else {
                i128::from(v)
            }
        };
        let values = va.map(|v| match to {
            Sort::F32 => bits32(exact(v) as f32),
            _ => bits64(exact(v) as f64),
        });
        let t = if is_signed {
            self.pool.fp_from_sbv(a, to)
        } else {
            self.pool.fp_from_ubv(a, to)
        };
        self.push(t, to, values);
    }

    fn agrees(&self) {
        for i in 0..ASSIGNMENTS {
            let model = |v: Term| {
                self.variables
                    .iter()
                    .find(|(t, _)| *t == v)
                    .map_or(0, |(_, vs)| vs[i])
            };
            for &(t, sort, values) in &self.entries {
                let got = self.pool.eval(t, &model);
                assert_eq!(got, values[i], "{t:?} {sort:?} {:?}", self.pool.node(t));
                if let Sort::Bv(width) = sort {
                    let class = self.pool.residues(t);
                    let number = signed(width, values[i]);
                    assert!(class.contains(number), "{number}: {class:?}");
                }
            }
        }
    }
}

fn interesting() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => 0u64..4,
        5 => (0u32..64, 0u64..8).prop_map(|(n, off)| (1u64 << n).wrapping_add(off).wrapping_sub(4)),
        1 => (0u64..4).prop_map(u64::wrapping_neg),
        2 => any::<u64>(),
        1 => 0u64..256,
    ]
}

fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    let step =
        (any::<u8>(), any::<[u8; 3]>(), interesting()).prop_map(|(op, mut operands, literal)| {
            // Recent terms are composed ones, so they are preferred.
            for at in &mut operands[..2] {
                if op < 160 {
                    *at %= 6;
                }
            }
            Step {
                op,
                operands,
                literal,
            }
        });
    proptest::collection::vec(step, 1..most)
}

fn assignments() -> impl Strategy<Value = Vec<Values>> {
    proptest::collection::vec(
        [interesting(), interesting(), interesting(), interesting()],
        16,
    )
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 5000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn simplified_terms_mean_the_same(values in assignments(), steps in steps(40)) {
        let mut built = Built::new(&values);
        for step in &steps {
            built.step(step);
        }
        built.agrees();
    }

    #[test]
    fn replacing_variables_is_evaluating_them(values in assignments(), steps in steps(40), some in any::<u8>()) {
        let mut built = Built::new(&values);
        for step in &steps {
            built.step(step);
        }
        let chosen = |i: usize| some >> (i % 8) & 1 == 1;
        let mut known = Vec::new();
        for (i, (variable, values)) in built.variables.iter().enumerate() {
            if chosen(i) {
                let sort = built.pool.sort(*variable);
                known.push((*variable, built.pool.constant(sort, values[0])));
            }
        }
        let mut replaced = Replacement::new(known);
        for (term, _, values) in &built.entries {
            let left = built.pool.replace(*term, &mut replaced);
            let of = |v: Term| {
                let at = built.variables.iter().position(|(x, _)| *x == v).unwrap();
                assert!(!chosen(at), "{v:?} is still there");
                built.variables[at].1[0]
            };
            prop_assert_eq!(built.pool.eval(left, &of), values[0]);
        }
    }
}
