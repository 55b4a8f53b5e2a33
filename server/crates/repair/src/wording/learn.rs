//! Learns the format of an output from the texts that it should have printed.
//!
//! In 12 of 30
//! ` and `7 of 45
//! `, the numbers vary and the rest does not: the format is `%d of %d
//! . So each text is split into numbers and the text between them; the numbers are the arguments in order, and the rest
//! must be the same in every text. The notation of a number determines its conversion: leading zeros imply a width,
//! digits after the point a precision. Texts that no single format can print have no solution.

use std::ops::Range;

use ir::text::printf::{Count, Flags, FormatPiece, Spec, parse_format};

/// The format that prints these texts with the arguments of `old`, if there is one.
pub(crate) fn learn(old: &[u8], needed: &[Vec<u8>]) -> Option<Vec<u8>> {
    let conversions = conversions(old)?;
    let fractions = conversions.iter().any(|c| c.spec.is_float());
    let texts: Vec<Cut> = needed.iter().map(|t| Cut::of(t, fractions)).collect();
    let mut texts = printed(texts, conversions.len())?;
    let mut specs = Vec::new();
    for (at, conversion) in conversions.iter().enumerate() {
        let numbers: Vec<&[u8]> = texts.iter().map(|t| t.number(at)).collect();
        let mut spec = spec(&conversion.spec, &numbers)?;
        if let Some(width) = padding(&conversion.spec)
            && texts.iter().all(|t| t.is_padded(at, width))
        {
            spec.width = conversion.spec.width;
            for text in &mut texts {
                text.pad(at, width);
            }
        }
        specs.push(spec);
    }
    let first = texts.first()?;
    let literals: Vec<&[u8]> = (0..=specs.len()).map(|at| first.literal(at)).collect();
    let alike = |t: &Cut| literals.iter().enumerate().all(|(i, l)| t.literal(i) == *l);
    if !texts.iter().all(alike) {
        return None;
    }
    let mut format = Vec::new();
    for (at, literal) in literals.iter().enumerate() {
        for byte in *literal {
            format.extend(std::iter::repeat_n(byte, 1 + usize::from(*byte == b'%')));
        }
        if let (Some(spec), Some(conversion)) = (specs.get(at), conversions.get(at)) {
            write(&mut format, spec, conversion);
        }
    }
    Some(format)
}

/// A conversion of a format.
struct Conversion<'f> {
    spec: Spec,
    /// Text of the conversion.
    text: &'f [u8],
}

/// The conversions of a format, if each of them prints one decimal number and takes no other argument.
fn conversions(format: &[u8]) -> Option<Vec<Conversion<'_>>> {
    let mut found = Vec::new();
    let mut rest = format;
    for piece in parse_format(format).ok()? {
        let FormatPiece::Conversion(spec) = piece else {
            continue;
        };
        let decimal = matches!(spec.conv, b'd' | b'i' | b'u' | b'f' | b'F');
        if !decimal || spec.stars() != (false, false) {
            return None;
        }
        // Literal percent signs are doubled.
        let mut start = rest.iter().position(|b| *b == b'%')?;
        while rest.get(start + 1) == Some(&b'%') {
            start += 2 + rest[start + 2..].iter().position(|b| *b == b'%')?;
        }
        let length = rest[start..].iter().position(|b| *b == spec.conv)?;
        let (text, after) = rest[start..].split_at(length + 1);
        found.push(Conversion { spec, text });
        rest = after;
    }
    Some(found)
}

/// A text, and the positions of its numbers.
#[derive(Debug, Clone)]
struct Cut<'t> {
    text: &'t [u8],
    numbers: Vec<Range<usize>>,
}

impl<'t> Cut<'t> {
    fn of(text: &'t [u8], fractions: bool) -> Cut<'t> {
        let mut numbers = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let after_word = at > 0 && text[at - 1].is_ascii_alphanumeric();
            let signed = matches!(text[at], b'-' | b'+') && !after_word;
            let digits = at + usize::from(signed);
            let mut end = digits_from(text, digits);
            if end == digits {
                at += 1;
                continue;
            }
            if fractions && text.get(end) == Some(&b'.') && digits_from(text, end + 1) > end + 1 {
                end = digits_from(text, end + 1);
            }
            numbers.push(at..end);
            at = end;
        }
        Cut { text, numbers }
    }

