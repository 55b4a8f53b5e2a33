//! Random queries for solvers.

use proptest::prelude::*;
use term::{BvCmp, BvOp, Overflow, Pool, Sort, Term};

/// One operation on earlier terms.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    op: u8,
    operands: [u8; 3],
    literal: u64,
}

/// A list of Booleans over bit-vector variables.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    widths: Vec<u32>,
    steps: Vec<Step>,
}

/// A query built in a pool.
pub(crate) struct Built {
    pub(crate) pool: Pool,
    pub(crate) variables: Vec<Term>,
    pub(crate) booleans: Vec<Term>,
}

impl Question {
    pub(crate) fn build(&self) -> Built {
        let mut pool = Pool::new();
        let variables: Vec<Term> = self
            .widths
            .iter()
            .map(|&width| pool.var(Sort::Bv(width)))
            .collect();
        let mut words = variables.clone();
        let mut booleans = Vec::new();
        for step in &self.steps {
            apply(&mut pool, step, &mut words, &mut booleans);
        }
        Built {
            pool,
            variables,
            booleans,
        }
    }
}

fn apply(pool: &mut Pool, step: &Step, words: &mut Vec<Term>, booleans: &mut Vec<Term>) {
    let [x, y, z] = step.operands.map(usize::from);
    let a = words[words.len() - 1 - x % words.len()];
    let width = pool.width(a);
    let other = words[words.len() - 1 - y % words.len()];
    let b = resize(pool, other, width, z.is_multiple_of(2));
    match step.op % 16 {
        0..=5 => words.push(pool.bv_bin(BvOp::ALL[z % BvOp::ALL.len()], a, b)),
        6 => {
            let k = pool.bv(width, step.literal);
            words.push(pool.bv_bin(BvOp::ALL[z % BvOp::ALL.len()], a, k));
        }
        7 => {
            let op = [BvCmp::Ult, BvCmp::Ule, BvCmp::Slt, BvCmp::Sle][z % 4];
            booleans.push(pool.bv_cmp(op, a, b));
        }
        8 | 9 => {
            let k = pool.bv(width, step.literal);
            booleans.push(if z % 3 == 0 {
                pool.eq(a, k)
            } else {
                pool.eq(a, b)
            });
        }
        10 | 11 => {
            let op = [Overflow::SAdd, Overflow::SSub, Overflow::SMul][z % 3];
            booleans.push(pool.overflow(op, a, b));
        }
        12 if !booleans.is_empty() => {
            let c = booleans[y % booleans.len()];
            words.push(pool.ite(c, a, b));
        }
        13 if booleans.len() > 1 => {
            let c = booleans[x % booleans.len()];
            let d = booleans[y % booleans.len()];
            booleans.push(if z.is_multiple_of(2) {
                pool.or(c, d)
            } else {
                pool.xor(c, d)
            });
        }
        14 => {
            let lo = x as u32 % width;
            words.push(pool.extract(a, width - 1, lo));
        }
        _ => words.push(if z.is_multiple_of(2) {
            pool.bv_neg(a)
        } else {
            pool.bv_not(a)
        }),
    }
}

fn resize(pool: &mut Pool, t: Term, width: u32, is_signed: bool) -> Term {
    let from = pool.width(t);
    if from >= width {
        pool.extract(t, width - 1, 0)
    } else if is_signed {
        pool.sext(t, width)
    } else {
        pool.zext(t, width)
    }
}

/// Queries over `count` variables of widths from `widths`.
pub(crate) fn question(
    widths: impl Strategy<Value = u32>,
    count: usize,
    steps: usize,
) -> impl Strategy<Value = Question> {
    let literal = prop_oneof![0u64..4, any::<u64>(), (0u32..64).prop_map(|n| 1 << n)];
    let step = (any::<u8>(), any::<[u8; 3]>(), literal).prop_map(|(op, operands, literal)| {
        // Mostly recent terms, so that operations are combined.
        Step {
            op,
            operands: [operands[0] % 4, operands[1] % 8, operands[2]],
            literal,
        }
    });
    (
        proptest::collection::vec(widths, 1..=count),
        proptest::collection::vec(step, 1..steps),
    )
        .prop_map(|(widths, steps)| Question { widths, steps })
}
