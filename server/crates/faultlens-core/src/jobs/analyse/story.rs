//! The causal story of one failing test, and answers to questions about it, from its recorded run.

use std::path::Path;

use eval::ChoiceSource;
use exec::Control as _;
use exec::run::{Failure, TestOutcome, prepare};
use explain::causes::{self, Causes, Clues, Needed, Sentence, Suspect, TraceLine};
use explain::{Claim, Fact, Moment};
use harness::Test;
use ir::{CompId, ComponentKind, Program};
use syntax::Span;
use trace::{NameScope, NotRecorded, ProgramFacts, Recording, RecordingLimits, Value};

use super::Job;
use super::explain::point;
use super::run::{Outside, Ready, core_options, failure_line, unity_values};
use crate::jobs::convert::Names;
use crate::jobs::protocol::{Explaining, JobKind, Why};
use crate::model::{
    self, Diagnosis, ExplainReport, ExplainStatus, FactKind, FactMoment, ShortLine, StorySentence,
};

/// Work budget for finding the suspects of a story, in instructions: it takes about a fifth of a second.
const WORK: u64 = 8_000_000;
/// Instructions of a non-terminating run that are recorded for a story.
const ENDLESS: u64 = 1_000_000;
/// Part of the time limit that a story may take.
const SHARE: f64 = 0.3;
/// Part of the time limit in which suspects are searched for.
const SEARCH: f64 = 0.1;

/// Reason why a run was not recorded.
pub(super) enum NoRecording {
    /// The test cannot be prepared; the reason is a sentence.
    Unprepared(String),
    /// The run could not be recorded.
    Run(NotRecorded),
}

