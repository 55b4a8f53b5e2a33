//! The parts of the output of a call.

use ir::Scalar;
use ir::text::printf::Spec;

/// A part of the output of a call: known bytes, or a symbolic value with its conversion.
pub(super) enum Element<B> {
    Known(Vec<u8>),
    Int(Spec, Scalar, B),
    Float(Spec, B),
    Char(B),
}

impl<B> Element<B> {
    /// The bytes, if they are known.
    pub(super) fn known(&self) -> Option<&[u8]> {
        match self {
            Element::Known(bytes) => Some(bytes),
            Element::Int(..) | Element::Float(..) | Element::Char(_) => None,
        }
    }
}

/// Number of known bytes.
pub(super) fn known_length<B>(elements: &[Element<B>]) -> usize {
    let known = elements.iter().filter_map(Element::known);
    known.map(<[u8]>::len).sum()
}
