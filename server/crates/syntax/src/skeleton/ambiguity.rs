//! Identifiers that the grammar could mistake for types: `(x) - 1`, `(x) && y`, `x * y;`, `sizeof (x)`, `x(y);`.
//!
//! They are printed as `0`, which can only be an expression. An undeclared identifier that can only be meant as a type
//! (`unknown_t x;`, `(unknown_t *) p`) remains an identifier, and lowering reports that the type is unknown.

use super::{Brace, Printer};
use crate::keywords::Word;
use crate::names::Role;
use crate::token::TokenKind;

impl Printer<'_> {
    /// Whether the identifier at `at` is the `x` of a `( x …` in which it could be read as a type.
    pub(super) fn in_ambiguous_parentheses(&self, at: usize) -> bool {
        if self.before(at) != "(" || at < 2 {
            return false;
        }
        let open = at - 1;
        let before = open.checked_sub(1).map(|i| self.word(i));
        if self.before(open) == "sizeof" || before == Some(Word::Typeof) {
            let pointer_type = self.text(at + 1) == "*" && matches!(self.text(at + 2), "*" | ")");
            return !pointer_type && !self.assigned(at + 1);
        }
        if !self.opens_expression(open) {
            return false;
        }
        match self.text(at + 1) {
            "[" | "(" => true,
            // Where an operand is expected, the grammar reads `&&` as `& &`.
            ")" => matches!(
                self.text(at + 2),
                "(" | "*" | "&" | "&&" | "-" | "+" | "++" | "--"
            ),
            _ => false,
        }
    }

    /// Whether an assignment operator stands at `at`.
    pub(super) fn assigned(&self, at: usize) -> bool {
        let text = self.text(at);
        text.ends_with('=') && !matches!(text, "==" | "<=" | ">=" | "!=")
    }

    /// Whether the `(` at `open` starts a parenthesised expression, not arguments, parameters or a declarator.
    fn opens_expression(&self, open: usize) -> bool {
        let Some(before) = self.before_casts(open) else {
            return false;
        };
        match self.role(before) {
            Role::Other(Word::Keyword) => matches!(
                self.text(before),
                "return" | "case" | "else" | "do" | "sizeof"
            ),
            Role::Other(Word::ComplexPart) => true,
            Role::Other(Word::None) => match (self.kind(before), self.text(before)) {
                (Some(TokenKind::Punct), ")") => self.follows_condition(before + 1),
                (Some(TokenKind::Punct), "]") => false,
                (Some(TokenKind::Punct), "*") => !self.declares_pointer(before),
                (Some(TokenKind::Punct), _) => !self.braces.is_empty() || self.initialises,
                _ => false,
            },
            _ => false,
        }
    }

    /// Token before `at`, skipping casts and ignored words.
    fn before_casts(&self, at: usize) -> Option<usize> {
        let mut before = at.checked_sub(1)?;
        loop {
            let start = match self.word(before) {
                Word::Ignored => before,
                Word::None => match self.parenthesised_type(before) {
                    Some(open) => open,
                    None => return Some(before),
                },
                _ => return Some(before),
            };
            before = start.checked_sub(1)?;
        }
    }

    /// The `(` of a `( type )` that closes at `close`.
    fn parenthesised_type(&self, close: usize) -> Option<usize> {
        let open = self.opened_at(close)?;
        let is_type = self.role(open + 1).is_specifier() && !self.follows_condition(close + 1);
        is_type.then_some(open)
    }

    /// Whether the `)` at `close` ends a cast.
    pub(super) fn is_cast(&self, close: usize) -> bool {
        self.parenthesised_type(close)
            .is_some_and(|open| self.before(open) != "sizeof" && self.opens_expression(open))
    }

    /// Whether the `*` at `star` belongs to a declarator.
    fn declares_pointer(&self, star: usize) -> bool {
        let mut at = star;
        while let Some(before) = at.checked_sub(1) {
            let skip = self.text(before) == "*"
                || matches!(self.word(before), Word::Qualifier | Word::Ignored);
            if !skip {
                return self.role(before).is_type()
                    || self.role(before) == Role::Tag
                    || self.text(before) == "}";
            }
            at = before;
        }
        true
    }

    /// Whether a statement starts with the identifier at `at` and could be read as a declaration.
    pub(super) fn starts_ambiguous_statement(&self, at: usize) -> bool {
        if self.braces.last() != Some(&Brace::Block) {
            return false;
        }
        let before = self.before(at);
        let first_of_for = before == "(" && at >= 2 && self.text(at - 2) == "for";
        let starts = match before {
            ";" | "{" | "else" | "do" | ":" => true,
            // Behind the list of a struct or enum follows a declarator.
            "}" => self.closed_brace == Some(Brace::Block),
            _ => self.follows_condition(at),
        };
        if !first_of_for && !starts {
            return false;
        }
        match self.text(at + 1) {
            "(" | ";" => true,
            "*" => {
                !(self.role(at + 2) == Role::Name && matches!(self.text(at + 3), "=" | "," | "["))
                    && self.text(at + 2) != "*"
            }
            _ => false,
        }
    }
    /// Whether the head of an `if`, `while`, `for` or `switch` ends before `at`.
    fn follows_condition(&self, at: usize) -> bool {
        let open = at.checked_sub(1).and_then(|close| self.opened_at(close));
        open.is_some_and(|open| matches!(self.before(open), "if" | "while" | "for" | "switch"))
    }
}
