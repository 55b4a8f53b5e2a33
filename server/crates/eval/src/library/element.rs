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

/// Number of known bytes.
pub(super) fn known_length<B>(elements: &[Element<B>]) -> usize {
    let known = elements.iter().map(|e| match e {
        Element::Known(bytes) => bytes.len(),
        _ => 0,
    });
    known.sum()
}
