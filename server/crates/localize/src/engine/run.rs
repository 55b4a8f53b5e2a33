//! One test, run concretely.

use std::sync::Arc;

use harness::{Action, Expected, Test, explain_difference};
use ir::eval::{
    Asserted, Concrete, Ending, Endless, Literal, Machine, Observed, Output, Start, State, Stop,
    Trap, TrapKind, equals, parse_literal,
};
use ir::explore::Goal;
use ir::{Program, Scalar};
use syntax::Span;

use crate::set::CompSet;

/// Instructions at a time: in between it is looked whether the job must end, and whether the run comes back to where it
/// was.
const FIRST_SLICE: u64 = 1 << 14;
const LARGEST_SLICE: u64 = 1 << 20;
/// One instruction in so many is watched for that.
const SHARE_OF_WATCHING: u64 = 32;

/// What a test needs in order to be run, prepared once.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// What is run.
    pub start: Start,
    /// What has to come of it.
    pub goal: Goal,
    /// Standard output as the user gave it.
    pub stdout: Option<std::sync::Arc<[u8]>>,
    /// Assertions that the program as written looks at, once that is known.
    pub asserts: Asserted,
}

/// Why a test fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It ended with the wrong output, exit status or result; the sentence says which.
    Outcome(String),
    /// Undefined behaviour or a failed assertion. In a box, since thousands of tests that pass have room for it.
    Trap(Box<Trap>),
    /// It did not end within the step limit.
    NoEnd(Endless),
}

/// Verdict on one test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It does what is expected.
    Pass,
    /// It does not.
    Fail(Failure),
    /// It asked not to be counted before anything was wrong.
    Ignored {
        /// Why, as it says; may be empty.
        reason: String,
        /// Where it asked.
        span: Span,
    },
    /// It reached something that is not modelled, or cannot be run at all.
    Unanalysable {
        /// Why.
        reason: String,
        /// Where.
        span: Option<Span>,
    },
}

/// What came of a test.
#[derive(Debug, Clone)]
pub struct Ran {
    /// Verdict.
    pub verdict: Verdict,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// Its exit status, if it ended by itself.
    pub exit: Option<i32>,
    /// Instructions executed, of the plain program ([`ir::flow::plain`]).
    pub steps: u64,
    /// Components that were entered.
    pub covered: CompSet,
    /// What variables held before they were written may have mattered.
    pub first_values: bool,
    /// Assertions that were looked at.
    pub asserts: Asserted,
    /// Most executions of one component.
    pub busiest: u32,
    /// Entries of components in all.
    pub entries: u64,
}

impl Ran {
    /// Whether it came to an end.
    pub(crate) fn ends(&self) -> bool {
        !matches!(self.verdict, Verdict::Fail(Failure::NoEnd(_)))
    }

    pub(crate) fn unanalysable(reason: String) -> Ran {
        Ran {
            verdict: Verdict::Unanalysable { reason, span: None },
            stdout: Vec::new(),
            exit: None,
            steps: 0,
            covered: CompSet::new(),
            first_values: true,
            asserts: Asserted::default(),
            busiest: 0,
            entries: 0,
        }
    }
}

