//! Machine types, and the operations on their values.

use serde::{Deserialize, Serialize};
use syntax::DataModel;

/// Machine types of registers and memory accesses. Integers are sign- or zero-extended in registers.
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
    /// `long long`, and in LP64 `long` and `ptrdiff_t`
    I64,
    /// `unsigned long long`, and in LP64 `unsigned long` and `size_t`
    U64,
    /// `float`
    F32,
    /// `double` (and `long double`, with a warning)
    F64,
    /// Any pointer, to objects or functions.
    Ptr,
    /// A pointer in memory that has four bytes (ILP32), for loads and stores. In memory it is a [`Scalar::U32`] that
    /// knows its object, and a register holds it as a [`Scalar::Ptr`].
    Ptr32,
}

impl Scalar {
    /// Size in bytes.
    pub fn size(self) -> u32 {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 | Scalar::Ptr32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 | Scalar::Ptr => 8,
        }
    }

    /// The types of arguments after their promotions, in the order of their numbers.
    pub const ARGUMENTS: [Scalar; 6] = [
        Scalar::I32,
        Scalar::U32,
        Scalar::I64,
        Scalar::U64,
        Scalar::F64,
        Scalar::Ptr,
    ];

    /// Size in bits.
    pub fn bits(self) -> u32 {
        self.size() * 8
    }

    /// Whether this is a signed integer type.
    pub fn signed(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }

    /// A C name of the type.
    pub fn c_name(self, model: DataModel) -> &'static str {
        match self {
            Scalar::I64 if model == DataModel::Ilp32 => "long long",
            Scalar::U64 if model == DataModel::Ilp32 => "unsigned long long",
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
            Scalar::Ptr | Scalar::Ptr32 => "void *",
        }
    }

    /// Whether this is a pointer type, whatever its size in memory.
    pub fn is_pointer(self) -> bool {
        matches!(self, Scalar::Ptr | Scalar::Ptr32)
    }

    /// The type that a value of this type has in memory.
    pub fn in_memory(self, model: DataModel) -> Scalar {
        match (self, model) {
            (Scalar::Ptr, DataModel::Ilp32) => Scalar::Ptr32,
            _ => self,
        }
    }

    /// The register type of a loaded value of this type.
    pub fn in_register(self) -> Scalar {
        match self {
            Scalar::Ptr32 => Scalar::Ptr,
            other => other,
        }
    }

    /// The type whose bytes a load or store of this type moves.
    pub fn cell(self) -> Scalar {
        match self {
            Scalar::Ptr32 => Scalar::U32,
            other => other,
        }
    }

    /// The signed integer type as wide as `long` and pointers.
    pub fn signed_word(model: DataModel) -> Scalar {
        match model {
            DataModel::Lp64 => Scalar::I64,
            DataModel::Ilp32 => Scalar::I32,
        }
    }

    /// The unsigned integer type as wide as `long` and pointers: `size_t`.
    pub fn unsigned_word(model: DataModel) -> Scalar {
        match model {
            DataModel::Lp64 => Scalar::U64,
            DataModel::Ilp32 => Scalar::U32,
        }
    }

    /// Whether this is `float` or `double`.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64)
    }
}

/// Binary operators. Operands have the type in the instruction; comparisons give `I32` 0 or 1. `Gt`, `Ge` are `Lt`,
/// `Le` with swapped operands.
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
    /// The count is a register of the same type; traps if it is out of range.
    Shl,
    /// Arithmetic for signed types; traps if the count is out of range.
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
