//! Reads compound commands: loops, branches, functions.

use super::parser::Parser;
use super::tree::{Arm, Block, Choice, Kind, Word};
use super::words::{is_name, is_name_letter};
use std::rc::Rc;

impl Parser {
    /// Reads a compound command, if one comes next; the outer `None` if it is wrong.
    #[expect(
        clippy::option_option,
        reason = "there may be none, and it may be wrong"
    )]
    pub(in crate::script) fn compound(&mut self) -> Option<Option<Kind>> {
        let kind = if self.eat_word("{") {
            let block = self.block()?;
            self.expect_word("}")?;
            Kind::Group(block)
        } else if self.cursor.is_at("((") {
            let start = self.cursor.clone();
            self.cursor.eat("((");
            if let Some(text) = self.cursor.take_arithmetic() {
                Kind::Arithmetic(self.arithmetic_word(&text)?)
            } else {
                self.cursor = start;
                self.cursor.next();
                Kind::Subshell(self.block_until(")")?)
            }
        } else if self.cursor.eat("(") {
            Kind::Subshell(self.block_until(")")?)
        } else if self.eat_word("if") {
            self.conditional()?
        } else if self.is_at_word("while") || self.is_at_word("until") {
            let is_until = self.cursor.is_at("u");
            self.cursor.eat(if is_until { "until" } else { "while" });
            let condition = self.block()?;
            let body = self.loop_body()?;
            let arm = Arm { condition, body };
            Kind::While { is_until, arm }
        } else if self.eat_word("for") {
            self.for_loop()?
        } else if self.eat_word("case") {
            self.case()?
        } else if self.eat_word("[[") {
            self.condition()?
        } else if self.eat_word("function") {
            self.skip_blanks();
            let name = self
                .cursor
                .take_while(|letter| !" \t\r\n(){};".contains(letter));
            self.function(name)?
        } else {
            return Some(None);
        };
        Some(Some(kind))
    }

    /// Reads the rest of `if`.
    fn conditional(&mut self) -> Option<Kind> {
        let mut arms = Vec::new();
        let mut otherwise = Block::new();
        loop {
            let condition = self.block()?;
            self.expect_word("then")?;
            let body = self.block()?;
            arms.push(Arm { condition, body });
            if self.eat_word("elif") {
                continue;
            }
            if self.eat_word("else") {
                otherwise = self.block()?;
            }
            self.expect_word("fi")?;
            return Some(Kind::If(arms, otherwise));
        }
    }

    /// Reads `do … done`, or braces.
    fn loop_body(&mut self) -> Option<Block> {
        self.skip_lines();
        if self.cursor.eat(";") {
            self.skip_lines();
        }
        let end = if self.eat_word("{") {
            "}"
        } else {
            self.expect_word("do")?;
            "done"
        };
        let body = self.block()?;
        self.expect_word(end)?;
        Some(body)
    }

    /// Reads the rest of `for`.
    fn for_loop(&mut self) -> Option<Kind> {
        self.skip_blanks();
        if self.cursor.eat("((") {
            let text = self.cursor.take_arithmetic()?;
            let mut parts = text.splitn(3, ';');
            let mut next = || self.arithmetic_word(parts.next()?);
            let header = [next()?, next()?, next()?];
            return Some(Kind::Count(header, self.loop_body()?));
        }
        let name = self.cursor.take_while(is_name_letter);
        is_name(&name).then_some(())?;
        self.skip_lines();
        let words = if self.eat_word("in") {
            Some(self.words()?)
        } else {
            None
        };
        Some(Kind::For(name, words, self.loop_body()?))
    }

    /// Reads words up to the end of a line or a sign.
    fn words(&mut self) -> Option<Vec<Word>> {
        let mut words = Vec::new();
        loop {
            self.skip_blanks();
            match self.cursor.peek() {
                None | Some('\n' | ';' | ')' | '&' | '|') => return Some(words),
                _ => words.push(self.word()?),
            }
        }
    }

    /// Reads the rest of `case`.
    fn case(&mut self) -> Option<Kind> {
        self.skip_blanks();
        let word = self.word()?;
        self.expect_word("in")?;
        let mut choices = Vec::new();
        loop {
            self.skip_lines();
            if self.eat_word("esac") {
                return Some(Kind::Case(word, choices));
            }
            self.cursor.eat("(");
            let mut patterns = Vec::new();
            loop {
                self.skip_blanks();
                patterns.push(self.word()?);
                self.skip_blanks();
                if !self.cursor.eat("|") {
                    break;
                }
            }
            self.cursor.eat(")").then_some(())?;
            let body = self.block()?;
            choices.push(Choice { patterns, body });
            let is_last = !(self.cursor.eat(";;&") || self.cursor.eat(";;"));
            self.cursor.eat("&");
            if is_last {
                self.expect_word("esac")?;
                return Some(Kind::Case(word, choices));
            }
        }
    }

    /// Reads the rest of `[[ … ]]`; signs become words.
    fn condition(&mut self) -> Option<Kind> {
        let mut words: Vec<Word> = Vec::new();
        loop {
            self.skip_lines();
            if self.eat_word("]]") {
                return Some(Kind::Condition(words));
            }
            if words.last().and_then(Word::literal) == Some("=~") {
                words.push(self.regex_word()?);
                continue;
            }
            let signs = ["&&", "||", "(", ")", "<", ">"];
            match signs.iter().find(|sign| self.cursor.eat(sign)) {
                Some(sign) => {
                    let mut word = Word::default();
                    sign.chars().for_each(|letter| word.push(letter, false));
                    words.push(word);
                }
                None => words.push(self.word()?),
            }
        }
    }

    /// Reads a regular expression, in which parentheses and bars may stand.
    fn regex_word(&mut self) -> Option<Word> {
        let mut word = Word::default();
        let mut depth = 0_usize;
        while let Some(letter) = self.cursor.peek() {
            match letter {
                ' ' | '\t' | '\n' if depth == 0 => break,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                '|' | '<' | '>' | '&' | ';' | ' ' | '\t' | '\n' => {}
                _ => {
                    word.0.extend(self.word()?.0);
                    continue;
                }
            }
            self.cursor.next();
            word.push(letter, false);
        }
        Some(word)
    }

    /// Reads the rest of a function's definition.
    pub(in crate::script) fn function(&mut self, name: String) -> Option<Kind> {
        self.skip_blanks();
        if self.cursor.eat("(") {
            self.skip_blanks();
            self.cursor.eat(")").then_some(())?;
        }
        self.skip_lines();
        self.function_depth += 1;
        let body = self.deeper(Parser::command);
        self.function_depth -= 1;
        Some(Kind::Function(name, Rc::new(body?)))
    }
}
