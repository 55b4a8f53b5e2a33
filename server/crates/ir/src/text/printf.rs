//! `printf`: parses format strings, and prints one value with one conversion.
//!
//! The functions of this module append to `out` exactly what glibc would write in the C locale, for every flag, width,
//! precision and length; undefined combinations behave as in glibc.

mod float;
mod integer;

pub use float::format_float;
pub use integer::{format_int, format_ptr};

use super::{FormatError, FormatErrorKind, Length, parse_count};

/// A piece of a format string.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FormatPiece {
    /// Text printed literally, including `%%`.
    Literal(Vec<u8>),
    /// A conversion, which takes [`Spec::stars`] `int` arguments and then one of its own.
    Conversion(Spec),
}

/// A width or precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// Written in the format.
    Fixed(u32),
    /// `*`: the next argument, an `int`; see [`Spec::resolved`].
    Star,
}

/// The flags of a conversion, a small set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u8);

impl Flags {
    /// `-`: pad on the right.
    pub const LEFT: Flags = Flags(1);
    /// `+`: always a sign.
    pub const PLUS: Flags = Flags(2);
    /// A space where a plus sign would be.
    pub const SPACE: Flags = Flags(4);
    /// `#`: the alternate form.
    pub const ALTERNATE: Flags = Flags(8);
    /// `0`: pad with zeros.
    pub const ZERO: Flags = Flags(16);
    /// `'`: group digits, which has no effect in the C locale.
    pub const GROUP: Flags = Flags(32);

    /// The flag that a byte of the format denotes.
    fn from_byte(byte: u8) -> Option<Flags> {
        Some(match byte {
            b'-' => Flags::LEFT,
            b'+' => Flags::PLUS,
            b' ' => Flags::SPACE,
            b'#' => Flags::ALTERNATE,
            b'0' => Flags::ZERO,
            b'\'' => Flags::GROUP,
            _ => return None,
        })
    }

    /// Whether all of `flags` are in the set.
    pub fn has(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Union of both sets.
    pub fn with(self, flags: Flags) -> Flags {
        Flags(self.0 | flags.0)
    }
}

impl std::fmt::Debug for Flags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Flags(\"")?;
        for (bit, letter) in "-+ #0'".chars().enumerate() {
            if self.0 & (1 << bit) != 0 {
                write!(f, "{letter}")?;
            }
        }
        f.write_str("\")")
    }
}

/// One conversion of a format string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spec {
    /// Flags of the conversion.
    pub flags: Flags,
    /// Minimal number of bytes to print.
    pub width: Option<Count>,
    /// Digits after the point, significant digits, minimal number of digits, or maximal number of bytes of a string,
    /// depending on the conversion.
    pub precision: Option<Count>,
    /// The length modifier.
    pub length: Length,
    /// Letter of the conversion.
    pub conv: u8,
}

impl Spec {
    /// The plain conversion `%conv`.
    pub fn plain(conv: u8) -> Self {
        Spec {
            flags: Flags::default(),
            width: None,
            precision: None,
            length: Length::Default,
            conv,
        }
    }

    /// Whether the conversion prints an integer: `d i u o x X b B`.
    pub fn is_int(&self) -> bool {
        matches!(
            self.conv,
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B'
        )
    }

    /// Whether the conversion prints a floating-point number: `f F e E g G a A`.
    pub fn is_float(&self) -> bool {
        matches!(self.conv.to_ascii_lowercase(), b'f' | b'e' | b'g' | b'a')
    }

    /// Whether the conversion prints wide characters: `%lc`, `%ls`.
    pub fn is_wide(&self) -> bool {
        matches!(self.conv, b's' | b'c') && self.length == Length::Long
    }

    /// Whether the conversion prints a signed integer.
    pub fn is_signed(&self) -> bool {
        matches!(self.conv, b'd' | b'i')
    }

    /// Number of bits of its argument that an integer conversion reads.
    pub fn int_bits(&self) -> u32 {
        self.length.int_bits()
    }

