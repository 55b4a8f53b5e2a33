//! Words for syntax errors: what a compiler that reads from left to right would have expected, and before what.
//!
//! tree-sitter repairs a text that is no C and says which tokens it skipped or made up for that, but not what was
//! expected where. So a declaration that it could not read is read a second time by this recogniser, which follows C's
//! grammar (and GNU's additions) by recursive descent, builds nothing, and stops at the first token with which no C can
//! continue. Its messages are those of gcc. What tree-sitter accepts is never read here.

mod declarations;
mod expressions;
mod statements;
#[cfg(test)]
mod tests;

use crate::keywords::Word;
use crate::names::Role;
use crate::token::{Interner, Token, TokenKind};

/// Greatest depth of a tree.
pub(crate) const MAX_DEPTH: usize = 500;
/// Maximum number of errors per external declaration: further ones usually follow from the first.
pub(crate) const MAX_ERRORS: usize = 3;

/// A syntax error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// Index of the token at which it is shown.
    pub(crate) at: usize,
    pub(crate) message: String,
}

/// Finds the syntax errors of the external declarations in `[0, end)`. The tokens behind it are only looked at.
pub(crate) fn errors(
    tokens: &[Token],
    roles: &[Role],
    end: usize,
    interner: &Interner,
) -> Vec<SyntaxError> {
    let mut reader = Reader {
        tokens,
        roles,
        interner,
        at: 0,
        depth: 0,
        in_if: false,
        errors: Vec::new(),
    };
    while reader.at < end {
        if let Err(fault) = reader.external() {
            reader.errors.extend(fault.0);
            break;
        }
    }
    reader.errors.truncate(MAX_ERRORS);
    reader.errors
}

/// Why reading stopped; `None` if that is no fault of the text.
struct Fault(Option<SyntaxError>);

type Read<T = ()> = Result<T, Fault>;

struct Reader<'t> {
    tokens: &'t [Token],
    roles: &'t [Role],
    interner: &'t Interner,
    /// Index of the next token.
    at: usize,
    depth: usize,
    /// Whether an `if` whose `else` may still come surrounds the statement.
    in_if: bool,
    errors: Vec<SyntaxError>,
}

impl<'t> Reader<'t> {
    fn text_at(&self, at: usize) -> &'t str {
        self.tokens
            .get(at)
            .map_or("", |token| self.interner.get(token.text))
    }

    fn text(&self) -> &'t str {
        self.text_at(self.at)
    }

    fn role_at(&self, at: usize) -> Role {
        self.roles
            .get(at)
            .copied()
            .unwrap_or(Role::Other(Word::None))
    }

    fn role(&self) -> Role {
        self.role_at(self.at)
    }

    fn word(&self) -> Word {
        match self.role() {
            Role::Other(word) => word,
            _ => Word::Name,
        }
    }

    fn kind(&self) -> Option<TokenKind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    /// Whether the next token is this punctuation or keyword.
    fn is(&self, text: &str) -> bool {
        self.text() == text
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    fn accept_name(&mut self) -> bool {
        let found = self.role() == Role::Name;
        self.at += usize::from(found);
        found
    }

    /// Takes a token that must be there. Where it is missing is behind the token before it.
    fn require(&mut self, text: &str) -> Read {
        if self.accept(text) {
            Ok(())
        } else {
            Err(self.missing(&format!("`{text}`")))
        }
    }

    fn missing(&self, what: &str) -> Fault {
        self.fault(self.at.saturating_sub(1), self.expected(what))
    }

    /// A fault of the next token, in whose place `what` is expected.
    fn wanted(&self, what: &str) -> Fault {
        self.fault(self.at, self.expected(what))
    }

    fn fault(&self, at: usize, message: String) -> Fault {
        let at = at.min(self.tokens.len().saturating_sub(1));
        Fault(Some(SyntaxError { at, message }))
    }

    fn expected(&self, what: &str) -> String {
        let text = self.text();
        let place = match self.kind() {
            None => "at end of input".to_owned(),
            Some(TokenKind::Str | TokenKind::Unclosed) => "before string constant".to_owned(),
            Some(TokenKind::Number) => "before numeric constant".to_owned(),
            Some(TokenKind::Ident | TokenKind::Char) => format!("before `{text}`"),
            Some(_) => format!("before `{text}` token"),
        };
        format!("expected {what} {place}")
    }

    /// Reads one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Fault(None));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Skips a word and the parentheses behind it, whose contents are not read.
    fn skip_call(&mut self) -> Read {
        self.at += 1;
        if self.is("(") {
            self.skip_group()
        } else {
            Ok(())
        }
    }

    /// Skips what stands between the bracket that comes next and the one that closes it.
    fn skip_group(&mut self) -> Read {
        let mut depth = 0_usize;
        while self.at < self.tokens.len() {
            match self.text() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
        Err(self.wanted("`)`"))
    }

    /// Goes on behind the end of a faulty statement or block, or before the end of the block that contains it.
    fn skip_statement(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.tokens.len() {
            match self.text() {
                ";" if depth == 0 => {
                    self.at += 1;
                    return;
                }
                "{" => depth += 1,
                "}" if depth <= 1 => {
                    self.at += depth;
                    return;
                }
                "}" => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Skips attributes, `asm` names, and words without meaning; returns whether there were any that gcc does not skip.
    fn attributes(&mut self) -> Read<bool> {
        let mut found = false;
        loop {
            match self.word() {
                Word::Ignored => self.at += 1,
                Word::IgnoredCall => {
                    found = true;
                    self.skip_call()?;
                }
                Word::Asm => {
                    found = true;
                    self.skip_call()?;
                }
                _ if self.is("[") && self.text_at(self.at + 1) == "[" => self.skip_group()?,
                _ => return Ok(found),
            }
        }
    }
}
