//! Finds the function whose head a declaration at file level is.
//!
//! The meaning of `f(` depends on macros that are not known here. The head of a function is assumed to begin at the
//! first name that has a type before it and parameters after it, or else at the last name that has parameters.

use std::ops::Range;

use super::{Head, ScanEvent, Token};

/// A declaration outside braces, as far as it was read.
pub(super) struct Declaration<'a> {
    text: &'a str,
    /// Tokens of the declaration, including declarations of old-style parameters, which end in semicolons.
    pub(super) tokens: Vec<Token>,
    /// Whether the specifier of a struct, union or enum was left out, with the words before it.
    behind_specifier: bool,
    /// Whether `static` was among these words.
    is_static: bool,
}

/// A name followed by parentheses.
struct Candidate {
    name: Range<usize>,
    /// Whether a part of a type precedes it.
    is_typed: bool,
    /// The tokens between its parentheses.
    parameters: Range<usize>,
}

impl<'a> Declaration<'a> {
    /// Creates an empty declaration in a text.
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            tokens: Vec::new(),
            behind_specifier: false,
            is_static: false,
        }
    }

    /// Begins the next declaration.
    pub(super) fn clear(&mut self) {
        self.tokens.clear();
        (self.behind_specifier, self.is_static) = (false, false);
    }

    /// Continues after the braces of a function, or of a specifier or an initialiser.
    pub(super) fn behind_braces(&mut self, in_function: bool) {
        let is_static = !in_function && self.is_static();
        let is_initialised = !in_function && self.is_initialised();
        self.clear();
        (self.behind_specifier, self.is_static) = (!in_function, is_static);
        if is_initialised {
            self.tokens.push(Token::Byte(b'='));
        }
    }

    /// Ends the declaration at a semicolon, unless old-style parameters may be declared here.
    pub(super) fn end(&mut self) {
        if self.declares_old_style() {
            self.tokens.push(Token::Byte(b';'));
        } else {
            self.clear();
        }
    }

    /// Whether the declaration consists of `extern` alone; the scan omits the string of `extern "C"`.
    pub(super) fn is_extern(&self) -> bool {
        self.tokens.len() == 1 && self.word(0) == "extern"
    }

    /// Calls `see` for each object that is declared, unless only this file sees it. Pointers to functions are left out.
    pub(super) fn objects(&self, see: &mut dyn FnMut(ScanEvent)) {
        let has = |word: &str| (0..self.tokens.len()).any(|at| self.word(at) == word);
        if self.is_static() || has("typedef") {
            return;
        }
        let is_elsewhere = has("extern") && !self.is_initialised();
        // The last name of the declarator so far, and whether its initialiser is being read.
        let (mut last, mut is_value): (Option<usize>, bool) = (None, false);
        for at in 0..=self.tokens.len() {
            match self.byte(at) {
                b'(' if !is_value => return,
                _ if !self.word(at).is_empty() && is_value => {}
                _ if !self.word(at).is_empty() => last = Some(at),
                b'=' | b'[' | b',' | b';' | 0 => {
                    let name = last.take().filter(|name| self.names_object(*name));
                    if let Some(Token::Name(span)) = name.and_then(|name| self.tokens.get(name)) {
                        see(ScanEvent::Object(span.clone(), is_elsewhere));
                    }
                    is_value = self.byte(at) != b',';
                }
                _ => {}
            }
        }
    }

    /// Whether the last name of a declarator is that of an object: a type precedes it, and it is no tag.
    fn names_object(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |before| self.word(before));
        let is_typed = self.behind_specifier || (0..at).any(|at| !self.word(at).is_empty());
        is_typed && !matches!(before, "struct" | "union" | "enum")
    }

    /// The head of a function, if one ends here. Where a body follows, its parameters have names.
    pub(super) fn head(&self, has_body: bool) -> Option<Head> {
        let is_semicolon = |at: &usize| self.byte(*at) == b';';
        let len = self.tokens.len();
        let last = len.checked_sub(1)?;
        let range = if is_semicolon(&last) {
            // Declarations of old-style parameters follow the head.
            0..(0..last).find(is_semicolon).unwrap_or(last)
        } else {
            (0..last).rev().find(is_semicolon).map_or(0, |at| at + 1)..len
        };
        let mut candidates = self.candidates(range, has_body)?;
        let typed = candidates.iter().position(|candidate| candidate.is_typed);
        let at = typed.or_else(|| candidates.len().checked_sub(1))?;
        let chosen = candidates.swap_remove(at);
        let mut parameters = chosen.parameters.clone();
        let is_macro = self.is_use_of_macro(&chosen);
        let made = parameters
            .clone()
            .filter_map(|at| match self.tokens.get(at) {
                Some(Token::Name(span)) if is_macro => Some(span.clone()),
                _ => None,
            });
        Some(Head {
            span: chosen.name,
            made: made.collect(),
            takes_something: parameters.any(|at| !matches!(self.word(at), "" | "void")),
            is_static: is_macro || self.is_static(),
        })
    }

    /// Whether a head looks like a use of a macro that makes a function: it is in capitals like all words before it, and
    /// its parameters are single words.
    fn is_use_of_macro(&self, head: &Candidate) -> bool {
        let first = head.parameters.start.saturating_sub(2);
        let mut before = (0..=first).map(|at| self.word(at));
        let is_word = |at: usize| !matches!(self.word(at), "" | "void" | "VOID");
        let mut words = head.parameters.clone().enumerate();
        let behind = head
            .parameters
            .end
            .saturating_sub(head.parameters.start + 1);
        before.all(|word| word.is_empty() || is_upper(word))
            && words.all(|(i, at)| {
                i == behind
                    || if i % 2 == 0 {
                        is_word(at)
                    } else {
                        self.byte(at) == b','
                    }
            })
    }

    /// Names that may be the function's; `None` if a variable is initialised.
    fn candidates(&self, range: Range<usize>, has_body: bool) -> Option<Vec<Candidate>> {
        let mut found = Vec::new();
        let mut is_typed = self.behind_specifier;
        let mut at = range.start;
        while at < range.end {
            let (word, next) = (self.word(at), at + 1);
            let opens = self.byte(next) == b'(';
            if self.byte(at) == b'=' {
                return None;
            } else if self.byte(at) == b'(' {
                found.extend(self.inner_candidate(at));
                is_typed = true;
                at = self.behind_parentheses(at);
            } else if opens && is_attribute(word) {
                is_typed |= word.contains("typeof");
                at = self.behind_parentheses(next);
            } else if opens && is_plain_name(word) {
                let behind = self.behind_parentheses(next);
                if !has_body || self.are_parameters(next, behind) {
                    found.extend(self.candidate(at, next, is_typed));
                }
                is_typed = true;
                // In `T (*f(void))(int)` and `T (f)(void)` the name before the parenthesis is the result type.
                let is_type = self.byte(next + 1) == b'*' || self.byte(behind) == b'(';
                at = if is_type { next } else { behind };
            } else {
                is_typed |= !word.is_empty() && !is_modifier(word);
                at = next;
            }
        }
        Some(found)
    }

    /// The name at `at` with the parameters whose parenthesis opens at `open`.
    fn candidate(&self, at: usize, open: usize, is_typed: bool) -> Option<Candidate> {
        let Some(Token::Name(name)) = self.tokens.get(at) else {
            return None;
        };
        Some(Candidate {
            name: name.clone(),
            is_typed,
            parameters: open + 1..self.behind_parentheses(open),
        })
    }

    /// The name inside the parentheses of a declarator: `(*f(void))`, or `(f)` before parameters.
    fn inner_candidate(&self, open: usize) -> Option<Candidate> {
        let behind = self.behind_parentheses(open);
        if behind == open + 3 && self.byte(behind) == b'(' && is_plain_name(self.word(open + 1)) {
            return self.candidate(open + 1, behind, true);
        }
        if self.byte(open + 1) != b'*' {
            return None;
        }
        let is_function = |at: &usize| is_plain_name(self.word(*at)) && self.byte(at + 1) == b'(';
        let name = (open + 2..behind).find(is_function)?;
        self.candidate(name, name + 1, true)
    }

    /// Whether the tokens between `open` and `behind` can be the parameters of a function with a body: these have
    /// names, so the last token does not end a type.
    fn are_parameters(&self, open: usize, behind: usize) -> bool {
        let last = behind.saturating_sub(2);
        last <= open
            || self.word(last) == "void"
            || (self.byte(last) != b'*' && !is_type_word(self.word(last)))
    }

    /// Whether this is the head of an old-style function, `f(a, b)`, followed by a declaration of a parameter.
    fn declares_old_style(&self) -> bool {
        if (0..self.tokens.len()).any(|at| self.byte(at) == b';') {
            return true;
        }
        let Some(open) = (0..self.tokens.len()).find(|at| self.byte(*at) == b'(') else {
            return false;
        };
        let behind = self.behind_parentheses(open);
        // A comma-separated list of names, followed by at least two tokens of a declaration.
        let names = open + 1..behind - 1;
        let is_list = !names.is_empty()
            && names.enumerate().all(|(i, at)| match i % 2 {
                0 => is_plain_name(self.word(at)),
                _ => self.byte(at) == b',',
            });
        let first = self.word(behind);
        let declares = match self.byte(behind + 1) {
            b'(' => is_type_word(first),
            b'*' => !first.is_empty(),
            _ => !first.is_empty() && !self.word(behind + 1).is_empty(),
        };
        is_list && declares && !self.is_initialised()
    }

    /// Whether `static` is one of its specifiers; in `f(int a[static 4])` it belongs to a parameter.
    fn is_static(&self) -> bool {
        let mut depth = 0_u32;
        for at in 0..self.tokens.len() {
            match self.byte(at) {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ if depth == 0 && self.word(at) == "static" => return true,
                _ => {}
            }
        }
        self.is_static
    }

    pub(super) fn is_initialised(&self) -> bool {
        (0..self.tokens.len()).any(|at| self.byte(at) == b'=')
    }

    /// The index after the parentheses that open at `at`.
    fn behind_parentheses(&self, at: usize) -> usize {
        let mut depth = 0_u32;
        for i in at..self.tokens.len() {
            match self.byte(i) {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return i + 1;
            }
        }
        self.tokens.len()
    }

    fn word(&self, at: usize) -> &'a str {
        match self.tokens.get(at) {
            Some(Token::Name(span)) => self.text.get(span.clone()).unwrap_or_default(),
            _ => "",
        }
    }

    /// The token at `at`, if it is a byte, or else 0.
    fn byte(&self, at: usize) -> u8 {
        match self.tokens.get(at) {
            Some(Token::Byte(byte)) => *byte,
            _ => 0,
        }
    }
}

