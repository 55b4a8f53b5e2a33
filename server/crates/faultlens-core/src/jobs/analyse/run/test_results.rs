//! Conversion of test outcomes to the model, with messages and lines.

use std::collections::BTreeMap;
use std::path::Path;

use eval::TrapKind;
use exec::run::{Failure, TestOutcome, UndecidedReason, Verdict};
use harness::{Action, Compare, Test};
use ir::{CompId, CompSet, ComponentKind};
use syntax::Span;

use super::Ready;
use crate::files::frameworks::{self, AssertionWords};
use crate::jobs::analyse::Job;
use crate::jobs::analyse::display_paths::DisplayPaths;
use crate::jobs::convert;
use crate::model::{
    Asserted, Cause, CoveredLine, FailingTest, Outcome, TestResult, TestSummary, Unanalysable,
};

impl Job<'_> {
    /// Tests by outcome.
    pub(super) fn summary(&self, ready: &Ready<'_>, outcomes: &[TestOutcome]) -> TestSummary {
        let shown = DisplayPaths::new(&self.spec.file);
        let mut summary = TestSummary {
            total: outcomes.len(),
            ..TestSummary::default()
        };
        for (test, ran) in ready.tests().iter().zip(outcomes) {
            let id = test.id.clone();

            // Tests without an outcome keep their reason, and failing ones the message.
            match &ran.verdict {
                Verdict::Pass => summary.passing.push(id),
                Verdict::Ignored { .. } => summary.ignored.push(id),
                Verdict::Unanalysable { reason, span } => summary.unanalysable.push(Unanalysable {
                    id,
                    reason: reason.clone(),
                    cause: Cause::NotModelled,
                    line: span.and_then(|span| ready.names().line_here(span)),
                }),
                Verdict::Undecided(why) => {
                    let (cause, reason, line) = undecided(ready, *why);
                    summary.unanalysable.push(Unanalysable {
                        id,
                        reason,
                        cause,
                        line,
                    });
                }
                Verdict::Fail(failure) => {
                    let (message, _) =
                        failure_line(ready, failure, unity_values(ready, ran).as_ref());
                    summary.details.push(FailingTest {
                        id: id.clone(),
                        message,
                        path: Some(shown.path(&test.origin.path)),
                        line: stated_at(test, ran),
                        group: None,
                    });
                    summary.failing.push(id);
                }
            }
        }
        summary
    }

    /// Result of each test; `time_ms` is the time of all runs, which is shared out by their steps.
    pub(super) fn results(
        &self,
        ready: &Ready<'_>,
        outcomes: &[TestOutcome],
        time_ms: f64,
    ) -> Vec<TestResult> {
        let shown = DisplayPaths::new(&self.spec.file);
        let steps: u64 = outcomes.iter().map(|ran| ran.steps).sum();
        let mut compared = self.compared(ready, outcomes);
        let pairs = ready.tests().iter().zip(outcomes);
        pairs
            .map(|(test, ran)| {
                let said = compared
                    .remove(&test.id)
                    .or_else(|| unity_values(ready, ran));
                let verdict = described(ready, ran, said.as_ref());
                let (outcome, cause, reason, line) = verdict;
                let expected = test.expect.stdout.as_ref();
                let (args, stdin) = given(&test.action);
                let said = said.filter(|_| outcome == Outcome::Fail);
                TestResult {
                    id: test.id.clone(),
                    outcome,
                    reason,
                    cause,
                    stdout: String::from_utf8_lossy(&ran.stdout).into_owned(),
                    expected: expected.map(|e| String::from_utf8_lossy(e).into_owned()),
                    exit: ran.exit,
                    line,
                    time_ms: time_ms * ran.steps as f64 / steps.max(1) as f64,
                    path: Some(shown.path(&test.origin.path)),
                    path_line: stated_at(test, ran),
                    args,
                    stdin,
                    hidden: test.expect.is_hidden,
                    asserted: said
                        .and_then(|said| said.values)
                        .map(|(expected, actual)| Asserted { expected, actual }),
                }
            })
            .collect()
    }
}

/// The outcome of a test in the model; if it is not a pass, also the reason and its line in the main file, and for an
/// undecided test its cause.
fn described(
    ready: &Ready<'_>,
    ran: &TestOutcome,
    said: Option<&AssertionWords>,
) -> (Outcome, Option<Cause>, Option<String>, Option<u32>) {
    match &ran.verdict {
        Verdict::Pass => (Outcome::Pass, None, None, None),
        Verdict::Ignored { reason, span } => {
            let line = ready.names().line_here(*span);
            (Outcome::Ignored, None, Some(ignored(reason)), line)
        }
        Verdict::Fail(failure) => {
            let (message, line) = failure_line(ready, failure, said);
            (Outcome::Fail, None, Some(message), line)
        }
        Verdict::Unanalysable { reason, span } => {
            let reason = ready.names().placed(reason.clone(), *span);
            let line = span.and_then(|span| ready.names().line_here(span));
            let cause = Some(Cause::NotModelled);
            (Outcome::Unanalysable, cause, Some(reason), line)
        }
        Verdict::Undecided(why) => {
            let (cause, reason, line) = undecided(ready, *why);
            (Outcome::Unanalysable, Some(cause), Some(reason), line)
        }
    }
}

