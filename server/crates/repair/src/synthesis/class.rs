//! What an expression can stand for, as far as the text tells: candidates for a place have its class.

use syntax::ast::{BinaryOp, Expr, ExprKind, TypeSpec, UnaryOp};

use crate::generate::scope::Scope;
use crate::generate::types::{Step, Type};

/// Class of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Class {
    /// An integer of any width.
    Integer,
    /// A floating-point number.
    Floating,
    /// A pointer to this type, or an array of it.
    Pointer(Type),
}

impl Class {
    /// Class of the values of a type; `None` for records and functions.
    pub(super) fn of_type(ty: &Type) -> Option<Class> {
        let real = [TypeSpec::Float, TypeSpec::Double, TypeSpec::LongDouble];
        match ty.steps.split_first() {
            Some((Step::Pointer | Step::Array, rest)) => Some(Class::Pointer(Type {
                base: ty.base.clone(),
                steps: rest.to_vec(),
            })),
            Some((Step::Function, _)) => None,
            None if ty.is_base(&real) => Some(Class::Floating),
            None => ty.is_number().then_some(Class::Integer),
        }
    }

    /// Class of an expression; `None` if it is unknown.
    pub(crate) fn of(e: &Expr, scope: &Scope) -> Option<Class> {
        use BinaryOp::{Add, Div, Mul, Sub};
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Char(_) => Some(Class::Integer),
            ExprKind::Float { .. } => Some(Class::Floating),
            ExprKind::Ident(_)
            | ExprKind::Index(..)
            | ExprKind::Deref(_)
            | ExprKind::Member(..) => Class::of_type(&scope.type_of(e)?),
            ExprKind::Call(callee, _) => match &callee.kind {
                ExprKind::Ident(name) => Class::of_type(&scope.result_of(name)?),
                _ => None,
            },
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::SizeofExpr(_)
            | ExprKind::SizeofType(_) => Some(Class::Integer),
            ExprKind::Unary(_, a) | ExprKind::IncDec { target: a, .. } => Class::of(a, scope),
            ExprKind::Binary(op, a, b) => match op {
                Add | Sub | Mul | Div => {
                    let (a, b) = (Class::of(a, scope)?, Class::of(b, scope)?);
                    match (&a, &b) {
                        (Class::Pointer(_), Class::Pointer(_)) => Some(Class::Integer),
                        (Class::Pointer(_), _) => Some(a),
                        (_, Class::Pointer(_)) => Some(b),
                        (Class::Floating, _) | (_, Class::Floating) => Some(Class::Floating),
                        _ => Some(Class::Integer),
                    }
                }
                _ => Some(Class::Integer),
            },
            ExprKind::Assign(_, target, _) => Class::of(target, scope),
            ExprKind::Conditional(_, Some(a), b) => {
                let (a, b) = (Class::of(a, scope)?, Class::of(b, scope)?);
                (a == b).then_some(a)
            }
            ExprKind::Comma(_, b) => Class::of(b, scope),
            _ => None,
        }
    }
}