    /// Whether width and precision come from arguments.
    pub fn stars(&self) -> (bool, bool) {
        (
            self.width == Some(Count::Star),
            self.precision == Some(Count::Star),
        )
    }

    /// The conversion with the values of its stars substituted: a negative width means `-` and its absolute value, a
    /// negative precision means no precision. A value for a count that is not a star is ignored.
    pub fn resolved(&self, width: Option<i32>, precision: Option<i32>) -> Spec {
        let mut spec = *self;
        if self.width == Some(Count::Star) {
            spec.width = width.map(|width| Count::Fixed(width.unsigned_abs()));
            if width.is_some_and(i32::is_negative) {
                spec.flags = spec.flags.with(Flags::LEFT);
            }
        }
        if self.precision == Some(Count::Star) {
            spec.precision = precision
                .and_then(|count| u32::try_from(count).ok())
                .map(Count::Fixed);
        }
        spec
    }

    /// The width in bytes; zero if there is none or if it is an unresolved star.
    pub fn width_value(&self) -> usize {
        match self.width {
            Some(Count::Fixed(count)) => count as usize,
            _ => 0,
        }
    }

    /// The precision; `None` if there is none or if it is an unresolved star.
    pub fn precision_value(&self) -> Option<usize> {
        match self.precision {
            Some(Count::Fixed(count)) => Some(count as usize),
            _ => None,
        }
    }
}

/// Parses a format string (without its terminating zero). Adjacent literals become one piece.
///
/// # Errors
/// Fails at the first conversion that `printf` does not define or that is not modelled.
pub fn parse_format(format: &[u8]) -> Result<Vec<FormatPiece>, FormatError> {
    let mut pieces = Vec::new();
    let mut literal = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            literal.push(format[at]);
            at += 1;
            continue;
        }
        let offset = at;
        let spec = parse_spec(format, &mut at).map_err(|kind| FormatError { offset, kind })?;
        if spec.conv == b'%' {
            literal.push(b'%');
            continue;
        }
        if !literal.is_empty() {
            pieces.push(FormatPiece::Literal(std::mem::take(&mut literal)));
        }
        pieces.push(FormatPiece::Conversion(spec));
    }
    if !literal.is_empty() {
        pieces.push(FormatPiece::Literal(literal));
    }
    Ok(pieces)
}

/// Whether a text may have a `%n` when it is used as a format.
pub fn may_count(text: &[u8]) -> bool {
    let mut starts = (0..text.len()).filter(|at| text[*at] == b'%');
    starts.any(|mut at| {
        let rest = &text[at..];
        match parse_spec(text, &mut at) {
            Ok(spec) => spec.conv == b'n',
            Err(_) => rest.contains(&b'n'),
        }
    })
}

/// Rewrites a format whose conversions number their arguments (`%2$d`, `%1$*3$d`) into one that takes them in sequence,
/// and returns the argument numbers, from 1. `None` if some conversion does not number its arguments.
pub fn in_order(format: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    let (mut rewritten, mut order) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < format.len() {
        rewritten.push(format[at]);
        at += 1;
        if rewritten.last() != Some(&b'%') {
            continue;
        }
        if format.get(at) == Some(&b'%') {
            rewritten.push(b'%');
            at += 1;
            continue;
        }
        let own = numbered(format, &mut at)?;
        // Flags, width and precision.
        while let Some(&byte) = format.get(at) {
            let is_flag = Flags::from_byte(byte).is_some();
            if !is_flag && !byte.is_ascii_digit() && !matches!(byte, b'*' | b'.') {
                break;
            }
            rewritten.push(byte);
            at += 1;
            if byte == b'*' {
                order.push(numbered(format, &mut at)?);
            }
        }
        order.push(own);
    }
    Some((rewritten, order))
}

