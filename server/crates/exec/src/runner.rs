//! Many runs of one program, one after the other.
//!
//! Programs in tests are small, and an edit that lasts is run on all of them: a quarter of such a run would be making what
//! it needs and dropping it again. So each run takes place in what the one before has left: the objects of global
//! variables are written back, the boxes of the others are filled anew.

use ir::Program;
use ir::eval::{Concrete, Ending, Image, Machine, Output, Relaxed, State, Stop, TrapKind};

use ir::CompSet;

use crate::run::{
    Finished, PreparedTest, RunEnd, TestOutcome, machine_in, passed, to_the_end, verdict,
};

/// Runs one program.
pub struct Runner<'p> {
    program: &'p Program,
    image: Image<u64>,
    /// What the last run has left.
    state: Option<State<u64>>,
    executions: Vec<u32>,
}

impl<'p> Runner<'p> {
    /// A runner of a program, whose image it makes.
    pub fn new(program: &'p Program) -> Runner<'p> {
        Runner::on(program, Image::new(program))
    }

    /// With the program's image, where somebody has it.
    pub fn on(program: &'p Program, image: Image<u64>) -> Runner<'p> {
        Runner {
            program,
            image,
            state: None,
            executions: Vec::new(),
        }
    }

    /// A machine about to run a test, without steps yet. What it prints is collected, or matched with what is expected.
    fn machine(
        &mut self,
        test: &PreparedTest,
        relaxed: Relaxed,
        capture: bool,
    ) -> Machine<'p, Concrete> {
        let executions = std::mem::take(&mut self.executions);
        let mut dom = Concrete::with(executions, self.program.components.len(), relaxed);
        let (before, start) = (self.state.take(), &test.start);
        let image = &self.image;
        let state = image.start_after(before, &mut dom, self.program, start, capture);
        machine_in(self.program, state, test, dom)
    }

    /// Keeps what is left of a run.
    fn over(&mut self, machine: Machine<'p, Concrete>) {
        self.state = Some(machine.state);
        self.executions = machine.dom.executions;
    }

    /// Runs a test. `keep_going` is asked now and then.
    pub fn run(
        &mut self,
        test: &PreparedTest,
        relaxed: Relaxed,
        steps: u64,
        observe: bool,
        keep_going: &dyn Fn() -> bool,
    ) -> Finished {
        let mut machine = self.machine(test, relaxed, true);
        machine.observed = observe.then(Vec::new);
        let (end, left) = to_the_end(&mut machine, steps, keep_going);
        let executions = &machine.dom.executions;
        let covered = CompSet::of_flags(executions.iter().map(|n| *n > 0));
        let entries = executions.iter().map(|n| u64::from(*n)).sum();
        let busiest = executions.iter().copied().max().unwrap_or(0);
        let printed = machine.printed();
        // A run without end is watched a little longer; what it does then does not count.
        let verdict = verdict(&mut machine, test, &end, steps - left);
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
            missing: machine
                .state
                .streams
                .disk
                .missing()
                .map(str::to_owned)
                .collect(),
            entries,
            busiest,
            stdout: match &mut machine.state.streams.output {
                Output::Capture(bytes) => {
                    bytes.truncate(printed);
                    std::mem::take(bytes)
                }
                Output::Match(_) => Vec::new(),
            },
        };
        let observed = machine.observed.take().unwrap_or_default();
        self.over(machine);
        Finished { ran, observed }
    }

    /// Does the test pass in a changed program that is to convince people, within so many instructions? It looks at all
    /// assertions that the program as written looks at, and as often: who skips the questions has not passed the
    /// examination. Gives up at the first wrong byte of output, and gives the number of instructions executed as well.
    pub fn passes_with_assertions(
        &mut self,
        test: &PreparedTest,
        relaxed: Relaxed,
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
