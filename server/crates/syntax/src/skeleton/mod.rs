//! Skeleton: the simplified text that tree-sitter parses.
//!
//! tree-sitter-c is a grammar for source as people type it: it guesses where C needs to know types, and lacks some
//! constructs that programs contain. At this point every token and every type name is known, so tree-sitter gets a
//! *skeleton*: the same structure in simpler words. A type name becomes a built-in type, a literal `0` or `""`, an
//! identifier `x`; words that only confuse the grammar are left out, and words that old-style C leaves implicit are
//! inserted. The skeleton determines the structure, the tokens keep the words: a table maps each piece of the skeleton
//! to its tokens.
//!
//! An identifier that the grammar could still mistake for a type is printed as `0`: see [`ambiguity`].

mod ambiguity;

use crate::chunks::Chunk;
use crate::keywords::{Word, attribute_start};
use crate::names::Role;
use crate::token::{Interner, Token, TokenKind};

/// A run of tokens printed as one word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SkeletonPiece {
    /// Byte offset in the text.
    pub(crate) offset: u32,
    /// First token (index in the chunk).
    pub(crate) first: u32,
    /// Number of tokens; 0 for a piece inserted before `first`.
    pub(crate) count: u32,
}

/// Skeleton text with the table that maps it to tokens.
#[derive(Debug, Default)]
pub(crate) struct Skeleton {
    pub(crate) text: String,
    pub(crate) pieces: Vec<SkeletonPiece>,
}

impl Skeleton {
    /// Index of the piece that contains, or follows, a byte offset.
    pub(crate) fn piece_at(&self, offset: usize) -> usize {
        self.pieces
            .partition_point(|piece| (piece.offset as usize) < offset)
    }

    fn push(&mut self, text: &str, first: usize, count: usize) {
        self.pieces.push(SkeletonPiece {
            offset: self.text.len() as u32,
            first: first as u32,
            count: count as u32,
        });
        self.text.push_str(text);
        self.text.push(' ');
    }
}

/// Prints a chunk.
///
/// Old-style declarations of parameters are printed as if they were the start of a block around the body:
/// `int x(x) { int x; { … } }`. Braces that are never closed are closed at the end.
pub(crate) fn skeleton(
    tokens: &[Token],
    roles: &[Role],
    interner: &Interner,
    chunk: &Chunk,
) -> Skeleton {
    let mut printer = Printer::new(tokens, roles, interner);
    let declarations = chunk.old_style.unwrap_or(0);
    printer.range(0, declarations);
    if chunk.old_style.is_some() {
        printer.insert("{", declarations);
    }
    printer.range(declarations, tokens.len());
    for _ in 0..chunk.unclosed + usize::from(chunk.old_style.is_some()) {
        printer.insert("}", tokens.len());
    }
    printer.result
}

/// Prints `( … )` from token `open` as a declaration whose initialiser is `sizeof ( … )`; if there are no parentheses
/// (`open` is 0), they are inserted.
pub(crate) fn typeof_skeleton(
    tokens: &[Token],
    roles: &[Role],
    open: usize,
    interner: &Interner,
) -> Skeleton {
    let mut printer = Printer::new(tokens, roles, interner);
    printer.insert("int x = sizeof", 0);
    let (left, right) = if open == 0 { ("(", ")") } else { ("", "") };
    printer.insert(left, 0);
    printer.initialises = true;
    printer.range(open, tokens.len());
    printer.insert(right, tokens.len());
    printer.insert(";", tokens.len());
    printer.result
}

/// Prints an expression as the initialiser of a declaration.
pub(crate) fn expression_skeleton(
    tokens: &[Token],
    roles: &[Role],
    interner: &Interner,
) -> Skeleton {
    let mut printer = Printer::new(tokens, roles, interner);
    // Parentheses, so that a comma or a name at the start cannot be misread.
    printer.insert("int x = (", 0);
    printer.initialises = true;
    printer.range(0, tokens.len());
    printer.insert(") ;", tokens.len());
    printer.result
}

