//! Call-like expressions that take types: `_Generic` and similar.
//!
//! No grammar reads them, so the skeleton has one word for the whole expression, and its parts are parsed separately.

use std::ops::Range;

use super::{Chunk, parts};
use crate::ast::{Expr, ExprKind, TypeName};
use crate::skeleton::{expression_skeleton, typeof_skeleton};

impl Chunk<'_, '_> {
    /// Converts the expression that starts with the word at `first` and ends before `end`.
    pub(super) fn type_call(&mut self, first: usize, end: usize) -> Option<ExprKind> {
        let arguments = self.split(first + 2..end.checked_sub(1)?, ",");
        match (self.text_at(first), arguments.as_slice()) {
            ("_Generic", [control, associations @ ..]) => {
                let control = Box::new(self.parse_expr(control.clone())?);
                let associations: Option<Vec<_>> = associations
                    .iter()
                    .map(|range| self.association(range.clone()))
                    .collect();
                Some(ExprKind::Generic(control, associations?))
            }
            ("__builtin_types_compatible_p", [a, b]) => {
                let types = (self.parse_type(a.clone())?, self.parse_type(b.clone())?);
                Some(ExprKind::TypesCompatible(Box::new(types)))
            }
            ("__builtin_choose_expr", [c, a, b]) => {
                let c = self.parse_expr(c.clone())?;
                let (a, b) = (self.parse_expr(a.clone())?, self.parse_expr(b.clone())?);
                Some(ExprKind::ChooseExpr(Box::new((c, a, b))))
            }
            _ => None,
        }
    }

    /// Converts `type: expression` or `default: expression`.
    fn association(&mut self, range: Range<usize>) -> Option<(Option<TypeName>, Expr)> {
        let halves = self.split(range, ":");
        let (head, value) = halves.split_first()?;
        let value = value.first()?.start..value.last()?.end;
        let ty = if self.text_at(head.start) == "default" {
            None
        } else {
            Some(self.parse_type(head.clone())?)
        };
        Some((ty, self.parse_expr(value)?))
    }

    /// Splits a range at separators outside brackets.
    fn split(&self, range: Range<usize>, separator: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let (mut start, mut depth) = (range.start, 0_usize);
        for at in range.clone() {
            match self.text_at(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                text if text == separator && depth == 0 => {
                    found.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        found.push(start..range.end);
        found
    }

    /// Parses tokens as a type name.
    pub(super) fn parse_type(&mut self, range: Range<usize>) -> Option<TypeName> {
        let tokens = self.tokens.get(range.clone())?;
        let roles = self.roles.get(range)?;
        let skeleton = typeof_skeleton(tokens, roles, 0, self.converter.interner);
        match self.parse_apart(tokens, roles, skeleton)?.kind {
            ExprKind::SizeofType(ty) => Some(*ty),
            // An undeclared typedef name looks like an expression.
            _ => None,
        }
    }

    /// Parses tokens as an expression.
    pub(super) fn parse_expr(&mut self, range: Range<usize>) -> Option<Expr> {
        let tokens = self.tokens.get(range.clone())?;
        let roles = self.roles.get(range)?;
        let skeleton = expression_skeleton(tokens, roles, self.converter.interner);
        self.parse_apart(tokens, roles, skeleton)
    }

    /// Parses tokens separately; returns the value of the declaration in the skeleton.
    pub(super) fn parse_apart(
        &mut self,
        tokens: &[crate::token::Token],
        roles: &[crate::names::Role],
        skeleton: crate::skeleton::Skeleton,
    ) -> Option<Expr> {
        let tree = self.converter.parse(&skeleton)?;
        let (depth, function) = (self.depth, self.function.clone());
        let mut inner = Chunk::new(self.converter, tokens, roles, skeleton);
        inner.depth = depth;
        inner.function = function;
        inner.find_faults(&tree);
        let root = tree.root_node();
        let declared = parts(root).first()?.child_by_field_name("declarator");
        let value = declared.and_then(|declared| declared.child_by_field_name("value"));
        let value = value.map(|value| inner.expr(value));
        let faults = inner.faults;
        self.faults.said.extend(faults.said);
        self.faults.are_possible |= faults.are_possible;
        value
    }
}
