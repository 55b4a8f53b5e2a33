//! Conversion of tree-sitter's tree of a [`Skeleton`] to our tree.
//!
//! tree-sitter determines where things are, the tokens determine what they are. Every resulting tree is at most
//! [`MAX_DEPTH`] deep, so consumers (and `Drop`) may recurse; anything deeper is reported and represented by
//! `Unsupported`.

mod attributes;
mod declarator;
mod errors;
mod expr;
mod generic;
mod items;
pub(crate) mod literals;
mod old_style;
mod specs;
mod stmt;

use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, ParseState, Tree};

use crate::Span;
use crate::ast::{Item, Name};
use crate::chunks;
use crate::grammar::{self, MAX_DEPTH};
use crate::keywords::Word;
use crate::names::Role;
use crate::problems::Problems;
use crate::skeleton::{Skeleton, SkeletonPiece, skeleton};
use crate::token::{Interner, Token};

/// Limit on parsing a declaration with an error, in hundreds of tree-sitter's steps: error recovery costs many times
/// what parsing does.
const MAX_CHECKS_WITH_ERRORS: usize = 1_000;

/// Converts chunks one after another.
pub(crate) struct Converter<'u> {
    parser: tree_sitter::Parser,
    interner: &'u Interner,
    problems: Problems,
    /// See [`crate::Options::latin1`].
    latin1: bool,
}

impl<'u> Converter<'u> {
    /// Creates a converter; `None` if the grammar does not fit the tree-sitter library, which the tests rule out.
    pub(crate) fn new(interner: &'u Interner, problems: Problems, latin1: bool) -> Option<Self> {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
        Some(Self {
            parser,
            interner,
            problems,
            latin1,
        })
    }

    /// Returns the problems found so far.
    pub(crate) fn into_problems(self) -> Problems {
        self.problems
    }

    /// Parses a chunk, with which `tokens` begin, and appends its declarations.
    pub(crate) fn chunk(
        &mut self,
        tokens: &[Token],
        roles: &[Role],
        cut: &chunks::Chunk,
        items: &mut Vec<Item>,
    ) {
        let end = cut.range.len().min(tokens.len());
        let place = |at: usize| tokens.get(at).map_or(Span::default(), |token| token.span);
        let mut faults = Faults::default();
        if cut.usable {
            faults = self.read(&tokens[..end], &roles[..end], cut, items);
        }
        let ends = cut.fault.iter();
        faults
            .said
            .extend(ends.map(|(at, said)| (place(*at), said.clone())));
        if faults.said.is_empty() && !faults.are_possible {
            return;
        }
        let errors = grammar::errors(tokens, roles, end, self.interner);
        if !errors.is_empty() {
            let errors = errors.into_iter();
            faults.said = errors
                .map(|error| (place(error.at), error.message))
                .collect();
        }
        for (span, message) in faults.said {
            self.problems.error(span, message);
        }
    }

    /// Converts the tokens of a chunk; returns its syntax errors.
    fn read(
        &mut self,
        tokens: &[Token],
        roles: &[Role],
        cut: &chunks::Chunk,
        items: &mut Vec<Item>,
    ) -> Faults {
        let skeleton = skeleton(tokens, roles, self.interner, cut);
        let Some(tree) = self.parse(&skeleton) else {
            let message = "this declaration is not read: too many syntax errors".to_owned();
            let first = tokens.first().map_or(Span::default(), |first| first.span);
            return Faults {
                said: vec![(first, message)],
                are_possible: true,
            };
        };
        let mut chunk = Chunk::new(self, tokens, roles, skeleton);
        chunk.find_faults(&tree);
        chunk.items(tree.root_node(), items);
        chunk.faults
    }

    /// Parses a chunk of a system header, whose problems are not reported to the user.
    pub(crate) fn system_chunk(
        &mut self,
        tokens: &[Token],
        roles: &[Role],
        cut: &chunks::Chunk,
        items: &mut Vec<Item>,
    ) {
        let mark = self.problems.mark();
        self.chunk(tokens, roles, cut, items);
        self.problems.forget(mark);
    }

    /// Parses the skeleton; `None` if error recovery takes too long.
    fn parse(&mut self, skeleton: &Skeleton) -> Option<Tree> {
        let text = skeleton.text.as_bytes();
        let mut with_errors = 0;
        let mut progress = |state: &ParseState| {
            with_errors += usize::from(state.has_error());
            if with_errors < MAX_CHECKS_WITH_ERRORS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let mut read = |at: usize, _| text.get(at..).unwrap_or_default();
        let tree = self
            .parser
            .parse_with_options(&mut read, None, Some(options));
        if tree.is_none() {
            self.parser.reset();
        }
        tree
    }
}

/// A chunk being converted.
struct Chunk<'c, 'u> {
    converter: &'c mut Converter<'u>,
    tokens: &'c [Token],
    roles: &'c [Role],
    skeleton: Skeleton,
    /// Number of tokens from macro bodies before each token.
    from_macros: Vec<u32>,
    /// Name of the current function.
    function: String,
    depth: usize,
    too_deep: bool,
    faults: Faults,
}

/// Syntax errors of a chunk.
#[derive(Default)]
struct Faults {
    /// Places, with what can be said without knowing what was expected.
    said: Vec<(Span, String)>,
    /// Whether there may be others: tree-sitter accepts what is not converted.
    are_possible: bool,
}

impl<'c, 'u> Chunk<'c, 'u> {
    fn new(
        converter: &'c mut Converter<'u>,
        tokens: &'c [Token],
        roles: &'c [Role],
        skeleton: Skeleton,
    ) -> Self {
        let mut count = 0;
        let mut from_macros = vec![0];
        for token in tokens {
            count += u32::from(token.from_macro.is_some());
            from_macros.push(count);
        }
        let function = String::new();
        Self {
            converter,
            tokens,
            roles,
            skeleton,
            from_macros,
            function,
            depth: 0,
            too_deep: false,
            faults: Faults::default(),
        }
    }

