//! The inverse of [`printf`](super::printf): finds the values that would print a prefix of the expected text.
//!
//! A symbolic value that reaches the output is not enumerated. The expected text determines its possible values: every
//! prefix of the rest that one conversion could have printed is a candidate, together with the value (or, for
//! floating-point numbers, the interval of values) that prints exactly this prefix. A path continues once for each
//! candidate; there are rarely more than a few. Candidates are guessed by reading a number from the text, and kept only
//! if *formatting* the guess yields the prefix again, so that flags, widths and precisions need no special rules.

use super::number::{Precision, strtod};
use super::printf::{Spec, format_float, format_int};

/// A prefix of the expected text that an integer conversion would print for one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IntCandidate {
    /// Length of the prefix in bytes.
    pub len: usize,
    /// The value, in the low [`Spec::int_bits`] bits; zero above.
    pub value: u64,
}

/// Every prefix of `rest` that the integer conversion would print for some value, longest first. The conversion reads
/// only the low [`Spec::int_bits`] bits of its argument, so a candidate constrains only these.
pub fn int_candidates(spec: &Spec, rest: &[u8]) -> Vec<IntCandidate> {
    let base: u32 = match spec.conv {
        b'o' => 8,
        b'x' | b'X' => 16,
        b'b' | b'B' => 2,
        _ => 10,
    };
    let mut at = rest.iter().take_while(|&&byte| byte == b' ').count();
    let negative = rest.get(at) == Some(&b'-');
    if let Some(b'-' | b'+') = rest.get(at) {
        at += 1;
    }
    // Zero may be printed without any digit, and as a prefix of a longer number.
    let mut guesses = vec![0];
    guess_integers(&rest[at..], base, negative, &mut guesses);
    if let [b'0', b'x' | b'X' | b'b' | b'B', digits @ ..] = &rest[at..] {
        guess_integers(digits, base, negative, &mut guesses);
    }
    let mut candidates = Vec::new();
    let mut text = Vec::new();
    for guess in guesses {
        let value = guess & (u64::MAX >> (64 - spec.int_bits()));
        text.clear();
        format_int(&mut text, spec, value);
        if rest.starts_with(&text) {
            candidates.push(IntCandidate {
                len: text.len(),
                value,
            });
        }
    }
    longest_first(&mut candidates, |candidate| candidate.len);
    candidates
}

/// The value of each prefix of the digits at the start of `text` that fits in 64 bits.
fn guess_integers(text: &[u8], base: u32, negative: bool, guesses: &mut Vec<u64>) {
    let mut magnitude = 0u64;
    for &byte in text {
        let Some(digit) = char::from(byte).to_digit(base) else {
            return;
        };
        let next = magnitude
            .checked_mul(u64::from(base))
            .and_then(|m| m.checked_add(u64::from(digit)));
        let Some(next) = next else { return };
        magnitude = next;
        guesses.push(if negative {
            magnitude.wrapping_neg()
        } else {
            magnitude
        });
    }
}

/// A set of doubles that print as the same text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FloatSet {
    /// All doubles from `lo` to `hi`, inclusive, with the sign bit `negative`: both ends have this sign bit, and a zero
    /// is the correspondingly signed zero. An infinity forms an interval by itself.
    Range {
        /// Smallest element (ordered by sign and magnitude, so `-0.0 < 0.0`).
        lo: f64,
        /// Largest element.
        hi: f64,
        /// Common sign bit. It restricts the set further only if zero is among its elements.
        negative: bool,
    },
    /// Every NaN with this sign bit.
    Nan {
        /// Common sign bit.
        negative: bool,
    },
}

/// A prefix of the expected text that a floating-point conversion would print for a set of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FloatCandidate {
    /// Length of the prefix in bytes.
    pub len: usize,
    /// The values.
    pub values: FloatSet,
}

