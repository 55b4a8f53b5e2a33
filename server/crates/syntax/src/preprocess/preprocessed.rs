//! Reader for the output of `cc -E` that maps it back to the user's text.
//!
//! Line markers (`# 12 "file.c" 3`) say which line an output line comes from, but not which column, and an expanded
//! macro looks like any other text. So each output line is aligned with the tokens of the original line: equal tokens
//! are the same token. Where they differ, the original token must be a macro use; the output up to the point where both
//! agree again is its expansion, and gets the span of the use. The alignment decides only places: the meaning is always
//! that of the compiler's output.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::library_names::{Placeholder, library_name};
use super::packing::Packing;
use super::{Output, lexer, std_headers};
use crate::keywords::{Word, word};
use crate::problems::Problems;
use crate::token::{Interner, Sym, Token, TokenKind};
use crate::{FileId, Includes, MacroUse, Source, Sources, Span};

/// Number of equal tokens that count as agreement behind a macro's expansion.
const AGREEMENT: usize = 3;
/// Maximum length of an argument list that is searched, in tokens.
const MAX_ARGUMENTS: usize = 20_000;

/// Reads the compiler's output for the file `path` with the given text.
pub(crate) fn read_preprocessed(
    path: &str,
    text: &str,
    preprocessed: &str,
    includes: &dyn Includes,
) -> Output {
    let mut reader = Reader::new(includes);
    reader.open(path, text);
    reader.read(preprocessed);
    reader.finish()
}

/// Tokens of a text of the user, without directives.
struct Original {
    file: FileId,
    tokens: Vec<Token>,
    /// Line of each token.
    lines: Vec<u32>,
    /// Index up to which the tokens are aligned.
    at: usize,
}

struct Reader<'a> {
    includes: &'a dyn Includes,
    interner: Interner,
    sources: Sources,
    /// Originals by path; `None` for texts that are not available.
    known: FxHashMap<String, Option<usize>>,
    originals: Vec<Original>,
    definitions: FxHashMap<Sym, Span>,
    uses: Vec<MacroUse>,
    output: Vec<Token>,
    system: Vec<bool>,
    problems: Problems,
}

/// Origin of the current output lines.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Origin {
    /// Index of the original; `None` if its text is unknown.
    original: Option<usize>,
    system: bool,
    line: u32,
}

impl<'a> Reader<'a> {
    fn new(includes: &'a dyn Includes) -> Self {
        Self {
            includes,
            interner: Interner::default(),
            sources: Sources::default(),
            known: FxHashMap::default(),
            originals: Vec::new(),
            definitions: FxHashMap::default(),
            uses: Vec::new(),
            output: Vec::new(),
            system: Vec::new(),
            problems: Problems::default(),
        }
    }

    fn finish(self) -> Output {
        let mut macro_uses = self.uses;
        macro_uses.sort_by_key(|found| found.use_span);
        Output {
            tokens: self.output,
            system: self.system,
            interner: self.interner,
            sources: self.sources,
            macro_uses,
            problems: self.problems,
            ..Output::default()
        }
    }

    /// Adds a text of the user.
    fn open(&mut self, path: &str, text: &str) -> usize {
        let file = FileId(self.sources.files.len() as u16);
        let source = Source::new(path, text);
        let all = lexer::lex(file, text, &mut self.interner, &mut Vec::new());
        let mut original = Original {
            file,
            tokens: Vec::new(),
            lines: Vec::new(),
            at: 0,
        };
        let mut rest = all.as_slice();
        while let Some(first) = rest.first() {
            let length = rest
                .iter()
                .skip(1)
                .position(|token| token.line_start)
                .map_or(rest.len(), |n| n + 1);
            let (line, after) = rest.split_at(length);
            if self.interner.get(first.text) == "#" {
                self.note_definition(line);
            } else {
                original
                    .lines
                    .extend(line.iter().map(|token| source.line(token.span.start)));
                original.tokens.extend(line);
            }
            rest = after;
        }
        self.sources.files.push(source);
        self.originals.push(original);
        self.known
            .insert(path.to_owned(), Some(self.originals.len() - 1));
        self.originals.len() - 1
    }

    fn note_definition(&mut self, line: &[Token]) {
        if let [hash, directive, name, ..] = line
            && self.interner.get(directive.text) == "define"
            && let Some(last) = line.last()
        {
            self.definitions.insert(name.text, hash.span.to(last.span));
        }
    }