    /// Pieces that a node covers.
    fn pieces(&self, node: Node) -> &[SkeletonPiece] {
        let first = self.skeleton.piece_at(node.start_byte());
        let end = self.skeleton.piece_at(node.end_byte());
        self.skeleton.pieces.get(first..end).unwrap_or_default()
    }

    /// Range of the tokens that a node covers.
    fn token_range(&self, node: Node) -> (usize, usize) {
        let pieces = self.pieces(node);
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
            let at = self.skeleton.piece_at(node.start_byte());
            let at = self
                .skeleton
                .pieces
                .get(at)
                .map_or(self.tokens.len(), |piece| piece.first as usize);
            return (at, at);
        };
        (first.first as usize, (last.first + last.count) as usize)
    }

    /// Span of a node.
    fn span(&self, node: Node) -> Span {
        let (first, end) = self.token_range(node);
        self.span_of(first, end)
    }

    /// Smallest span that covers tokens `[first, end)`; where a macro's body is involved, the whole macro use.
    fn span_of(&self, first: usize, end: usize) -> Span {
        let tokens = self.tokens.get(first..end).unwrap_or_default();
        let (Some(head), Some(last)) = (tokens.first(), tokens.last()) else {
            let before = first.checked_sub(1).and_then(|i| self.tokens.get(i));
            let end = before.map_or(Span::default(), |token| token.span);
            return Span {
                start: end.end,
                ..end
            };
        };
        if self.from_macros.get(first) == self.from_macros.get(end) {
            return head.span.to(last.span);
        }
        tokens
            .iter()
            .fold(head.span, |span, token| span.to(token.span))
    }

    /// Token of a leaf; `None` for inserted text.
    fn token(&self, leaf: Node) -> Option<Token> {
        let piece = self.pieces(leaf).first().filter(|piece| piece.count > 0)?;
        self.tokens.get(piece.first as usize).copied()
    }

    /// Spelling of the token of a leaf.
    fn text(&self, leaf: Node) -> &'u str {
        self.token(leaf)
            .map_or("", |token| self.converter.interner.get(token.text))
    }

    fn text_at(&self, token: usize) -> &'u str {
        self.tokens
            .get(token)
            .map_or("", |token| self.converter.interner.get(token.text))
    }

    fn role_at(&self, token: usize) -> Role {
        self.roles
            .get(token)
            .copied()
            .unwrap_or(Role::Other(Word::None))
    }

    fn name(&mut self, leaf: Node) -> Name {
        self.reject_keyword(leaf);
        Name {
            text: self.text(leaf).to_owned(),
            span: self.span(leaf),
        }
    }

    /// Reports a keyword where tree-sitter reads an identifier because no keyword can stand there; C does not allow
    /// this.
    fn reject_keyword(&mut self, leaf: Node) {
        let (first, _) = self.token_range(leaf);
        match self.role_at(first) {
            Role::Other(word) if word == Word::Keyword || word.is_specifier() => {
                let message = format!("unexpected `{}`", self.text_at(first));
                self.fault(leaf, message);
            }
            // Or is it a member that is called like a type?
            Role::Type => self.not_converted(),
            _ => {}
        }
    }

    /// Runs `convert` one level deeper; at the limit reports a problem and returns `None`.
    fn with_depth<T>(&mut self, node: Node, convert: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            if !self.too_deep {
                self.too_deep = true;
                let message = format!("nested too deeply (more than {MAX_DEPTH} levels)");
                let span = self.span(node);
                self.converter.problems.error(span, message);
            }
            return None;
        }
        self.depth += 1;
        let result = convert(self);
        self.depth -= 1;
        Some(result)
    }

    /// Notes a syntax error.
    fn fault(&mut self, node: Node, message: impl Into<String>) {
        let span = self.span(node);
        self.faults.said.push((span, message.into()));
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.converter.problems.error(span, message);
    }
}

/// All children, named or not, except those that tree-sitter inserted to recover from an error.
fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .filter(|child| !child.is_missing())
        .collect()
}

/// Named children that are not errors.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !child.is_error() && !child.is_missing())
        .collect()
}
