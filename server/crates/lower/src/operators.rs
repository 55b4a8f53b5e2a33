//! Binary operators on values.

use ir::{BinOp, Bound, Inst, Scalar};
use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind};

use super::Lowerer;
use super::builder::FnBuilder;
use super::layout::Bits;
use super::scope::{Entity, Scopes};
use super::types::{Type, common, promote};
use super::typing::is_comparison;
use super::value::Value;
use super::wide_field::FieldType;

/// Whether both expressions are the same variable, or the same member of one.
fn is_same_object(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Ident(a), ExprKind::Ident(b)) => a == b,
        (ExprKind::Member(a, x, p), ExprKind::Member(b, y, q)) => {
            x.text == y.text && p == q && is_same_object(a, b)
        }
        _ => false,
    }
}

/// The machine's operator; `true` if the operands are swapped.
fn machine_op(op: BinaryOp) -> (BinOp, bool) {
    match op {
        BinaryOp::Add => (BinOp::Add, false),
        BinaryOp::Sub => (BinOp::Sub, false),
        BinaryOp::Mul => (BinOp::Mul, false),
        BinaryOp::Div => (BinOp::Div, false),
        BinaryOp::Rem => (BinOp::Rem, false),
        BinaryOp::Shl => (BinOp::Shl, false),
        BinaryOp::Shr => (BinOp::Shr, false),
        BinaryOp::BitAnd => (BinOp::And, false),
        BinaryOp::BitOr => (BinOp::Or, false),
        BinaryOp::BitXor => (BinOp::Xor, false),
        BinaryOp::Lt => (BinOp::Lt, false),
        BinaryOp::Le => (BinOp::Le, false),
        BinaryOp::Gt => (BinOp::Lt, true),
        BinaryOp::Ge => (BinOp::Le, true),
        BinaryOp::Eq => (BinOp::Eq, false),
        BinaryOp::Ne => (BinOp::Ne, false),
    }
}