/// The arguments and the input of a test of the whole program, if it has any.
fn given(action: &Action) -> (Vec<String>, Option<String>) {
    let Action::Main { args, stdin, .. } = action else {
        return (Vec::new(), None);
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let args = args.iter().map(|arg| text(arg)).collect();
    (args, (!stdin.is_empty()).then(|| text(stdin)))
}

/// Values that Unity's assertion printed before it failed.
pub(in crate::jobs::analyse) fn unity_values(
    ready: &Ready<'_>,
    ran: &TestOutcome,
) -> Option<AssertionWords> {
    frameworks::last_assertion(&ran.stdout).filter(|_| frameworks::included(ready.sources()))
}

/// Reason why a test is not counted, in one line; `reason` is the test's own reason, which may be empty.
pub(in crate::jobs::analyse) fn ignored(reason: &str) -> String {
    if reason.is_empty() {
        "the test says that it is ignored".to_owned()
    } else {
        format!("ignored: {reason}")
    }
}

/// A failure in one line, and its line in the program; `said` contains the values that a failed assertion compared.
pub(in crate::jobs::analyse) fn failure_line(
    ready: &Ready<'_>,
    failure: &Failure,
    said: Option<&AssertionWords>,
) -> (String, Option<u32>) {
    match failure {
        Failure::Outcome(message) => (message.clone(), None),
        Failure::Trap(trap) if trap.kind == TrapKind::Assertion => {
            let text = trap.text(ready.sources());
            let text = match said {
                Some(said) => format!("{text}: {}", said.words),
                None => text,
            };
            placed(ready, text, Some(trap.span))
        }
        Failure::Trap(trap) => placed(ready, trap.text(ready.sources()), Some(trap.span)),
        Failure::NoEnd(endless) => placed(ready, endless.text(ready.sources()), endless.span),
    }
}

/// Number of tests that run each line on which a statement begins.
pub(super) fn coverage(ready: &Ready<'_>, outcomes: &[TestOutcome]) -> Vec<CoveredLine> {
    let names = ready.names();
    let mut lines: BTreeMap<(String, u32), CompSet> = BTreeMap::new();
    for (comp, component) in (0..).map(CompId).zip(&ready.program.components) {
        // Insertions have no line, and a declaration has no effect.
        let counts = !matches!(
            component.kind,
            ComponentKind::Insertion(_) | ComponentKind::Declaration
        );
        let file = names.file(component.span.file);
        if counts
            && !file.is_empty()
            && !names.is_built_in(component.span)
            && !frameworks::is_library(Path::new(&file))
        {
            let line = names.line(component.span);
            lines.entry((file, line)).or_default().insert(comp);
        }
    }
    let covered = |of: &CompSet| {
        let runs = |ran: &&TestOutcome| ran.covered.meets(of);
        outcomes.iter().filter(runs).count()
    };
    lines
        .iter()
        .map(|((file, line), of)| CoveredLine {
            file: file.clone(),
            line: *line,
            tests: covered(of),
        })
        .collect()
}

/// Reason why a test is undecided, and the line of the loop that its run was in.
pub(in crate::jobs::analyse) fn undecided(
    ready: &Ready<'_>,
    why: UndecidedReason,
) -> (Cause, String, Option<u32>) {
    let (cause, reason) = convert::undecided(why);
    let span = match why {
        UndecidedReason::Steps { span, .. } => span,
        UndecidedReason::Interrupted | UndecidedReason::NotRun => None,
    };
    let (reason, line) = placed(ready, reason, span);
    (cause, reason, line)
}

/// The line of the test's file with the expectation that the run did not meet: in a file with the expected output, the
/// first line that was not printed.
fn stated_at(test: &Test, ran: &TestOutcome) -> Option<u32> {
    let extension = Path::new(&test.origin.path).extension();
    let is_output = ["out", "ans", "expected"]
        .map(AsRef::as_ref)
        .map(Some)
        .contains(&extension);
    let wrong = matches!(ran.verdict, Verdict::Fail(Failure::Outcome(_)));
    let expected = test.expect.stdout.as_deref();
    let differs = |expected: &&[u8]| {
        is_output && wrong && test.expect.compare == Compare::Exact && **expected != *ran.stdout
    };
    let line = expected.filter(differs).map(|expected| {
        let lines = expected.split(|&byte| byte == b'\n').count();
        let difference = {
            let form = harness::Expected::of(&test.expect);
            harness::explain_difference(expected, &ran.stdout, &form)
        };
        difference.line.min(lines)
    });
    u32::try_from(line.unwrap_or(test.origin.line)).ok()
}

/// A message with its line; if that is in another file, the message contains the place instead.
fn placed(ready: &Ready<'_>, message: String, span: Option<Span>) -> (String, Option<u32>) {
    let names = ready.names();
    let line = span.and_then(|span| names.line_here(span));
    (names.placed(message, span), line)
}
