//! Evaluates `test`, `[ … ]` and `[[ … ]]`.

use super::How;
use super::interpreter::Interpreter;
use super::syntax::Word;
use super::value::{Status, Value};

/// Operators between two operands.
const BINARY: [&str; 17] = [
    "=", "==", "!=", "=~", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef",
    "\\<", "\\>",
];

/// A word of a condition.
#[derive(Debug, Clone)]
struct Token {
    value: Value,
    /// The word as a pattern, or as a regular expression behind `=~`; in `[[` only.
    pattern: Option<String>,
    /// The operator that the word may be.
    operator: Option<String>,
}

/// A reader of a condition.
struct Condition<'c, 'f> {
    shell: &'c mut Interpreter<'f>,
    tokens: &'c [Token],
    at: usize,
}

impl Interpreter<'_> {
    /// The status of `test` with its arguments.
    pub(super) fn test(&mut self, args: &[Value], wanted: Option<bool>) -> Status {
        let tokens = args.iter().map(|value| Token {
            value: value.clone(),
            pattern: None,
            operator: value.text().map(str::to_string),
        });
        let tokens: Vec<Token> = tokens.collect();
        self.condition(&tokens, wanted)
    }

    /// The status of `[[ … ]]`.
    pub(super) fn double_bracket(&mut self, words: &[Word], wanted: Option<bool>) -> Status {
        let mut tokens: Vec<Token> = Vec::new();
        for word in words {
            let before = tokens.last().and_then(|token| token.operator.clone());
            let pattern = match before.as_deref() {
                Some("=~") => self.regex(word),
                Some("=" | "==" | "!=") => self.pattern(word),
                _ => String::new(),
            };
            tokens.push(Token {
                value: self.single(word),
                pattern: Some(pattern),
                operator: word.literal().map(str::to_string),
            });
        }
        self.condition(&tokens, wanted)
    }

    /// The status of a condition.
    fn condition(&mut self, tokens: &[Token], wanted: Option<bool>) -> Status {
        if tokens.is_empty() {
            return Status::Known(1);
        }
        let mut condition = Condition {
            shell: self,
            tokens,
            at: 0,
        };
        let status = condition.any(wanted);
        let is_whole = condition.at >= tokens.len();
        status.filter(|_| is_whole).unwrap_or(Status::Known(2))
    }
}

impl Condition<'_, '_> {
    /// The operator that comes next.
    fn operator(&self, distance: usize) -> Option<&str> {
        self.tokens.get(self.at + distance)?.operator.as_deref()
    }

    /// Takes an operator if it comes next.
    fn eat(&mut self, operators: [&str; 2]) -> bool {
        let is_next = self
            .operator(0)
            .is_some_and(|operator| operators.contains(&operator));
        self.at += usize::from(is_next);
        is_next
    }

    /// Evaluates conditions of which one must hold.
    fn any(&mut self, wanted: Option<bool>) -> Option<Status> {
        let mut status = self.all(wanted)?;
        while self.eat(["-o", "||"]) {
            let left = status;
            let right = self.all(wanted)?;
            let holds = self
                .shell
                .ledger
                .decide(&left, wanted.filter(|wanted| !wanted));
            status = if holds { Status::Known(0) } else { right };
        }
        Some(status)
    }

    /// Evaluates conditions that must all hold.
    fn all(&mut self, wanted: Option<bool>) -> Option<Status> {
        let mut status = self.not(wanted)?;
        while self.eat(["-a", "&&"]) {
            let left = status;
            let right = self.not(wanted)?;
            let holds = self
                .shell
                .ledger
                .decide(&left, wanted.filter(|wanted| *wanted));
            status = if holds { right } else { Status::Known(1) };
        }
        Some(status)
    }

    /// Evaluates a condition with the signs in front of it.
    fn not(&mut self, wanted: Option<bool>) -> Option<Status> {
        let is_binary = self
            .operator(1)
            .is_some_and(|operator| BINARY.contains(&operator));
        let has_operands = self.tokens.len() > self.at + 2;
        if is_binary && has_operands {
            return self.primary();
        }
        if self.tokens.len() > self.at + 1 && self.eat(["!", "!"]) {
            if !self.shell.budget.enter() {
                return None;
            }
            let status = self.not(wanted.map(|wanted| !wanted));
            self.shell.budget.leave();
            return status.map(Status::inverted);
        }
        if self.tokens.len() > self.at + 1 && self.eat(["(", "\\("]) {
            if !self.shell.budget.enter() {
                return None;
            }
            let status = self.any(wanted);
            self.shell.budget.leave();
            return self.eat([")", "\\)"]).then_some(status)?;
        }
        self.primary()
    }

    /// Evaluates a comparison, a question about a file or a text.
    fn primary(&mut self) -> Option<Status> {
        let first = self.tokens.get(self.at)?;
        let operator = self
            .operator(1)
            .filter(|operator| BINARY.contains(operator));
        if let (Some(operator), Some(right)) =
            (operator.map(str::to_string), self.tokens.get(self.at + 2))
        {
            self.at += 3;
            return Some(self.compared(first, &operator, right));
        }
        let second = self.tokens.get(self.at + 1);
        let is_last = matches!(self.operator(1), Some("-a" | "-o" | "&&" | "||" | ")"));
        if let (Some(operator), Some(operand)) = (
            self.operator(0).map(str::to_string),
            second.filter(|_| !is_last),
        ) {
            self.at += 2;
            return match operator.as_str() {
                "-z" => Some(self.shell.is_empty_text(&operand.value)),
                "-n" => Some(self.shell.has_text(&operand.value)),
                "-t" => Some(Status::Known(1)),
                "-v" => {
                    let name = operand.value.text_or_empty();
                    Some(Status::of(self.shell.shell.variables.contains_key(name)))
                }
                file if file.len() == 2 && file.starts_with('-') => {
                    Some(self.shell.file_test(file, &operand.value))
                }
                _ => None,
            };
        }
        self.at += 1;
        Some(self.shell.has_text(&first.value))
    }

    /// Evaluates a comparison.
    fn compared(&mut self, left: &Token, operator: &str, right: &Token) -> Status {
        self.shell.spoil_compared(&left.value, &right.value);
        let equal = match (operator, &right.pattern) {
            ("=~", Some(regex)) => return self.shell.matches_regex(&left.value, regex),
            ("=" | "==" | "!=", Some(pattern)) if right.value.text().is_some() => {
                self.shell.fits(&left.value, pattern)
            }
            ("=" | "==" | "!=", _) => self.shell.compared(&left.value, &right.value, How::Exact),
            ("<" | "\\<" | ">" | "\\>", _) => {
                let (Some(left), Some(right)) = (left.value.text(), right.value.text()) else {
                    return Status::unknown_of([&left.value, &right.value]);
                };
                return Status::of(if operator.ends_with('<') {
                    left < right
                } else {
                    left > right
                });
            }
            ("-nt" | "-ot" | "-ef", _) => return Status::unknown(),
            _ => {
                return self
                    .shell
                    .numbers_compared(&left.value, operator, &right.value);
            }
        };
        if operator == "!=" {
            equal.inverted()
        } else {
            equal
        }
    }
}
