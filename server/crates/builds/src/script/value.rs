//! What a text of the shell may be: known, or what a run prints.

use super::Check;
use super::claims::Claim;
use super::output::Output;

/// A text that consists of parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Value(pub(super) Vec<Part>);

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Text that is known.
    Known(String),
    /// What a run prints.
    Output(Output),
    /// An exit status as a number.
    Status(Status),
    /// Text that is not known.
    Unknown(Unknown),
}

impl Part {
    /// Whether it is not known, and made of no output that is.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, Part::Unknown(_))
    }

    /// Whether it is known white space.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self, Part::Known(text) if text.trim().is_empty())
    }
}

/// An exit status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Status {
    /// A known number.
    Known(i32),
    /// The status of a run.
    Run(usize),
    /// 0 if the claim holds, otherwise another number.
    Claim(Claim),
    /// An unknown number, made of what these runs print or return.
    Unknown(Vec<usize>),
}

/// A text that is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unknown {
    /// Why: a clause.
    pub(super) reason: &'static str,
    /// The runs of whose output or status it is made.
    pub(super) runs: Vec<usize>,
}

impl Status {
    /// The status 0 or 1.
    pub(super) fn of(is_true: bool) -> Self {
        Status::Known(i32::from(!is_true))
    }

    /// The status of a claim that a check of a run holds.
    pub(super) fn claim(run: usize, check: Check) -> Self {
        Status::Claim(Claim::new(run, check))
    }

    /// The status of `!` in front of a command.
    pub(super) fn inverted(self) -> Self {
        match self {
            Status::Known(number) => Status::of(number != 0),
            Status::Run(run) => Status::Claim(Claim {
                is_inverted: true,
                ..Claim::new(run, Check::Exit(0))
            }),
            Status::Claim(claim) => Status::Claim(Claim {
                is_inverted: !claim.is_inverted,
                ..claim
            }),
            Status::Unknown(runs) => Status::Unknown(runs),
        }
    }

    /// The status that is 0 if this and another one are; both are those of comparisons.
    pub(super) fn and(self, other: Status) -> Self {
        match (self, other) {
            (Status::Known(0), other) => other,
            (one, Status::Known(0)) => one,
            (Status::Known(one), _) | (_, Status::Known(one)) => Status::Known(one),
            (Status::Claim(one), Status::Claim(other))
                if !one.is_inverted && !other.is_inverted =>
            {
                Status::Claim(Claim {
                    checks: [one.checks, other.checks].concat(),
                    is_inverted: false,
                })
            }
            (one, other) => Status::Unknown([one.runs(), other.runs()].concat()),
        }
    }

    /// A status that is not known, made of these texts.
    pub(super) fn unknown_of<'v>(values: impl IntoIterator<Item = &'v Value>) -> Self {
        Status::Unknown(values.into_iter().flat_map(Value::runs).collect())
    }

    /// A status that depends on no run, and is not known.
    pub(super) fn unknown() -> Self {
        Status::Unknown(Vec::new())
    }

    /// The runs that it depends on.
    pub(super) fn runs(&self) -> Vec<usize> {
        match self {
            Status::Known(_) => Vec::new(),
            Status::Run(run) => vec![*run],
            Status::Claim(claim) => claim.checks.iter().map(|check| check.run).collect(),
            Status::Unknown(runs) => runs.clone(),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::from(text.to_string())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        if text.is_empty() {
            Value::default()
        } else {
            Value(vec![Part::Known(text)])
        }
    }
}

impl From<Output> for Value {
    fn from(output: Output) -> Self {
        Value(vec![Part::Output(output)])
    }
}

impl Value {
    /// A text that is not known.
    pub(super) fn unknown(reason: &'static str) -> Self {
        Value::unknown_of(reason, [])
    }

