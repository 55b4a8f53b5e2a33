//! Expressions and initialisers.

use super::declarations::Name;
use super::{Read, Reader};
use crate::keywords::Word;
use crate::names::Role;
use crate::token::TokenKind;

const ASSIGNMENTS: [&str; 11] = [
    "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|=",
];

/// All binary operators: what binds stronger does not matter here.
const BINARY: [&str; 18] = [
    "+", "-", "*", "/", "%", "<<", ">>", "&", "^", "|", "&&", "||", "<", ">", "<=", ">=", "==",
    "!=",
];

impl Reader<'_> {
    pub(super) fn expression(&mut self) -> Read {
        self.assignment()?;
        while self.accept(",") {
            self.assignment()?;
        }
        Ok(())
    }

    /// An expression without a comma outside parentheses.
    pub(super) fn assignment(&mut self) -> Read {
        self.conditional()?;
        while ASSIGNMENTS.contains(&self.text()) {
            self.at += 1;
            self.conditional()?;
        }
        Ok(())
    }

    pub(super) fn conditional(&mut self) -> Read {
        loop {
            self.unary()?;
            while BINARY.contains(&self.text()) {
                self.at += 1;
                self.unary()?;
            }
            if !self.accept("?") {
                return Ok(());
            }
            if !self.is(":") {
                self.nested(Self::expression)?;
            }
            self.require(":")?;
        }
    }

    fn unary(&mut self) -> Read {
        loop {
            match self.text() {
                "&&" if self.role_at(self.at + 1) == Role::Name => self.at += 1,
                "+" | "-" | "~" | "!" | "*" | "&" | "++" | "--" => self.at += 1,
                "sizeof" => {
                    self.at += 1;
                    if self.opens_type() {
                        self.parenthesised_type()?;
                        return self.after_type();
                    }
                }
                "(" if self.opens_type() => {
                    self.parenthesised_type()?;
                    if self.is("{") {
                        return self.after_type();
                    }
                }
                _ if matches!(self.word(), Word::ComplexPart | Word::Ignored) => self.at += 1,
                _ if self.word() == Word::Alignof => return self.skip_call(),
                _ => {
                    self.primary()?;
                    return self.postfix();
                }
            }
        }
    }

    /// The rest of a compound literal, or nothing.
    fn after_type(&mut self) -> Read {
        if self.is("{") {
            self.initialiser()?;
            return self.postfix();
        }
        Ok(())
    }

    /// Whether a type in parentheses comes next.
    fn opens_type(&self) -> bool {
        let inside = self.role_at(self.at + 1);
        self.is("(") && (inside.is_specifier() || inside == Role::Other(Word::IgnoredCall))
    }

    fn parenthesised_type(&mut self) -> Read {
        self.require("(")?;
        self.specifiers()?;
        self.nested(|reader| reader.declarator(Name::Forbidden))?;
        self.require(")")
    }

    fn primary(&mut self) -> Read {
        match self.kind() {
            Some(TokenKind::Str | TokenKind::Unclosed) => {
                while matches!(self.kind(), Some(TokenKind::Str | TokenKind::Unclosed)) {
                    self.at += 1;
                }
                Ok(())
            }
            Some(TokenKind::Number | TokenKind::Char) => {
                self.at += 1;
                Ok(())
            }
            _ if self.accept_name() => Ok(()),
            _ if self.accept("(") => {
                if self.is("{") {
                    self.nested(Self::block)?;
                } else {
                    self.nested(Self::expression)?;
                }
                self.require(")")
            }
            _ if matches!(self.word(), Word::TypeCall | Word::Offsetof | Word::VaArg) => {
                self.skip_call()
            }
            _ => Err(self.wanted("expression")),
        }
    }

    fn postfix(&mut self) -> Read {
        loop {
            match self.text() {
                "[" => {
                    self.at += 1;
                    self.nested(Self::expression)?;
                    self.require("]")?;
                }
                "(" => {
                    self.at += 1;
                    // Builtins of gcc take types.
                    if !self.is(")") {
                        self.nested(Self::arguments)?;
                    }
                    self.require(")")?;
                }
                "." | "->" => {
                    self.at += 1;
                    if !matches!(self.role(), Role::Name | Role::Type) {
                        return Err(self.wanted("identifier"));
                    }
                    self.at += 1;
                }
                "++" | "--" => self.at += 1,
                _ => return Ok(()),
            }
        }
    }

    fn arguments(&mut self) -> Read {
        let takes_types = self
            .text_at(self.at.saturating_sub(2))
            .starts_with("__builtin_");
        loop {
            if takes_types && self.role().is_specifier() {
                self.specifiers()?;
                self.declarator(Name::Forbidden)?;
            } else {
                self.assignment()?;
            }
            if !self.accept(",") {
                return Ok(());
            }
        }
    }

    /// What follows the `=` of a declaration, or an element of a list.
    pub(super) fn initialiser(&mut self) -> Read {
        if !self.accept("{") {
            return self.assignment();
        }
        while !self.is("}") {
            self.designators()?;
            self.nested(Self::initialiser)?;
            if !self.accept(",") {
                break;
            }
        }
        self.require("}")
    }

    /// `.member[3] =`, or GNU's `member:`
    fn designators(&mut self) -> Read {
        if self.role() == Role::Name && self.text_at(self.at + 1) == ":" {
            self.at += 2;
            return Ok(());
        }
        let start = self.at;
        loop {
            if self.accept(".") {
                if !matches!(self.role(), Role::Name | Role::Type) {
                    return Err(self.wanted("identifier"));
                }
                self.at += 1;
            } else if self.accept("[") {
                self.conditional()?;
                if self.accept("...") {
                    self.conditional()?;
                }
                self.require("]")?;
            } else {
                break;
            }
        }
        // Without `=` in old GNU C.
        if self.at > start {
            self.accept("=");
        }
        Ok(())
    }
}
