//! Search for inputs on which a program fails, and their reduction.

use std::path::Path;

use ::contracts::Callable;
use exec::Control as _;
use exec::run::{Failure, PreparedTest, TestOutcome, Verdict, prepare};
use harness::{Action, Expect, Test};
use inputs::find::Judge;
use inputs::{EntryPoint, InputBudget, NotTried, SearchResult, Subject, TextKind, UnknownReason};
use ir::Program;
use syntax::{Parse, Span};

use super::explain::point;
use super::long_double::may_be_inexact;
use super::run::{Ready, failure_line};
use super::{Job, NoAnswer, not_searched};
use crate::files;
use crate::model::words::functions;
use crate::model::{FailingInput, InputsReport, InputsStatus, LeftOut, PassingInput};

/// Part of the time limit after which the search for an input is given up.
const SHARE: f64 = 0.25;
/// Most instructions of one run: inputs that make a program run longer are not useful.
pub(super) const STEPS: u64 = 3_000_000;
/// Work budget for the paths of a program, in instructions.
const WORK: u64 = 60_000_000;
/// Most inputs that are tried.
const TRIES: usize = 4_000;
/// Most failures that are searched for if all are wanted.
const ALL: usize = 500;
/// Most passing inputs that become tests besides the failing ones.
pub(super) const PASSING: usize = 3;
/// Most runs for the reduction of an input.
const REDUCTIONS: usize = 20_000;

impl Job<'_> {
    /// Searches for inputs on which the program fails, or calls on which a function violates its contract.
    pub(super) fn find(&mut self, ready: &Ready<'_>) -> Result<InputsReport, NoAnswer> {
        // Before the reference is read: it may have contracts of its own.
        let entries = self.entries(ready)?;
        let reference = self.right_program()?;
        let valid = self.checker(ready)?;
        self.phase("find");
        let witness = self.witness(ready)?;
        let mut report = InputsReport::empty(self.file.clone(), InputsStatus::None, None);
        let mut witness_fails = false;
        let is_for_verifiers = files::verifier::gives_values(ready.sources().texts_of_user());
        for (done, callable) in entries.iter().enumerate() {
            let entry = match callable {
                Some(callable) => &callable.harness,
                None => &self.spec.options.entry,
            };
            let bare = Test::bare("find");
            let from = prepare(ready.program, entry, &bare)?;
            let right = match start(reference.as_ref(), entry, &bare) {
                // A reference need not have each function that has a contract here.
                Err(_) if callable.is_some() => None,
                right => right?,
            };
            let checks = valid.as_ref().filter(|_| callable.is_none());
            let checks = start(checks, "main", &bare)?;
            let whole = subject(ready, &from, right.as_ref(), checks.as_ref());
            let subject = Subject {
                witness: witness.clone().filter(|_| done == 0),
                seeds: match callable {
                    Some(_) => Vec::new(),
                    None => whole.seeds.clone(),
                },
                values_are_chosen: is_for_verifiers,
                uncounted: callable.as_ref().map(|_| ::contracts::UNCOUNTED),
                ..whole
            };
            // Each entry has an equal part of the available time.
            let late = SHARE * (done + 1) as f64 / entries.len() as f64;
            let outside = self.outside();
            let stopped = || outside.stop_reason().is_some() || self.control.is_late(late);
            let found = inputs::find(&subject, self.budget(), &stopped);
            witness_fails |= found.witness_fails;
            add(&mut report, ready, callable.as_ref(), &found);
        }
        report.reason = self.control.stop_reason().or(report.reason);
        report.status = match (report.failing.is_empty(), self.control.stop_reason()) {
            (false, _) => InputsStatus::Found,
            (true, Some(_)) => InputsStatus::Stopped,
            (true, None) => InputsStatus::None,
        };
        if witness.is_some() && !witness_fails {
            let why = "the program does not fail on the input of the witness";
            self.assumed.push(why.to_owned());
        }
        for (at, what) in not_searched::places(ready, &self.spec.options.entry) {
            leave_out(&mut report, ready, Some(at), what.to_owned());
        }
        report.complete = report.left_out.is_empty() && report.reason.is_none();
        self.finish(&mut report, &[]);
        let assumed = entries.into_iter().flatten().flat_map(|c| c.assumed);
        report.assumed.extend(assumed);
        Ok(report)
    }

    /// The initial input that the user gives.
    fn witness(&self, ready: &Ready<'_>) -> Result<Option<Vec<u8>>, NoAnswer> {
        let Some(path) = &self.spec.inputs.witness else {
            return Ok(None);
        };
        let place = |why: String| format!("{}: {why}", path.display());
        let content = files::read_given(path).map_err(place)?;
        let is_named = path.extension().is_some_and(|ext| {
            ["graphml", "yml", "yaml"]
                .iter()
                .any(|known| ext.eq_ignore_ascii_case(known))
        });
        if !is_named && !harness::is_witness(&content) {
            return Ok(Some(content));
        }
        let program = ready.sources().files.first().map_or("", |file| &file.text);
        let input = harness::witness_input(&content, program).map_err(place)?;
        Ok(Some(input))
    }

    /// The entries to search: the function that the user names; or else the program and all functions with contracts;
    /// or, without a program, all functions with contracts or assertions.
    fn entries(&mut self, ready: &Ready<'_>) -> Result<Vec<Option<Callable>>, NoAnswer> {
        let entry = &self.spec.options.entry;
        if let Some(callable) = self.callable(entry) {
            return Ok(vec![Some(callable.clone())]);
        }
        if ready.program.function(entry).is_some() {
            let with_contract = self.callable.iter().filter(|c| c.has_contract);
            let with_contract = with_contract.cloned().map(Some);
            return Ok(std::iter::once(None).chain(with_contract).collect());
        }
        let testable = self.testable(ready.parse, ready.program);
        let callable = testable.iter().filter_map(|f| self.callable(&f.name));
        let entries: Vec<_> = callable.cloned().map(Some).collect();
        if entries.is_empty() {
            return Err(self.nothing_to_call(ready.parse, ready.program).into());
        }
        let names: Vec<&str> = entries.iter().flatten().map(|c| &*c.function).collect();
        let searched = format!(
            "there is no `{entry}`, so the search calls {}",
            functions(&names)
        );
        self.assumed.push(searched);
        Ok(entries)
    }

    fn budget(&self) -> InputBudget {
        let wanted = &self.spec.inputs;
        InputBudget {
            failures: if wanted.all { ALL } else { wanted.most.max(1) },
            passing: if wanted.passing { PASSING } else { 0 },
            all_paths: wanted.all,
            work: self.spec.options.work.unwrap_or(WORK),
            tries: TRIES,
            steps: STEPS,
        }
    }

    /// Reduces the input of a failing test.
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
        let entry = &self.spec.options.entry;
        let open = without_expectations(test);
        let from = prepare(ready.program, entry, &open)?;
        let right = start(reference.as_ref(), entry, &open)?;
        let valid = self.checker(ready)?;
        let checks = start(valid.as_ref(), "main", &open)?;
        let outside = self.outside();
        let stopped = || outside.stop_reason().is_some();
        let subject = subject(ready, &from, right.as_ref(), checks.as_ref());
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
        // With the reference in place of the expected output, the test must fail, too.
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
        report.assumed = self.assumptions(outcomes);
        report.problems = self.take_problems();
        report.time_ms = self.now();
    }

    /// The program that the user declares correct.
    fn right_program(&mut self) -> Result<Option<(Parse, Program)>, NoAnswer> {
        let file = self.spec.options.reference.clone();
        file.map(|file| self.program_in(&file, None)).transpose()
    }

    /// A program of one file, perhaps with a text that is not on the disk.
    pub(super) fn program_in(
        &mut self,
        file: &Path,
        text: Option<&String>,
    ) -> Result<(Parse, Program), NoAnswer> {
        let (parse, program, error) = self.read_alone(file, text)?;
        if let Some(error) = error {
            return Err(format!("{}: {error}", file.display()).into());
        }
        Ok((parse, program))
    }
}

