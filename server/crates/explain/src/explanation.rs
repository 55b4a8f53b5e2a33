//! The explanation of a failing test: record the run, find the invariants, check them, tell the story.

use ::trace::{Dependence, Kinds, ProgramFacts};
use eval::ChoiceSource;
use exec::run::PreparedTest;
use ir::Program;
use smt::{Choice, Interrupt, solver_until};
use syntax::Sources;

use crate::check::{ProofCheck, Rest, check};
use crate::error_trace::{Story, tell};
use crate::invariant::{InvariantBudget, find};
use crate::needed::{self, RunContext};
use crate::trace::{Flow, NoTrace, TraceLimits, record};
use crate::verify_recording::verify_recording;

/// Input of an explanation.
pub struct Question<'a> {
    /// The program, with components.
    pub program: &'a Program,
    /// The source texts.
    pub sources: &'a Sources,
    /// A test that fails.
    pub test: &'a PreparedTest,
    /// Treatment of branches.
    pub flow: Flow,
    /// Cost limits of the recording.
    pub limits: TraceLimits,
    /// Most queries to the solver.
    pub checks: u64,
    /// Interrupts the solver's checks.
    pub interrupt: Interrupt,
    /// Whether the job must end.
    pub stopped: &'a dyn Fn() -> bool,
    /// Whether time is short: later results may then be less general, but they are still complete.
    pub should_finish: &'a dyn Fn() -> bool,
}

/// An explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The story of the failure.
    pub story: Story,
    /// Executions of statements that the failure depends on (see [`slice()`]), in the order of the run.
    pub slice: Vec<Dependence>,
    /// Result of the independent check.
    pub checked: ProofCheck,
    /// Whether some invariants may not be as weak as possible, because time was short.
    pub hurried: bool,
    /// Whether the formulas take array indices and pointers from the run.
    pub addresses_assumed: bool,
    /// Whether some numbers may be made from addresses, which differ from run to run.
    pub uses_addresses: bool,
    /// Number of steps of the trace.
    pub steps: usize,
    /// Number of instructions executed.
    pub instructions: u64,
    /// Number of queries used to find the invariants.
    pub checks: u64,
}

/// Work limit, in milliseconds, of one query while invariants are searched for, and of one proof of the check.
const ONE_QUESTION: u64 = 300;
const ONE_PROOF: u64 = 1_000;
/// Factor between the work limit and the limit by the clock, for busy machines.
const PATIENCE: u64 = 4;

/// Explains a failing test. `phase` is called at the beginning of each phase: `record`, `invariants`, `check`,
/// `needed`.
///
/// # Errors
/// The reason why there is no explanation.
pub fn explain(
    question: &Question<'_>,
    phase: &dyn Fn(&'static str),
) -> Result<Explanation, NoTrace> {
    phase("record");

    // The failing run. A replay checks that what was recorded is the failure of the test.
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
    if !verify_recording(question.program, question.test, &trace, question.stopped) {
        return Err(refused(
            "the prover cannot follow this run exactly, which is a limit of FaultLens",
        ));
    }

    // Invariants from the failure back to the start.
    phase("invariants");
    let mut solver = solver_until(Choice::Auto, question.interrupt.clone());
    solver.set_limits(limits(ONE_QUESTION));
    let budget = InvariantBudget {
        checks: question.checks,
        stopped: question.stopped,
        should_finish: question.should_finish,
    };
    let Some(chain) = find(&mut trace, question.flow, solver.as_mut(), &budget) else {
        return Err(refused(if (question.stopped)() {
            "stopped"
        } else {
            "what leads to the failure is too much to be put into few words"
        }));
    };

    // Another solver checks the chain: a wrong invariant would make the story wrong.
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

    // Values that the shown statements would have needed.
    phase("needed");
    let asked = RunContext {
        program: question.program,
        sources: question.sources,
        test: question.test,
        trace: &trace,
        chain: &chain,
        stopped: question.stopped,
    };
    // Values that are enough in one layout of memory are not enough in another.
    if !trace.uses_addresses {
        needed::fill(
            &asked,
            &mut story,
            solver.as_mut(),
            needed::NeededBudget::default(),
        );
    }
    Ok(Explanation {
        story,
        slice: slice(question.program, question.test, question.stopped),
        checked,
        hurried: chain.hurried,
        steps: trace.steps.len(),
        instructions: trace.instructions,
        checks: chain.checks,
        addresses_assumed: trace.addresses_assumed,
        uses_addresses: trace.uses_addresses,
    })
}

/// The slice of the failure, including the failing statement: the run is recorded once more, as a dependence graph.
/// Empty if the caller stops it.
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
    let limits = ::trace::RecordingLimits {
        // The run is known to end.
        steps: u64::MAX,
        ..::trace::RecordingLimits::default()
    };
    let recording = ::trace::record(&facts, &test, limits, &|| !stopped());
    recording.map_or_else(
        |_| Vec::new(),
        |recording| recording.slice(Kinds::PAPER).executions(),
    )
}

/// Limits of one query of about this many milliseconds.
fn limits(millis: u64) -> smt::SolverLimits {
    smt::SolverLimits {
        work: Some(millis * smt::SolverLimits::MILLISECOND),
        millis: Some(millis * PATIENCE),
        ..smt::SolverLimits::default()
    }
}
