//! Directives: lines that start with `#`.

use std::rc::Rc;

use super::conditional::Group;
use super::macros::Macro;
use super::predefined::left_out;
use super::{LineDirective, MAX_INCLUDE_DEPTH, Preprocessor, std_headers};
use crate::Span;
use crate::reread::Opened;
use crate::token::{Sym, Token, TokenKind};

impl Preprocessor<'_> {
    /// Executes the directive at the cursor of the innermost file.
    pub(super) fn directive(&mut self) {
        let line = self.take_line();
        let Some((&hash, line)) = line.split_first() else {
            return;
        };
        let Some((&name, rest)) = line.split_first() else {
            return;
        };
        let span = hash
            .span
            .to(line.last().map_or(hash.span, |last| last.span));

        // Definitions and inclusions come first, then conditionals, then messages, then all that has no effect here.
        match self.text(name) {
            "define" => self.define(rest, span),
            "undef" => {
                if let Some(target) = rest.first() {
                    self.macros.remove(&target.text);
                }
            }
            "include" | "import" => self.include(rest, span),
            "include_next" => {
                self.needs_compiler = true;
                self.include(rest, span);
            }
            "if" => {
                let taken = self.condition(rest, span);
                self.open_group(span, taken);
            }
            "ifdef" | "ifndef" => {
                let wanted = self.is(name, "ifdef");
                let Some(target) = rest.first() else {
                    self.problems.error(span, "a macro's name is missing");
                    return self.open_group(span, false);
                };
                let taken = self.answers_defined(*target, span) == wanted;
                self.open_group(span, taken);
            }
            "elif" | "elifdef" | "elifndef" => self.next_group(span, false),
            "else" => self.next_group(span, true),
            "endif" => self.close_group(span),
            "error" => {
                let message = self.spelling(rest);
                self.problems.error(span, format!("#error {message}"));
            }
            "warning" => {
                let message = self.spelling(rest);
                self.problems.warning(span, format!("#warning {message}"));
            }
            "pragma" => self.pragma(rest),
            "line" => self.renumber(rest, span),
            "ident" | "sccs" => {}
            _ if name.kind == TokenKind::Number => {}
            other => {
                let message = format!("unknown directive `#{other}`");
                self.problems.error(span, message);
            }
        }
    }

    /// Takes the tokens up to the end of the line at the cursor.
    pub(super) fn take_line(&mut self) -> Vec<Token> {
        let Some(frame) = self.frames.last_mut() else {
            return Vec::new();
        };
        let rest = frame.tokens.get(frame.at..).unwrap_or_default();
        let length = rest
            .iter()
            .skip(1)
            .position(|token| token.line_start)
            .map_or(rest.len(), |n| n + 1);
        frame.at += length;
        rest.get(..length).unwrap_or_default().to_vec()
    }

    /// Whether a macro is defined, for a condition of the program. Where gcc would answer otherwise, that is told: other
    /// code is chosen.
    pub(super) fn answers_defined(&mut self, name: Token, span: Span) -> bool {
        let is_defined = self.is_defined(name);
        let processor = self.interner.intern("__x86_64__");
        let is_gcc = self.macros.contains_key(&processor);
        let name = self.text(name);
        if let Some(what) = left_out(name).filter(|_| is_gcc && !is_defined) {
            let message = format!(
                "`{name}` is not defined here as it is in gcc, because {what} are not modelled; this can choose other code"
            );
            self.problems.warning(span, message);
        }
        is_defined
    }

    pub(super) fn is_defined(&self, name: Token) -> bool {
        self.macros.contains_key(&name.text)
            || matches!(
                self.text(name),
                "__LINE__" | "__FILE__" | "__COUNTER__" | "__DATE__" | "__TIME__"
            )
            || super::conditional::HAS.contains(&self.text(name))
    }

    /// Spells tokens as text, for messages.
    pub(super) fn spelling(&self, tokens: &[Token]) -> String {
        let mut text = String::new();
        for token in tokens {
            if token.space && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.text(*token));
        }
        text
    }

    fn define(&mut self, line: &[Token], span: Span) {
        let Some((&name, rest)) = line.split_first() else {
            return self.problems.error(span, "a macro's name is missing");
        };
        if name.kind != TokenKind::Ident || self.is(name, "defined") {
            let message = format!("`{}` cannot be the name of a macro", self.text(name));
            return self.problems.error(name.span, message);
        }
        let function_like = rest
            .first()
            .is_some_and(|next| self.is(*next, "(") && !next.space);
        let (parameters, variadic, body) = if function_like {
            let Some((parameters, variadic, body)) = self.parameters(rest) else {
                return self
                    .problems
                    .error(span, "the parameter list of this macro is malformed");
            };
            (Some(parameters), variadic, body)
        } else {
            (None, false, rest)
        };
        let mut body = body.to_vec();
        if let Some(first) = body.first_mut() {
            first.space = false;
        }
        let builtin = self.frames.last().is_none_or(|frame| frame.builtin);
        let definition = (!builtin).then_some(span);
        let new = Macro {
            parameters,
            variadic,
            body,
            definition,
        };
        let old = self.macros.get(&name.text);
        if old.is_some_and(|old| old.definition.is_some() && !same(old, &new)) && !builtin {
            let message = format!("macro `{}` is defined again, differently", self.text(name));
            self.problems.warning(span, message);
        }
        self.macros.insert(name.text, Rc::new(new));
    }

    /// Parses `(a, b, …)`; also returns the tokens behind it.
    fn parameters<'t>(&mut self, line: &'t [Token]) -> Option<(Vec<Sym>, bool, &'t [Token])> {
        let close = line.iter().position(|token| self.is(*token, ")"))?;
        let (inside, body) = (line.get(1..close)?, line.get(close + 1..)?);
        let mut names = Vec::new();
        let mut variadic = false;
        for (i, &token) in inside.iter().enumerate() {
            let comma = self.is(token, ",");
            if variadic || comma != (i % 2 == 1 && !self.is(token, "...")) {
                return None;
            }
            if self.is(token, "...") {
                variadic = true;
                // GNU `name...` gives the remaining arguments a name of their own.
                if i % 2 == 0 {
                    names.push(self.interner.intern("__VA_ARGS__"));
                }
            } else if token.kind == TokenKind::Ident {
                names.push(token.text);
            } else if !comma {
                return None;
            }
        }
        Some((names, variadic, body))
    }

    fn pragma(&mut self, line: &[Token]) {
        self.packing.pragma(line, &self.interner);
        let once = line.first().is_some_and(|token| self.is(*token, "once"));
        let file = self.frames.last().map(|frame| frame.file);
        if once && let Some(source) = file.and_then(|file| self.sources.file(file)) {
            self.once.insert(source.path.clone());
        }
        if let [what, open, name, close] = line
            && self.is(*open, "(")
            && self.is(*close, ")")
            && name.kind == TokenKind::Str
        {
            let name = self.text(*name).trim_matches('"').to_owned();
            match self.text(*what) {
                "push_macro" => self.push_macro(name),
                "pop_macro" => self.pop_macro(&name),
                _ => {}
            }
        }
    }

    fn push_macro(&mut self, name: String) {
        let symbol = self.interner.intern(&name);
        let meaning = self.macros.get(&symbol).cloned();
        self.pushed.entry(name).or_default().push(meaning);
    }

    fn pop_macro(&mut self, name: &str) {
        let symbol = self.interner.intern(name);
        match self.pushed.get_mut(name).and_then(Vec::pop) {
            Some(Some(meaning)) => {
                self.macros.insert(symbol, meaning);
            }
            Some(None) => {
                self.macros.remove(&symbol);
            }
            None => {}
        }
    }

    /// Handles `#line 100 "file"`, which changes `__LINE__` and `__FILE__` from the next line on. Places in messages are
    /// not changed.
    fn renumber(&mut self, line: &[Token], span: Span) {
        let line = self.expand_line(line);
        let number = line.first().filter(|token| token.kind == TokenKind::Number);
        let Some(number) = number.and_then(|token| self.text(*token).parse::<i64>().ok()) else {
            return self
                .problems
                .error(span, "expected a line number after #line");
        };
        let next = self.sources.line_col(span).0 + 1;
        self.renumbered.push(LineDirective {
            file: span.file,
            from: next,
            shift: number - i64::from(next),
            name: line.get(1).map(|name| name.text),
        });
    }

    fn include(&mut self, line: &[Token], span: Span) {
        let expanded;
        let mut line = line;
        if line
            .first()
            .is_some_and(|token| token.kind == TokenKind::Ident)
        {
            expanded = self.expand_line(line);
            line = &expanded;
        }
        let Some((name, system)) = self.header_name(line) else {
            return self
                .problems
                .error(span, "expected \"file\" or <file> after #include");
        };
        if self.frames.len() >= MAX_INCLUDE_DEPTH
            || self.sources.files.len() >= usize::from(u16::MAX)
        {
            return self.problems.error(
                span,
                format!("`{name}` is included too deeply (does it include itself?)"),
            );
        }
        if system && self.include_standard(&name, span) {
            return;
        }
        let from = self.current_path();
        match self.find(&name, &from, system) {
            Some((path, _)) if self.once.contains(&path) => {}
            Some((path, text)) => self.enter_file(&path, &text),
            None if !system && self.include_standard(&name, span) => {}
            None => self.header_missing(name, system, span),
        }
    }

    /// Path of the file that is being read.
    fn current_path(&self) -> String {
        let file = self.frames.last();
        let file = file.and_then(|frame| self.sources.file(frame.file));
        file.map_or_else(String::new, |source| source.path.clone())
    }

    /// Whether `#include` finds the header.
    pub(super) fn finds_header(&mut self, name: &str, system: bool) -> bool {
        let from = self.current_path();
        std_headers::header(name).is_some() || self.find(name, &from, system).is_some()
    }

    /// Path and text of the file that an include means.
    pub(super) fn find(
        &mut self,
        name: &str,
        from: &str,
        system: bool,
    ) -> Option<(String, String)> {
        let (path, text) = self.includes.open(name, from, system)?;
        self.opened.push(Opened {
            name: name.to_owned(),
            from: from.to_owned(),
            system,
            path: path.clone(),
        });
        Some((path, text))
    }

    pub(super) fn header_missing(&mut self, name: String, system: bool, span: Span) {
        self.needs_compiler |= system;
        if system {
            self.problems
                .warning(span, format!("header <{name}> not found"));
        } else {
            self.problems
                .error(span, format!("file \"{name}\" not found"));
        }
        self.missing_headers.push(name);
    }

    /// Header name, and whether it is in angle brackets.
    pub(super) fn header_name(&self, line: &[Token]) -> Option<(String, bool)> {
        let (&first, rest) = line.split_first()?;
        let text = self.text(first);
        if first.kind == TokenKind::Str {
            return Some((text.trim_matches('"').to_owned(), false));
        }
        let close = rest.iter().position(|token| self.text(*token) == ">")?;
        (text == "<").then(|| (self.spelling(rest.get(..close).unwrap_or_default()), true))
    }

    /// Reads the built-in text of a standard header.
    fn include_standard(&mut self, name: &str, span: Span) -> bool {
        let Some(pieces) = std_headers::header(name) else {
            return false;
        };
        self.needs_compiler |= self.includes.shadows(name);
        if !self.std_headers.iter().any(|known| known == name) {
            self.std_headers.push(name.to_owned());
        }
        let place = Span {
            start: span.end,
            ..span
        };
        if name == "assert.h" {
            self.include_assert(place);
            return true;
        }
        // The piece entered last is read first.
        for &piece in pieces.iter().rev() {
            if self.builtin_pieces.insert(piece) {
                self.enter_builtin(piece, place);
            }
        }
        true
    }

    /// Includes `<assert.h>`, which depends on `NDEBUG` anew each time.
    fn include_assert(&mut self, place: Span) {
        let off = self.interner.intern("NDEBUG");
        let text = if self.macros.contains_key(&off) {
            "#define assert(e) ((void)0)\n"
        } else {
            "#undef assert\n"
        };
        self.enter_builtin(text, place);
    }

    pub(super) fn open_group(&mut self, span: Span, taken: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.groups.push(Group {
                span,
                had_else: false,
            });
        }
        if !taken {
            self.skip_group();
        }
    }
}

/// Whether the second definition is a valid redefinition (C11 6.10.3 §2).
fn same(a: &Macro, b: &Macro) -> bool {
    let spelled = |body: &[Token]| {
        body.iter()
            .map(|token| (token.text, token.space))
            .collect::<Vec<_>>()
    };
    a.parameters == b.parameters && a.variadic == b.variadic && spelled(&a.body) == spelled(&b.body)
}
