//! `#if` groups and the constant expressions that choose between them (C11 6.10.1).

use super::Preprocessor;
use crate::Span;
use crate::convert::literals;
use crate::token::{Token, TokenKind};

/// Maximum nesting of parentheses and operators in a condition.
const MAX_DEPTH: usize = 200;

/// An `#if` without its `#endif` so far.
pub(super) struct Group {
    pub(super) span: Span,
    pub(super) had_else: bool,
}

impl Preprocessor<'_> {
    /// Handles an `#elif` or `#else` that is reached while reading: the part before it was taken, so everything up to
    /// `#endif` is skipped.
    pub(super) fn next_group(&mut self, span: Span, is_else: bool) {
        if self.innermost_group().is_none() {
            self.problems.error(span, "this belongs to no #if");
            return;
        }
        self.repeats_else(span, is_else);
        self.skip_to_endif(true);
    }

    /// Whether an `#else` came before another part of the innermost group; then, that is reported.
    fn repeats_else(&mut self, span: Span, is_else: bool) -> bool {
        let group = self.innermost_group();
        let repeats = group.is_some_and(|group| std::mem::replace(&mut group.had_else, is_else));
        if repeats {
            self.problems.error(span, "there was an #else already");
        }
        repeats
    }

    pub(super) fn close_group(&mut self, span: Span) {
        let closed = self.frames.last_mut().and_then(|frame| frame.groups.pop());
        if closed.is_none() {
            self.problems.error(span, "this #endif belongs to no #if");
        }
    }

    /// Handles a false condition: skips to the part that is taken, or behind `#endif`.
    pub(super) fn skip_group(&mut self) {
        self.skip_to_endif(false);
    }

    /// Skips lines; stops behind `#endif`, or (if no part was `taken` yet) behind a true `#elif` or an `#else`.
    fn skip_to_endif(&mut self, taken: bool) {
        let mut nested = 0_usize;
        while let Some(line) = self.next_directive() {
            let Some(&name) = line.get(1) else { continue };
            let span = line
                .first()
                .map_or(name.span, |hash| hash.span.to(name.span));
            let rest = line.get(2..).unwrap_or_default();
            match self.text(name) {
                "if" | "ifdef" | "ifndef" => nested += 1,
                "endif" if nested > 0 => nested -= 1,
                "endif" => return self.close_group(span),
                "else" if nested == 0 => {
                    let is_wrong = self.repeats_else(span, true);
                    if !is_wrong && !taken {
                        return;
                    }
                }
                word @ ("elif" | "elifdef" | "elifndef") if nested == 0 && !taken => {
                    let (is_plain, wanted) = (word == "elif", word == "elifdef");
                    let holds = match rest.first() {
                        _ if is_plain => self.condition(rest, span),
                        Some(target) => self.answers_defined(*target, span) == wanted,
                        None => false,
                    };
                    if holds {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    fn innermost_group(&mut self) -> Option<&mut Group> {
        self.frames.last_mut()?.groups.last_mut()
    }

    /// Skips to the next directive of the innermost file and reads its line.
    fn next_directive(&mut self) -> Option<Vec<Token>> {
        let frame = self.frames.last_mut()?;
        let rest = frame.tokens.get(frame.at..).unwrap_or_default();
        let interner = &self.interner;
        let hash = rest.iter().position(|token| {
            token.line_start && token.kind == TokenKind::Punct && interner.get(token.text) == "#"
        });
        frame.at += hash.unwrap_or(rest.len());
        hash.map(|_| self.take_line())
    }

    /// Whether the expression of an `#if` holds; false for a malformed one.
    pub(super) fn condition(&mut self, line: &[Token], span: Span) -> bool {
        let line = self.resolve_defined(line, span);
        let line = self.expand_line(&line);
        let mut parser = Evaluator {
            preprocessor: self,
            tokens: &line,
            at: 0,
            depth: 0,
        };
        let value = parser.conditional().and_then(|value| match parser.peek() {
            None => Ok(value),
            Some(_) => Err("unexpected token"),
        });
        match value {
            Ok(value) => value.bits != 0,
            Err(message) => {
                let message = format!("the condition of this #if cannot be evaluated: {message}");
                self.problems.error(span, message);
                false
            }
        }
    }

    /// Replaces `defined X`, `defined(X)` and `__has_include(X)` with its kin, which must happen before expansion.
    fn resolve_defined(&mut self, line: &[Token], span: Span) -> Vec<Token> {
        let mut result = Vec::with_capacity(line.len());
        let mut at = 0;
        while let Some(&token) = line.get(at) {
            at += 1;
            let text = |i: usize| line.get(i).map_or("", |token| self.text(*token));
            let question = self.text(token);
            if HAS.contains(&question) && text(at) == "(" {
                let question = question.to_owned();
                let rest = line.get(at + 1..).unwrap_or_default();
                let close = rest.iter().position(|token| self.is(*token, ")"));
                let (asked, after) = rest.split_at(close.unwrap_or(rest.len()));
                let has = self.has(&question, asked);
                at = line.len() - after.len() + 1;
                result.push(self.number(u8::from(has), token));
                continue;
            }
            if !self.is(token, "defined") {
                result.push(token);
                continue;
            }
            let (target, after) = if text(at) == "(" && text(at + 2) == ")" {
                (at + 1, at + 3)
            } else {
                (at, at + 1)
            };
            let name = line.get(target).copied();
            let known = name.is_some_and(|name| self.answers_defined(name, span));
            at = after;
            result.push(self.number(u8::from(known), token));
        }
        result
    }

    /// Whether a header can be included, or an attribute or built-in function is known, as gcc answers.
    fn has(&mut self, question: &str, asked: &[Token]) -> bool {
        let name = asked.last().map_or("", |token| self.text(*token));
        let plain = name.trim_matches('_').to_owned();
        match question {
            "__has_include" | "__has_include_next" => {
                let expanded;
                let is_macro = asked.first().is_some_and(|t| t.kind == TokenKind::Ident);
                let asked = if is_macro {
                    expanded = self.expand_line(asked);
                    &*expanded
                } else {
                    asked
                };
                self.header_name(asked)
                    .is_some_and(|(name, system)| self.finds_header(&name, system))
            }
            "__has_builtin" => is_builtin(name),
            "__has_c_attribute" => C_ATTRIBUTES.contains(&&*plain),
            _ => ATTRIBUTES.contains(&&*plain),
        }
    }
}

/// Questions that an `#if` may ask; each counts as a defined macro.
pub(super) const HAS: [&str; 5] = [
    "__has_include",
    "__has_include_next",
    "__has_attribute",
    "__has_c_attribute",
    "__has_builtin",
];

/// Attributes of gcc that programs ask for.
const ATTRIBUTES: [&str; 38] = [
    "access",
    "alias",
    "aligned",
    "alloc_size",
    "always_inline",
    "cleanup",
    "cold",
    "const",
    "constructor",
    "deprecated",
    "destructor",
    "error",
    "fallthrough",
    "flatten",
    "format",
    "format_arg",
    "gnu_inline",
    "hot",
    "leaf",
    "malloc",
    "may_alias",
    "mode",
    "no_sanitize",
    "noinline",
    "nonnull",
    "noreturn",
    "nothrow",
    "optimize",
    "packed",
    "pure",
    "returns_nonnull",
    "section",
    "sentinel",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "weak",
];
const C_ATTRIBUTES: [&str; 5] = [
    "deprecated",
    "fallthrough",
    "maybe_unused",
    "nodiscard",
    "noreturn",
];

/// Built-in functions that code after `__has_builtin` may call here.
fn is_builtin(name: &str) -> bool {
    const PLAIN: [&str; 13] = [
        "expect",
        "unreachable",
        "trap",
        "constant_p",
        "types_compatible_p",
        "choose_expr",
        "offsetof",
        "prefetch",
        "assume_aligned",
        "add_overflow",
        "sub_overflow",
        "mul_overflow",
        "alloca",
    ];
    const BITS: [&str; 6] = ["popcount", "clz", "ctz", "ffs", "parity", "clrsb"];
    let Some(name) = name.strip_prefix("__builtin_") else {
        return false;
    };
    let is_of_bits = BITS.iter().any(|bits| {
        let rest = name.strip_prefix(bits);
        rest.is_some_and(|width| ["", "l", "ll"].contains(&width))
    });
    is_of_bits || PLAIN.contains(&name) || ["bswap16", "bswap32", "bswap64"].contains(&name)
}

/// A value of type `intmax_t` or `uintmax_t`.
#[derive(Clone, Copy)]
struct Value {
    bits: u64,
    unsigned: bool,
}

type Outcome = Result<Value, &'static str>;

/// Recursive descent over the expanded line. Operands without influence (`0 && …`) are evaluated as well, but errors in
/// them (division by zero) yield 0.
struct Evaluator<'e, 'p> {
    preprocessor: &'e Preprocessor<'p>,
    tokens: &'e [Token],
    at: usize,
    depth: usize,
}

/// Binary operators by level, weakest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Evaluator<'_, '_> {
    fn peek(&self) -> Option<&str> {
        self.tokens
            .get(self.at)
            .map(|token| self.preprocessor.text(*token))
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.peek() == Some(text);
        self.at += usize::from(found);
        found
    }

    fn conditional(&mut self) -> Outcome {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("it is nested too deeply");
        }
        let condition = self.binary(0)?;
        let value = if self.accept("?") {
            let then = self.conditional()?;
            if !self.accept(":") {
                return Err("`:` is missing");
            }
            let otherwise = self.conditional()?;
            let bits = if condition.bits == 0 {
                otherwise.bits
            } else {
                then.bits
            };
            Value {
                bits,
                unsigned: then.unsigned || otherwise.unsigned,
            }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize) -> Outcome {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = operators
            .iter()
            .copied()
            .find(|operator| self.peek() == Some(operator))
        {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = apply(operator, left, right);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Outcome {
        let mut operators = Vec::new();
        while let Some(operator) = ["!", "~", "-", "+"]
            .into_iter()
            .find(|operator| self.peek() == Some(operator))
        {
            operators.push(operator);
            self.at += 1;
        }
        let mut value = self.primary()?;
        for operator in operators.into_iter().rev() {
            value = match operator {
                "!" => truth(value.bits == 0),
                "~" => Value {
                    bits: !value.bits,
                    ..value
                },
                "-" => Value {
                    bits: value.bits.wrapping_neg(),
                    ..value
                },
                _ => value,
            };
        }
        Ok(value)
    }

    fn primary(&mut self) -> Outcome {
        let Some(&token) = self.tokens.get(self.at) else {
            return Err("an operand is missing");
        };
        self.at += 1;
        let text = self.preprocessor.text(token);
        match token.kind {
            TokenKind::Number => {
                let number = literals::integer(text).ok_or("this is not an integer")?;
                let unsigned = number.unsigned || number.value > i64::MAX as u64;
                Ok(Value {
                    bits: number.value,
                    unsigned,
                })
            }
            TokenKind::Char => {
                let value =
                    literals::character(text, false).ok_or("malformed character constant")?;
                Ok(Value {
                    bits: i64::from(value) as u64,
                    unsigned: false,
                })
            }
            TokenKind::Ident if self.peek() == Some("(") => {
                Err("a function-like macro that is not defined")
            }
            TokenKind::Ident => Ok(truth(text == "true")),
            TokenKind::Punct if text == "(" => {
                let value = self.conditional()?;
                if self.accept(")") {
                    Ok(value)
                } else {
                    Err("`)` is missing")
                }
            }
            _ => Err("unexpected token"),
        }
    }
}

fn truth(holds: bool) -> Value {
    Value {
        bits: u64::from(holds),
        unsigned: false,
    }
}

fn apply(operator: &str, left: Value, right: Value) -> Value {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (sa, sb) = (a as i64, b as i64);
    let order = if unsigned { a.cmp(&b) } else { sa.cmp(&sb) };

    // Comparisons give a signed number, shifts have the type of the left operand, and all else has the common type.
    let bits = match operator {
        "||" => return truth(a != 0 || b != 0),
        "&&" => return truth(a != 0 && b != 0),
        "==" => return truth(a == b),
        "!=" => return truth(a != b),
        "<" => return truth(order.is_lt()),
        ">" => return truth(order.is_gt()),
        "<=" => return truth(order.is_le()),
        ">=" => return truth(order.is_ge()),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "<<" => {
            return Value {
                bits: a.checked_shl(b as u32).unwrap_or(0),
                ..left
            };
        }
        ">>" if left.unsigned => {
            return Value {
                bits: a.checked_shr(b as u32).unwrap_or(0),
                ..left
            };
        }
        ">>" => {
            return Value {
                bits: (sa >> b.min(63)) as u64,
                ..left
            };
        }
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" if unsigned => a.checked_div(b).unwrap_or(0),
        "/" => sa.checked_div(sb).unwrap_or(0) as u64,
        "%" if unsigned => a.checked_rem(b).unwrap_or(0),
        _ => sa.checked_rem(sb).unwrap_or(0) as u64,
    };
    Value { bits, unsigned }
}
