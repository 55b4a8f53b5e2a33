//! Functions that gcc itself knows and whose types hang on their arguments.

use syntax::ast::{BinaryOp, Expr, ExprKind};
use syntax::{DataModel, Span};

use super::Lowerer;
use super::expr::Value;
use super::place::Place;
use super::prelude;
use super::types::Type;
use crate::{BinOp, Builtin, BuiltinCall, Call, Callee, FnId, Inst, Reg, Scalar};

/// The function that tells whether arithmetic overflows; `prelude_gnu.c` defines it.
pub(super) const OVERFLOWS: &str = "__faultlens_overflows";

/// The operator and the type of the result that `__builtin_[us]{add,sub,mul}[l][l]_overflow` has; without a type that
/// of the last argument.
pub(super) fn overflow_operator(
    name: &str,
    model: DataModel,
) -> Option<(BinaryOp, Option<Scalar>)> {
    let name = name.strip_prefix("__builtin_")?.strip_suffix("_overflow")?;
    let (signed, rest) = match name.as_bytes().first()? {
        b's' if !name.starts_with("sub") => (Some(true), &name[1..]),
        b'u' => (Some(false), &name[1..]),
        _ => (None, name),
    };
    let (op, size) = rest.split_at_checked(3)?;
    let op = match op {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        _ => return None,
    };
    let ty = match (signed, size) {
        (None, "") => None,
        (Some(true), "") => Some(Scalar::I32),
        (Some(false), "") => Some(Scalar::U32),
        (Some(true), "l") => Some(Scalar::signed_word(model)),
        (Some(false), "l") => Some(Scalar::unsigned_word(model)),
        (Some(true), "ll") => Some(Scalar::I64),
        (Some(false), "ll") => Some(Scalar::U64),
        _ => return None,
    };
    Some((op, ty))
}

/// Functions whose calls gcc computes itself, even where the program defines a function of that name.
const COMPUTED: [&str; 3] = ["abs", "labs", "llabs"];

/// The library function that `__builtin_…` stands for, with the same name without the prefix.
pub(super) fn plain_name(name: &str) -> Option<&str> {
    let plain = name.strip_prefix("__builtin_")?;
    if plain == "trap" {
        return Some("abort");
    }
    let known = !prelude::defines(name) && Builtin::by_name(name).is_none();
    let library = prelude::defines(plain) || Builtin::by_name(plain).is_some();
    (known && library).then_some(plain)
}

impl Lowerer<'_> {
    /// Whether gcc computes calls of the program's function itself: it has the name and the type of one that gcc knows.
    pub(super) fn is_computed_by_gcc(&self, name: &str, id: FnId) -> bool {
        let Some(builtin) = Builtin::by_name(name).filter(|_| COMPUTED.contains(&name)) else {
            return false;
        };
        let ty = &self.definitions[id.index()];
        let params: Vec<_> = ty.params.iter().map(Type::scalar).collect();
        let known: Vec<_> = builtin.params().iter().copied().map(Some).collect();
        params == known && ty.result.scalar() == builtin.result()
    }

    /// A call of one of these functions.
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
            ("alloca" | "__builtin_alloca", [size]) if !self.fn_ids.contains_key(name) => {
                Some(self.alloca(size, e.span))
            }
            (_, [a, b, to]) => {
                let (op, ty) = overflow_operator(name, self.records.model)?;
                Some(self.checked(op, ty, [a, b, to], e.span))
            }
            _ => None,
        }
    }

    /// `alloca(size)`; the block is never freed, so that a use after the function's end is not found out.
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

    /// Arithmetic that tells whether it overflowed: the result wraps around.
    fn checked(
        &mut self,
        op: BinaryOp,
        ty: Option<Scalar>,
        [a, b, to]: [&Expr; 3],
        span: Span,
    ) -> Value {
        let operands = [a, b].map(|e| {
            let value = self.rvalue(e);
            match ty {
                Some(ty) => self.convert(value, &Type::Arith(ty), span),
                None => value,
            }
        });
        let pointer = self.rvalue(to);
        let result = pointer.ty.pointee().and_then(Type::integer);
        let (Some(result), Some(&overflows)) = (result, self.fn_ids.get(OVERFLOWS)) else {
            return self.not_modelled("arithmetic that tells its overflow, of this type", span);
        };
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
        self.store(
            &Place::Memory(pointer.reg, Type::Arith(result)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_checked_arithmetic() {
        use BinaryOp::{Add, Mul, Sub};
        for (name, expected) in [
            ("__builtin_add_overflow", Some((Add, None))),
            ("__builtin_sub_overflow", Some((Sub, None))),
            ("__builtin_ssubl_overflow", Some((Sub, Some(Scalar::I64)))),
            ("__builtin_umulll_overflow", Some((Mul, Some(Scalar::U64)))),
            ("__builtin_sadd_overflow", Some((Add, Some(Scalar::I32)))),
            ("__builtin_div_overflow", None),
            ("add_overflow", None),
        ] {
            assert_eq!(overflow_operator(name, DataModel::Lp64), expected, "{name}");
        }
    }
}
