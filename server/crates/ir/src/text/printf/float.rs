//! Formatting of floating-point numbers.
//!
//! The standard library's formatting is exact and rounds ties to even, like glibc's; this module adds C's notation for
//! exponents, the choice between the two styles of `%g`, and hexadecimal.

use super::{Flags, Spec, pad_number, sign};

/// No double has more than 767 significant digits or more than 1074 decimals: the remaining digits are zeros.
const MOST_DECIMALS: usize = 1080;

/// Prints a floating-point number (`%f %F %e %E %g %G %a %A`), an argument of type `double`.
pub fn format_float(out: &mut Vec<u8>, spec: &Spec, value: f64) {
    let prefix = sign(spec.flags, value.is_sign_negative());
    let upper = spec.conv.is_ascii_uppercase();
    if !value.is_finite() {
        let name: &[u8] = match (value.is_nan(), upper) {
            (true, false) => b"nan",
            (true, true) => b"NAN",
            (false, false) => b"inf",
            (false, true) => b"INF",
        };
        pad_number(out, spec, prefix, name, false);
        return;
    }
    let magnitude = value.abs();
    let alternate = spec.flags.has(Flags::ALTERNATE);
    let precision = spec.precision_value();
    let mut prefix = prefix.to_vec();
    let mut body = match spec.conv.to_ascii_lowercase() {
        b'e' => {
            let (mantissa, exponent) = scientific(magnitude, precision.unwrap_or(6));
            with_exponent(&with_point(mantissa, alternate), exponent)
        }
        b'g' => general(magnitude, precision.unwrap_or(6).max(1), alternate),
        b'a' => {
            prefix.extend_from_slice(if upper { b"0X" } else { b"0x" });
            hexadecimal(magnitude, precision, alternate)
        }
        _ => with_point(fixed(magnitude, precision.unwrap_or(6)), alternate),
    };
    if upper {
        body.make_ascii_uppercase();
    }
    pad_number(
        out,
        spec,
        &prefix,
        body.as_bytes(),
        spec.flags.has(Flags::ZERO),
    );
}

/// `ddd.ddd` with `decimals` decimals.
fn fixed(value: f64, decimals: usize) -> String {
    let mut text = format!("{value:.*}", decimals.min(MOST_DECIMALS));
    push_zeros(&mut text, decimals.saturating_sub(MOST_DECIMALS));
    text
}

/// `d.ddd` with `decimals` decimals, and the power of ten.
fn scientific(value: f64, decimals: usize) -> (String, i32) {
    let text = format!("{value:.*e}", decimals.min(MOST_DECIMALS));
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut mantissa = mantissa.to_owned();
    push_zeros(&mut mantissa, decimals.saturating_sub(MOST_DECIMALS));
    (mantissa, exponent.parse().unwrap_or(0))
}

/// The `%g` format with `digits` significant digits (at least 1): the style is chosen by the exponent (C17 7.21.6.1
/// §8).
fn general(value: f64, digits: usize, alternate: bool) -> String {
    let (mut mantissa, exponent) = scientific(value, digits - 1);
    // If rounding produces a power of ten that is too large for the plain style, glibc drops the zeros of `#`.
    if alternate && i64::from(exponent) == digits as i64 {
        let (_, unrounded) = scientific(value, MOST_DECIMALS);
        if unrounded < exponent {
            mantissa.truncate(1);
        }
    }
    let finish = |text: String| {
        if alternate {
            with_point(text, true)
        } else {
            without_zeros(text)
        }
    };
    if exponent < -4 || i64::from(exponent) >= digits as i64 {
        return with_exponent(&finish(mantissa), exponent);
    }
    // The exponent is within -4 .. digits, so the number of decimals is not negative.
    let decimals = (digits as i64 - 1 - i64::from(exponent)) as usize;
    finish(fixed(value, decimals))
}

/// `h.hhh` and the binary exponent; a subnormal number has the exponent of the smallest normal one.
fn hexadecimal(value: f64, precision: Option<usize>, alternate: bool) -> String {
    const FRACTION_BITS: usize = 52;
    const HEX_DIGITS: usize = FRACTION_BITS / 4;
    let bits = value.to_bits();
    let biased = (bits >> FRACTION_BITS) as i32;
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    let (lead, exponent) = match (biased, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, biased - 1023),
    };
    let significand = (lead << FRACTION_BITS) | fraction;
    let kept = precision.unwrap_or(HEX_DIGITS).min(HEX_DIGITS);
    let rounded = round_half_even(significand, (FRACTION_BITS - 4 * kept) as u32);
    let tail = rounded & ((1 << (4 * kept)) - 1);
    let whole = rounded >> (4 * kept);
    let mut text = match kept {
        0 => format!("{whole:x}"),
        _ => format!("{whole:x}.{tail:0kept$x}"),
    };
    match precision {
        Some(wanted) => push_zeros(&mut text, wanted - kept),
        None => text = without_zeros(text),
    }
    let text = with_point(text, alternate);
    format!("{text}p{exponent:+}")
}

/// `value / 2^bits`, ties to even.
fn round_half_even(value: u64, bits: u32) -> u64 {
    if bits == 0 {
        return value;
    }
    let (quotient, rest, half) = (value >> bits, value & ((1 << bits) - 1), 1 << (bits - 1));
    quotient + u64::from(rest > half || (rest == half && quotient & 1 == 1))
}

/// Appends an exponent as C writes it: always with a sign, and with at least two digits.
fn with_exponent(mantissa: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

/// Adds the decimal point that `#` requires.
fn with_point(mut text: String, alternate: bool) -> String {
    if alternate && !text.contains('.') {
        text.push('.');
    }
    text
}

/// Removes trailing zeros of the decimals, and the point if nothing follows it.
fn without_zeros(mut text: String) -> String {
    if text.contains('.') {
        let kept = text.trim_end_matches('0').trim_end_matches('.').len();
        text.truncate(kept);
    }
    text
}

fn push_zeros(text: &mut String, count: usize) {
    text.extend(std::iter::repeat_n('0', count));
}
