//! `scanf`: parses format strings, and applies one directive to the input.
//!
//! The input consumed on failure is part of the semantics, because the next call continues from there: of `-x`, `%d`
//! consumes the minus; of `0x` without further digits, both characters. All of this follows glibc, which reads a
//! character, decides, and pushes back at most that one.

mod format;
mod read;

pub use format::{CharSet, Directive, ScanSpec, parse_format};
pub use read::{scan_chars, scan_float, scan_int, scan_set, scan_word, skip_space};

use std::convert::Infallible;

use super::Length;
use super::number::Precision;

/// Outcome of one directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome<T> {
    /// The directive matched, with this value.
    Match(T),
    /// The input does not match: the call ends and returns the number of assignments so far.
    MatchingFailure,
    /// The input ended before the directive had read anything: the call ends and returns the number of assignments so
    /// far, or `EOF` if no conversion was completed before.
    InputFailure,
}

/// A value that a conversion reads.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// An integer, clamped to 64 bits as by `strtol` and `strtoul`; to be truncated to [`ScanSpec::int_bits`].
    Int(u64),
    /// A floating-point number; for `%f` without `l`, a value that `float` can represent.
    Float(f64),
    /// Characters of `%c`: exactly those that were read, without a terminating zero.
    Chars(std::ops::Range<usize>),
    /// Characters of `%s` and `%[`, after which a zero is stored.
    Text(std::ops::Range<usize>),
    /// `%n`: the number of bytes read by this call so far; does not count as an assignment.
    Consumed(u64),
}

/// A read position in the input.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    input: &'a [u8],
    /// Offset of the next byte.
    pub pos: usize,
    /// Whether something tried to read past the end, so that `feof` holds.
    pub at_end: bool,
}

impl<'a> Cursor<'a> {
    /// A cursor that reads `input` from `pos`.
    pub fn new(input: &'a [u8], pos: usize) -> Self {
        Cursor {
            input,
            pos,
            at_end: false,
        }
    }

    /// The next byte, without consuming it; peeking at the end counts as reading past it.
    fn peek(&mut self) -> Option<u8> {
        let byte = self.input.get(self.pos).copied();
        self.at_end |= byte.is_none();
        byte
    }
}

/// Applies one directive. `start` is where the call began to read (for `%n`). A suppressed conversion yields its value,
/// too; the caller drops it.
pub fn step(
    cursor: &mut Cursor<'_>,
    start: usize,
    directive: &Directive,
) -> Outcome<Option<Value>> {
    match directive {
        Directive::Space => {
            skip_space(cursor);
            Outcome::Match(None)
        }
        Directive::Literal(byte) => literal(cursor, *byte),
        Directive::Percent => {
            skip_space(cursor);
            literal(cursor, b'%')
        }
        Directive::Conversion(spec) => conversion(cursor, start, spec),
    }
}

fn literal(cursor: &mut Cursor<'_>, expected: u8) -> Outcome<Option<Value>> {
    match cursor.peek() {
        None => Outcome::InputFailure,
        Some(byte) if byte == expected => {
            cursor.pos += 1;
            Outcome::Match(None)
        }
        Some(_) => Outcome::MatchingFailure,
    }
}

fn conversion(cursor: &mut Cursor<'_>, start: usize, spec: &ScanSpec) -> Outcome<Option<Value>> {
    let width = spec.width.map(|width| width as usize);
    let outcome = match spec.conv {
        b'c' => scan_chars(cursor, width.unwrap_or(1)).map(Value::Chars),
        b'[' => scan_set(cursor, width, &spec.set).map(Value::Text),
        b's' => scan_word(cursor, width).map(Value::Text),
        b'n' => Outcome::Match(Value::Consumed((cursor.pos - start) as u64)),
        _ if spec.is_float() => {
            let single = spec.length == Length::Default;
            let precision = if single {
                Precision::Single
            } else {
                Precision::Double
            };
            scan_float(cursor, width, precision).map(Value::Float)
        }
        conv => scan_int(cursor, width, conv).map(Value::Int),
    };
    outcome.map(Some)
}

impl<T> Outcome<T> {
    /// Converts the value of a match.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Match(value) => Outcome::Match(change(value)),
            Outcome::MatchingFailure => Outcome::MatchingFailure,
            Outcome::InputFailure => Outcome::InputFailure,
        }
    }
}

/// Result of a whole call.
#[derive(Debug, Clone, PartialEq)]
pub struct Scan {
    /// The values to store, in the order of the pointer arguments (suppressed conversions take none and are left out).
    pub values: Vec<Value>,
    /// Return value of the call: the number of assignments, or −1 (`EOF`).
    pub returns: i32,
    /// Position after the call.
    pub pos: usize,
    /// Whether the call read past the end of the input.
    pub at_end: bool,
}

/// Runs a whole call from `pos`.
pub fn scan(input: &[u8], pos: usize, directives: &[Directive]) -> Scan {
    let mut cursor = Cursor::new(input, pos);
    let found = apply(directives, |directive| {
        Ok::<_, Infallible>(step(&mut cursor, pos, directive))
    });
    let Ok((values, returns)) = found;
    Scan {
        values,
        returns,
        pos: cursor.pos,
        at_end: cursor.at_end,
    }
}

/// Applies directives, each by `step`, until one fails. Returns the values to store, and the return value of the call:
/// the number of assignments, or −1 (`EOF`).
///
/// # Errors
/// Fails if `step` does.
pub fn apply<V, E>(
    directives: &[Directive],
    mut step: impl FnMut(&Directive) -> Result<Outcome<Option<V>>, E>,
) -> Result<(Vec<V>, i32), E> {
    let mut values = Vec::new();
    let mut assigned = 0;
    for directive in directives {
        match step(directive)? {
            Outcome::Match(None) => {}
            Outcome::Match(Some(value)) => {
                if !directive.is_suppressed() {
                    assigned += i32::from(!directive.counts_bytes());
                    values.push(value);
                }
            }
            Outcome::MatchingFailure => return Ok((values, assigned)),
            Outcome::InputFailure => {
                let returns = if assigned == 0 { -1 } else { assigned };
                return Ok((values, returns));
            }
        }
    }
    Ok((values, assigned))
}
