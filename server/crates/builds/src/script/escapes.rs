//! Backslashes in the texts of `printf`, `echo -e` and `$'…'`, and bytes that are no text.
//!
//! Texts are strings. A byte that is not part of UTF-8 is kept as a letter of the private use area.

use std::iter::Peekable;
use std::str::Chars;

/// The letter that stands for the byte 0 that is no text; the other bytes follow.
const FIRST_BYTE: u32 = 0xF700;

/// The text of bytes.
pub(super) fn text_of(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let wrong = chunk.invalid().iter();
        text.extend(wrong.filter_map(|byte| char::from_u32(FIRST_BYTE + u32::from(*byte))));
    }
    text
}

/// The bytes of a text.
pub(super) fn bytes_of(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match u32::from(letter).checked_sub(FIRST_BYTE) {
            Some(byte @ 0x80..=0xFF) => bytes.push(byte as u8),
            _ => bytes.extend(letter.to_string().bytes()),
        }
    }
    bytes
}

/// A text whose escapes are replaced.
pub(super) struct PlainText {
    /// The text.
    pub(super) text: String,
    /// Whether `\c` ended it.
    pub(super) is_ended: bool,
}

/// Replaces escapes such as `\n`, `\x41` and `\101`; `\'` and `\"` only `in_quotes`.
pub(super) fn unescaped(text: &str, in_quotes: bool) -> PlainText {
    let mut bytes = Vec::new();
    let mut rest = text.chars().peekable();
    let mut is_ended = false;
    while let Some(letter) = rest.next() {
        let sign = if letter == '\\' { rest.next() } else { None };
        let byte = match sign {
            None => {
                bytes.extend(bytes_of(&letter.to_string()));
                continue;
            }
            Some('n') => b'\n',
            Some('t') => b'\t',
            Some('r') => b'\r',
            Some('a') => 7,
            Some('b') => 8,
            Some('f') => 12,
            Some('v') => 11,
            Some('e' | 'E') => 27,
            Some('\\') => b'\\',
            Some(quote @ ('\'' | '"' | '?')) if in_quotes => quote as u8,
            Some('c') => {
                is_ended = true;
                break;
            }
            Some(sign @ ('x' | 'u' | 'U' | '0'..='7')) => {
                bytes.extend(numbered(sign, &mut rest));
                continue;
            }
            Some(other) => {
                bytes.push(b'\\');
                bytes.extend(bytes_of(&other.to_string()));
                continue;
            }
        };
        bytes.push(byte);
    }
    let text = text_of(&bytes);
    PlainText { text, is_ended }
}

/// The bytes of an escape with a number, whose digits are taken.
fn numbered(sign: char, rest: &mut Peekable<Chars>) -> Vec<u8> {
    let (base, most) = match sign {
        'x' => (16, 2),
        'u' => (16, 4),
        'U' => (16, 8),
        _ => (8, 3),
    };
    let mut number = sign.to_digit(8).unwrap_or(0);
    let mut taken = usize::from(base == 8 && sign != '0');
    while let Some(digit) = rest.peek().and_then(|next| next.to_digit(base))
        && taken < most
    {
        number = number.wrapping_mul(base).wrapping_add(digit);
        taken += 1;
        rest.next();
    }
    match char::from_u32(number).filter(|_| most > 3) {
        Some(letter) => letter.to_string().into_bytes(),
        None => vec![number as u8],
    }
}
