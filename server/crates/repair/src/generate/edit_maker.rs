//! Shared parts of the generators of edits of one expression: an edit changes the tree and the text together.

use syntax::Parse;
use syntax::Span;
use syntax::ast::{Expr, ExprKind};

use crate::edit::{Edit, Hole};
use crate::generate::print::{precedence, stands_alone};
use crate::kind::EditKind;

pub(crate) struct Maker<'a> {
    pub(crate) e: &'a Expr,
    pub(crate) parse: &'a Parse,
    pub(super) edits: Vec<Edit>,
}

impl Maker<'_> {
    /// Adds the edit that replaces the expression by `kind`, and a span of the source by another text.
    pub(super) fn push(
        &mut self,
        kind: ExprKind,
        span: Span,
        text: String,
        of: EditKind,
        hole: Option<Hole>,
    ) {
        let tree = Expr {
            kind,
            span: self.e.span,
        };
        self.edits.push(Edit {
            tree,
            span,
            text,
            hole,
            kind: of,
        });
    }

    /// Replaces the whole expression; adds parentheses if the new one binds less tightly and has neighbours.
    pub(crate) fn whole(&mut self, kind: ExprKind, text: String, of: EditKind) {
        self.whole_with(kind, text, of, None);
    }

    /// Replaces the whole expression by one with a constant to be found.
    pub(crate) fn whole_with(
        &mut self,
        kind: ExprKind,
        text: String,
        of: EditKind,
        hole: Option<Hole>,
    ) {
        let looser = precedence(&kind) < precedence(&self.e.kind);
        let level = precedence(&kind);
        let text = if looser && !stands_alone(self.parse, self.e.span, level) {
            format!("({text})")
        } else {
            text
        };
        self.push(kind, self.e.span, text, of, hole);
    }
}
