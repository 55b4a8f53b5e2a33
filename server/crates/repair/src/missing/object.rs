//! Objects that can be named at a place.

use syntax::ast::Expr;

use crate::generate::types::Type;

/// An object that can be named at a place.
pub(super) struct Object {
    pub(super) text: String,
    pub(super) expr: Expr,
    pub(super) ty: Type,
    /// Last name in the expression.
    pub(super) last: String,
    pub(super) is_assignable: bool,
}
