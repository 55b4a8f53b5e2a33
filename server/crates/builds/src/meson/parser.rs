//! Builds the tree of a `meson.build` from its tokens.
//!
//! A statement that is not well formed is skipped up to the end of its line.

use super::tokens::{Placed, Token, tokens};
use super::tree::{Arguments, Branch, Entry, Expression, Keyword, Kind, Link, Statement};

/// The deepest nesting of blocks and of expressions.
const DEEPEST: usize = 30;
/// The operators, from the weakest; each line is of one strength.
const OPERATORS: [&[&str]; 5] = [
    &["or"],
    &["and"],
    &["==", "!=", "<", "<=", ">", ">=", "in", "not in"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The statements of a text.
pub(super) fn parse(text: &str) -> Vec<Statement> {
    let mut parser = Parser {
        tokens: tokens(text),
        at: 0,
        depth: 0,
    };
    let mut statements = Vec::new();
    while parser.at < parser.tokens.len() {
        statements.extend(parser.block(&[]));
        // A word that only ends blocks stands alone here.
        parser.at += 1;
    }
    statements
}

/// The tokens and how far they are read.
struct Parser {
    tokens: Vec<Placed>,
    at: usize,
    depth: usize,
}

impl Parser {
    /// The next token, which stays there.
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|placed| &placed.token)
    }

    /// Whether the next token is this word or mark.
    fn is_next(&self, text: &str) -> bool {
        match self.peek() {
            Some(Token::Name(name)) => name == text,
            Some(Token::Mark(mark)) => *mark == text,
            _ => false,
        }
    }

    /// Takes the next token if it is this word or mark.
    fn take(&mut self, text: &str) -> Option<()> {
        self.is_next(text).then(|| self.at += 1)
    }

    /// Takes a name.
    fn name(&mut self) -> Option<String> {
        let Some(Token::Name(name)) = self.peek() else {
            return None;
        };
        let name = name.clone();
        self.at += 1;
        Some(name)
    }

    /// The statements up to one of these words, which stays there.
    fn block(&mut self, ends: &[&str]) -> Vec<Statement> {
        let mut statements = Vec::new();
        self.depth += 1;
        while let Some(token) = self.peek() {
            let is_end = |word: &str| ["elif", "else", "endif", "endforeach"].contains(&word);
            match token {
                Token::EndOfLine => self.at += 1,
                Token::Name(word) if ends.contains(&word.as_str()) => break,
                Token::Name(word) if is_end(word) => break,
                _ => {
                    let line = self.tokens.get(self.at).map_or(0, |placed| placed.line);
                    match self.statement() {
                        Some(kind) => statements.push(Statement { kind, line }),
                        None => self.skip_line(),
                    }
                }
            }
        }
        self.depth -= 1;
        statements
    }

    /// Goes to the end of the line.
    fn skip_line(&mut self) {
        while self.peek().is_some_and(|token| *token != Token::EndOfLine) {
            self.at += 1;
        }
    }

    /// A statement.
    fn statement(&mut self) -> Option<Kind> {
        if self.depth > DEEPEST {
            return None;
        }
        if self.is_next("if") {
            return self.branches();
        }
        if self.take("foreach").is_some() {
            return self.foreach();
        }
        if self.take("break").is_some() {
            return Some(Kind::Break);
        }
        if self.take("continue").is_some() {
            return Some(Kind::Continue);
        }
        let start = self.at;
        if let Some(name) = self.name() {
            let is_addition = self.take("+=").is_some();
            if is_addition || self.take("=").is_some() {
                let value = self.expression()?;
                return Some(Kind::Assign {
                    name,
                    is_addition,
                    value,
                });
            }
        }
        self.at = start;
        self.expression().map(Kind::Evaluate)
    }

    /// `if` with its branches.
    fn branches(&mut self) -> Option<Kind> {
        let mut branches = Vec::new();
        while !self.is_next("endif") {
            let has_condition = self.take("if").or_else(|| self.take("elif")).is_some();
            if !has_condition && self.take("else").is_none() {
                break;
            }
            let condition = if has_condition {
                Some(self.expression()?)
            } else {
                None
            };
            let body = self.block(&["elif", "else", "endif"]);
            branches.push(Branch { condition, body });
        }
        self.take("endif");
        Some(Kind::If(branches))
    }

    /// `foreach` after its keyword.
    fn foreach(&mut self) -> Option<Kind> {
        let mut names = vec![self.name()?];
        if self.take(",").is_some() {
            names.push(self.name()?);
        }
        self.take(":")?;
        let items = self.expression()?;
        let body = self.block(&["endforeach"]);
        self.take("endforeach");
        Some(Kind::Foreach { names, items, body })
    }

    /// An expression, with `? :` as the weakest operator.
    fn expression(&mut self) -> Option<Expression> {
        if self.depth > DEEPEST {
            return None;
        }
        self.depth += 1;
        let result = self.choice();
        self.depth -= 1;
        result
    }

    /// `condition ? yes : no`, or just the condition.
    fn choice(&mut self) -> Option<Expression> {
        let condition = self.operators(0)?;
        if self.take("?").is_none() {
            return Some(condition);
        }
        let yes = Box::new(self.expression()?);
        self.take(":")?;
        let no = Box::new(self.expression()?);
        Some(Expression::Choice {
            condition: Box::new(condition),
            yes,
            no,
        })
    }

    /// Operators of one strength, with stronger ones between them.
    fn operators(&mut self, strength: usize) -> Option<Expression> {
        let Some(operators) = OPERATORS.get(strength) else {
            return self.signed();
        };
        let first = self.operators(strength + 1)?;
        let mut links = Vec::new();
        while let Some(operator) = self.take_operator(operators) {
            links.push(Link::Operator(operator, self.operators(strength + 1)?));
        }
        Some(chain(first, links))
    }

    /// Takes one of these operators.
    fn take_operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        for operator in operators {
            if let Some((first, second)) = operator.split_once(' ') {
                let start = self.at;
                if self.take(first).and_then(|()| self.take(second)).is_some() {
                    return Some(operator);
                }
                self.at = start;
            } else if self.take(operator).is_some() {
                return Some(operator);
            }
        }
        None
    }

    /// A value with `not` or `-` before it.
    fn signed(&mut self) -> Option<Expression> {
        let is_not = self.take("not").is_some();
        if !is_not && self.take("-").is_none() {
            return self.postfix();
        }
        if self.depth > DEEPEST {
            return None;
        }
        self.depth += 1;
        let value = self.signed();
        self.depth -= 1;
        let value = Box::new(value?);
        Some(if is_not {
            Expression::Not(value)
        } else {
            Expression::Negative(value)
        })
    }

    /// A value with the methods and indexes after it.
    fn postfix(&mut self) -> Option<Expression> {
        let first = self.primary()?;
        let mut links = Vec::new();
        loop {
            if self.take(".").is_some() {
                let name = self.name()?;
                self.take("(")?;
                links.push(Link::Method {
                    name,
                    arguments: self.arguments(")")?,
                });
            } else if self.take("[").is_some() {
                links.push(Link::Index(self.expression()?));
                self.take("]")?;
            } else {
                return Some(chain(first, links));
            }
        }
    }

    /// A value: a literal, a name, a call, or an expression in parentheses.
    fn primary(&mut self) -> Option<Expression> {
        let token = self.peek()?.clone();
        self.at += 1;
        Some(match token {
            Token::Text(text, true) => Expression::Format(text),
            Token::Text(text, false) => Expression::Text(text),
            Token::Number(number) => Expression::Number(number),
            Token::Name(name) if name == "true" || name == "false" => {
                Expression::Truth(name == "true")
            }
            Token::Name(name) if self.take("(").is_some() => Expression::Call {
                function: name,
                arguments: self.arguments(")")?,
            },
            Token::Name(name) => Expression::Name(name),
            Token::Mark("(") => {
                let inside = self.expression()?;
                self.take(")")?;
                inside
            }
            Token::Mark("[") => Expression::List(self.arguments("]")?.positional),
            Token::Mark("{") => self.dictionary()?,
            _ => {
                // The end of a line ends the statement, so it is not taken.
                self.at -= 1;
                return None;
            }
        })
    }

    /// Arguments up to the closing bracket.
    fn arguments(&mut self, closing: &str) -> Option<Arguments> {
        let mut arguments = Arguments::default();
        while self.take(closing).is_none() {
            let value = self.expression()?;
            match value {
                Expression::Name(name) if self.take(":").is_some() => {
                    let value = self.expression()?;
                    arguments.keywords.push(Keyword { name, value });
                }
                _ => arguments.positional.push(value),
            }
            if self.take(",").is_none() {
                self.take(closing)?;
                break;
            }
        }
        Some(arguments)
    }

    /// A dictionary after its `{`.
    fn dictionary(&mut self) -> Option<Expression> {
        let mut entries = Vec::new();
        while self.take("}").is_none() {
            let key = self.expression()?;
            self.take(":")?;
            entries.push(Entry {
                key,
                value: self.expression()?,
            });
            if self.take(",").is_none() {
                self.take("}")?;
                break;
            }
        }
        Some(Expression::Dictionary(entries))
    }
}

/// An expression with what is done with it; without links it stays as it is.
fn chain(first: Expression, links: Vec<Link>) -> Expression {
    if links.is_empty() {
        first
    } else {
        Expression::Chain {
            first: Box::new(first),
            links,
        }
    }
}