    fn read(&mut self, preprocessed: &str) {
        let output = Source::new("", preprocessed);
        let tokens = lexer::lex(
            FileId::default(),
            preprocessed,
            &mut self.interner,
            &mut Vec::new(),
        );
        if tokens.len() > super::MAX_TOKENS {
            let message = format!(
                "the program is too long after preprocessing (more than {} tokens)",
                super::MAX_TOKENS
            );
            self.problems.error(Span::default(), message);
            return;
        }
        let builtin = lexer::lex(
            FileId::default(),
            std_headers::COMPILER_TYPES,
            &mut self.interner,
            &mut Vec::new(),
        );
        self.output.extend(builtin.into_iter().map(|token| Token {
            span: Span::default(),
            ..token
        }));
        self.system.resize(self.output.len(), true);
        let mut origin = Origin {
            original: Some(0),
            system: false,
            line: 1,
        };
        let mut output_line = 1;
        let mut rest = tokens.as_slice();
        // Output of one original line; markers split it where a system header's macro is expanded.
        let mut packing = Packing::default();
        let mut line_so_far: (Origin, Vec<Token>) = (origin, Vec::new());
        while let Some(first) = rest.first() {
            let length = rest
                .iter()
                .skip(1)
                .position(|token| token.line_start)
                .map_or(rest.len(), |n| n + 1);
            let (line, after) = rest.split_at(length);
            rest = after;
            let here = output.line(first.span.start);
            origin.line += here - output_line;
            output_line = here;
            if self.interner.get(first.text) == "#" {
                if let Some(marked) = self.marker(line) {
                    // The marker gives the number of the line behind it.
                    origin = Origin {
                        line: marked.line.saturating_sub(1),
                        ..marked
                    };
                } else if let [_, pragma, rest @ ..] = line
                    && self.interner.get(pragma.text) == "pragma"
                {
                    packing.pragma(rest, &self.interner);
                }
                continue;
            }
            if line_so_far.0 != origin {
                let finished = std::mem::replace(&mut line_so_far, (origin, Vec::new()));
                self.line(finished.0, &finished.1);
            }
            let pack = packing.now;
            let packed = line.iter().map(|token| Token { pack, ..*token });
            line_so_far.1.extend(packed);
        }
        self.line(line_so_far.0, &line_so_far.1);
    }

    /// Processes the output of one line.
    fn line(&mut self, origin: Origin, produced: &[Token]) {
        if let Some(original) = origin.original {
            self.align(original, origin.line, produced);
        } else {
            let place = self.place_of_unknown();
            self.output.extend(produced.iter().map(|token| Token {
                span: place,
                ..*token
            }));
        }
        self.system.resize(self.output.len(), origin.system);
    }

    /// Parses `# 12 "file.c" 3`.
    fn marker(&mut self, line: &[Token]) -> Option<Origin> {
        let [_, number, path, flags @ ..] = line else {
            return None;
        };
        let number = self.interner.get(number.text).parse().ok()?;
        let path = self
            .interner
            .get(path.text)
            .strip_prefix('"')?
            .strip_suffix('"')?
            .replace("\\\\", "\\");
        // In the user's text the flag only says that a macro belongs to a system header.
        let known = self.known.get(&path).copied().flatten();
        let flagged =
            flags.iter().any(|flag| self.interner.get(flag.text) == "3") || path.starts_with('<');
        let system = known.is_none() && flagged;
        let original = if system { None } else { self.original(&path) };
        Some(Origin {
            original,
            system,
            line: number,
        })
    }

    fn original(&mut self, path: &str) -> Option<usize> {
        if let Some(&known) = self.known.get(path) {
            return known;
        }
        let from = self
            .sources
            .files
            .first()
            .map(|source| source.path.clone())
            .unwrap_or_default();
        let opened = self.includes.open(path, &from, false);
        let found = opened.map(|(shown, text)| self.open(&shown, &text));
        self.known.insert(path.to_owned(), found);
        found
    }

    /// Place for text from an unavailable header: the current position of the alignment, which is its `#include`.
    fn place_of_unknown(&self) -> Span {
        let Some(main) = self.originals.first() else {
            return Span::default();
        };
        let next = main.tokens.get(main.at).map_or(0, |token| token.span.start);
        Span {
            file: main.file,
            start: next,
            end: next,
        }
    }

    /// Assigns places to the tokens of one output line.
    fn align(&mut self, original: usize, line: u32, produced: &[Token]) {
        let Some(source) = self.originals.get(original) else {
            return;
        };
        let start = source.lines.partition_point(|l| *l < line).max(source.at);
        let end = self.align_from(original, start..usize::MAX, produced);
        if let Some(source) = self.originals.get_mut(original) {
            source.at = end;
        }
    }

