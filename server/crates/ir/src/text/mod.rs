//! C's text formats over byte slices: `printf`, `scanf` and the `strtol`/`strtod` family, exactly as in glibc's C
//! locale.
//!
//! * [`printf`]: parses format strings, and prints one value with one conversion;
//! * [`accept`]: the inverse for symbolic output: finds the values that would print what the test still expects;
//! * [`number`]: `strtol`, `strtoul`, `strtod`, `atoi` and related functions;
//! * [`scanf`]: parses format strings, and applies one directive to the input.
//!
//! Everything here is a pure function of bytes and plain numbers: memory, streams and symbolic values are handled by
//! the evaluator, so both of its domains share this module.

use syntax::DataModel;

pub mod accept;
pub mod number;
pub mod printf;
pub mod scanf;

#[cfg(test)]
mod tests;

/// The length modifier of a conversion, in `printf` and `scanf` alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Length {
    /// No modifier: `int`, and `float` in `scanf`.
    #[default]
    Default,
    /// `hh`: `char`.
    Char,
    /// `h`: `short`.
    Short,
    /// `l`, `z` or `t`: as wide as `long`; in `scanf` also `double`.
    Long,
    /// `ll`, `q` or `j`: `long long`.
    LongLong,
    /// `L`: `long double` (and in glibc also `long long`).
    LongDouble,
}

impl Length {
    /// Parses the modifier at `*at` and advances past it.
    fn parse(format: &[u8], at: &mut usize) -> Self {
        let (length, size) = match format.get(*at..).unwrap_or_default() {
            [b'h', b'h', ..] => (Length::Char, 2),
            [b'h', ..] => (Length::Short, 1),
            [b'l', b'l', ..] => (Length::LongLong, 2),
            [b'q' | b'j', ..] => (Length::LongLong, 1),
            [b'l' | b'z' | b't', ..] => (Length::Long, 1),
            [b'L', ..] => (Length::LongDouble, 1),
            _ => (Length::Default, 0),
        };
        *at += size;
        length
    }

    /// The length that denotes the same integer type in LP64, whose `long` has 64 bits.
    pub fn in_lp64(self, model: DataModel) -> Length {
        match (self, model) {
            (Length::Long, DataModel::Ilp32) => Length::Default,
            _ => self,
        }
    }

    /// Number of bits of the integer type (in LP64) that an integer conversion with this length denotes.
    pub fn int_bits(self) -> u32 {
        match self {
            Length::Default => 32,
            Length::Char => 8,
            Length::Short => 16,
            Length::Long | Length::LongLong | Length::LongDouble => 64,
        }
    }
}

/// Reason why a format string cannot be processed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FormatErrorKind {
    /// The string ends inside a conversion.
    Incomplete,
    /// There is no such conversion; the behaviour is undefined.
    Unknown(u8),
    /// The conversion exists but is not modelled (wide characters, positions, `%m`).
    Unsupported(u8),
    /// A width or precision does not fit `int`.
    TooLarge,
}

/// Error in a format string, with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FormatError {
    /// Byte offset of the conversion's `%` in the format.
    pub offset: usize,
    /// Reason of the error.
    pub kind: FormatErrorKind,
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            FormatErrorKind::Incomplete => {
                write!(f, "incomplete conversion at the end of the format")
            }
            FormatErrorKind::Unknown(c) => {
                write!(f, "unknown conversion `{}` in the format", c.escape_ascii())
            }
            FormatErrorKind::Unsupported(c) => {
                write!(f, "conversion with `{}` is not modelled", c.escape_ascii())
            }
            FormatErrorKind::TooLarge => write!(f, "width or precision in the format is too large"),
        }
    }
}

impl std::error::Error for FormatError {}

/// `isspace` in the C locale.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Parses a decimal count at `*at` and advances past it: `None` without a digit, an error beyond the range of `int`.
fn parse_count(format: &[u8], at: &mut usize) -> Result<Option<u32>, FormatErrorKind> {
    let start = *at;
    let mut count: u64 = 0;
    while let Some(digit) = format.get(*at).filter(|byte| byte.is_ascii_digit()) {
        count = count * 10 + u64::from(digit - b'0');
        if count > i32::MAX as u64 {
            return Err(FormatErrorKind::TooLarge);
        }
        *at += 1;
    }
    Ok((*at > start).then_some(count as u32))
}
