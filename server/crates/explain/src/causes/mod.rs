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

use ::trace::{
    ComparedPart, DependenceKind, Execution, Kinds, Pointee, PointeeObject, Recording, Value,
};
use eval::Life;
use ir::{CompId, ComponentKind, FnId, Pc, Program};
use syntax::{Sources, Span};

pub use answers::why;
use cause_path::{Step, Ways, shown_steps};
use observe::{Look, Observation, Outcome};
pub use short_trace::TraceLine;
pub use words::value;
use words::{sentence, values};

use crate::facts::{Claim, Fact};

/// Most characters of a quoted text.
const LONGEST: usize = 60;

/// A sentence, and the place that it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// Place in the source.
    pub span: Span,
    /// The sentence, with places of other files named.
    pub text: String,
    /// The facts that it tells.
    pub facts: Vec<Fact>,
}

/// A suspected statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// Component of the statement.
    pub component: CompId,
    /// Number of the execution, from 1, whose result would have to differ, if it is a single one.
    pub execution: Option<u32>,
    /// Result that makes the test pass, if it is a single one.
    pub needed: Option<Needed>,
}

/// Result of a statement's execution with which the test passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Needed {
    /// The outcome of a condition.
    Outcome(bool),
    /// A value, in C.
    Value(String),
    /// None: without the execution, the test passes.
    Omitted,
}

/// Explanation of how a failure came about.
#[derive(Debug, Clone, PartialEq, Default)]
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
    let ways = Ways::of(&slice, recording.event());
    let (steps, reached) = teller.way(&ways, recording, clues.suspects);
    let mut looks: Vec<Look> = steps.iter().map(|step| step.look(recording)).collect();
    // The values at the failure are told, and facts are about those before the statement.
    if let (Some(event), Some(first)) = (steps.first(), looks.first_mut()) {
        let before = std::mem::replace(
            first,
            Look {
                begin: event.execution.node,
                ..*first
            },
        );
        looks.push(before);
    }
    let mut observed = teller.observed(recording, &looks);
    let before = looks.pop().zip(observed.pop());
    let seen = Seen {
        looks,
        observed,
        before,
    };
    let story = teller.story(recording, &steps, &seen, reached, clues);
    Causes {
        story,
        trace: teller.short(recording, &ways, &steps, clues.suspects),
    }
}

