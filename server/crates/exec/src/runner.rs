//! Many runs of one program, one after another.
//!
//! Programs in tests are small, and a promising edit is run on all tests: setting a run up and tearing it down would
//! take a quarter of the time. So each run reuses the memory of the previous one: the objects of global variables are
//! restored, and the allocations of the others are filled anew.

use eval::{ChoiceSource, Concrete, Ending, Image, Machine, State, Stop, TrapKind};
use ir::Program;

use ir::CompSet;

use crate::run::{
    FinishedRun, PreparedTest, RunEnd, TestOutcome, machine_in, passed, to_the_end, verdict,
};

/// A runner of one program.
pub struct Runner<'p> {
    program: &'p Program,
    image: Image<u64>,
    /// Final state of the last run, reused by the next one.
    state: Option<State<u64>>,
    executions: Vec<u32>,
}

impl<'p> Runner<'p> {
    /// Creates a runner for a program and builds its image.
    pub fn new(program: &'p Program) -> Runner<'p> {
        Runner::on(program, Image::new(program))
    }

    /// Creates a runner with an existing image of the program.
    pub fn on(program: &'p Program, image: Image<u64>) -> Runner<'p> {
        Runner {
            program,
            image,
            state: None,
            executions: Vec::new(),
        }
    }

    /// Machine about to run a test, without a step budget yet. The output is captured, or matched with the expected
    /// one.
    fn machine(
        &mut self,
        test: &PreparedTest,
        relaxed: ChoiceSource,
        capture: bool,
    ) -> Machine<'p, Concrete> {
        let executions = std::mem::take(&mut self.executions);
        let mut dom = Concrete::with(executions, self.program.components.len(), relaxed);
        let (before, start) = (self.state.take(), &test.start);
        let image = &self.image;
        let state = image.start_after(before, &mut dom, self.program, start, capture);
        machine_in(self.program, state, test, dom)
    }

    /// Keeps the machine's state for reuse.
    fn over(&mut self, machine: Machine<'p, Concrete>) {
        self.state = Some(machine.state);
        self.executions = machine.dom.executions;
    }

    /// Runs a test. `keep_going` is called at intervals.
    pub fn run(
        &mut self,
        test: &PreparedTest,
        relaxed: ChoiceSource,
        steps: u64,
        observe: bool,
        keep_going: &dyn Fn() -> bool,
    ) -> FinishedRun {
        let mut machine = self.machine(test, relaxed, true);
        if observe {
            machine.observe_values();
        }
        let (end, left) = to_the_end(&mut machine, steps, keep_going);
        let executions = &machine.dom.executions;
        let covered = CompSet::of_flags(executions.iter().map(|n| *n > 0));
        let entries = executions.iter().map(|n| u64::from(*n)).sum();
        let busiest = executions.iter().copied().max().unwrap_or(0);
        let printed = machine.printed();
        // A run without end is watched a little longer; the effects of that part are not counted.
        let verdict = verdict(&mut machine, test, &end, steps - left);
        let mut stdout = machine.state.output.take_collected();
        stdout.truncate(printed);
        let ran = TestOutcome {
            verdict,
            ended: has_ended(&end),
            exit: match &end {
                RunEnd::Stopped(Stop::Exit(Ending::Status(status))) => *status,
                _ => None,
            },
            steps: steps - left,
            covered,
            first_values: machine.dom.first_values,
            asserts: std::mem::take(&mut machine.dom.asserted),
            missing: machine.state.disk.missing().map(str::to_owned).collect(),
            entries,
            busiest,
            stdout,
        };
        let observed = machine.take_observed();
        self.over(machine);
        FinishedRun { ran, observed }
    }

    /// Whether the test passes in a changed program within `steps` instructions and evaluates all assertions that the
    /// program as written evaluates, at least as often: a program that skips the checks does not count as fixed. The
    /// run ends at the first wrong byte of output. Also returns the number of instructions executed.
    pub fn passes_with_assertions(
        &mut self,
        test: &PreparedTest,
        relaxed: ChoiceSource,
        steps: u64,
    ) -> (bool, u64) {
        let mut machine = self.machine(test, relaxed, false);
        let (passes, used) = passed(&mut machine, test, steps);
        let passes_with_assertions = passes && machine.dom.asserted.covers(&test.asserts);
        self.over(machine);
        (passes_with_assertions, used)
    }
}

/// See [`TestOutcome::ended`].
fn has_ended(end: &RunEnd) -> bool {
    let is_full = |stop: &Stop| matches!(stop, Stop::Trap(t) if t.kind == TrapKind::StackOverflow);
    matches!(end, RunEnd::Stopped(stop) if !is_full(stop))
}
