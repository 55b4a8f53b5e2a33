//! Comparisons of texts, and the tools that make them: `diff`, `cmp` and `grep`.

use super::How;
use super::interpreter::Interpreter;
use super::output::Output;
use super::value::{Part, Status, Value};

impl Interpreter<'_> {
    /// The status of a comparison of texts.
    pub(super) fn compared(&self, left: &Value, right: &Value, how: How) -> Status {
        match (left.text(), right.text()) {
            (Some(left), Some(right)) => Status::of(is_same(left, right, how)),
            (None, Some(text)) => self.symbol_compared(left, text, how),
            (Some(text), None) => self.symbol_compared(right, text, how),
            (None, None) if left == right => Status::Known(0),
            (None, None) => Status::unknown_of([left, right]),
        }
    }

    /// The status of a comparison of a text that is not known with one that is.
    fn symbol_compared(&self, value: &Value, text: &str, how: How) -> Status {
        let Some((symbol, inner)) = solved(value, text, how) else {
            let has_symbols = value
                .0
                .iter()
                .filter(|part| !matches!(part, Part::Known(_)))
                .count()
                != 1;
            let has_unknown = value.0.iter().any(|part| matches!(part, Part::Unknown(_)));
            return if has_symbols || has_unknown {
                Status::unknown_of([value])
            } else {
                Status::Known(1)
            };
        };
        match symbol {
            Part::Output(output) => self.output_compared(output, inner, how),
            Part::Status(status) => match inner.trim().parse() {
                Ok(number) => self.status_compared(status, number),
                Err(_) => Status::Known(1),
            },
            Part::Known(_) | Part::Unknown(_) => Status::unknown_of([value]),
        }
    }

    /// The status of a comparison of an output with a text.
    fn output_compared(&self, output: &Output, text: &str, how: How) -> Status {
        if let Some(claim) = output.empty_if.as_ref().filter(|_| is_nothing(text)) {
            return Status::Claim((**claim).clone());
        }
        if output.is_stripped && text.ends_with('\n') && how == How::Exact {
            return Status::Known(1);
        }
        let how = match how {
            How::Exact if output.is_stripped => How::WithoutFinalNewlines,
            how => how,
        };
        self.ledger.ask(output.run, output.prints(text, how))
    }

    /// Notes for all runs whose output is in a text why they are no tests, if the output cannot be compared.
    pub(super) fn spoil_compared(&mut self, left: &Value, right: &Value) {
        for (one, other) in [(left, right), (right, left)] {
            let is_alone = one.outputs().count() == 1 && other.text().is_some();
            let outputs: Vec<Output> = one.outputs().cloned().collect();
            for output in outputs {
                let text = other.text_or_empty();
                let inner = solved(one, text, How::Exact).map_or(text, |(_, inner)| inner);
                let is_empty_test = output.empty_if.is_some() && is_nothing(inner);
                let is_split = output.is_split && inner.trim().contains(char::is_whitespace);
                if let Some(reason) = output.spoiled.filter(|_| !is_empty_test) {
                    self.ledger.spoil(output.run, &reason);
                } else if !output.form.may_be(inner) {
                    self.ledger
                        .spoil(output.run, "its lines are counted or selected");
                } else if is_split {
                    self.ledger
                        .spoil(output.run, "its output is split into words");
                } else if !is_alone && one != other {
                    let is_unknown = other.0.iter().all(|part| matches!(part, Part::Unknown(_)));
                    let reason = if is_unknown {
                        "its output is compared with what is not known"
                    } else {
                        "its output is compared together with other output"
                    };
                    self.ledger.spoil(output.run, reason);
                }
            }
        }
    }
}

/// Whether a text is that of nothing, or of its count.
fn is_nothing(text: &str) -> bool {
    matches!(text.trim(), "" | "0")
}

/// The only part of a text that is not known, and what it must be if the whole is another text.
fn solved<'v>(value: &'v Value, text: &'v str, how: How) -> Option<(&'v Part, &'v str)> {
    let symbol = value
        .0
        .iter()
        .position(|part| !matches!(part, Part::Known(_)))?;
    let (before, after) = (value.0.get(..symbol)?, value.0.get(symbol + 1..)?);
    let known = |parts: &'v [Part]| match parts {
        [] => Some(""),
        [Part::Known(text)] => Some(text.as_str()),
        _ => None,
    };
    let (before, after) = (known(before)?, known(after)?);
    let is_blank = before.trim().is_empty() && after.trim().is_empty();
    let inner = match how {
        How::WhiteSpace if is_blank => text,
        _ => text.strip_prefix(before)?.strip_suffix(after)?,
    };
    Some((value.0.get(symbol)?, inner))
}

/// Whether two texts are the same.
fn is_same(left: &str, right: &str, how: How) -> bool {
    let letters = |text: &'_ str| {
        text.chars()
            .filter(|letter| !letter.is_whitespace())
            .collect::<String>()
    };
    match how {
        How::WhiteSpace => letters(left) == letters(right),
        _ => left == right,
    }
}
