//! Machine types, and the operations on their values.

use serde::{Deserialize, Serialize};

/// Machine types of registers and memory accesses (LP64). Integers sit in registers sign- or zero-extended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scalar {
    /// `_Bool`, one byte, 0 or 1.
    Bool,
    /// `signed char`, plain `char`
    I8,
    /// `unsigned char`
    U8,
    /// `short`
    I16,
    /// `unsigned short`
    U16,
    /// `int`
    I32,
    /// `unsigned`
    U32,
    /// `long`, `long long`, `ptrdiff_t`
    I64,
    /// `unsigned long`, `size_t`
    U64,
    /// `float`
    F32,
    /// `double` (and `long double`, with a warning)
    F64,
    /// Any pointer, to objects or functions.
    Ptr,
}

impl Scalar {
    /// Bytes in memory.
    pub fn size(self) -> u32 {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 | Scalar::Ptr => 8,
        }
    }

    /// The types that arguments have after their promotions, in the order of their numbers.
    pub const ARGUMENTS: [Scalar; 6] = [
        Scalar::I32,
        Scalar::U32,
        Scalar::I64,
        Scalar::U64,
        Scalar::F64,
        Scalar::Ptr,
    ];

    /// Bits of the value.
    pub fn bits(self) -> u32 {
        self.size() * 8
    }

    /// Signed integer.
    pub fn signed(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }

    /// A name of the type in C.
    pub fn c_name(self) -> &'static str {
        match self {
            Scalar::Bool => "_Bool",
            Scalar::I8 => "char",
            Scalar::U8 => "unsigned char",
            Scalar::I16 => "short",
            Scalar::U16 => "unsigned short",
            Scalar::I32 => "int",
            Scalar::U32 => "unsigned",
            Scalar::I64 => "long",
            Scalar::U64 => "unsigned long",
            Scalar::F32 => "float",
            Scalar::F64 => "double",
            Scalar::Ptr => "void *",
        }
    }

    /// `float` or `double`.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64)
    }
}

/// Binary operators. Operands have the type in the instruction; comparisons give `I32` 0 or 1.
/// `Gt`, `Ge` are `Lt`, `Le` with operands swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// Traps on signed overflow.
    Add,
    /// Traps on signed overflow.
    Sub,
    /// Traps on signed overflow.
    Mul,
    /// Traps on zero and on overflow; floats follow IEEE.
    Div,
    /// Traps on zero and on overflow.
    Rem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The count is a register of the same type; traps when out of range.
    Shl,
    /// Arithmetic for signed types; traps when the count is out of range.
    Shr,
    /// Less; on pointers traps across objects.
    Lt,
    /// Less or equal; on pointers traps across objects.
    Le,
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
}

/// Unary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnOp {
    /// Traps on signed overflow.
    Neg,
    /// Bitwise complement.
    BitNot,
    /// `!`: `I32` 0 or 1, for any operand type.
    Not,
}
