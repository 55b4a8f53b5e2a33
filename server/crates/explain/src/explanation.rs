//! From a failing test to its story: record, find the invariants, check them, tell.

use ::trace::{Dependence, Kinds, ProgramFacts};
use exec::run::PreparedTest;
use ir::Program;
use ir::eval::ChoiceSource;
use smt::{Choice, Interrupt, solver_until};
use syntax::Sources;

use crate::agrees::agrees;
use crate::check::{ProofCheck, Rest, check};
use crate::invariant::{Budget, find};
use crate::needed::{self, RunContext};
use crate::story::{Story, tell};
use crate::trace::{Flow, Limits, NoTrace, record};

/// What is to be explained.
pub struct Question<'a> {
    /// The program, with components.
    pub program: &'a Program,
    /// Its texts.
    pub sources: &'a Sources,
    /// A test that fails.
    pub test: &'a PreparedTest,
    /// What is said of branches.
    pub flow: Flow,
    /// What the recording may cost.
    pub limits: Limits,
    /// Questions to the solver.
    pub checks: u64,
    /// Ends checks of solvers.
    pub interrupt: Interrupt,
    /// The job must end.
    pub stopped: &'a dyn Fn() -> bool,
    /// Time is short: what is found from then on may be less general, but the rest of it is found.
    pub hurry: &'a dyn Fn() -> bool,
}

/// An explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// What happened.
    pub story: Story,
    /// Executions of statements that the failure depends on (see [`slice`]), in the order of the run.
    pub slice: Vec<Dependence>,
    /// What the independent check says of it.
    pub checked: ProofCheck,
    /// Not all invariants are as weak as they could be.
    pub hurried: bool,
    /// What is taken as it was in the run.
    pub assumed: Vec<String>,
    /// Steps of the trace.
    pub steps: usize,
    /// Instructions executed.
    pub instructions: u64,
    /// Questions asked to find the invariants.
    pub checks: u64,
}

/// Milliseconds of work for one question while invariants are looked for, and for one proof of the check.
const ONE_QUESTION: u64 = 300;
const ONE_PROOF: u64 = 1_000;
/// By the clock, a busy machine may take so many times as long.
const PATIENCE: u64 = 4;

/// Explains a failing test. `phase` is told what begins: `record`, `invariants`, `check`, `needed`.
///
/// # Errors
/// Why there is no explanation.
pub fn explain(
    question: &Question<'_>,
    phase: &dyn Fn(&'static str),
) -> Result<Explanation, NoTrace> {
    phase("record");
    let mut trace = record(
        question.program,
        question.test,
        question.limits,
        question.stopped,
    )?;
    let refused = |reason: &str| NoTrace {
        reason: reason.to_owned(),
        span: None,
    };
    if !agrees(question.program, question.test, &trace, question.stopped) {
        return Err(refused(
            "the run that was recorded does not fail where the test does",
        ));
    }
    phase("invariants");
    let mut solver = solver_until(Choice::Auto, question.interrupt.clone());
    solver.set_limits(limits(ONE_QUESTION));
    let budget = Budget {
        checks: question.checks,
        stopped: question.stopped,
        hurry: question.hurry,
    };
    let Some(chain) = find(&mut trace, question.flow, solver.as_mut(), &budget) else {
        return Err(refused(if (question.stopped)() {
            "stopped"
        } else {
            "what leads to the failure is too much to be put into few words"
        }));
    };
    phase("check");
    let mut independent = solver_until(Choice::Z3, question.interrupt.clone());
    independent.set_limits(limits(ONE_PROOF));
    let checked = check(
        &mut trace,
        question.flow,
        &chain,
        Rest::ByInduction,
        independent.as_mut(),
        question.stopped,
    );
    let mut story = tell(
        question.program,
        question.sources,
        &trace,
        question.flow,
        &chain,
    );
    phase("needed");
    let asked = RunContext {
        program: question.program,
        sources: question.sources,
        test: question.test,
        trace: &trace,
        chain: &chain,
        stopped: question.stopped,
    };
    needed::fill(
        &asked,
        &mut story,
        solver.as_mut(),
        needed::Budget::default(),
    );
    Ok(Explanation {
        story,
        slice: slice(question.program, question.test, question.stopped),
        checked,
        hurried: chain.hurried,
        steps: trace.steps.len(),
        instructions: trace.instructions,
        checks: chain.checks,
        assumed: std::mem::take(&mut trace.assumed),
    })
}

/// What the failure depends on, what fails included: the run is recorded once more, as a dependence graph. Empty if the
/// caller stops it.
pub fn slice(
    program: &Program,
    test: &PreparedTest,
    stopped: &dyn Fn() -> bool,
) -> Vec<Dependence> {
    let facts = ProgramFacts::new(program);
    let test = ::trace::Test {
        start: &test.start,
        goal: &test.goal,
        relaxed: ChoiceSource::Nothing,
    };
    let limits = ::trace::Limits {
        // The run came to its end before.
        steps: u64::MAX,
        ..::trace::Limits::default()
    };
    let recording = ::trace::record(&facts, &test, limits, &|| !stopped());
    recording.map_or_else(
        |_| Vec::new(),
        |recording| recording.slice(Kinds::PAPER).executions(),
    )
}

/// Limits of one question that takes about so long.
fn limits(millis: u64) -> smt::Limits {
    smt::Limits {
        work: Some(millis * smt::Limits::MILLISECOND),
        millis: Some(millis * PATIENCE),
        ..smt::Limits::default()
    }
}
