//! Concrete run of one test.

use std::sync::Arc;

use eval::{
    AssertionCounts, Concrete, Ending, Endless, Exec, Goal, Literal, Machine, ObservedValue, Start,
    State, Stop, Trap, TrapKind, Val, equals, parse_literal,
};
use harness::{Action, Expected, Observed, Test, explain_difference};
use ir::{Program, Scalar};
use syntax::Span;

use crate::display;
use crate::progress::RunProgress;
use ir::CompSet;

/// Number of test-run instructions for each second of a job's time limit. The step limit derived from it is counted,
/// not clocked, so a verdict does not depend on the machine. A release build of the evaluator executes about 60 million
/// instructions per second on one core of 2024: half of the time is left for searching and reporting.
pub const STEPS_PER_SECOND: u64 = 30_000_000;
/// Number of instructions that any run may take, including a changed run whose original is shorter.
pub const SHORT_RUN: u64 = 20_000_000;

/// Step limit of a job with a time limit of `seconds`.
pub fn step_limit(seconds: f64) -> u64 {
    ((seconds * STEPS_PER_SECOND as f64) as u64).max(1_000_000)
}

/// Number of instructions between two checks of whether the job must end: the first interval and the longest one.
const FIRST_SLICE: u64 = 1 << 14;
const LARGEST_SLICE: u64 = 1 << 20;
/// Number of instructions after which a run is first checked for non-termination; the check is repeated each time that
/// the number has doubled.
const FIRST_WATCH: u64 = 1 << 14;
/// Fraction of the instructions that is watched for non-termination (one in this many), and the least number watched.
const SHARE_OF_WATCHING: u64 = 32;
const LEAST_WATCHED: u64 = 1 << 12;
/// Number of output bytes beyond the expected ones after which a long run with wrong output is ended, and limit on the
/// bytes of any output.
const SURPLUS: usize = 1 << 16;
const MOST_OUTPUT: usize = 1 << 28;

/// Everything that is needed to run a test, prepared once.
#[derive(Debug, Clone)]
pub struct PreparedTest {
    /// Start of the run: function, arguments and input.
    pub start: Start,
    /// Expected outcome.
    pub goal: Goal,
    /// Expected standard output as the user gave it.
    pub stdout: Option<std::sync::Arc<[u8]>>,
    /// Whether the program as written passes only where objects have the addresses of the first layout, once known.
    pub passes_by_layout: bool,
    /// If a changed program need not pass the test: it has to come farther than this.
    pub beyond: Option<RunProgress>,
}

impl PreparedTest {
    /// This test for a program in which each place is where `to` says.
    #[must_use]
    pub fn moved(mut self, to: &dyn Fn(Span) -> Span) -> PreparedTest {
        self.goal.asserts = self.goal.asserts.moved(to);
        self
    }
}

/// Reason why a test fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The run ended with the wrong output, exit status or result, described by the sentence.
    Outcome(String),
    /// Undefined behaviour or a failed assertion. Boxed, because thousands of passing tests reserve room for it.
    Trap(Box<Trap>),
    /// The run is proved not to end.
    NoEnd(Endless),
}

/// Reason why it is not known whether a test passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndecidedReason {
    /// The run met the step limit.
    Steps {
        /// Step limit.
        limit: u64,
        /// Condition of the loop that the run was in.
        span: Option<Span>,
    },
    /// The job had to end while it ran.
    Interrupted,
    /// The job had to end before it ran.
    NotRun,
}

/// Verdict on one test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The test does what is expected.
    Pass,
    /// The test fails.
    Fail(Failure),
    /// The test asked to be ignored before anything was wrong.
    Ignored {
        /// Reason that the test gives; may be empty.
        reason: String,
        /// Place of the request.
        span: Span,
    },
    /// The run was ended before the verdict was known.
    Undecided(UndecidedReason),
    /// The run reached something that is not modelled, or the test cannot be run at all.
    Unanalysable {
        /// Explanation.
        reason: String,
        /// Place of the construct, if known.
        span: Option<Span>,
    },
}

