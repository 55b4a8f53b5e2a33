//! Resolves specifiers and declarators to types.

use std::sync::Arc;

use ir::Scalar;
use syntax::Span;
use syntax::ast::{
    Attribute, Attributes, Declarator, Derive, Enum, Expr, Field, Name, Params, Record, Specs,
    TypeName, TypeSpec,
};

use super::Lowerer;
use super::attributes::apply_attributes;
use super::diagnostics::Diagnostics;
use super::layout::{Member, Records};
use super::lengths::Lengths;
use super::scope::{Entity, Scopes, Tag};
use super::types::{FnType, RecordId, Type};

impl Lowerer<'_> {
    /// The type that specifiers name; declares tags and enumerators along the way.
    pub(super) fn base_type(&mut self, specs: &Specs) -> Type {
        let plain = self.specified_type(specs);
        apply_attributes(plain, &specs.attributes, self.records.model)
    }

    fn specified_type(&mut self, specs: &Specs) -> Type {
        let arith = |s| Type::Arith(s);
        match &specs.ty {
            TypeSpec::Void => Type::Void,
            TypeSpec::Bool => arith(Scalar::Bool),
            TypeSpec::Char | TypeSpec::SignedChar => Type::CHAR,
            TypeSpec::UnsignedChar => arith(Scalar::U8),
            TypeSpec::Short => arith(Scalar::I16),
            TypeSpec::UnsignedShort => arith(Scalar::U16),
            TypeSpec::Int => Type::INT,
            TypeSpec::UnsignedInt => arith(Scalar::U32),
            TypeSpec::Long => arith(Scalar::signed_word(self.records.model)),
            TypeSpec::LongLong => arith(Scalar::I64),
            TypeSpec::UnsignedLong => self.records.size_type(),
            TypeSpec::UnsignedLongLong => arith(Scalar::U64),
            TypeSpec::Float => arith(Scalar::F32),
            TypeSpec::Double => arith(Scalar::F64),
            TypeSpec::LongDouble => {
                self.warn_of_long_double(specs.span);
                arith(Scalar::F64)
            }
            TypeSpec::Named(name) => named_type(name, &self.scopes, &mut self.diagnostics),
            TypeSpec::Record(record) => self.record_type(record),
            TypeSpec::Enum(e) => self.enum_type(e),
            TypeSpec::TypeofExpr(e) => self.type_of(e),
            TypeSpec::TypeofType(ty) => self.type_name(ty),
            TypeSpec::Unsupported(name) => {
                Type::Unmodelled(format!("the type `{}`", name.text).into())
            }
        }
    }

    /// The type of a declarator applied to `base`.
    pub(super) fn declarator_type(&mut self, base: Type, declarator: &Declarator) -> Type {
        let mut ty = base;
        for derive in declarator.derive.iter().rev() {
            ty = match derive {
                Derive::Pointer { .. } => ty.pointer(),
                Derive::Array(None) => Type::Array(Arc::new(ty), None),
                Derive::Array(Some(length)) => self.array_type(ty, length),
                Derive::Function(params) => self.function_type(&ty, params),
            };
        }
        apply_attributes(ty, &declarator.attributes, self.records.model)
    }

    fn array_type(&mut self, element: Type, length: &Expr) -> Type {
        if let Type::Unmodelled(_) = element {
            return element;
        }
        match self.constant_int(length) {
            Some(_) if matches!(element, Type::Vla(..)) => self.variable_length(element, length),
            Some(n) if n >= 0 => array_of(
                element,
                n,
                length.span,
                &self.records,
                &mut self.diagnostics,
            ),
            Some(_) => {
                self.diagnostics
                    .error(length.span, "the length of an array is negative");
                Type::Unmodelled("an array of negative length".into())
            }
            None => self.variable_length(element, length),
        }
    }

    fn function_type(&mut self, result: &Type, params: &Params) -> Type {
        let lengths = std::mem::replace(&mut self.lengths, Lengths::Ignored);
        let ty = self.prototype(result, params);
        self.lengths = lengths;
        ty
    }

    fn prototype(&mut self, result: &Type, params: &Params) -> Type {
        let types = params.params.iter().map(|p| {
            // The length of an array parameter has no meaning and need not be constant.
            if let Some(Derive::Array(_)) = p.declarator.derive.first() {
                let inner = Declarator {
                    derive: p.declarator.derive[1..].to_vec(),
                    ..p.declarator.clone()
                };
                let base = self.base_type(&p.specs);
                return self.declarator_type(base, &inner).pointer();
            }
            let base = self.base_type(&p.specs);
            self.declarator_type(base, &p.declarator).decay()
        });
        let params_types: Vec<Type> = types.collect();
        // `(void)` as a single nameless parameter.
        let mut params_types = if params_types == [Type::Void] {
            Vec::new()
        } else {
            params_types
        };
        for (ty, param) in params_types.iter_mut().zip(&params.params) {
            if *ty == Type::Void {
                self.diagnostics
                    .error(param.declarator.span, "a parameter cannot be `void`");
                *ty = Type::Unmodelled("a parameter of type `void`".into());
            }
        }
        Type::Function(Arc::new(FnType {
            result: result.decay(),
            params: params_types,
            variadic: params.variadic,
            old_style: params.old_style,
        }))
    }

    /// `int *[3]`
    pub(super) fn type_name(&mut self, name: &TypeName) -> Type {
        let base = self.base_type(&name.specs);
        self.declarator_type(base, &name.declarator)
    }

    fn record_type(&mut self, record: &Record) -> Type {
        let id = self.record_id(record);
        if let Some(what) = &self.records.get(id).unmodelled {
            return Type::Unmodelled(what.clone());
        }
        let Some(fields) = &record.fields else {
            return Type::Record(id);
        };
        if self.records.get(id).fields.is_some() {
            if self.linkage.is_linked() {
                self.inner_names(record);
            }
            return Type::Record(id);
        }
        let mut members = Vec::with_capacity(fields.len());
        let mut unmodelled = None;
        for field in fields {
            if declares_nothing(field) {
                self.base_type(&field.specs);
                continue;
            }
            let base = self.base_type(&field.specs);
            let ty = match &field.declarator {
                Some(d) => self.declarator_type(base, d),
                None => base,
            };
            let ty = match ty {
                // A flexible array member takes no space.
                Type::Array(element, None) => Type::Array(element, Some(0)),
                other => other,
            };
            match &ty {
                Type::Unmodelled(what) => unmodelled = Some(what.clone()),
                Type::Vla(..) => {
                    unmodelled = Some("a variable-length array in a struct or union".into());
                }
                // For example the record itself, whose size would be infinite.
                ty if self.records.size(ty).is_none() => {
                    self.diagnostics
                        .error(field.span, "the type of this member is incomplete");
                    unmodelled = Some("a member of incomplete type".into());
                }
                _ => {}
            }
            let width = match &field.width {
                Some(e) => self.constant_int(e).and_then(|w| u32::try_from(w).ok()),
                None => None,
            };
            let mut asks = self.requested_layout(&field.specs.attributes);
            if let Some(declarator) = &field.declarator {
                let own = self.requested_layout(&declarator.attributes);
                asks.packed |= own.packed;
                asks.align = asks.align.max(own.align);
            }
            let name = field.declarator.as_ref().and_then(|d| d.name.as_ref());
            members.push(Member {
                name: name.map(|n| n.text.clone()),
                ty,
                width,
                asks,
            });
        }
        if self.records.get(id).fields.is_some() {
            self.diagnostics
                .error(record.span, "nested redefinition of a struct or union");
            return Type::Record(id);
        }
        let asks = self.requested_layout(&record.attributes);
        if let Some(Attribute::Unmodelled(name)) = find_unmodelled(&record.attributes) {
            unmodelled = Some(format!("the attribute `{}`", name.text).into());
        }
        if unmodelled.is_none()
            && let Err(what) = self.records.complete(id, members, asks)
        {
            unmodelled = Some(what.into());
        }
        match unmodelled {
            Some(what) => {
                self.records.give_up(id, &what);
                Type::Unmodelled(what)
            }
            None => Type::Record(id),
        }
    }

    /// The id of the record that a specifier names, declared if necessary.
    fn record_id(&mut self, record: &Record) -> RecordId {
        let Some(tag) = &record.tag else {
            if let Some(known) = self.linkage.untagged(record) {
                return known;
            }
            let id = self.records.declare(record.is_union);
            if self.linkage.is_linked() && self.scopes.at_file_scope() {
                self.linkage.set_untagged(record, id);
            }
            return id;
        };
        let known = if record.fields.is_some() {
            self.scopes.find_tag_here(&tag.text)
        } else {
            self.scopes.find_tag(&tag.text)
        };
        if let Some(Tag::Record(id)) = known {
            return *id;
        }
        let id = self.records.declare(record.is_union);
        let kind = if record.is_union { "union" } else { "struct" };
        self.records.name(id, &format!("{kind} {}", tag.text));
        self.scopes.declare_tag(&tag.text, Tag::Record(id));
        id
    }

    fn enum_type(&mut self, e: &Enum) -> Type {
        let Some(enumerators) = &e.enumerators else {
            let known = e
                .tag
                .as_ref()
                .and_then(|tag| self.scopes.find_tag(&tag.text));
            return match known {
                Some(Tag::Enum(ty)) => ty.clone(),
                _ => Type::Arith(Scalar::U32),
            };
        };
        let (mut next, mut low, mut high) = (0_i128, 0_i128, 0_i128);
        for (name, value) in enumerators {
            if let Some(value) = value {
                match self.constant_int(value) {
                    Some(v) => next = v,
                    None => self
                        .diagnostics
                        .error(value.span, "the value of an enumerator is not constant"),
                }
            }
            self.scopes
                .declare(&name.text, Entity::Constant(next as i64));
            low = low.min(next);
            high = high.max(next);
            next += 1;
        }
        // gcc chooses the first of these that can represent all values.
        let packed = self.requested_layout(&e.attributes).packed;
        let short = [Scalar::U8, Scalar::I8, Scalar::U16, Scalar::I16];
        let short = if packed { &short[..] } else { &[] };
        let long = [Scalar::U32, Scalar::I32, Scalar::U64, Scalar::I64];
        let candidates = short.iter().chain(&long).copied();
        let holds = |s: &Scalar| {
            let top = 1_i128 << (s.bits() - u32::from(s.signed()));
            high < top && low >= if s.signed() { -top } else { 0 }
        };
        let ty = Type::Arith(candidates.clone().find(holds).unwrap_or(Scalar::I64));
        if let Some(tag) = &e.tag {
            self.scopes.declare_tag(&tag.text, Tag::Enum(ty.clone()));
        }
        ty
    }
}

