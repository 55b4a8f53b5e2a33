//! Reads one value from the input, character by character as in glibc's `vfscanf`.

use super::{CharSet, Cursor, Outcome};
use crate::text::is_space;
use crate::text::number::{Precision, strtod, strtol, strtoul};
use std::ops::Range;

/// A reader that stops after `left` bytes.
struct LimitedReader<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    left: usize,
    text: Vec<u8>,
}

impl<'c, 'a> LimitedReader<'c, 'a> {
    fn new(cursor: &'c mut Cursor<'a>, width: Option<usize>) -> Self {
        LimitedReader {
            cursor,
            left: width.unwrap_or(usize::MAX),
            text: Vec::new(),
        }
    }

    /// The next byte if the width allows one, without consuming it.
    fn peek(&mut self) -> Option<u8> {
        if self.left == 0 {
            None
        } else {
            self.cursor.peek()
        }
    }

    /// Detects the end of the input even if the width is exhausted: for integers, glibc always reads one byte ahead.
    fn look_ahead(&mut self) {
        self.cursor.peek();
    }

    /// Consumes the byte that was peeked at.
    fn skip(&mut self) {
        self.cursor.pos += 1;
        self.left -= 1;
    }

    /// Consumes the next byte if it satisfies `wanted`, and keeps it in the text.
    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> bool {
        let Some(byte) = self.peek().filter(|&byte| wanted(byte)) else {
            return false;
        };
        self.skip();
        self.text.push(byte);
        true
    }

    /// Reads the rest of a special word and returns whether it was complete; like glibc, consumes the first mismatching
    /// byte, too.
    fn word(&mut self, word: &[u8]) -> bool {
        word.iter().all(|&letter| {
            let Some(byte) = self.peek() else {
                return false;
            };
            self.skip();
            self.text.push(byte);
            byte.eq_ignore_ascii_case(&letter)
        })
    }
}

/// Skips white space.
pub fn skip_space(cursor: &mut Cursor<'_>) {
    while cursor.peek().is_some_and(is_space) {
        cursor.pos += 1;
    }
}

/// Reads an integer (`%d %i %u %o %x %X %p`, by the letter `conv`); leading white space is skipped. The value is
/// clamped to 64 bits, signed for `d` and `i`.
pub fn scan_int(cursor: &mut Cursor<'_>, width: Option<usize>, conv: u8) -> Outcome<u64> {
    skip_space(cursor);
    if cursor.peek().is_none() {
        return Outcome::InputFailure;
    }
    let mut base = match conv {
        b'i' => 0,
        b'o' => 8,
        b'x' | b'X' | b'p' => 16,
        _ => 10,
    };
    let mut reader = LimitedReader::new(cursor, width);
    let signed = reader.take(|byte| matches!(byte, b'+' | b'-'));
    if reader.take(|byte| byte == b'0') {
        if matches!(base, 0 | 16)
            && reader
                .peek()
                .is_some_and(|byte| byte.eq_ignore_ascii_case(&b'x'))
        {
            base = 16;
            reader.skip();
        } else if base == 0 {
            base = 8;
        }
    }
    let base = if base == 0 { 10 } else { base };
    while reader.take(|byte| char::from(byte).is_digit(base)) {}
    reader.look_ahead();
    if reader.text.len() == usize::from(signed) {
        // `%p` also accepts the text that `printf` prints for a null pointer.
        let nil = conv == b'p' && !signed && reader.left >= 5;
        let complete = nil
            && b"(nil)"
                .iter()
                .all(|&letter| reader.take(|byte| byte.eq_ignore_ascii_case(&letter)));
        return if complete {
            Outcome::Match(0)
        } else {
            Outcome::MatchingFailure
        };
    }
    Outcome::Match(match conv {
        b'd' | b'i' => strtol(&reader.text, base).value as u64,
        _ => strtoul(&reader.text, base).value,
    })
}

