//! The program with closed branches, which the queries of strategy `ofc` refer to, and the branches that failing runs
//! take.

use std::sync::Arc;

use eval::{ChoiceSource, Concrete, Image, Machine, Stop};
use explore::demand::{BranchSet, OnDemand};

use exec::run::PreparedTest;

/// The branches that the run of a test takes, as written, within at most `steps` instructions.
///
/// The run starts with all branches closed, and opens each one when it reaches it.
pub(super) fn trace(
    program: &mut OnDemand,
    image: &Image<u64>,
    test: &PreparedTest,
    steps: u64,
) -> BranchSet {
    let mut taken = BranchSet::default();
    program.open_only(&taken);
    let components = program.program().components.len();
    let mut dom = Concrete::new(components, ChoiceSource::Nothing);
    let mut state = image.start(&mut dom, program.program(), &test.start, true);
    let mut left = steps;
    loop {
        let mut machine = Machine::new(
            program.program(),
            dom,
            state,
            Arc::clone(&test.goal.expected),
            0,
        );
        let (stop, used) = machine.run_for(left, None);
        (dom, state, left) = (machine.dom, machine.state, left - used);
        let Err(stop) = stop else { return taken };
        let (Stop::Closed { branch, .. }, Some(frame)) = (*stop, state.calls.running()) else {
            return taken;
        };
        let Some(begin) = program.behind(frame.function, state.calls.pc()) else {
            return taken;
        };
        state.calls.jump(begin);
        taken.insert(branch);
        program.open_only(&taken);
    }
}