/// Parses `n$`.
fn numbered(format: &[u8], at: &mut usize) -> Option<usize> {
    let number = parse_count(format, at).ok()??;
    if number == 0 || format.get(*at) != Some(&b'$') {
        return None;
    }
    *at += 1;
    Some(number as usize)
}

/// Parses the conversion whose `%` is at `*at` and advances past it.
fn parse_spec(format: &[u8], at: &mut usize) -> Result<Spec, FormatErrorKind> {
    *at += 1;
    let mut spec = Spec::plain(0);
    while let Some(flag) = format.get(*at).copied().and_then(Flags::from_byte) {
        spec.flags = spec.flags.with(flag);
        *at += 1;
    }
    spec.width = parse_count_or_star(format, at)?;
    if format.get(*at) == Some(&b'$') {
        return Err(FormatErrorKind::Unsupported(b'$'));
    }
    if format.get(*at) == Some(&b'.') {
        *at += 1;
        spec.precision = parse_count_or_star(format, at)?.or(Some(Count::Fixed(0)));
    }
    spec.length = Length::parse(format, at);
    spec.conv = *format.get(*at).ok_or(FormatErrorKind::Incomplete)?;
    *at += 1;
    match spec.conv {
        b'C' | b'S' => {
            spec.conv = spec.conv.to_ascii_lowercase();
            spec.length = Length::Long;
            Ok(spec)
        }
        b'm' => Err(FormatErrorKind::Unsupported(spec.conv)),
        b's' | b'c' | b'p' | b'n' | b'%' => Ok(spec),
        _ if spec.is_int() || spec.is_float() => Ok(spec),
        other => Err(FormatErrorKind::Unknown(other)),
    }
}

fn parse_count_or_star(format: &[u8], at: &mut usize) -> Result<Option<Count>, FormatErrorKind> {
    if format.get(*at) == Some(&b'*') {
        *at += 1;
        return Ok(Some(Count::Star));
    }
    Ok(parse_count(format, at)?.map(Count::Fixed))
}

/// Prints a character (`%c`).
pub fn format_char(out: &mut Vec<u8>, spec: &Spec, value: u8) {
    pad(out, spec, &[value]);
}

/// Prints a string (`%s`), given its bytes without the terminating zero (at most as many as the precision allows are
/// needed).
pub fn format_str(out: &mut Vec<u8>, spec: &Spec, text: &[u8]) {
    let shown = spec
        .precision_value()
        .map_or(text.len(), |most| most.min(text.len()));
    pad(out, spec, &text[..shown]);
}

/// Appends `text`, padded with spaces to the width.
fn pad(out: &mut Vec<u8>, spec: &Spec, text: &[u8]) {
    let missing = spec.width_value().saturating_sub(text.len());
    let left = spec.flags.has(Flags::LEFT);
    if !left {
        repeat(out, b' ', missing);
    }
    out.extend_from_slice(text);
    if left {
        repeat(out, b' ', missing);
    }
}

/// Appends a number given by its prefix (sign, `0x`) and the rest, padded to the width, with zeros in between if
/// `zeros`.
fn pad_number(out: &mut Vec<u8>, spec: &Spec, prefix: &[u8], body: &[u8], zeros: bool) {
    let missing = spec.width_value().saturating_sub(prefix.len() + body.len());
    let left = spec.flags.has(Flags::LEFT);
    if !left && !zeros {
        repeat(out, b' ', missing);
    }
    out.extend_from_slice(prefix);
    if !left && zeros {
        repeat(out, b'0', missing);
    }
    out.extend_from_slice(body);
    if left {
        repeat(out, b' ', missing);
    }
}

fn repeat(out: &mut Vec<u8>, byte: u8, count: usize) {
    out.resize(out.len() + count, byte);
}

/// The sign that a signed conversion prints.
fn sign(flags: Flags, negative: bool) -> &'static [u8] {
    match (negative, flags.has(Flags::PLUS), flags.has(Flags::SPACE)) {
        (true, ..) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}