/// The type that a type name stands for.
fn named_type(name: &Name, scopes: &Scopes, diagnostics: &mut Diagnostics) -> Type {
    if let Some(Entity::Typedef(ty)) = scopes.find(&name.text) {
        return ty.clone();
    }
    diagnostics.error(name.span, format!("unknown type name `{}`", name.text));
    Type::Unmodelled(format!("the type `{}`", name.text).into())
}

/// An array of constant length.
fn array_of(
    element: Type,
    length: i128,
    span: Span,
    records: &Records,
    diagnostics: &mut Diagnostics,
) -> Type {
    let size = i128::from(records.size(&element).unwrap_or(0));
    if length.saturating_mul(size) > i128::from(i64::MAX) {
        diagnostics.error(span, "the array is too large");
        return Type::Unmodelled("an array of this size".into());
    }
    Type::Array(Arc::new(element), u64::try_from(length).ok())
}

/// Whether a member only declares a type: an anonymous member has no tag.
fn declares_nothing(field: &Field) -> bool {
    let anonymous = matches!(&field.specs.ty, TypeSpec::Record(Record { tag: None, .. }));
    field.declarator.is_none() && field.width.is_none() && !anonymous
}

fn find_unmodelled(attributes: &Attributes) -> Option<&Attribute> {
    let unmodelled = |a: &&Attribute| matches!(a, Attribute::Unmodelled(_));
    attributes.0.iter().find(unmodelled)
}