    fn number(&self, at: usize) -> &'t [u8] {
        &self.text[self.numbers[at].clone()]
    }

    /// The text before a number, or after the last one.
    fn literal(&self, at: usize) -> &'t [u8] {
        let start = at
            .checked_sub(1)
            .map_or(0, |before| self.numbers[before].end);
        let end = self.numbers.get(at).map_or(self.text.len(), |n| n.start);
        &self.text[start..end]
    }

    /// Number of blanks that pad a number to a width.
    fn blanks(&self, at: usize, width: usize) -> usize {
        width.saturating_sub(self.number(at).len())
    }

    fn is_padded(&self, at: usize, width: usize) -> bool {
        let blanks = self.blanks(at, width);
        let literal = self.literal(at);
        let before = literal.len().checked_sub(blanks);
        before.is_some_and(|start| literal[start..].iter().all(|b| *b == b' '))
    }

    /// Extends a number by the blanks that pad it.
    fn pad(&mut self, at: usize, width: usize) {
        self.numbers[at].start -= self.blanks(at, width);
    }
}

fn digits_from(text: &[u8], at: usize) -> usize {
    let digits = text[at.min(text.len())..].iter();
    at + digits.take_while(|b| b.is_ascii_digit()).count()
}

/// The texts with only those numbers that conversions print; the others belong to the words.
fn printed(mut texts: Vec<Cut<'_>>, conversions: usize) -> Option<Vec<Cut<'_>>> {
    let numbers = texts.first()?.numbers.len();
    if texts.iter().any(|t| t.numbers.len() != numbers) {
        return None;
    }
    if numbers != conversions {
        let constant = |at: &usize| texts.iter().all(|t| t.number(*at) == texts[0].number(*at));
        let words: Vec<usize> = (0..numbers).filter(constant).collect();
        // A single text does not show what varies.
        let told_apart = texts.len() > 1 || conversions == 0;
        if !told_apart || words.len() + conversions != numbers {
            return None;
        }
        for text in &mut texts {
            let mut at = 0;
            text.numbers.retain(|_| {
                at += 1;
                !words.contains(&(at - 1))
            });
        }
    }
    Some(texts)
}

/// The conversion that prints numbers in this notation, without a width for blanks.
fn spec(old: &Spec, numbers: &[&[u8]]) -> Option<Spec> {
    let whole = |n: &&[u8]| n.iter().position(|b| *b == b'.').unwrap_or(n.len());
    let mut flags = Flags::default();
    if numbers.iter().any(|n| n.starts_with(b"+")) {
        flags = flags.with(Flags::PLUS);
    }
    // Leading zeros pad the number.
    let has_zeros = |n: &&&[u8]| {
        let digits = n.strip_prefix(b"-").or(n.strip_prefix(b"+")).unwrap_or(n);
        whole(&digits) > 1 && digits.starts_with(b"0")
    };
    let mut filled = numbers.iter().filter(has_zeros).map(|n| n.len());
    let width = filled.next();
    if width.is_some() {
        flags = flags.with(Flags::ZERO);
        let short = |n: &&[u8]| Some(n.len()) < width;
        if filled.any(|n| Some(n) != width) || numbers.iter().any(short) {
            return None;
        }
    }
    let width = match width {
        Some(width) => Some(Count::Fixed(u32::try_from(width).ok()?)),
        None => None,
    };
    let precision = if old.is_float() {
        let decimals = |n: &&[u8]| n.len() - (whole(n) + 1).min(n.len());
        let count = decimals(numbers.first()?);
        if numbers.iter().any(|n| decimals(n) != count) {
            return None;
        }
        // Six decimals are the default.
        (count != 6).then_some(Count::Fixed(u32::try_from(count).ok()?))
    } else {
        None
    };
    Some(Spec {
        flags,
        width,
        precision,
        ..*old
    })
}

/// The width that a conversion pads with blanks on the left.
fn padding(spec: &Spec) -> Option<usize> {
    let filled_otherwise = spec.flags.has(Flags::LEFT) || spec.flags.has(Flags::ZERO);
    match spec.width {
        Some(Count::Fixed(width)) if !filled_otherwise => Some(width as usize),
        _ => None,
    }
}

/// Writes a conversion, unchanged if nothing about it is new.
fn write(format: &mut Vec<u8>, spec: &Spec, old: &Conversion<'_>) {
    if *spec == old.spec {
        format.extend_from_slice(old.text);
        return;
    }
    format.push(b'%');
    for (flag, byte) in [(Flags::PLUS, b'+'), (Flags::ZERO, b'0')] {
        if spec.flags.has(flag) {
            format.push(byte);
        }
    }
    if let Some(Count::Fixed(width)) = spec.width {
        format.extend(width.to_string().bytes());
    }
    if let Some(Count::Fixed(precision)) = spec.precision {
        format.extend(format!(".{precision}").bytes());
    }
    let is_length = |b: &&u8| b"hlLqjzt".contains(b);
    format.extend(old.text.iter().filter(is_length));
    format.push(spec.conv);
}

#[cfg(test)]
mod tests {
    use super::learn;

    fn learned(old: &str, needed: &[&str]) -> Option<String> {
        let needed: Vec<Vec<u8>> = needed.iter().map(|t| t.as_bytes().to_vec()).collect();
        let format = learn(old.as_bytes(), &needed)?;
        Some(String::from_utf8(format).unwrap())
    }

    #[test]
    fn words_come_from_the_texts_and_numbers_from_the_arguments() {
        let cases: &[(&str, &[&str], Option<&str>)] = &[
            ("%d", &["3\n", "-12\n"], Some("%d\n")),
            ("Sum: %d and %d\n", &["3 5\n", "10 7\n"], Some("%d %d\n")),
            ("%d:%d\n", &["07:05\n", "12:30\n"], Some("%02d:%02d\n")),
            ("%lld,%lu", &["3 4", "5 6"], Some("%lld %lu")),
            ("%lld %d", &["003 4", "005 6"], Some("%03lld %d")),
            ("%f\n", &["2.50\n", "13.00\n"], Some("%.2f\n")),
            ("%.2f", &["0.123456", "7.000000"], Some("%f")),
            ("%.1lf!", &["12", "7"], Some("%.0lf")),
            ("%5d\n", &["    7 \n", "  123 \n"], Some("%5d \n")),
            ("%5d\n", &["7\n", "123\n"], Some("%d\n")),
            ("%d", &["+4", "-4"], Some("%+d")),
            (
                "%d of 10\n",
                &["3 of 12\n", "5 of 12\n"],
                Some("%d of 12\n"),
            ),
            ("no\n", &["100% sure\n"], Some("100%% sure\n")),
            ("100%% %d", &["100% 3!", "100% 4!"], Some("100%% %d!")),
            ("%d-%d", &["10-5.", "8-1."], Some("%d-%d.")),
            ("%d.%d\n", &["1.5", "2.7"], Some("%d.%d")),
        ];
        for (old, needed, format) in cases {
            assert_eq!(
                learned(old, needed).as_deref(),
                *format,
                "{old:?} {needed:?}"
            );
        }
    }

    #[test]
    fn what_no_format_prints_has_none() {
        let cases: &[(&str, &[&str])] = &[
            ("%d\n", &["yes\n", "3\n"]),
            ("%d\n", &["a 3\n", "b 4\n"]),
            ("%d %d\n", &["3\n", "4\n"]),
            ("%d\n", &["3 of 12\n"]),
            ("%d\n", &["007\n", "12\n"]),
            ("%f\n", &["1.5\n", "1.25\n"]),
            ("%s\n", &["x\n"]),
            ("%*d\n", &["3\n"]),
            ("%x\n", &["3\n"]),
        ];
        for (old, needed) in cases {
            assert_eq!(learned(old, needed), None, "{old:?} {needed:?}");
        }
        assert_eq!(learn(b"%d", &[]), None);
    }
}
