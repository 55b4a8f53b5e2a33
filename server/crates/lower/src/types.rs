//! C types as far as lowering needs them, and the conversions between arithmetic types (C11 §6.3.1).
//!
//! `long` is represented by the integer type of its width (`long long` in LP64, `int` in ILP32), and `char` and
//! `signed char` are one type: their values are the same. An enumerated type is represented by the integer type that
//! gcc chooses for it. Qualifiers are dropped.

use std::sync::Arc;

use ir::{Reg, Scalar};
use syntax::DataModel;
use syntax::ast::IntLit;

/// Index of a struct or union in [`super::layout::Records`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RecordId(pub(super) u32);

/// A type of C.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Type {
    /// `void`
    Void,
    /// An arithmetic type; never [`Scalar::Ptr`].
    Arith(Scalar),
    /// Pointer to.
    Pointer(Arc<Type>),
    /// Array of; the length is missing in `[]`.
    Array(Arc<Type>, Option<u64>),
    /// Array whose length is known only at run time; the register holds its size in bytes.
    Vla(Arc<Type>, Reg),
    /// Function.
    Function(Arc<FnType>),
    /// Struct or union.
    Record(RecordId),
    /// A type that is not modelled, with its description for the message.
    Unmodelled(Arc<str>),
}

/// A function type.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FnType {
    /// Result type.
    pub(super) result: Type,
    /// Adjusted parameter types (arrays and functions have become pointers).
    pub(super) params: Vec<Type>,
    /// `...`
    pub(super) variadic: bool,
    /// Whether arguments undergo the default promotions instead of conversion to `params`.
    pub(super) old_style: bool,
}

impl Type {
    /// `int`
    pub(super) const INT: Type = Type::Arith(Scalar::I32);
    /// `char`
    pub(super) const CHAR: Type = Type::Arith(Scalar::I8);

    /// Pointer to `self`.
    pub(super) fn pointer(self) -> Type {
        Type::Pointer(Arc::new(self))
    }

    /// The machine type of a scalar type.
    pub(super) fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Arith(s) => Some(*s),
            Type::Pointer(_) => Some(Scalar::Ptr),
            _ => None,
        }
    }

    /// The machine type of an integer type.
    pub(super) fn integer(&self) -> Option<Scalar> {
        match self {
            Type::Arith(s) if !s.is_float() => Some(*s),
            _ => None,
        }
    }

    /// The pointee of a pointer, or the element type of an array.
    pub(super) fn pointee(&self) -> Option<&Type> {
        match self {
            Type::Pointer(to) | Type::Array(to, _) | Type::Vla(to, _) => Some(to),
            _ => None,
        }
    }

    /// The type after decay: arrays and functions become pointers.
    pub(super) fn decay(&self) -> Type {
        match self {
            Type::Array(element, _) | Type::Vla(element, _) => Type::Pointer(element.clone()),
            Type::Function(_) => self.clone().pointer(),
            other => other.clone(),
        }
    }

    /// The function type of a function or a pointer to one.
    pub(super) fn function(&self) -> Option<&Arc<FnType>> {
        match self {
            Type::Function(f) => Some(f),
            Type::Pointer(to) => match &**to {
                Type::Function(f) => Some(f),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Integer promotion; other types are unchanged.
pub(super) fn promote(s: Scalar) -> Scalar {
    match s {
        Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => Scalar::I32,
        other => other,
    }
}

/// Default argument promotion.
pub(super) fn promote_argument(s: Scalar) -> Scalar {
    if s == Scalar::F32 {
        Scalar::F64
    } else {
        promote(s)
    }
}

/// The usual arithmetic conversions.
pub(super) fn common(a: Scalar, b: Scalar) -> Scalar {
    if a == Scalar::F64 || b == Scalar::F64 {
        return Scalar::F64;
    }
    if a == Scalar::F32 || b == Scalar::F32 {
        return Scalar::F32;
    }
    let (a, b) = (promote(a), promote(b));
    let rank = |s: Scalar| match s {
        Scalar::U64 => 4,
        Scalar::I64 => 3,
        Scalar::U32 => 2,
        _ => 1,
    };
    if rank(a) >= rank(b) { a } else { b }
}

/// Type of an integer constant (C11 §6.4.4.1).
pub(super) fn int_literal(lit: IntLit, model: DataModel) -> Scalar {
    let fits = |s: Scalar| match s {
        Scalar::I32 => i32::try_from(lit.value).is_ok(),
        Scalar::U32 => u32::try_from(lit.value).is_ok(),
        Scalar::I64 => i64::try_from(lit.value).is_ok(),
        _ => true,
    };
    let candidates = [Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64];
    let admitted = |s: &Scalar| {
        let least = match lit.longs {
            0 => 4,
            1 => model.word(),
            _ => 8,
        };
        s.size() >= least
            && (!lit.unsigned || !s.signed())
            && (lit.unsigned || !lit.decimal || s.signed())
    };
    let chosen = candidates.into_iter().filter(admitted).find(|s| fits(*s));
    // For a decimal constant beyond `long long`, gcc warns and uses the unsigned type.
    chosen.unwrap_or(Scalar::U64)
}

/// `bits` truncated to the width of `s` and extended as in registers; integers and pointers only.
pub(super) fn wrap(bits: u64, s: Scalar) -> u64 {
    match s {
        Scalar::Bool => u64::from(bits != 0),
        Scalar::I8 => bits as i8 as u64,
        Scalar::U8 => u64::from(bits as u8),
        Scalar::I16 => bits as i16 as u64,
        Scalar::U16 => u64::from(bits as u16),
        Scalar::I32 => bits as i32 as u64,
        Scalar::U32 | Scalar::F32 | Scalar::Ptr32 => u64::from(bits as u32),
        Scalar::I64 | Scalar::U64 | Scalar::F64 | Scalar::Ptr => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_conversions_follow_rank_and_sign() {
        use Scalar::*;
        for (a, b, want) in [
            (I8, U8, I32),
            (U16, I32, I32),
            (I32, U32, U32),
            (U32, I64, I64),
            (I64, U64, U64),
            (U64, F32, F32),
            (F32, F64, F64),
            (Bool, Bool, I32),
        ] {
            assert_eq!(common(a, b), want, "{a:?} {b:?}");
            assert_eq!(common(b, a), want, "{b:?} {a:?}");
        }
    }

    #[test]
    fn integer_constants_take_the_first_type_that_fits() {
        use Scalar::*;
        for (value, decimal, unsigned, longs, want) in [
            (2_147_483_647, true, false, 0, I32),
            (2_147_483_648, true, false, 0, I64),
            (0x8000_0000, false, false, 0, U32),
            (0xffff_ffff_ffff_ffff, false, false, 0, U64),
            (1, true, true, 0, U32),
            (1, true, false, 1, I64),
            (0xffff_ffff, true, true, 0, U32),
            (0x1_0000_0000, true, true, 0, U64),
            (1, false, true, 2, U64),
        ] {
            let lit = IntLit {
                value,
                decimal,
                unsigned,
                longs,
            };
            assert_eq!(int_literal(lit, DataModel::Lp64), want, "{lit:?}");
        }
    }
}
