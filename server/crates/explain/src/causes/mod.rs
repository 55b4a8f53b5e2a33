//! The causal story of a failure: a few sentences that lead from the failure back to its origin.
//!
//! The dependence graph ([`trace::Slice`]) contains every path along which the failure arose. The story tells one of
//! them: the shortest from the failure to an execution of a suspected statement, preferring data dependences to control
//! dependences, and these to order dependences. Each step is a sentence with its place and with the values in this run;
//! steps in the middle of a long path are summarised. Nothing is proved here, nor need it be: the story is what
//! happened.

mod answers;
mod cause_path;
mod observe;
mod short_trace;
mod words;

use std::fmt::Write as _;

use ::trace::{DependenceKind, Execution, Kinds, NOT_SET, NamedValue, Recording};
use ir::{CompId, ComponentKind, Program};
use syntax::{Sources, Span};

pub use answers::why;
use cause_path::{Step, Ways, shown_steps};
use observe::Observation;
pub use short_trace::TraceLine;
use words::{capital, values, without};

/// Most characters of a quoted text.
const LONGEST: usize = 60;

/// A sentence, and the place that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Place in the source.
    pub span: Span,
    /// The sentence, with places of other files named.
    pub text: String,
}

/// A suspected statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// Component of the statement.
    pub component: CompId,
    /// Number of the execution, from 1, whose result would have to differ, if it is a single one.
    pub execution: Option<u32>,
    /// Result that makes the test pass, if it is a single value.
    pub needed: Option<String>,
}

/// Explanation of how a failure came about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Causes {
    /// Sentences from the failure back to the first of the suspects that it depends on.
    pub story: Vec<Sentence>,
    /// The statements most relevant to the failure, in the order of the run, followed by the failure.
    pub trace: Vec<TraceLine>,
}

/// Facts about a failure that its recording does not contain.
#[derive(Debug, Clone, Copy)]
pub struct Clues<'a> {
    /// Suspected statements, most suspicious first.
    pub suspects: &'a [Suspect],
    /// The failure, in words.
    pub message: &'a str,
    /// Further details: where memory was freed, or where the rest was written.
    pub details: &'a [String],
}

/// Explains how a failure came about.
pub fn causes(
    program: &Program,
    sources: &Sources,
    recording: &Recording<'_>,
    clues: Clues<'_>,
) -> Causes {
    // Writes through a pointer that a branch could have made count, too: they explain how a list keeps a freed node.
    let kinds = Kinds::PAPER
        .with(DependenceKind::Order)
        .with(DependenceKind::Aliased);
    let slice = recording.graph(kinds);
    let teller = Teller::new(program, sources, recording);
    let ways = Ways::of(&slice, recording.event().node);
    let (steps, reached) = teller.way(&ways, recording, clues.suspects);
    let looks: Vec<_> = steps.iter().map(Step::look).collect();
    let observed = teller.observed(recording, &looks);
    let story = teller.story(&steps, &observed, reached, clues);
    Causes {
        story,
        trace: teller.short(recording, &ways, &steps, clues.suspects),
    }
}

struct Teller<'a> {
    program: &'a Program,
    sources: &'a Sources,
    /// The main file, whose name is omitted.
    home: syntax::FileId,
}

impl<'a> Teller<'a> {
    fn new(program: &'a Program, sources: &'a Sources, recording: &Recording<'_>) -> Teller<'a> {
        Teller {
            program,
            sources,
            home: recording.event().span.file,
        }
    }

    /// Sentences about the failure, then about the steps that led to it, backwards; the last one says what the suspect
    /// would have needed.
    fn story(
        &self,
        steps: &[Step],
        observed: &[Observation],
        suspect: Option<&Suspect>,
        clues: Clues<'_>,
    ) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        let Some((event, causes)) = steps.split_first() else {
            return sentences;
        };
        sentences.push(self.failure(event, &observed[0], clues));

        // A long way is shown by its beginning and its end.
        let shown = shown_steps(causes.len());
        let mut skipped = 0;
        for (i, step) in causes.iter().enumerate() {
            if !shown.contains(&i) {
                skipped += 1;
                continue;
            }
            let later = if i == 0 { event } else { &causes[i - 1] };
            let text = self.step(step, &observed[i + 1], later);
            let text = match std::mem::take(&mut skipped) {
                0 => capital(&text),
                1 => format!("One step before, {text}"),
                n => format!("{n} steps before, {text}"),
            };
            sentences.push(Sentence {
                span: step.span,
                text,
            });
        }

        // The last sentence shown is about the suspect.
        if let Some(needed) = suspect.and_then(|suspect| suspect.needed.as_ref())
            && let Some(last) = sentences.last_mut()
        {
            let _ = match needed.as_str() {
                "true" | "false" => write!(
                    last.text,
                    " Had it been {needed}, the test would have passed."
                ),
                _ => write!(
                    last.text,
                    " With {needed} there instead, the test would have passed."
                ),
            };
        }
        sentences
    }

