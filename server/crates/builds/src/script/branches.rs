//! Executes branches.

use super::assume::{Mood, wish};
use super::interpreter::{Flow, Interpreter, NEXT};
use super::regex::{escaped, from_glob, is_fitting, plain_text};
use super::syntax::{Arm, Block, Choice, Word};
use super::value::{Status, Value};
use super::{Check, How};
use crate::pattern::searchable;

impl Interpreter<'_> {
    /// Executes `if`.
    pub(super) fn branch(&mut self, arms: &[Arm], otherwise: &Block, wanted: Option<bool>) -> Flow {
        for (index, arm) in arms.iter().enumerate() {
            let rest = arms.get(index + 1..).unwrap_or_default();
            let others = rest.iter().map(|arm| &arm.body).chain([otherwise]);
            let mut moods: Vec<Mood> = others.map(|body| self.block_mood(body)).collect();
            moods.dedup();
            let other = match moods.as_slice() {
                [mood] => *mood,
                _ => Mood::Neutral,
            };
            let own = self.block_mood(&arm.body);
            let holds = if own == Mood::Neutral && other == Mood::Neutral {
                self.may_hold(&arm.condition)?
            } else {
                self.holds(&arm.condition, wish(own, other))?
            };
            if holds {
                self.shell.status = Status::Known(0);
                return self.block(&arm.body, wanted);
            }
        }
        // The status of a condition that does not hold can be asked for in the branch behind `else`.
        if otherwise.is_empty() || !matches!(self.shell.status, Status::Run(_)) {
            self.shell.status = Status::of(otherwise.is_empty());
        }
        self.block(otherwise, wanted)
    }

    /// Executes `case`.
    pub(super) fn case(&mut self, word: &Word, choices: &[Choice], wanted: Option<bool>) -> Flow {
        let subject = self.single(word);
        self.spoil_compared(&subject, &Value::from("?"));
        let mut best: Option<(Mood, &Choice, Status)> = None;
        let mut refused = Vec::new();
        for choice in choices {
            let patterns = choice.patterns.iter().map(|pattern| self.pattern(pattern));
            let patterns: Vec<String> = patterns.collect();
            let status = self.fits_one(&subject, &patterns);
            let mood = self.block_mood(&choice.body);
            match status {
                Status::Known(0) if best.is_none() => {
                    best = Some((mood, choice, Status::Known(0)));
                    break;
                }
                Status::Known(0) => {
                    // All others are refused if only what fits everything is no failure.
                    if matches!(best, Some((Mood::Failing, ..))) && mood != Mood::Failing {
                        best = Some((mood, choice, Status::Known(0)));
                    }
                    break;
                }
                Status::Known(_) => {}
                status => {
                    refused.push(status.clone());
                    let is_better = match &best {
                        None => true,
                        Some((old, ..)) => *old != Mood::Passing && mood < *old,
                    };
                    if is_better {
                        best = Some((mood, choice, status));
                    }
                }
            }
        }
        let Some((_, choice, status)) = best else {
            self.shell.status = Status::Known(0);
            return NEXT;
        };
        // If nothing tells which choice is a failure, what is compared is no check.
        let mut bodies = choices.iter().map(|choice| &choice.body);
        if bodies.any(|body| self.block_mood(body) != Mood::Neutral) {
            if status == Status::Known(0) {
                for status in &refused {
                    self.ledger.decide(status, Some(false));
                }
            }
            self.ledger.decide(&status, Some(true));
        }
        self.shell.status = Status::Known(0);
        self.block(&choice.body, wanted)
    }

    /// Whether a text fits one of some patterns of file names.
    fn fits_one(&self, subject: &Value, patterns: &[String]) -> Status {
        if patterns.iter().any(|pattern| pattern == "*") {
            return Status::Known(0);
        }
        if let [pattern] = patterns {
            return self.fits(subject, pattern);
        }
        let statuses = patterns.iter().map(|pattern| self.fits(subject, pattern));
        let statuses: Vec<Status> = statuses.collect();
        if statuses.contains(&Status::Known(0)) {
            Status::Known(0)
        } else if statuses
            .iter()
            .all(|status| matches!(status, Status::Known(_)))
        {
            Status::Known(1)
        } else {
            Status::unknown_of([subject])
        }
    }

    /// Whether a text fits a pattern of file names.
    pub(super) fn fits(&self, subject: &Value, pattern: &str) -> Status {
        if let Some(text) = subject.text() {
            return Status::of(is_fitting(pattern, text));
        }
        if let Some(plain) = plain_text(pattern) {
            return self.compared(subject, &Value::from(plain), How::Exact);
        }
        if pattern == "*" {
            return Status::Known(0);
        }
        let Some(output) = subject
            .single_output()
            .filter(|output| output.spoiled.is_none())
        else {
            return Status::unknown_of([subject]);
        };
        let inner = pattern.trim_matches('*');
        let is_inside = pattern.starts_with('*') && pattern.ends_with('*');
        let check: Check = match plain_text(inner).filter(|_| is_inside) {
            Some(plain) => output.prints(&plain, How::Contains),
            None => {
                let end = if output.is_stripped { "\\n*\\z" } else { "\\z" };
                output.prints(
                    &format!("\\A{}{end}", from_glob(pattern, true)),
                    How::Pattern,
                )
            }
        };
        self.ledger.ask(output.run, check)
    }

    /// Whether a text has a place that fits a regular expression.
    pub(super) fn matches_regex(&self, subject: &Value, regex: &str) -> Status {
        let Some(text) = subject.text() else {
            return match subject
                .single_output()
                .filter(|output| output.spoiled.is_none())
            {
                Some(output) => self
                    .ledger
                    .ask(output.run, output.prints(regex, How::Pattern)),
                None => Status::unknown_of([subject]),
            };
        };
        let regex = searchable(regex).or_else(|| searchable(&escaped(regex)));
        regex.map_or(Status::unknown(), |regex| Status::of(regex.is_match(text)))
    }
}
