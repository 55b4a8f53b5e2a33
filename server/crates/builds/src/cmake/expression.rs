//! The value of an expression for `math(EXPR …)`: whole numbers and the operators of C.

use crate::operators::{OPERATORS, operated};

/// The deepest nesting.
const DEEPEST: usize = 40;

/// What is left of an expression.
struct Expression<'e> {
    rest: &'e str,
    depth: usize,
}

/// The value of an expression; `None` if it is none, or if it has no value.
pub(super) fn value(text: &str) -> Option<i64> {
    let mut expression = Expression {
        rest: text,
        depth: 0,
    };
    let value = expression.binary(0)?;
    expression.rest.trim().is_empty().then_some(value)
}

impl Expression<'_> {
    /// Takes a sign if it comes next.
    fn eat(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Evaluates operators of a higher precedence.
    fn binary(&mut self, least: u8) -> Option<i64> {
        let mut left = self.operand()?;
        loop {
            let rest = self.rest.trim_start();
            let mut operators = OPERATORS
                .iter()
                .filter(|(_, precedence)| *precedence > least);
            let Some((sign, precedence)) = operators.find(|(sign, _)| rest.starts_with(sign))
            else {
                return Some(left);
            };
            self.eat(sign);
            let right = self.binary(*precedence)?;
            left = operated(sign, left, right)?;
        }
    }

    /// Evaluates a number, or an expression in parentheses, with the signs in front of it.
    fn operand(&mut self) -> Option<i64> {
        self.depth += 1;
        let is_deep = self.depth > DEEPEST;
        let value = if is_deep {
            None
        } else if self.eat("+") {
            self.operand()
        } else if self.eat("-") {
            self.operand()?.checked_neg()
        } else if self.eat("~") {
            self.operand().map(|value| !value)
        } else if self.eat("(") {
            let value = self.binary(0)?;
            self.eat(")").then_some(value)
        } else {
            self.number()
        };
        self.depth -= 1;
        value
    }

    fn number(&mut self) -> Option<i64> {
        let text = self.rest.trim_start();
        let end = text.find(|letter: char| !letter.is_ascii_alphanumeric());
        let (number, rest) = text.split_at(end.unwrap_or(text.len()));
        self.rest = rest;
        match number.strip_prefix("0x").or(number.strip_prefix("0X")) {
            Some(digits) => i64::from_str_radix(digits, 16).ok(),
            None => number.parse().ok(),
        }
    }
}
