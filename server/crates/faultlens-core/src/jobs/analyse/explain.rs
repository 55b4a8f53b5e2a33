//! The explanation of one failing test.

use std::collections::BTreeMap;
use std::slice;

use eval::TrapKind;
use exec::Control as _;
use exec::run::{Failure, TestOutcome, Verdict, prepare};
use explain::error_trace::{NeededValue, Role, Statement};
use explain::trace::{Flow, NoTrace, TraceLimits};
use explain::{Explanation, Question};
use harness::Test;
use localize::Control as _;
use syntax::Span;
use trace::DependenceKind;

use super::run::{Ready, core_options, failure_line, ignored, undecided, unity_values};
use super::{Job, LAYOUT, NoAnswer};
use crate::jobs::control::peak_memory_mb;
use crate::model::{
    self, ExplainReport, ExplainStatus, FailurePoint, ShortLine, StatementKind, StorySentence,
};

/// Part of the time limit in which invariants are made as general as possible; the rest is for proving them.
const UNHURRIED: f64 = 0.25;
/// Assumptions of proofs.
const ADDRESSES: &str = "array indices and pointers are taken as in this run";
const LIFETIMES: &str = "memory is freed when it was in this run";
/// Most queries of the search for invariants.
const CHECKS: u64 = 200_000;

/// The tests that a user means by a name: one, or all test functions that have it in different files.
pub(super) fn requested<'t>(tests: &'t [Test], name: &str) -> Result<Vec<&'t Test>, String> {
    let exactly = tests.iter().find(|test| test.id == name);
    let found: Vec<&Test> = match exactly {
        Some(test) => vec![test],
        None => tests.iter().filter(|test| test.is_called(name)).collect(),
    };
    if found.is_empty() {
        return Err(format!("there is no test {name}"));
    }
    Ok(found)
}

