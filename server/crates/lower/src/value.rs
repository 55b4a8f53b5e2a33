//! Values of expressions.

use ir::{Reg, Scalar};

use super::types::Type;

/// A value in a register: a scalar, the address of a record, or nothing (`void`).
#[derive(Debug, Clone)]
pub(super) struct Value {
    /// Register; meaningless for `void`.
    pub(super) reg: Reg,
    /// Type after decay.
    pub(super) ty: Type,
}

impl Value {
    /// The absent value of type `void`.
    pub(super) const VOID: Value = Value {
        reg: Reg::MAX,
        ty: Type::Void,
    };

    /// Whether this is the value of an erroneous expression.
    pub(super) fn is_erroneous(&self) -> bool {
        matches!(self.ty, Type::Unmodelled(_))
    }

    /// An arithmetic value.
    pub(super) fn arith(reg: Reg, ty: Scalar) -> Value {
        Value {
            reg,
            ty: Type::Arith(ty),
        }
    }
}