/// A reference with the start of its runs.
type Started<'a> = (&'a (Parse, Program), PreparedTest);

/// The reference, started like this test; an error is a sentence.
fn start<'a>(
    reference: Option<&'a (Parse, Program)>,
    entry: &str,
    test: &Test,
) -> Result<Option<Started<'a>>, String> {
    let started = |right: &'a (Parse, Program)| Ok((right, prepare(&right.1, entry, test)?));
    reference.map(started).transpose()
}

/// The subject of a search: the program, started like this test.
fn subject<'a>(
    ready: &Ready<'a>,
    from: &'a PreparedTest,
    reference: Option<&'a Started<'a>>,
    valid: Option<&'a Started<'a>>,
) -> Subject<'a> {
    let seeds = ready.tests().iter().filter_map(|test| match &test.action {
        Action::Main { stdin, .. } => Some(stdin.to_vec()),
        Action::Call { .. } => None,
    });
    Subject {
        entry: EntryPoint {
            program: ready.program,
            from,
        },
        reference: reference.map(|((_, program), from)| EntryPoint { program, from }),
        witness: None,
        seeds: seeds.collect(),
        valid: valid.map(|((_, program), from)| EntryPoint { program, from }),
        values_are_chosen: false,
        uncounted: None,
    }
}

/// Adds the results of one search; the same call is shown once, even if its inputs are written differently.
fn add(
    report: &mut InputsReport,
    ready: &Ready<'_>,
    callable: Option<&Callable>,
    found: &SearchResult,
) {
    let call = |input: &[u8]| callable.and_then(|callable| callable.call(&lossy(input)));
    for failing in &found.failing {
        let input = FailingInput {
            call: call(&failing.input),
            ..failing_input(
                ready,
                &failing.input,
                &failing.outcome,
                failing.expected.as_deref(),
            )
        };
        if may_be_inexact(ready, &failing.outcome) {
            let what = format!(
                "whether this fails with a more exact `long double`: {}",
                input.message
            );
            leave_out(report, ready, inputs::find::place(&failing.outcome), what);
            continue;
        }
        let mut known = report.failing.iter();
        if input.call.is_none() || known.all(|known| known.call != input.call) {
            report.failing.push(input);
        }
    }
    for passing in &found.passing {
        let input = PassingInput {
            call: call(&passing.input),
            stdin: lossy(&passing.input),
            expected: passing.expected.as_deref().map(lossy),
        };
        let mut known = report.passing.iter();
        let is_new = known.all(|known| known.call != input.call);
        if callable.is_none() || input.call.is_some() && is_new {
            report.passing.push(input);
        }
    }
    report.runs += found.runs;
    for (at, what) in &found.left_out {
        let what = not_tried(what);
        let what = match callable {
            Some(callable) => format!("{what} (in the search for `{}`)", callable.function),
            None => what,
        };
        leave_out(report, ready, *at, what);
    }
    let unknown = found.unknown.as_ref().map(|unknown| match unknown {
        // The whole job goes on.
        UnknownReason::Stopped => {
            "its part of the time limit was used up (--timeout gives more)".to_owned()
        }
        other => other.to_string(),
    });
    report.reason = report.reason.take().or(unknown);
}