impl Job<'_> {
    /// Runs the test and explains its failure.
    pub(super) fn explain(&mut self, ready: &Ready<'_>) -> Result<ExplainReport, NoAnswer> {
        let mut report = match self.failing(ready)? {
            None => ExplainReport::empty(self.file.clone(), ExplainStatus::Passes, None),
            Some((test, ran)) => self.explain_test(ready, test, &ran),
        };
        report.test = report.test.or_else(|| self.spec.explain.test.clone());
        report.problems = self.take_problems();
        let time_ms = self.now();
        report.stats.time_ms = time_ms;
        report.stats.phases_ms = self.phases().end(time_ms);
        report.stats.peak_memory_mb = peak_memory_mb();
        Ok(report)
    }

    /// The requested test, or the first that fails; `None` if it passes.
    pub(super) fn failing<'r>(
        &self,
        ready: &Ready<'r>,
    ) -> Result<Option<(&'r Test, TestOutcome)>, NoAnswer> {
        let tests = ready.tests();
        let session = |asked: &'r [Test]| {
            let options = core_options(&self.spec.options);
            localize::Session::new(ready.parse, ready.program, asked, options)
        };
        let Some(name) = &self.spec.explain.test else {
            let mut session = session(tests);
            let found = session.first_failing(&self.outside());
            let found = found.map_err(|_| self.stop_reason())?;
            return Ok(found.map(|(at, ran)| (&tests[at], ran.clone())));
        };
        for test in requested(tests, name)? {
            let mut session = session(slice::from_ref(test));
            let ran = session.run_tests(&self.outside()).first().cloned();
            let ran = ran.ok_or_else(|| self.stop_reason())?;
            if ran.verdict != Verdict::Pass {
                return Ok(Some((test, ran)));
            }
        }
        Ok(None)
    }

    /// The story of a failing test, its short trace and the place of the failure; all empty if it does not fail.
    pub(super) fn story_of(
        &self,
        ready: &Ready<'_>,
        test: &Test,
        ran: &TestOutcome,
    ) -> (Vec<StorySentence>, Vec<ShortLine>, Option<Span>) {
        match &ran.verdict {
            Verdict::Fail(failure) => {
                let (message, _) = failure_line(ready, failure, unity_values(ready, ran).as_ref());
                self.story(ready, test, failure, &message)
            }
            _ => (Vec::new(), Vec::new(), None),
        }
    }

    fn explain_test(&self, ready: &Ready<'_>, test: &Test, ran: &TestOutcome) -> ExplainReport {
        let names = ready.names();
        let empty = |status, reason| ExplainReport::empty(self.file.clone(), status, reason);
        if let (Verdict::Fail(failure), Some(why)) = (&ran.verdict, &self.spec.explain.why) {
            return self.answered(ready, test, ran, failure, why);
        }
        // The story comes first, because proving may take all the remaining time.
        let (story, short_trace, at) = self.story_of(ready, test, ran);
        let mut report = match &ran.verdict {
            Verdict::Pass => empty(ExplainStatus::Passes, None),
            Verdict::Ignored { reason, span } => {
                let reason = ignored(reason);
                let mut report = empty(ExplainStatus::Unanalysable, Some(reason));
                report.reason_line = names.line_here(*span);
                report
            }
            Verdict::Unanalysable { reason, span } => {
                let mut report = empty(ExplainStatus::Unanalysable, Some(reason.clone()));
                report.reason_line = span.and_then(|span| names.line_here(span));
                report
            }
            Verdict::Undecided(why) => {
                let (_, reason, line) = undecided(ready, *why);
                let mut report = empty(ExplainStatus::Stopped, Some(reason));
                report.reason_line = line;
                report
            }
            Verdict::Fail(failure @ Failure::NoEnd(_)) => {
                let (message, line) =
                    failure_line(ready, failure, unity_values(ready, ran).as_ref());
                let reason = format!("{message}; what does not end is not explained");
                let mut report = empty(ExplainStatus::Unanalysable, Some(reason));
                report.reason_line = line;
                report
            }
            Verdict::Fail(_) if self.spec.explain.is_story => empty(ExplainStatus::Explained, None),
            Verdict::Fail(failure) => {
                let (message, _) = failure_line(ready, failure, unity_values(ready, ran).as_ref());
                match self.ask(ready, test) {
                    Err(refused) => {
                        let mut report = self.refused(ready, refused);
                        report.failure = at.map(|span| point(ready, span, message));
                        report
                    }
                    Ok(explanation) => {
                        let span = at.unwrap_or(explanation.story.span);
                        let mut report = self.explained(ready, &explanation);
                        report.failure = Some(point(ready, span, message));
                        if is_about_life(failure) {
                            report.lifetimes_assumed = true;
                            report.assumed.push(LIFETIMES.to_owned());
                        }
                        report
                    }
                }
            }
        };
        report.facts = model::all_facts(&story, &short_trace);
        report.story = story;
        report.short_trace = short_trace;
        for said in self.assumptions(std::slice::from_ref(ran)) {
            if !report.assumed.contains(&said) {
                report.assumed.push(said);
            }
        }
        report.test = Some(test.id.clone());
        report.stdout = String::from_utf8_lossy(&ran.stdout).into_owned();
        let expected = test.expect.stdout.as_ref();
        report.expected = expected.map(|e| String::from_utf8_lossy(e).into_owned());
        report
    }

    fn ask(&self, ready: &Ready<'_>, test: &Test) -> Result<Explanation, NoTrace> {
        let outside = self.outside();
        let prepared = prepare(ready.program, &self.spec.options.entry, test);
        let mut prepared = prepared.map_err(|reason| NoTrace { reason, span: None })?;
        prepared.start.leaks = self.spec.options.leaks;
        let question = Question {
            program: ready.program,
            sources: ready.sources(),
            test: &prepared,
            flow: self.flow(),
            limits: TraceLimits::default(),
            checks: CHECKS,
            interrupt: outside.interrupt(),
            stopped: &|| outside.stop_reason().is_some(),
            should_finish: &|| self.control.is_late(UNHURRIED),
        };
        explain::explain(&question, &|phase| self.phase(phase))
    }

    fn flow(&self) -> Flow {
        if self.spec.explain.assume_branches {
            Flow::Assumed
        } else {
            Flow::Sensitive
        }
    }

    fn refused(&self, ready: &Ready<'_>, refused: NoTrace) -> ExplainReport {
        let stopped = self.control.stop_reason();
        let status = if stopped.is_some() {
            ExplainStatus::Stopped
        } else {
            ExplainStatus::Unanalysable
        };
        let reason = stopped.unwrap_or(refused.reason);
        let mut report = ExplainReport::empty(self.file.clone(), status, Some(reason));
        report.reason_line = refused.span.and_then(|span| ready.names().line_here(span));
        report
    }

    fn explained(&self, ready: &Ready<'_>, explanation: &Explanation) -> ExplainReport {
        let story = &explanation.story;
        let mut report = ExplainReport::empty(self.file.clone(), ExplainStatus::Explained, None);
        report.branches_assumed = self.spec.explain.assume_branches;
        report.holds.clone_from(&story.holds);
        let statements = story.statements.iter();
        report.statements = statements.map(|s| statement(ready, s)).collect();
        report.executed = story.executed;
        report.kept = story.kept;
        // The failing statement trivially depends on itself.
        let slice = explanation.slice.iter().filter(|d| d.distance > 0);
        report.depends_on = slice.clone().count();
        report.slice = dependences(ready, slice);
        report.invariants = story.invariants;
        report.proved = explanation.checked.is_proved();
        report.reason = limits_of(explanation);
        if explanation.addresses_assumed {
            report.assumed.push(ADDRESSES.to_owned());
        }
        if explanation.uses_addresses {
            report.assumed.push(LAYOUT.to_owned());
        }
        report.stats.instructions = explanation.instructions;
        report.stats.steps = explanation.steps;
        report.stats.solver_calls = explanation.checks;
        report.stats.proofs = explanation.checked.proofs;
        report
    }
}

