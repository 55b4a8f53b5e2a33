//! Whether a recorded run is the run of the test: both fail at the same place.

use std::sync::Arc;

use exec::run::PreparedTest;
use ir::Program;
use ir::eval::{ChoiceSource, Concrete, Image, Machine, Stop};

use crate::trace::Trace;

/// Instructions of one turn.
const TURN: u64 = 1 << 16;

/// Runs the test concretely; whether it fails where the recorded run does. A job that must end is not told off.
pub(crate) fn agrees(
    program: &Program,
    test: &PreparedTest,
    trace: &Trace,
    stopped: &dyn Fn() -> bool,
) -> bool {
    let image: Image<u64> = Image::new(program);
    let mut dom = Concrete::new(program.components.len(), ChoiceSource::Nothing);
    let state = image.start(&mut dom, program, &test.start, false);
    let mut machine = Machine {
        program,
        dom,
        state,
        expected: Arc::clone(&test.goal.expected),
        steps: 0,
        observed: None,
    };
    // The recorded run counts what it follows aside, so the run is no longer.
    let mut left = trace.instructions.saturating_add(TURN);
    while left > 0 && !stopped() {
        machine.steps = left.min(TURN);
        left -= machine.steps;
        match machine.run(None).map_err(|stop| *stop) {
            Err(Stop::StepLimit) => {}
            Err(Stop::Trap(trap)) => return trap.span == trace.failure.span,
            _ => return machine.span() == trace.failure.span,
        }
    }
    stopped()
}