fn leave_out(report: &mut InputsReport, ready: &Ready<'_>, at: Option<Span>, what: String) {
    let at = at.filter(|at| !ready.sources().is_built_in(*at));
    let place = at.map(|at| point(ready, at, String::new()));
    let left_out = LeftOut {
        what,
        file: place.as_ref().map(|place| place.file.clone()),
        line: place.map(|place| place.line),
    };
    if !report.left_out.contains(&left_out) {
        report.left_out.push(left_out);
    }
}

/// What a search left out, as a phrase.
fn not_tried(what: &NotTried) -> String {
    let possible = match what {
        NotTried::Possible(possible) => possible,
        NotTried::OpenPath => {
            return "a path that may fail here, for which no input was found".to_owned();
        }
        NotTried::OddInputs => {
            let what =
                "inputs that do not match the formats of `scanf`, and bytes that cannot be printed";
            return what.to_owned();
        }
        NotTried::OtherOutputs => {
            return "the outputs on inputs that were not run".to_owned();
        }
        NotTried::OtherShapes => {
            return "inputs that look otherwise than those of the tests (--valid)".to_owned();
        }
    };
    match possible {
        inputs::LeftOut::Lengths { kind, from, to } => {
            let what = match kind {
                TextKind::Word => "words",
                TextKind::Line => "lines",
                TextKind::Block => "blocks",
            };
            match to {
                Some(to) => format!("{what} of {from} to {to} bytes"),
                None => format!("{what} of {from} bytes and more"),
            }
        }
        inputs::LeftOut::NumbersOfWidth { conversion, width } => {
            let conversion = char::from(*conversion);
            format!("numbers that end because `%{width}{conversion}` reads no more characters")
        }
        inputs::LeftOut::Repetitions => "paths on which this is repeated more often".to_owned(),
        inputs::LeftOut::OtherValues => "paths on which this has other values".to_owned(),
        inputs::LeftOut::LongPaths => "paths that take longer".to_owned(),
        inputs::LeftOut::PointerOutside => {
            "a pointer outside its object: only its use is checked".to_owned()
        }
        inputs::LeftOut::DifferentObjects => {
            "pointers into different objects: this is tried with one layout of memory".to_owned()
        }
        inputs::LeftOut::Shift => {
            "whether a shift to the left is of a negative number, or too far".to_owned()
        }
        inputs::LeftOut::Unused => {
            "whether a variable can be read whose value is not used".to_owned()
        }
        inputs::LeftOut::Address => "what number an address is".to_owned(),
        inputs::LeftOut::Status => {
            "the exit status is a value that was never set: what the caller of the program does with it".to_owned()
        }
    }
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
            let (message, _) = failure_line(ready, failure, None);
            let at = match failure {
                Failure::Trap(trap) => Some(trap.span),
                Failure::NoEnd(endless) => endless.span,
                Failure::Outcome(_) => None,
            };
            (message, at)
        }
        _ => (String::new(), None),
    };
    // A place in a built-in text does not help the user.
    let (message, at) = match at {
        Some(span) if ready.sources().is_built_in(span) => {
            ("what must not be reached is reached".to_owned(), None)
        }
        at => (message, at),
    };
    FailingInput {
        args: Vec::new(),
        call: None,
        stdin: lossy(input),
        stdin_bytes: str::from_utf8(input).is_err().then(|| input.to_vec()),
        failure: at.map(|span| point(ready, span, message.clone())),
        message,
        expected: expected.map(lossy),
        bytes_before: None,
    }
}
