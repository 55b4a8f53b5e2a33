//! `_Generic` and gcc's variants of it: selections by type, resolved during lowering.
//!
//! The types of lowering are coarser than C's: `long` and the other type of its width are one type, so are `char` and
//! `signed char`, and qualifiers are dropped. A selection that could depend on such a difference is resolved by the
//! types as they are spelled ([`super::spelled_type`]), or not at all.

use ir::Scalar;
use syntax::DataModel;
use syntax::ast::{Declarator, Derive, Expr, ExprKind, Specs, TypeName, TypeSpec};

use super::Lowerer;
use super::spelled_type::Spelling;
use super::types::Type;

const UNSURE: &str =
    "a `_Generic` whose choice hangs on a difference between types that are one type here";

impl Lowerer<'_> {
    /// The operand that a selection evaluates; an error names what is not modelled.
    pub(super) fn selected_operand<'e>(&mut self, e: &'e Expr) -> Result<&'e Expr, &'static str> {
        match &e.kind {
            ExprKind::Generic(control, associations) => self.association(control, associations),
            ExprKind::ChooseExpr(parts) => {
                let (condition, a, b) = &**parts;
                match self.constant(condition) {
                    Some(condition) => Ok(if condition.truth() { a } else { b }),
                    None => Err("`__builtin_choose_expr` with this condition"),
                }
            }
            _ => Ok(e),
        }
    }

    fn association<'e>(
        &mut self,
        control: &Expr,
        associations: &'e [(Option<TypeName>, Expr)],
    ) -> Result<&'e Expr, &'static str> {
        let (operand, control) = (control, self.type_of(control).decay());
        let mut default = None;
        let mut fitting = Vec::new();
        for (ty, value) in associations {
            match ty {
                None => default = Some(value),
                // A value has no qualifiers.
                Some(name) if is_qualified_itself(name) => {}
                Some(name) => {
                    if self.type_name(name).decay() == control {
                        fitting.push((name, value));
                    }
                }
            }
        }
        let chosen = match fitting.as_slice() {
            [] => None,
            [(name, value)] if is_sure(&control, name, self.records.model) => {
                (!self.is_spelled_otherwise(operand, name)).then_some(*value)
            }
            _ => self.spelled(operand, &fitting)?,
        };
        chosen
            .or(default)
            .ok_or("a `_Generic` without the type of its operand")
    }

    /// The operand of the association, if there is one, whose type is spelled as that of the control is.
    fn spelled<'e>(
        &self,
        control: &Expr,
        fitting: &[(&TypeName, &'e Expr)],
    ) -> Result<Option<&'e Expr>, &'static str> {
        let spelling = self.spelling();
        let wanted = spelling.of(control).ok_or(UNSURE)?;
        for (name, value) in fitting {
            if spelling.of_type(name).ok_or(UNSURE)? == wanted {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Whether the operand is known to have another type than this one, such as a pointer to `const`.
    fn is_spelled_otherwise(&self, control: &Expr, name: &TypeName) -> bool {
        let spelling = self.spelling();
        let types = spelling.of(control).zip(spelling.of_type(name));
        types.is_some_and(|(has, wanted)| has != wanted)
    }

    fn spelling(&self) -> Spelling<'_> {
        Spelling {
            unit: &self.parse.unit,
            model: self.records.model,
        }
    }

    /// `__builtin_types_compatible_p`, which ignores top-level qualifiers.
    pub(super) fn compatible(&mut self, a: &TypeName, b: &TypeName) -> Option<bool> {
        let (first, second) = (self.type_name(a), self.type_name(b));
        if let (Type::Unmodelled(_), _) | (_, Type::Unmodelled(_)) = (&first, &second) {
            return None;
        }
        let same = match (&first, &second) {
            (Type::Array(a, length), Type::Array(b, other)) => {
                a == b && (length == other || length.is_none() || other.is_none())
            }
            _ => first == second,
        };
        (!same
            || (is_sure(&first, a, self.records.model) && is_sure(&second, b, self.records.model)))
        .then_some(same)
    }
}

/// Whether a type name that matches here surely matches in C, too.
fn is_sure(ty: &Type, name: &TypeName, model: DataModel) -> bool {
    let words = [Scalar::signed_word(model), Scalar::unsigned_word(model)];
    let coarse = |ty: &Type| matches!(ty, Type::Arith(s) if words.contains(s));
    let mut inner = ty;
    while let Some(to) = inner.pointee() {
        inner = to;
    }
    // Another name may hide that an enumeration is unsigned, or that a `double` is a `long double`.
    let hidden = matches!(
        (&name.specs.ty, inner),
        (
            TypeSpec::Named(_) | TypeSpec::TypeofExpr(_) | TypeSpec::TypeofType(_),
            Type::Arith(Scalar::U32 | Scalar::F64)
        )
    );
    !hidden && !coarse(inner) && !is_rare(&name.specs) && !is_qualified(name)
}

fn is_rare(specs: &Specs) -> bool {
    matches!(
        specs.ty,
        TypeSpec::SignedChar | TypeSpec::Enum(_) | TypeSpec::LongDouble
    )
}

/// Whether the type itself is qualified.
fn is_qualified_itself(name: &TypeName) -> bool {
    match name.declarator.derive.first() {
        Some(Derive::Pointer { is_const }) => *is_const,
        Some(_) => false,
        None => name.specs.is_const || name.specs.is_volatile,
    }
}

/// Whether there are qualifiers below the top level, which a value keeps.
fn is_qualified(name: &TypeName) -> bool {
    let Declarator { derive, .. } = &name.declarator;
    let is_const = |step: &Derive| matches!(step, Derive::Pointer { is_const: true });
    !derive.is_empty()
        && (name.specs.is_const || name.specs.is_volatile || derive.iter().skip(1).any(is_const))
}
