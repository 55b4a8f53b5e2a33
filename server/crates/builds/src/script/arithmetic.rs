//! Evaluates arithmetic expressions.

use super::interpreter::Interpreter;
use super::syntax::Word;
use super::syntax::is_name_letter;
use super::value::{Part, Status, Value};
use super::variables::Content;
use crate::operators::{OPERATORS, operated};

/// The deepest nesting of an expression.
const DEEPEST: usize = 40;

/// Operators of assignments.
const ASSIGNMENTS: [&str; 6] = ["=", "+=", "-=", "*=", "/=", "%="];

/// A reader of an expression.
struct Evaluator<'e, 'f> {
    shell: &'e mut Interpreter<'f>,
    rest: &'e str,
    depth: usize,
    /// Whether what is read is not evaluated, as behind `0 &&`.
    is_skipped: bool,
}

impl Interpreter<'_> {
    /// The value of an expression; `None` if it is not known.
    pub(super) fn arithmetic(&mut self, word: &Word) -> Option<i64> {
        self.number_or_operands(word).ok()
    }

    /// The value of an expression, or else the texts and variables that it is made of. Its substitutions are executed
    /// once.
    pub(super) fn number_or_operands(&mut self, word: &Word) -> Result<i64, Value> {
        let value = self.single(word);
        let number = self.number_of(&value);
        number.ok_or_else(|| self.with_variables(value))
    }

    /// The value of an expression in which statuses may stand. If it is not known, neither are the variables that it
    /// assigns.
    pub(super) fn number_of(&mut self, value: &Value) -> Option<i64> {
        let number = self.number_if_known(value.clone());
        if number.is_none() {
            let unknown = Value::unknown_of(
                "a number is not known",
                [&self.with_variables(value.clone())],
            );
            for name in value.0.iter().flat_map(assigned_in) {
                self.shell.set(name, unknown.clone());
            }
        }
        number
    }

    fn number_if_known(&mut self, mut value: Value) -> Option<i64> {
        for part in &mut value.0 {
            // A status that is counted with is meant to be 0.
            if let Part::Status(status) = part {
                self.ledger.decide(status, Some(true)).then_some(())?;
                *part = Part::Known("0".to_string());
            }
        }
        let texts = value.0.iter().map(|part| match part {
            Part::Known(text) => Some(text.as_str()),
            _ => None,
        });
        let text: String = texts.collect::<Option<Vec<&str>>>()?.concat();
        self.evaluated(&text)
    }

    /// The value of an expression's text.
    pub(super) fn evaluated(&mut self, text: &str) -> Option<i64> {
        let is_ok = self.budget.spend(text.len()) && self.budget.enter();
        is_ok.then_some(())?;
        let mut evaluator = Evaluator {
            shell: self,
            rest: text,
            depth: 0,
            is_skipped: false,
        };
        let value = evaluator.comma();
        let is_whole = evaluator.rest.trim_start().is_empty();
        self.budget.leave();
        value.filter(|_| is_whole)
    }

    /// A text and the variables that it names.
    fn with_variables(&self, mut operands: Value) -> Value {
        for part in operands.0.clone() {
            let Part::Known(text) = part else {
                continue;
            };
            for name in text.split(|letter| !is_name_letter(letter)) {
                if let Some(value) = self.shell.get(name) {
                    operands.append(value);
                }
            }
        }
        operands
    }

    /// Executes `((…))`: the status is 0 if the value is not.
    pub(super) fn arithmetic_command(&mut self, word: &Word) -> Status {
        let value = self.single(word);
        if let Some(status) = self.symbolic_comparison(&value) {
            return status;
        }
        match self.number_of(&value) {
            Some(number) => Status::of(number != 0),
            None => Status::unknown_of([&self.with_variables(value)]),
        }
    }
}

/// The names that a part of an expression assigns.
fn assigned_in(part: &Part) -> impl Iterator<Item = &str> {
    let text = match part {
        Part::Known(text) => text.as_str(),
        _ => "",
    };
    text.match_indices('=').filter_map(|(at, _)| {
        let (before, after) = (text.get(..at)?, text.get(at + 1..)?);
        let is_comparison = after.starts_with('=') || before.ends_with(['=', '<', '>', '!']);
        let target = before.trim_end_matches(['+', '-', '*', '/', '%', ' ']);
        let name = target.rsplit(|letter| !is_name_letter(letter)).next()?;
        (!is_comparison && super::syntax::is_name(name)).then_some(name)
    })
}

