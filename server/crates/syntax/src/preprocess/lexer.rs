//! Lexer from text to preprocessing tokens, each with its byte range.
//!
//! Line splices (backslash, newline) may occur anywhere, even inside a token: the cursor skips them, and a token that
//! contains one is cleaned afterwards. Trigraphs are not replaced (gcc ignores them by default, too).

use crate::token::{Interner, Token, TokenKind};
use crate::{FileId, Span};

/// A lexical error.
pub(crate) struct LexProblem {
    pub(crate) span: Span,
    pub(crate) message: String,
}

/// Tokens of one text.
pub(crate) fn lex(
    file: FileId,
    text: &str,
    interner: &mut Interner,
    problems: &mut Vec<LexProblem>,
) -> Vec<Token> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: start,
        file,
        interner,
        problems,
        stray_reported: false,
    };
    lexer.run()
}

/// Operators of more than one character, longest first.
const PUNCTUATION: [&str; 29] = [
    "%:%:", "<:", ":>", "<%", "%>", "%:", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=",
    ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##",
];

/// Other spellings of punctuators (C11 6.4.6).
const DIGRAPHS: [(&str, &str); 6] = [
    ("<:", "["),
    (":>", "]"),
    ("<%", "{"),
    ("%>", "}"),
    ("%:", "#"),
    ("%:%:", "##"),
];

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    file: FileId,
    interner: &'t mut Interner,
    problems: &'t mut Vec<LexProblem>,
    stray_reported: bool,
}

