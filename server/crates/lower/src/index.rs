//! `a[i]`, with the check of `-fsanitize=bounds` (`UBSan`): whether the index leaves an array that is only a part of
//! its object (a member, a row). Where the array is the whole object, the access itself is checked.

use std::sync::Arc;

use ir::{Bound, Inst, Scalar};
use syntax::ast::{Expr, ExprKind};
use syntax::{DataModel, Span};

use super::Lowerer;
use super::lvalue::LValue;
use super::types::Type;
use super::value::Value;

impl Lowerer<'_> {
    /// The place `a[b]`. If only its address is needed, it may be one past the end.
    pub(super) fn element(&mut self, a: &Expr, b: &Expr, span: Span, past: bool) -> Option<LValue> {
        let bound = self.bound(a);
        let (a, b) = (self.array_side(a), self.rvalue(b));
        if a.is_erroneous() || b.is_erroneous() {
            return None;
        }
        let (base, mut index) = if matches!(a.ty, Type::Pointer(_)) {
            (a, b)
        } else {
            (b, a)
        };
        if let Some((count, array)) = bound {
            index = self.convert(index, &Type::Arith(Scalar::I64), span);
            let limit = count + u64::from(past);
            let inside = |(_, i): (Scalar, u64)| i < limit;
            if !self.f.last_constant(index.reg).is_some_and(inside) {
                self.f.emit(
                    span,
                    Inst::Bounds {
                        index: index.reg,
                        limit,
                        of: Bound::Array(array),
                    },
                );
            }
        }
        let pointer = self.pointer_add(base, index, 1, span)?;
        self.target_of(&pointer, span)
    }

    /// The array operand; the row of a matrix that is indexed again must exist.
    fn array_side(&mut self, e: &Expr) -> Value {
        let ExprKind::Index(a, b) = &e.kind else {
            return self.rvalue(e);
        };
        match self.element(a, b, e.span, false) {
            Some(place) => self.load(&place, e.span),
            None => self.erroneous_value(e.span),
        }
    }

    /// Number of elements, and type as text, of an array that is part of an object.
    fn bound(&mut self, e: &Expr) -> Option<(u64, Arc<str>)> {
        if !matches!(
            e.kind,
            ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Deref(_)
        ) {
            return None;
        }
        let ty = self.type_of(e);
        let Type::Array(_, Some(count)) = ty else {
            return None;
        };
        if count == 0 || self.is_flexible(e) {
            return None;
        }
        Some((count, text(&ty, self.records.model).into()))
    }

    /// Whether the expression is the last member of a record accessed through a pointer, which may be a flexible array
    /// in disguise: GCC and Clang do not check its length.
    fn is_flexible(&mut self, e: &Expr) -> bool {
        let mut at = e;
        if !matches!(at.kind, ExprKind::Member(..)) {
            return false;
        }
        while let ExprKind::Member(base, name, arrow) = &at.kind {
            let outer = match self.type_of(base) {
                Type::Pointer(to) if *arrow => (*to).clone(),
                other => other,
            };
            let Type::Record(id) = outer else {
                return false;
            };
            let record = self.records.get(id);
            let last = record.fields.as_ref().and_then(|fields| fields.last());
            let is_last = last.and_then(|f| f.name.as_deref()) == Some(&name.text[..]);
            if !record.is_union && !is_last {
                return false;
            }
            if *arrow {
                return true;
            }
            at = base;
        }
        self.is_indirect(at)
    }

    fn is_indirect(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Deref(_) => true,
            ExprKind::Member(base, _, arrow) => *arrow || self.is_indirect(base),
            ExprKind::Index(a, _) => {
                matches!(self.type_of(a), Type::Pointer(_)) || self.is_indirect(a)
            }
            _ => false,
        }
    }
}

/// The type of an array as messages show it: `int[2][3]`.
fn text(ty: &Type, model: DataModel) -> String {
    let mut dimensions = String::new();
    let mut element = ty;
    while let Type::Array(of, count) = element {
        let count = count.map_or(String::new(), |n| n.to_string());
        dimensions.extend(["[", &count, "]"]);
        element = of;
    }
    let mut stars = String::new();
    while let Type::Pointer(to) = element {
        stars += "*";
        element = to;
    }
    let base = match element {
        Type::Arith(scalar) => scalar.c_name(model),
        Type::Record(_) => "struct",
        Type::Function(_) => "function",
        _ => "void",
    };
    let space = if stars.is_empty() { "" } else { " " };
    format!("{base}{space}{stars}{dimensions}")
}
