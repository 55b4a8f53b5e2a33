//! Identifiers that the grammar could take for types: `(x) - 1`, `x * y;`, `sizeof (x)`, `x(y);`.
//!
//! They are printed as `0`, which nothing but an expression can contain. Where an identifier that is declared
//! nowhere can only be meant as a type (`unknown_t x;`, `(unknown_t *) p`), it stays an identifier, and lowering
//! says that the type is unknown.

use super::{Brace, Printer};
use crate::names::Role;
use crate::token::Kind;
use crate::words::Word;

impl Printer<'_> {
    /// `( x …` where `x` could be read as a type.
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
            ")" => matches!(self.text(at + 2), "(" | "*" | "&" | "-" | "+" | "++" | "--"),
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
        let Some(before) = open.checked_sub(1) else {
            return false;
        };
        match self.role(before) {
            Role::Other(Word::Keyword) => matches!(
                self.text(before),
                "return" | "case" | "else" | "do" | "sizeof"
            ),
            Role::Other(Word::None) => match (self.kind(before), self.text(before)) {
                (Some(Kind::Punct), ")" | "]") => false,
                (Some(Kind::Punct), "*") => !self.declares_pointer(before),
                (Some(Kind::Punct), _) => !self.braces.is_empty() || self.initialises,
                _ => false,
            },
            _ => false,
        }
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

    /// A statement that starts with `x` and could be read as a declaration.
    pub(super) fn starts_ambiguous_statement(&self, at: usize) -> bool {
        if self.braces.last() != Some(&Brace::Block) {
            return false;
        }
        let before = self.before(at);
        let first_of_for = before == "(" && at >= 2 && self.text(at - 2) == "for";
        let starts = match before {
            ";" | "{" | "else" | "do" | ":" => true,
            // Behind the list of a struct or enum a declarator stands.
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
        match self.closed {
            Some((close, Some(head))) if close + 1 == at => {
                matches!(self.text(head), "if" | "while" | "for" | "switch")
            }
            _ => false,
        }
    }
}
