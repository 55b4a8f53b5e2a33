//! Answers single questions: why a variable has its value at a place, why a place was reached, and why it was not.

use ::trace::{EventKind, Execution, Recording};
use ir::{FnId, Pc, Program};
use syntax::{Sources, Span};

use super::observe::{Look, Observation};
use super::words::{self, values};
use super::{Sentence, Teller};
use crate::facts::{Claim, Fact, Moment};

/// Explains why a variable has its value at the last execution of a place, or why the place was not reached: the
/// answer, followed by its causes, each of them a query of its own. `place` selects components and instructions; `name`
/// is a text that names something there.
pub fn why(
    program: &Program,
    sources: &Sources,
    recording: &Recording<'_>,
    place: &dyn Fn(Span) -> bool,
    name: Option<&str>,
) -> Vec<Sentence> {
    let teller = Teller::new(program, sources, recording);
    let at = |e: &Execution| {
        e.owner
            .is_some_and(|owner| place(teller.span(owner.component)))
    };
    let Some(found) = recording.last(&at) else {
        return teller.not_reached(recording, place);
    };
    // The execution begins with its first node.
    let first = recording.first_of(&found);
    match name {
        Some(name) => teller.value(recording, &first, name),
        None => {
            let told = teller.reached(recording, &first);
            if told.is_empty() {
                let span = teller.span_of(&first);
                let line = teller.line(span).at_start();
                let text = format!("{line} was reached: no branch decides that.");
                return vec![Sentence {
                    span,
                    text,
                    facts: Vec::new(),
                }];
            }
            told
        }
    }
}

impl Teller<'_> {
    /// Explains the value of a variable before an execution.
    fn value(&self, recording: &Recording<'_>, at: &Execution, name: &str) -> Vec<Sentence> {
        let (mut named, mut writer) = (None, None);
        let span = self.span_of(at);
        recording.show_states(&[at.node], &mut |_, view| {
            let view = view.within(span);
            named = view.named(name);
            writer = view.writer(name);
        });
        let line = self.line(span);
        let Some(named) = named else {
            let text = format!("`{name}` names nothing that can be read in {line}.");
            return vec![Sentence {
                span,
                text,
                facts: Vec::new(),
            }];
        };
        let value = words::value(&named.value, self.sources);
        let own = at.owner.map(|owner| Fact {
            span,
            execution: Some(owner.execution),
            claim: Claim::Value {
                object: named.name.clone(),
                value: named.value.clone(),
                moment: Moment::Before,
            },
        });
        let Some(writer) = writer.and_then(|node| recording.execution(node)) else {
            let text =
                format!("In {line} `{name}` is {value}: it has been so since it began to exist.");
            return vec![Sentence {
                span,
                text,
                facts: own.into_iter().collect(),
            }];
        };
        let from = self.span_of(&writer);
        let first = recording.first_of(&writer);
        let (look, seen) = self.observation(recording, &first, &writer);
        let values = values(&seen.values, Some(&named.name), self.sources);
        let text = format!(
            "In {line} `{name}` is {value}: set in {} by {}{values}.",
            self.line(from),
            self.quoted(from)
        );
        let mut told = vec![Sentence {
            span: from,
            text,
            facts: own.into_iter().chain(Self::facts(&look, &seen)).collect(),
        }];
        told.extend(self.reached(recording, &first));
        told
    }

    /// Explains why an execution took place.
    fn reached(&self, recording: &Recording<'_>, at: &Execution) -> Vec<Sentence> {
        let line = self.line(self.span_of(at));
        let Some(control) = recording
            .execution(at.control)
            .filter(|c| c.node != at.node)
        else {
            return Vec::new();
        };
        let first = recording.first_of(&control);
        let (look, seen) = self.observation(recording, &first, &control);
        let values = values(&seen.values, None, self.sources);
        let span = self.span_of(&control);
        let reached = self.reached_by(span, seen.outcome.as_ref(), &values);
        vec![Sentence {
            span,
            text: format!("{}{reached}", line.at_start()),
            facts: Self::facts(&look, &seen),
        }]
    }

    /// Explains why a place was never executed.
    fn not_reached(
        &self,
        recording: &Recording<'_>,
        place: &dyn Fn(Span) -> bool,
    ) -> Vec<Sentence> {
        let functions = (0..).zip(&self.program.functions);
        let found = functions.into_iter().find_map(|(f, function)| {
            let at = function.spans.iter().position(|span| place(*span))?;
            Some((FnId(f), at as Pc, function.spans[at]))
        });
        let Some((function, pc, span)) = found else {
            return Vec::new();
        };
        let line = self.line(span).at_start();
        let answer = |span, text: String, facts| vec![Sentence { span, text, facts }];
        // What ran before the recorded part of a run is known only by its number.
        let component = self.component_at(span);
        if component.is_some_and(|component| recording.executions_at_end(component) > 0) {
            let text =
                format!("{line} was reached, but too long before the failure to be recorded.");
            return answer(span, text, Vec::new());
        }
        let mut facts: Vec<Fact> = component
            .map(|component| Fact {
                span: self.span(component),
                execution: None,
                claim: Claim::NotReached,
            })
            .into_iter()
            .collect();
        // A wrong output ends what is known of the run, not the run.
        let event = recording.event();
        let is_output = matches!(event.kind, EventKind::Output { .. });
        let there = self.line(event.span);
        let before = if is_output {
            format!(" before the first wrong output, in {there},")
        } else {
            String::new()
        };
        if recording.last(&|e| e.function == function).is_none() {
            let name = &self.program.functions[function.index()].name;
            let text = if recording.is_partial() {
                format!("{line} was not reached.")
            } else if is_output {
                format!(
                    "{line} was not reached before the first wrong output, in {there}: `{name}` was not called."
                )
            } else {
                format!("{line} was not reached: `{name}` was not called.")
            };
            return answer(span, text, facts);
        }
        let Some(past) = recording.led_past(function, pc) else {
            let text = if is_output {
                format!(
                    "{line} comes after the first wrong output, in {there}: the run is followed to there."
                )
            } else {
                format!("{line} was not reached: the run ended in {there}.")
            };
            return answer(span, text, facts);
        };
        let from = self.span_of(&past);
        let (look, seen) = self.observation(recording, &recording.first_of(&past), &past);
        let values = values(&seen.values, None, self.sources);
        facts.extend(Self::facts(&look, &seen));
        let there = self.line(from);
        let text = match &seen.outcome {
            Some(outcome) => {
                let (text, held) = (self.quoted(outcome.span), outcome.held);
                format!(
                    "{line} was not reached{before} because {text} in {there} was {held}{values}."
                )
            }
            None => {
                let text = self.quoted(from);
                format!(
                    "{line} was not reached{before} because of where {text} in {there} led{values}."
                )
            }
        };
        answer(from, text, facts)
    }

    /// The component that begins at a place, or is there.
    fn component_at(&self, span: Span) -> Option<ir::CompId> {
        let components = (0..).map(ir::CompId).zip(&self.program.components);
        let here = components.filter(|(_, component)| component.span.encloses(span));
        let smallest = here.min_by_key(|(_, component)| component.span.end - component.span.start);
        smallest.map(|(id, _)| id)
    }

    /// Observes an execution of a statement, beginning with its first node.
    fn observation(
        &self,
        recording: &Recording<'_>,
        first: &Execution,
        last: &Execution,
    ) -> (Look, Observation) {
        let look = Look {
            begin: first.node,
            end: *last,
            reader: None,
            span: self.span_of(first),
            shows_input: false,
        };
        (look, self.observed(recording, &[look]).remove(0))
    }
}
