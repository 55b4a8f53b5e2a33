//! Reads the commands of a script.

use super::cursor::Cursor;
use super::tree::{Block, Command, Link, Pipeline, Redirect, RedirectKind, Statement, Word};

/// The deepest nesting that is read.
const DEEPEST: usize = 50;

/// Words that end a block.
const CLOSING: [&str; 8] = ["then", "elif", "else", "fi", "do", "done", "esac", "}"];

/// A script that is read, as far as it is understood.
pub(in crate::script) struct Reading {
    /// The statements.
    pub(in crate::script) block: Block,
    /// The line from which on the script is not understood.
    pub(in crate::script) wrong_line: Option<usize>,
    /// The highest number of an argument that is used outside of functions and has no default.
    pub(in crate::script) highest_parameter: usize,
}

/// A reader of commands.
pub(in crate::script) struct Parser {
    /// The place in the text.
    pub(in crate::script) cursor: Cursor,
    depth: usize,
    /// How many definitions of functions the place is in.
    pub(in crate::script) function_depth: usize,
    highest_parameter: usize,
}

/// Reads a script.
pub(in crate::script) fn parse(text: &str, line: usize) -> Reading {
    let mut parser = Parser {
        cursor: Cursor::new(text, line),
        depth: 0,
        function_depth: 0,
        highest_parameter: 0,
    };
    let mut block = Block::new();
    let mut wrong_line = None;
    loop {
        parser.skip_lines();
        if parser.cursor.peek().is_none() {
            break;
        }
        let line = parser.cursor.line;
        let Some(statement) = parser.statement() else {
            wrong_line = Some(line);
            break;
        };
        block.push(statement);
    }
    Reading {
        block,
        wrong_line,
        highest_parameter: parser.highest_parameter,
    }
}

impl Parser {
    /// Notes that an argument of the script is used.
    pub(in crate::script) fn note_parameter(&mut self, name: char) {
        if let Some(number) = name.to_digit(10).filter(|_| self.function_depth == 0) {
            self.highest_parameter = self.highest_parameter.max(number as usize);
        }
    }

    /// Reads one level deeper, if that is not too deep.
    pub(in crate::script) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reads another text.
    pub(in crate::script) fn nested<T>(
        &mut self,
        text: &str,
        line: usize,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let outer = std::mem::replace(&mut self.cursor, Cursor::new(text, line));
        let result = self.deeper(read);
        self.cursor = outer;
        result
    }

    /// Reads statements up to the end of the text.
    pub(in crate::script) fn whole(&mut self) -> Option<Block> {
        let block = self.block()?;
        self.cursor.peek().is_none().then_some(block)
    }

    /// Reads statements and the sign behind them.
    pub(in crate::script) fn block_until(&mut self, end: &str) -> Option<Block> {
        self.deeper(|parser| {
            let block = parser.block()?;
            parser.cursor.eat(end).then_some(block)
        })
    }

    /// Reads statements up to a word or a sign that ends a block.
    pub(in crate::script) fn block(&mut self) -> Option<Block> {
        let mut block = Block::new();
        loop {
            self.skip_lines();
            let is_closed = CLOSING.iter().any(|word| self.is_at_word(word));
            if is_closed
                || matches!(self.cursor.peek(), None | Some(')'))
                || self.cursor.is_at(";;")
            {
                return Some(block);
            }
            block.push(self.statement()?);
        }
    }

    /// Skips blanks, continued lines and comments.
    pub(in crate::script) fn skip_blanks(&mut self) {
        loop {
            match self.cursor.peek() {
                Some(' ' | '\t' | '\r') => {
                    self.cursor.next();
                }
                Some('#') => {
                    self.cursor.take_while(|letter| letter != '\n');
                }
                _ if self.cursor.eat("\\\n") => {}
                _ => return,
            }
        }
    }

    /// Skips blanks and the ends of lines.
    pub(in crate::script) fn skip_lines(&mut self) {
        self.skip_blanks();
        while self.cursor.eat("\n") {
            self.skip_blanks();
        }
    }

    /// Whether an unquoted word comes next.
    pub(in crate::script) fn is_at_word(&self, word: &str) -> bool {
        let after = self.cursor.peek_at(word.len());
        self.cursor.is_at(word) && after.is_none_or(|letter| " \t\r\n;&|<>()".contains(letter))
    }

    /// Takes a word if it comes next.
    pub(in crate::script) fn eat_word(&mut self, word: &str) -> bool {
        let is_next = self.is_at_word(word);
        if is_next {
            self.cursor.eat(word);
        }
        is_next
    }

    /// Takes a word that must come next, after any ends of lines.
    pub(in crate::script) fn expect_word(&mut self, word: &str) -> Option<()> {
        self.skip_lines();
        self.eat_word(word).then_some(())
    }

    /// Reads a statement and what ends it.
    fn statement(&mut self) -> Option<Statement> {
        let mut chain = Vec::new();
        let mut is_or = false;
        loop {
            let pipeline = self.pipeline()?;
            chain.push(Link { is_or, pipeline });
            self.skip_blanks();
            is_or = self.cursor.eat("||");
            if !is_or && !self.cursor.eat("&&") {
                break;
            }
            self.skip_lines();
        }
        let is_background = self.cursor.eat("&");
        if !is_background && !self.cursor.is_at(";;") && !self.cursor.eat(";") {
            let is_ended =
                matches!(self.cursor.peek(), None | Some('\n' | ')')) || self.cursor.is_at(";;");
            is_ended.then_some(())?;
        }
        Some(Statement {
            chain,
            is_background,
        })
    }

    /// Reads a pipeline.
    fn pipeline(&mut self) -> Option<Pipeline> {
        let mut is_negated = false;
        self.skip_blanks();
        while self.eat_word("!") {
            is_negated = !is_negated;
            self.skip_blanks();
        }
        let mut commands = vec![self.deeper(Parser::command)?];
        loop {
            self.skip_blanks();
            let is_pipe = !self.cursor.is_at("||") && self.cursor.eat("|");
            if !is_pipe {
                break;
            }
            if self.cursor.eat("&")
                && let Some(last) = commands.last_mut()
            {
                let mut word = Word::default();
                word.push('1', false);
                last.redirects.push(Redirect {
                    descriptor: 2,
                    kind: RedirectKind::Copy,
                    word,
                });
            }
            self.skip_lines();
            commands.push(self.deeper(Parser::command)?);
        }
        Some(Pipeline {
            is_negated,
            commands,
        })
    }

    /// Reads a command with its redirections.
    pub(in crate::script) fn command(&mut self) -> Option<Command> {
        self.skip_blanks();
        let line = self.cursor.line;
        let mut redirects = Vec::new();
        let kind = match self.compound()? {
            Some(kind) => kind,
            None => self.simple(&mut redirects)?,
        };
        loop {
            self.skip_blanks();
            match self.redirect()? {
                Some(redirect) => redirects.push(redirect),
                None => break,
            }
        }
        Some(Command {
            kind,
            redirects,
            line,
        })
    }
}
