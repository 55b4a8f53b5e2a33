//! Reads words: quoting and the expansions that begin with `$`.

use super::parser::Parser;
use super::tree::{Operation, Parameter, Piece, Word};
use std::rc::Rc;

/// Letters that end a word unless they are quoted.
const ENDS: &str = " \t\r\n;&|<>()";

/// Whether a letter may stand in a variable's name.
pub(in crate::script) fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Whether a text is a variable's name.
pub(in crate::script) fn is_name(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_ascii_digit())
        && !text.is_empty()
        && text.chars().all(is_name_letter)
}

impl Parser {
    /// Reads a word; `None` if there is none or it is not closed.
    pub(in crate::script) fn word(&mut self) -> Option<Word> {
        let mut word = Word::default();
        for opening in ["<(", ">("] {
            if self.cursor.eat(opening) {
                let block = self.block_until(")")?;
                word.0.push(Piece::Process(Rc::new(block)));
            }
        }
        self.pieces(&mut word, &|letter| ENDS.contains(letter), false)?;
        (!word.0.is_empty()).then_some(word)
    }

    /// Reads pieces up to a letter that ends them.
    fn pieces(
        &mut self,
        word: &mut Word,
        is_end: &dyn Fn(char) -> bool,
        is_quoted: bool,
    ) -> Option<()> {
        while let Some(letter) = self.cursor.peek().filter(|letter| !is_end(*letter)) {
            match letter {
                '\\' => {
                    self.cursor.next();
                    match self.cursor.next() {
                        Some('\n') => {}
                        Some(next) => word.push(next, true),
                        None => word.push('\\', true),
                    }
                }
                '\'' if !is_quoted => self.single_quoted(word)?,
                '"' => {
                    self.cursor.next();
                    word.push_empty();
                    self.double_quoted(word, Some('"'))?;
                }
                '$' | '`' => self.expansion(word, is_quoted)?,
                _ => {
                    self.cursor.next();
                    word.push(letter, is_quoted);
                }
            }
        }
        Some(())
    }

    /// Reads what stands between single quotes.
    fn single_quoted(&mut self, word: &mut Word) -> Option<()> {
        self.cursor.next();
        word.push_empty();
        loop {
            match self.cursor.next()? {
                '\'' => return Some(()),
                letter => word.push(letter, true),
            }
        }
    }

    /// Reads what stands between double quotes, or all the rest (of a here-document).
    pub(in crate::script) fn double_quoted(
        &mut self,
        word: &mut Word,
        end: Option<char>,
    ) -> Option<()> {
        while let Some(letter) = self.cursor.peek() {
            if Some(letter) == end {
                self.cursor.next();
                return Some(());
            }
            match letter {
                '\\' => {
                    self.cursor.next();
                    match self.cursor.peek() {
                        Some('\n') => {}
                        Some(next @ ('$' | '`' | '\\')) => word.push(next, true),
                        Some('"') if end.is_some() => word.push('"', true),
                        _ => {
                            word.push('\\', true);
                            continue;
                        }
                    }
                    self.cursor.next();
                }
                '$' | '`' => self.expansion(word, true)?,
                _ => {
                    self.cursor.next();
                    word.push(letter, true);
                }
            }
        }
        end.is_none().then_some(())
    }

    /// Reads an expansion, or a `$` that is none.
    fn expansion(&mut self, word: &mut Word, is_quoted: bool) -> Option<()> {
        if self.cursor.next() == Some('`') {
            let block = self.backticks()?;
            word.0.push(Piece::Command(Rc::new(block), is_quoted));
            return Some(());
        }
        match self.cursor.peek() {
            Some('(') => self.parenthesized(word, is_quoted)?,
            Some('{') => {
                self.cursor.next();
                let parameter = self.deeper(|parser| parser.braced(is_quoted))?;
                word.0.push(Piece::Parameter(Rc::new(parameter), is_quoted));
            }
            Some('\'') if !is_quoted => self.escaped_text(word)?,
            Some('"') if !is_quoted => {}
            Some(sign) if "@*#?-$!".contains(sign) || sign.is_ascii_digit() => {
                self.cursor.next();
                self.note_parameter(sign);
                let name = sign.to_string();
                word.0.push(plain_parameter(name, is_quoted));
            }
            Some(first) if is_name_letter(first) => {
                let name = self.cursor.take_while(is_name_letter);
                word.0.push(plain_parameter(name, is_quoted));
            }
            _ => word.push('$', is_quoted),
        }
        Some(())
    }

    /// Reads `$((…))` or `$(…)`.
    fn parenthesized(&mut self, word: &mut Word, is_quoted: bool) -> Option<()> {
        self.cursor.next();
        if self.cursor.is_at("(") {
            let start = self.cursor.clone();
            self.cursor.next();
            if let Some(text) = self.cursor.take_arithmetic() {
                let inner = self.arithmetic_word(&text)?;
                word.0.push(Piece::Arithmetic(inner));
                return Some(());
            }
            self.cursor = start;
        }
        let block = self.block_until(")")?;
        word.0.push(Piece::Command(Rc::new(block), is_quoted));
        Some(())
    }

