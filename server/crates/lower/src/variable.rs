//! `va_start`, `va_arg` and related macros; see the crate `eval` for where the arguments are stored.

use ir::{ARGUMENT_CELL, Inst, Reg, Scalar};
use syntax::Span;
use syntax::ast::{Expr, ExprKind};

use super::Lowerer;
use super::lvalue::LValue;
use super::types::Type;
use super::value::Value;

impl Lowerer<'_> {
    /// A call of `va_start`, `va_end` or `va_copy`: not a component, because only the list in it can be wrong.
    pub(super) fn variable_arguments(
        &mut self,
        e: &Expr,
        callee: &Expr,
        args: &[Expr],
    ) -> Option<Value> {
        let ExprKind::Ident(name) = &callee.kind else {
            return None;
        };
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        match (name, args) {
            ("va_start", [list, ..]) => {
                if !self.f.variadic {
                    self.wrong(
                        e.span,
                        "`va_start` in a function without variable arguments",
                    );
                    return Some(Value::VOID);
                }
                let dst = self.f.reg();
                self.f.emit(e.span, Inst::AddrArguments { dst });
                self.set_cursor(list, dst, e.span);
            }
            ("va_copy", [to, from]) => {
                if let Some(cursor) = self.cursor(from, e.span) {
                    self.set_cursor(to, cursor.1, e.span);
                }
            }
            ("va_end", [list]) => {
                if !self.effects(list).pure() {
                    self.place(list);
                }
            }
            _ => return None,
        }
        Some(Value::VOID)
    }

    /// `va_arg(list, ty)`
    pub(super) fn next_argument(&mut self, list: &Expr, ty: &Type, span: Span) -> Value {
        // For a record, the cell holds its address, which represents the record's value.
        let scalar = match (ty.scalar(), ty) {
            (Some(scalar), _) => scalar,
            (None, Type::Record(_)) => Scalar::Ptr,
            (None, _) => return self.not_modelled("`va_arg` of this type", span),
        };
        let Some((address, cursor)) = self.cursor(list, span) else {
            return self.erroneous_value(span);
        };
        let dst = self.f.reg();
        let load = Inst::Load {
            dst,
            addr: cursor,
            ty: scalar.in_memory(self.records.model),
        };
        self.f.emit(span, load);
        let cell = self.f.constant(span, Scalar::I64, ARGUMENT_CELL);
        let next = self.f.reg();
        let step = Inst::PtrAdd {
            dst: next,
            base: cursor,
            index: cell,
            size: 1,
        };
        self.f.emit(span, step);
        self.store_cursor(address, next, span);
        Value {
            reg: dst,
            ty: ty.clone(),
        }
    }

    /// The address of a list, and its cursor.
    fn cursor(&mut self, list: &Expr, span: Span) -> Option<(Reg, Reg)> {
        let address = self.list_address(list)?;
        let dst = self.f.reg();
        let load = Inst::Load {
            dst,
            addr: address,
            ty: Scalar::Ptr.in_memory(self.records.model),
        };
        self.f.emit(span, load);
        Some((address, dst))
    }

    fn set_cursor(&mut self, list: &Expr, cursor: Reg, span: Span) {
        if let Some(address) = self.list_address(list) {
            self.store_cursor(address, cursor, span);
        }
    }

    fn store_cursor(&mut self, addr: Reg, src: Reg, span: Span) {
        let ty = Scalar::Ptr.in_memory(self.records.model);
        self.f.emit(span, Inst::Store { addr, src, ty });
    }

    fn list_address(&mut self, list: &Expr) -> Option<Reg> {
        match self.place(list)? {
            LValue::Memory(address, Type::Record(_)) => Some(address),
            _ => {
                self.wrong(list.span, "this is no `va_list`");
                None
            }
        }
    }
}