/// Whether a word can be the name of a function, macro or type.
fn is_plain_name(word: &str) -> bool {
    let is_name = word.starts_with(|c: char| !c.is_ascii_digit());
    is_name && !is_type_word(word) && !is_modifier(word) && !is_attribute(word)
}

/// Whether a word is a type keyword.
fn is_type_word(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "unsigned"
            | "_Bool"
            | "bool"
            | "struct"
            | "union"
            | "enum"
    )
}

/// Whether a word may be in a declaration without being its type.
fn is_modifier(word: &str) -> bool {
    matches!(
        word,
        "static"
            | "extern"
            | "inline"
            | "const"
            | "volatile"
            | "register"
            | "restrict"
            | "typedef"
            | "_Noreturn"
            | "__inline"
            | "__inline__"
            | "__extension__"
            | "_Thread_local"
            | "return"
            | "if"
            | "while"
            | "for"
            | "switch"
    )
}

/// Whether a word is followed by parentheses that declare nothing.
/// Whether a name is one that macros usually have.
fn is_upper(name: &str) -> bool {
    !name.contains(char::is_lowercase) && name.contains(char::is_uppercase)
}

fn is_attribute(word: &str) -> bool {
    matches!(
        word,
        "__attribute__"
            | "__attribute"
            | "__declspec"
            | "__asm__"
            | "asm"
            | "_Alignas"
            | "_Static_assert"
            | "static_assert"
            | "typeof"
            | "__typeof__"
            | "sizeof"
    )
}
