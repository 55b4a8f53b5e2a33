//! Preprocessor from text to the tokens that the parser sees, each with the place where the user typed it.
//!
//! Input is a stack of files (`#include` pushes) under a stack of *pending* tokens (macro expansion pushes its result
//! there to be scanned again). [`Preprocessor::read`] returns the next token of either, executing directives on the
//! way; the main loop expands it or adds it to the output.
//!
//! Places: a token typed by the user keeps its own span, even when it passes through a macro as an argument. A token
//! from a macro's body gets the span of the macro's use as typed.

mod conditional;
mod directives;
mod lexer;
mod library_names;
mod macros;
mod packing;
mod paste;
mod predefined;
mod preprocessed;
mod std_headers;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::problems::Problems;
use crate::reread::Opened;
use crate::token::{Interner, Sym, Token, TokenKind};
use crate::{FileId, Includes, MacroUse, Options, Source, Sources, Span};
use conditional::Group;
use macros::Macro;
use packing::Packing;

pub(crate) use preprocessed::read_preprocessed;

/// Maximum length of the token stream; a longer one is generated text or a macro bomb.
const MAX_TOKENS: usize = 1_000_000;
/// Maximum size of a text in bytes.
const MAX_TEXT: usize = 4 << 20;
/// Maximum `#include` nesting, as in gcc.
const MAX_INCLUDE_DEPTH: usize = 200;
/// Maximum nesting of macro arguments that contain macro uses.
const MAX_ARGUMENT_DEPTH: usize = 64;

/// Result of preprocessing.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) tokens: Vec<Token>,
    /// Tokens that come from system headers, for output of `cc -E` (else empty).
    pub(crate) system: Vec<bool>,
    pub(crate) interner: Interner,
    pub(crate) sources: Sources,
    pub(crate) macro_uses: Vec<MacroUse>,
    pub(crate) std_headers: Vec<String>,
    pub(crate) missing_headers: Vec<String>,
    /// Whether one of them was included as `<name>`.
    pub(crate) needs_compiler: bool,
    /// Includes that found a file.
    pub(crate) opened: Vec<Opened>,
    pub(crate) problems: Problems,
}

impl Output {
    /// Numbers the source texts from `first` on. Built-in text has no place, and keeps none.
    pub(crate) fn renumber(&mut self, first: u16) {
        if first == 0 {
            return;
        }
        let move_on = |span: &mut Span| {
            if *span != Span::default() {
                span.file.0 = span.file.0.saturating_add(first);
            }
        };
        self.tokens.iter_mut().for_each(|t| move_on(&mut t.span));
        for found in &mut self.macro_uses {
            move_on(&mut found.use_span);
            found.definition.iter_mut().for_each(move_on);
        }
        self.problems.spans().for_each(move_on);
    }
}

/// Preprocesses one translation unit.
pub(crate) fn preprocess(
    path: &str,
    text: &str,
    includes: &dyn Includes,
    options: &Options,
) -> Output {
    let mut preprocessor = Preprocessor::new(includes);
    preprocessor.predefine(options);
    preprocessor.enter_file(path, text);
    // The file that is entered last is read first.
    for name in options.forced_includes.iter().rev() {
        match preprocessor.find(name, path, false) {
            Some((path, text)) => preprocessor.enter_file(&path, &text),
            None => preprocessor.header_missing(name.clone(), false, Span::default()),
        }
    }
    preprocessor.run();
    preprocessor.finish()
}

/// A file that is being read.
struct Frame {
    tokens: Rc<[Token]>,
    at: usize,
    file: FileId,
    /// Whether this is a built-in header; its tokens have the place where it was included.
    builtin: bool,
    /// `#if` groups opened in this file.
    groups: Vec<Group>,
}

/// A `#line` directive.
struct LineDirective {
    file: FileId,
    /// First line affected.
    from: u32,
    /// Offset to add to the line number.
    shift: i64,
    /// The name of the file, as a string literal.
    name: Option<Sym>,
}