    /// A text that is not known, made of others.
    pub(super) fn unknown_of<'v>(
        reason: &'static str,
        values: impl IntoIterator<Item = &'v Value>,
    ) -> Self {
        let runs = values.into_iter().flat_map(Value::runs).collect();
        Value(vec![Part::Unknown(Unknown { reason, runs })])
    }

    /// The runs of whose output or status it is made.
    pub(super) fn runs(&self) -> impl Iterator<Item = usize> {
        self.0.iter().flat_map(|part| match part {
            Part::Known(_) => Vec::new(),
            Part::Output(output) => vec![output.run],
            Part::Status(status) => status.runs(),
            Part::Unknown(unknown) => unknown.runs.clone(),
        })
    }

    /// The text if all of it is known.
    pub(super) fn text(&self) -> Option<&str> {
        match self.0.as_slice() {
            [] => Some(""),
            [Part::Known(text)] => Some(text),
            _ => None,
        }
    }

    /// The text if all of it is known, otherwise none.
    pub(super) fn text_or_empty(&self) -> &str {
        self.text().unwrap_or_default()
    }

    /// Appends a part.
    pub(super) fn push(&mut self, part: Part) {
        match (self.0.last_mut(), part) {
            (Some(Part::Known(before)), Part::Known(text)) => before.push_str(&text),
            (_, Part::Known(text)) if text.is_empty() => {}
            (_, Part::Status(Status::Known(number))) => self.push(Part::Known(number.to_string())),
            (_, part) => self.0.push(part),
        }
    }

    /// Appends a text.
    pub(super) fn append(&mut self, other: &Value) {
        other.0.iter().for_each(|part| self.push(part.clone()));
    }

    /// Number of bytes that are known.
    pub(super) fn len(&self) -> usize {
        let lengths = self.0.iter().map(|part| match part {
            Part::Known(text) => text.len(),
            _ => 1,
        });
        lengths.sum()
    }

    /// Whether the text is known to be empty.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The outputs of runs in it.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &Output> {
        self.0.iter().filter_map(|part| match part {
            Part::Output(output) => Some(output),
            _ => None,
        })
    }

    /// The only part, if it is an output.
    pub(super) fn single_output(&self) -> Option<&Output> {
        match self.0.as_slice() {
            [Part::Output(output)] => Some(output),
            _ => None,
        }
    }

    /// Removes the newlines at the end.
    pub(super) fn strip_newlines(&mut self) {
        while let Some(last) = self.0.last_mut() {
            match last {
                Part::Known(text) => {
                    text.truncate(text.trim_end_matches('\n').len());
                    if !text.is_empty() {
                        return;
                    }
                    self.0.pop();
                }
                Part::Output(output) => {
                    output.is_stripped = true;
                    return;
                }
                _ => return,
            }
        }
    }

    /// The text after a program has changed it in a way that is not modelled.
    pub(super) fn through(&self, program: &str) -> Self {
        let parts = self.0.iter().map(|part| match part {
            Part::Output(output) => Part::Output(output.through(program)),
            Part::Unknown(_) => part.clone(),
            Part::Known(_) | Part::Status(_) => Part::Unknown(Unknown {
                reason: "its input is made of what is not known",
                runs: Value(vec![part.clone()]).runs().collect(),
            }),
        });
        let mut parts: Vec<Part> = parts.collect();
        if parts.iter().any(|part| matches!(part, Part::Output(_))) {
            parts.retain(|part| matches!(part, Part::Output(_)));
        }
        Value(parts)
    }

    /// The first line, taken away, or `None` at the end; a line that is not known is all the rest.
    pub(super) fn take_line(&mut self) -> Option<Value> {
        let is_known = matches!(self.0.first()?, Part::Known(text) if text.contains('\n') || self.0.len() == 1);
        if is_known && let Some(Part::Known(text)) = self.0.first_mut() {
            let line = match text.find('\n') {
                Some(end) => text.drain(..=end).collect(),
                None => std::mem::take(text),
            };
            if text.is_empty() {
                self.0.remove(0);
            }
            return Some(Value::from(line));
        }
        let rest = std::mem::take(self);
        match rest.0.as_slice() {
            [Part::Output(output)] if output.is_stripped => Some(rest),
            [Part::Output(output), Part::Known(end)] if output.is_stripped && end == "\n" => {
                Some(Value::from(output.clone()))
            }
            _ => Some(rest.through("read")),
        }
    }
}

/// The check that contradicts a check, if there is one.
pub(super) fn negation(check: &Check) -> Option<Check> {
    match check.clone() {
        Check::Printed {
            of,
            text,
            how,
            negated,
        } => Some(Check::Printed {
            of,
            text,
            how,
            negated: !negated,
        }),
        Check::Exit(number) => Some(Check::ExitNot(number)),
        Check::ExitNot(number) => Some(Check::Exit(number)),
        Check::File { .. } => None,
    }
}
