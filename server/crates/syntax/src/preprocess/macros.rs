//! Macro definitions and their expansion (C11 6.10.3), as gcc does it.
//!
//! A macro is not expanded inside its own expansion. So each expansion is followed by a mark of its end, and a name that
//! is read before that mark is painted: it is never expanded, wherever it goes. A name of another macro that comes out
//! of an expansion, such as `AGAIN` of `AGAIN ()`, may lead back to the macro once the mark was read.

use std::rc::Rc;

use super::{LineDirective, MAX_ARGUMENT_DEPTH, Preprocessor};
use crate::token::{Sym, Token, TokenKind};
use crate::{MacroUse, Span};

/// A `#define`.
#[derive(Debug)]
pub(super) struct Macro {
    /// Parameter names; `None` for object-like macros.
    pub(super) parameters: Option<Vec<Sym>>,
    /// Whether the last parameter takes all remaining arguments.
    pub(super) variadic: bool,
    pub(super) body: Vec<Token>,
    /// Span of the `#define` line; `None` if it is not the user's.
    pub(super) definition: Option<Span>,
}

impl Macro {
    fn parameter(&self, token: Token) -> Option<usize> {
        let parameters = self.parameters.as_ref()?;
        parameters
            .iter()
            .position(|&name| token.kind == TokenKind::Ident && name == token.text)
    }
}

/// Tokens between the parentheses of a use.
struct Arguments {
    list: Vec<Vec<Token>>,
    close: Token,
}

/// One argument during substitution: as written and, once needed, expanded.
struct Argument {
    raw: Vec<Token>,
    expanded: Option<Vec<Token>>,
}

/// Properties that every token from a macro body gets.
#[derive(Clone, Copy)]
pub(super) struct Stamp {
    pub(super) span: Span,
    pub(super) use_id: u32,
}

impl Stamp {
    pub(super) fn mark(self, token: Token) -> Token {
        Token {
            span: self.span,
            from_macro: Some(self.use_id),
            line_start: false,
            ..token
        }
    }
}

