//! Arguments for parameters: numbers, words, arrays of numbers.

use std::fmt;

use syntax::ast::{Declarator, Derive, ExprKind, Item, Param, Specs, Storage, TypeSpec, Unit};

use crate::c::{Scope, expression, mentions};
use crate::clause::Contract;
use crate::predicate::Predicate;

/// Size of a text in bytes, including its terminator.
const TEXT: u64 = 16;
/// Usual names of parameters that give the length of an array.
const LENGTHS: [&str; 10] = [
    "n", "len", "length", "size", "count", "num", "sz", "cnt", "m", "total",
];

/// A parameter, and the form of its argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Argument {
    /// Name of the parameter, or a generated one.
    pub(crate) name: String,
    /// Type of the value or of an element in C notation, without qualifiers.
    pub(crate) ty: String,
    pub(crate) kind: ArgumentKind,
    /// Assumption about the parameter, as a sentence.
    pub(crate) assumed: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ArgumentKind {
    /// A number.
    Number,
    /// A word: a string of at most this many bytes.
    Word(u64),
    /// An array of this length.
    Array(Length),
}

/// Length of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Length {
    /// A number.
    Fixed(usize),
    /// The value of a name.
    Of(String),
    /// The value of an expression of C.
    Expression(String),
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Fixed(count) => write!(f, "{count}"),
            Length::Of(name) => write!(f, "(long long){name}"),
            Length::Expression(text) => write!(f, "(long long){text}"),
        }
    }
}

/// Determines the forms of the arguments of a function; an error is a sentence.
pub(crate) fn arguments(
    unit: &Unit,
    function: &str,
    params: &[Param],
    contract: Option<&Contract>,
) -> Result<Vec<Argument>, String> {
    // Parameters without a name are numbered: lengths refer to other parameters by name.
    let named: Vec<(String, &Param)> = params
        .iter()
        .enumerate()
        .map(|(at, param)| {
            let name = param.declarator.name.as_ref();
            (
                name.map_or_else(|| format!("__{at}"), |n| n.text.clone()),
                param,
            )
        })
        .collect();

    // Only numbers, and pointers to them, can be chosen. The contract decides about the length of an array; without one
    // it is guessed.
    let argument = |at: usize| {
        let (name, param) = &named[at];
        let cannot =
            |why: &str| format!("arguments for `{function}` cannot be chosen: `{name}` is {why}");
        let ty = type_of(&param.specs).ok_or_else(|| cannot("of a type that is not read"))?;
        let of_kind = |kind, assumed| Argument {
            name: name.clone(),
            ty: ty.clone(),
            kind,
            assumed,
        };
        match &param.declarator.derive[..] {
            _ if !is_number(unit, &param.specs.ty) => {
                Err(cannot("no number and no array of numbers"))
            }
            [] => Ok(of_kind(ArgumentKind::Number, None)),
            [Derive::Pointer { .. }] if ty == "void" => Err(cannot("a pointer to anything")),
            [array @ (Derive::Pointer { .. } | Derive::Array(_))] => {
                let valid = contract.and_then(|c| length_of(name, c)).transpose()?;
                if let Some(length) = valid {
                    return Ok(of_kind(ArgumentKind::Array(length), None));
                }
                if ty == "char" {
                    return Ok(of_kind(ArgumentKind::Word(TEXT), None));
                }
                let (length, assumed) = guessed(at, &named, array);
                Ok(of_kind(ArgumentKind::Array(length), assumed))
            }
            _ => Err(cannot("no number and no array of numbers")),
        }
    };
    (0..named.len()).map(argument).collect()
}

/// Guesses the length of an array without a stated length: the length in its type, the nearest parameter with a usual
/// name of a length, or 1.
fn guessed(at: usize, named: &[(String, &Param)], array: &Derive) -> (Length, Option<String>) {
    if let Derive::Array(Some(size)) = array
        && let ExprKind::Int(literal) = size.kind
    {
        return (Length::Fixed(literal.value as usize), None);
    }
    let near = named[at + 1..].iter().chain(named[..at].iter().rev());
    match near.into_iter().find(|(name, param)| {
        let name = name.to_lowercase();
        let is_one = LENGTHS.iter().any(|length| {
            let part = name.strip_prefix(length).or(name.strip_suffix(length));
            part.is_some_and(|rest| rest.is_empty() || length.len() > 2)
        });
        is_one && param.declarator.derive.is_empty()
    }) {
        Some((length, _)) => {
            let assumed = format!("`{}` has `{length}` elements", named[at].0);
            (Length::Of(length.clone()), Some(assumed))
        }
        None => {
            let assumed = format!("`{}` points to one value", named[at].0);
            (Length::Fixed(1), Some(assumed))
        }
    }
}