/// Replacement for type names: a built-in type of tree-sitter's grammar that C does not have.
const TYPE: &str = "charptr_t";
/// Replacement for identifiers.
const NAME: &str = "x";
/// Text that can only be an expression.
const EXPRESSION: &str = "0";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Brace {
    /// Brace of a struct or union, which may contain bit-fields.
    Record,
    /// Brace of an enum or an initialiser.
    List,
    /// Brace of a block.
    Block,
}

struct Printer<'t> {
    tokens: &'t [Token],
    roles: &'t [Role],
    interner: &'t Interner,
    result: Skeleton,
    braces: Vec<Brace>,
    /// Open parentheses.
    open: Vec<usize>,
    /// Closed pairs of parentheses, as the places of `)` and `(`, ordered by the former.
    closed: Vec<(usize, usize)>,
    /// Ends of the statements that are bodies of `switch`es without braces.
    bare_switches: Vec<usize>,
    /// Kind of the brace that was closed last.
    closed_brace: Option<Brace>,
    /// Whether an `=` was seen, or printed, at file level: expressions follow it.
    initialises: bool,
}

impl<'t> Printer<'t> {
    fn new(tokens: &'t [Token], roles: &'t [Role], interner: &'t Interner) -> Self {
        Self {
            tokens,
            roles,
            interner,
            result: Skeleton::default(),
            braces: Vec::new(),
            open: Vec::new(),
            closed: Vec::new(),
            closed_brace: None,
            bare_switches: Vec::new(),
            initialises: false,
        }
    }