    /// The sentence about the failure itself, with the values at that point and the known details.
    fn failure(&self, event: &Step, observed: &Observation, clues: Clues<'_>) -> Sentence {
        let values = values(&observed.before);
        let (place, text) = (capital(&self.line(event.span)), self.quoted(event.span));
        let end = if clues.message.ends_with('?') && values.is_empty() {
            ""
        } else {
            "."
        };
        let mut text = format!("{place}, {text}: {}{values}{end}", clues.message);
        for detail in clues.details {
            let _ = write!(text, " {}.", words::sentence(detail));
        }
        Sentence {
            span: event.span,
            text,
        }
    }

    /// The sentence about one step back: what the later statement received from this one.
    fn step(&self, step: &Step, observed: &Observation, later: &Step) -> String {
        let (line, text) = (self.line(step.span), self.quoted(step.span));
        let values = values(&observed.before);
        let kind = step.of;
        let later_line = if later.span == step.span {
            "it".to_owned()
        } else {
            self.line(later.span)
        };

        // The kind of dependence decides about the sentence; where a value was passed on, what was observed does.
        let is_condition = matches!(kind, Some(ComponentKind::Condition | ComponentKind::Switch));
        match (step.kind, observed.held) {
            (DependenceKind::Control, None) if is_condition => {
                format!("{later_line} was reached by the way that {text} in {line} chose{values}.")
            }
            (DependenceKind::Control, held) => {
                let held = held.filter(|_| is_condition);
                self.reached_by(&later_line, step.span, held, &values)
            }
            (DependenceKind::Summary | DependenceKind::Aliased, Some(held)) => {
                match self.not_run(step.function, step.pc, held) {
                    Some(span) => {
                        let (what, there) = (self.quoted(span), self.line(span));
                        format!(
                            "{text} in {line} was {held}{values}, so {what} in {there} did not run."
                        )
                    }
                    None => {
                        let other = if held { "false" } else { "true" };
                        format!(
                            "{text} in {line} was {held}{values}; had it been {other}, {later_line} could have seen another value."
                        )
                    }
                }
            }
            (DependenceKind::Order, _) => format!("before that, {text} in {line} printed{values}."),
            _ => match &observed.written {
                Some(NamedValue { name, value }) if value == NOT_SET => {
                    format!(
                        "`{name}` got no value in {line} by {text}: what it is made of was never set{}.",
                        without(&observed.before, name)
                    )
                }
                Some(NamedValue { name, value }) => {
                    format!(
                        "`{name}` was set to {value} in {line} by {text}{}.",
                        without(&observed.before, name)
                    )
                }
                None if kind == Some(ComponentKind::Return) => {
                    format!("{line} returned that value: {text}{values}.")
                }
                None => format!("the value comes from {text} in {line}{values}."),
            },
        }
    }

    /// The clause about what caused a line to be reached: a condition and its outcome, or else a call or the like.
    fn reached_by(&self, reached: &str, by: Span, held: Option<bool>, values: &str) -> String {
        let (line, text) = (self.line(by), self.quoted(by));
        match held {
            Some(held) => {
                format!("{reached} was reached because {text} in {line} was {held}{values}.")
            }
            None => format!("{reached} was reached through {text} in {line}{values}."),
        }
    }

    /// Place of a component.
    fn span(&self, component: CompId) -> Span {
        self.program.components[component.index()].span
    }

    fn span_of(&self, e: &Execution) -> Span {
        let own = e.owner.map(|owner| self.span(owner.component));
        own.unwrap_or_else(|| {
            let spans = &self.program.functions[e.function.index()].spans;
            spans.get(e.pc as usize).copied().unwrap_or_default()
        })
    }

    /// `line 12`, with the file name if it is another file.
    fn line(&self, span: Span) -> String {
        let line = self.sources.line_col(span).0;
        let file = self
            .sources
            .file(span.file)
            .filter(|_| span.file != self.home);
        match file {
            Some(file) => {
                let name = file.path.rsplit('/').next().unwrap_or(&file.path);
                format!("{name}:{line}")
            }
            None => format!("line {line}"),
        }
    }

    fn quoted(&self, span: Span) -> String {
        let words = self.sources.text(span).split_whitespace();
        // The text is enclosed in back quotes.
        let text = words.collect::<Vec<_>>().join(" ").replace('`', "'");
        if text.chars().count() <= LONGEST {
            return format!("`{text}`");
        }
        let start: String = text.chars().take(LONGEST).collect();
        format!("`{start}…`")
    }
}