/// Every prefix of `rest` that the floating-point conversion would print for some double, with all doubles that print
/// it; longest first.
pub fn float_candidates(spec: &Spec, rest: &[u8]) -> Vec<FloatCandidate> {
    let start = rest.iter().take_while(|&&byte| byte == b' ').count();
    let body = &rest[start..];
    let mut candidates: Vec<FloatCandidate> = Vec::new();
    let mut text = Vec::new();
    for end in number_ends(spec, body) {
        let parsed = strtod(&body[..end], Precision::Double);
        if parsed.len != end {
            continue;
        }
        // The nearest double is nearly always right; beyond 17 digits it may have to be a neighbour, because the
        // intervals of texts are asymmetrical at powers of ten.
        for guess in [
            parsed.value,
            parsed.value.next_up(),
            parsed.value.next_down(),
        ] {
            text.clear();
            format_float(&mut text, spec, guess);
            let known = candidates
                .iter()
                .any(|candidate| candidate.len == text.len());
            if !known && rest.starts_with(&text) {
                candidates.push(FloatCandidate {
                    len: text.len(),
                    values: all_printing(spec, guess, &text),
                });
            }
        }
    }
    longest_first(&mut candidates, |candidate| candidate.len);
    candidates
}

/// Possible ends of a number at the start of `body`.
fn number_ends(spec: &Spec, body: &[u8]) -> Vec<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+');
    let decimals = spec.precision_value().unwrap_or(6);
    // A double has at most 309 digits before the point; including sign, point and exponent, no number is longer than
    // this.
    let longest = 320 + decimals.max(spec.width_value());
    let run = body
        .iter()
        .take(longest)
        .take_while(|byte| is_part(byte))
        .count();
    if spec.conv.eq_ignore_ascii_case(&b'f') && decimals > 0 {
        let point = body[..run].iter().position(|&byte| byte == b'.');
        let fixed = point
            .map(|point| point + 1 + decimals)
            .filter(|&end| end <= run);
        // Infinities and NaNs have no decimals.
        let special = [3, 4]
            .into_iter()
            .filter(|&end| end <= run && body[end - 1].is_ascii_alphabetic());
        return special.chain(fixed).collect();
    }
    (1..=run).collect()
}

/// All doubles that print as `text`, given one of them, `seed`.
///
/// Among values of one sign, the printed decimal is monotonic in the value, so these doubles are contiguous: both ends
/// are found by exponential and binary search from the seed.
fn all_printing(spec: &Spec, seed: f64, text: &[u8]) -> FloatSet {
    let negative = seed.is_sign_negative();
    if seed.is_nan() {
        return FloatSet::Nan { negative };
    }
    let mut buffer = Vec::new();
    let mut prints = |magnitude: u64| {
        let value = f64::from_bits(magnitude);
        buffer.clear();
        format_float(&mut buffer, spec, if negative { -value } else { value });
        buffer == text
    };
    let magnitude = seed.abs().to_bits();
    let least = magnitude - reach(magnitude, |step| prints(magnitude - step));
    let most = magnitude
        + reach(f64::INFINITY.to_bits() - magnitude, |step| {
            prints(magnitude + step)
        });
    let (least, most) = (f64::from_bits(least), f64::from_bits(most));
    if negative {
        FloatSet::Range {
            lo: -most,
            hi: -least,
            negative,
        }
    } else {
        FloatSet::Range {
            lo: least,
            hi: most,
            negative,
        }
    }
}

/// The largest step up to `limit` for which `holds`, given that it holds for 0 and for nothing after the first failure.
fn reach(limit: u64, mut holds: impl FnMut(u64) -> bool) -> u64 {
    let (mut good, mut step) = (0, 1);
    while step <= limit && holds(step) {
        good = step;
        step = step.saturating_mul(2);
    }
    let mut bad = step.min(limit + 1);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if holds(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

/// Sorts by descending length and drops duplicates of each length: equal texts mean equal values.
fn longest_first<T>(candidates: &mut Vec<T>, len: impl Fn(&T) -> usize) {
    candidates.sort_by_key(|candidate| std::cmp::Reverse(len(candidate)));
    candidates.dedup_by(|a, b| len(a) == len(b));
}
