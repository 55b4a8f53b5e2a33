//! `strtol`, `strtoul`, `strtod` and `atoi` over bytes, as in glibc's C locale.
//!
//! The input is a string without its terminating zero; a zero byte inside ends the number like any other byte that
//! cannot belong to one.

use super::is_space;

/// Result of a conversion of the `strto…` family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ParsedNumber<T> {
    /// The value: zero if nothing was converted, the nearest limit if out of range.
    pub value: T,
    /// Number of bytes used, including leading white space; zero if nothing was converted.
    pub len: usize,
    /// Whether `errno` becomes `ERANGE`.
    pub out_of_range: bool,
}

/// Sign, magnitude and length of an integer.
struct Integer {
    negative: bool,
    magnitude: Option<u64>,
    len: usize,
}

/// `strtol` and `strtoll`. The base must be 0 or 2 to 36; otherwise nothing is converted.
pub fn strtol(text: &[u8], base: u32) -> ParsedNumber<i64> {
    let Integer {
        negative,
        magnitude,
        len,
    } = integer(text, base);
    let limit = if negative {
        i64::MIN.unsigned_abs()
    } else {
        i64::MAX as u64
    };
    let in_range = magnitude.filter(|&magnitude| magnitude <= limit);
    let magnitude = in_range.unwrap_or(limit);
    let value = if negative {
        magnitude.wrapping_neg()
    } else {
        magnitude
    } as i64;
    ParsedNumber {
        value,
        len,
        out_of_range: in_range.is_none(),
    }
}

/// `strtoul` and `strtoull`; a minus sign negates modulo 2⁶⁴. For the base see [`strtol`].
pub fn strtoul(text: &[u8], base: u32) -> ParsedNumber<u64> {
    unsigned(text, base, u64::MAX)
}

/// `strtoul` where `long` has 32 bits; a minus sign negates modulo 2³². For the base see [`strtol`].
pub fn strtoul_narrow(text: &[u8], base: u32) -> ParsedNumber<u64> {
    unsigned(text, base, u32::MAX.into())
}

/// Converts an unsigned number; `greatest` is the largest value of its type (all bits set).
fn unsigned(text: &[u8], base: u32, greatest: u64) -> ParsedNumber<u64> {
    let Integer {
        negative,
        magnitude,
        len,
    } = integer(text, base);
    let in_range = magnitude.filter(|&magnitude| magnitude <= greatest);
    let value = match in_range {
        Some(magnitude) if negative => magnitude.wrapping_neg() & greatest,
        Some(magnitude) => magnitude,
        None => greatest,
    };
    ParsedNumber {
        value,
        len,
        out_of_range: in_range.is_none(),
    }
}

/// `atoi`: a value that does not fit `int` is truncated from the result of `strtol`, as in glibc.
pub fn atoi(text: &[u8]) -> i32 {
    strtol(text, 10).value as i32
}

/// `atol` and `atoll`.
pub fn atol(text: &[u8]) -> i64 {
    strtol(text, 10).value
}

fn integer(text: &[u8], base: u32) -> Integer {
    let nothing = Integer {
        negative: false,
        magnitude: Some(0),
        len: 0,
    };
    if base == 1 || base > 36 {
        return nothing;
    }
    let mut at = skip_spaces(text);
    let negative = skip_sign(text, &mut at);
    let mut base = base;
    let after_zero = at + 1;
    let prefixed = is_hex_prefix(&text[at..]) && matches!(base, 0 | 16);
    if prefixed {
        at += 2;
        base = 16;
    } else if base == 0 {
        base = if text.get(at) == Some(&b'0') { 8 } else { 10 };
    }
    let start = at;
    let mut magnitude = Some(0u64);
    // 19 decimal digits always fit.
    if base == 10 {
        let digits = text[at..].iter().take(19);
        let mut value = 0;
        for digit in digits.take_while(|byte| byte.is_ascii_digit()) {
            value = value * 10 + u64::from(digit - b'0');
            at += 1;
        }
        magnitude = Some(value);
    }
    while let Some(digit) = text
        .get(at)
        .and_then(|&byte| char::from(byte).to_digit(base))
    {
        magnitude = magnitude
            .and_then(|value| value.checked_mul(u64::from(base)))
            .and_then(|value| value.checked_add(u64::from(digit)));
        at += 1;
    }
    match (at > start, prefixed) {
        (true, _) => Integer {
            negative,
            magnitude,
            len: at,
        },
        // Of `0x` without further digits, only the zero is converted.
        (false, true) => Integer {
            negative,
            len: after_zero,
            ..nothing
        },
        (false, false) => nothing,
    }
}