/// Whether a run found the input that it was to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputSupply {
    /// Every call found what it was to read.
    Enough,
    /// Some call met the end, or something else than it was to read.
    TooLittle,
}

/// Outcome of a test.
#[derive(Debug, Clone)]
pub struct TestOutcome {
    /// Verdict.
    pub verdict: Verdict,
    /// Standard output of the run.
    pub stdout: Vec<u8>,
    /// Whether the run ended by itself; only then `steps` says how many instructions it needs. False after a stack
    /// overflow, because the run would have continued with a larger stack.
    pub ended: bool,
    /// Exit status, if the run ended by itself.
    pub exit: Option<i32>,
    /// Number of instructions executed, counted in the uninstrumented program ([`ir::flow::uninstrumented`]).
    pub steps: u64,
    /// Components that were entered.
    pub covered: CompSet,
    /// Whether the values that variables held before they were written may have mattered.
    pub first_values: bool,
    /// Assertions that were evaluated.
    pub asserts: AssertionCounts,
    /// Whether the test ends otherwise where objects have other addresses.
    pub depends_on_layout: bool,
    /// Whether the run found the input that it was to read.
    pub input: InputSupply,
    /// Names of files outside the project that the run looked up and that do not exist.
    pub missing: Vec<String>,
    /// Largest number of executions of one component.
    pub busiest: u32,
    /// Total number of component entries.
    pub entries: u64,
}

impl TestOutcome {
    /// The outcome of a test that cannot be run.
    pub fn unanalysable(reason: String) -> TestOutcome {
        TestOutcome::without_run(Verdict::Unanalysable { reason, span: None })
    }

    /// The outcome of a test that was not run.
    pub fn not_run() -> TestOutcome {
        TestOutcome::without_run(Verdict::Undecided(UndecidedReason::NotRun))
    }

    /// Whether a longer run may still decide the test.
    pub fn met_limit(&self) -> bool {
        matches!(
            self.verdict,
            Verdict::Undecided(UndecidedReason::Steps { .. })
        )
    }

    /// Whether the job had to end before the test was decided.
    pub fn is_cut_short(&self) -> bool {
        let Verdict::Undecided(why) = self.verdict else {
            return false;
        };
        matches!(why, UndecidedReason::Interrupted | UndecidedReason::NotRun)
    }

    /// An outcome with this verdict and without traces of a run: no output, no steps, no coverage.
    pub fn without_run(verdict: Verdict) -> TestOutcome {
        TestOutcome {
            verdict,
            ended: true,
            stdout: Vec::new(),
            exit: None,
            steps: 0,
            covered: CompSet::new(),
            first_values: true,
            asserts: AssertionCounts::default(),
            depends_on_layout: false,
            input: InputSupply::Enough,
            missing: Vec::new(),
            busiest: 0,
            entries: 0,
        }
    }
}

/// What a test compares, with the name of a file in normal form.
fn observed(test: &Test) -> Observed {
    match &test.expect.observed {
        Observed::File(name) => match harness::normal_path(name.as_bytes()) {
            Some(name) => Observed::File(name.into()),
            None => Observed::File(Arc::clone(name)),
        },
        observed => observed.clone(),
    }
}