impl Lexer<'_> {
    fn run(&mut self) -> Vec<Token> {
        let mut tokens = Vec::with_capacity(self.bytes.len() / 4);
        let (mut line_start, mut space) = (true, false);
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => {
                    self.at += 1;
                    (line_start, space) = (true, false);
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                    self.at += 1;
                    space = true;
                }
                b'/' if self.peek_nth(1) == Some(b'/') => {
                    self.line_comment();
                    space = true;
                }
                b'/' if self.peek_nth(1) == Some(b'*') => {
                    self.block_comment();
                    space = true;
                }
                _ => {
                    let token = self.token(byte, line_start, space);
                    (line_start, space) = (token.kind == TokenKind::Stray && line_start, false);
                    tokens.push(token);
                }
            }
        }
        tokens.retain(|token| token.kind != TokenKind::Stray);
        tokens
    }

    /// Skips splices and returns the byte at the cursor.
    fn peek(&mut self) -> Option<u8> {
        while let Some(length) = splice(self.bytes, self.at) {
            self.at += length;
        }
        self.bytes.get(self.at).copied()
    }

    /// The `n`th byte after the cursor (which is on a real byte), skipping splices.
    fn peek_nth(&self, n: usize) -> Option<u8> {
        let mut at = self.at;
        for _ in 0..n {
            at += 1;
            while let Some(length) = splice(self.bytes, at) {
                at += length;
            }
        }
        self.bytes.get(at).copied()
    }

    fn line_comment(&mut self) {
        while self.peek().is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
    }

    fn block_comment(&mut self) {
        let start = self.at;
        self.at += 1;
        self.peek();
        self.at += 1;
        while let Some(byte) = self.peek() {
            if byte == b'*' && self.peek_nth(1) == Some(b'/') {
                self.at += 1;
                self.peek();
                self.at += 1;
                return;
            }
            self.at += 1;
        }
        self.problem(start, start + 2, "this comment is never closed");
    }

    fn token(&mut self, first: u8, line_start: bool, space: bool) -> Token {
        let start = self.at;
        let kind = match first {
            b'0'..=b'9' => self.number(),
            b'.' if self.peek_nth(1).is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            b'"' => self.quoted(b'"'),
            b'\'' => self.quoted(b'\''),
            _ if is_ident_start(first) && !self.is_stray() => self.word(),
            _ => self.punctuation(first),
        };
        let spelling = without_trailing_splices(self.text.get(start..self.at).unwrap_or_default());
        let digraph = DIGRAPHS.iter().find(|(digraph, _)| *digraph == spelling);
        let text = if let Some((_, means)) = digraph {
            self.interner.intern(means)
        } else if spelling.contains('\\') && spelling.contains('\n') {
            let cleaned = spelling.replace("\\\r\n", "").replace("\\\n", "");
            self.interner.intern(&cleaned)
        } else {
            self.interner.intern(spelling)
        };
        let span = Span {
            file: self.file,
            start: start as u32,
            end: (start + spelling.len()) as u32,
        };
        Token {
            kind,
            text,
            span,
            line_start,
            space,
            from_macro: None,
            painted: false,
            pack: None,
        }
    }

    fn number(&mut self) -> TokenKind {
        let mut last = 0;
        while let Some(byte) = self.peek() {
            let sign = matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
            if !(is_ident_start(byte) || byte.is_ascii_digit() || byte == b'.' || sign) {
                break;
            }
            last = byte;
            self.at += 1;
        }
        self.finish_character();
        TokenKind::Number
    }

    /// Reads an identifier, or the prefix of a wide literal.
    fn word(&mut self) -> TokenKind {
        let start = self.at;
        while let Some(byte) = self.peek()
            && (is_ident_start(byte) || byte.is_ascii_digit())
            && !self.is_stray()
        {
            self.at += 1;
        }
        self.finish_character();
        if matches!(self.text.get(start..self.at), Some("L" | "u" | "U" | "u8"))
            && let Some(quote @ (b'"' | b'\'')) = self.peek()
        {
            return self.quoted(quote);
        }
        TokenKind::Ident
    }

    fn quoted(&mut self, quote: u8) -> TokenKind {
        self.at += 1;
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => break,
                b'\\' => {
                    self.at += 1;
                    if self.peek().is_some_and(|next| next != b'\n') {
                        self.at += 1;
                    }
                }
                _ if byte == quote => {
                    self.at += 1;
                    return if quote == b'"' {
                        TokenKind::Str
                    } else {
                        TokenKind::Char
                    };
                }
                _ => self.at += 1,
            }
        }
        self.finish_character();
        TokenKind::Unclosed
    }

    fn punctuation(&mut self, first: u8) -> TokenKind {
        let ahead = [
            Some(first),
            self.peek_nth(1),
            self.peek_nth(2),
            self.peek_nth(3),
        ];
        if let Some(operator) = PUNCTUATION.iter().find(|operator| {
            operator
                .bytes()
                .enumerate()
                .all(|(i, byte)| ahead.get(i) == Some(&Some(byte)))
        }) {
            for _ in 0..operator.len() {
                self.peek();
                self.at += 1;
            }
            return TokenKind::Punct;
        }
        let start = self.at;
        self.at += 1;
        if first.is_ascii_graphic() && !matches!(first, b'@' | b'`' | b'\\') {
            return TokenKind::Punct;
        }
        self.finish_character();
        if !self.stray_reported {
            self.stray_reported = true;
            let text = &self.text[start..self.at];
            let message = match text.chars().next() {
                Some(c) if is_blank(c) => {
                    let number = u32::from(c);
                    format!(
                        "stray U+{number:04X} in program: it looks like a blank, but it is another character"
                    )
                }
                _ => format!("stray `{text}` in program"),
            };
            self.problem(start, self.at, message);
        }
        TokenKind::Stray
    }

    /// Whether a character beyond ASCII stands at the cursor that is part of no name: a blank of another kind, or a quote
    /// or dash of printed text.
    fn is_stray(&self) -> bool {
        if self.bytes.get(self.at).is_none_or(u8::is_ascii) {
            return false;
        }
        let rest = self.text.get(self.at..);
        let first = rest.and_then(|rest| rest.chars().next());
        first.is_some_and(|c| is_blank(c) || matches!(c, '\u{2010}'..='\u{201f}'))
    }

    /// Moves to the end of the character that the cursor is inside of.
    fn finish_character(&mut self) {
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    fn problem(&mut self, start: usize, end: usize, message: impl Into<String>) {
        let span = Span {
            file: self.file,
            start: start as u32,
            end: end.min(self.bytes.len()) as u32,
        };
        let message = message.into();
        self.problems.push(LexProblem { span, message });
    }
}

/// Letters, `_`, `$`, and every byte beyond ASCII (identifiers may be written in any script).
fn is_ident_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Whether a character beyond ASCII is a blank, or is not seen at all.
fn is_blank(c: char) -> bool {
    let is_hidden = matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
    !c.is_ascii() && (c.is_whitespace() || is_hidden)
}

/// Length of the line splice at `at`, if there is one.
fn splice(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at..)? {
        [b'\\', b'\n', ..] => Some(2),
        [b'\\', b'\r', b'\n', ..] => Some(3),
        _ => None,
    }
}

/// Removes splices behind a token: the search for its end skips them, but they are not part of it.
fn without_trailing_splices(mut spelling: &str) -> &str {
    while let Some(shorter) = spelling
        .strip_suffix("\\\r\n")
        .or_else(|| spelling.strip_suffix("\\\n"))
    {
        spelling = shorter;
    }
    spelling
}
