//! tree-sitter's error nodes to messages.

use tree_sitter::{Node, Tree};

use super::Chunk;
use crate::Span;

/// More than this per external declaration only repeats the first.
const MAX_ERRORS: usize = 3;

impl Chunk<'_, '_> {
    /// Reports what did not parse.
    pub(super) fn report_errors(&mut self, tree: &Tree) {
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

    /// The place right behind the token before `token`, or that token itself.
    fn before(&self, token: usize) -> Span {
        let before = token
            .checked_sub(1)
            .and_then(|i| self.tokens.get(i))
            .or_else(|| self.tokens.get(token));
        before.map_or(Span::default(), |token| token.span)
    }

    fn report_missing(&mut self, node: Node) {
        let (at, _) = self.token_range(node);
        let span = self.before(at);
        let wanted = match node.kind() {
            "identifier" | "type_identifier" | "field_identifier" => "a name".to_owned(),
            "number_literal" => "an expression".to_owned(),
            "primitive_type" => "a type".to_owned(),
            other => format!("`{other}`"),
        };
        self.error(span, format!("expected {wanted} after this"));
    }

    fn report_error(&mut self, node: Node) {
        let (first, end) = self.token_range(node);
        let (at, message) = if first >= end {
            (
                first.min(self.tokens.len().saturating_sub(1)),
                "syntax error".to_owned(),
            )
        } else {
            (
                first,
                format!("syntax error near `{}`", self.text_at(first)),
            )
        };
        let span = self
            .tokens
            .get(at)
            .map_or(Span::default(), |token| token.span);
        self.error(span, message);
    }
}
