//! Statements and blocks.

use super::declarations::Scope;
use super::{Fault, MAX_ERRORS, Read, Reader, SyntaxError};
use crate::keywords::Word;
use crate::names::Role;

impl Reader<'_> {
    pub(super) fn block(&mut self) -> Read {
        self.require("{")?;
        while !self.accept("}") {
            if self.at >= self.tokens.len() {
                return Err(self.unclosed());
            }
            // A faulty statement is left where the next one begins.
            match self.item() {
                Err(Fault(Some(error))) if self.errors.len() < MAX_ERRORS => {
                    self.errors.push(error);
                    self.skip_statement();
                }
                other => other?,
            }
        }
        Ok(())
    }

    /// The end of the text within a block. It is shown at the last token, not at the end of the line behind it.
    fn unclosed(&self) -> Fault {
        self.missing("declaration or statement")
    }

    /// A declaration, statement or label in a block.
    fn item(&mut self) -> Read {
        if self.is("else") {
            return Err(self.lonely_else());
        }
        self.attributes_of_statement()?;
        if self.starts_label() {
            return self.label();
        }
        if self.word() == Word::LocalLabel {
            self.skip_statement();
            return Ok(());
        }
        if self.starts_declaration() {
            return self.nested(|reader| reader.declaration(Scope::Block));
        }
        self.nested(Self::statement)
    }

    fn lonely_else(&self) -> Fault {
        if self.in_if {
            return self.wanted("`}`");
        }
        let message = "`else` without a previous `if`".to_owned();
        Fault(Some(SyntaxError {
            at: self.at,
            message,
        }))
    }

    fn starts_label(&self) -> bool {
        let named = self.role() == Role::Name && self.text_at(self.at + 1) == ":";
        named || matches!(self.text(), "case" | "default")
    }

    fn label(&mut self) -> Read {
        let case = self.is("case");
        self.at += 1;
        if !case {
            self.require(":")?;
            return self.attributes().map(drop);
        }
        self.conditional()?;
        if self.accept(":") {
            return Ok(());
        }
        if !self.accept("...") {
            return Err(self.wanted("`:` or `...`"));
        }
        self.conditional()?;
        self.require(":")
    }

    fn statement(&mut self) -> Read {
        self.attributes_of_statement()?;
        while self.starts_label() {
            self.label()?;
        }
        let head = self.text();
        match head {
            "{" => return self.block(),
            ")" | "]" => return Err(self.wanted("statement")),
            ";" => {}
            "if" | "while" | "switch" => return self.with_condition(),
            "for" => return self.for_loop(),
            "do" => {
                self.at += 1;
                self.nested(Self::statement)?;
                if !self.is("while") {
                    return Err(self.wanted("`while`"));
                }
                self.at += 1;
                self.condition()?;
            }
            "goto" => {
                self.at += 1;
                if self.accept("*") {
                    self.expression()?;
                } else if !self.accept_name() {
                    return Err(self.wanted("identifier or `*`"));
                }
            }
            "break" | "continue" => self.at += 1,
            "return" => {
                self.at += 1;
                if !self.is(";") {
                    self.expression()?;
                }
            }
            _ if self.word() == Word::Asm => self.skip_statement_asm()?,
            _ => self.expression()?,
        }
        self.require(";")
    }

    /// `__attribute__((fallthrough))`
    fn attributes_of_statement(&mut self) -> Read {
        if self.word() == Word::IgnoredCall || self.is("[") {
            self.attributes()?;
        }
        Ok(())
    }

    fn skip_statement_asm(&mut self) -> Read {
        while !matches!(self.text(), "(" | ";" | "") {
            self.at += 1;
        }
        self.skip_group()
    }

    fn condition(&mut self) -> Read {
        self.require("(")?;
        self.nested(Self::expression)?;
        self.require(")")
    }

    fn with_condition(&mut self) -> Read {
        let is_if = self.is("if");
        self.at += 1;
        self.condition()?;
        let outer = self.in_if;
        self.in_if |= is_if;
        let body = self.nested(Self::statement);
        self.in_if = outer;
        body?;
        if is_if && self.accept("else") {
            return self.nested(Self::statement);
        }
        Ok(())
    }

    fn for_loop(&mut self) -> Read {
        self.at += 1;
        self.require("(")?;
        if self.starts_declaration() {
            self.nested(|reader| reader.declaration(Scope::For))?;
        } else {
            self.part_of_for(";")?;
        }
        self.part_of_for(";")?;
        self.part_of_for(")")?;
        self.nested(Self::statement)
    }

    fn part_of_for(&mut self, end: &str) -> Read {
        if !self.is(end) {
            self.nested(Self::expression)?;
        }
        self.require(end)
    }
}
