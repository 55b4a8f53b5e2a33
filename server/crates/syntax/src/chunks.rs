//! Cuts the token stream into external declarations.
//!
//! Each is parsed by itself: what is wrong in one cannot spoil the next, and a tree never grows larger than one
//! function. The cut needs only brackets, and the knowledge that old-style definitions have declarations between
//! the parameter list and the body.

use std::ops::Range;

use crate::names::Role;
use crate::problems::Problems;
use crate::token::{Interner, Token};
use crate::words::Word;

/// Deepest nesting of brackets, as clang's `-fbracket-depth`.
pub(crate) const MAX_BRACKETS: usize = 256;

/// One external declaration.
#[derive(Debug, Clone)]
pub(crate) struct Chunk {
    /// Its tokens.
    pub(crate) range: Range<usize>,
    /// In an old-style definition the first token behind the parameter list, counted from the start of the range.
    pub(crate) old_style: Option<usize>,
}

/// The token ranges of the external declarations, in order. Those that cannot be cut out are reported and left out.
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
    };
    let mut result = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (end, usable, old_style) = cutter.end(at);
        if usable {
            let old_style = old_style.map(|token| token - at);
            result.push(Chunk {
                range: at..end,
                old_style,
            });
        }
        at = end;
    }
    result
}

struct Cutter<'t> {
    tokens: &'t [Token],
    roles: &'t [Role],
    interner: &'t Interner,
    problems: &'t mut Problems,
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

    /// Where the declaration that starts at `start` ends, whether it can be parsed, and where old-style declarations
    /// of parameters start.
    fn end(&mut self, start: usize) -> (usize, bool, Option<usize>) {
        let mut open: Vec<usize> = Vec::new();
        let mut old_style = None;
        let (mut initialiser, mut in_body, mut usable) = (false, false, true);
        let mut at = start;
        while at < self.tokens.len() {
            match self.text(at) {
                ";" if open.is_empty() && old_style.is_none() => {
                    return (at + 1, usable, old_style);
                }
                "=" if open.is_empty() => initialiser = true,
                "(" | "[" => open.push(at),
                "{" => {
                    let before = at
                        .checked_sub(1)
                        .filter(|i| *i >= start)
                        .map_or("", |i| self.text(i));
                    in_body |= open.is_empty()
                        && !initialiser
                        && (before == ")" || old_style.is_some() && before == ";");
                    open.push(at);
                }
                ")" | "]" | "}" => {
                    let closed = self.close(&mut open, at);
                    if open.is_empty() && in_body && self.text(at) == "}" {
                        return (at + 1, usable, old_style);
                    }
                    if open.is_empty() && !closed {
                        return (at + 1, false, None);
                    }
                    if open.is_empty() && self.text(at) == ")" && old_style.is_none() {
                        old_style = Some(at + 1).filter(|next| self.old_style_follows(*next));
                    }
                }
                _ => {}
            }
            if open.len() > MAX_BRACKETS && usable {
                usable = false;
                self.problem(
                    at,
                    format!("brackets are nested too deeply (more than {MAX_BRACKETS})"),
                );
            }
            at += 1;
        }
        if open.is_empty() {
            if at > start {
                self.problem(
                    at - 1,
                    "expected `;` or a function body after this".to_owned(),
                );
            }
            return (at, usable, old_style);
        }
        self.never_closed(&open);
        (at, usable, old_style)
    }

    /// Closes the bracket at `at`; brackets opened in between that do not match are dropped.
    fn close(&mut self, open: &mut Vec<usize>, at: usize) -> bool {
        let wanted = match self.text(at) {
            ")" => "(",
            "]" => "[",
            _ => "{",
        };
        let Some(&innermost) = open.last() else {
            self.problem(
                at,
                format!("unexpected `{}`: nothing is open here", self.text(at)),
            );
            return false;
        };
        if self.text(innermost) == wanted {
            open.pop();
            return true;
        }
        // A brace is stronger than parentheses: `f(a; }` closes the block.
        if wanted == "{"
            && let Some(brace) = open.iter().rposition(|i| self.text(*i) == "{")
        {
            open.truncate(brace);
        }
        true
    }

    fn never_closed(&mut self, open: &[usize]) {
        if let Some(&bracket) = open.last() {
            self.problem(
                bracket,
                format!("this `{}` is never closed", self.text(bracket)),
            );
        }
    }

    /// Whether declarations of parameters and then a body follow a parameter list that ends before `at`.
    fn old_style_follows(&self, at: usize) -> bool {
        if !(self.role(at).is_specifier() || self.role(at) == Role::Name) {
            return false;
        }
        let mut depth = 0_usize;
        for i in at..self.tokens.len() {
            match self.text(i) {
                "{" if depth == 0 && self.text(i - 1) == ";" => return true,
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" if depth == 0 => return false,
                "}" | ")" | "]" => depth -= 1,
                "=" if depth == 0 => return false,
                _ => {}
            }
            if depth == 0 && self.text(i) == ")" && self.text(i + 1) == "{" {
                return false;
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
