//! `#pragma pack`: maximum alignment of the members of the records that follow.

use std::num::NonZeroU8;

use crate::token::{Interner, Token, TokenKind};

/// Current setting, and settings saved by `push`.
#[derive(Debug, Default)]
pub(super) struct Packing {
    /// Current maximum alignment; `None` is the machine's own alignment.
    pub(super) now: Option<NonZeroU8>,
    pushed: Vec<Option<NonZeroU8>>,
}

impl Packing {
    /// Executes `pack(…)`, given without the word `#pragma`. Other pragmas are ignored.
    pub(super) fn pragma(&mut self, line: &[Token], interner: &Interner) {
        let text = |token: &Token| interner.get(token.text);
        let [word, open, arguments @ .., _] = line else {
            return;
        };
        if text(word) != "pack" || text(open) != "(" {
            return;
        }
        let has = |word| arguments.iter().any(|token| text(token) == word);
        let number = arguments
            .iter()
            .find(|token| token.kind == TokenKind::Number)
            .map(|token| text(token).parse().ok().and_then(NonZeroU8::new));
        if has("push") {
            self.pushed.push(self.now);
        } else if has("pop") {
            self.now = self.pushed.pop().flatten();
        }
        match number {
            Some(limit) => self.now = limit,
            None if arguments.is_empty() => self.now = None,
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileId;
    use crate::preprocess::lexer::lex;

    #[test]
    fn pragmas_nest() {
        let mut interner = Interner::default();
        let mut packing = Packing::default();
        for (text, now) in [
            ("pack(2)", Some(2)),
            ("pack(push, 1)", Some(1)),
            ("pack(push)", Some(1)),
            ("once", Some(1)),
            ("pack()", None),
            ("pack(pop)", Some(1)),
            ("pack(pop)", Some(2)),
            ("pack(0)", None),
            ("pack(pop)", None),
        ] {
            let line = lex(FileId::default(), text, &mut interner, &mut Vec::new());
            packing.pragma(&line, &interner);
            assert_eq!(packing.now.map(NonZeroU8::get), now, "{text}");
        }
    }
}
