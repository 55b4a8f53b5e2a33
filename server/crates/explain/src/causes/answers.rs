//! Answers single questions: why a variable has its value at a place, why a place was reached, and why it was not.

use ::trace::{Execution, Recording};
use ir::{FnId, Pc, Program};
use syntax::{Sources, Span};

use super::observe::{Look, Observation};
use super::words::{capital, values, without};
use super::{Sentence, Teller};

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
                let line = capital(&teller.line(span));
                let text = format!("{line} was reached: no branch decides that.");
                return vec![Sentence { span, text }];
            }
            told
        }
    }
}

impl Teller<'_> {
    /// Explains the value of a variable before an execution.
    fn value(&self, recording: &Recording<'_>, at: &Execution, name: &str) -> Vec<Sentence> {
        let (mut value, mut writer) = (None, None);
        recording.show_states(self.sources, &[at.node], &mut |_, view| {
            value = view.value(name);
            writer = view.writer(name);
        });
        let span = self.span_of(at);
        let line = self.line(span);
        let Some(value) = value else {
            let text = format!("`{name}` names nothing that can be read in {line}.");
            return vec![Sentence { span, text }];
        };
        let Some(writer) = writer.and_then(|node| recording.execution(node)) else {
            let text =
                format!("In {line} `{name}` is {value}: it has been so since it began to exist.");
            return vec![Sentence { span, text }];
        };
        let from = self.span_of(&writer);
        let first = recording.first_of(&writer);
        let values = without(&self.observation(recording, &first, &writer).before, name);
        let text = format!(
            "In {line} `{name}` is {value}: set in {} by {}{values}.",
            self.line(from),
            self.quoted(from)
        );
        let mut told = vec![Sentence { span: from, text }];
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
        let span = self.span_of(&control);
        let seen = self.observation(recording, &recording.first_of(&control), &control);
        let text = capital(&self.reached_by(&line, span, seen.held, &values(&seen.before)));
        vec![Sentence { span, text }]
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
        let line = self.line(span);
        let name = &self.program.functions[function.index()].name;
        if recording.last(&|e| e.function == function).is_none() {
            let text = format!(
                "{} was not reached: `{name}` was not called.",
                capital(&line)
            );
            return vec![Sentence { span, text }];
        }
        let Some(past) = recording.led_past(function, pc) else {
            let text = format!("{} was not reached: the run ended before.", capital(&line));
            return vec![Sentence { span, text }];
        };
        let from = self.span_of(&past);
        let seen = self.observation(recording, &recording.first_of(&past), &past);
        let values = values(&seen.before);
        let (there, text) = (self.line(from), self.quoted(from));
        let text = match seen.held {
            Some(held) => {
                format!("{line} was not reached because {text} in {there} was {held}{values}.")
            }
            None => {
                format!("{line} was not reached because of where {text} in {there} led{values}.")
            }
        };
        let text = capital(&text);
        vec![Sentence { span: from, text }]
    }

    /// Observes an execution of a statement, beginning with its first node.
    fn observation(
        &self,
        recording: &Recording<'_>,
        first: &Execution,
        last: &Execution,
    ) -> Observation {
        let look = Look {
            first: first.node,
            last: last.node,
            function: last.function,
            pc: last.pc,
            span: self.span_of(first),
            // For input, too, show the earlier values.
            kind: None,
        };
        self.observed(recording, &[look]).remove(0)
    }
}