struct Preprocessor<'a> {
    includes: &'a dyn Includes,
    interner: Interner,
    sources: Sources,
    problems: Problems,
    /// Macros inside whose expansion the next token is, the innermost last.
    expanding: Vec<Sym>,
    macros: FxHashMap<Sym, Rc<Macro>>,
    /// Definitions saved by `#pragma push_macro`, by the spelling of the name.
    pushed: FxHashMap<String, Vec<Option<Rc<Macro>>>>,
    /// `#line` directives in order.
    renumbered: Vec<LineDirective>,
    packing: Packing,
    frames: Vec<Frame>,
    /// Tokens to scan before the files continue, last one first.
    pending: Vec<Token>,
    /// Number of pending tokens that are out of reach, as are the files, while an argument is expanded in isolation.
    isolated: Option<usize>,
    /// Whether the end of a file ends the search for a macro's arguments, which are being collected.
    stay_in_file: bool,
    argument_depth: usize,
    /// Tokens produced so far, by files and by expansion.
    produced: usize,
    output: Vec<Token>,
    uses: Vec<MacroUse>,
    std_headers: Vec<String>,
    missing_headers: Vec<String>,
    needs_compiler: bool,
    opened: Vec<Opened>,
    once: FxHashSet<String>,
    builtin_pieces: FxHashSet<&'static str>,
    counter: u32,
    /// Whether the limit on tokens was exceeded.
    overflow: bool,
}

impl<'a> Preprocessor<'a> {
    fn new(includes: &'a dyn Includes) -> Self {
        Self {
            includes,
            interner: Interner::default(),
            sources: Sources::default(),
            problems: Problems::default(),
            expanding: Vec::new(),
            macros: FxHashMap::default(),
            pushed: FxHashMap::default(),
            renumbered: Vec::new(),
            packing: Packing::default(),
            frames: Vec::new(),
            pending: Vec::new(),
            isolated: None,
            stay_in_file: false,
            argument_depth: 0,
            produced: 0,
            output: Vec::new(),
            uses: Vec::new(),
            std_headers: Vec::new(),
            missing_headers: Vec::new(),
            needs_compiler: false,
            opened: Vec::new(),
            once: FxHashSet::default(),
            builtin_pieces: FxHashSet::default(),
            counter: 0,
            overflow: false,
        }
    }

    /// Defines the predefined macros, then executes the options (like `-U` and `-D` on a command line).
    fn predefine(&mut self, options: &Options) {
        let mut text = predefined::predefined(options);
        for name in &options.undefines {
            text.extend(["#undef ", name, "\n"]);
        }
        for (name, value) in &options.defines {
            let value = value.replace(['\n', '\r'], " ");
            text.extend(["#define ", name, " ", &value, "\n"]);
        }
        self.enter_builtin(&text, Span::default());
        self.run();
    }

    /// Starts reading a text of the user.
    fn enter_file(&mut self, path: &str, text: &str) {
        let file = FileId(self.sources.files.len() as u16);
        self.sources.files.push(Source::new(path, text));

        // Texts that are no C are refused with one message rather than hundreds.
        if text.len() > MAX_TEXT {
            let message = format!(
                "file too large ({} MB; the limit is {} MB)",
                text.len() >> 20,
                MAX_TEXT >> 20
            );
            self.problems.error(
                Span {
                    file,
                    start: 0,
                    end: 0,
                },
                message,
            );
            return;
        }
        if let Some(at) = text.find('\0') {
            let span = Span {
                file,
                start: at as u32,
                end: at as u32 + 1,
            };
            self.problems
                .error(span, "this is not a text file: it contains NUL bytes");
            return;
        }

        // A text is split into tokens at once, and its directives are executed later.
        let mut lex_problems = Vec::new();
        let tokens = lexer::lex(file, text, &mut self.interner, &mut lex_problems);
        for problem in lex_problems {
            self.problems.error(problem.span, problem.message);
        }
        self.frames.push(Frame {
            tokens: tokens.into(),
            at: 0,
            file,
            builtin: false,
            groups: Vec::new(),
        });
    }