impl Preprocessor<'_> {
    /// Expands `name` if it is a macro use; the result becomes pending.
    pub(super) fn expand(&mut self, name: &mut Token) -> bool {
        if name.kind != TokenKind::Ident {
            return false;
        }
        let Some(found) = self.macros.get(&name.text).map(Rc::clone) else {
            return self.expand_builtin(*name);
        };
        name.painted |= self.expanding.contains(&name.text);
        if name.painted {
            return false;
        }
        let name = *name;
        let (arguments, end) = if found.parameters.is_some() {
            let Some(arguments) = self.arguments(name, &found) else {
                return false;
            };
            (arguments.list, arguments.close)
        } else {
            (Vec::new(), name)
        };
        let stamp = self.stamp(name, end, &found);
        let mut result = self.substitute(&found, arguments, stamp);
        if !self.count(result.len() + 1) {
            return true;
        }
        if let Some(first) = result.first_mut() {
            first.space |= name.space;
            first.line_start |= name.line_start;
        }
        self.expanding.push(name.text);
        self.pending.push(Token {
            kind: TokenKind::EndOfExpansion,
            ..name
        });
        self.pending.extend(result.into_iter().rev());
        true
    }

    /// Expands `__LINE__` and similar macros, which no `#define` can express.
    fn expand_builtin(&mut self, name: Token) -> bool {
        let (kind, text) = match self.text(name) {
            "__LINE__" => {
                let line = self.sources.line_col(name.span).0;
                let shift = self.renumbered_at(name.span).next().map_or(0, |r| r.shift);
                (TokenKind::Number, (i64::from(line) + shift).to_string())
            }
            "__FILE__" => {
                let given = self.renumbered_at(name.span).find_map(|r| r.name);
                if let Some(text) = given {
                    let kind = TokenKind::Str;
                    self.pending.push(Token { kind, text, ..name });
                    return true;
                }
                let path = self
                    .sources
                    .file(name.span.file)
                    .map_or("", |source| &source.path);
                (
                    TokenKind::Str,
                    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\"")),
                )
            }
            "__COUNTER__" => {
                self.counter += 1;
                (TokenKind::Number, (self.counter - 1).to_string())
            }
            // A fixed date: the analysis must not depend on when it runs.
            "__DATE__" => (TokenKind::Str, "\"Jan  1 1970\"".to_owned()),
            "__TIME__" => (TokenKind::Str, "\"00:00:00\"".to_owned()),
            _ => return false,
        };
        let text = self.interner.intern(&text);
        self.pending.push(Token { kind, text, ..name });
        true
    }

    /// The `#line` directives that apply at a place, the last one first.
    fn renumbered_at(&self, at: Span) -> impl Iterator<Item = &LineDirective> {
        let line = self.sources.line_col(at).0;
        let all = self.renumbered.iter().rev();
        all.filter(move |r| r.file == at.file && r.from <= line)
    }

    /// Stamp for tokens from this use's body; records the use if the user typed it.
    fn stamp(&mut self, name: Token, end: Token, found: &Macro) -> Stamp {
        if let Some(use_id) = name.from_macro {
            return Stamp {
                span: name.span,
                use_id,
            };
        }
        let use_id = self.uses.len() as u32;
        let span = if end.from_macro.is_none() {
            name.span.to(end.span)
        } else {
            name.span
        };
        self.uses.push(MacroUse {
            name: self.text(name).to_owned(),
            use_span: span,
            definition: found.definition,
        });
        Stamp { span, use_id }
    }

    /// Reads `( … )` after the name of a function-like macro; `None` (nothing consumed) if this is not a macro use.
    fn arguments(&mut self, name: Token, found: &Macro) -> Option<Arguments> {
        let outer = std::mem::replace(&mut self.stay_in_file, true);
        let arguments = self.read_arguments(name, found);
        self.stay_in_file = outer;
        arguments
    }

    fn read_arguments(&mut self, name: Token, found: &Macro) -> Option<Arguments> {
        let open = self.read()?;
        if !self.is(open, "(") {
            self.pending.push(open);
            return None;
        }
        let expected = found.parameters.as_ref().map_or(0, Vec::len);
        let mut list = vec![Vec::new()];
        let mut depth = 0_usize;
        loop {
            let Some(token) = self.read() else {
                let message = format!(
                    "the arguments of macro `{}` are never closed with `)`",
                    self.text(name)
                );
                self.problems.error(name.span, message);
                return None;
            };
            match self.interner.get(token.text) {
                ")" if depth == 0 => {
                    self.check_count(name, &mut list, found);
                    return Some(Arguments { list, close: token });
                }
                "," if depth == 0 && !(found.variadic && list.len() >= expected) => {
                    list.push(Vec::new());
                    continue;
                }
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if let Some(last) = list.last_mut() {
                last.push(Token {
                    space: token.space || token.line_start,
                    line_start: false,
                    ..token
                });
            }
        }
    }

    /// Makes `list` as long as the parameter list, and reports a wrong number of arguments.
    fn check_count(&mut self, name: Token, list: &mut Vec<Vec<Token>>, found: &Macro) {
        let expected = found.parameters.as_ref().map_or(0, Vec::len);
        let given = if list.len() == 1 && list.first().is_some_and(Vec::is_empty) && expected != 1 {
            0
        } else {
            list.len()
        };
        let missing_rest = found.variadic && given + 1 == expected;
        if given != expected && !missing_rest {
            let message = format!(
                "macro `{}` takes {expected} arguments, not {given}",
                self.text(name)
            );
            self.problems.error(name.span, message);
        }
        list.resize_with(expected, Vec::new);
    }

    /// Substitutes the arguments in the body.
    fn substitute(
        &mut self,
        definition: &Macro,
        arguments: Vec<Vec<Token>>,
        stamp: Stamp,
    ) -> Vec<Token> {
        let mut arguments: Vec<Argument> = arguments
            .into_iter()
            .map(|raw| Argument {
                raw,
                expanded: None,
            })
            .collect();

        // An argument behind `#` becomes a string and one beside `##` is pasted unexpanded; all other arguments are
        // expanded first, once each.
        let body = self.optional_parts(definition, &arguments);
        let body = body.as_deref().unwrap_or(&definition.body);
        let mut result: Vec<Token> = Vec::with_capacity(body.len());
        let mut at = 0;
        while let Some(&token) = body.get(at) {
            at += 1;
            let next = body.get(at).copied();
            let parameter = definition.parameter(token);
            if definition.parameters.is_some()
                && self.is(token, "#")
                && let Some(argument) = next
                    .and_then(|next| definition.parameter(next))
                    .and_then(|i| arguments.get(i))
            {
                let text = self.stringify(&argument.raw);
                result.push(stamp.mark(Token {
                    kind: TokenKind::Str,
                    text,
                    ..token
                }));
                at += 1;
            } else if self.is(token, "##") && !result.is_empty() && next.is_some() {
                at += 1;
                self.paste_next(&mut result, definition, next, &arguments, stamp);
            } else if let Some(argument) = parameter.and_then(|i| arguments.get_mut(i)) {
                if next.is_some_and(|next| self.is(next, "##")) {
                    result.extend(raw_or_placemarker(&argument.raw, token));
                } else {
                    if argument.expanded.is_none() {
                        argument.expanded = Some(self.expand_alone(&argument.raw));
                    }
                    let expanded = argument.expanded.as_deref().unwrap_or_default();
                    let first = result.len();
                    result.extend_from_slice(expanded);
                    if let Some(first) = result.get_mut(first) {
                        first.space = token.space;
                    }
                }
            } else {
                result.push(stamp.mark(token));
            }

            // Nested macros can double the text at each level.
            if self.produced + result.len() > super::MAX_TOKENS {
                break;
            }
        }
        result.retain(|token| token.kind != TokenKind::Placemarker);
        result
    }

    /// The body with its parts `__VA_OPT__(…)`, which stand only where there are variable arguments; `None` if it has
    /// none.
    fn optional_parts(&self, definition: &Macro, arguments: &[Argument]) -> Option<Vec<Token>> {
        let is_start = |token: &Token| self.is(*token, "__VA_OPT__");
        if !definition.variadic || !definition.body.iter().any(is_start) {
            return None;
        }
        let stays = arguments.last().is_some_and(|rest| !rest.raw.is_empty());
        let mut body = Vec::with_capacity(definition.body.len());
        // Depth of parentheses inside a part.
        let mut depth: Option<usize> = None;
        let mut tokens = definition.body.iter().peekable();
        while let Some(token) = tokens.next() {
            if depth.is_none()
                && is_start(token)
                && tokens.peek().is_some_and(|t| self.is(**t, "("))
            {
                tokens.next();
                depth = Some(0);
                continue;
            }
            if let Some(inside) = &mut depth {
                if self.is(*token, "(") {
                    *inside += 1;
                } else if self.is(*token, ")") && *inside == 0 {
                    depth = None;
                    continue;
                } else if self.is(*token, ")") {
                    *inside -= 1;
                }
                if !stays {
                    continue;
                }
            }
            body.push(*token);
        }
        Some(body)
    }

    /// Performs `… ## next`, where next is a parameter or a plain token of the body.
    fn paste_next(
        &mut self,
        result: &mut Vec<Token>,
        found: &Macro,
        next: Option<Token>,
        arguments: &[Argument],
        stamp: Stamp,
    ) {
        let Some(next) = next else { return };
        let parameter = found.parameter(next);
        let raw = parameter.and_then(|i| arguments.get(i));
        let right: Vec<Token> = raw.map_or_else(
            || vec![stamp.mark(next)],
            |argument| raw_or_placemarker(&argument.raw, next),
        );
        let Some(left) = result.pop() else { return };
        // GNU: `, ## __VA_ARGS__` drops the comma when there are no arguments, and pastes nothing otherwise.
        let rest = found.variadic
            && parameter.is_some()
            && parameter == found.parameters.as_ref().map(|all| all.len() - 1);
        if rest && self.is(left, ",") {
            if raw.is_some_and(|argument| !argument.raw.is_empty()) {
                result.push(left);
                result.extend(right);
            }
            return;
        }
        let mut right = right.into_iter();
        if let Some(first) = right.next() {
            result.push(self.paste(left, first, stamp));
        }
        result.extend(right);
    }

    /// Fully expands an argument in isolation.
    fn expand_alone(&mut self, tokens: &[Token]) -> Vec<Token> {
        let plain = tokens.iter().all(|token| token.kind != TokenKind::Ident);
        if plain || self.argument_depth >= MAX_ARGUMENT_DEPTH {
            if !plain && let Some(first) = tokens.first() {
                self.problems
                    .error(first.span, "macro arguments are nested too deeply");
            }
            return tokens.to_vec();
        }
        let outer = self.isolated.replace(self.pending.len());
        self.argument_depth += 1;
        self.pending.extend(tokens.iter().rev());
        let mut result = Vec::with_capacity(tokens.len());
        while let Some(mut token) = self.read() {
            if !self.expand(&mut token) {
                result.push(token);
            }
        }
        self.argument_depth -= 1;
        self.isolated = outer.filter(|_| !self.frames.is_empty());
        result
    }

    /// Expands the rest of a directive line.
    pub(super) fn expand_line(&mut self, tokens: &[Token]) -> Vec<Token> {
        self.expand_alone(tokens)
    }
}

/// Tokens of an argument next to `##`; an empty one becomes a placemarker.
fn raw_or_placemarker(raw: &[Token], parameter: Token) -> Vec<Token> {
    if raw.is_empty() {
        return vec![Token {
            kind: TokenKind::Placemarker,
            painted: false,
            pack: None,
            ..parameter
        }];
    }
    raw.to_vec()
}