/// Prepares a test, or says why it cannot be run.
pub fn prepare(program: &Program, entry: &str, test: &Test) -> Result<Prepared, String> {
    let name = match &test.action {
        Action::Main { .. } => entry,
        Action::Call { function, .. } => function,
    };
    let Some(function) = program.function(name) else {
        return Err(format!("there is no function `{name}`"));
    };
    let f = &program.functions[function.index()];
    let (args, input, literals, files) = match &test.action {
        Action::Main {
            args, stdin, files, ..
        } => (
            Arc::clone(args),
            Arc::clone(stdin),
            Vec::new(),
            files.clone(),
        ),
        Action::Call { args, files, .. } => (
            Arc::default(),
            Arc::default(),
            literals(name, &f.params, args)?,
            files.clone(),
        ),
    };
    let returns = match (&test.expect.returns, f.result) {
        (None, _) => None,
        (Some(text), Some(ty)) => match parse_literal(text, ty) {
            Some(l) => Some((ty, l)),
            None => return Err(format!("`{text}` is no value that `{name}` can return")),
        },
        (Some(_), None) => return Err(format!("`{name}` returns nothing")),
    };
    Ok(Prepared {
        start: Start {
            function,
            args,
            literals,
            // Nothing is one and the same for all tests else, and who counts its owners waits for the other threads.
            input: if input.is_empty() {
                Arc::from(Vec::new())
            } else {
                input
            },
            leaks: false,
            files,
        },
        goal: Goal {
            expected: Arc::new(Expected::of(&test.expect)),
            exit: test.expect.exit,
            returns,
        },
        stdout: test.expect.stdout.clone(),
        asserts: Asserted::default(),
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

/// A finished concrete run with its machine's remains.
pub(crate) struct Finished {
    pub(crate) ran: Ran,
    pub(crate) observed: Vec<Observed<u64>>,
}

/// A machine about to run a test from a state of the run as written, without steps yet.
pub(super) fn machine_in<'p>(
    program: &'p Program,
    state: State<u64>,
    test: &Prepared,
    dom: Concrete,
) -> Machine<'p, Concrete> {
    Machine {
        program,
        dom,
        state,
        expected: Arc::clone(&test.goal.expected),
        steps: 0,
        observed: None,
    }
}

/// Runs until it stops, or is seen to come back to where it was, or the steps are used up. Gives what is left of them.
/// `keep_going` is asked now and then.
pub(super) fn to_the_end(
    machine: &mut Machine<'_, Concrete>,
    steps: u64,
    keep_going: &dyn Fn() -> bool,
) -> (Stop, u64) {
    let mut left = steps;
    let mut slice = FIRST_SLICE;
    loop {
        let given = left.min(slice);
        machine.steps = given;
        let stop = match machine.run(None) {
            Err(stop) => *stop,
            Ok(()) => Stop::StepLimit,
        };
        left -= given - machine.steps;
        if !matches!(stop, Stop::StepLimit) || left == 0 || !keep_going() {
            return (stop, left);
        }
        machine.steps = left;
        let back = machine.comes_back(slice / SHARE_OF_WATCHING);
        left = machine.steps;
        match back {
            Ok(false) => {}
            Ok(true) => return (Stop::StepLimit, left),
            Err(stop) => return (*stop, left),
        }
        slice = (slice * 2).min(LARGEST_SLICE);
    }
}

/// Does the test pass from a state of the run as written, or of one in which something was changed? Its output is matched.
pub fn passes_from(
    program: &Program,
    state: State<u64>,
    test: &Prepared,
    dom: Concrete,
    steps: u64,
) -> (bool, u64) {
    let mut machine = machine_in(program, state, test, dom);
    passed(&mut machine, test, steps)
}

pub(super) fn passed(
    machine: &mut Machine<'_, Concrete>,
    test: &Prepared,
    steps: u64,
) -> (bool, u64) {
    let (stop, left) = to_the_end(machine, steps, &|| true);
    let used = steps - left;
    let Stop::Exit(ending) = stop else {
        return (false, used);
    };
    let printed = match &machine.state.streams.output {
        Output::Match(matcher) => matcher.finish(&test.goal.expected),
        Output::Capture(_) => false,
    };
    let passes = printed && wrong_outcome(machine, test, &ending).is_none();
    (passes, used)
}

pub(super) fn verdict(
    machine: &mut Machine<'_, Concrete>,
    test: &Prepared,
    stop: &Stop,
) -> Verdict {
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
        Stop::StepLimit => Verdict::Fail(Failure::NoEnd(machine.endless())),
        Stop::Unsupported { what, span } => Verdict::Unanalysable {
            reason: format!("{what} is not modelled"),
            span: Some(*span),
        },
        _ => Verdict::Fail(Failure::Outcome(
            "the run does not follow its script".into(),
        )),
    }
}

pub(super) fn wrong_outcome(
    machine: &mut Machine<'_, Concrete>,
    test: &Prepared,
    ending: &Ending,
) -> Option<String> {
    if let (Output::Capture(printed), Some(wanted)) = (&machine.state.streams.output, &test.stdout)
    {
        let mut matcher = harness::Matcher::new();
        let fits =
            matcher.feed(&test.goal.expected, printed) && matcher.finish(&test.goal.expected);
        if !fits {
            let d = explain_difference(wanted, printed, test.goal.expected.compare());
            return Some(d.summary);
        }
    }
    match ending {
        Ending::Status(status) => {
            let wanted = test.goal.exit?;
            // Only the low byte reaches the parent process.
            let fits = status.is_some_and(|s| s == i32::from(wanted as u8));
            let seen = status.map_or_else(|| "?".to_string(), |s| s.to_string());
            (!fits).then(|| format!("expected exit status {wanted}, got {seen}"))
        }
        Ending::Returned => {
            let (ty, literal) = test.goal.returns.as_ref()?;
            let v = machine.state.result?;
            let fits = equals(&mut machine.dom, *ty, v, literal);
            (!fits).then(|| {
                let Literal::Scalar(bits) = literal else {
                    return "another result was expected".into();
                };
                let (wanted, seen) = (
                    super::show::scalar(*ty, *bits, false),
                    super::show::scalar(*ty, v.bits, false),
                );
                format!("expected result {wanted}, got {seen}")
            })
        }
    }
}