    /// Starts reading a built-in text, all of which gets the place `place`.
    fn enter_builtin(&mut self, text: &str, place: Span) {
        let mut tokens = lexer::lex(place.file, text, &mut self.interner, &mut Vec::new());
        for token in &mut tokens {
            token.span = place;
        }
        self.frames.push(Frame {
            tokens: tokens.into(),
            at: 0,
            file: place.file,
            builtin: true,
            groups: Vec::new(),
        });
    }

    fn run(&mut self) {
        while let Some(mut token) = self.read() {
            if !self.expand(&mut token) {
                let pack = self.packing.now;
                self.output.push(Token { pack, ..token });
            }
        }
    }

    fn finish(mut self) -> Output {
        if self.overflow {
            self.output.clear();
        }
        let used: FxHashSet<u32> = self
            .output
            .iter()
            .filter_map(|token| token.from_macro)
            .collect();
        let uses = std::mem::take(&mut self.uses);
        let mut macro_uses: Vec<MacroUse> = uses
            .into_iter()
            .enumerate()
            .filter(|(id, _)| used.contains(&(*id as u32)))
            .map(|(_, found)| found)
            .collect();
        macro_uses.sort_by_key(|found| (found.use_span, std::cmp::Reverse(found.use_span.end)));
        Output {
            tokens: self.output,
            interner: self.interner,
            sources: self.sources,
            macro_uses,
            std_headers: self.std_headers,
            missing_headers: self.missing_headers,
            needs_compiler: self.needs_compiler,
            opened: self.opened,
            system: Vec::new(),
            problems: self.problems,
        }
    }

    /// Next token, from expansion or from the files; executes directives on the way.
    fn read(&mut self) -> Option<Token> {
        while self.pending.len() > self.isolated.unwrap_or(0) {
            let token = self.pending.pop()?;
            if token.kind != TokenKind::EndOfExpansion {
                return Some(token);
            }
            self.expanding.pop();
        }
        if self.isolated.is_some() {
            return None;
        }
        loop {
            let frame = self.frames.last_mut()?;
            let Some(&token) = frame.tokens.get(frame.at) else {
                if self.stay_in_file {
                    return None;
                }
                self.leave_file();
                continue;
            };
            if token.line_start
                && token.kind == TokenKind::Punct
                && self.interner.get(token.text) == "#"
            {
                self.directive();
                continue;
            }
            frame.at += 1;
            if !self.count(1) {
                return None;
            }
            return Some(self.closed(token));
        }
    }

    /// Reports an unterminated literal, and continues as if it were closed.
    fn closed(&mut self, token: Token) -> Token {
        if token.kind != TokenKind::Unclosed {
            return token;
        }
        let string = self.text(token).ends_with('"') || self.text(token).starts_with('"');
        let quote = if string { '"' } else { '\'' };
        self.problems.error(
            token.span,
            format!("missing terminating `{quote}` character"),
        );
        Token {
            kind: if string {
                TokenKind::Str
            } else {
                TokenKind::Char
            },
            ..token
        }
    }

    /// Ends the innermost file.
    fn leave_file(&mut self) {
        if let Some(frame) = self.frames.pop() {
            for group in frame.groups {
                self.problems
                    .error(group.span, "this conditional is never closed with `#endif`");
            }
        }
    }

    /// Counts tokens against the limit; at the limit drops all input and reports the problem once.
    fn count(&mut self, tokens: usize) -> bool {
        self.produced += tokens;
        if self.produced <= MAX_TOKENS {
            return true;
        }
        if let Some(frame) = self.frames.first().filter(|_| !self.overflow) {
            let place = frame
                .tokens
                .get(frame.at.saturating_sub(1))
                .map_or(Span::default(), |token| token.span);
            let message = format!(
                "the program is too long after preprocessing (more than {MAX_TOKENS} tokens)"
            );
            self.problems.error(place, message);
        }
        // A truncated program would only give wrong results.
        self.frames.clear();
        self.pending.clear();
        self.expanding.clear();
        self.output.clear();
        self.isolated = None;
        self.overflow = true;
        false
    }

    fn text(&self, token: Token) -> &str {
        self.interner.get(token.text)
    }

    fn is(&self, token: Token, text: &str) -> bool {
        self.interner.get(token.text) == text
    }
}
