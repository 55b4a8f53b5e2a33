//! Writes: assignments, `++` and `--`, and the components that own them.
//!
//! An expression statement is one component, and all writes in it belong to that component. A write inside a
//! condition, a `return`, or an argument of a call statement is a component of its own.

use ir::{AltKind, ComponentKind, Inst, Scalar};
use syntax::Span;
use syntax::ast::{BinaryOp, Expr, ExprKind};

use super::Lowerer;
use super::builder::Writes;
use super::effects::{Extent, for_each_child};
use super::functions::Functions;
use super::lvalue::LValue;
use super::place::named_place;
use super::relax::{Open, Reach};
use super::types::Type;
use super::value::Value;

/// Facts about the objects that an expression statement writes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Targets {
    /// Whether computing an address has side effects other than the statement's own writes.
    pub(super) impure: bool,
    /// Whether computing an address or writing to it may trap.
    pub(super) may_trap: bool,
    /// Least reach of the angelic values.
    pub(super) reach: Reach,
}

impl Lowerer<'_> {
    /// An expression statement, or the first or last part of a `for`.
    pub(super) fn expression_statement(&mut self, e: &Expr) {
        self.check_order(e);
        match &e.kind {
            ExprKind::Comma(..) => {
                let mut parts = Vec::new();
                let mut first = e;
                while let ExprKind::Comma(a, b) = &first.kind {
                    parts.push(&**b);
                    first = a;
                }
                self.expression_statement(first);
                parts
                    .into_iter()
                    .rev()
                    .for_each(|e| self.expression_statement(e));
            }
            ExprKind::Call(..) => self.discard(e),
            ExprKind::StatementExpr(_) => {
                self.rvalue(e);
            }
            ExprKind::Cast(ty, inner)
                if self.type_name(ty) == Type::Void
                    && !matches!(inner.kind, ExprKind::Ident(_)) =>
            {
                self.expression_statement(inner);
            }
            ExprKind::Unsupported(what) => self.unsupported(e.span, what.clone()),
            _ => {
                self.write_component(e, false);
            }
        }
    }

    /// Lowers an assignment, `++` or `--`.
    pub(super) fn write(&mut self, e: &Expr, used: bool) -> Value {
        match self.f.writes {
            Writes::Own => self.write_component(e, used),
            _ => self.raw_write(e, used),
        }
    }

    /// The component of an expression statement or of a write that nothing else owns.
    fn write_component(&mut self, e: &Expr, used: bool) -> Value {
        // The kind of component; a writing statement is one level higher than its expression.
        let kind = match &e.kind {
            ExprKind::Assign(..) => ComponentKind::Assignment,
            ExprKind::IncDec { .. } => ComponentKind::Increment,
            _ => ComponentKind::Expression,
        };
        let extent = self.extent(e);
        let extent = Extent {
            height: extent.height + 1,
            ..extent
        };
        let Some(mut open) = self.begin(kind, e.span, extent) else {
            return self.with_writes(Writes::Owned, |this| this.write_or_discard(e, used));
        };

        // Facts about the operands, before the code.
        if let ExprKind::Assign(_, target, _) | ExprKind::IncDec { target, .. } = &e.kind {
            self.components.set_target(open.comp, named_place(target));
        }
        if let ExprKind::Assign(None, _, operand) = &e.kind {
            self.calls.mark_owned(operand);
            if only_converts(operand, &self.functions) {
                self.components.mark_pass_through(open.comp);
            }
        }
        let effects = self.effects(e);
        let targets = self.targets(&[e]);

        // As written. The value moves to a register of its own, where alternatives can put theirs.
        self.f.written = None;
        let written = self.with_writes(Writes::Owned, |this| this.write_or_discard(e, used));
        if let (Some((reg, ty)), true) = (self.f.written, kind != ComponentKind::Expression) {
            self.f.observe(open.comp, reg, ty);
        }
        let mut result = written.clone();
        if used {
            result.reg = self.f.reg();
            self.f.emit(
                e.span,
                Inst::Move {
                    dst: result.reg,
                    src: written.reg,
                },
            );
        }

        // The alternatives: any value, with the operands skipped or evaluated, and no write.
        let covers = if effects.writes {
            let side_effects = effects.calls || effects.conditional_writes;
            let reach = targets.reach;
            let mut evaluated = false;
            if reach > Reach::Nothing && !effects.conditional_writes {
                self.alternative(&mut open, AltKind::Angelic, true);
                let comp = open.comp;
                self.alternative_value(&open, e, used, &result, targets.may_trap, |this| {
                    this.with_writes(Writes::Angelic(comp), |this| this.angelic_writes(e, used))
                });
            }
            let skip_searched = targets.impure || reach < Reach::All || effects.conditional_writes;
            if skip_searched {
                self.skip_write(&mut open, e, used, &result);
            }
            if reach > Reach::Nothing && side_effects && self.can_evaluate_again(&open) {
                self.alternative(&mut open, AltKind::EvalAngelic, true);
                let dropped = self.f.dropped;
                let value = self.with_writes(Writes::EvalAngelic(open.comp), |this| {
                    this.write_or_discard(e, used)
                });
                if used {
                    self.f.emit(
                        e.span,
                        Inst::Move {
                            dst: result.reg,
                            src: value.reg,
                        },
                    );
                }
                evaluated = self.f.dropped == dropped;
            }
            if !skip_searched && !used && self.wants_evidence(&open) {
                self.alternative(&mut open, AltKind::Skip, false);
            }
            reach == Reach::All && (!side_effects || evaluated)
        } else {
            self.alternative(&mut open, AltKind::Skip, true);
            effects.pure()
        };
        self.finish(open, covers);
        result
    }

    /// Lowers an expression of any kind, with the current treatment of writes.
    fn write_or_discard(&mut self, e: &Expr, used: bool) -> Value {
        if matches!(e.kind, ExprKind::Assign(..) | ExprKind::IncDec { .. }) {
            return self.raw_write(e, used);
        }
        self.discard(e);
        Value::VOID
    }

    /// Emits the alternative "skipped"; if the value of the write is used, it is the target's present value.
    fn skip_write(&mut self, open: &mut Open, e: &Expr, used: bool, result: &Value) {
        self.alternative(open, AltKind::Skip, true);
        if let (true, ExprKind::Assign(_, target, _) | ExprKind::IncDec { target, .. }) =
            (used, &e.kind)
        {
            self.alternative_value(open, e, true, result, true, |this| {
                let place = this.place(target)?;
                Some(this.load(&place, e.span))
            });
        }
    }

    /// Emits an alternative's code. If its value is used, it goes to `result`, which is indeterminate after a trap.
    fn alternative_value(
        &mut self,
        open: &Open,
        e: &Expr,
        used: bool,
        result: &Value,
        may_trap: bool,
        body: impl FnOnce(&mut Self) -> Option<Value>,
    ) {
        if used && may_trap {
            self.f.emit(e.span, Inst::Undef { dst: result.reg });
        }
        let value = if may_trap {
            self.with_rescue(open, body)
        } else {
            body(self)
        };
        if let (true, Some(value)) = (used, value) {
            self.f.emit(
                e.span,
                Inst::Move {
                    dst: result.reg,
                    src: value.reg,
                },
            );
        }
    }

    /// Performs the writes in `e` that are always executed, in order, without evaluating anything else. Returns the
    /// value of `e` if it is itself a write.
    pub(super) fn angelic_writes(&mut self, e: &Expr, used: bool) -> Option<Value> {
        if matches!(e.kind, ExprKind::Assign(..) | ExprKind::IncDec { .. }) {
            return Some(self.raw_write(e, used));
        }
        if self.effects(e).writes {
            for_each_child(e, &mut |child| {
                self.angelic_writes(child, false);
            });
        }
        None
    }

    /// Computes the facts about the targets of the writes in these expressions.
    pub(super) fn targets(&mut self, exprs: &[&Expr]) -> Targets {
        let mut found = Targets {
            impure: false,
            may_trap: false,
            reach: Reach::All,
        };
        let mut stack = exprs.to_vec();
        while let Some(e) = stack.pop() {
            if let ExprKind::Assign(_, target, _) | ExprKind::IncDec { target, .. } = &e.kind {
                let ty = self.type_of(target);
                found.reach = found.reach.min(self.reach(&ty));
                found.impure |= self.effects(target).calls;
                found.may_trap |= !is_variable(target);
            }
            for_each_child(e, &mut |child| stack.push(child));
        }
        found
    }

    /// Lowers a write with the current treatment of writes.
    fn raw_write(&mut self, e: &Expr, used: bool) -> Value {
        match &e.kind {
            ExprKind::Assign(None, target, value) => {
                self.simple_assignment(target, value, used, e.span)
            }
            ExprKind::Assign(Some(op), target, value) => {
                self.compound_assignment(*op, target, value, used, e.span)
            }
            ExprKind::IncDec {
                target,
                increment,
                prefix,
            } => self.increment(target, *increment, *prefix && used, used, e.span),
            _ => Value::VOID,
        }
    }

    fn simple_assignment(&mut self, target: &Expr, value: &Expr, used: bool, span: Span) -> Value {
        let Some(place) = self.place(target) else {
            return self.erroneous_value(span);
        };
        if matches!(
            place.ty(),
            Type::Array(..) | Type::Vla(..) | Type::Function(_)
        ) {
            self.wrong(span, "an array cannot be assigned to");
            return self.erroneous_value(span);
        }
        if let Writes::Angelic(comp) = self.f.writes {
            self.angelic_writes(value, false);
            return self.store_angelic(&place, comp, span);
        }
        let ty = place.ty();
        self.calls.set_pointee(&ty, value, &self.records);
        let value = self.converted(value, &ty, span);
        self.complete_write(&place, value, used, span)
    }

    fn compound_assignment(
        &mut self,
        op: BinaryOp,
        target: &Expr,
        value: &Expr,
        used: bool,
        span: Span,
    ) -> Value {
        if let Writes::Angelic(comp) = self.f.writes {
            let Some(place) = self.place(target) else {
                return self.erroneous_value(span);
            };
            self.angelic_writes(value, false);
            return self.store_angelic(&place, comp, span);
        }
        // gcc evaluates the right operand first.
        let value = self.rvalue(value);
        let Some(place) = self.place(target) else {
            return self.erroneous_value(span);
        };
        let old = self.load(&place, span);
        let new = self.arithmetic(op, old, value, span);
        self.check_conversion(&place.ty(), &new.ty, None, span);
        let new = self.convert(new, &place.ty(), span);
        self.complete_write(&place, new, used, span)
    }

    fn increment(
        &mut self,
        target: &Expr,
        increment: bool,
        gives_new: bool,
        used: bool,
        span: Span,
    ) -> Value {
        let Some(place) = self.place(target) else {
            return self.erroneous_value(span);
        };
        let gives_old = used && !gives_new;
        if let Writes::Angelic(comp) = self.f.writes {
            let old = if gives_old {
                Some(self.old_value(&place, span))
            } else {
                None
            };
            let new = self.store_angelic(&place, comp, span);
            return old.unwrap_or(new);
        }
        let old = if gives_old {
            self.old_value(&place, span)
        } else {
            self.load(&place, span)
        };
        let one = self.int_constant(1, Scalar::I32, span);
        let op = if increment {
            BinaryOp::Add
        } else {
            BinaryOp::Sub
        };
        let new = self.arithmetic(op, old.clone(), one, span);
        let new = self.convert(new, &place.ty(), span);
        let new = self.complete_write(&place, new, used, span);
        if gives_old { old } else { new }
    }

    /// The value at a place, in a register that the following write does not change.
    fn old_value(&mut self, place: &LValue, span: Span) -> Value {
        let old = self.load(place, span);
        if let LValue::Register(reg, ty) = place {
            let dst = self.f.reg();
            self.f.emit(span, Inst::Move { dst, src: *reg });
            return Value {
                reg: dst,
                ty: ty.clone(),
            };
        }
        old
    }

    /// Writes the computed value, or an angelic value instead.
    fn complete_write(&mut self, place: &LValue, value: Value, used: bool, span: Span) -> Value {
        if let Writes::EvalAngelic(comp) = self.f.writes {
            return self.store_angelic(place, comp, span);
        }
        let stored = self.store(place, value, span);
        self.f.written = stored.ty.scalar().map(|ty| (stored.reg, ty));
        if used {
            self.stored_value(place, stored, span)
        } else {
            stored
        }
    }
}

/// Whether the operand merely converts external input, as `atoi(argv[1])` does.
fn only_converts(operand: &Expr, functions: &Functions) -> bool {
    let ExprKind::Call(callee, args) = &operand.kind else {
        return false;
    };
    let ExprKind::Ident(name) = &callee.kind else {
        return false;
    };
    let library = functions.find(name).is_none()
        && matches!(
            name.as_str(),
            "atoi" | "atol" | "atoll" | "atof" | "strtol" | "strtoul" | "strtod"
        );
    let plain = |e: &Expr| {
        matches!(&e.kind, ExprKind::Ident(_))
            || matches!(&e.kind, ExprKind::Index(a, i) if matches!(a.kind, ExprKind::Ident(_)) && matches!(i.kind, ExprKind::Int(_)))
    };
    library && args.first().is_some_and(plain)
}

/// Whether reading and writing the place cannot trap: a variable or a member of one.
pub(super) fn is_variable(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Ident(_) => true,
        ExprKind::Member(base, _, false) => is_variable(base),
        _ => false,
    }
}