    /// Aligns the output with the tokens `within` of the original; returns the first one that was not used.
    fn align_from(&mut self, original: usize, within: Range<usize>, produced: &[Token]) -> usize {
        let (mut at, mut done) = (within.start, 0);
        while let Some(&token) = produced.get(done) {
            let source = self.originals.get(original);
            let typed = source
                .and_then(|source| source.tokens.get(at))
                .filter(|_| at < within.end)
                .copied();
            if let Some(typed) = typed.filter(|typed| typed.text == token.text) {
                self.output.push(Token {
                    span: typed.span,
                    ..token
                });
                (done, at) = (done + 1, at + 1);
                continue;
            }
            let rest = produced.get(done..).unwrap_or_default();
            if let Some(name) = typed.filter(|typed| typed.kind == TokenKind::Ident)
                && let Some((end, length)) = self.expansion(original, at..within.end, rest)
            {
                self.push_expansion(
                    original,
                    name,
                    at..end,
                    rest.get(..length).unwrap_or_default(),
                );
                (done, at) = (done + length, end);
                continue;
            }
            let place = self.output.last().map_or(Span::default(), |last| last.span);
            self.output.push(Token {
                span: place,
                ..token
            });
            done += 1;
        }
        at
    }

    /// End of the macro use at `at`, and number of tokens that it expanded to: the shortest expansion behind which
    /// output and original agree, else all of the output. One that closes all parentheses that it opens comes first:
    /// what follows the use (`; }`) may also occur inside its expansion.
    fn expansion(
        &self,
        original: usize,
        within: Range<usize>,
        produced: &[Token],
    ) -> Option<(usize, usize)> {
        let source = self.originals.get(original)?;
        let at = within.start;
        let limit = within.end.min(source.tokens.len());
        let with_arguments = self.after_parentheses(&source.tokens, at + 1);
        let ends = || with_arguments.into_iter().chain([at + 1]);
        let search = |loose: bool, balanced: bool| {
            ends().find_map(|end| {
                let after = source.tokens.get(end..limit).unwrap_or_default();
                let fits = |length: &usize| {
                    let (expansion, rest) = produced.split_at(*length);
                    self.agree(rest, after, loose) && (!balanced || self.depth(expansion) == 0)
                };
                Some((end, (0..=produced.len()).find(fits)?))
            })
        };
        search(false, true)
            .or_else(|| search(false, false))
            .or_else(|| search(true, false))
            .or_else(|| Some((ends().next()?, produced.len())))
    }

    /// Whether output and original are equal for some tokens; if `loose`, only up to a possible macro use.
    fn agree(&self, produced: &[Token], original: &[Token], loose: bool) -> bool {
        let mut pairs = produced.iter().zip(original).take(AGREEMENT).enumerate();
        match pairs.find(|(_, (new, old))| new.text != old.text) {
            Some((equal, (_, old))) => {
                loose && equal > 0 && word(*old, &self.interner) == Word::Name
            }
            None => original.is_empty() == produced.is_empty(),
        }
    }

    /// Number of opening parentheses and braces less that of closing ones.
    fn depth(&self, tokens: &[Token]) -> isize {
        tokens
            .iter()
            .map(|token| match self.interner.get(token.text) {
                "(" | "{" => 1,
                ")" | "}" => -1,
                _ => 0,
            })
            .sum()
    }

    fn after_parentheses(&self, tokens: &[Token], open: usize) -> Option<usize> {
        if self.interner.get(tokens.get(open)?.text) != "(" {
            return None;
        }
        let mut depth = 0_usize;
        for (i, token) in tokens.iter().enumerate().skip(open).take(MAX_ARGUMENTS) {
            match self.interner.get(token.text) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(i + 1);
            }
        }
        None
    }

    fn push_expansion(
        &mut self,
        original: usize,
        name: Token,
        used: Range<usize>,
        produced: &[Token],
    ) {
        let typed = |i: usize| {
            self.originals
                .get(original)
                .and_then(|source| source.tokens.get(i))
                .copied()
        };
        let last = typed(used.end - 1).unwrap_or(name);
        match library_name(self.interner.get(name.text), produced, &self.interner) {
            Some(Placeholder::Name) => return self.output.push(name),
            Some(Placeholder::Call(argument)) => {
                let open = typed(used.start + 1).unwrap_or(name);
                self.output.extend([name, open]);
                let argument = produced.get(argument).unwrap_or_default();
                self.align_from(original, used.start + 2..used.end - 1, argument);
                return self.output.push(last);
            }
            None => {}
        }
        let span = name.span.to(last.span);
        let use_id = self.uses.len() as u32;
        if !produced.is_empty() {
            let definition = self.definitions.get(&name.text).copied();
            let name = self.interner.get(name.text).to_owned();
            self.uses.push(MacroUse {
                name,
                use_span: span,
                definition,
            });
        }
        self.output.extend(produced.iter().map(|token| Token {
            span,
            from_macro: Some(use_id),
            ..*token
        }));
    }
}
