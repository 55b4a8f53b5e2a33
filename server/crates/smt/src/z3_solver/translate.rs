//! Translation of terms to Z3's terms: iterative, each term once.

use term::{BvOp, FpCmp, FpOp, Node, Overflow, Pool, Sort, Term, value};
use z3::ast::{BV, Bool, Float, RoundingMode};

use super::raw::{float_of_integer, rounded};

/// A term of Z3 by its sort.
#[derive(Clone)]
pub(super) enum Word {
    Bool(Bool),
    Bits(BV),
    Float(Float),
}

/// Translations of the terms of one pool, by term index.
#[derive(Default)]
pub(super) struct Translation {
    words: Vec<Option<Word>>,
    open: Vec<Term>,
    pub(super) made: u64,
}

impl Translation {
    pub(super) fn clear(&mut self) {
        self.words.clear();
    }

    /// Translates a Boolean term; `None` if Z3 refuses one of its parts.
    pub(super) fn boolean(&mut self, pool: &Pool, t: Term) -> Option<Bool> {
        match self.word(pool, t)? {
            Word::Bool(b) => Some(b),
            _ => None,
        }
    }

    /// The translation of a term that was translated before.
    pub(super) fn known(&self, t: Term) -> Option<&Word> {
        self.words.get(t.index())?.as_ref()
    }

    fn word(&mut self, pool: &Pool, t: Term) -> Option<Word> {
        if self.words.len() < pool.len() {
            self.words.resize(pool.len(), None);
        }
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.push(t);
        while let Some(&next) = open.last() {
            let before = open.len();
            if self.known(next).is_none() {
                let missing = |child: &Term| self.known(*child).is_none();
                open.extend(pool.node(next).children().filter(missing));
            }
            if open.len() == before {
                open.pop();
                if self.known(next).is_none() {
                    self.words[next.index()] = Some(self.build(pool, next)?);
                    self.made += 1;
                }
            }
        }
        self.open = open;
        self.known(t).cloned()
    }

    fn bool(&self, t: Term) -> Option<&Bool> {
        match self.known(t)? {
            Word::Bool(b) => Some(b),
            _ => None,
        }
    }

    fn bits(&self, t: Term) -> Option<&BV> {
        match self.known(t)? {
            Word::Bits(b) => Some(b),
            _ => None,
        }
    }

    fn float(&self, t: Term) -> Option<&Float> {
        match self.known(t)? {
            Word::Float(f) => Some(f),
            _ => None,
        }
    }

    fn build(&self, pool: &Pool, t: Term) -> Option<Word> {
        let sort = pool.sort(t);
        let width = sort.bits();
        let grown = |a: Term| width - pool.width(a);
        Some(match *pool.node(t) {
            Node::Const(bits) => constant(sort, bits),
            Node::Var(_) => variable(sort),
            Node::Not(a) => Word::Bool(self.bool(a)?.not()),
            Node::And(a, b) => Word::Bool(Bool::and(&[self.bool(a)?, self.bool(b)?])),
            Node::Eq(a, b) => Word::Bool(match (self.known(a)?, self.known(b)?) {
                (Word::Bool(a), Word::Bool(b)) => a.eq(b),
                (Word::Bits(a), Word::Bits(b)) => a.eq(b),
                (Word::Float(a), Word::Float(b)) => a.eq(b),
                _ => return None,
            }),
            Node::Ite(c, a, b) => {
                let c = self.bool(c)?;
                match (self.known(a)?, self.known(b)?) {
                    (Word::Bool(a), Word::Bool(b)) => Word::Bool(c.ite(a, b)),
                    (Word::Bits(a), Word::Bits(b)) => Word::Bits(c.ite(a, b)),
                    (Word::Float(a), Word::Float(b)) => Word::Float(c.ite(a, b)),
                    _ => return None,
                }
            }
            Node::Bin(op, a, b) => Word::Bits(binary(op, self.bits(a)?, self.bits(b)?)),
            Node::Neg(a) => Word::Bits(self.bits(a)?.bvneg()),
            Node::BvNot(a) => Word::Bits(self.bits(a)?.bvnot()),
            Node::Ult(a, b) => Word::Bool(self.bits(a)?.bvult(self.bits(b)?)),
            Node::Slt(a, b) => Word::Bool(self.bits(a)?.bvslt(self.bits(b)?)),
            Node::ZExt(a) => Word::Bits(self.bits(a)?.zero_ext(grown(a))),
            Node::SExt(a) => Word::Bits(self.bits(a)?.sign_ext(grown(a))),
            Node::Extract(a, lo) => Word::Bits(self.bits(a)?.extract(lo + width - 1, lo)),
            Node::Concat(high, low) => Word::Bits(self.bits(high)?.concat(self.bits(low)?)),
            Node::Overflow(op, a, b) => Word::Bool(overflow(op, self.bits(a)?, self.bits(b)?)),
            _ => self.build_float(pool, t)?,
        })
    }

