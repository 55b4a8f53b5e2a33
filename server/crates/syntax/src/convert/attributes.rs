//! Attributes that have an effect.
//!
//! The skeleton leaves attributes out, so they are read from the tokens: those among and before a declaration's
//! specifiers, those behind a declarator, and those around a record's braces.

use std::ops::Range;

use super::Chunk;
use crate::ast::{Attribute, Attributes, Name};
use crate::keywords::{Word, attribute_start};
use crate::names::Role;

/// Attributes that change what a program does in ways that are not modelled.
const UNMODELLED: [&str; 9] = [
    "vector_size",
    "cleanup",
    "destructor",
    "alias",
    "ifunc",
    "weakref",
    "transparent_union",
    "scalar_storage_order",
    "ms_struct",
];

/// Attributes among these of the declared object or function, rather than of a type.
const OF_OBJECTS: [&str; 5] = ["cleanup", "destructor", "alias", "ifunc", "weakref"];

impl Attributes {
    /// Removes the attributes that belong to what is declared, wherever they are written.
    pub(super) fn take_those_of_objects(&mut self) -> Vec<Attribute> {
        let is_own = |attribute: &mut Attribute| match attribute {
            Attribute::Unmodelled(name) => OF_OBJECTS.contains(&&*name.text),
            _ => false,
        };
        self.0.extract_if(.., is_own).collect()
    }
}

impl Chunk<'_, '_> {
    /// Reads the attributes among the tokens of specifiers and directly before them, except those of a record that is
    /// defined there.
    pub(super) fn attributes_of_specs(&mut self, first: usize, end: usize) -> Attributes {
        let mut found = Attributes::default();
        let mut start = first;
        while let Some(earlier) = self.attribute_before(start) {
            start = earlier;
        }
        let mut at = start;
        while at < end {
            match self.role_at(at) {
                Role::Other(Word::Record | Word::Enum) => at = self.after_record(at, end),
                Role::Other(Word::IgnoredCall) => at = self.attribute(at, &mut found),
                _ => at += 1,
            }
        }
        // Attributes behind a closing brace belong to the record.
        let own = end > first && self.text_at(end - 1) != "}";
        while own && self.role_at(at) == Role::Other(Word::IgnoredCall) {
            at = self.attribute(at, &mut found);
        }
        found
    }

    /// Reads the attributes from the start of a declarator to the end of it and of its bit-field's width.
    pub(super) fn attributes_of_declarator(&mut self, first: usize) -> Attributes {
        let mut found = Attributes::default();
        let mut at = first;
        let mut depth = 0_usize;
        while at < self.tokens.len() {
            if depth == 0 && self.role_at(at) == Role::Other(Word::IgnoredCall) {
                at = self.attribute(at, &mut found);
                continue;
            }
            match self.text_at(at) {
                "(" | "[" => depth += 1,
                ")" | "]" if depth == 0 => break,
                ")" | "]" => depth -= 1,
                "," | ";" | "=" | "{" | "}" if depth == 0 => break,
                _ => {}
            }
            at += 1;
        }
        found
    }

    /// Reads the attributes between the keyword at `first` and the brace, and those behind the closing brace.
    pub(super) fn attributes_of_record(&mut self, first: usize, end: usize) -> Attributes {
        let mut found = Attributes::default();
        let mut at = first + 1;
        while at < end && self.text_at(at) != "{" {
            at = match self.role_at(at) {
                Role::Other(Word::IgnoredCall) => self.attribute(at, &mut found),
                _ => at + 1,
            };
        }
        at = end;
        while self.role_at(at) == Role::Other(Word::IgnoredCall) {
            at = self.attribute(at, &mut found);
        }
        if let Some(limit) = self.tokens.get(first).and_then(|token| token.pack) {
            found.0.push(Attribute::Pack(limit.get()));
        }
        found
    }

    /// Index behind a record's braces and attributes, or behind its keyword if it has no braces.
    fn after_record(&self, at: usize, end: usize) -> usize {
        let mut open = at + 1;
        while open < end
            && matches!(
                self.role_at(open),
                Role::Tag | Role::Other(Word::IgnoredCall)
            )
        {
            open = if self.role_at(open) == Role::Tag {
                open + 1
            } else {
                self.closing(open + 1) + 1
            };
        }
        if self.text_at(open) == "{" {
            self.closing(open) + 1
        } else {
            at + 1
        }
    }

    /// Index of the bracket that closes the one at `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for i in open..self.tokens.len() {
            match self.text_at(i) {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return i;
            }
        }
        self.tokens.len()
    }

    /// Start of the attribute that ends directly before `at`.
    fn attribute_before(&self, at: usize) -> Option<usize> {
        let is_attribute = |i| self.role_at(i) == Role::Other(Word::IgnoredCall);
        attribute_start(at.checked_sub(1)?, |i| self.text_at(i), is_attribute)
    }

    /// Records the effect of the attribute at `at`; returns the index behind it.
    fn attribute(&mut self, at: usize, found: &mut Attributes) -> usize {
        let close = self.closing(at + 1);
        match self.text_at(at) {
            "_Alignas" => {
                let argument = self.alignment(at + 2..close);
                found.0.extend(argument);
            }
            "__attribute__" | "__attribute" => {
                let mut next = at + 3;
                while next < close {
                    next = self.one_attribute(next, close - 1, found);
                }
            }
            _ => {}
        }
        close + 1
    }

    /// Reads one entry of the list of an `__attribute__`; returns the index behind its comma.
    fn one_attribute(&mut self, at: usize, end: usize, found: &mut Attributes) -> usize {
        let name = self.text_at(at).trim_matches('_');
        let arguments = if self.text_at(at + 1) == "(" {
            at + 2..self.closing(at + 1)
        } else {
            at + 1..at + 1
        };
        let words = |text: &str, end| Name {
            text: text.to_owned(),
            span: self.span_of(at, end),
        };
        let attribute = match name {
            "packed" => Some(Attribute::Packed),
            "weak" => Some(Attribute::Weak),
            "constructor" => Some(Attribute::Constructor),
            "aligned" if arguments.is_empty() => Some(Attribute::AlignedMost),
            "aligned" => self.alignment(arguments.clone()),
            "mode" => {
                let mode = self.text_at(arguments.start).trim_matches('_');
                Some(Attribute::Mode(words(mode, arguments.end)))
            }
            _ if UNMODELLED.contains(&name) => {
                Some(Attribute::Unmodelled(words(name, arguments.end)))
            }
            _ => None,
        };
        found.0.extend(attribute);
        let mut next = arguments.end;
        while next < end && self.text_at(next) != "," {
            next += 1;
        }
        next + 1
    }

    /// Reads the argument of `aligned` or `_Alignas`.
    fn alignment(&mut self, argument: Range<usize>) -> Option<Attribute> {
        if self.role_at(argument.start).is_specifier() {
            return self
                .parse_type(argument)
                .map(|ty| Attribute::AlignedAs(Box::new(ty)));
        }
        self.parse_expr(argument).map(Attribute::Aligned)
    }
}
