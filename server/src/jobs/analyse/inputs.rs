//! Inputs on which a program fails: found, and made small.

use exec::Control as _;
use exec::run::{Failure, PreparedTest, TestOutcome, Verdict, prepare};
use harness::{Action, Expect, Test};
use inputs::find::Judge;
use inputs::{Budget, Subject};
use ir::Program;
use syntax::Parse;

use super::explain::point;
use super::run::{Ready, told_of};
use super::{Job, NoAnswer};
use crate::files::frameworks;
use crate::model::{FailingInput, InputsReport, InputsStatus, PassingInput};

/// The part of the time limit after which nobody waits for an input any more.
const SHARE: f64 = 0.25;
/// Instructions of one run: inputs that make a program run longer are not what anybody looks for.
const STEPS: u64 = 3_000_000;
/// Work on the paths of a program, in instructions.
const WORK: u64 = 60_000_000;
/// Inputs that are tried.
const TRIES: usize = 4_000;
/// Failures that are looked for if all are wanted.
const ALL: usize = 50;
/// Passing inputs that become tests beside the failing ones.
const PASSING: usize = 3;
/// Runs in which an input is made smaller.
const REDUCTIONS: usize = 20_000;

impl Job<'_> {
    /// Searches for inputs on which the program fails.
    pub(super) fn find(&mut self, ready: &Ready<'_>) -> Result<InputsReport, NoAnswer> {
        let from = prepare(ready.program, &self.spec.options.entry, &Test::bare("find"))?;
        let reference = self.right_program()?;
        let seeds = ready.tests().iter().filter_map(|test| match &test.action {
            Action::Main { stdin, .. } => Some(stdin.to_vec()),
            Action::Call { .. } => None,
        });
        let subject = Subject {
            seeds: seeds.collect(),
            abort_is_an_end: is_for_verifiers(ready),
            ..subject(ready, &from, reference.as_ref())
        };
        let all_paths = self.spec.inputs.all;
        let budget = Budget {
            failures: if all_paths {
                ALL
            } else {
                self.spec.inputs.most.max(1)
            },
            passing: if self.spec.inputs.passing { PASSING } else { 0 },
            all_paths,
            work: self.spec.options.work.unwrap_or(WORK),
            tries: TRIES,
            steps: STEPS,
        };
        self.phase("find");
        let outside = self.outside();
        let stopped = || outside.stop_reason().is_some() || self.control.is_late(SHARE);
        let found = inputs::find(&subject, budget, &stopped);
        let reason = self.control.stop_reason();
        let status = match (found.failing.is_empty(), &reason) {
            (false, _) => InputsStatus::Found,
            (true, Some(_)) => InputsStatus::Stopped,
            (true, None) => InputsStatus::None,
        };
        let reason = reason.or_else(|| found.unknown.as_ref().map(ToString::to_string));
        let mut report = InputsReport::empty(self.file.clone(), status, reason);
        let failing = found.failing.iter();
        report.failing = failing
            .map(|f| failing_input(ready, &f.input, &f.outcome, f.expected.as_deref()))
            .collect();
        let passing = found.passing.iter();
        report.passing = passing
            .map(|p| PassingInput {
                stdin: lossy(&p.input),
                expected: p.expected.as_deref().map(lossy),
            })
            .collect();
        (report.runs, report.complete) = (found.runs, found.complete);
        self.finish(&mut report, &[]);
        Ok(report)
    }

    /// Makes the input of a failing test small.
    pub(super) fn reduce(&mut self, ready: &Ready<'_>) -> Result<InputsReport, NoAnswer> {
        let Some((test, ran)) = self.failing(ready)? else {
            let reason = Some("the test passes".to_owned());
            return Ok(InputsReport::empty(
                self.file.clone(),
                InputsStatus::None,
                reason,
            ));
        };
        let Action::Main { stdin, .. } = &test.action else {
            return Err("the test calls a function: it has no input"
                .to_owned()
                .into());
        };
        let Verdict::Fail(failure) = &ran.verdict else {
            return Err(format!("test {} has no verdict", test.id).into());
        };
        let reference = self.right_program()?;
        if matches!(failure, Failure::Outcome(_)) && reference.is_none() {
            let why = "what is right for another input nobody says: name a program that is right with --reference";
            return Err(why.to_owned().into());
        }
        self.phase("reduce");
        let from = PreparedTest {
            stdout: None,
            ..prepare(
                ready.program,
                &self.spec.options.entry,
                &without_expectations(test),
            )?
        };
        let outside = self.outside();
        let stopped = || outside.stop_reason().is_some();
        let subject = subject(ready, &from, reference.as_ref());
        let mut judge = Judge::new(&subject, STEPS, &stopped);
        let wanted = inputs::find::place(&ran);
        let (mut runs, mut last) = (0, None);
        let mut fails = |input: &[u8]| {
            runs += 1;
            if runs > REDUCTIONS || stopped() {
                return None;
            }
            let Some((outcome, expected)) = judge.run(input) else {
                return Some(false);
            };
            let is_same = inputs::find::place(&outcome) == wanted;
            if is_same {
                last = Some((outcome, expected));
            }
            Some(is_same)
        };
        // With the reference in the place of what the test expects it has to fail, too.
        if fails(stdin) != Some(true) {
            let why = "the reference does not say that this test fails";
            return Err(why.to_owned().into());
        }
        let small = inputs::reduce(stdin, &mut fails);
        fails(&small);
        let mut report = InputsReport::empty(self.file.clone(), InputsStatus::Found, None);
        report.reason = self.control.stop_reason();
        if let Some((outcome, expected)) = last {
            let mut input = failing_input(ready, &small, &outcome, expected.as_deref());
            input.args = arguments(test);
            input.bytes_before = Some(stdin.len());
            report.failing.push(input);
        }
        report.runs = runs;
        self.finish(&mut report, std::slice::from_ref(&ran));
        Ok(report)
    }

    fn finish(&mut self, report: &mut InputsReport, outcomes: &[TestOutcome]) {
        report.assumed = self.taken_for_granted(outcomes);
        report.problems = self.take_problems();
        report.time_ms = self.now();
    }

    /// The program that the user says is right.
    fn right_program(&mut self) -> Result<Option<(Parse, Program)>, NoAnswer> {
        let Some(file) = self.spec.options.reference.clone() else {
            return Ok(None);
        };
        let (parse, program, error) = self.read_alone(&file)?;
        if let Some(error) = error {
            return Err(format!("{}: {error}", file.display()).into());
        }
        Ok(Some((parse, program)))
    }
}

