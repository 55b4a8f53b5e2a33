//! Values of constants from their spelling.

use crate::ast::{IntLit, Wide};

/// Parses an integer constant: decimal, octal, hexadecimal or binary, with any suffix.
///
/// Values beyond 64 bits are not integers of any type and yield `None`.
pub(crate) fn integer(text: &str) -> Option<IntLit> {
    let lower = text.to_ascii_lowercase();
    let (digits, radix) = if let Some(hex) = lower.strip_prefix("0x") {
        (hex, 16)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        (binary, 2)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (lower.get(1..)?, 8)
    } else {
        (lower.as_str(), 10)
    };
    let end = digits.find(['u', 'l']).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return None,
    };
    // `0u`: the prefix was the whole number.
    let digits = if digits.is_empty() && radix == 8 {
        "0"
    } else {
        digits
    };
    if digits.starts_with('+') {
        return None;
    }
    let value = u64::from_str_radix(digits, radix).ok()?;
    Some(IntLit {
        value,
        decimal: radix == 10,
        unsigned,
        longs,
    })
}

/// Parses a floating constant and its suffix (lower case).
pub(crate) fn float(text: &str) -> Option<(f64, Option<char>)> {
    let lower = text.to_ascii_lowercase();
    if let Some(hex) = lower.strip_prefix("0x") {
        return hex_float(hex);
    }
    let (digits, suffix) = split_suffix(&lower);
    let allowed = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'+' | b'-'));
    let value = digits.parse().ok().filter(|_| allowed)?;
    Some((value, suffix))
}

fn split_suffix(lower: &str) -> (&str, Option<char>) {
    match lower.strip_suffix(['f', 'l']) {
        Some(digits) => (digits, lower.chars().next_back()),
        None => (lower, None),
    }
}

/// Parses `1.8p3` after `0x`; the single conversion from `u128` rounds to nearest, ties to even.
fn hex_float(text: &str) -> Option<(f64, Option<char>)> {
    let (mantissa, exponent) = text.split_once('p')?;
    let (exponent, suffix) = split_suffix(exponent);
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    if digits.is_empty() {
        return None;
    }
    let mut value = 0_u128;
    let mut shift = -4 * i64::try_from(fraction.len()).ok()?;
    for digit in digits.chars() {
        let digit = u128::from(digit.to_digit(16)?);
        if value >> 120 == 0 {
            value = value << 4 | digit;
        } else {
            // Beyond 120 bits only whether any bit is set matters for rounding.
            value |= u128::from(digit != 0);
            shift += 4;
        }
    }
    let exponent = (i64::from(exponent) + shift).clamp(-5000, 5000) as i32;
    // The scaling is done in two steps, so that neither power of two overflows if the product does not.
    let half = exponent / 2;
    Some((
        value as f64 * 2_f64.powi(half) * 2_f64.powi(exponent - half),
        suffix,
    ))
}

/// Value of a character constant as `int`: `char` is signed, and several characters fill the `int` from the right.
pub(crate) fn character(text: &str, latin1: bool) -> Option<i32> {
    let open = text.find('\'')?;
    let prefix = text.get(..open)?;
    let inside = text.get(open + 1..)?;
    let inside = inside.strip_suffix('\'').unwrap_or(inside);
    if !prefix.is_empty() {
        return units(inside).first().map(|unit| *unit as i32);
    }
    let bytes = unescape(inside, latin1);
    match bytes.as_slice() {
        [] => None,
        [byte] => Some(i32::from(*byte as i8)),
        several => Some(
            several
                .iter()
                .fold(0_i32, |value, byte| value << 8 | i32::from(*byte)),
        ),
    }
}

/// Bytes of a string literal; `None` for wide ones, which are not modelled.
pub(crate) fn string(text: &str, latin1: bool) -> Option<Vec<u8>> {
    let text = text.strip_prefix("u8").unwrap_or(text);
    let inside = text.strip_prefix('"')?;
    Some(unescape(inside.strip_suffix('"').unwrap_or(inside), latin1))
}

/// Width of a string literal if it is wide, and its characters in any case.
pub(crate) fn wide_string(text: &str) -> (Option<Wide>, Vec<u32>) {
    let prefix = text.split('"').next().unwrap_or_default();
    let wide = match prefix {
        "L" => Some(Wide::Wchar),
        "u" => Some(Wide::Char16),
        "U" => Some(Wide::Char32),
        _ => None,
    };
    let inside = text.get(prefix.len() + 1..).unwrap_or_default();
    (wide, units(inside.strip_suffix('"').unwrap_or(inside)))
}

