//! Lowering of expressions to values.

use ir::{Builtin, BuiltinCall, Inst, Reg, Scalar, UnOp};
use syntax::Span;
use syntax::ast::{Block, BlockItem, Expr, ExprKind, StmtKind, UnaryOp};

use super::Lowerer;
use super::builder::Writes;
use super::constant::{Constant, enumerator};
use super::library_use::predefined_stream;
use super::parts::is_number;
use super::scope::Entity;
use super::types::{Type, int_literal, promote, wrap};
use super::typing::is_comparison;
use super::value::Value;

impl Lowerer<'_> {
    /// Evaluates `e` to a value.
    pub(super) fn rvalue(&mut self, e: &Expr) -> Value {
        if self.is_part(e) {
            self.part_value(e)
        } else {
            self.value(e)
        }
    }

    /// Evaluates `e`, which is not a component here.
    pub(super) fn value(&mut self, e: &Expr) -> Value {
        match &e.kind {
            // Constants.
            ExprKind::Int(lit) => {
                self.int_constant(lit.value, int_literal(*lit, self.records.model), e.span)
            }
            ExprKind::Char(value) => self.int_constant(*value as u64, Scalar::I32, e.span),
            ExprKind::Float { value, suffix } => {
                if *suffix == Some('l') {
                    self.warn_of_long_double(e.span);
                }
                self.float_constant(*value, *suffix == Some('f'), e.span)
            }

            // Names and places.
            ExprKind::Ident(name) => self.named_value(name, e),
            ExprKind::Str(_)
            | ExprKind::WideStr(..)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::Deref(_)
            | ExprKind::CompoundLiteral(..) => self.place_value(e),

            // Calls and operators.
            ExprKind::Call(callee, args) => self.call(e, callee, args, true),
            ExprKind::Unary(op, a) => self.unary(*op, a, e.span),
            ExprKind::AddressOf(a) => self.address_of(a, e.span),
            ExprKind::IncDec { .. } | ExprKind::Assign(..) => self.write(e, true),
            ExprKind::Binary(..) => self.binary_chain(e),
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => self.logical_chain(e),
            ExprKind::Conditional(c, a, b) => self.conditional(e, c, a.as_deref(), b, true),
            ExprKind::Comma(..) => self.comma_chain(e, true),

            // Conversions.
            ExprKind::Cast(ty, a) => {
                let ty = self.type_name(ty);
                self.cast_expr(&ty, a, e.span)
            }

            // Facts about types.
            ExprKind::SizeofExpr(_)
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofType(_)
            | ExprKind::AlignofExpr(_)
            | ExprKind::TypesCompatible(_)
            | ExprKind::Offsetof(..) => self.size_constant(e),

            // Selections by type, and extensions of GNU C.
            ExprKind::Generic(..) | ExprKind::ChooseExpr(_) => match self.selected_operand(e) {
                Ok(chosen) => self.rvalue(chosen),
                Err(what) => self.not_modelled(what, e.span),
            },
            ExprKind::StatementExpr(block) => self.statement_expr(block),
            ExprKind::VaArg(list, ty) => {
                let ty = self.type_name(ty);
                self.next_argument(list, &ty, e.span)
            }
            ExprKind::LabelAddress(name) => self.label_value(name, e.span),
            ExprKind::Unsupported(what) => self.not_modelled(what, e.span),
        }
    }

    /// Evaluates `e` for its side effects.
    pub(super) fn discard(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Call(callee, args) => {
                self.call(e, callee, args, false);
            }
            ExprKind::IncDec { .. } | ExprKind::Assign(..) => {
                self.write(e, false);
            }
            ExprKind::Comma(..) => {
                self.comma_chain(e, false);
            }
            ExprKind::Conditional(c, a, b) => {
                self.conditional(e, c, a.as_deref(), b, false);
            }
            ExprKind::Cast(ty, a) if self.type_name(ty) == Type::Void => match &a.kind {
                // This is how a variable is marked as used.
                ExprKind::Ident(_) => _ = self.rvalue(a),
                _ => self.discard(a),
            },
            ExprKind::Ident(_)
            | ExprKind::Deref(_)
            | ExprKind::Index(..)
            | ExprKind::Member(..) => {
                let value = self.rvalue(e);
                // Whether all of a record was set is not known.
                let read = match value.ty.scalar() {
                    Some(ty) => (value.reg, ty),
                    None => (self.f.indeterminate(e.span), Scalar::I32),
                };
                let call = BuiltinCall {
                    dst: None,
                    builtin: Builtin::Unused,
                    args: vec![read],
                };
                self.f.emit(e.span, Inst::Builtin(Box::new(call)));
            }
            _ => {
                self.rvalue(e);
            }
        }
    }

    /// The value of an erroneous expression, which needs no further messages.
    pub(super) fn erroneous_value(&mut self, span: Span) -> Value {
        let ty = Type::Unmodelled("".into());
        Value {
            reg: self.f.indeterminate(span),
            ty,
        }
    }

    /// Ends the run here as not analysable.
    pub(super) fn not_modelled(&mut self, what: &str, span: Span) -> Value {
        self.unsupported(span, what);
        self.erroneous_value(span)
    }

    /// An integer constant.
    pub(super) fn int_constant(&mut self, bits: u64, ty: Scalar, span: Span) -> Value {
        Value::arith(self.f.constant(span, ty, bits), ty)
    }

    fn float_constant(&mut self, value: f64, single: bool, span: Span) -> Value {
        if single {
            let bits = u64::from((value as f32).to_bits());
            return Value::arith(self.f.constant(span, Scalar::F32, bits), Scalar::F32);
        }
        Value::arith(
            self.f.constant(span, Scalar::F64, value.to_bits()),
            Scalar::F64,
        )
    }

    fn size_constant(&mut self, e: &Expr) -> Value {
        let operand = match &e.kind {
            ExprKind::SizeofExpr(operand) => Some(self.type_of(operand)),
            ExprKind::SizeofType(ty) => Some(self.type_name(ty)),
            _ => None,
        };
        if let Some(Type::Vla(_, size)) = operand {
            let ty = self.records.size_type();
            return self.convert(Value::arith(size, Scalar::U64), &ty, e.span);
        }
        match self.constant(e) {
            Some(Constant::Int(bits, ty)) => self.int_constant(bits, ty, e.span),
            _ => self.not_modelled("the size of this operand", e.span),
        }
    }

    fn named_value(&mut self, name: &str, e: &Expr) -> Value {
        if let Some(Entity::Constant(value)) = self.scopes.find(name)
            && let Constant::Int(bits, ty) = enumerator(*value)
        {
            return self.int_constant(bits, ty, e.span);
        }
        if let Some(bits) = predefined_stream(name, &self.scopes, &self.globals) {
            let reg = self.f.constant(e.span, Scalar::Ptr, bits);
            return Value {
                reg,
                ty: Type::Void.pointer(),
            };
        }
        self.place_value(e)
    }

    fn place_value(&mut self, e: &Expr) -> Value {
        let place = match &e.kind {
            // A row of a matrix decays to a pointer.
            ExprKind::Index(a, b) if matches!(self.type_of(e), Type::Array(..)) => {
                self.element(a, b, e.span, true)
            }
            _ => self.place(e),
        };
        if let Some(place) = place {
            return self.load(&place, e.span);
        }
        self.erroneous_value(e.span)
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, span: Span) -> Value {
        if matches!(op, UnaryOp::Neg | UnaryOp::BitNot)
            && let Some(ty) = self.field_type(operand)
        {
            let value = self.unary_of(op, operand, span);
            return self.cut_to_field(value, ty, span);
        }
        self.unary_of(op, operand, span)
    }

    fn unary_of(&mut self, op: UnaryOp, operand: &Expr, span: Span) -> Value {
        // A sign is part of its number.
        let a = if is_number(operand) {
            self.value(operand)
        } else {
            self.rvalue(operand)
        };
        let Some(ty) = a.ty.scalar() else {
            if a.is_erroneous() {
                return a;
            }
            return self.not_modelled("this operand", span);
        };
        if op == UnaryOp::Not {
            let dst = self.f.reg();
            self.f.emit(
                span,
                Inst::Un {
                    op: UnOp::Not,
                    ty,
                    dst,
                    a: a.reg,
                },
            );
            return Value::arith(dst, Scalar::I32);
        }
        let ty = promote(ty);
        let a = self.convert(a, &Type::Arith(ty), span);
        let op = match op {
            UnaryOp::Neg => UnOp::Neg,
            UnaryOp::BitNot => UnOp::BitNot,
            UnaryOp::Plus | UnaryOp::Not => return a,
        };
        let overflows = |ty: Scalar, bits| ty.signed() && bits == wrap(1 << (ty.bits() - 1), ty);
        if let Some((ty, bits)) = self.f.last_constant(a.reg)
            && (op == UnOp::BitNot || !overflows(ty, bits))
        {
            let bits = if op == UnOp::Neg {
                bits.wrapping_neg()
            } else {
                !bits
            };
            self.f.replace_constant(ty, bits);
            return a;
        }
        let dst = self.f.reg();
        self.f.emit(
            span,
            Inst::Un {
                op,
                ty,
                dst,
                a: a.reg,
            },
        );
        Value::arith(dst, ty)
    }

    fn cast_expr(&mut self, ty: &Type, operand: &Expr, span: Span) -> Value {
        self.calls.set_pointee(ty, operand, &self.records);
        if *ty == Type::Void {
            self.discard(operand);
            return Value::VOID;
        }
        let value = self.rvalue(operand);
        if matches!(ty, Type::Record(_)) && value.ty != *ty {
            return self.not_modelled("a cast to a struct or union", span);
        }
        self.convert(value, ty, span)
    }

    /// Truth of a scalar expression: 0 or 1 in a register of type `int` or `_Bool`.
    pub(super) fn truth(&mut self, e: &Expr) -> (Reg, Scalar) {
        let value = self.rvalue(e);
        let is_truth = match &e.kind {
            ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Unary(UnaryOp::Not, _) => true,
            ExprKind::Binary(op, ..) => is_comparison(*op),
            _ => false,
        };
        if is_truth {
            (value.reg, Scalar::I32)
        } else {
            self.truth_of(value, e.span)
        }
    }

    /// `value != 0`
    pub(super) fn truth_of(&mut self, value: Value, span: Span) -> (Reg, Scalar) {
        let value = self.convert(value, &Type::Arith(Scalar::Bool), span);
        (value.reg, Scalar::Bool)
    }

    /// Lowers a left-nested chain of `&&` or of `||`, without recursion.
    fn logical_chain(&mut self, e: &Expr) -> Value {
        // The operands, from the last to the first.
        let is_and = matches!(e.kind, ExprKind::LogicalAnd(..));
        let mut operands = Vec::new();
        let mut leftmost = e;
        while let (true, ExprKind::LogicalAnd(a, b)) | (false, ExprKind::LogicalOr(a, b)) =
            (is_and, &leftmost.kind)
        {
            operands.push(&**b);
            leftmost = a;
        }
        operands.push(leftmost);

        // Each operand but the last decides, or leads to the next one.
        let (result, decided, end) = (self.f.reg(), self.f.label(), self.f.label());
        for (i, operand) in operands.iter().enumerate().rev() {
            let (cond, ty) = self.truth(operand);
            if i == 0 {
                let last = self.convert(Value::arith(cond, ty), &Type::INT, e.span);
                self.f.assign(e.span, result, last.reg);
                continue;
            }
            let next = self.f.label();
            let (then, els) = if is_and {
                (next, decided)
            } else {
                (decided, next)
            };
            self.f.emit(
                operand.span,
                Inst::Branch {
                    cond,
                    ty,
                    then,
                    els,
                },
            );
            self.f.bind(next);
        }

        // Where an earlier operand has decided, its truth is known.
        self.f.emit(e.span, Inst::Jump { to: end });
        self.f.bind(decided);
        self.f.emit(
            e.span,
            Inst::Const {
                dst: result,
                ty: Scalar::I32,
                bits: u64::from(!is_and),
            },
        );
        self.f.bind(end);
        Value::arith(result, Scalar::I32)
    }

    /// `a, b, c`; returns the last value if it is used.
    fn comma_chain(&mut self, e: &Expr, used: bool) -> Value {
        let mut rest = Vec::new();
        let mut first = e;
        while let ExprKind::Comma(a, b) = &first.kind {
            rest.push(&**b);
            first = a;
        }
        rest.push(first);
        while let Some(e) = rest.pop() {
            if rest.is_empty() && used {
                return self.rvalue(e);
            }
            self.discard(e);
        }
        Value::VOID
    }

    /// `c ? a : b` and `c ?: b`.
    fn conditional(&mut self, e: &Expr, c: &Expr, a: Option<&Expr>, b: &Expr, used: bool) -> Value {
        let ty = if used {
            self.type_of(e).decay()
        } else {
            Type::Void
        };
        if matches!(ty, Type::Pointer(_)) {
            let (first, second) = (a.unwrap_or(c), b);
            let types = [first, second].map(|arm| self.type_of(arm).decay());
            self.check_alternatives((&types[0], first), (&types[1], second), e.span);
        }
        let result = self.f.reg();
        let (then, els, end) = (self.f.label(), self.f.label(), self.f.label());
        let height = self.extent(e).height;
        // In `c ?: b`, the value of `c` is needed besides its truth.
        let first = if a.is_none() {
            Some(self.rvalue(c))
        } else {
            None
        };
        let (cond, cond_ty) = self.condition(c, height, first.as_ref());
        self.f.emit(
            c.span,
            Inst::Branch {
                cond,
                ty: cond_ty,
                then,
                els,
            },
        );
        self.f.bind(then);
        match (a, first) {
            (Some(a), _) => self.arm(a, &ty, result),
            (None, Some(value)) if ty != Type::Void => {
                let value = self.convert(value, &ty, c.span);
                self.f.emit(
                    c.span,
                    Inst::Move {
                        dst: result,
                        src: value.reg,
                    },
                );
            }
            _ => {}
        }
        self.f.jump(e.span, end);
        self.f.bind(els);
        self.arm(b, &ty, result);
        self.f.bind(end);
        if ty == Type::Void {
            Value::VOID
        } else {
            Value { reg: result, ty }
        }
    }

    fn arm(&mut self, arm: &Expr, ty: &Type, result: Reg) {
        if *ty == Type::Void {
            return self.discard(arm);
        }
        self.calls.set_pointee(ty, arm, &self.records);
        let value = self.rvalue(arm);
        let value = self.convert(value, ty, arm.span);
        self.f.assign(arm.span, result, value.reg);
    }

    /// GNU `({ … })`: the value of the last statement.
    fn statement_expr(&mut self, block: &Block) -> Value {
        let writes = std::mem::replace(&mut self.f.writes, Writes::Own);
        self.scopes.push();
        let outer_end = std::mem::replace(&mut self.f.scope_end, block.span.end);
        let live = self.f.live.len();
        let mut value = Value::VOID;
        for (i, item) in block.items.iter().enumerate() {
            match item {
                BlockItem::Statement(s)
                    if i + 1 == block.items.len() && matches!(s.kind, StmtKind::Expr(_)) =>
                {
                    if let StmtKind::Expr(e) = &s.kind {
                        value = self.rvalue(e);
                    }
                }
                _ => self.block_item(item),
            }
        }
        // The value of a variable must outlive changes to it; records stay where they are, so slots are not ended.
        self.f.live.truncate(live);
        self.f.scope_end = outer_end;
        self.scopes.pop();
        self.f.writes = writes;
        value
    }
}
