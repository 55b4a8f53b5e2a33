//! Arrays whose length is known only at run time.
//!
//! A type with such a length carries the register that holds its size in bytes. The length is evaluated once, where the
//! type is written, so that `sizeof` and pointer arithmetic later use that size even if the variables in the length
//! have changed (C11 §6.7.6.2).

use std::sync::Arc;

use ir::{AltKind, ComponentKind, Inst, Reg, Scalar};
use syntax::ast::{Derive, Expr, Param};

use super::Lowerer;
use super::types::Type;

/// Treatment of a length that is not constant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Lengths {
    /// An error: file scope allows none.
    #[default]
    Refused,
    /// Ignored: a length in a prototype has no meaning.
    Ignored,
    /// Evaluated if that has no side effects, because the same type may be requested more than once.
    Pure,
    /// Evaluated: this is a declaration.
    Evaluated,
}

impl Lowerer<'_> {
    /// The type "array of `element`" where the length, or the size of the elements, is not constant.
    pub(super) fn variable_length(&mut self, element: Type, length: &Expr) -> Type {
        let pure = self.effects(length).pure();
        match self.lengths {
            Lengths::Ignored => return Type::Array(Arc::new(element), None),
            Lengths::Pure if pure => {}
            Lengths::Evaluated => {}
            Lengths::Refused | Lengths::Pure => {
                return Type::Unmodelled("a variable-length array here".into());
            }
        }
        let step = match (&element, self.records.size(&element)) {
            (Type::Vla(_, bytes), _) => *bytes,
            (_, Some(size)) => self.f.constant(length.span, Scalar::U64, size),
            _ => {
                self.diagnostics
                    .error(length.span, "the elements of this array have no size");
                return Type::Unmodelled("an array of elements without a size".into());
            }
        };
        let count = self.length(length);
        let dst = self.f.reg();
        let extent = Inst::Extent {
            dst,
            may_be_empty: self.lengths != Lengths::Evaluated,
            count,
            step,
        };
        self.f.emit(length.span, extent);
        Type::Vla(Arc::new(element), dst)
    }

    /// The number of elements; in a declaration it is a component, because it may be wrong.
    fn length(&mut self, length: &Expr) -> Reg {
        let evaluate = |this: &mut Self| {
            let value = this.rvalue(length);
            this.convert(value, &Type::Arith(Scalar::I64), length.span)
        };
        if self.lengths != Lengths::Evaluated || self.constant_int(length).is_some() {
            return evaluate(self).reg;
        }
        let kind = ComponentKind::Initialiser;
        let extent = self.extent(length);
        let open = self.begin(kind, length.span, extent);
        let value = evaluate(self);
        let Some(mut open) = open else {
            return value.reg;
        };
        let result = self.f.reg();
        self.f.assign(length.span, result, value.reg);
        self.f.observe(open.comp, result, Scalar::I64);
        self.alternative(&mut open, AltKind::Angelic, true);
        let any = self.angelic(open.comp, &Type::Arith(Scalar::I64), length.span);
        self.f.assign(length.span, result, any.reg);
        let pure = self.effects(length).pure();
        self.finish(open, pure);
        result
    }

    /// The type of a parameter whose declarator contains lengths that depend on earlier parameters. Also evaluates the
    /// outermost length if that has an effect.
    pub(super) fn variable_parameter(&mut self, param: &Param) -> Option<Type> {
        let (first, inner) = param.declarator.derive.split_first()?;
        if let Derive::Array(Some(length)) = first
            && !self.effects(length).pure()
        {
            self.discard(length);
        }
        let mut variable = false;
        for step in inner {
            if let Derive::Array(Some(length)) = step {
                variable |= self.constant_int(length).is_none();
            }
        }
        if !variable {
            return None;
        }
        let base = self.base_type(&param.specs);
        let mut declarator = param.declarator.clone();
        if let Derive::Array(_) = first {
            declarator.derive.remove(0);
            return Some(self.declarator_type(base, &declarator).pointer());
        }
        Some(self.declarator_type(base, &declarator).decay())
    }
}
