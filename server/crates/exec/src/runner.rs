//! Many runs of one program, one after another.
//!
//! Programs in tests are small, and a promising edit is run on all tests: setting a run up and tearing it down would
//! take a quarter of the time. So each run reuses the memory of the previous one: the objects of global variables are
//! restored, and the allocations of the others are filled anew.

use eval::{
    AssertionCounts, ChoiceSource, Concrete, Ending, Image, Layout, Machine, ObjId, State, Stop,
    TrapKind,
};
use ir::{Program, Scalar};

use ir::CompSet;

use crate::computed::{Computed, computed};
use crate::progress::RunProgress;
use crate::run::{
    FinishedRun, InputSupply, PreparedTest, RunEnd, TestOutcome, machine_in, passed, to_the_end,
    verdict,
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

    /// Sets the initial value of a global variable of type `int`.
    pub fn set_global(&mut self, global: usize, value: i32) {
        self.image.set_global(global, value);
    }

    /// The value of a global variable of type `int` at the end of the last run.
    pub fn global(&self, global: usize) -> Option<i32> {
        let object = self.state.as_ref()?.memory.get(global as ObjId + 1)?;
        let mut dom = Concrete::default();
        let value = object.read(&mut dom, 0, Scalar::I32)?;
        Some(value.bits as i32)
    }

    /// Machine about to run a test, without a step budget yet. The output is captured, or matched with the expected
    /// one.
    fn machine(
        &mut self,
        test: &PreparedTest,
        relaxed: ChoiceSource,
        layout: Layout,
        capture: bool,
    ) -> Machine<'p, Concrete> {
        let executions = std::mem::take(&mut self.executions);
        let mut dom = Concrete::with(executions, self.program.components.len(), relaxed);
        dom.layout = layout;
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

    /// Runs a test. `keep_going` is called at intervals. A run in which nothing is relaxed, and which used addresses as
    /// numbers, is repeated with other addresses.
    pub fn run(
        &mut self,
        test: &PreparedTest,
        relaxed: ChoiceSource,
        steps: u64,
        observe: bool,
        keep_going: &dyn Fn() -> bool,
    ) -> FinishedRun {
        let is_as_written = matches!(relaxed, ChoiceSource::Nothing);
        let machine = self.machine(test, relaxed, Layout::default(), true);
        let (mut finished, uses_addresses) =
            self.finished(machine, test, steps, observe, keep_going);
        if is_as_written && uses_addresses {
            let machine = self.machine(test, ChoiceSource::Nothing, Layout::Uneven, true);
            let (other, _) = self.finished(machine, test, steps, false, keep_going);
            let (ran, other) = (&mut finished.ran, other.ran);
            ran.depends_on_layout = (&ran.verdict, &ran.stdout) != (&other.verdict, &other.stdout);
        }
        finished
    }

    /// Runs a machine to its end. Also returns whether it used addresses as numbers.
    fn finished(
        &mut self,
        mut machine: Machine<'p, Concrete>,
        test: &PreparedTest,
        steps: u64,
        observe: bool,
        keep_going: &dyn Fn() -> bool,
    ) -> (FinishedRun, bool) {
        if observe {
            machine.observe_values();
            machine.number_executions();
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
            asserts: reached_assertions(&machine),
            depends_on_layout: false,
            input: if machine.state.input.falls_short() {
                InputSupply::TooLittle
            } else {
                InputSupply::Enough
            },
            missing: machine.state.disk.missing().map(str::to_owned).collect(),
            entries,
            busiest,
            stdout,
        };
        let observed = machine.take_observed();
        let uses_addresses = machine.dom.uses_addresses();
        let numbers = machine.take_numbers().values;
        self.over(machine);
        let finished = FinishedRun {
            ran,
            observed,
            numbers,
        };
        (finished, uses_addresses)
    }

    /// Whether the test passes in a changed program within `steps` instructions and evaluates all assertions that the
    /// program as written evaluates, at least as often: a program that skips the checks does not count as fixed. The
    /// run ends at the first wrong byte of output. Also returns the number of instructions executed.
    ///
    /// A run that used addresses as numbers must pass with other addresses as well, unless the program as written
    /// passes by its addresses alone. Of a test with [`PreparedTest::beyond`], it is asked whether it comes farther.
    pub fn passes_with_assertions(
        &mut self,
        test: &PreparedTest,
        relaxed: ChoiceSource,
        steps: u64,
    ) -> (bool, u64) {
        let again = relaxed.clone();
        let (passes, used, uses_addresses) =
            self.passes_in(Layout::default(), test, relaxed, steps);
        if !passes || !uses_addresses || test.passes_by_layout {
            return (passes, used);
        }
        let (passes, more, _) = self.passes_in(Layout::Uneven, test, again, steps);
        (passes, used + more)
    }

    /// How far a test comes within `steps` instructions.
    pub fn progress(&mut self, test: &PreparedTest, steps: u64) -> RunProgress {
        let machine = self.machine(test, ChoiceSource::Nothing, Layout::default(), true);
        let (progress, ..) = self.progress_of(machine, test, steps);
        progress
    }

    /// How far a machine comes that collects its output; also the number of instructions executed, and whether the run
    /// used addresses as numbers.
    fn progress_of(
        &mut self,
        mut machine: Machine<'p, Concrete>,
        test: &PreparedTest,
        steps: u64,
    ) -> (RunProgress, u64, bool) {
        let (end, left) = to_the_end(&mut machine, steps, &|| true);
        let ended = matches!(end, RunEnd::Stopped(Stop::Exit(_)));
        let progress = RunProgress::of(&machine, &test.goal.expected, ended);
        let uses_addresses = machine.dom.uses_addresses();
        self.over(machine);
        (progress, steps - left, uses_addresses)
    }

    /// What a test computes; `None` if it takes more than `steps` instructions.
    pub fn computed(&mut self, test: &PreparedTest, steps: u64) -> Option<Computed> {
        let mut machine = self.machine(test, ChoiceSource::Nothing, Layout::default(), false);
        let found = computed(&mut machine, steps);
        self.over(machine);
        found
    }

    /// Whether the test passes with its assertions in this layout, the number of instructions executed, and whether the
    /// run used addresses as numbers.
    fn passes_in(
        &mut self,
        layout: Layout,
        test: &PreparedTest,
        relaxed: ChoiceSource,
        steps: u64,
    ) -> (bool, u64, bool) {
        let mut machine = self.machine(test, relaxed, layout, test.beyond.is_some());
        if let Some(before) = &test.beyond {
            let (progress, used, uses_addresses) = self.progress_of(machine, test, steps);
            return (progress.is_beyond(before), used, uses_addresses);
        }
        let (passes, used) = passed(&mut machine, test, steps);
        let passes_with_assertions = passes && machine.state.asserted.covers(&test.goal.asserts);
        let uses_addresses = machine.dom.uses_addresses();
        self.over(machine);
        (passes_with_assertions, used, uses_addresses)
    }
}