    /// The text of an arithmetic expression as a word.
    pub(in crate::script) fn arithmetic_word(&mut self, text: &str) -> Option<Word> {
        let text = text.replace('"', "");
        let mut word = Word::default();
        self.nested(&text, self.cursor.line, |parser| {
            parser.double_quoted(&mut word, None)
        })?;
        Some(word)
    }

    /// Reads the rest of a command between backticks.
    fn backticks(&mut self) -> Option<Vec<super::tree::Statement>> {
        let line = self.cursor.line;
        let mut text = String::new();
        loop {
            match self.cursor.next()? {
                '`' => break,
                '\\' => match self.cursor.next()? {
                    next @ ('`' | '\\' | '$') => text.push(next),
                    next => text.extend(['\\', next]),
                },
                letter => text.push(letter),
            }
        }
        self.nested(&text, line, Parser::whole)
    }

    /// Reads `$'…'` behind the dollar sign.
    fn escaped_text(&mut self, word: &mut Word) -> Option<()> {
        self.cursor.next();
        let mut text = String::new();
        loop {
            match self.cursor.next()? {
                '\'' => break,
                '\\' => text.extend(['\\', self.cursor.next()?]),
                letter => text.push(letter),
            }
        }
        word.push_empty();
        for letter in crate::script::escapes::unescaped(&text, true).text.chars() {
            word.push(letter, true);
        }
        Some(())
    }

    /// Reads `${…}` behind the brace.
    fn braced(&mut self, is_quoted: bool) -> Option<Parameter> {
        let mut parameter = Parameter::default();
        let next = self.cursor.peek_at(1);
        if self.cursor.is_at("#") && next != Some('}') && !matches!(next, Some('#' | '%' | ':')) {
            self.cursor.next();
            parameter.is_length = true;
        } else if self.cursor.is_at("!") && next.is_some_and(is_name_letter) {
            self.cursor.next();
            parameter.is_indirect = true;
        }
        parameter.name = self.cursor.take_while(is_name_letter);
        if parameter.name.is_empty() {
            let sign = self
                .cursor
                .next()
                .filter(|sign| "@*#?-$!".contains(*sign))?;
            parameter.name = sign.to_string();
        }
        if self.cursor.eat("[") {
            let mut index = Word::default();
            self.pieces(&mut index, &|letter| letter == ']', false)?;
            self.cursor.next()?;
            parameter.index = Some(index);
        }
        parameter.operation = self.operation(is_quoted)?;
        let has_fallback =
            matches!(&parameter.operation, Some(Operation::Fallback { sign, .. }) if *sign != '?');
        if let Some(digit) = parameter.name.chars().next().filter(|_| !has_fallback) {
            self.note_parameter(digit);
        }
        self.cursor.eat("}").then_some(parameter)
    }

    /// Reads what is done with a parameter; the outer `None` if that is not understood.
    #[expect(
        clippy::option_option,
        reason = "there may be no operation, and it may be wrong"
    )]
    fn operation(&mut self, is_quoted: bool) -> Option<Option<Operation>> {
        let Some(sign) = self.cursor.peek().filter(|sign| *sign != '}') else {
            return Some(None);
        };
        self.cursor.next();
        let is_doubled =
            matches!(sign, '#' | '%' | '^' | ',') && self.cursor.eat(&sign.to_string());
        let is_for_empty = sign == ':' && matches!(self.cursor.peek(), Some('-' | '=' | '+' | '?'));
        Some(Some(match sign {
            ':' | '-' | '=' | '+' | '?' if sign != ':' || is_for_empty => Operation::Fallback {
                sign: if is_for_empty {
                    self.cursor.next()?
                } else {
                    sign
                },
                is_for_empty,
                word: self.operand("}", is_quoted)?,
            },
            ':' => {
                let start = self.operand(":}", true)?;
                let has_length = self.cursor.eat(":");
                let length = self.operand("}", true)?;
                Operation::Slice(start, has_length.then_some(length))
            }
            '#' | '%' => Operation::Strip {
                is_suffix: sign == '%',
                is_longest: is_doubled,
                pattern: self.operand("}", false)?,
            },
            '/' => {
                let which = self.cursor.peek().filter(|sign| "/#%".contains(*sign));
                if which.is_some() {
                    self.cursor.next();
                }
                let pattern = self.operand("/}", false)?;
                let replacement = if self.cursor.eat("/") {
                    self.operand("}", false)?
                } else {
                    Word::default()
                };
                Operation::Replace(which, pattern, replacement)
            }
            '^' | ',' => Operation::Case {
                is_upper: sign == '^',
                is_all: is_doubled,
            },
            _ => return None,
        }))
    }

    /// Reads a word inside `${…}`.
    fn operand(&mut self, ends: &str, is_quoted: bool) -> Option<Word> {
        let mut word = Word::default();
        self.pieces(&mut word, &|letter| ends.contains(letter), is_quoted)?;
        Some(word)
    }
}

/// The expansion of a parameter that nothing is done with.
fn plain_parameter(name: String, is_quoted: bool) -> Piece {
    let parameter = Parameter {
        name,
        ..Parameter::default()
    };
    Piece::Parameter(Rc::new(parameter), is_quoted)
}