impl Lowerer<'_> {
    /// Lowers a left-nested chain of binary operators, without recursion.
    pub(super) fn binary_chain(&mut self, e: &Expr) -> Value {
        let mut chain = Vec::new();
        let mut leftmost = e;
        while let ExprKind::Binary(op, a, b) = &leftmost.kind {
            chain.push((*op, &**a, &**b, leftmost.span));
            leftmost = a;
            if self.is_part(leftmost) {
                break;
            }
        }
        let mut left = None;
        while let Some((op, before, right, span)) = chain.pop() {
            if let (None, BinaryOp::Sub) = (&left, op)
                && let Some(offset) = self.member_distance(leftmost, right)
            {
                let reg = self.f.constant(span, Scalar::I64, offset);
                left = Some(Value::arith(reg, Scalar::I64));
                continue;
            }
            // gcc evaluates a plain variable after a call in the other operand.
            let late = left.is_none()
                && is_memory_variable(leftmost, &self.scopes)
                && self.effects(right).calls;
            let (a, b) = match left.take() {
                Some(a) => (a, self.rvalue(right)),
                None if late => {
                    let b = self.rvalue(right);
                    (self.rvalue(leftmost), b)
                }
                None => {
                    let a = self.rvalue(leftmost);
                    (a, self.rvalue(right))
                }
            };
            self.check_operands(op, (&a.ty, before), (&b.ty, right), span);
            left = Some(match self.operand_field_type(op, before, right) {
                Some(ty) => self.field_arithmetic(op, a, b, ty, span),
                None => self.arithmetic(op, a, b, span),
            });
        }
        left.unwrap_or(Value::VOID)
    }

    /// Arithmetic in the type of a wide bit-field.
    fn field_arithmetic(
        &mut self,
        op: BinaryOp,
        a: Value,
        b: Value,
        ty: FieldType,
        span: Span,
    ) -> Value {
        let shifts = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let a = self.cut_to_field(a, ty, span);
        let b = if shifts {
            b
        } else {
            self.cut_to_field(b, ty, span)
        };
        let result = self.arithmetic(op, a, b, span);
        if is_comparison(op) {
            result
        } else {
            self.cut_to_field(result, ty, span)
        }
    }

    /// Whether `e` is a bit-field wider than `int` and narrower than its type: gcc computes in its width.
    pub(super) fn is_wide_field(&mut self, e: &Expr) -> bool {
        let ExprKind::Member(base, name, arrow) = &e.kind else {
            return false;
        };
        if !self.records.any_wide_field() {
            return false;
        }
        let field = self.member_field(base, &name.text, *arrow);
        field.and_then(|f| f.bits).is_some_and(Bits::is_wide)
    }

    /// `a op b` with the conversions of C.
    pub(super) fn arithmetic(&mut self, op: BinaryOp, a: Value, b: Value, span: Span) -> Value {
        if a.is_erroneous() || b.is_erroneous() {
            return self.erroneous_value(span);
        }
        if matches!(a.ty, Type::Pointer(_)) || matches!(b.ty, Type::Pointer(_)) {
            return self.pointer_arithmetic(op, a, b, span);
        }
        let (Type::Arith(left), Type::Arith(right)) = (&a.ty, &b.ty) else {
            self.wrong(span, "these operands have no arithmetic type");
            return self.erroneous_value(span);
        };
        let shifts = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let ty = if shifts {
            promote(*left)
        } else {
            common(*left, *right)
        };
        let integers_only = shifts
            || matches!(
                op,
                BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
            );
        if integers_only && (ty.is_float() || right.is_float()) {
            self.wrong(span, "this operator needs integers");
            return self.erroneous_value(span);
        }
        if shifts && right.bits() > ty.bits() {
            let guard = Inst::Bounds {
                index: b.reg,
                limit: u64::from(ty.bits()),
                of: Bound::Shift(ty),
            };
            self.f.emit(span, guard);
        }
        let (a, b) = self.convert_both(a, b, &Type::Arith(ty), span);
        emit_binary(&mut self.f, op, ty, &a, &b, span)
    }

    fn convert_both(&mut self, a: Value, b: Value, ty: &Type, span: Span) -> (Value, Value) {
        // The right operand comes first, because it may be the constant of the last instruction.
        let b = self.convert(b, ty, span);
        (self.convert(a, ty, span), b)
    }

    /// The offset `(char *)&p->member - (char *)p`, for any value of `p` including null, as gcc computes it.
    fn member_distance(&mut self, to: &Expr, from: &Expr) -> Option<u64> {
        let (ExprKind::Cast(_, target), ExprKind::Cast(_, origin)) = (&to.kind, &from.kind) else {
            return None;
        };
        let bytes = |this: &mut Self, e| {
            let ty = this.type_of(e);
            matches!(ty.pointee(), Some(Type::Arith(s)) if s.size() == 1)
        };
        let ExprKind::AddressOf(target) = &target.kind else {
            return None;
        };
        if !bytes(self, to) || !bytes(self, from) {
            return None;
        }
        let (mut offset, mut part) = (0, &**target);
        loop {
            let ExprKind::Member(base, name, arrow) = &part.kind else {
                return None;
            };
            offset += self.member_field(base, &name.text, *arrow)?.offset;
            if *arrow {
                return is_same_object(base, origin).then_some(offset);
            }
            part = base;
        }
    }

    fn pointer_arithmetic(&mut self, op: BinaryOp, a: Value, b: Value, span: Span) -> Value {
        // Comparisons.
        if is_comparison(op) {
            let ty = Type::Void.pointer();
            let (a, b) = self.convert_both(a, b, &ty, span);
            return emit_binary(&mut self.f, op, Scalar::Ptr, &a, &b, span);
        }

        // Sums and differences.
        let is_pointer = |v: &Value| matches!(v.ty, Type::Pointer(_));
        let sum = match (op, is_pointer(&a), is_pointer(&b)) {
            (BinaryOp::Add, true, false) => self.pointer_add(a, b, 1, span),
            (BinaryOp::Add, false, true) => self.pointer_add(b, a, 1, span),
            (BinaryOp::Sub, true, false) => self.pointer_add(a, b, -1, span),
            (BinaryOp::Sub, true, true) => {
                // A variable length of the pointee is divided by afterwards.
                let by_bytes = match a.ty.pointee() {
                    Some(Type::Vla(_, bytes)) => Some(*bytes),
                    _ => None,
                };
                let size = match by_bytes {
                    Some(_) => 1,
                    None => a.ty.pointee().map_or(1, |to| self.records.step(to)).max(1) as i64,
                };
                let dst = self.f.reg();
                self.f.emit(
                    span,
                    Inst::PtrDiff {
                        dst,
                        a: a.reg,
                        b: b.reg,
                        size,
                    },
                );
                let elements = by_bytes.map_or(dst, |bytes| {
                    self.f.bin(span, BinOp::Div, Scalar::I64, dst, bytes)
                });
                let difference = self.records.difference_type();
                Some(self.convert(Value::arith(elements, Scalar::I64), &difference, span))
            }
            _ => {
                self.wrong(span, "this operator does not apply to pointers");
                None
            }
        };
        match sum {
            Some(value) => value,
            None => self.erroneous_value(span),
        }
    }
}

fn is_memory_variable(e: &Expr, scopes: &Scopes) -> bool {
    let ExprKind::Ident(name) = &e.kind else {
        return false;
    };
    matches!(
        scopes.find(name),
        Some(Entity::Slot(..) | Entity::Global(_))
    )
}

/// Emits a binary operator on values that have been converted.
fn emit_binary(
    f: &mut FnBuilder,
    op: BinaryOp,
    ty: Scalar,
    a: &Value,
    b: &Value,
    span: Span,
) -> Value {
    let (machine, swap) = machine_op(op);
    let (x, y) = if swap { (b.reg, a.reg) } else { (a.reg, b.reg) };
    let result = if is_comparison(op) { Scalar::I32 } else { ty };
    Value::arith(f.bin(span, machine, ty, x, y), result)
}