    fn build_float(&self, pool: &Pool, t: Term) -> Option<Word> {
        let sort = pool.sort(t);
        let nearest = RoundingMode::round_nearest_ties_to_even();
        Some(match *pool.node(t) {
            Node::FpBin(op, a, b) => {
                let (a, b) = (self.float(a)?, self.float(b)?.clone());
                Word::Float(match op {
                    FpOp::Add => a.add_with_rounding_mode(b, &nearest),
                    FpOp::Sub => a.sub_with_rounding_mode(b, &nearest),
                    FpOp::Mul => a.mul_with_rounding_mode(b, &nearest),
                    FpOp::Div => a.div_with_rounding_mode(b, &nearest),
                })
            }
            Node::FpNeg(a) => Word::Float(self.float(a)?.unary_neg()),
            Node::FpAbs(a) => Word::Float(self.float(a)?.unary_abs()),
            Node::FpSqrt(a) => Word::Float(self.float(a)?.sqrt()),
            // Z3 does not know the other functions, so queries with them stay open.
            Node::FpFun(fun, a) => Word::Float(rounded(self.float(a)?, fun)?),
            Node::FpCmp(op, a, b) => {
                let (a, b) = (self.float(a)?, self.float(b)?);
                Word::Bool(match op {
                    FpCmp::Lt => a.lt(b),
                    FpCmp::Le => a.le(b),
                    FpCmp::Eq => a.eq_fpa(b),
                })
            }
            Node::FpIsNan(a) => Word::Bool(self.float(a)?.is_nan()),
            Node::FpToFp(a) => Word::Float(
                self.float(a)?
                    .to_fp_with_rounding_mode(&nearest, &z3_sort(sort)),
            ),
            Node::FpFromSbv(a) => {
                Word::Float(float_of_integer(self.bits(a)?, true, &z3_sort(sort))?)
            }
            Node::FpFromUbv(a) => {
                Word::Float(float_of_integer(self.bits(a)?, false, &z3_sort(sort))?)
            }
            Node::FpToSbv(a) => Word::Bits(integer_of_float(
                self.float(a)?,
                pool.sort(a),
                sort.bits(),
                true,
            )),
            Node::FpToUbv(a) => Word::Bits(integer_of_float(
                self.float(a)?,
                pool.sort(a),
                sort.bits(),
                false,
            )),
            _ => return None,
        })
    }
}

fn z3_sort(sort: Sort) -> z3::Sort {
    match sort {
        Sort::Bool => z3::Sort::bool(),
        Sort::Bv(width) => z3::Sort::bitvector(width),
        Sort::F32 => z3::Sort::float32(),
        Sort::F64 => z3::Sort::double(),
    }
}

fn constant(sort: Sort, bits: u64) -> Word {
    match sort {
        Sort::Bool => Word::Bool(Bool::from_bool(bits == 1)),
        Sort::Bv(width) => Word::Bits(BV::from_u64(bits, width)),
        Sort::F32 => Word::Float(Float::from_f32(f32::from_bits(bits as u32))),
        Sort::F64 => Word::Float(Float::from_f64(f64::from_bits(bits))),
    }
}

fn variable(sort: Sort) -> Word {
    match sort {
        Sort::Bool => Word::Bool(Bool::fresh_const("v")),
        Sort::Bv(width) => Word::Bits(BV::fresh_const("v", width)),
        Sort::F32 => Word::Float(Float::fresh_const_float32("v")),
        Sort::F64 => Word::Float(Float::fresh_const_double("v")),
    }
}

fn binary(op: BvOp, a: &BV, b: &BV) -> BV {
    match op {
        BvOp::Add => a.bvadd(b),
        BvOp::Sub => a.bvsub(b),
        BvOp::Mul => a.bvmul(b),
        BvOp::UDiv => a.bvudiv(b),
        BvOp::SDiv => a.bvsdiv(b),
        BvOp::URem => a.bvurem(b),
        BvOp::SRem => a.bvsrem(b),
        BvOp::And => a.bvand(b),
        BvOp::Or => a.bvor(b),
        BvOp::Xor => a.bvxor(b),
        BvOp::Shl => a.bvshl(b),
        BvOp::LShr => a.bvlshr(b),
        BvOp::AShr => a.bvashr(b),
    }
}

fn overflow(op: Overflow, a: &BV, b: &BV) -> Bool {
    let (above, below) = match op {
        Overflow::SAdd => (a.bvadd_no_overflow(b, true), a.bvadd_no_underflow(b)),
        Overflow::SSub => (a.bvsub_no_overflow(b), a.bvsub_no_underflow(b, true)),
        Overflow::SMul => (a.bvmul_no_overflow(b, true), a.bvmul_no_underflow(b)),
    };
    Bool::and(&[above, below]).not()
}

/// Conversion as [`value::fp_to_bv`] defines it: Z3 leaves the results for NaN and for values out of range open.
fn integer_of_float(a: &Float, from: Sort, width: u32, is_signed: bool) -> BV {
    let toward_zero = RoundingMode::round_towards_zero();
    let (inside, least, most) = if is_signed {
        let sign = value::sign_bit(width);
        (
            a.to_sbv_with_rounding_mode(&toward_zero, width),
            sign,
            value::mask(width) ^ sign,
        )
    } else {
        (
            a.to_ubv_with_rounding_mode(&toward_zero, width),
            0,
            value::mask(width),
        )
    };
    let number = |bits: u64| BV::from_u64(bits, width);
    let scale = |bits: u32| 2f64.powi(bits as i32);
    let end = if is_signed {
        scale(width - 1)
    } else {
        scale(width)
    };
    let start = if is_signed { -scale(width - 1) } else { 0.0 };
    let float = |x: f64| match from {
        Sort::F32 => Float::from_f32(x as f32),
        _ => Float::from_f64(x),
    };
    // Every number above `start − 1` is truncated to `start` or more. If `start − 1` is not a float, it is rounded to
    // `start`, and the next float below is far enough away.
    let before = if from == Sort::F32 {
        f64::from((start - 1.0) as f32)
    } else {
        start - 1.0
    };
    let too_low = if before < start {
        a.le(float(before))
    } else {
        a.lt(float(start))
    };
    let too_high = a.ge(float(end));
    let clamped = too_low.ite(&number(least), &too_high.ite(&number(most), &inside));
    a.is_nan().ite(&number(0), &clamped)
}
