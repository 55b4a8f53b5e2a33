//! Trials of one component's choices in one test, each beginning where it differs from what is known.
//!
//! Looking for values tries many plans that agree up to some execution of the component. So the run of the best plan so
//! far is paused before its latest executions, and a trial goes on from the pause before the first execution that it
//! changes. It ends a little after the first wrong output, of which the first words are wanted.

use std::sync::Arc;

use ir::CompId;
use ir::eval::{Concrete, Machine, Output, Plan, Relaxed, Script, State, Stop};

use super::failing_test::FailingTest;
use super::query_engine::QueryContext;
use crate::limits::{WRONG_OUTPUT_INSTRUCTIONS, WRONG_OUTPUT_SLICES};
use exec::run::{machine_in, wrong_outcome};

/// A test whose runs differ in the choices of one component.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    pub(super) shared: &'a QueryContext<'a>,
    pub(super) failing_test: &'a FailingTest<'a>,
    pub(super) comp: CompId,
}

/// A run before an execution of the component.
pub(super) struct Paused {
    /// Which, from 0.
    pub(super) execution: u32,
    state: State<u64>,
    /// Choices made before.
    made: usize,
}

/// What came of a trial.
pub(super) struct Attempt {
    pub(super) passes: bool,
    /// Bytes of the expected output, in normal form, that were printed before the first wrong output.
    pub(super) right: usize,
    /// What is printed instead of the rest: the first words of it.
    pub(super) wrong: Vec<u8>,
    /// Executions of the component before the first wrong output.
    pub(super) executions: u32,
    pub(super) steps: u64,
    pub(super) plan: Plan,
    /// The choices that were made.
    pub(super) made: Script,
}

impl Trial<'_> {
    /// Before the first execution, in the run as written.
    pub(super) fn begin(&self) -> Paused {
        let from = self.failing_test.replays(self.shared);
        Paused {
            execution: 0,
            state: from.start(std::iter::once(self.comp)).0,
            made: 0,
        }
    }

    /// Goes on from a pause by a plan; `made` holds the choices before, and perhaps more.
    pub(super) fn attempt(&self, from: &Paused, plan: Plan, made: &Script, steps: u64) -> Attempt {
        let test = self.failing_test.test;
        let mut machine = self.machine(from, plan, made, None);
        machine.steps = steps;
        let stop = machine.run(None).map_err(|stop| *stop);
        let expected = Arc::clone(&test.goal.expected);
        let (mut right, mut printed) = (0, false);
        if let Output::Match(matcher) = &machine.state.streams.output {
            let rest = matcher.rest(&expected).map_or(0, <[u8]>::len);
            right = expected.bytes().len() - rest;
            printed = matcher.finish(&expected);
        }
        let passes = match &stop {
            Err(Stop::Exit(ending)) => {
                printed && wrong_outcome(&mut machine, test, ending).is_none()
            }
            _ => false,
        };
        let executions = machine.dom.executions[self.comp.index()];
        let mut left = machine.steps;
        let mut wrong = Vec::new();
        if matches!(stop, Err(Stop::Dead)) {
            let (printed, used) = wrong_output(&mut machine);
            wrong = printed;
            left = left.saturating_sub(used);
        }
        let (plan, made) = match machine.dom.relaxed {
            Relaxed::Planned { plan, made, .. } => (plan, made),
            _ => (Plan::default(), Script::new()),
        };
        Attempt {
            passes,
            right,
            wrong,
            executions,
            steps: steps - left,
            plan,
            made,
        }
    }

    /// Pauses before the executions `first..last` of a plan, with the choices made up to there and the instructions.
    pub(super) fn pauses(
        &self,
        from: &Paused,
        plan: &Plan,
        made: &Script,
        (first, last): (u32, u32),
        steps: u64,
    ) -> (Vec<Paused>, Script, u64) {
        let mut machine = self.machine(from, plan.clone(), made, Some(first));
        machine.steps = steps;
        let mut pauses = Vec::new();
        for execution in first..last {
            let stop = machine.run(None);
            if !matches!(stop, Err(stop) if matches!(*stop, Stop::Enter(_))) {
                break;
            }
            if let Relaxed::Planned { made, pause, .. } = &mut machine.dom.relaxed {
                *pause = Some(execution + 1);
                pauses.push(Paused {
                    execution,
                    state: machine.state.clone(),
                    made: made.len(),
                });
            }
        }
        let used = steps - machine.steps;
        match machine.dom.relaxed {
            Relaxed::Planned { made, .. } => (pauses, made, used),
            _ => (pauses, Script::new(), used),
        }
    }

    fn machine(
        &self,
        from: &Paused,
        plan: Plan,
        made: &Script,
        pause: Option<u32>,
    ) -> Machine<'_, Concrete> {
        let program = self.shared.program;
        let relaxed = Relaxed::Planned {
            comp: self.comp,
            plan,
            made: made.iter().take(from.made).cloned().collect(),
            pause,
        };
        let mut dom = Concrete::new(program.components.len(), relaxed);
        dom.executions[self.comp.index()] = from.execution;
        machine_in(program, from.state.clone(), self.failing_test.test, dom)
    }
}

/// What a machine that stopped at a wrong output prints there, with the instructions that it took.
fn wrong_output(machine: &mut Machine<'_, Concrete>) -> (Vec<u8>, u64) {
    machine.state.streams.output = Output::Capture(Vec::new());
    let (slice, times) = (WRONG_OUTPUT_INSTRUCTIONS, WRONG_OUTPUT_SLICES);
    let mut used = 0;
    for _ in 0..times {
        machine.steps = slice;
        let on = matches!(machine.run(None), Err(stop) if matches!(*stop, Stop::StepLimit));
        used += slice - machine.steps;
        if !on || printed_line(machine) {
            break;
        }
    }
    match &machine.state.streams.output {
        Output::Capture(bytes) => (bytes.clone(), used),
        Output::Match(_) => (Vec::new(), used),
    }
}

/// Whether a whole line has been collected.
fn printed_line(machine: &Machine<'_, Concrete>) -> bool {
    matches!(&machine.state.streams.output, Output::Capture(bytes) if bytes.contains(&b'\n'))
}