/// The two binary formats that a decimal can be rounded to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// `float`.
    Single,
    /// `double`; also stands for `long double`.
    Double,
}

/// `strtod`, or `strtof` (whose result is a double that `float` can represent).
pub fn strtod(text: &[u8], precision: Precision) -> ParsedNumber<f64> {
    let mut at = skip_spaces(text);
    let negative = skip_sign(text, &mut at);
    let signed = |value: f64| if negative { -value } else { value };
    let rest = &text[at..];
    if let Some(len) = infinity_len(rest) {
        return ParsedNumber {
            value: signed(f64::INFINITY),
            len: at + len,
            out_of_range: false,
        };
    }
    if let Some(len) = nan_len(rest) {
        return ParsedNumber {
            value: signed(f64::NAN.abs()),
            len: at + len,
            out_of_range: false,
        };
    }
    let hexadecimal = hexadecimal_len(rest);
    let (magnitude, len, is_zero, underflows) = if hexadecimal > 0 {
        let digits = &rest[2..hexadecimal];
        (
            hexadecimal_value(digits, precision),
            hexadecimal,
            all_zero(digits, b'p'),
            false,
        )
    } else {
        let len = decimal_len(rest);
        if len == 0 {
            return ParsedNumber {
                value: 0.0,
                len: 0,
                out_of_range: false,
            };
        }
        let value = decimal_value(&rest[..len], precision);
        // A number below the normal range whose text is shorter than this cannot be exact.
        let (least, digits) = match precision {
            Precision::Single => (f64::from(f32::MIN_POSITIVE), 80),
            Precision::Double => (f64::MIN_POSITIVE, 700),
        };
        let underflows = value < least && len < digits;
        (value, len, all_zero(&rest[..len], b'e'), underflows)
    };
    let is_lost = underflows || magnitude == 0.0;
    let out_of_range = magnitude.is_infinite() || (is_lost && !is_zero);
    ParsedNumber {
        value: signed(magnitude),
        len: at + len,
        out_of_range,
    }
}

/// `atof`.
pub fn atof(text: &[u8]) -> f64 {
    strtod(text, Precision::Double).value
}

fn skip_spaces(text: &[u8]) -> usize {
    text.iter()
        .position(|&byte| !is_space(byte))
        .unwrap_or(text.len())
}

/// Skips a sign. Returns whether it was a minus.
fn skip_sign(text: &[u8], at: &mut usize) -> bool {
    let sign = text.get(*at).filter(|byte| matches!(byte, b'+' | b'-'));
    *at += usize::from(sign.is_some());
    sign == Some(&b'-')
}

fn is_hex_prefix(text: &[u8]) -> bool {
    matches!(text, [b'0', b'x' | b'X', ..])
}