impl Evaluator<'_, '_> {
    /// Takes an operator if it comes next.
    fn eat(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Evaluates expressions with commas between them.
    fn comma(&mut self) -> Option<i64> {
        let mut value = self.conditional()?;
        while self.eat(",") {
            value = self.conditional()?;
        }
        Some(value)
    }

    /// Evaluates `a ? b : c`.
    fn conditional(&mut self) -> Option<i64> {
        if self.depth >= DEEPEST {
            return None;
        }
        if self.rest.trim().is_empty() {
            return Some(0);
        }
        self.depth += 1;
        let mut value = self.binary(0)?;
        if self.eat("?") {
            let is_skipped = self.is_skipped;
            let is_true = value != 0;
            self.is_skipped = is_skipped || !is_true;
            let first = self.conditional()?;
            self.eat(":").then_some(())?;
            self.is_skipped = is_skipped || is_true;
            let second = self.conditional()?;
            self.is_skipped = is_skipped;
            value = if is_true { first } else { second };
        }
        self.depth -= 1;
        Some(value)
    }

    /// Evaluates binary operators of a precedence or a higher one.
    fn binary(&mut self, least: u8) -> Option<i64> {
        let mut left = self.unary()?;
        loop {
            self.rest = self.rest.trim_start();
            let found = OPERATORS
                .iter()
                .find(|(sign, _)| self.rest.starts_with(sign));
            let Some((sign, precedence)) = found.filter(|(_, precedence)| *precedence > least)
            else {
                return Some(left);
            };
            self.eat(sign);
            let is_skipped = self.is_skipped;
            self.is_skipped |= (*sign == "&&" && left == 0) || (*sign == "||" && left != 0);
            let right = self.binary(*precedence)?;
            self.is_skipped = is_skipped;
            left = match operated(sign, left, right) {
                None if self.is_skipped => 0,
                value => value?,
            };
        }
    }

    /// Evaluates an operand with the signs in front of it.
    fn unary(&mut self) -> Option<i64> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let value = if self.eat("++") {
            self.changed_variable(1, true)?
        } else if self.eat("--") {
            self.changed_variable(-1, true)?
        } else if self.eat("!") {
            i64::from(self.unary()? == 0)
        } else if self.eat("~") {
            !self.unary()?
        } else if self.eat("-") {
            self.unary()?.wrapping_neg()
        } else if self.eat("+") {
            self.unary()?
        } else if self.eat("(") {
            let value = self.comma()?;
            self.eat(")").then_some(value)?
        } else if self.rest.starts_with(|first: char| first.is_ascii_digit()) {
            self.number()?
        } else {
            self.variable()?
        };
        self.depth -= 1;
        Some(value)
    }

    /// Reads letters of names.
    fn name(&mut self) -> &str {
        self.rest = self.rest.trim_start();
        let end = self
            .rest
            .find(|letter| !is_name_letter(letter) && letter != '#');
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        name
    }

    /// Reads a number.
    fn number(&mut self) -> Option<i64> {
        let text = self.name().to_ascii_lowercase();
        if let Some(digits) = text.strip_prefix("0x") {
            return i64::from_str_radix(digits, 16).ok();
        }
        if let Some((base, digits)) = text.split_once('#') {
            let base = base.parse().ok().filter(|base| (2..=36).contains(base))?;
            return i64::from_str_radix(digits, base).ok();
        }
        match text.strip_prefix('0') {
            Some(digits) if !digits.is_empty() => i64::from_str_radix(digits, 8).ok(),
            _ => text.parse().ok(),
        }
    }

    /// The number that a variable holds.
    fn value_of(&mut self, name: &str) -> Option<i64> {
        let value = self.shell.plain(name, None).unwrap_or_default();
        if let [Part::Status(status)] = value.0.as_slice() {
            return self.shell.ledger.decide(status, Some(true)).then_some(0);
        }
        match value.text()?.trim() {
            "" => Some(0),
            text => match text.parse() {
                Ok(number) => Some(number),
                Err(_) => self.shell.evaluated(text),
            },
        }
    }

    /// Evaluates a variable, an assignment, or `x++`.
    fn variable(&mut self) -> Option<i64> {
        let name = self.name().to_string();
        super::syntax::is_name(&name).then_some(())?;
        if self.eat("[") {
            let index = self.comma()?;
            self.eat("]").then_some(())?;
            let items = self
                .shell
                .shell
                .variables
                .get(&name)
                .map(|variable| &variable.content);
            let value = match items? {
                Content::List(items) => items.get(&index)?.text()?,
                _ => return None,
            };
            return value.trim().parse().ok();
        }
        for (sign, step) in [("++", 1_i64), ("--", -1)] {
            if self.eat(sign) {
                let value = self.value_of(&name)?;
                self.set(&name, value.wrapping_add(step));
                return Some(value);
            }
        }
        self.rest = self.rest.trim_start();
        let assigned = ASSIGNMENTS
            .iter()
            .find(|sign| self.rest.starts_with(**sign));
        let Some(sign) = assigned.filter(|_| !self.rest.starts_with("==")) else {
            return self.value_of(&name);
        };
        self.eat(sign);
        let right = self.conditional()?;
        let value = match sign.trim_end_matches('=') {
            "" => right,
            operator => {
                let left = self.value_of(&name)?;
                operated(operator, left, right)?
            }
        };
        self.set(&name, value);
        Some(value)
    }

    /// Changes a variable that stands behind `++` or `--`.
    fn changed_variable(&mut self, step: i64, is_new: bool) -> Option<i64> {
        let name = self.name().to_string();
        super::syntax::is_name(&name).then_some(())?;
        let old = self.value_of(&name)?;
        let new = old.wrapping_add(step);
        self.set(&name, new);
        Some(if is_new { new } else { old })
    }

    /// Sets a variable.
    fn set(&mut self, name: &str, value: i64) {
        if !self.is_skipped {
            self.shell.shell.set(name, Value::from(value.to_string()));
        }
    }
}