/// Characters of a wide literal. Escapes of more than a byte are characters; others are decoded as in a narrow one.
fn units(inside: &str) -> Vec<u32> {
    let mut rest = inside;
    let mut units = Vec::new();
    while let Some(first) = rest.chars().next() {
        if first != '\\' {
            units.push(first as u32);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
            continue;
        }
        if let Some(hex) = rest.strip_prefix("\\x") {
            let digits = hex.len()
                - hex
                    .trim_start_matches(|c: char| c.is_ascii_hexdigit())
                    .len();
            let (value, after) = hex.split_at(digits);
            units.push(u32::from_str_radix(value, 16).unwrap_or(u32::MAX));
            rest = after;
            continue;
        }
        let mut bytes = Vec::new();
        rest = escape_sequence(rest, &mut bytes);
        match bytes.as_slice() {
            [byte] => units.push(u32::from(*byte)),
            _ => units.extend(String::from_utf8_lossy(&bytes).chars().map(u32::from)),
        }
    }
    units
}

/// Description of a number that is a gcc extension.
pub(crate) fn unmodelled_number(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    let tail = lower
        .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e'));
    let known = |tail: &str| {
        let core: String = tail.chars().filter(|c| !matches!(c, 'i' | 'j')).collect();
        matches!(core.as_str(), "" | "f" | "l" | "u" | "ul" | "ll" | "ull")
    };
    match tail {
        _ if !lower.starts_with(|c: char| c.is_ascii_digit() || c == '.') => None,
        "df" | "dd" | "dl" => Some("a decimal floating constant"),
        "q" | "w" | "f128" | "f64x" | "f16" | "f32" | "f64" => {
            Some("a constant of an extended type")
        }
        tail if tail.contains(['i', 'j']) && known(tail) => Some("a complex constant"),
        _ => None,
    }
}

/// Decodes escape sequences.
fn unescape(text: &str, latin1: bool) -> Vec<u8> {
    let as_typed = |plain: &str, result: &mut Vec<u8>| {
        if latin1 {
            result.extend(plain.chars().map(|c| c as u8));
        } else {
            result.extend_from_slice(plain.as_bytes());
        }
    };
    let mut result = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (plain, escape) = rest.split_at(at);
        as_typed(plain, &mut result);
        rest = escape_sequence(escape, &mut result);
    }
    as_typed(rest, &mut result);
    result
}

/// Decodes the sequence at the start of `text`; returns the text behind it.
fn escape_sequence<'t>(text: &'t str, result: &mut Vec<u8>) -> &'t str {
    let after = text.get(1..).unwrap_or_default();
    let Some(letter) = after.chars().next() else {
        result.push(b'\\');
        return "";
    };
    let tail = after.get(letter.len_utf8()..).unwrap_or_default();
    let simple = match letter {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' | 'E' => 27,
        '0'..='7' => return numeric(after, 8, 3, result),
        'x' => return numeric(tail, 16, usize::MAX, result),
        'u' => return universal(tail, 4, result),
        'U' => return universal(tail, 8, result),
        other => {
            result.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes());
            return tail;
        }
    };
    result.push(simple);
    tail
}

/// Decodes an octal or hexadecimal escape to one byte, the low bits of the value.
fn numeric<'t>(text: &'t str, radix: u32, most: usize, result: &mut Vec<u8>) -> &'t str {
    let length = text
        .chars()
        .take(most)
        .take_while(|digit| digit.is_digit(radix))
        .count();
    let digits = text
        .chars()
        .take(length)
        .filter_map(|digit| digit.to_digit(radix));
    result.push(digits.fold(0_u32, |value, digit| value.wrapping_mul(radix) + digit) as u8);
    text.get(length..).unwrap_or_default()
}

/// Decodes `\u` or `\U` to the character in UTF-8.
fn universal<'t>(text: &'t str, length: usize, result: &mut Vec<u8>) -> &'t str {
    let code = text
        .get(..length)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(found) = code.and_then(char::from_u32) else {
        result.push(b'u');
        return text;
    };
    result.extend_from_slice(found.encode_utf8(&mut [0; 4]).as_bytes());
    text.get(length..).unwrap_or_default()
}
