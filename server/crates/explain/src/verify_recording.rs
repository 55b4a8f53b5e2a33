//! Check that a recorded run is the run of the test: both must fail at the same place.

use std::sync::Arc;

use eval::{ChoiceSource, Concrete, Image, Machine, Stop};
use exec::run::PreparedTest;
use ir::Program;

use crate::trace::Trace;

/// Number of instructions between two checks whether the job must end.
const TURN: u64 = 1 << 16;

/// Whether the test, run concretely, fails at the same place as the recorded run; `true` if the job had to end first.
pub(crate) fn verify_recording(
    program: &Program,
    test: &PreparedTest,
    trace: &Trace,
    stopped: &dyn Fn() -> bool,
) -> bool {
    let image: Image<u64> = Image::new(program);
    let mut dom = Concrete::new(program.components.len(), ChoiceSource::Nothing);
    let state = image.start(&mut dom, program, &test.start, false);
    let mut machine = Machine::new(program, dom, state, Arc::clone(&test.goal.expected), 0);
    // The test is known to fail, so the run ends.
    while !stopped() {
        let (stop, _) = machine.run_for(TURN, None);
        match stop.map_err(|stop| *stop) {
            Err(Stop::StepLimit) => {}
            Err(Stop::Trap(trap)) => return trap.span == trace.failure.span,
            _ => return machine.span() == trace.failure.span,
        }
    }
    true
}
