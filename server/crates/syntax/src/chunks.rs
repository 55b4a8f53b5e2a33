//! Division of the token stream into external declarations.
//!
//! Each declaration is parsed separately: an error in one cannot affect the next, and a tree never grows larger than
//! one function. The division needs only brackets, and the rule that old-style definitions have declarations between
//! the parameter list and the body. A forgotten `}` would swallow the rest of the file; so a body also ends where
//! something at the left margin looks like the next definition.

use std::ops::Range;

use crate::keywords::{Word, attribute_start};
use crate::names::Role;
use crate::problems::Problems;
use crate::token::{Interner, Token};

/// Deepest nesting of brackets: twice the default of clang's `-fbracket-depth`; gcc has no limit.
const MAX_BRACKETS: usize = 512;
/// Longest list of old-style parameter declarations, in tokens.
const MAX_OLD_STYLE: usize = 2000;

/// One external declaration.
#[derive(Debug, Clone)]
pub(crate) struct Chunk {
    /// Tokens of the declaration.
    pub(crate) range: Range<usize>,
    /// First token behind the parameter list of an old-style definition, counted from the start of the range.
    pub(crate) old_style: Option<usize>,
    /// Number of braces that are never closed (already reported).
    pub(crate) unclosed: usize,
    /// What is wrong with the end of the declaration, and the token (counted from the start of the range) that shows it.
    pub(crate) fault: Option<(usize, String)>,
    /// Whether the declaration can be parsed.
    pub(crate) usable: bool,
}

/// Divides the tokens into external declarations, in order. Those that cannot be separated are reported and left out.
pub(crate) fn chunks(
    tokens: &[Token],
    roles: &[Role],
    interner: &Interner,
    problems: &mut Problems,
) -> Vec<Chunk> {
    let mut cutter = Cutter {
        tokens,
        roles,
        interner,
        problems,
        chunk: ChunkState::default(),
    };
    let mut result = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        cutter.chunk = ChunkState {
            start,
            usable: true,
            ..ChunkState::default()
        };
        let end = cutter.end();
        let fault = cutter.chunk.fault.take();
        if cutter.chunk.usable || fault.is_some() {
            let old_style = cutter.chunk.old_style.map(|token| token - start);
            let unclosed = cutter
                .chunk
                .open
                .iter()
                .filter(|open| cutter.text(**open) == "{")
                .count();
            result.push(Chunk {
                range: start..end,
                old_style,
                unclosed,
                fault: fault.map(|(at, message)| (at - start, message)),
                usable: cutter.chunk.usable,
            });
        }
        start = end;
    }
    result
}

/// Whether a declaration declares only types.
pub(crate) fn declares_types(tokens: &[Token], roles: &[Role], interner: &Interner) -> bool {
    let first = roles
        .iter()
        .find(|role| !matches!(role, Role::Other(Word::Ignored | Word::IgnoredCall)));
    let mut depth = 0_usize;
    let mut names = 0_usize;
    for (token, role) in tokens.iter().zip(roles) {
        match interner.get(token.text) {
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.saturating_sub(1),
            _ => names += usize::from(depth == 0 && *role == Role::Name),
        }
    }
    match first {
        Some(Role::Other(Word::Typedef)) => true,
        Some(Role::Other(Word::Record | Word::Enum)) => names == 0,
        _ => false,
    }
}

/// The function that a declaration declares: the first name, if parameters follow.
pub(crate) fn declared_function<'t>(
    tokens: &[Token],
    roles: &[Role],
    interner: &'t Interner,
) -> Option<&'t str> {
    let at = roles.iter().position(|role| *role == Role::Name)?;
    let next = tokens.get(at + 1)?;
    let name = tokens.get(at)?;
    (interner.get(next.text) == "(").then(|| interner.get(name.text))
}

/// State of the declaration being divided off.
#[derive(Default)]
struct ChunkState {
    start: usize,
    /// Open brackets.
    open: Vec<usize>,
    /// By depth, the number of brackets that opened directly one behind another, as in `f(a)(b)(c)`.
    row: Vec<usize>,
    /// Index of [`Chunk::old_style`] among all tokens.
    old_style: Option<usize>,
    /// Whether an `=` was seen outside brackets.
    initialiser: bool,
    /// Whether the open brace is that of a function.
    in_body: bool,
    /// [`Chunk::fault`], with an index among all tokens.
    fault: Option<(usize, String)>,
    /// Whether the declaration can be parsed.
    usable: bool,
}

struct Cutter<'t> {
    tokens: &'t [Token],
    roles: &'t [Role],
    interner: &'t Interner,
    problems: &'t mut Problems,
    chunk: ChunkState,
}

