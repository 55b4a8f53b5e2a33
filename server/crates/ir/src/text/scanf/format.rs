//! Format strings of `scanf`.

use crate::text::{FormatError, FormatErrorKind, Length, is_space, parse_count};

/// A set of bytes, such as the characters that a `%[…]` conversion accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CharSet([u64; 4]);

impl CharSet {
    /// All bytes.
    pub const ALL: CharSet = CharSet([u64::MAX; 4]);

    /// The bytes for which `holds` is true.
    pub fn of(holds: impl Fn(u8) -> bool) -> CharSet {
        let mut set = CharSet::default();
        for byte in (0..=u8::MAX).filter(|byte| holds(*byte)) {
            set.insert(byte);
        }
        set
    }

    /// Whether the character is accepted.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    /// Whether no byte is accepted.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The accepted bytes, in order.
    pub fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=u8::MAX).filter(|byte| self.contains(*byte))
    }

    /// The bytes that both sets accept.
    #[must_use]
    pub fn and(&self, other: &CharSet) -> CharSet {
        CharSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The bytes that the set does not accept.
    #[must_use]
    pub fn complement(&self) -> CharSet {
        CharSet(self.0.map(|word| !word))
    }

    fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }
}

/// One conversion.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScanSpec {
    /// `*`: read but not stored; takes no argument.
    pub suppress: bool,
    /// Most bytes to read (for `%c`, exactly this many); never zero.
    pub width: Option<u32>,
    /// The length modifier.
    pub length: Length,
    /// Letter of the conversion; `[` for a set.
    pub conv: u8,
    /// The characters of a set; empty for other conversions.
    pub set: CharSet,
}

impl ScanSpec {
    /// Whether the conversion reads an integer or a pointer: `d i u o x X p`.
    pub fn is_int(&self) -> bool {
        matches!(self.conv, b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'p')
    }

    /// Whether the conversion reads a floating-point number: `f F e E g G a A`.
    pub fn is_float(&self) -> bool {
        matches!(self.conv.to_ascii_lowercase(), b'f' | b'e' | b'g' | b'a')
    }

    /// Number of bits of the integer that is stored (also for `%n`).
    pub fn int_bits(&self) -> u32 {
        if self.conv == b'p' {
            64
        } else {
            self.length.int_bits()
        }
    }
}

/// A directive of a format string.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Directive {
    /// White space: skips any amount of it, including none.
    Space,
    /// A character that must come next.
    Literal(u8),
    /// `%%`: skips white space, then must match a `%`.
    Percent,
    /// A conversion.
    Conversion(ScanSpec),
}

impl Directive {
    /// Whether the directive is a conversion that takes no argument.
    pub fn is_suppressed(&self) -> bool {
        matches!(self, Directive::Conversion(spec) if spec.suppress)
    }

    /// Whether this is `%n`, which reads nothing.
    pub fn counts_bytes(&self) -> bool {
        matches!(self, Directive::Conversion(spec) if spec.conv == b'n')
    }
}

/// Parses a format string (without its terminating zero).
///
/// # Errors
/// Fails at the first conversion that `scanf` does not define or that is not modelled.
pub fn parse_format(format: &[u8]) -> Result<Vec<Directive>, FormatError> {
    let mut directives = Vec::new();
    let mut at = 0;
    while at < format.len() {
        let byte = format[at];
        if byte == b'%' {
            let offset = at;
            at += 1;
            let directive =
                parse_conversion(format, &mut at).map_err(|kind| FormatError { offset, kind })?;
            directives.push(directive);
            continue;
        }
        at += 1;
        if !is_space(byte) {
            directives.push(Directive::Literal(byte));
        } else if directives.last() != Some(&Directive::Space) {
            directives.push(Directive::Space);
        }
    }
    Ok(directives)
}

/// Parses the conversion after its `%` and advances past it.
fn parse_conversion(format: &[u8], at: &mut usize) -> Result<Directive, FormatErrorKind> {
    let mut suppress = false;
    while let Some(flag @ (b'*' | b'\'')) = format.get(*at) {
        suppress |= *flag == b'*';
        *at += 1;
    }
    let width = parse_count(format, at)?.filter(|&width| width != 0);
    if let Some(unsupported @ (b'$' | b'm')) = format.get(*at) {
        return Err(FormatErrorKind::Unsupported(*unsupported));
    }
    let length = Length::parse(format, at);
    let conv = *format.get(*at).ok_or(FormatErrorKind::Incomplete)?;
    *at += 1;
    let set = if conv == b'[' {
        parse_set(format, at)?
    } else {
        CharSet::default()
    };
    let spec = ScanSpec {
        suppress,
        width,
        length,
        conv,
        set,
    };
    match conv {
        b'%' => Ok(Directive::Percent),
        b's' | b'c' | b'[' if length == Length::Long => Err(FormatErrorKind::Unsupported(b'l')),
        b'C' | b'S' => Err(FormatErrorKind::Unsupported(conv)),
        b's' | b'c' | b'[' | b'n' => Ok(Directive::Conversion(spec)),
        _ if spec.is_int() || spec.is_float() => Ok(Directive::Conversion(spec)),
        other => Err(FormatErrorKind::Unknown(other)),
    }
}

/// Parses a set after its `[` and advances past its `]`. An initial `]` or `-` is an ordinary member; a later `-`
/// between two characters in ascending order denotes a range.
fn parse_set(format: &[u8], at: &mut usize) -> Result<CharSet, FormatErrorKind> {
    let mut set = CharSet::default();
    let negated = format.get(*at) == Some(&b'^');
    *at += usize::from(negated);
    if let Some(&first @ (b']' | b'-')) = format.get(*at) {
        set.insert(first);
        *at += 1;
    }
    loop {
        let byte = *format.get(*at).ok_or(FormatErrorKind::Incomplete)?;
        *at += 1;
        match (byte, format.get(*at)) {
            (b']', _) => break,
            // A range's `-` always has a preceding character: at least the `[` itself.
            (b'-', Some(&last)) if last != b']' && format[*at - 2] <= last => {
                (format[*at - 2]..=last).for_each(|byte| set.insert(byte));
            }
            _ => set.insert(byte),
        }
    }
    Ok(if negated { set.complement() } else { set })
}