/// Reads a floating-point number (`%f %e %g %a`); leading white space is skipped.
pub fn scan_float(
    cursor: &mut Cursor<'_>,
    width: Option<usize>,
    precision: Precision,
) -> Outcome<f64> {
    skip_space(cursor);
    if cursor.peek().is_none() {
        return Outcome::InputFailure;
    }
    let mut reader = LimitedReader::new(cursor, width);
    reader.take(|byte| matches!(byte, b'+' | b'-'));
    let complete = match reader.peek().map(|byte| byte.to_ascii_lowercase()) {
        Some(b'n') => reader.word(b"nan"),
        Some(b'i') => {
            let infinity = reader.word(b"inf");
            let more = infinity
                && reader
                    .peek()
                    .is_some_and(|byte| byte.eq_ignore_ascii_case(&b'i'));
            if more {
                reader.word(b"inity")
            } else {
                infinity
            }
        }
        _ => decimal_or_hexadecimal(&mut reader),
    };
    let parsed = strtod(&reader.text, precision);
    if complete && parsed.len > 0 {
        Outcome::Match(parsed.value)
    } else {
        Outcome::MatchingFailure
    }
}

/// Reads what looks like a number, after its sign: digits with at most one point, then an exponent. Returns false if
/// there was nothing, or only `0x`.
fn decimal_or_hexadecimal(reader: &mut LimitedReader<'_, '_>) -> bool {
    let sign = reader.text.len();
    let mut letter = b'e';
    let mut any_digit = false;
    if reader.take(|byte| byte == b'0') {
        // glibc does not treat an `x` as a prefix if it is the last byte of the width.
        let room = reader.left != 1;
        if reader.take(|byte| room && byte.eq_ignore_ascii_case(&b'x')) {
            letter = b'p';
        } else {
            any_digit = true;
        }
    }
    let is_digit = |byte: u8| byte.is_ascii_digit() || (letter == b'p' && byte.is_ascii_hexdigit());
    let mut point = false;
    loop {
        if reader.take(is_digit) {
            any_digit = true;
        } else if !point && reader.take(|byte| byte == b'.') {
            point = true;
        } else {
            break;
        }
    }
    if any_digit && reader.take(|byte| byte.eq_ignore_ascii_case(&letter)) {
        reader.take(|byte| matches!(byte, b'+' | b'-'));
        while reader.take(|byte| byte.is_ascii_digit()) {}
    }
    let prefix = if letter == b'p' { 2 } else { 0 };
    reader.text.len() > sign + prefix
}

/// Reads a word (`%s`): skips leading white space and stops at the next. The range refers to the input.
pub fn scan_word(cursor: &mut Cursor<'_>, width: Option<usize>) -> Outcome<Range<usize>> {
    skip_space(cursor);
    if cursor.peek().is_none() {
        return Outcome::InputFailure;
    }
    Outcome::Match(take_while(cursor, width, |byte| !is_space(byte)))
}

/// Reads `width` characters (`%c`), or fewer, but at least one, if the input ends.
pub fn scan_chars(cursor: &mut Cursor<'_>, width: usize) -> Outcome<Range<usize>> {
    if cursor.peek().is_none() {
        return Outcome::InputFailure;
    }
    Outcome::Match(take_while(cursor, Some(width), |_| true))
}

/// Reads characters of a set (`%[`), at least one.
pub fn scan_set(
    cursor: &mut Cursor<'_>,
    width: Option<usize>,
    set: &CharSet,
) -> Outcome<Range<usize>> {
    if cursor.peek().is_none() {
        return Outcome::InputFailure;
    }
    match take_while(cursor, width, |byte| set.contains(byte)) {
        empty if empty.is_empty() => Outcome::MatchingFailure,
        range => Outcome::Match(range),
    }
}

fn take_while(
    cursor: &mut Cursor<'_>,
    width: Option<usize>,
    wanted: impl Fn(u8) -> bool,
) -> Range<usize> {
    let start = cursor.pos;
    let most = width.unwrap_or(usize::MAX);
    while cursor.pos - start < most && cursor.peek().is_some_and(&wanted) {
        cursor.pos += 1;
    }
    start..cursor.pos
}
