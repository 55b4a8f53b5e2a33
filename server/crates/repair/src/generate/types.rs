//! Declared types, as far as they matter for exchanging names.

use crate::limits::SMALL_NUMBERS;
use syntax::Span;
use syntax::ast::{Attributes, Declarator, Derive, Specs, Storage, TypeName, TypeSpec};

/// A declared type. Names declared in the same way have the same type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Type {
    pub(crate) base: String,
    pub(crate) steps: Vec<Step>,
}

/// A step from a name to its base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Pointer,
    Array,
    Function,
}

impl Type {
    pub(super) fn new(ty: &TypeSpec, derive: &[Derive]) -> Type {
        let base = match ty {
            TypeSpec::Named(name) => name.text.clone(),
            TypeSpec::Record(record) => match &record.tag {
                Some(tag) => format!("struct {}", tag.text),
                None => format!("struct at {:?}", record.span),
            },
            TypeSpec::Enum(of) => match &of.tag {
                Some(tag) => format!("enum {}", tag.text),
                None => "int".to_owned(),
            },
            other => format!("{other:?}"),
        };
        let step = |derive: &Derive| match derive {
            Derive::Pointer { .. } => Step::Pointer,
            Derive::Array(_) => Step::Array,
            Derive::Function(_) => Step::Function,
        };
        Type {
            base,
            steps: derive.iter().map(step).collect(),
        }
    }

    pub(crate) fn is_base(&self, bases: &[TypeSpec]) -> bool {
        bases.iter().any(|base| self.base == format!("{base:?}"))
    }

    /// Whether objects of the type can be assigned to: it is not an array or function.
    pub(crate) fn is_assignable(&self) -> bool {
        matches!(self.steps.first(), None | Some(Step::Pointer))
    }

    /// Whether the type is an array, or a pointer to something other than a record.
    pub(crate) fn is_indexed(&self) -> bool {
        self.steps.first() == Some(&Step::Array) || self.is_array_of_numbers()
    }

    pub(crate) fn is_pointer(&self) -> bool {
        self.steps.first() == Some(&Step::Pointer)
    }

    /// Whether the type is an array of numbers, or a pointer to numbers.
    pub(crate) fn is_array_of_numbers(&self) -> bool {
        let element = Type {
            base: self.base.clone(),
            steps: Vec::new(),
        };
        matches!(self.steps[..], [Step::Array | Step::Pointer]) && element.is_number()
    }

    /// Whether the type is arithmetic, as far as its name tells.
    pub(crate) fn is_number(&self) -> bool {
        let known = NUMBERS.iter().any(|base| self.base == format!("{base:?}"));
        let named = self.base.ends_with("_t") || self.base == "bool";
        self.steps.is_empty() && (known || named || self.base.starts_with("enum "))
    }

    /// Whether the type is arithmetic and has values outside the range of `int`.
    pub(crate) fn is_wide_number(&self) -> bool {
        let is = |ty: &TypeSpec| self.base == format!("{ty:?}");
        self.steps.is_empty() && NUMBERS[SMALL_NUMBERS..].iter().any(is)
    }

    /// Whether it is an unsigned integer.
    pub(crate) fn is_unsigned(&self) -> bool {
        self.steps.is_empty() && self.base.starts_with("Unsigned")
    }

    /// The type as wide as this one with the other sign, with its name: one of `stdint.h` if the program `has_fixed`
    /// ones. Values of a type as wide as `int` are seldom read in another way.
    pub(crate) fn other_sign(&self, has_fixed: bool) -> Option<(&'static str, TypeSpec)> {
        use TypeSpec::{Char, Int, Short, SignedChar, UnsignedChar, UnsignedInt, UnsignedShort};
        let (_, name, fixed, other) = [
            (Char, "unsigned char", "uint8_t", UnsignedChar),
            (SignedChar, "unsigned char", "uint8_t", UnsignedChar),
            (UnsignedChar, "signed char", "int8_t", SignedChar),
            (Short, "unsigned short", "uint16_t", UnsignedShort),
            (UnsignedShort, "short", "int16_t", Short),
            (UnsignedInt, "int", "int32_t", Int),
        ]
        .into_iter()
        .find(|(own, ..)| self.steps.is_empty() && self.base == format!("{own:?}"))?;
        Some((if has_fixed { fixed } else { name }, other))
    }

    /// The conversion letters with which an object of the type is read; `s` for strings.
    pub(crate) fn conversion(&self) -> Option<&'static str> {
        let is = |ty: TypeSpec| self.base == format!("{ty:?}");
        match self.steps[..] {
            [] if is(TypeSpec::Int) => Some("d"),
            [] if is(TypeSpec::UnsignedInt) => Some("u"),
            [] if is(TypeSpec::Char) => Some("c"),
            [] if is(TypeSpec::Float) => Some("f"),
            [] if is(TypeSpec::Double) => Some("lf"),
            [] if is(TypeSpec::Long) => Some("ld"),
            [] if is(TypeSpec::LongLong) => Some("lld"),
            [Step::Pointer | Step::Array] if is(TypeSpec::Char) => Some("s"),
            _ => None,
        }
    }

    /// Whether an object of the type can be passed for a parameter of another type.
    pub(crate) fn fits(&self, parameter: &Type) -> bool {
        let decayed = |ty: &Type| {
            let mut steps = ty.steps.clone();
            if let Some(first @ Step::Array) = steps.first_mut() {
                *first = Step::Pointer;
            }
            (ty.base.clone(), steps)
        };
        decayed(self) == decayed(parameter) || self.is_number() && parameter.is_number()
    }
}

/// Arithmetic types.
const NUMBERS: [TypeSpec; 14] = [
    TypeSpec::Bool,
    TypeSpec::Char,
    TypeSpec::SignedChar,
    TypeSpec::UnsignedChar,
    TypeSpec::Short,
    TypeSpec::UnsignedShort,
    TypeSpec::Int,
    TypeSpec::UnsignedInt,
    TypeSpec::Long,
    TypeSpec::UnsignedLong,
    TypeSpec::LongLong,
    TypeSpec::UnsignedLongLong,
    TypeSpec::Float,
    TypeSpec::Double,
];

/// A type denoted by its name alone.
pub(crate) fn plain_type(ty: TypeSpec, span: Span) -> TypeName {
    TypeName {
        specs: Specs {
            storage: Storage::None,
            inline: false,
            is_const: false,
            is_volatile: false,
            ty,
            implicit_int: false,
            attributes: Attributes::default(),
            span,
        },
        declarator: Declarator {
            name: None,
            derive: Vec::new(),
            attributes: Attributes::default(),
            span,
        },
        span,
    }
}
