//! The bytes that a program can print at all; [`crate::flow`] computes them.

use harness::{Compare, Expected};

use super::CompId;

/// Bytes that the program can print without any of its outputs relaxed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Printable {
    /// For each byte, whether it can be printed; `None` if some output may print anything.
    pub(crate) bytes: Option<Box<[bool; 256]>>,
    /// Components that can print other text when they are relaxed.
    pub(crate) printers: Vec<CompId>,
}

impl Printable {
    /// Whether the expected output has a byte that can only be printed if one of [`Printable::printers`] is relaxed.
    pub fn lacks(&self, expected: &Expected) -> bool {
        let Some(bytes) = &self.bytes else {
            return false;
        };
        // Between words any white space is accepted.
        let counts = |b: u8| expected.compare() != Compare::Tokens || !b.is_ascii_whitespace();
        let mut wanted = expected.bytes().iter().copied().filter(|b| counts(*b));
        let is_text = expected.is_known()
            && expected.compare() != Compare::Regex
            && expected.tolerance().is_none();
        is_text && wanted.any(|b| !bytes[b as usize])
    }

    /// Components that can print other text when they are relaxed, in order.
    pub fn printers(&self) -> &[CompId] {
        &self.printers
    }
}
