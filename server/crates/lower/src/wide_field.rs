//! Arithmetic on bit-fields that are wider than `int` and narrower than their type.
//!
//! gcc gives such a field an integer type of exactly its width, to which the usual conversions apply: the sum of a
//! field of 40 bits and an `int` has 40 bits; the sum of the field and a `long` has 64.

use std::cmp::Ordering;

use ir::{BinOp, Scalar};
use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

use super::Lowerer;
use super::layout::Bits;
use super::types::Type;
use super::typing::is_comparison;
use super::value::Value;

/// The type of a wide bit-field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FieldType {
    width: u8,
    signed: bool,
}

impl Lowerer<'_> {
    /// The field type of an expression, if it has the type of a wide bit-field.
    pub(super) fn field_type(&mut self, e: &Expr) -> Option<FieldType> {
        if !self.records.any_wide_field() {
            return None;
        }
        match &e.kind {
            ExprKind::Member(base, name, arrow) => {
                let field = self.member_field(base, &name.text, *arrow)?;
                let bits = field.bits.filter(|bits: &Bits| bits.is_wide())?;
                Some(FieldType {
                    width: bits.width,
                    signed: bits.declared.signed(),
                })
            }
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Neg | UnaryOp::BitNot, operand) => {
                self.field_type(operand)
            }
            ExprKind::Binary(op, a, b) if !is_comparison(*op) => self.operand_field_type(*op, a, b),
            ExprKind::Conditional(cond, then, other) => {
                self.common_field_type(then.as_ref().unwrap_or(cond), other)
            }
            ExprKind::Assign(_, place, _) => self.field_type(place),
            ExprKind::Comma(_, last) => self.field_type(last),
            _ => None,
        }
    }

    /// The type in which an operator computes, if it is the type of a wide bit-field.
    pub(super) fn operand_field_type(
        &mut self,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
    ) -> Option<FieldType> {
        match op {
            BinaryOp::Shl | BinaryOp::Shr => self.field_type(a),
            _ => self.common_field_type(a, b),
        }
    }

    fn common_field_type(&mut self, a: &Expr, b: &Expr) -> Option<FieldType> {
        let (x, y) = match (self.field_type(a), self.field_type(b)) {
            (Some(x), Some(y)) => (x, y),
            (None, None) => return None,
            (Some(own), None) => return self.is_narrow_integer(b).then_some(own),
            (None, Some(own)) => return self.is_narrow_integer(a).then_some(own),
        };
        Some(match x.width.cmp(&y.width) {
            Ordering::Less => y,
            Ordering::Greater => x,
            Ordering::Equal => FieldType {
                width: x.width,
                signed: x.signed && y.signed,
            },
        })
    }

    /// Whether the type of an expression has no more bits than `int`.
    fn is_narrow_integer(&mut self, e: &Expr) -> bool {
        let ty = self.type_of(e);
        ty.integer().is_some_and(|scalar| scalar.size() < 8)
    }

    /// Converts a value to the type of a wide bit-field.
    pub(super) fn cut_to_field(&mut self, value: Value, to: FieldType, span: Span) -> Value {
        if value.ty.integer().is_none() {
            return value;
        }
        let wide = if to.signed { Scalar::I64 } else { Scalar::U64 };
        let value = self.convert(value, &Type::Arith(Scalar::U64), span);
        let unused = 64 - u64::from(to.width);
        let count = self.f.constant(span, Scalar::U64, unused);
        let high = self.f.bin(span, BinOp::Shl, Scalar::U64, value.reg, count);
        let count = self.f.constant(span, wide, unused);
        let cut = self.f.bin(span, BinOp::Shr, wide, high, count);
        Value::arith(cut, wide)
    }
}
