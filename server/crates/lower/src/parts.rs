//! Parts: the operands of chosen components as components of their own (`CFaults` §4, "Refinement").
//!
//! To find the part of a statement that matters, the program is lowered again; inside the chosen components each
//! expression that is evaluated becomes a component that either behaves as written or has an angelic value. All other
//! components keep their ids, so a set that was found in the program itself means the same here.
//!
//! # Definition of a part
//! A part is an expression of arithmetic type without side effects. A free value covers all that it can do, so a part
//! covers everything inside it: any effect of changing a piece can also be achieved by changing the whole. Hence these
//! are not parts: addresses, records, and expressions that write or call a function with effects. The operands of
//! `a && b && c` are parts, but `a && b` in it is not; the target of an assignment is not a part, but the index in
//! `a[i] = x` is.

use ir::{AltKind, ComponentKind, PartKind};
use syntax::Span;
use syntax::ast::{Expr, ExprKind, UnaryOp};

use super::effects::expr_extent;
use super::types::Type;
use super::value::Value;
use super::{LowerOptions, LoweredUnit, Lowerer};

/// Lowers a translation unit in which the expressions inside these spans are components of kind
/// [`ComponentKind::Part`]. They come after all other components, which are those of [`super::lower`].
pub fn lower_parts(parse: &syntax::Parse, options: &LowerOptions, within: &[Span]) -> LoweredUnit {
    let mut lowerer = Lowerer::new(parse, *options);
    lowerer.components.refine(within);
    lowerer.run()
}

impl Lowerer<'_> {
    /// Whether an expression is a part that becomes a component.
    pub(super) fn is_part(&mut self, e: &Expr) -> bool {
        self.components.is_refined(e.span)
            && self.effects(e).pure()
            && matches!(self.type_of(e), Type::Arith(_))
            && !self.is_wide_field(e)
    }

    /// The value of a part: as written, or angelic.
    pub(super) fn part_value(&mut self, e: &Expr) -> Value {
        let Some(mut open) = self.begin(ComponentKind::Part(kind(e)), e.span, expr_extent(e))
        else {
            return self.value(e);
        };
        let written = self.value(e);
        if !matches!(written.ty, Type::Arith(_)) {
            self.finish(open, false);
            return written;
        }
        let result = self.f.reg();
        self.f.assign(e.span, result, written.reg);
        self.alternative(&mut open, AltKind::Angelic, true);
        self.angelic_into(result, open.comp, &written.ty, e.span);
        self.finish(open, true);
        Value {
            reg: result,
            ty: written.ty,
        }
    }
}

/// Kind of a part; a sign is part of its number.
fn kind(e: &Expr) -> PartKind {
    match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Float { .. }
        | ExprKind::Char(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::SizeofType(_)
        | ExprKind::AlignofType(_)
        | ExprKind::AlignofExpr(_)
        | ExprKind::Offsetof(..) => PartKind::Constant,
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus, number) if is_number(number) => {
            PartKind::Constant
        }
        ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::LogicalAnd(..)
        | ExprKind::LogicalOr(..)
        | ExprKind::Conditional(..)
        | ExprKind::Cast(..) => PartKind::Operator,
        _ => PartKind::Operand,
    }
}

/// Whether the expression is a numeric literal.
pub(super) fn is_number(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Int(_) | ExprKind::Float { .. })
}
