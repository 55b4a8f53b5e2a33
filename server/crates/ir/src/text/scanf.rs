//! `scanf`: taking a format string apart, and applying one directive to the input.
//!
//! What is consumed on failure is part of the semantics, since the next call goes on from there: of `-x` the minus is
//! gone after `%d`, of `0x` and no digit both characters. All of it follows glibc, which reads a character, decides, and
//! puts at most that one back.

mod format;
mod read;

pub use format::{CharSet, Directive, ScanSpec, parse_format};
pub use read::{scan_chars, scan_float, scan_int, scan_set, scan_word, skip_space};

use super::Length;
use super::number::Precision;

/// How one directive ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome<T> {
    /// It matched, with this value.
    Match(T),
    /// The input does not fit: the call ends and returns the number of assignments so far.
    MatchingFailure,
    /// The input ended before the directive had read anything: the call ends and returns the number of assignments so
    /// far, or `EOF` when no conversion was completed before.
    InputFailure,
}

/// A value that a conversion reads.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// An integer, clamped to 64 bits as `strtol` and `strtoul` do; to be truncated to [`ScanSpec::int_bits`].
    Int(u64),
    /// A floating number; for `%f` without `l` a value that `float` represents.
    Float(f64),
    /// Characters of `%c`: exactly what was read, no zero is added.
    Chars(std::ops::Range<usize>),
    /// Characters of `%s` and `%[`, after which a zero is stored.
    Text(std::ops::Range<usize>),
    /// `%n`: the number of bytes read by this call so far; does not count as an assignment.
    Consumed(u64),
}

/// A reading position in the input.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    input: &'a [u8],
    /// Offset of the next byte.
    pub pos: usize,
    /// Whether something tried to read past the end, so that `feof` holds.
    pub at_end: bool,
}

impl<'a> Cursor<'a> {
    /// Reads `input` from `pos`.
    pub fn new(input: &'a [u8], pos: usize) -> Self {
        Cursor {
            input,
            pos,
            at_end: false,
        }
    }

    /// The next byte, which stays; asking at the end is noticed as reading is.
    fn peek(&mut self) -> Option<u8> {
        let byte = self.input.get(self.pos).copied();
        self.at_end |= byte.is_none();
        byte
    }
}

/// Applies one directive. `start` is where the call began to read (for `%n`). A suppressed conversion gives its value
/// all the same; the caller drops it.
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
    /// The same outcome with another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Match(value) => Outcome::Match(change(value)),
            Outcome::MatchingFailure => Outcome::MatchingFailure,
            Outcome::InputFailure => Outcome::InputFailure,
        }
    }
}

/// What a whole call did.
#[derive(Debug, Clone, PartialEq)]
pub struct Scan {
    /// The values to store, in the order of the pointer arguments (suppressed conversions take none and are left out).
    pub values: Vec<Value>,
    /// What the call returns: the number of assignments, or −1 (`EOF`).
    pub returns: i32,
    /// The position after the call.
    pub pos: usize,
    /// Whether the end of the input was seen.
    pub at_end: bool,
}

/// Runs a whole call from `pos`.
pub fn scan(input: &[u8], pos: usize, directives: &[Directive]) -> Scan {
    let mut cursor = Cursor::new(input, pos);
    let mut values = Vec::new();
    let mut assigned = 0;
    let mut returns = None;
    for directive in directives {
        match step(&mut cursor, pos, directive) {
            Outcome::Match(None) => {}
            Outcome::Match(Some(value)) => {
                if !directive.is_suppressed() {
                    assigned += i32::from(!matches!(value, Value::Consumed(_)));
                    values.push(value);
                }
            }
            Outcome::MatchingFailure => {
                returns = Some(assigned);
                break;
            }
            Outcome::InputFailure => {
                returns = Some(if assigned == 0 { -1 } else { assigned });
                break;
            }
        }
    }
    Scan {
        values,
        returns: returns.unwrap_or(assigned),
        pos: cursor.pos,
        at_end: cursor.at_end,
    }
}
