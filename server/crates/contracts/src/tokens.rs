//! Words of an annotation.

/// A word, and its position in the annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
}

/// Signs of more than one character; a sign comes before its own prefixes.
const SIGNS: [&str; 17] = [
    "<==>", "==>", "^^", "..", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "--", "++",
    "-:", "::",
];

/// Splits an annotation into words: names (such as `\result`), numbers, literals, signs.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() || c == '@' {
            at += c.len_utf8();
            continue;
        }
        let len = if c == '\\' || c == '_' || c.is_alphabetic() {
            let more = &rest[c.len_utf8()..];
            let is_part = |c: char| c == '_' || c.is_alphanumeric();
            c.len_utf8() + more.find(|c| !is_part(c)).unwrap_or(more.len())
        } else if c.is_ascii_digit() {
            number(rest)
        } else if c == '"' || c == '\'' {
            literal(rest, c)
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            sign.map_or(c.len_utf8(), |sign| sign.len())
        };
        found.push(Token {
            text: &rest[..len],
            at,
        });
        at += len;
    }
    found
}

/// Length of a number; the two points of a range do not belong to it.
fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut len = 1;
    while let Some(byte) = bytes.get(len) {
        let is_exponent = matches!(bytes[len - 1], b'e' | b'E') && !text.starts_with("0x");
        let is_part = byte.is_ascii_alphanumeric()
            || *byte == b'.' && bytes.get(len + 1) != Some(&b'.')
            || matches!(byte, b'+' | b'-') && is_exponent;
        if !is_part {
            break;
        }
        len += 1;
    }
    len
}

fn literal(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut() {
        let words = |text| -> Vec<&str> { tokens(text).iter().map(|t| t.text).collect() };
        assert_eq!(
            words("\\valid(a+(0..n-1)) ==> x>=1.5e-3 && c=='\\''"),
            [
                "\\valid", "(", "a", "+", "(", "0", "..", "n", "-", "1", ")", ")", "==>", "x",
                ">=", "1.5e-3", "&&", "c", "==", "'\\''"
            ]
        );
    }
}