impl Job<'_> {
    /// Runs a failing test again, records it and inspects the recording.
    pub(super) fn recorded<T>(
        &self,
        ready: &Ready<'_>,
        test: &Test,
        failure: &Failure,
        look: impl FnOnce(&Recording<'_>) -> T,
    ) -> Result<T, NoRecording> {
        let prepared = prepare(ready.program, &self.spec.options.entry, test);
        let prepared = prepared.map_err(NoRecording::Unprepared)?;
        let outside = self.outside();
        let is_story = self.spec.kind == JobKind::Explain;
        let facts = ProgramFacts::new(ready.program);
        let mut start = prepared.start.clone();
        start.leaks = self.spec.options.leaks;
        let run = trace::Test {
            start: &start,
            goal: &prepared.goal,
            relaxed: ChoiceSource::Nothing,
        };
        let limits = RecordingLimits {
            // Code with components has more instructions than the code that the test ran on, but it does end.
            steps: match failure {
                Failure::NoEnd(_) if is_story => ENDLESS,
                Failure::NoEnd(_) => core_options(&self.spec.options).step_limit,
                _ => u64::MAX,
            },
            ..RecordingLimits::default()
        };
        let goes_on =
            || outside.stop_reason().is_none() && !(is_story && self.control.is_late(SHARE));
        let recording = trace::record(&facts, &run, limits, &goes_on);
        recording
            .map(|recording| look(&recording))
            .map_err(NoRecording::Run)
    }

    /// The causes of a test's failure in a few sentences and in a short trace, and the place of the failure; all empty
    /// if its run cannot be recorded.
    pub(super) fn story(
        &self,
        ready: &Ready<'_>,
        test: &Test,
        failure: &Failure,
        message: &str,
    ) -> (Vec<StorySentence>, Vec<ShortLine>, Option<Span>) {
        // The story of a non-terminating run is about its loop; a search for suspects would take as long as the run.
        let suspects = match failure {
            Failure::NoEnd(_) => Vec::new(),
            _ => self.suspects(ready, test),
        };
        self.phase("story");
        let told = self.recorded(ready, test, failure, |recording| {
            let rest = ready.names().rest(&recording.event().context);
            let details: Vec<String> = rest.into_iter().collect();
            causes::causes(
                ready.program,
                ready.sources(),
                recording,
                Clues {
                    suspects: &suspects,
                    message,
                    details: &details,
                },
            )
        });
        let Causes { story, trace } = told.unwrap_or_default();
        let at = story.first().map(|sentence| sentence.span);
        (placed(ready, story), lines(ready, trace), at)
    }

    /// Answers a question about the run of a failing test.
    pub(super) fn answered(
        &self,
        ready: &Ready<'_>,
        test: &Test,
        ran: &TestOutcome,
        failure: &Failure,
        why: &Why,
    ) -> ExplainReport {
        let Why { file, line, name } = why;
        let names = ready.names();
        let wanted = |span: Span| {
            let path = names.file(span.file);
            let is_file = file.as_ref().map_or(span.file.0 == 0, |file| {
                Path::new(&path).ends_with(file) || Path::new(file).ends_with(&path)
            });
            span != Span::default() && is_file && names.line(span) == *line
        };
        let (message, _) = failure_line(ready, failure, unity_values(ready, ran).as_ref());
        let told = self.recorded(ready, test, failure, |recording| {
            let told = causes::why(
                ready.program,
                ready.sources(),
                recording,
                &wanted,
                name.as_deref(),
            );
            (told, recording.event().span)
        });
        let empty = |reason: &str| {
            let status = ExplainStatus::Unanalysable;
            ExplainReport::empty(self.file.clone(), status, Some(reason.to_owned()))
        };
        let mut report = match told {
            Err(_) => empty("its run could not be recorded"),
            Ok((told, _)) if told.is_empty() => empty("no statement begins on this line"),
            Ok((told, span)) => {
                let status = ExplainStatus::Explained;
                let mut report = ExplainReport::empty(self.file.clone(), status, None);
                report.failure = Some(point(ready, span, message));
                report.story = placed(ready, told);
                report.facts = model::all_facts(&report.story, &[]);
                report
            }
        };
        report.test = Some(test.id.clone());
        report
    }

    /// The suspected statements, the strongest first: those of an earlier search, or else of a short one.
    fn suspects(&self, ready: &Ready<'_>, test: &Test) -> Vec<Suspect> {
        let own;
        let sets = match &self.spec.explain.found {
            Some(sets) => sets,
            None => {
                own = self.found_briefly(ready, test);
                &own
            }
        };
        let of_set = |set| suspects_of(set, ready.program, &test.id);
        sets.iter().flat_map(of_set).collect()
    }

    /// The results of a short search.
    fn found_briefly(&self, ready: &Ready<'_>, test: &Test) -> Vec<Diagnosis> {
        self.phase("suspects");
        let mut options = core_options(&self.spec.options);
        options.work = Some(options.work.map_or(WORK, |work| work.min(WORK)));
        let mut session =
            localize::Session::new(ready.parse, ready.program, ready.tests(), options);
        let briefly = Briefly {
            job: self,
            outside: self.outside(),
        };
        let report = session.localize(&briefly, &mut |_| {});
        let names = Names {
            added: &report.added,
            ..ready.names()
        };
        let tests = ready.tests();
        let is_own = |set: &&localize::report::Diagnosis| {
            let group = report.groups.get(set.group);
            let mut ids = group.into_iter().flat_map(|group| &group.tests);
            ids.any(|at| tests.get(*at).is_some_and(|t| t.id == test.id))
        };
        let sets = report.diagnoses.iter().filter(is_own);
        sets.take(Explaining::MOST_SETS)
            .map(|set| names.diagnosis(set))
            .collect()
    }
}

/// The statements of a set that the story of a test may lead to.
fn suspects_of<'a>(
    set: &'a Diagnosis,
    program: &'a Program,
    test: &'a str,
) -> impl Iterator<Item = Suspect> + 'a {
    set.components.iter().filter_map(move |component| {
        let id = CompId(component.id);
        // Insertions were not executed, and components from another text do not count.
        let kind = program.components.get(id.index())?;
        if (kind.span.start, kind.span.end) != (component.start, component.end) {
            return None;
        }
        let values = component.values.iter().filter(|value| value.test == test);
        let mut values = values.filter(|value| !value.is_kept());
        let value = values.next();
        let needed = value.map(|value| match value.needs.as_str() {
            "true" => Needed::Outcome(true),
            "false" => Needed::Outcome(false),
            "skipped" | "not taken" => Needed::Omitted,
            value => Needed::Value(value.to_owned()),
        });
        // Changing an input would mean another test.
        let is_input = kind.kind == ComponentKind::Input;
        let is_one = values.next().is_none() && set.components.len() == 1 && !is_input;
        Some(Suspect {
            component: id,
            execution: value.map(|value| value.execution),
            needed: needed.filter(|_| is_one),
        })
    })
}