/// Length from `\valid(a + (0 .. n - 1))`, if the contract has such a clause for the array.
fn length_of(name: &str, contract: &Contract) -> Option<Result<Length, String>> {
    let mut clauses = contract.requires.iter();
    let high = match clauses.find_map(|clause| highest(&clause.node, name))? {
        Extent::One => return Some(Ok(Length::Fixed(1))),
        Extent::To(high) => high,
    };
    // `n - 1` is the last index of `n` elements.
    if let Predicate::Binary(op, length, one) = high
        && op == "-"
        && **one == Predicate::Word("1".to_owned())
        && let Predicate::Word(name) = &**length
    {
        return Some(Ok(Length::Of(name.clone())));
    }
    let high = expression(high, &Scope::default());
    Some(high.map(|high| Length::Expression(format!("({high} + 1)"))))
}

/// Valid elements of an array.
enum Extent<'n> {
    /// The first element only.
    One,
    /// All elements up to this index.
    To(&'n Predicate),
}

fn highest<'n>(node: &'n Predicate, name: &str) -> Option<Extent<'n>> {
    match node {
        Predicate::Call(function, args)
            if matches!(function.as_str(), "\\valid" | "\\valid_read") =>
        {
            args.iter().find_map(|arg| highest_of_place(arg, name))
        }
        Predicate::Binary(op, a, b) if op == "&&" => highest(a, name).or_else(|| highest(b, name)),
        _ => None,
    }
}

fn highest_of_place<'n>(place: &'n Predicate, name: &str) -> Option<Extent<'n>> {
    match place {
        Predicate::Word(word) if word == name => Some(Extent::One),
        Predicate::Binary(op, base, range) if op == "+" && mentions(base, name) => match &**range {
            Predicate::Range(_, high) => high.as_deref().map(Extent::To),
            _ => None,
        },
        Predicate::Unary(op, of) if op == "&" => match &**of {
            Predicate::Index(base, index) if mentions(base, name) => match &**index {
                Predicate::Range(_, high) => high.as_deref().map(Extent::To),
                index => Some(Extent::To(index)),
            },
            _ => None,
        },
        _ => None,
    }
}

/// Whether values of a type are numbers. An undefined name counts as a type of the C library, such as `size_t`.
fn is_number(unit: &Unit, ty: &TypeSpec) -> bool {
    let mut ty = ty;
    // A cyclic definition must not loop forever.
    for _ in 0..=unit.items.len() {
        let TypeSpec::Named(name) = ty else {
            return !matches!(ty, TypeSpec::Record(_) | TypeSpec::TypeofExpr(_));
        };
        let defined = typedefs(unit).find(|(_, declarator)| {
            declarator
                .name
                .as_ref()
                .is_some_and(|n| n.text == name.text)
        });
        match defined {
            Some((specs, declarator)) if declarator.derive.is_empty() => ty = &specs.ty,
            Some(_) => return false,
            None => return true,
        }
    }
    false
}

fn typedefs(unit: &Unit) -> impl Iterator<Item = (&Specs, &Declarator)> {
    let declarations = unit.items.iter().filter_map(|item| match item {
        Item::Declaration(d) if d.specs.storage == Storage::Typedef => Some(d),
        _ => None,
    });
    declarations.flat_map(|d| d.declarators.iter().map(|one| (&d.specs, &one.declarator)))
}

/// A type in C notation; `None` if words are not enough for it.
pub(crate) fn type_of(specs: &Specs) -> Option<String> {
    Some(match &specs.ty {
        TypeSpec::Void => "void".to_owned(),
        TypeSpec::Bool => "_Bool".to_owned(),
        TypeSpec::Char => "char".to_owned(),
        TypeSpec::SignedChar => "signed char".to_owned(),
        TypeSpec::UnsignedChar => "unsigned char".to_owned(),
        TypeSpec::Short => "short".to_owned(),
        TypeSpec::UnsignedShort => "unsigned short".to_owned(),
        TypeSpec::Int => "int".to_owned(),
        TypeSpec::UnsignedInt => "unsigned".to_owned(),
        TypeSpec::Long => "long".to_owned(),
        TypeSpec::UnsignedLong => "unsigned long".to_owned(),
        TypeSpec::LongLong => "long long".to_owned(),
        TypeSpec::UnsignedLongLong => "unsigned long long".to_owned(),
        TypeSpec::Float => "float".to_owned(),
        TypeSpec::Double => "double".to_owned(),
        TypeSpec::Named(name) => name.text.clone(),
        TypeSpec::Enum(e) => format!("enum {}", e.tag.as_ref()?.text),
        TypeSpec::Record(r) => format!("struct {}", r.tag.as_ref()?.text),
        _ => return None,
    })
}