/// Prepares a test; the error says why it cannot be run.
pub fn prepare(program: &Program, entry: &str, test: &Test) -> Result<PreparedTest, String> {
    let (name, unit) = match &test.action {
        Action::Main { .. } => (entry, None),
        Action::Call { function, unit, .. } => (&**function, *unit),
    };
    if unit.is_none() && program.is_ambiguous(name) {
        return Err(format!("several files have a static function `{name}`"));
    }
    let Some(function) = program.called_as(name, unit) else {
        return Err(format!("there is no function `{name}`"));
    };
    let f = &program.functions[function.index()];
    let mut start = Start {
        function,
        name: Arc::default(),
        args: Arc::default(),
        environment: Arc::default(),
        literals: Vec::new(),
        input: Arc::default(),
        leaks: false,
        slack: false,
        observed: observed(test),
        files: None,
    };
    let input = match &test.action {
        Action::Main {
            program,
            args,
            environment,
            stdin,
            folder: _,
            files,
        } => {
            start.name = Arc::clone(program);
            start.args = Arc::clone(args);
            start.environment = Arc::clone(environment);
            start.files.clone_from(files);
            stdin
        }
        Action::Call {
            args, stdin, files, ..
        } => {
            start.literals = literals(name, &f.params, args)?;
            start.files.clone_from(files);
            stdin
        }
    };
    // A fresh `Arc` for empty input: one that all tests share would make the threads contend for its reference count.
    start.input = if input.is_empty() {
        Arc::from(Vec::new())
    } else {
        Arc::clone(input)
    };
    let returns = match (&test.expect.returns, f.result) {
        (None, _) => None,
        (Some(text), Some(ty)) => match parse_literal(text, ty) {
            Some(l) => Some((ty, l)),
            None => return Err(format!("`{text}` is no value that `{name}` can return")),
        },
        (Some(_), None) => return Err(format!("`{name}` returns nothing")),
    };
    Ok(PreparedTest {
        start,
        goal: Goal {
            expected: Arc::new(Expected::of(&test.expect)),
            exit: test.expect.exit,
            returns,
            asserts: AssertionCounts::default(),
        },
        stdout: test.expect.stdout.clone(),
        passes_by_layout: false,
        beyond: None,
    })
}

fn literals(name: &str, params: &[Scalar], args: &[String]) -> Result<Vec<Literal>, String> {
    if params.len() != args.len() {
        return Err(format!(
            "`{name}` takes {} arguments, {} given",
            params.len(),
            args.len()
        ));
    }
    params
        .iter()
        .zip(args)
        .map(|(ty, text)| {
            parse_literal(text, *ty)
                .ok_or_else(|| format!("`{text}` is no literal for a parameter of `{name}`"))
        })
        .collect()
}

/// A finished concrete run with the observations of its machine.
pub struct FinishedRun {
    /// Outcome of the test.
    pub ran: TestOutcome,
    /// Values of components, if they were to be observed.
    pub observed: Vec<ObservedValue<u64>>,
    /// For each of these values, the number of the execution that computed it, from 0.
    pub numbers: Vec<u32>,
}

/// Machine about to run a test from a state of the original run, without a step budget yet.
pub fn machine_in<'p>(
    program: &'p Program,
    state: State<u64>,
    test: &PreparedTest,
    dom: Concrete,
) -> Machine<'p, Concrete> {
    Machine::new(program, dom, state, Arc::clone(&test.goal.expected), 0)
}

/// How a run ended or was ended.
pub enum RunEnd {
    /// The machine stopped by itself.
    Stopped(Stop),
    /// Non-termination is proved: the run cannot end normally.
    Endless {
        /// Number of instructions after which it repeats itself.
        period: u64,
    },
    /// The step budget is used up, or the output has become too long.
    Limit,
    /// The job must end.
    Interrupted,
}

/// Runs until the machine stops, is proved not to terminate, or uses up its steps; also returns the number of remaining
/// steps. `keep_going` is called at intervals.
pub fn to_the_end(
    machine: &mut Machine<'_, Concrete>,
    steps: u64,
    keep_going: &dyn Fn() -> bool,
) -> (RunEnd, u64) {
    let mut left = steps;
    let mut slice = FIRST_SLICE;
    let mut watch_at = FIRST_WATCH;
    loop {
        // Run one slice.
        let given = left.min(slice);
        let (stop, used) = machine.run_for(given, None);
        let stop = match stop {
            Err(stop) => *stop,
            Ok(()) => Stop::StepLimit,
        };
        left -= used;
        if !matches!(stop, Stop::StepLimit) {
            return (RunEnd::Stopped(stop), left);
        }
        // Check the reasons to stop here.
        let used = steps - left;
        if left == 0 || used >= SHORT_RUN && prints_too_much(machine) {
            return (RunEnd::Limit, left);
        }
        if !keep_going() {
            return (RunEnd::Interrupted, left);
        }
        // Watch the run for a while: does it repeat a state, or a loop that it cannot leave?
        if used >= watch_at {
            watch_at = used.saturating_mul(2);
            machine.allow_steps(left);
            let repeated = period(machine, used / SHARE_OF_WATCHING);
            left = machine.steps_left();
            match repeated {
                Ok(None) => {}
                Ok(Some(period)) => return (RunEnd::Endless { period }, left),
                Err(stop) if matches!(*stop, Stop::StepLimit) => return (RunEnd::Limit, left),
                Err(stop) => return (RunEnd::Stopped(*stop), left),
            }
        }
        slice = (slice * 2).min(LARGEST_SLICE);
    }
}