/// Control of a search that ends early.
struct Briefly<'a> {
    job: &'a Job<'a>,
    outside: Outside<'a>,
}

impl exec::Control for Briefly<'_> {
    fn stop_reason(&self) -> Option<String> {
        let is_over = self.job.control.is_late(SEARCH);
        let own = || is_over.then(|| "a short search is over".to_owned());
        self.outside.stop_reason().or_else(own)
    }

    fn phase(&self, _: &'static str) {}
}

impl localize::Control for Briefly<'_> {
    fn interrupt(&self) -> smt::Interrupt {
        localize::Control::interrupt(&self.outside)
    }

    fn is_memory_tight(&self) -> bool {
        localize::Control::is_memory_tight(&self.outside)
    }
}

/// The short trace, with the places of its lines.
fn lines(ready: &Ready<'_>, trace: Vec<TraceLine>) -> Vec<ShortLine> {
    let names = ready.names();
    let line = |line: TraceLine| {
        let [(first, column), (end_line, end_column)] = names.extent(line.span);
        ShortLine {
            file: names.file(line.span.file),
            line: first,
            column,
            end_line,
            end_column,
            text: ready.sources().text(line.span).to_owned(),
            times: line.times,
            told: line.told,
            facts: facts(ready, &line.facts),
        }
    };
    trace.into_iter().map(line).collect()
}

/// Facts with their places.
fn facts(ready: &Ready<'_>, facts: &[Fact]) -> Vec<model::Fact> {
    let names = ready.names();
    let fact = |fact: &Fact| {
        let [(line, column), (end_line, end_column)] = names.extent(fact.span);
        let text = |value: &Value| match value {
            Value::Indeterminate => "indeterminate".to_owned(),
            value => {
                let constant = value.constant();
                constant.unwrap_or_else(|| causes::value(value, ready.sources()))
            }
        };
        let mut told = model::Fact {
            file: names.file(fact.span.file),
            line,
            column,
            end_line,
            end_column,
            execution: fact.execution,
            kind: FactKind::NotReached,
            object: None,
            value: None,
            moment: None,
            frame: None,
        };
        match &fact.claim {
            Claim::Value {
                object,
                value,
                moment,
            } => {
                told.kind = FactKind::Value;
                told.object = Some(object.clone());
                told.value = Some(text(value));
                told.moment = Some(match moment {
                    Moment::Before => FactMoment::Before,
                    Moment::After => FactMoment::After,
                });
                told.frame = Some("here".to_owned());
            }
            Claim::Wrote {
                object,
                value,
                scope,
            } => {
                told.kind = FactKind::Wrote;
                told.object = Some(object.clone());
                told.value = Some(text(value));
                told.moment = Some(FactMoment::After);
                told.frame = Some(match scope {
                    NameScope::Here => "here".to_owned(),
                    NameScope::Caller(function) => {
                        let caller = &ready.program.functions[function.index()];
                        format!("caller:{}", caller.name)
                    }
                    NameScope::Nowhere => "nowhere".to_owned(),
                });
            }
            Claim::Outcome(held) => {
                told.kind = FactKind::Outcome;
                told.value = Some(held.to_string());
            }
            Claim::Executions(count) => {
                told.kind = FactKind::Executions;
                told.value = Some(count.to_string());
            }
            Claim::NotReached => {}
        }
        told
    };
    facts.iter().map(fact).collect()
}

/// Sentences with their places.
fn placed(ready: &Ready<'_>, sentences: Vec<Sentence>) -> Vec<StorySentence> {
    let place = |sentence: Sentence| {
        let (line, column) = ready.sources().line_col_chars(sentence.span);
        StorySentence {
            file: ready.names().file(sentence.span.file),
            line,
            column,
            text: sentence.text,
            facts: facts(ready, &sentence.facts),
        }
    };
    sentences.into_iter().map(place).collect()
}
