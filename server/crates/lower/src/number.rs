//! Conversions between scalar types and pointer arithmetic.

use ir::{BinOp, Inst, Scalar};
use syntax::ast::Expr;
use syntax::{DataModel, Span};

use super::Lowerer;
use super::types::Type;
use super::value::Value;

impl Lowerer<'_> {
    /// Evaluates `e` and converts its value as if by assignment (C11 §6.5.16.1).
    pub(super) fn converted(&mut self, e: &Expr, ty: &Type, span: Span) -> Value {
        let value = self.rvalue(e);
        self.check_conversion(ty, &value.ty, Some(e), e.span);
        self.convert(value, ty, span)
    }

    /// `value` converted to `ty` as by assignment or a cast.
    pub(super) fn convert(&mut self, value: Value, ty: &Type, span: Span) -> Value {
        if *ty == Type::Void {
            return Value::VOID;
        }
        if let (Type::Unmodelled(what), false) = (ty, value.is_erroneous()) {
            return self.not_modelled(what, span);
        }
        match (value.ty.scalar(), ty.scalar()) {
            (Some(from), Some(to)) => {
                let value = self.convert_scalar(value, from, to, span);
                Value {
                    reg: value.reg,
                    ty: ty.clone(),
                }
            }
            (None, None) if value.ty == *ty => value,
            _ => {
                if !value.is_erroneous() {
                    let message =
                        "a value of this type cannot be converted to the type that is needed here";
                    self.wrong(span, message);
                }
                Value {
                    reg: self.f.indeterminate(span),
                    ty: ty.clone(),
                }
            }
        }
    }

    fn convert_scalar(&mut self, value: Value, from: Scalar, to: Scalar, span: Span) -> Value {
        if from == to {
            return value;
        }
        if !to.is_float()
            && let Some((ty, bits)) = self.f.last_constant(value.reg)
            && ty == from
        {
            let bits = if to == Scalar::Bool {
                u64::from(bits != 0)
            } else {
                bits
            };
            self.f.replace_constant(to, bits);
            return Value::arith(value.reg, to);
        }
        // A pointer converts only to and from integers of its width, and to a truth value. Addresses of 32 bits are
        // unsigned: their upper bits are zero.
        let model = self.records.model;
        let (signed, unsigned) = (Scalar::signed_word(model), Scalar::unsigned_word(model));
        let through = match (from, to) {
            (Scalar::Ptr, Scalar::Bool) => None,
            (Scalar::Ptr, to) if to == signed || to == unsigned => None,
            (Scalar::Ptr, _) => Some(unsigned),
            (from, Scalar::Ptr) if from == unsigned => None,
            (Scalar::I64, Scalar::Ptr) if model == DataModel::Lp64 => None,
            (_, Scalar::Ptr) if model == DataModel::Ilp32 => Some(unsigned),
            (_, Scalar::Ptr) => Some(signed),
            _ => None,
        };
        let (from, a) = match through {
            Some(middle) => (middle, self.f.cast(span, from, middle, value.reg)),
            None => (from, value.reg),
        };
        let reg = if from == to {
            a
        } else {
            self.f.cast(span, from, to, a)
        };
        Value::arith(reg, to)
    }

    /// `base + sign * index`; `None` if `base` is not a pointer.
    pub(super) fn pointer_add(
        &mut self,
        base: Value,
        index: Value,
        sign: i64,
        span: Span,
    ) -> Option<Value> {
        let Type::Pointer(to) = &base.ty else {
            if !base.is_erroneous() {
                self.wrong(span, "the operand of `*` or `[]` is not a pointer");
            }
            return None;
        };
        let size = sign * self.records.step(to) as i64;
        let step = match &**to {
            Type::Vla(_, bytes) => Some(*bytes),
            _ => None,
        };
        let mut index = self.convert(index, &Type::Arith(Scalar::I64), span);
        let size = match step {
            Some(bytes) => {
                index.reg = self.f.bin(span, BinOp::Mul, Scalar::I64, index.reg, bytes);
                sign
            }
            None => size,
        };
        let dst = self.f.reg();
        self.f.emit(
            span,
            Inst::PtrAdd {
                dst,
                base: base.reg,
                index: index.reg,
                size,
            },
        );
        Some(Value {
            reg: dst,
            ty: base.ty,
        })
    }
}
