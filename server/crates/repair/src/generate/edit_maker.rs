//! Shared parts of the generators of edits of one expression: an edit changes the tree and the text together.

use syntax::Parse;
use syntax::Span;
use syntax::ast::{Expr, ExprKind};

use crate::edit::{Edit, Hole};
use crate::generate::print::{precedence, stands_alone, wants_parentheses};
use crate::generator::Generator;
use crate::kind::EditKind;
use crate::sites::{Context, Truth};

pub(crate) struct Maker<'a> {
    pub(crate) e: &'a Expr,
    pub(super) context: Context,
    pub(crate) parse: &'a Parse,
    pub(super) edits: Vec<Edit>,
    /// What makes the edits.
    pub(super) generator: Generator,
}

impl Maker<'_> {
    /// The maker of further edits, under a name.
    pub(super) fn by(&mut self, generator: Generator) -> &mut Self {
        self.generator = generator;
        self
    }

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
            generator: self.generator,
        });
    }

    /// Replaces the whole expression; adds parentheses if the new one binds less tightly and has neighbours, or if gcc
    /// would ask for them.
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
        let (place, level) = (self.e.span, precedence(&kind));
        let looser = level < precedence(&self.e.kind);
        let is_tested = self.context.truth != Truth::Value;
        let text = if looser && !stands_alone(self.parse, place, level)
            || wants_parentheses(self.parse, place, &kind, is_tested)
        {
            format!("({text})")
        } else {
            text
        };
        self.push(kind, self.e.span, text, of, hole);
    }
}
