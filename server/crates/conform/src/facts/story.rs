//! What the product tells about failing tests: in a worker process, which is this program again.

use std::collections::{BTreeMap, BTreeSet};

use faultlens_core::jobs::{Event, JobKind, JobSpec, LinkedSource, Report, Why, Worker};
use faultlens_core::model::{ExplainReport, Outcome as TestOutcome, RunStep};
use serde::{Deserialize, Serialize};

use super::check::Failure;
use super::fact::{Fact, FactKind, Moment};
use super::program::Program;
use crate::Outcome;

/// Time limit of a job in seconds. The story takes the smaller part of it; the rest is for proofs, which nobody reads
/// here.
const PATIENCE: f64 = 60.0;

/// The view of a run that tells a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum View {
    /// Story and short trace.
    Story,
    /// Answers to questions about lines.
    Answers,
    /// The run, statement by statement.
    Run,
}

impl View {
    pub(super) const ALL: [View; 3] = [View::Story, View::Answers, View::Run];
}

/// How much is asked beside the story.
#[derive(Debug, Clone, Copy)]
pub(super) struct Questions {
    /// Lines about which questions are asked.
    pub(super) lines: usize,
    /// Statements of the run whose values are looked at.
    pub(super) steps: usize,
}

/// What the product tells about a failing test.
pub(super) struct Story {
    pub(super) facts: Vec<(View, Fact)>,
    /// Number of sentences of the story, and of lines of the short trace.
    pub(super) sentences: usize,
    pub(super) failure: Failure,
}

/// The part of a report with facts.
#[derive(Deserialize)]
struct FactsOfReport {
    #[serde(default)]
    facts: Vec<Fact>,
}

/// Names of the tests that fail, at most `most`.
pub(super) fn failing_tests(program: &Program, most: usize) -> Outcome<Vec<String>> {
    let Report::Test(report) = report(&spec(JobKind::Test, program)?)? else {
        return Err("the tests were not run".to_owned());
    };
    let tests = report.tests.into_iter();
    let failed = tests.filter(|test| test.outcome == TestOutcome::Fail);
    Ok(failed.map(|test| test.id).take(most).collect())
}

/// Tells the story of a failing test.
pub(super) fn story(program: &Program, test: &str, asked: Questions) -> Outcome<Story> {
    let report = explained(program, test, None)?;
    if report.story.is_empty() {
        let why = report.reason;
        return Err(why.unwrap_or_else(|| "there is no story".to_owned()));
    }
    let mut all = BTreeMap::from([(View::Story, facts(&report)?)]);

    // The run, and questions about some of its lines and some others.
    if asked.lines + asked.steps > 0 {
        let (steps, is_whole) = run(program, test)?;
        let main = program.main();
        for why in questions(&steps, &main.to_string_lossy(), asked.lines) {
            let answer = explained(program, test, Some(why))?;
            all.entry(View::Answers)
                .or_default()
                .extend(facts(&answer)?);
        }
        if is_whole {
            all.insert(View::Run, values(&steps, asked.steps));
        }
    }
    let mut told = Vec::new();
    for (view, facts) in all {
        for mut fact in facts {
            fact.file = program.name_of(&fact.file);
            told.push((view, fact));
        }
    }
    Ok(Story {
        facts: told,
        sentences: report.story.len() + report.short_trace.len(),
        failure: report
            .failure
            .map_or_else(Failure::default, |failure| Failure {
                file: program.name_of(&failure.file),
                line: failure.line,
                column: failure.column,
                stdout: report.stdout,
            }),
    })
}

fn explained(program: &Program, test: &str, why: Option<Why>) -> Outcome<ExplainReport> {
    let mut spec = spec(JobKind::Explain, program)?;
    spec.explain.test = Some(test.to_owned());
    spec.explain.why = why;
    match report(&spec)? {
        Report::Explain(report) => Ok(report),
        _ => Err("the test was not explained".to_owned()),
    }
}

/// The facts of a report, each once.
fn facts(report: &impl Serialize) -> Outcome<Vec<Fact>> {
    let json = serde_json::to_value(report).map_err(|error| error.to_string())?;
    let read = FactsOfReport::deserialize(json).map_err(|error| format!("facts: {error}"))?;
    let mut facts = Vec::new();
    for fact in read.facts {
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
    Ok(facts)
}

/// The statements of a run, and whether these are all.
fn run(program: &Program, test: &str) -> Outcome<(Vec<RunStep>, bool)> {
    let mut spec = spec(JobKind::Trace, program)?;
    spec.explain.test = Some(test.to_owned());
    spec.explain.run = true;
    match report(&spec)? {
        Report::Trace(report) => Ok((report.run, !report.run_before)),
        _ => Err("the run was not recorded".to_owned()),
    }
}

/// Questions why lines were reached, why not, and why variables have their values there.
fn questions(steps: &[RunStep], main: &str, most: usize) -> Vec<Why> {
    let last = steps.iter().map(|step| step.line).max().unwrap_or(1);
    let own = steps.iter().filter(|step| main.ends_with(&step.file));
    let named: BTreeMap<u32, Option<&String>> =
        own.map(|step| (step.line, step.changed.first())).collect();
    let lines = spread((1..=last).collect(), most);
    let why = |line: u32| Why {
        file: None,
        line,
        name: named.get(&line).copied().flatten().cloned(),
    };
    lines.into_iter().map(why).collect()
}

/// The values before some steps of a run that is whole.
fn values(steps: &[RunStep], most: usize) -> Vec<Fact> {
    let mut counts = BTreeMap::new();
    let mut numbered = Vec::new();
    for step in steps {
        let place = (
            &step.file,
            step.line,
            step.column,
            step.end_line,
            step.end_column,
        );
        let count = counts.entry(place).or_insert(0);
        *count += 1;
        numbered.push((step, *count));
    }
    // The last one is the failure.
    let failure = numbered.last().copied();
    let mut facts = Vec::new();
    for (step, execution) in spread(numbered, most).into_iter().chain(failure) {
        // What is hidden by a variable of the same name cannot be named.
        let names: BTreeSet<_> = step.values.iter().map(|value| &value.name).collect();
        let seen = step
            .values
            .iter()
            .filter(|_| names.len() == step.values.len());
        facts.extend(seen.map(|seen| Fact {
            file: step.file.clone(),
            line: step.line,
            column: step.column,
            end_line: step.end_line,
            end_column: step.end_column,
            execution: Some(execution),
            kind: FactKind::Value,
            object: Some(seen.name.clone()),
            value: seen.value.clone().into(),
            moment: Some(Moment::Before),
            frame: None,
        }));
    }
    facts
}

/// At most `most` elements, at equal distances.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let distance = all.len().div_ceil(most.max(1)).max(1);
    all.into_iter().step_by(distance).take(most).collect()
}

fn spec(kind: JobKind, program: &Program) -> Outcome<JobSpec> {
    let main = program.main();
    let mut spec = JobSpec::new(kind, &main);
    spec.linked = LinkedSource::beside(&main, None).map_err(|error| error.to_string())?;
    spec.options.timeout = PATIENCE;
    Ok(spec)
}

/// Result of a job.
fn report(spec: &JobSpec) -> Outcome<Report> {
    let worker = Worker::this_program().map_err(|error| error.to_string())?;
    let job = worker.with_only_the_last(true).spawn(spec);
    let job = job.map_err(|error| error.to_string())?;
    match job.events.iter().last() {
        Some(Event::Done { report }) => Ok(*report),
        Some(Event::Failed { message, .. }) => Err(message),
        _ => Err("the worker did not answer".to_owned()),
    }
}