/// Watches a run for about `most` instructions. If it is proved not to end normally, returns the number of instructions
/// after which it repeats itself.
fn period(machine: &mut Machine<'_, Concrete>, most: u64) -> Exec<Option<u64>> {
    match machine.reaches_earlier_state(most)? {
        Some(period) => Ok(Some(period)),
        None => machine.never_exits(most.max(LEAST_WATCHED)),
    }
}

/// Whether the output is wrong and far longer than expected, or longer than the limit for any output.
fn prints_too_much(machine: &Machine<'_, Concrete>) -> bool {
    let Some(printed) = machine.state.output.collected() else {
        return false;
    };
    let expected = machine.expected();
    let is_whole = expected.is_known() && !expected.may_stand_anywhere();
    let surplus = is_whole && printed.len() > expected.bytes().len() + SURPLUS;
    printed.len() > MOST_OUTPUT || surplus && differs(expected, printed)
}

/// Whether no continuation of this output can be the expected one.
fn differs(expected: &Expected, printed: &[u8]) -> bool {
    !harness::Matcher::new().feed(expected, printed)
}

/// Whether the test passes from a state of the original run, or from a modified one. The output is matched.
pub fn passes_from(
    program: &Program,
    state: State<u64>,
    test: &PreparedTest,
    dom: Concrete,
    steps: u64,
) -> (bool, u64) {
    let mut machine = machine_in(program, state, test, dom);
    passed(&mut machine, test, steps)
}

/// Runs the machine to its end. Returns whether the test passes, and the number of instructions executed. The output is
/// matched.
pub fn passed(machine: &mut Machine<'_, Concrete>, test: &PreparedTest, steps: u64) -> (bool, u64) {
    let (end, left) = to_the_end(machine, steps, &|| true);
    let passes = match end {
        RunEnd::Stopped(Stop::Exit(ending)) => ends_as_expected(machine, test, &ending),
        _ => false,
    };
    (passes, steps - left)
}

/// Whether a run with this ending passes the test: it must have reached every assertion that the run as written reaches.
/// The output is matched.
pub fn ends_as_expected(
    machine: &mut Machine<'_, Concrete>,
    test: &PreparedTest,
    ending: &Ending,
) -> bool {
    let matcher = machine.state.output.matcher();
    machine.state.asserted.reaches(&test.goal.asserts)
        && matcher.is_some_and(|matcher| matcher.finish(&test.goal.expected))
        && wrong_outcome(machine, test, ending).is_none()
}

/// Verdict on a run with this end.
pub fn verdict(
    machine: &mut Machine<'_, Concrete>,
    test: &PreparedTest,
    end: &RunEnd,
    used: u64,
) -> Verdict {
    let stop = match end {
        RunEnd::Stopped(stop) => stop,
        RunEnd::Endless { period } => {
            let mut endless = machine.endless(Some(*period));
            endless.difference = wrong_output(machine, test);
            return Verdict::Fail(Failure::NoEnd(endless));
        }
        RunEnd::Limit => return unended(machine, test, used),
        RunEnd::Interrupted => return Verdict::Undecided(UndecidedReason::Interrupted),
    };
    match stop {
        Stop::Exit(ending) => match wrong_outcome(machine, test, ending) {
            Some(message) => Verdict::Fail(Failure::Outcome(message)),
            None => Verdict::Pass,
        },
        Stop::Trap(trap) => match &trap.kind {
            TrapKind::Ignored(reason) => Verdict::Ignored {
                reason: reason.clone(),
                span: trap.span,
            },
            _ => Verdict::Fail(Failure::Trap(Box::new(trap.clone()))),
        },
        Stop::Unsupported { what, span } => Verdict::Unanalysable {
            reason: what.to_string(),
            span: Some(*span),
        },
        _ => Verdict::Fail(Failure::Outcome(
            "the run does not follow its script".into(),
        )),
    }
}