    fn text(&self, at: usize) -> &'t str {
        self.tokens
            .get(at)
            .map_or("", |token| self.interner.get(token.text))
    }

    /// Text of the token before `at`; empty at the start of the chunk.
    fn before(&self, at: usize) -> &'t str {
        at.checked_sub(1).map_or("", |i| self.text(i))
    }

    fn role(&self, at: usize) -> Role {
        self.roles
            .get(at)
            .copied()
            .unwrap_or(Role::Other(Word::None))
    }

    fn word(&self, at: usize) -> Word {
        match self.role(at) {
            Role::Other(word) => word,
            _ => Word::Name,
        }
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Prints the token at `at` (and the tokens that belong to it); returns the index of the next one.
    fn token(&mut self, at: usize) -> usize {
        match self.role(at) {
            Role::Type => self.one(TYPE, at),
            Role::Tag => self.one(NAME, at),
            Role::Name => self.name(at),
            Role::Other(Word::None) => self.literal_or_punctuation(at),
            Role::Other(word) => self.keyword(word, at),
        }
    }

    fn one(&mut self, text: &str, at: usize) -> usize {
        self.result.push(text, at, 1);
        at + 1
    }

    fn insert(&mut self, text: &str, before: usize) {
        self.result.push(text, before, 0);
    }

    /// Prints `_Static_assert(condition, …);` as the declaration of a type of that name, an array whose size is the
    /// condition; nothing among members.
    fn static_assertion(&mut self, at: usize) -> usize {
        let close = self.after_parentheses(at + 1);
        if self.braces.last() == Some(&Brace::Record) || close < at + 3 {
            return close + 1;
        }
        let mut depth = 0_usize;
        let mut end = at + 2;
        while end + 1 < close && !(depth == 0 && self.text(end) == ",") {
            match self.text(end) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            end += 1;
        }
        self.insert("typedef int", at);
        self.result.push(NAME, at, 1);
        self.insert("[", at + 2);
        self.range(at + 2, end);
        self.insert("] ;", end);
        close + 1
    }

    fn keyword(&mut self, word: Word, at: usize) -> usize {
        match word {
            Word::Base => self.base_type(at),
            // The grammar knows these words only where something is declared.
            Word::Storage | Word::Typedef if self.declares_nothing(at) => at + 1,
            Word::Qualifier | Word::Storage => {
                let end = self.modifiers(at);
                if self.starts_declaration(at) && self.lacks_type(end) {
                    self.insert("int", end);
                }
                end
            }
            Word::Typeof => {
                let end = self.after_parentheses(at + 1);
                self.result.push(TYPE, at, end - at);
                end
            }
            Word::Ignored => at + 1,
            Word::IgnoredCall => self.after_parentheses(at + 1),
            Word::StaticAssert => self.static_assertion(at),
            Word::LocalLabel => self.statement_end(at),
            // Any prefix operator will do.
            Word::ComplexPart => self.one("-", at),
            Word::Asm => self.asm(at),
            Word::TypeCall => {
                let end = self.after_parentheses(at + 1);
                // The grammar does not allow assignments to a number.
                let word = if self.assigned(end) { NAME } else { EXPRESSION };
                self.result.push(word, at, end - at);
                end
            }
            Word::Offsetof => self.offsetof(at),
            Word::VaArg => self.va_arg(at),
            Word::Alignof => self.one("_Alignof", at),
            // GNU `goto *address;` has the form of `return address;`.
            Word::Keyword if self.text(at) == "goto" && self.text(at + 1) == "*" => {
                self.result.push("return", at, 2);
                at + 2
            }
            _ => self.one(self.text(at), at),
        }
    }

    /// Prints `unsigned long int` and similar as one `int`. Words of the type that stand apart are left out; conversion
    /// collects them.
    fn base_type(&mut self, at: usize) -> usize {
        let mut end = at;
        while self.word(end) == Word::Base {
            end += 1;
        }
        let mut earlier = at;
        while let Some(before) = earlier.checked_sub(1) {
            match self.word(before) {
                Word::Qualifier | Word::Storage | Word::Ignored => earlier = before,
                Word::Base => return end,
                _ => break,
            }
        }
        self.result.push("int", at, end - at);
        end
    }

    /// Prints qualifiers and storage classes; returns the index behind them.
    fn modifiers(&mut self, at: usize) -> usize {
        let mut at = at;
        loop {
            let text = match self.word(at) {
                Word::Ignored => {
                    at += 1;
                    continue;
                }
                Word::IgnoredCall => {
                    at = self.after_parentheses(at + 1);
                    continue;
                }
                Word::Qualifier => self.text(at).trim_matches('_'),
                Word::Storage if self.text(at).contains("inline") => "inline",
                Word::Storage => self.text(at),
                _ => return at,
            };
            self.result.push(text, at, 1);
            at += 1;
        }
    }

    /// Whether a declaration (or parameter) may start at `at`.
    fn starts_declaration(&self, at: usize) -> bool {
        matches!(
            self.before(at),
            "" | ";" | "{" | "}" | ")" | "(" | "," | ":"
        )
    }

    /// Whether only specifiers follow up to the end of a declaration that starts at `at`: `static struct s { int i; };`
    fn declares_nothing(&self, at: usize) -> bool {
        let mut at = at;
        while self.text(at) != ";" {
            let is_list = self.text(at) == "{" && self.brace(at) != Brace::Block;
            at = match self.role(at) {
                _ if is_list => self.statement_end(at),
                Role::Other(Word::IgnoredCall) => self.after_parentheses(at + 1),
                Role::Tag | Role::Other(Word::Ignored) => at + 1,
                role if role.is_specifier() => at + 1,
                _ => return false,
            };
        }
        true
    }

    /// Whether a declarator, not a type (even an unknown one), stands at `at`.
    fn lacks_type(&self, at: usize) -> bool {
        match self.role(at) {
            Role::Name => self.role(at + 1) != Role::Name && self.text(at + 1) != "*",
            _ => matches!(self.text(at), "*" | "("),
        }
    }

    /// Index behind the parentheses that open at `at`; `at` if there are none.
    fn after_parentheses(&self, at: usize) -> usize {
        if self.text(at) != "(" {
            return at;
        }
        let mut depth = 0_usize;
        for i in at..self.tokens.len() {
            match self.text(i) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return i + 1;
            }
        }
        self.tokens.len()
    }

    /// Prints an `asm`. In a declarator it names a symbol or a register, which changes nothing; as a statement it is
    /// not modelled.
    fn asm(&mut self, at: usize) -> usize {
        let mut open = at + 1;
        while matches!(
            self.word(open),
            Word::Qualifier | Word::Keyword | Word::Storage
        ) {
            open += 1;
        }
        let end = self.after_parentheses(open);
        if matches!(self.before(at), "" | ";" | "{" | "}" | ":" | "else" | "do")
            && !self.braces.is_empty()
        {
            self.result.push(EXPRESSION, at, end - at);
        }
        end
    }

    /// Prints `offsetof(T, a.b[2])` as `x((T){.a.b[2] = 0})`, which the grammar knows.
    fn offsetof(&mut self, at: usize) -> usize {
        let end = self.after_parentheses(at + 1);
        let Some(comma) = self.first_comma(at + 2, end) else {
            return self.one(NAME, at);
        };
        self.one(NAME, at);
        self.one("(", at + 1);
        self.insert("(", at + 2);
        self.range(at + 2, comma);
        self.insert(")", comma);
        self.one("{", comma);
        self.insert(".", comma + 1);
        self.range(comma + 1, end - 1);
        self.insert("= 0 }", end - 1);
        self.one(")", end - 1)
    }

    /// Prints `va_arg(list, T)` as `x(list, sizeof(T))`.
    fn va_arg(&mut self, at: usize) -> usize {
        let end = self.after_parentheses(at + 1);
        let Some(comma) = self.first_comma(at + 2, end) else {
            return self.one(NAME, at);
        };
        self.one(NAME, at);
        self.range(at + 1, comma + 1);
        self.insert("sizeof (", comma + 1);
        self.range(comma + 1, end - 1);
        self.insert(")", end - 1);
        self.one(")", end - 1)
    }

    /// Prints the tokens of `[at, end)`.
    fn range(&mut self, at: usize, end: usize) {
        let mut at = at;
        while at < end {
            at = self.token(at).max(at + 1);
            while self.bare_switches.pop_if(|end| *end <= at).is_some() {
                self.insert("}", at);
            }
        }
    }

    /// Whether the head of a `switch` without a block closes at `at`: the grammar knows `switch` only with a block.
    fn is_bare_switch(&self, at: usize) -> bool {
        let open = self.opened_at(at);
        open.is_some_and(|open| self.before(open) == "switch") && self.text(at + 1) != "{"
    }

    /// The `(` that belongs to the `)` at `close`.
    fn opened_at(&self, close: usize) -> Option<usize> {
        let pair = self.closed.binary_search_by_key(&close, |pair| pair.0);
        pair.ok().map(|pair| self.closed[pair].1)
    }

    /// Index behind the simple or block statement that starts at `at`, including labels.
    fn statement_end(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for i in at..self.tokens.len() {
            match self.text(i) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && matches!(self.text(i), ";" | "}") {
                return i + 1;
            }
        }
        self.tokens.len()
    }

    /// First comma of `[at, end)` outside brackets.
    fn first_comma(&self, at: usize, end: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut found = None;
        for i in at..end.saturating_sub(1) {
            match self.text(i) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "," if depth == 0 => found = found.or(Some(i)),
                _ => {}
            }
        }
        found
    }

    fn literal_or_punctuation(&mut self, at: usize) -> usize {
        match self.kind(at) {
            Some(TokenKind::Number | TokenKind::Char) => self.one(EXPRESSION, at),
            Some(TokenKind::Str) => {
                let mut end = at;
                while self.kind(end) == Some(TokenKind::Str) {
                    end += 1;
                }
                self.result.push("\"\"", at, end - at);
                end
            }
            _ => self.punctuation(at),
        }
    }

    fn punctuation(&mut self, at: usize) -> usize {
        match self.text(at) {
            "{" => self.braces.push(self.brace(at)),
            "}" => {
                self.closed_brace = self.braces.pop();
                // `label: }` has been allowed since C23, and gcc allows a last member without its semicolon.
                let is_record = self.closed_brace == Some(Brace::Record);
                if self.before(at) == ":" || is_record && !matches!(self.before(at), ";" | "{") {
                    self.insert(";", at);
                }
            }
            // C23 attributes: `[[fallthrough]];`
            "[" if self.text(at + 1) == "["
                && matches!(self.before(at), "" | ";" | "{" | "}" | ":") =>
            {
                return self.after_attribute(at);
            }
            "(" => self.open.push(at),
            ")" => {
                if let Some(open) = self.open.pop() {
                    self.closed.push((at, open));
                }
                if self.is_bare_switch(at) {
                    self.one(")", at);
                    self.insert("{", at + 1);
                    self.bare_switches.push(self.statement_end(at + 1));
                    return at + 1;
                }
            }
            "=" if self.braces.is_empty() => self.initialises = true,
            ":" if self.unnamed_bit_field(at) => self.insert(NAME, at),
            // GNU `&&label`: the address of a label.
            "&&" if self.role(at + 1) == Role::Name && !self.ends_operand(at) => {
                self.result.push(EXPRESSION, at, 2);
                return at + 2;
            }
            "*" if self.result.pieces.is_empty() => self.insert("int", at),
            // GNU `case 1 ... 5:` is printed with an operator that the grammar knows and that binds weakly.
            "..." if self.in_case(at) => return self.one("||", at),
            // The grammar would read these as a directive.
            "#" | "##" | "\\" => return self.one("@", at),
            _ => {}
        }
        self.one(self.text(at), at)
    }

    /// Whether an operand may end before `at`.
    fn ends_operand(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        match self.role(before) {
            Role::Other(Word::None) => match self.kind(before) {
                Some(TokenKind::Punct) if self.text(before) == ")" => !self.is_cast(before),
                Some(TokenKind::Punct) => matches!(self.text(before), "]" | "}" | "++" | "--"),
                _ => true,
            },
            Role::Other(Word::Keyword) => false,
            _ => true,
        }
    }

    /// Token before `at`, skipping attributes.
    fn token_before(&self, at: usize) -> Option<usize> {
        let mut before = at.checked_sub(1)?;
        let is_attribute = |i| self.word(i) == Word::IgnoredCall;
        while let Some(start) = attribute_start(before, |i| self.text(i), is_attribute) {
            before = start.checked_sub(1)?;
        }
        Some(before)
    }

    fn brace(&self, at: usize) -> Brace {
        let before = self.token_before(at);
        let head = match before {
            Some(before) if self.role(before) == Role::Tag => self.token_before(before),
            _ => before,
        };
        match head.map(|i| self.word(i)) {
            Some(Word::Record) => Brace::Record,
            Some(Word::Enum) => Brace::List,
            _ if matches!(self.before(at), "=" | ",") => Brace::List,
            _ => Brace::Block,
        }
    }

    /// Index behind `]]`.
    fn after_attribute(&self, at: usize) -> usize {
        let close =
            (at..self.tokens.len()).find(|i| self.text(*i) == "]" && self.text(*i + 1) == "]");
        close.map_or(self.tokens.len(), |close| close + 2)
    }

    /// Whether the colon at `at` follows a member's type directly.
    fn unnamed_bit_field(&self, at: usize) -> bool {
        if self.braces.last() != Some(&Brace::Record) {
            return false;
        }
        let before = at.checked_sub(1).map(|i| self.role(i));
        before.is_some_and(Role::is_specifier) || self.before(at) == ","
    }

    /// Whether the `...` at `at` stands between `case` and its colon.
    fn in_case(&self, at: usize) -> bool {
        let start = (0..at)
            .rev()
            .find(|i| matches!(self.text(*i), "case" | ";" | "{" | "}" | ":" | "["));
        start.is_some_and(|i| self.text(i) == "case")
    }

    /// Prints an identifier that is not a type.
    fn name(&mut self, at: usize) -> usize {
        let first = self.result.pieces.is_empty();
        if first && matches!(self.text(at + 1), "(" | ";" | "," | "=" | "[") {
            self.insert("int", at);
            return self.one(NAME, at);
        }
        let inside = self
            .braces
            .last()
            .is_none_or(|brace| *brace != Brace::Record);
        let only_expression =
            inside && (self.in_ambiguous_parentheses(at) || self.starts_ambiguous_statement(at));
        self.one(if only_expression { EXPRESSION } else { NAME }, at)
    }
}