/// The assertions that a run has evaluated, and those whose operands it was evaluating when it ended.
fn reached_assertions(machine: &Machine<'_, Concrete>) -> AssertionCounts {
    let mut reached = machine.state.asserted.clone();
    let calls = &machine.state.calls;
    let (running, outer) = (calls.pc(), calls.frames().iter().map(|frame| frame.pc));
    let last = calls.depth().saturating_sub(1);
    for (depth, (frame, pc)) in calls.frames().iter().zip(outer).enumerate() {
        // A caller continues after its call.
        let at = if depth == last {
            running
        } else {
            pc.saturating_sub(1)
        };
        let function = &machine.program().functions[frame.function.index()];
        let Some(within) = function.spans.get(at as usize) else {
            continue;
        };
        let mut code = function.code.iter().zip(&function.spans);
        let found = code.find(|(inst, span)| inst.judges() && span.encloses(*within));
        if let Some((_, span)) = found {
            reached.begin(*span);
        }
    }
    reached
}

/// See [`TestOutcome::ended`].
fn has_ended(end: &RunEnd) -> bool {
    let is_full = |stop: &Stop| matches!(stop, Stop::Trap(t) if t.kind == TrapKind::StackOverflow);
    matches!(end, RunEnd::Stopped(stop) if !is_full(stop))
}