/// Observations of the steps of a story.
struct Seen {
    looks: Vec<Look>,
    observed: Vec<Observation>,
    /// The failing statement before it began.
    before: Option<(Look, Observation)>,
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
        recording: &Recording<'_>,
        steps: &[Step],
        seen: &Seen,
        suspect: Option<&Suspect>,
        clues: Clues<'_>,
    ) -> Vec<Sentence> {
        let mut sentences: Vec<Sentence> = Vec::new();
        let Some((event, causes)) = steps.split_first() else {
            return sentences;
        };
        sentences.push(self.failure(event, seen, clues));
        sentences.extend(self.gone(recording));

        // A long way is shown by its beginning and its end. What was told is not repeated.
        let shown = shown_steps(causes.len());
        let mut told: Vec<(String, usize)> = Vec::new();
        let (mut skipped, mut last) = (0, 0);
        for (i, step) in causes.iter().enumerate() {
            if !shown.contains(&i) {
                skipped += 1;
                continue;
            }
            let later = if i == 0 { event } else { &causes[i - 1] };
            let (look, observed) = (&seen.looks[i + 1], &seen.observed[i + 1]);
            let clause = self.step(recording, step, observed, later);
            if let Some((_, at)) = told.iter().find(|(other, _)| *other == clause.text) {
                last = *at;
                continue;
            }
            last = sentences.len();
            told.push((clause.text.clone(), last));
            let text = match std::mem::take(&mut skipped) {
                0 if clause.begins_with_name => clause.text,
                0 => sentence(&clause.text),
                1 => format!("One step before, {}", clause.text),
                n => format!("{n} steps before, {}", clause.text),
            };
            let text = format!("{text}{}", self.difference(observed));
            let mut facts = Self::facts(look, observed);
            facts.extend(clause.facts);
            sentences.push(Sentence {
                span: step.span,
                text,
                facts,
            });
        }

        // The last sentence is about the suspect. A value that is enough in one layout of memory may not be in another.
        if !recording.uses_addresses()
            && let Some(needed) = suspect.and_then(|suspect| suspect.needed.as_ref())
            && let Some(last) = sentences.get_mut(last)
        {
            let condition = match needed {
                Needed::Outcome(held) => format!("Had it been {held}"),
                Needed::Value(value) => format!("With {value} there instead"),
                Needed::Omitted => "Without it".to_owned(),
            };
            let _ = write!(last.text, " {condition}, the test would have passed.");
        }
        sentences
    }

    /// The sentence about the failure itself, with the values at that point and the known details.
    fn failure(&self, event: &Step, seen: &Seen, clues: Clues<'_>) -> Sentence {
        let observed = &seen.observed[0];
        let values = values(&observed.values, None, self.sources);
        let (place, text) = (self.line(event.span), self.quoted(event.span));
        let place = place.at_start();
        let end = if clues.message.ends_with('?') && values.is_empty() {
            ""
        } else {
            "."
        };
        let mut text = format!("{place}, {text}: {}{values}{end}", clues.message);
        for detail in clues.details {
            let _ = write!(text, " {}.", sentence(detail));
        }
        // No step of the story may be the comparison in the failing statement.
        let is_told = seen.observed.iter().any(|seen| seen.difference.is_some());
        let compared = match &seen.before {
            Some((_, before)) if !is_told => before,
            _ => observed,
        };
        text.push_str(&self.difference(compared));
        // Values that the statement has not changed itself.
        let facts = seen.before.iter().flat_map(|(look, before)| {
            let same = before.values.iter().filter(|v| observed.values.contains(v));
            let same = Observation {
                values: same.cloned().collect(),
                ..Observation::default()
            };
            let look = Look {
                span: look.end.owner.map_or(look.span, |o| self.span(o.component)),
                ..*look
            };
            Self::facts(&look, &same)
        });
        Sentence {
            span: event.span,
            text,
            facts: facts.collect(),
        }
    }

    /// The value that was stored. A pointer to the variable that does not exist any more at the failure is told as such.
    fn stored(&self, recording: &Recording<'_>, value: &Value) -> String {
        let gone = recording.event().context.local;
        let is_gone = |pointee: &&Pointee| match (&pointee.object, gone) {
            (PointeeObject::Variable { name, function, .. }, Some((owner, slot))) => {
                let owner = &self.program.functions[owner.index()];
                let slots = &owner.slots;
                function.as_ref() == Some(&owner.name)
                    && slots
                        .get(slot.index())
                        .is_some_and(|slot| *slot.name == **name)
            }
            _ => false,
        };
        match value.pointee().filter(is_gone) {
            Some(pointee) => words::pointer(pointee, self.sources),
            None => words::value(value, self.sources),
        }
    }

    /// A sentence about the first difference between two blocks that a statement compared.
    fn difference(&self, observed: &Observation) -> String {
        let Some([a, b]) = &observed.difference else {
            return String::new();
        };
        let part = |part: &ComparedPart| match &part.value {
            Some(value) => format!("`{}` ({})", part.name, words::value(value, self.sources)),
            None => format!("the padding of `{}`", part.name),
        };
        format!(
            " `memcmp` found the first difference in {} and {}.",
            part(a),
            part(b)
        )
    }

    /// For a use of a local variable that does not exist any more: the variable and its function.
    fn gone(&self, recording: &Recording<'_>) -> Option<Sentence> {
        let (function, slot) = recording.event().context.local?;
        let owner = self.program.functions.get(function.index())?;
        let variable = self.program.shapes.functions.get(function.index())?;
        let variable = variable.slots.get(slot.index())?;
        let name = &owner.slots.get(slot.index())?.name;
        let kind = match variable.shape {
            ir::Shape::Array(..) => "array",
            _ => "variable",
        };
        let line = self.line(variable.scope);
        let has_returned = recording.event().context.has_returned;
        let end = if has_returned {
            format!("of {}(), which has returned", owner.name)
        } else {
            "of a block that was left".to_owned()
        };
        Some(Sentence {
            span: variable.scope,
            text: format!("`{name}` ({line}) is a local {kind} {end}."),
            facts: Vec::new(),
        })
    }

    /// The clause about one step back: what the later statement received from this one.
    fn step(
        &self,
        recording: &Recording<'_>,
        step: &Step,
        observed: &Observation,
        later: &Step,
    ) -> Clause {
        let line = self.line(step.span);
        let text = self.quoted(step.span);
        let values = values(&observed.values, None, self.sources);
        let kind = step.of;
        let later_line = self.line(later.span);
        let later_line = later_line.unless(later.span == step.span);
        let is_condition = matches!(kind, Some(ComponentKind::Condition | ComponentKind::Switch));
        let outcome = observed.outcome.as_ref().filter(|_| is_condition);

        // The kind of dependence decides about the sentence; where a value was passed on, what was observed does.
        match (step.kind, outcome) {
            (DependenceKind::Control, None) if is_condition => Clause::at(
                &later_line,
                &format!(" was reached by the way that {text} in {line} chose{values}."),
            ),
            (DependenceKind::Control, outcome) => {
                let time = earlier_time(recording, step);
                let reached = self.reached_by(step.span, outcome, &format!("{time}{values}"));
                Clause::at(&later_line, &reached)
            }
            (DependenceKind::Summary | DependenceKind::Aliased, Some(outcome)) => {
                self.not_taken(recording, step, outcome, &later_line, &values)
            }
            (DependenceKind::Order, _) => {
                Clause::new(format!("before that, {text} in {line} printed{values}."))
            }
            _ => match &observed.written {
                Some(written) => {
                    let name = words::object(written, self.sources);
                    let others = self::values(&observed.values, Some(&written.name), self.sources);
                    Clause::new(if written.value == Value::Indeterminate {
                        format!(
                            "{name} got no value in {line} by {text}: what it is made of was never set{others}."
                        )
                    } else {
                        let value = self.stored(recording, &written.value);
                        let pointee = written.value.pointee();
                        if pointee.is_none_or(|pointee| pointee.life == Life::Live) {
                            format!("{name} was set to {value} in {line} by {text}{others}.")
                        } else {
                            format!("{name} was set in {line} by {text}{others} to {value}.")
                        }
                    })
                }
                None if kind == Some(ComponentKind::Return) => {
                    Clause::at(&line, &format!(" returned that value: {text}{values}."))
                }
                None => Clause::new(format!("the value comes from {text} in {line}{values}.")),
            },
        }
    }

    /// The clause about a branch that was not taken, and that could have changed a value.
    fn not_taken(
        &self,
        recording: &Recording<'_>,
        step: &Step,
        outcome: &Outcome,
        later_line: &Line,
        values: &str,
    ) -> Clause {
        let (line, text) = (self.line(outcome.span), self.quoted(outcome.span));
        let held = outcome.held;
        let (function, pc) = (step.execution.function, step.execution.pc);
        let Some(other) = self.not_run(function, pc, held) else {
            let other = !held;
            return Clause::new(format!(
                "{text} in {line} was {held}{values}; had it been {other}, {later_line} could have seen another value."
            ));
        };
        let span = self.span(other);
        let (what, there) = (self.quoted(span), self.line(span));
        // It may have been executed at another time.
        let mut count = 0;
        recording.show_states(&[step.execution.node], &mut |_, view| {
            count = view.executions(other);
        });
        let again = if count > 0 { " again" } else { "" };
        let facts = if recording.executions_at_end(other) == 0 {
            vec![Fact {
                span,
                execution: None,
                claim: Claim::NotReached,
            }]
        } else {
            Vec::new()
        };
        Clause {
            facts,
            ..Clause::new(format!(
                "{text} in {line} was {held}{values}, so {what} in {there} did not run{again}."
            ))
        }
    }

    /// The rest of a clause about what caused a line to be reached: a condition and its outcome, or else a call or the
    /// like.
    fn reached_by(&self, by: Span, outcome: Option<&Outcome>, values: &str) -> String {
        let line = self.line(by);
        match outcome {
            Some(outcome) => {
                let (text, held) = (self.quoted(outcome.span), outcome.held);
                format!(" was reached because {text} in {line} was {held}{values}.")
            }
            None => {
                let text = self.quoted(by);
                format!(" was reached through {text} in {line}{values}.")
            }
        }
    }

    /// The place of an instruction.
    fn span_at(&self, function: FnId, pc: Pc) -> Span {
        let spans = &self.program.functions[function.index()].spans;
        spans.get(pc as usize).copied().unwrap_or_default()
    }

    /// Place of a component.
    fn span(&self, component: CompId) -> Span {
        self.program.components[component.index()].span
    }

    fn span_of(&self, e: &Execution) -> Span {
        let own = e.owner.map(|owner| self.span(owner.component));
        own.unwrap_or_else(|| self.span_at(e.function, e.pc))
    }

    fn line(&self, span: Span) -> Line {
        let number = self.sources.line_col(span).0;
        let file = self.sources.file(span.file);
        let file = file.filter(|_| span.file != self.home);
        Line(match file {
            Some(file) => {
                let name = file.path.rsplit('/').next().unwrap_or(&file.path);
                Named::File(format!("{name}:{number}"))
            }
            None => Named::Line(number),
        })
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

/// A line in a sentence.
struct Line(Named);

enum Named {
    /// A line of the main file: `line 12`.
    Line(u32),
    /// A line of another file: `list.c:12`.
    File(String),
    /// The line that the sentence is about.
    It,
}

impl Line {
    /// `it` if the sentence already names the line.
    fn unless(self, is_told: bool) -> Line {
        if is_told { Line(Named::It) } else { self }
    }

    /// The line at the beginning of a sentence; names of files keep their case.
    fn at_start(&self) -> String {
        match &self.0 {
            Named::File(name) => name.clone(),
            _ => sentence(&self.to_string()),
        }
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Named::Line(number) => write!(f, "line {number}"),
            Named::File(name) => f.write_str(name),
            Named::It => f.write_str("it"),
        }
    }
}

/// A sentence that may follow an introduction.
struct Clause {
    text: String,
    /// Whether a name begins it, which keeps its case.
    begins_with_name: bool,
    /// Facts that the observation does not contain.
    facts: Vec<Fact>,
}

impl Clause {
    fn new(text: String) -> Clause {
        Clause {
            text,
            begins_with_name: false,
            facts: Vec::new(),
        }
    }

    /// A clause that begins with a line.
    fn at(line: &Line, rest: &str) -> Clause {
        Clause {
            text: format!("{line}{rest}"),
            begins_with_name: matches!(line.0, Named::File(_)),
            facts: Vec::new(),
        }
    }
}

/// ` the 1st time`, of a statement that was executed again before the failure.
fn earlier_time(recording: &Recording<'_>, step: &Step) -> String {
    match step.execution.owner {
        Some(owner) if owner.execution < recording.executions_at_end(owner.component) => {
            format!(" the {} time", words::ordinal(owner.execution as usize))
        }
        _ => String::new(),
    }
}
