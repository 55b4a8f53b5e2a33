//! Formats of the `scanf` family, as far as texts can be generated for them.

use std::iter::Peekable;
use std::str::Chars;

/// A part of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ScanfPiece {
    /// Any white space, or none.
    Space,
    /// A literal character.
    Literal(char),
    /// A conversion.
    Conversion(Conversion),
}

/// A conversion: `%d`, `%*c`, `%10s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Conversion {
    /// Conversion specifier: `d`, `f`, `s`, `[`, …
    pub(crate) kind: char,
    /// Whether the value is not stored.
    pub(crate) suppressed: bool,
}

impl Conversion {
    /// Whether the conversion skips leading white space.
    pub(crate) fn skips_space(self) -> bool {
        !matches!(self.kind, 'c' | '[' | 'n')
    }

    /// Whether the conversion stores a string.
    pub(crate) fn is_text(self) -> bool {
        matches!(self.kind, 's' | '[')
    }
}

/// Splits a format into its parts; `None` if it is not understood.
pub(crate) fn pieces(format: &str) -> Option<Vec<ScanfPiece>> {
    let mut found = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '%' => found.push(conversion(&mut rest)?),
            c if c.is_ascii_whitespace() => found.push(ScanfPiece::Space),
            c => found.push(ScanfPiece::Literal(c)),
        }
    }
    Some(found)
}

fn conversion(rest: &mut Peekable<Chars<'_>>) -> Option<ScanfPiece> {
    let suppressed = rest.next_if_eq(&'*').is_some();
    while rest
        .next_if(|c| c.is_ascii_digit() || "hlLqjzt".contains(*c))
        .is_some()
    {}
    let kind = rest.next()?;
    if kind == '%' {
        return Some(ScanfPiece::Literal('%'));
    }
    if kind == '[' {
        rest.next_if_eq(&'^');
        rest.next_if_eq(&']');
        while rest.next()? != ']' {}
    }
    Some(ScanfPiece::Conversion(Conversion { kind, suppressed }))
}

/// First string literal of a call, with its escapes decoded.
pub(crate) fn first_literal(call: &str) -> Option<String> {
    let begin = call.find('"')? + 1;
    let mut text = String::new();
    let mut rest = call[begin..].chars();
    loop {
        match rest.next()? {
            '"' => return Some(text),
            '\\' => text.push(match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '0' => return None,
                other => other,
            }),
            c => text.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_format() {
        let conversion = |kind, suppressed| ScanfPiece::Conversion(Conversion { kind, suppressed });
        assert_eq!(
            pieces("%d, %*c%10s%[^]x]%%").unwrap(),
            [
                conversion('d', false),
                ScanfPiece::Literal(','),
                ScanfPiece::Space,
                conversion('c', true),
                conversion('s', false),
                conversion('[', false),
                ScanfPiece::Literal('%'),
            ]
        );
        assert_eq!(pieces("%"), None);
        assert_eq!(pieces("%[a"), None);
    }

    #[test]
    fn the_literal_of_a_call() {
        let call = r#"scanf("%d\n%s", &n, word)"#;
        assert_eq!(first_literal(call).unwrap(), "%d\n%s");
        assert_eq!(first_literal("scanf(format, &n)"), None);
    }
}
