//! Functions that gcc provides itself and whose types depend on their arguments.

use ir::{BinOp, Builtin, BuiltinCall, Call, Callee, Inst, Reg, Scalar};
use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind};

use super::Lowerer;
use super::lvalue::LValue;
use super::overflow::overflow_operator;
use super::prelude::OVERFLOWS;
use super::types::{FnType, Type};
use super::value::Value;

/// Functions whose calls gcc computes itself, even if the program defines a function of that name.
const COMPUTED: [&str; 3] = ["abs", "labs", "llabs"];

/// Whether gcc computes calls of the program's function itself: its name and type are those of a function that gcc
/// knows.
pub(super) fn is_computed_by_gcc(name: &str, ty: &FnType) -> bool {
    let Some(builtin) = Builtin::by_name(name).filter(|_| COMPUTED.contains(&name)) else {
        return false;
    };
    let params: Vec<_> = ty.params.iter().map(Type::scalar).collect();
    let known: Vec<_> = builtin.params().iter().copied().map(Some).collect();
    params == known && ty.result.scalar() == builtin.result()
}

impl Lowerer<'_> {
    /// Lowers a call of one of these functions.
    pub(super) fn gnu_call(&mut self, e: &Expr, callee: &Expr, args: &[Expr]) -> Option<Value> {
        let ExprKind::Ident(name) = &callee.kind else {
            return None;
        };
        match (name.as_str(), args) {
            ("__builtin_constant_p", [operand]) => {
                let constant =
                    matches!(operand.kind, ExprKind::Str(_)) || self.constant(operand).is_some();
                Some(self.int_constant(u64::from(constant), Scalar::I32, e.span))
            }
            ("__builtin_prefetch", args) => {
                for arg in args {
                    self.discard(arg);
                }
                Some(Value::VOID)
            }
            ("__builtin_assume_aligned", [pointer, ..]) => Some(self.rvalue(pointer)),
            ("alloca" | "__builtin_alloca", [size]) if self.functions.find(name).is_none() => {
                Some(self.alloca(size, e.span))
            }
            (_, [a, b, to]) => {
                let (op, ty) = overflow_operator(name, self.records.model)?;
                Some(self.checked_arithmetic(op, ty, [a, b, to], e.span))
            }
            _ => None,
        }
    }

    /// `alloca(size)`; the block is never freed, so a use after the function's end is not detected.
    fn alloca(&mut self, size: &Expr, span: Span) -> Value {
        let size = self.rvalue(size);
        let size = self.convert(size, &Type::Arith(Scalar::U64), span);
        let dst = self.f.reg();
        let call = BuiltinCall {
            dst: Some(dst),
            builtin: Builtin::Malloc,
            args: vec![(size.reg, Scalar::U64)],
        };
        self.f.emit(span, Inst::Builtin(Box::new(call)));
        Value {
            reg: dst,
            ty: Type::Void.pointer(),
        }
    }

    /// Arithmetic that reports whether it overflowed; the result wraps around.
    fn checked_arithmetic(
        &mut self,
        op: BinaryOp,
        ty: Option<Scalar>,
        [a, b, to]: [&Expr; 3],
        span: Span,
    ) -> Value {
        // The operands and the object for the result.
        let operands = [a, b].map(|e| {
            let value = self.rvalue(e);
            match ty {
                Some(ty) => self.convert(value, &Type::Arith(ty), span),
                None => value,
            }
        });
        let pointer = self.rvalue(to);
        let result = pointer.ty.pointee().and_then(Type::integer);
        let (Some(result), Some(overflows)) = (result, self.functions.find(OVERFLOWS)) else {
            return self.not_modelled("arithmetic that tells its overflow, of this type", span);
        };

        // The arguments of the helper: the operator, and each operand as bits and sign.
        let mut args = Vec::new();
        let code = match op {
            BinaryOp::Add => 0,
            BinaryOp::Sub => 1,
            _ => 2,
        };
        args.push((self.f.constant(span, Scalar::I32, code), Scalar::I32));
        let mut wide = Vec::new();
        for value in &operands {
            let Some(scalar) = value.ty.integer() else {
                return self.not_modelled("arithmetic that tells its overflow, of this type", span);
            };
            let (bits, negative) = self.sign_and_bits(value, scalar, span);
            wide.push(bits);
            args.extend([(bits, Scalar::U64), (negative, Scalar::Bool)]);
        }

        // The result wraps around to the type of the object.
        let machine = match op {
            BinaryOp::Add => BinOp::Add,
            BinaryOp::Sub => BinOp::Sub,
            _ => BinOp::Mul,
        };
        let wrapped = self.f.bin(span, machine, Scalar::U64, wide[0], wide[1]);
        let wrapped = self.convert(
            Value::arith(wrapped, Scalar::U64),
            &Type::Arith(result),
            span,
        );

        // The helper computes whether the exact result fits that type.
        let (bits, signed) = (u64::from(result.bits()), u64::from(result.signed()));
        args.push((self.f.constant(span, Scalar::I32, bits), Scalar::I32));
        args.push((self.f.constant(span, Scalar::Bool, signed), Scalar::Bool));
        let dst = self.f.reg();
        let call = Call {
            dst: Some(dst),
            callee: Callee::Fn(overflows),
            args,
        };
        self.f.emit(span, Inst::Call(Box::new(call)));

        // Store the result; the value is whether it overflowed.
        self.store(
            &LValue::Memory(pointer.reg, Type::Arith(result)),
            wrapped,
            span,
        );
        let told = Value::arith(dst, Scalar::I32);
        self.convert(told, &Type::Arith(Scalar::Bool), span)
    }

    /// An integer extended to 64 bits, and whether it is negative.
    fn sign_and_bits(&mut self, value: &Value, ty: Scalar, span: Span) -> (Reg, Reg) {
        let wide = if ty.signed() {
            Scalar::I64
        } else {
            Scalar::U64
        };
        let extended = self.convert(value.clone(), &Type::Arith(wide), span);
        let zero = self.f.constant(span, wide, 0);
        let negative = self.f.bin(span, BinOp::Lt, wide, extended.reg, zero);
        let negative = self.convert(
            Value::arith(negative, Scalar::I32),
            &Type::Arith(Scalar::Bool),
            span,
        );
        let bits = self.convert(extended, &Type::Arith(Scalar::U64), span);
        (bits.reg, negative.reg)
    }
}
