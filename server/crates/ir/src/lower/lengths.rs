//! Lengths of arrays that only the run knows.
//!
//! A type with such a length carries the register that has the size in bytes. Where the type is written its length is
//! evaluated, once, so that `sizeof` and pointer arithmetic find the size there later whatever the variables in the
//! length have become (C11 §6.7.6.2).

use std::sync::Arc;

use syntax::ast::{Derive, Expr, Param};

use super::Lowerer;
use super::types::Type;
use crate::{AltKind, ComponentKind, Inst, Reg, Scalar};

/// What becomes of a length that is not constant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Lengths {
    /// At file scope there can be none.
    #[default]
    Refused,
    /// In a prototype it means nothing.
    Ignored,
    /// It is evaluated if that has no side effects, for a type may be asked for more than once.
    Pure,
    /// It is evaluated: this is a declaration.
    Evaluated,
}

impl Lowerer<'_> {
    /// The type "array of `element`" with a length that is not constant, or of elements whose size is not.
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
                self.error(length.span, "the elements of this array have no size");
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

    /// The number of elements; in a declaration a component, for it may be what is wrong.
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

    /// The type of a parameter whose declarator has lengths that the earlier parameters decide; evaluates the
    /// outermost one too if that has an effect.
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