fn starts_with_word(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn infinity_len(text: &[u8]) -> Option<usize> {
    ["infinity", "inf"]
        .iter()
        .find(|word| starts_with_word(text, word.as_bytes()))
        .map(|word| word.len())
}

/// `nan`, or `nan(letters, digits and underscores)`.
fn nan_len(text: &[u8]) -> Option<usize> {
    if !starts_with_word(text, b"nan") {
        return None;
    }
    let tail = text
        .get(3..)
        .and_then(|tail| tail.strip_prefix(b"("))
        .unwrap_or_default();
    let word = tail
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    Some(if tail.get(word) == Some(&b')') {
        3 + 1 + word + 1
    } else {
        3
    })
}

/// Length of the longest decimal number at the start; zero if there is none.
fn decimal_len(text: &[u8]) -> usize {
    match mantissa_len(text, u8::is_ascii_digit) {
        0 => 0,
        mantissa => mantissa + exponent_len(&text[mantissa..], b'e'),
    }
}

/// Length of the longest hexadecimal number at the start; zero if there is none.
fn hexadecimal_len(text: &[u8]) -> usize {
    if !is_hex_prefix(text) {
        return 0;
    }
    match mantissa_len(&text[2..], u8::is_ascii_hexdigit) {
        0 => 0,
        mantissa => 2 + mantissa + exponent_len(&text[2 + mantissa..], b'p'),
    }
}

/// Length of a digit sequence with at most one point; zero if it has no digit.
fn mantissa_len(text: &[u8], is_digit: fn(&u8) -> bool) -> usize {
    let whole = text.iter().take_while(|byte| is_digit(byte)).count();
    let decimals = match text.get(whole) {
        Some(b'.') => text[whole + 1..]
            .iter()
            .take_while(|byte| is_digit(byte))
            .count(),
        _ => return whole,
    };
    if whole + decimals == 0 {
        0
    } else {
        whole + 1 + decimals
    }
}

/// Length of an exponent (`letter`, an optional sign, digits); zero if it has no digits.
fn exponent_len(text: &[u8], letter: u8) -> usize {
    if text.first().map(u8::to_ascii_lowercase) != Some(letter) {
        return 0;
    }
    let mut at = 1;
    skip_sign(text, &mut at);
    match text[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count()
    {
        0 => 0,
        digits => at + digits,
    }
}

/// Whether the mantissa, which ends before `letter`, is zero.
fn all_zero(text: &[u8], letter: u8) -> bool {
    text.iter()
        .take_while(|byte| byte.to_ascii_lowercase() != letter)
        .all(|byte| matches!(byte, b'0' | b'.'))
}

/// The value of a text accepted by [`decimal_len`], correctly rounded.
fn decimal_value(text: &[u8], precision: Precision) -> f64 {
    // The standard library's grammar contains C's, so the default is never used.
    let text = std::str::from_utf8(text).unwrap_or_default();
    match precision {
        Precision::Single => f64::from(text.parse::<f32>().unwrap_or_default()),
        Precision::Double => text.parse().unwrap_or_default(),
    }
}

/// The value of a hexadecimal number after its `0x`, correctly rounded.
fn hexadecimal_value(text: &[u8], precision: Precision) -> f64 {
    let mut significand = 0u64;
    let mut sticky = false;
    let mut exponent = 0i64;
    let mut decimals = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if byte == b'.' {
            decimals = true;
        } else if let Some(digit) = char::from(byte).to_digit(16) {
            if significand >> 60 == 0 {
                significand = significand << 4 | u64::from(digit);
                exponent -= if decimals { 4 } else { 0 };
            } else {
                sticky |= digit != 0;
                exponent += if decimals { 0 } else { 4 };
            }
        } else {
            break;
        }
        at += 1;
    }
    let written = if at < text.len() {
        strtol(&text[at + 1..], 10).value
    } else {
        0
    };
    scale(
        significand,
        sticky,
        exponent.saturating_add(written),
        precision,
    )
}

/// `significand · 2^exponent`, plus a small amount if `sticky`, rounded to nearest, ties to even.
fn scale(significand: u64, sticky: bool, exponent: i64, precision: Precision) -> f64 {
    /// Bits of the significand, exponent of the smallest subnormal, exponent of the last place of the largest number.
    const fn shape(precision: Precision) -> (i64, i64, i64) {
        match precision {
            Precision::Single => (24, -149, 104),
            Precision::Double => (53, -1074, 971),
        }
    }
    if significand == 0 {
        return 0.0;
    }
    let (bits, least, greatest) = shape(precision);
    // Beyond the range of all doubles, and far from integer overflow.
    let exponent = exponent.clamp(-(1 << 40), 1 << 40);
    let length = i64::from(64 - significand.leading_zeros());
    let last_place = (exponent + length - bits).max(least);
    let dropped = last_place - exponent;
    let rounded = match dropped {
        ..=0 => significand << -dropped,
        1..=64 => {
            let wide = u128::from(significand) << 1 | u128::from(sticky);
            let (quotient, rest) = ((wide >> 1) >> dropped, wide & ((2u128 << dropped) - 1));
            let half = 1u128 << dropped;
            (quotient as u64) + u64::from(rest > half || (rest == half && quotient & 1 == 1))
        }
        _ => 0,
    };
    // Rounding up may carry into one more bit; the number is then a power of two.
    let (rounded, last_place) = if rounded >> bits != 0 {
        (rounded >> 1, last_place + 1)
    } else {
        (rounded, last_place)
    };
    if last_place > greatest {
        return f64::INFINITY;
    }
    if last_place == -1074 {
        return f64::from_bits(rounded);
    }
    // Two exact factors: neither the power of two nor the product leaves the normal range.
    let half_power = last_place / 2;
    rounded as f64 * power_of_two(half_power) * power_of_two(last_place - half_power)
}

/// A power of two whose exponent is that of a normal double.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
