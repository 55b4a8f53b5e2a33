//! Tokens, and the interner that stores each spelling once.

use std::num::NonZeroU8;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Span;

/// Index of a spelling in an [`Interner`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sym(u32);

/// Table of spellings, each stored once; small numbers in place of strings keep tokens `Copy`.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    known: FxHashMap<Arc<str>, Sym>,
    spellings: Vec<Arc<str>>,
}

impl Interner {
    /// Interns `text`.
    pub(crate) fn intern(&mut self, text: &str) -> Sym {
        if let Some(&sym) = self.known.get(text) {
            return sym;
        }
        let sym = Sym(self.spellings.len() as u32);
        let spelling: Arc<str> = Arc::from(text);
        self.spellings.push(Arc::clone(&spelling));
        self.known.insert(spelling, sym);
        sym
    }

    /// Spelling of `sym`.
    pub(crate) fn get(&self, sym: Sym) -> &str {
        self.spellings
            .get(sym.0 as usize)
            .map_or("", |spelling| &**spelling)
    }
}

/// Kind of a token, as far as the preprocessor can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Identifier or keyword.
    Ident,
    /// Preprocessing number: `12`, `0x1p3`, `1.5e+7f`, also malformed ones.
    Number,
    /// String literal with prefix and quotes.
    Str,
    /// Character constant with prefix and quotes.
    Char,
    /// A string or character constant without its closing quote; an error only where it is used.
    Unclosed,
    /// Operator or punctuation.
    Punct,
    /// A character that is no token of C.
    Stray,
    /// Placeholder for an empty argument next to `##`; never leaves macro expansion.
    Placemarker,
    /// The end of what a macro was replaced by; never leaves macro expansion.
    EndOfExpansion,
}

/// One preprocessing token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) text: Sym,
    /// Place where the user typed it; for text from a macro's body the macro use.
    pub(crate) span: Span,
    /// Whether the token is the first on its line.
    pub(crate) line_start: bool,
    /// Whether white space or a comment precedes it on its line.
    pub(crate) space: bool,
    /// Macro use whose body the token came from (the span is that of the use).
    pub(crate) from_macro: Option<u32>,
    /// Whether the name was met inside the expansion of its own macro, so that it is never expanded.
    pub(crate) painted: bool,
    /// Maximum alignment of members that `#pragma pack` sets here.
    pub(crate) pack: Option<NonZeroU8>,
}
