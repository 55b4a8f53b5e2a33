//! The effect of attributes on types and layout.

use ir::Scalar;
use syntax::DataModel;
use syntax::ast::{Attribute, Attributes, Name};

use super::Lowerer;
use super::layout::Asks;
use super::types::Type;

/// Alignment of `aligned` without a number on x86-64.
const MOST: u64 = 16;

impl Lowerer<'_> {
    /// The layout that attributes request.
    pub(super) fn requested_layout(&mut self, attributes: &Attributes) -> Asks {
        let mut asks = Asks::default();
        for attribute in &attributes.0 {
            let align = match attribute {
                Attribute::Packed => {
                    asks.packed = true;
                    None
                }
                Attribute::Pack(limit) => {
                    asks.limit = Some(u64::from(*limit));
                    None
                }
                Attribute::AlignedMost => Some(MOST),
                Attribute::Aligned(e) => {
                    let align = self.constant_int(e).and_then(|n| u64::try_from(n).ok());
                    if align.is_none_or(|n| n > 0 && !n.is_power_of_two()) {
                        self.diagnostics
                            .error(e.span, "the alignment is not a constant power of two");
                    }
                    align.filter(|n| n.is_power_of_two())
                }
                Attribute::AlignedAs(ty) => {
                    let ty = self.type_name(ty);
                    Some(self.records.align(&ty))
                }
                Attribute::Mode(_)
                | Attribute::Weak
                | Attribute::Constructor
                | Attribute::Unmodelled(_) => None,
            };
            asks.align = asks.align.max(align);
        }
        asks
    }

    /// The type named by a `typedef` with attributes. Types do not carry an alignment, so one that differs is not
    /// modelled.
    pub(super) fn aligned_typedef(&mut self, ty: Type, attributes: &Attributes) -> Type {
        match self.requested_layout(attributes).align {
            Some(align) if self.records.size(&ty).is_some() && align != self.records.align(&ty) => {
                Type::Unmodelled("a type name with another alignment than its type".into())
            }
            _ => ty,
        }
    }
}

/// The type that results from applying attributes.
pub(super) fn apply_attributes(ty: Type, attributes: &Attributes, model: DataModel) -> Type {
    attributes
        .0
        .iter()
        .fold(ty, |ty, attribute| match attribute {
            Attribute::Unmodelled(name) => {
                Type::Unmodelled(format!("the attribute `{}`", name.text).into())
            }
            Attribute::Mode(mode) => in_mode(&ty, mode, model),
            _ => ty,
        })
}

/// `mode(DI)` and similar: a type of the same kind and another size.
fn in_mode(ty: &Type, mode: &Name, model: DataModel) -> Type {
    let Type::Arith(scalar) = ty else {
        return ty.clone();
    };
    let signed = scalar.signed();
    let chosen = match (mode.text.as_str(), scalar.is_float()) {
        ("QI" | "byte", false) if signed => Some(Scalar::I8),
        ("QI" | "byte", false) => Some(Scalar::U8),
        ("HI", false) if signed => Some(Scalar::I16),
        ("HI", false) => Some(Scalar::U16),
        ("SI", false) if signed => Some(Scalar::I32),
        ("SI", false) => Some(Scalar::U32),
        ("DI", false) if signed => Some(Scalar::I64),
        ("DI", false) => Some(Scalar::U64),
        ("word" | "pointer", false) if signed => Some(Scalar::signed_word(model)),
        ("word" | "pointer", false) => Some(Scalar::unsigned_word(model)),
        ("SF", true) => Some(Scalar::F32),
        ("DF", true) => Some(Scalar::F64),
        _ => None,
    };
    match chosen {
        Some(scalar) => Type::Arith(scalar),
        None => Type::Unmodelled(format!("the mode `{}`", mode.text).into()),
    }
}
