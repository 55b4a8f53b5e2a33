//! Terms and their operations.

/// A term: an index into the [`Pool`](crate::Pool) that created it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

impl Term {
    /// Position in the pool; operands come before the operations that use them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The type of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// Truth value.
    Bool,
    /// Bit-vector of 1 to 64 bits.
    Bv(u32),
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
}

impl Sort {
    /// Number of bits of a value; 1 for [`Sort::Bool`].
    pub fn bits(self) -> u32 {
        match self {
            Sort::Bool => 1,
            Sort::Bv(width) => width,
            Sort::F32 => 32,
            Sort::F64 => 64,
        }
    }

    /// Whether this is one of the two float sorts.
    pub fn is_float(self) -> bool {
        matches!(self, Sort::F32 | Sort::F64)
    }
}

/// Binary operations on bit-vectors, total as in SMT-LIB.
///
/// Division by zero gives all ones (`SDiv` of a negative number: 1), remainder by zero gives the
/// dividend, shifts by the width or more shift all bits out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BvOp {
    /// Sum modulo 2ⁿ.
    Add,
    /// Difference modulo 2ⁿ.
    Sub,
    /// Product modulo 2ⁿ.
    Mul,
    /// Unsigned quotient.
    UDiv,
    /// Signed quotient, rounded towards zero.
    SDiv,
    /// Unsigned remainder.
    URem,
    /// Signed remainder with the sign of the dividend.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left.
    Shl,
    /// Shift right, filled with zeros.
    LShr,
    /// Shift right, filled with the sign.
    AShr,
}

impl BvOp {
    /// All of them.
    pub const ALL: [BvOp; 13] = [
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
    ];

    /// Whether the operands may be exchanged.
    pub fn commutes(self) -> bool {
        matches!(
            self,
            BvOp::Add | BvOp::Mul | BvOp::And | BvOp::Or | BvOp::Xor
        )
    }
}

/// Order predicates on bit-vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BvCmp {
    /// Unsigned less than.
    Ult,
    /// Unsigned less than or equal.
    Ule,
    /// Signed less than.
    Slt,
    /// Signed less than or equal.
    Sle,
}

/// Signed overflow of an operation: its exact result does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overflow {
    /// Overflow of a signed sum.
    SAdd,
    /// Overflow of a signed difference.
    SSub,
    /// Overflow of a signed product.
    SMul,
}

/// Binary operations on floats, rounding to nearest, ties to even.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FpOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
}

/// Functions of `math.h` of one float, in the precision of the operand, as the platform computes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FpFun {
    /// Rounds down to an integer.
    Floor,
    /// Rounds up to an integer.
    Ceil,
    /// Rounds to an integer towards zero.
    Trunc,
    /// Rounds to the nearest integer, ties away from zero.
    Round,
    /// Rounds to the nearest integer, ties to even.
    Rint,
    /// Power of `e`.
    Exp,
    /// Power of 2.
    Exp2,
    /// Natural logarithm.
    Log,
    /// Logarithm to base 10.
    Log10,
    /// Logarithm to base 2.
    Log2,
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Arc tangent.
    Atan,
}

impl FpFun {
    /// All of them.
    pub const ALL: [FpFun; 13] = [
        FpFun::Floor,
        FpFun::Ceil,
        FpFun::Trunc,
        FpFun::Round,
        FpFun::Rint,
        FpFun::Exp,
        FpFun::Exp2,
        FpFun::Log,
        FpFun::Log10,
        FpFun::Log2,
        FpFun::Sin,
        FpFun::Cos,
        FpFun::Atan,
    ];

    /// Whether the function rounds to an integer; the value of every other one is not interpreted.
    pub fn is_rounding(self) -> bool {
        use FpFun::{Ceil, Floor, Rint, Round, Trunc};
        matches!(self, Floor | Ceil | Trunc | Round | Rint)
    }
}

/// IEEE comparisons: all false when an operand is NaN, and −0 equals +0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FpCmp {
    /// Less than.
    Lt,
    /// Less than or equal.
    Le,
    /// Equal.
    Eq,
}

/// An operation with its operands. The pool stores the sort of the result separately.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant: the bits of a value of the term's sort.
    Const(u64),
    /// The n-th variable of the pool.
    Var(u32),
    /// Negation of a Boolean.
    Not(Term),
    /// Conjunction of two Booleans.
    And(Term, Term),
    /// Identity of two values of one sort (all NaN are one value; −0 differs from +0).
    Eq(Term, Term),
    /// The second operand if the first is true, else the third.
    Ite(Term, Term, Term),
    /// Binary bit-vector operation.
    Bin(BvOp, Term, Term),
    /// Two's complement.
    Neg(Term),
    /// Complement of every bit.
    BvNot(Term),
    /// Unsigned less than.
    Ult(Term, Term),
    /// Signed less than.
    Slt(Term, Term),
    /// Extension with zeros to the width of the result.
    ZExt(Term),
    /// Extension with the sign to the width of the result.
    SExt(Term),
    /// Consecutive bits from the given lowest one; the width of the result is their number.
    Extract(Term, u32),
    /// High part, low part.
    Concat(Term, Term),
    /// Whether the signed operation overflows.
    Overflow(Overflow, Term, Term),
    /// Binary float operation.
    FpBin(FpOp, Term, Term),
    /// Float with the sign changed.
    FpNeg(Term),
    /// Float without its sign.
    FpAbs(Term),
    /// Square root of a float.
    FpSqrt(Term),
    /// Function of a float.
    FpFun(FpFun, Term),
    /// Float to the power of another.
    FpPow(Term, Term),
    /// IEEE comparison.
    FpCmp(FpCmp, Term, Term),
    /// Whether a float is NaN.
    FpIsNan(Term),
    /// Float to the float sort of the result.
    FpToFp(Term),
    /// Signed bit-vector to the float sort of the result.
    FpFromSbv(Term),
    /// Unsigned bit-vector to the float sort of the result.
    FpFromUbv(Term),
    /// Float to a signed bit-vector of the result's width, rounded towards zero, saturating.
    FpToSbv(Term),
    /// Float to an unsigned bit-vector of the result's width, rounded towards zero, saturating.
    FpToUbv(Term),
}

impl Node {
    /// The operands, in order.
    pub fn children(&self) -> impl Iterator<Item = Term> + use<> {
        let (list, count) = match *self {
            Node::Const(_) | Node::Var(_) => ([Term(0); 3], 0),
            Node::Not(a)
            | Node::Neg(a)
            | Node::BvNot(a)
            | Node::ZExt(a)
            | Node::SExt(a)
            | Node::Extract(a, _)
            | Node::FpNeg(a)
            | Node::FpAbs(a)
            | Node::FpSqrt(a)
            | Node::FpFun(_, a)
            | Node::FpIsNan(a)
            | Node::FpToFp(a)
            | Node::FpFromSbv(a)
            | Node::FpFromUbv(a)
            | Node::FpToSbv(a)
            | Node::FpToUbv(a) => ([a, a, a], 1),
            Node::And(a, b)
            | Node::Eq(a, b)
            | Node::Bin(_, a, b)
            | Node::Ult(a, b)
            | Node::Slt(a, b)
            | Node::Concat(a, b)
            | Node::Overflow(_, a, b)
            | Node::FpBin(_, a, b)
            | Node::FpPow(a, b)
            | Node::FpCmp(_, a, b) => ([a, b, b], 2),
            Node::Ite(c, a, b) => ([c, a, b], 3),
        };
        list.into_iter().take(count)
    }
}
