//! Syntax errors, from tree-sitter's error nodes.
//!
//! tree-sitter says which tokens it had to skip or make up, not what it expected. [`crate::grammar`] finds better words;
//! these here are for what it accepts.

use tree_sitter::{Node, Tree};

use super::Chunk;
use crate::grammar::MAX_ERRORS;

impl Chunk<'_, '_> {
    /// Notes that something was not converted, unless an earlier problem explains it.
    pub(super) fn not_converted(&mut self) {
        let all = self.span_of(0, self.tokens.len());
        self.faults.are_possible |= !self.converter.problems.any_error_in(all);
    }

    /// Notes parse errors, unless an earlier problem explains them.
    pub(super) fn find_faults(&mut self, tree: &Tree) {
        let all = self.span_of(0, self.tokens.len());
        if !tree.root_node().has_error() || self.converter.problems.any_error_in(all) {
            return;
        }
        let mut waiting = vec![tree.root_node()];
        while let Some(node) = waiting.pop() {
            if self.faults.said.len() >= MAX_ERRORS || !(node.has_error() || node.is_missing()) {
                continue;
            }
            if node.is_missing() {
                self.fault(node, format!("expected `{}` here", node.kind()));
            } else if node.is_error() {
                let (first, _) = self.token_range(node);
                let span = self.span_of(first, first + 1);
                let message = format!("unexpected `{}`", self.text_at(first));
                self.faults.said.push((span, message));
            } else {
                let mut cursor = node.walk();
                let below: Vec<Node> = node.children(&mut cursor).collect();
                waiting.extend(below.into_iter().rev());
            }
        }
    }
}