impl<'t> Cutter<'t> {
    fn text(&self, at: usize) -> &'t str {
        self.tokens
            .get(at)
            .map_or("", |token| self.interner.get(token.text))
    }

    fn role(&self, at: usize) -> Role {
        self.roles
            .get(at)
            .copied()
            .unwrap_or(Role::Other(Word::None))
    }

    /// End of the declaration.
    fn end(&mut self) -> usize {
        for at in self.chunk.start..self.tokens.len() {
            if self.chunk.in_body && self.next_definition(at) {
                self.never_closed();
                return at;
            }
            if self.ends_at(at) {
                return at + 1;
            }
            if self.chunk.open.len() > MAX_BRACKETS && self.chunk.usable {
                self.chunk.usable = false;
                self.problem(
                    at,
                    format!("brackets are nested too deeply (more than {MAX_BRACKETS})"),
                );
            }
        }
        let last = self.tokens.len() - 1;
        let explained = self
            .tokens
            .get(last)
            .is_some_and(|token| self.problems.any_error_in(token.span));
        if self.chunk.usable && !explained {
            let message = "expected `;` or `}` at end of input".to_owned();
            self.chunk.fault = Some((last, message));
        }
        if self.chunk.open.is_empty() {
            self.chunk.usable = false;
        } else if self.chunk.usable {
            self.never_closed();
        }
        self.tokens.len()
    }

    /// Processes the token at `at`; returns whether it is the last one.
    fn ends_at(&mut self, at: usize) -> bool {
        let outside = self.chunk.open.is_empty();
        match self.text(at) {
            ";" if outside => return self.chunk.old_style.is_none(),
            "=" if outside => self.chunk.initialiser = true,
            "(" | "[" => {
                self.count_row(at);
                self.chunk.open.push(at);
            }
            "{" => {
                self.chunk.in_body |= outside && self.opens_body(at);
                self.chunk.open.push(at);
            }
            closing @ (")" | "]" | "}") => {
                if outside {
                    let message = format!("unexpected `{closing}`: nothing is open here");
                    self.chunk.fault = Some((at, message));
                    self.chunk.usable = false;
                    return true;
                }
                self.close(closing);
                if self.chunk.open.is_empty() {
                    if closing == ")" && self.chunk.old_style.is_none() {
                        self.chunk.old_style =
                            Some(at + 1).filter(|next| self.old_style_follows(*next));
                    }
                    return self.chunk.in_body && closing == "}";
                }
            }
            _ => {}
        }
        false
    }

    /// Counts the brackets of a row: each is one level of the tree, although none is inside another.
    fn count_row(&mut self, at: usize) {
        let depth = self.chunk.open.len();
        if self.chunk.row.len() <= depth {
            self.chunk.row.resize(depth + 1, 0);
        }
        let follows = at > self.chunk.start && matches!(self.text(at - 1), ")" | "]");
        let row = if follows {
            self.chunk.row[depth] + 1
        } else {
            0
        };
        self.chunk.row[depth] = row;
        if row > MAX_BRACKETS && self.chunk.usable {
            self.chunk.usable = false;
            let message = format!("nested too deeply: more than {MAX_BRACKETS} brackets in a row");
            self.problem(at, message);
        }
    }

    /// Whether the brace at `at`, outside brackets, starts a function's body.
    fn opens_body(&self, at: usize) -> bool {
        let before = self.token_before(at).map_or("", |i| self.text(i));
        !self.chunk.initialiser
            && (before == ")" || self.chunk.old_style.is_some() && before == ";")
    }

    /// Token of this declaration before `at`, skipping attributes.
    fn token_before(&self, at: usize) -> Option<usize> {
        let inside = |i: &usize| *i >= self.chunk.start;
        let mut before = at.checked_sub(1).filter(inside)?;
        let is_attribute = |i| self.role(i) == Role::Other(Word::IgnoredCall);
        while let Some(start) = attribute_start(before, |i| self.text(i), is_attribute) {
            before = start.checked_sub(1).filter(inside)?;
        }
        Some(before)
    }

    /// Closes the innermost bracket of this kind.
    fn close(&mut self, closing: &str) {
        let wanted = match closing {
            ")" => "(",
            "]" => "[",
            _ => "{",
        };
        let innermost = self.chunk.open.last().map(|open| self.text(*open));
        if innermost == Some(wanted) {
            self.chunk.open.pop();
        } else if wanted == "{"
            && let Some(brace) = self
                .chunk
                .open
                .iter()
                .rposition(|open| self.text(*open) == "{")
        {
            // A brace is stronger than parentheses: `f(a; }` closes the block.
            self.chunk.open.truncate(brace);
        }
    }

    fn never_closed(&mut self) {
        if let Some(&bracket) = self.chunk.open.last() {
            self.problem(
                bracket,
                format!("this `{}` is never closed", self.text(bracket)),
            );
        }
    }

    /// Whether parameter declarations and then a body follow a parameter list that ends before `at`.
    fn old_style_follows(&self, at: usize) -> bool {
        if !(self.role(at).is_specifier() || self.role(at) == Role::Name) {
            return false;
        }
        let mut depth = 0_usize;
        for i in at..self.tokens.len().min(at + MAX_OLD_STYLE) {
            match self.text(i) {
                "{" if depth == 0 && self.text(i - 1) == ";" => return true,
                "=" | "}" | ")" | "]" if depth == 0 => return false,
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 && self.text(i) == ")" && self.text(i + 1) == "{" {
                return false;
            }
        }
        false
    }

    /// Whether a function definition seems to start at the left margin at `at`, with a type first.
    fn next_definition(&self, at: usize) -> bool {
        let margin = |token: &Token| token.line_start && !token.space && token.from_macro.is_none();
        if !(self.tokens.get(at).is_some_and(margin) && self.role(at).is_specifier()) {
            return false;
        }
        let mut next = at;
        while self.role(next).is_specifier()
            || self.role(next) == Role::Tag
            || self.text(next) == "*"
        {
            next += 1;
        }
        if self.role(next) != Role::Name || self.text(next + 1) != "(" {
            return false;
        }
        let mut depth = 0_usize;
        for i in next + 1..self.tokens.len() {
            match self.text(i) {
                "(" => depth += 1,
                ")" => depth -= 1,
                "{" | "}" | ";" => return false,
                _ => {}
            }
            if depth == 0 {
                return self.text(i + 1) == "{" || self.old_style_follows(i + 1);
            }
        }
        false
    }

    fn problem(&mut self, at: usize, message: String) {
        if let Some(token) = self.tokens.get(at) {
            self.problems.error(token.span, message);
        }
    }
}
