//! String literals.

use std::sync::Arc;

use ir::Scalar;
use syntax::ast::{Expr, ExprKind, Wide};

use super::types::Type;

/// A string literal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Text {
    /// Bytes of the literal in memory, with the final zero.
    pub(super) bytes: Vec<u8>,
    /// Type of its characters.
    pub(super) element: Scalar,
}

impl Text {
    /// The literal of a string expression; `None` for other expressions.
    pub(super) fn of(e: &Expr) -> Option<Text> {
        match &e.kind {
            ExprKind::Str(bytes) => Some(Text {
                bytes: [bytes.as_slice(), &[0]].concat(),
                element: Scalar::I8,
            }),
            ExprKind::WideStr(wide, units) => {
                let element = match wide {
                    Wide::Wchar => Scalar::I32,
                    Wide::Char16 => Scalar::U16,
                    Wide::Char32 => Scalar::U32,
                };
                let size = element.size() as usize;
                let with_zero = units.iter().chain([&0]);
                Some(Text {
                    bytes: with_zero
                        .flat_map(|unit| unit.to_le_bytes()[..size].to_vec())
                        .collect(),
                    element,
                })
            }
            _ => None,
        }
    }

    /// Number of characters, including the final zero.
    pub(super) fn length(&self) -> u64 {
        self.bytes.len() as u64 / u64::from(self.element.size())
    }

    /// Type of the literal's array.
    pub(super) fn ty(&self) -> Type {
        Type::Array(Arc::new(Type::Arith(self.element)), Some(self.length()))
    }

    /// Whether the literal may initialise an array of such elements.
    pub(super) fn fits(&self, element: &Type) -> bool {
        matches!(element, Type::Arith(s) if !s.is_float() && s.size() == self.element.size())
    }
}
