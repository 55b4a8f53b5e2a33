//! The operators `#` and `##`.

use super::macros::Stamp;
use super::{Preprocessor, lexer};
use crate::FileId;
use crate::token::{Sym, Token, TokenKind};

impl Preprocessor<'_> {
    /// Performs `#argument`: returns the spelling as a string literal.
    pub(super) fn stringify(&mut self, tokens: &[Token]) -> Sym {
        let mut text = String::from("\"");
        for (i, token) in tokens.iter().enumerate() {
            if i > 0 && (token.space || token.line_start) {
                text.push(' ');
            }
            let spelling = self.interner.get(token.text);
            if matches!(token.kind, TokenKind::Str | TokenKind::Char) {
                text.push_str(&spelling.replace('\\', "\\\\").replace('"', "\\\""));
            } else {
                text.push_str(spelling);
            }
        }
        text.push('"');
        self.interner.intern(&text)
    }

    /// Performs `left ## right`; if the two do not form one token, the left one remains and the problem is reported.
    pub(super) fn paste(&mut self, left: Token, right: Token, stamp: Stamp) -> Token {
        if right.kind == TokenKind::Placemarker {
            return left;
        }
        if left.kind == TokenKind::Placemarker {
            return right;
        }
        let text = [self.text(left), self.text(right)].concat();
        let lexed = lexer::lex(
            FileId::default(),
            &text,
            &mut self.interner,
            &mut Vec::new(),
        );
        let [token] = lexed.as_slice() else {
            self.problems.error(
                stamp.span,
                format!("`##` does not make one token: `{text}`"),
            );
            return left;
        };
        stamp.mark(Token {
            kind: token.kind,
            text: token.text,
            painted: false,
            ..left
        })
    }

    /// Creates a number token.
    pub(super) fn number(&mut self, value: u8, like: Token) -> Token {
        let text = self.interner.intern(if value == 0 { "0" } else { "1" });
        Token {
            kind: TokenKind::Number,
            text,
            painted: false,
            pack: None,
            ..like
        }
    }
}