/// The program, as it begins with this test.
fn subject<'a>(
    ready: &Ready<'a>,
    from: &'a PreparedTest,
    reference: Option<&'a (Parse, Program)>,
) -> Subject<'a> {
    Subject {
        program: ready.program,
        sources: &ready.parse.sources,
        from,
        reference: reference.map(|(parse, program)| (program, &parse.sources)),
        seeds: Vec::new(),
        abort_is_an_end: false,
    }
}

/// The program is one of those that leave something to a verifier, and whose runs end with `abort` where they do not count.
fn is_for_verifiers(ready: &Ready<'_>) -> bool {
    let files = ready.sources().files.iter();
    let mut own = files.filter(|file| !frameworks::is_built_in(&file.path));
    own.any(|file| file.text.contains("__VERIFIER_nondet_"))
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn without_expectations(test: &Test) -> Test {
    Test {
        expect: Expect::default(),
        ..test.clone()
    }
}

fn arguments(test: &Test) -> Vec<String> {
    match &test.action {
        Action::Main { args, .. } => args.iter().map(|arg| lossy(arg)).collect(),
        Action::Call { .. } => Vec::new(),
    }
}

fn failing_input(
    ready: &Ready<'_>,
    input: &[u8],
    outcome: &TestOutcome,
    expected: Option<&[u8]>,
) -> FailingInput {
    let (message, at) = match &outcome.verdict {
        Verdict::Fail(failure) => {
            let (message, _) = told_of(ready, failure, None);
            let at = match failure {
                Failure::Trap(trap) => Some(trap.span),
                Failure::NoEnd(endless) => endless.span,
                Failure::Outcome(_) => None,
            };
            (message, at)
        }
        _ => (String::new(), None),
    };
    // A place in a text of ours is of no use to anybody.
    let is_ours = |span: &syntax::Span| {
        let file = ready.sources().file(span.file);
        file.is_some_and(|file| frameworks::is_built_in(&file.path))
    };
    let (message, at) = match at {
        Some(span) if is_ours(&span) => ("what must not be reached is reached".to_owned(), None),
        at => (message, at),
    };
    FailingInput {
        args: Vec::new(),
        stdin: lossy(input),
        failure: at.map(|span| point(ready, span, message.clone())),
        message,
        expected: expected.map(lossy),
        bytes_before: None,
    }
}
