//! Messages from tree-sitter's error nodes.
//!
//! tree-sitter says which tokens it had to skip, not what it expected. The commonest mistakes are recognised from the
//! surrounding tokens: between two operands with a line break a semicolon is missing, and a keyword without its
//! parenthesis is reported as such.

use tree_sitter::{Node, Tree};

use super::Chunk;
use crate::Span;
use crate::keywords::Word;
use crate::names::Role;
use crate::token::TokenKind;

/// Maximum number of errors per external declaration: further ones only repeat the first.
const MAX_ERRORS: usize = 3;

impl Chunk<'_, '_> {
    /// Reports parse errors, unless an earlier problem explains them.
    pub(super) fn report_errors(&mut self, tree: &Tree) {
        let all = self.span_of(0, self.tokens.len());
        if !tree.root_node().has_error() || self.converter.problems.any_error_in(all) {
            return;
        }
        let mut waiting = vec![tree.root_node()];
        let mut reported = 0;
        while let Some(node) = waiting.pop() {
            if reported >= MAX_ERRORS || !(node.has_error() || node.is_missing()) {
                continue;
            }
            if node.is_missing() {
                self.report_missing(node);
                reported += 1;
            } else if node.is_error() {
                self.report_error(node);
                reported += 1;
            } else {
                let mut cursor = node.walk();
                let below: Vec<Node> = node.children(&mut cursor).collect();
                waiting.extend(below.into_iter().rev());
            }
        }
    }

    fn report_missing(&mut self, node: Node) {
        let (at, _) = self.token_range(node);
        let wanted = match node.kind() {
            "identifier" | "type_identifier" | "field_identifier" => "a name".to_owned(),
            "number_literal" => "an expression".to_owned(),
            "primitive_type" => "a type".to_owned(),
            other => format!("`{other}`"),
        };
        self.error_at(
            at.saturating_sub(1),
            format!("expected {wanted} after this"),
        );
    }

    fn report_error(&mut self, node: Node) {
        let (first, end) = self.token_range(node);
        if let Some(at) = (first..=end).find(|at| self.lacks_semicolon_before(*at)) {
            return self.error_at(at - 1, "expected `;` after this");
        }
        if let Some(at) = (first..end.max(first + 1)).find(|at| self.lacks_head(*at)) {
            return self.error_at(at, format!("expected `(` after `{}`", self.text_at(at)));
        }
        let text = self.text_at(first);
        let head = matches!(text, "if" | "while" | "for" | "switch" | "do" | "case");
        let message = if head {
            format!("this `{text}` is malformed")
        } else {
            format!("unexpected `{text}`")
        };
        self.error_at(first, message);
    }

    /// Whether two operands follow each other, the second one on a new line.
    fn lacks_semicolon_before(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let new_line = self.tokens.get(at).is_some_and(|token| token.line_start);
        let starts = match self.role_at(at) {
            Role::Name | Role::Type => true,
            Role::Other(Word::Keyword) => !matches!(self.text_at(at), "else"),
            Role::Other(word) => word.is_specifier(),
            Role::Tag => false,
        };
        new_line && starts && self.ends_operand(before)
    }

    fn ends_operand(&self, at: usize) -> bool {
        match self.text_at(at) {
            "]" | "++" | "--" | "break" | "continue" => true,
            ")" => self.closes_call(at),
            _ => {
                let literal =
                    |kind| matches!(kind, TokenKind::Number | TokenKind::Str | TokenKind::Char);
                self.role_at(at) == Role::Name
                    || self.tokens.get(at).is_some_and(|token| literal(token.kind))
            }
        }
    }

    /// Whether the parenthesis that closes at `at` is not that of an `if` or a similar head.
    fn closes_call(&self, at: usize) -> bool {
        let mut depth = 0_usize;
        for i in (0..=at).rev() {
            match self.text_at(i) {
                ")" => depth += 1,
                "(" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return i
                    .checked_sub(1)
                    .is_some_and(|head| self.role_at(head) == Role::Name);
            }
        }
        false
    }

    fn lacks_head(&self, at: usize) -> bool {
        matches!(self.text_at(at), "if" | "while" | "for" | "switch") && self.text_at(at + 1) != "("
    }

    fn error_at(&mut self, token: usize, message: impl Into<String>) {
        let last = self.tokens.len().saturating_sub(1);
        let span = self
            .tokens
            .get(token.min(last))
            .map_or(Span::default(), |token| token.span);
        self.error(span, message);
    }
}