/// Whether the failure is a use of memory after the end of its lifetime: the explanation has no facts about lifetimes.
fn is_about_life(failure: &Failure) -> bool {
    let Failure::Trap(trap) = failure else {
        return false;
    };
    matches!(
        trap.kind,
        TrapKind::Dangling { .. } | TrapKind::DoubleFree(_)
    )
}

/// The place and the message of a failure.
pub(super) fn point(ready: &Ready<'_>, span: Span, message: String) -> FailurePoint {
    let (line, column) = ready.sources().line_col_chars(span);
    FailurePoint {
        message,
        file: ready.names().file(span.file),
        line,
        column,
        text: ready.sources().text(span).to_owned(),
    }
}

/// The limitations of an explanation, if there are any.
fn limits_of(explanation: &Explanation) -> Option<String> {
    if let Some(wrong) = explanation.checked.wrong.first() {
        return Some(format!("not proved: {wrong}"));
    }
    if explanation.checked.open > 0 {
        let open = explanation.checked.open;
        return Some(format!("not proved: the check gave up {open} questions"));
    }
    explanation
        .hurried
        .then(|| "some facts could be weaker: the time for questions is used up".to_owned())
}

fn statement(ready: &Ready<'_>, s: &Statement) -> model::Statement {
    let names = ready.names();
    let [(line, column), (end_line, end_column)] = names.extent(s.span);
    model::Statement {
        kind: match s.role {
            Role::Input => StatementKind::Input,
            Role::Writes => StatementKind::Writes,
            Role::Call => StatementKind::Call,
            Role::Returns => StatementKind::Returns,
            Role::Decides { held: true } => StatementKind::True,
            Role::Decides { held: false } => StatementKind::False,
            Role::Skips => StatementKind::Skips,
        },
        file: names.file(s.span.file),
        line,
        column,
        end_line,
        end_column,
        start: s.span.start,
        end: s.span.end,
        text: ready.sources().text(s.span).to_owned(),
        function: ready.program.functions[s.function.index()].name.clone(),
        component: s.component.map(|c| c.0),
        execution: s.execution,
        writes: s.writes.clone(),
        holds: s.holds.clone(),
        needs: match &s.needed {
            NeededValue::This(needs) => Some(model::Needs {
                holds: needs.holds.clone(),
                value: needs.value.clone(),
                exact: needs.exact,
            }),
            NeededValue::Open | NeededValue::Nothing => None,
        },
        nothing_helps: s.needed == NeededValue::Nothing,
    }
}

/// The statements of a slice, each once, in the order of their first executions.
fn dependences<'s>(
    ready: &Ready<'_>,
    slice: impl Iterator<Item = &'s trace::Dependence>,
) -> Vec<model::Dependence> {
    let names = ready.names();
    let mut at: BTreeMap<ir::CompId, usize> = BTreeMap::new();
    let mut found: Vec<model::Dependence> = Vec::new();
    for d in slice {
        let via = match d.via {
            // Order and aliased dependences are not requested.
            DependenceKind::Data | DependenceKind::Order | DependenceKind::Aliased => {
                model::Via::Data
            }
            DependenceKind::Control => model::Via::Control,
            DependenceKind::Summary => model::Via::Summary,
        };
        let component = d.owner.component;
        let span = ready.program.components[component.index()].span;
        if let Some(&at) = at.get(&component) {
            let known = &mut found[at];
            known.executions += 1;
            if d.distance < known.distance {
                (known.distance, known.via) = (d.distance, via);
            }
            continue;
        }
        at.insert(component, found.len());
        let [(line, column), (end_line, end_column)] = names.extent(span);
        found.push(model::Dependence {
            file: names.file(span.file),
            line,
            column,
            end_line,
            end_column,
            start: span.start,
            end: span.end,
            text: ready.sources().text(span).to_owned(),
            function: ready.program.functions[d.function.index()].name.clone(),
            component: component.0,
            executions: 1,
            distance: d.distance,
            via,
        });
    }
    found
}