/// Verdict on a run that met the limit: it fails if its output is already wrong.
fn unended(machine: &mut Machine<'_, Concrete>, test: &PreparedTest, limit: u64) -> Verdict {
    if let Some(message) = wrong_output(machine, test) {
        return Verdict::Fail(Failure::Outcome(message));
    }
    let span = machine.endless(None).span;
    Verdict::Undecided(UndecidedReason::Steps { limit, span })
}

/// Description of what is wrong with the output of a run that has not ended, if no continuation can be the expected one.
fn wrong_output(machine: &Machine<'_, Concrete>, test: &PreparedTest) -> Option<String> {
    let (printed, wanted) = (machine.state.output.collected()?, test.stdout.as_ref()?);
    differs(&test.goal.expected, printed).then(|| said_of_output(test, wanted, printed))
}

/// Description of the difference between what was expected and what was printed, or written to the compared file.
fn said_of_output(test: &PreparedTest, wanted: &[u8], printed: &[u8]) -> String {
    let said = explain_difference(wanted, printed, &test.goal.expected).summary;
    match &test.start.observed {
        Observed::Output | Observed::OutputAndErrors => said,
        Observed::Errors => format!("standard error: {said}"),
        Observed::File(file) => format!("{file}: {said}"),
    }
}

/// Description of what is wrong with the output, the exit status or the result of a run that ended.
pub fn wrong_outcome(
    machine: &mut Machine<'_, Concrete>,
    test: &PreparedTest,
    ending: &Ending,
) -> Option<String> {
    if let (Some(printed), Some(wanted)) = (machine.state.output.collected(), &test.stdout) {
        let mut matcher = harness::Matcher::new();
        let fits =
            matcher.feed(&test.goal.expected, printed) && matcher.finish(&test.goal.expected);
        if !fits {
            return Some(said_of_output(test, wanted, printed));
        }
    }
    match ending {
        Ending::Status(_) if test.goal.exit.is_none() && test.goal.returns.is_some() => {
            Some("the program ended before the function returned".into())
        }
        Ending::Status(status) => {
            let wanted = test.goal.exit?;
            let fits = status.is_some_and(|status| wanted.allows(status));
            let seen = status.map_or_else(|| "?".to_string(), |s| s.to_string());
            (!fits).then(|| format!("expected {wanted}, got {seen}"))
        }
        Ending::Returned => {
            let (ty, literal) = test.goal.returns.as_ref()?;
            let v = machine.state.result?;
            let memory = &machine.state.memory;
            let fits = equals(&mut machine.dom, memory, *ty, v, literal);
            (fits != Some(true)).then(|| {
                let (wanted, seen) = match literal {
                    Literal::Scalar(bits) => (
                        display::scalar(*ty, *bits, false),
                        display::scalar(*ty, v.bits, false),
                    ),
                    Literal::Text(text) => (
                        display::text(text),
                        seen_text(machine, v).unwrap_or_else(|| "something else".into()),
                    ),
                };
                format!("expected result {wanted}, got {seen}")
            })
        }
    }
}

/// The string that a returned value points to, as a C literal; `None` if it points to none.
fn seen_text(machine: &mut Machine<'_, Concrete>, v: Val<u64>) -> Option<String> {
    if v.object == 0 {
        return (v.init && v.bits == 0).then(|| "NULL".to_owned());
    }
    let object = machine.state.memory.get(v.object)?;
    let mut bytes = Vec::new();
    for at in v.bits.. {
        let found = object.read(&mut machine.dom, at, Scalar::U8)?;
        match found.bits as u8 {
            _ if !found.init => return None,
            0 => break,
            byte => bytes.push(byte),
        }
    }
    Some(display::text(&bytes))
}
