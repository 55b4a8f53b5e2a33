//! Boundaries of words, numbers, strings and signs; precise enough to cut text at sensible places.

use std::ops::Range;

/// Kind of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    Word,
    Number,
    Quoted,
    Sign,
    Space,
}

/// Pieces of a text, without gaps.
pub(super) fn tokens(text: &[u8]) -> Vec<(PieceKind, Range<usize>)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (kind, length) = next(&text[at..]);
        tokens.push((kind, at..at + length));
        at += length;
    }
    tokens
}

/// First piece of a non-empty text.
fn next(text: &[u8]) -> (PieceKind, usize) {
    let run = |wanted: fn(u8) -> bool| {
        let end = text.iter().position(|&b| !wanted(b));
        end.unwrap_or(text.len())
    };
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 128;
    match text[0] {
        b if b.is_ascii_digit() => (
            PieceKind::Number,
            run(|b| b.is_ascii_alphanumeric() || b == b'.'),
        ),
        b if word(b) => (
            PieceKind::Word,
            run(|b| b.is_ascii_alphanumeric() || b == b'_' || b >= 128),
        ),
        b if b.is_ascii_whitespace() => (PieceKind::Space, run(|b| b.is_ascii_whitespace())),
        quote @ (b'"' | b'\'') => (PieceKind::Quoted, quoted(text, quote)),
        _ => (PieceKind::Sign, sign(text)),
    }
}

fn quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != b'\n' {
        match text[at] {
            b'\\' => at += 2,
            b if b == quote => return at + 1,
            _ => at += 1,
        }
    }
    at.min(text.len())
}

/// Length of a sign. Two-byte signs repeat their first byte (`==`, `<<`), end with `=` (`+=`), or are the arrow.
fn sign(text: &[u8]) -> usize {
    let two = text.get(1).is_some_and(|&second| {
        let (same, assigns) = (text[0] == second, second == b'=');
        (same && b"=<>&|+-".contains(&text[0]))
            || (assigns && b"=!<>+-*/%&|^".contains(&text[0]))
            || (text[0] == b'-' && second == b'>')
    });
    if two { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn pieces_are_as_people_see_them() {
        let text = b"a1->b += \"x\\\"y\" <<0x1f;";
        let pieces: Vec<_> = tokens(text).into_iter().map(|(_, r)| &text[r]).collect();
        let wanted: [&[u8]; 11] = [
            b"a1",
            b"->",
            b"b",
            b" ",
            b"+=",
            b" ",
            b"\"x\\\"y\"",
            b" ",
            b"<<",
            b"0x1f",
            b";",
        ];
        assert_eq!(pieces, wanted);
    }
}
