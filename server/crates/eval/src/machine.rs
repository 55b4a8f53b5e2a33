//! The machine: executes the instructions on a [`State`] one by one, generic over the value domain.
//!
//! Frames, registers and program counter are data, so a state can be copied at any instruction, and calls do not recurse
//! on Rust's stack. An instruction either completes or leaves the state such that it can be executed again
//! ([`Stop::Fork`]): all decisions are made before anything is written.

use std::sync::Arc;

use harness::Expected;
use ir::program::{Function, Inst, Pc, Program, Reg, Scalar};

use super::domain::Domain;
use super::execution_numbers::ExecutionNumbers;
use super::state::{Frame, PausePoint, State};
use super::stop::{Ending, Exec, Stop};
use super::trap::TrapKind;
use super::value::Val;

/// Effect of a completed instruction on control.
pub(super) enum Flow {
    Next,
    Goto(Pc),
    /// The current frame changed, and `pc` is set.
    Frame,
}

/// A machine with its state.
#[derive(Debug)]
pub struct Machine<'p, D: Domain> {
    /// The program.
    pub(super) program: &'p Program,
    /// The domain. Drivers use it together with the state, so both are fields of their own.
    pub dom: D,
    /// The state; drivers exchange it.
    pub state: State<D::Bits>,
    /// Expected standard output, for [`super::Destination::Match`].
    pub(super) expected: Arc<Expected>,
    /// Number of instructions that may still be executed.
    pub(super) steps: u64,
    /// Values that components computed as written, in order; collected on request.
    pub(super) observed: Option<Vec<ObservedValue<D::Bits>>>,
    /// Numbers of the executions of components; collected on request.
    pub(super) numbers: Option<Box<ExecutionNumbers>>,
}

/// The value of one execution of a component as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObservedValue<B> {
    /// The component.
    pub comp: ir::CompId,
    /// The value.
    pub value: Val<B>,
    /// Type of the value.
    pub ty: Scalar,
}

/// A value domain in which machines run.
///
/// Each domain has these functions itself, so the evaluator is compiled once, in the crate of the domain, and not in
/// every crate that runs programs.
pub trait MachineDomain: Domain {
    /// Runs a machine; calls [`Machine::run_in_domain`].
    ///
    /// # Errors
    /// The stop of [`Machine::run`].
    fn run(machine: &mut Machine<'_, Self>, until: Option<PausePoint>) -> Exec<()>;
    /// Executes one instruction; calls [`Machine::step_once_in_domain`].
    ///
    /// # Errors
    /// The stop of [`Machine::step_once`].
    fn step_once(machine: &mut Machine<'_, Self>) -> Exec<()>;
}

impl<D: MachineDomain> Machine<'_, D> {
    /// Runs until the state reaches `until` (or has left that frame), or until a stop.
    ///
    /// # Errors
    /// The stop; the state is then at the instruction that caused it.
    #[inline]
    pub fn run(&mut self, until: Option<PausePoint>) -> Exec<()> {
        D::run(self, until)
    }

    /// Runs for at most this number of instructions. Also returns the number of instructions that were executed.
    #[inline]
    pub fn run_for(&mut self, steps: u64, until: Option<PausePoint>) -> (Exec<()>, u64) {
        self.steps = steps;
        let stop = self.run(until);
        (stop, steps - self.steps)
    }

    /// Executes one instruction of the current frame, for drivers that inspect each one.
    ///
    /// # Errors
    /// The stop; the state is then at the instruction that caused it.
    #[inline]
    pub fn step_once(&mut self) -> Exec<()> {
        D::step_once(self)
    }
}

impl<'p, D: Domain> Machine<'p, D> {
    /// A machine that may execute this number of instructions. It does not observe values.
    pub fn new(
        program: &'p Program,
        dom: D,
        state: State<D::Bits>,
        expected: Arc<Expected>,
        steps: u64,
    ) -> Machine<'p, D> {
        Machine {
            program,
            dom,
            state,
            expected,
            steps,
            observed: None,
            numbers: None,
        }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Expected standard output.
    pub fn expected(&self) -> &Expected {
        &self.expected
    }

    /// Number of instructions that may still be executed.
    pub fn steps_left(&self) -> u64 {
        self.steps
    }

    /// Sets the number of instructions that may still be executed.
    pub fn allow_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// Replaces the state by another one, and returns it.
    pub fn replace_state(&mut self, state: State<D::Bits>) -> State<D::Bits> {
        std::mem::replace(&mut self.state, state)
    }

    /// Takes the state out and leaves an empty one.
    pub fn take_state(&mut self) -> State<D::Bits> {
        self.replace_state(State::placeholder())
    }

    /// Collects the values that components compute as written from now on. Such runs are slower.
    pub fn observe_values(&mut self) {
        self.observed = Some(Vec::new());
    }

    /// Collects the numbers of the executions that make choices or compute observed values from now on. With recursion,
    /// executions end in another order than they begin.
    pub fn number_executions(&mut self) {
        self.numbers = Some(Box::default());
    }

    /// Takes the collected numbers, and ends their collection.
    pub fn take_numbers(&mut self) -> ExecutionNumbers {
        self.numbers.take().map(|all| *all).unwrap_or_default()
    }

    /// Values that components computed as written, in order, as far as they were collected.
    pub fn observed(&self) -> &[ObservedValue<D::Bits>] {
        self.observed.as_deref().unwrap_or_default()
    }

    /// Forgets the values collected so far.
    pub fn forget_observed(&mut self) {
        if let Some(observed) = &mut self.observed {
            observed.clear();
        }
    }

    /// Takes the collected values, and ends their collection.
    pub fn take_observed(&mut self) -> Vec<ObservedValue<D::Bits>> {
        self.observed.take().unwrap_or_default()
    }

    /// The running function with its activation; `None` once the outermost one has returned.
    pub fn running(&self) -> Option<(&'p Function, &Frame)> {
        let frame = self.state.calls.frames.last()?;
        Some((&self.program.functions[frame.function.index()], frame))
    }

    /// The current instruction; `None` at the end of a function's code.
    pub fn instruction(&self) -> Option<&'p Inst> {
        let (function, _) = self.running()?;
        function.code.get(self.state.calls.pc as usize)
    }

    /// Implements [`Machine::run`] for the domains; each domain compiles it once.
    ///
    /// # Errors
    /// The stop of [`Machine::run`].
    pub fn run_in_domain(&mut self, until: Option<PausePoint>) -> Exec<()> {
        loop {
            let Some(frame) = self.state.calls.frames.last() else {
                return Err(Box::new(Stop::Exit(Ending::Returned)));
            };
            let function = &self.program.functions[frame.function.index()];
            let base = frame.base as usize;
            let depth = self.state.calls.frames.len();
            if until.is_some_and(|place| depth < place.depth) {
                return Ok(());
            }
            let here = until.filter(|place| place.depth == depth).map(|p| p.pc);
            self.run_frame(function, base, here)?;
            if here == Some(self.state.calls.pc) && self.state.calls.frames.len() == depth {
                return Ok(());
            }
        }
    }

    /// Number of bytes of output that were collected.
    pub fn printed(&self) -> usize {
        self.state.output.collected().map_or(0, <[u8]>::len)
    }

    /// Runs in one frame until it changes or `here` is reached.
    fn run_frame(&mut self, function: &'p Function, base: usize, here: Option<Pc>) -> Exec<()> {
        loop {
            if self.observed.is_none() && !self.state.path.has_choices() {
                self.run_fast_path(function, base, here)?;
            }
            if here == Some(self.state.calls.pc) {
                return Ok(());
            }
            if self.steps == 0 {
                return Err(Box::new(Stop::StepLimit));
            }
            self.steps -= 1;
            let pc = self.state.calls.pc;
            let watched = self.observed.is_some();
            if watched && matches!(function.code.get(pc as usize), Some(Inst::Return { .. })) {
                self.observe(function, base, pc);
            }
            if let Some(numbers) = &mut self.numbers {
                numbers.note(
                    function.code.get(pc as usize),
                    self.state.calls.frames.len(),
                );
            }
            match self.step(function, base) {
                Ok(flow) => {
                    // The result of a call is observed when it returns.
                    if watched && !matches!(flow, Flow::Frame) {
                        self.observe(function, base, pc);
                    }
                    if self.state.path.has_choices() {
                        self.state.path.forget_choices();
                    }
                    match flow {
                        Flow::Next => self.state.calls.pc += 1,
                        Flow::Goto(pc) => self.state.calls.pc = pc,
                        Flow::Frame => return Ok(()),
                    }
                }
                Err(stop) => self.stopped(function, stop)?,
            }
        }
    }

    /// Implements [`Machine::step_once`] for the domains; each domain compiles it once.
    ///
    /// # Errors
    /// The stop of [`Machine::step_once`].
    pub fn step_once_in_domain(&mut self) -> Exec<()> {
        let Some(frame) = self.state.calls.frames.last() else {
            return Err(Box::new(Stop::Exit(Ending::Returned)));
        };
        let function = &self.program.functions[frame.function.index()];
        let base = frame.base as usize;
        match self.step(function, base) {
            Ok(flow) => {
                self.state.path.forget_choices();
                match flow {
                    Flow::Next => self.state.calls.pc += 1,
                    Flow::Goto(pc) => self.state.calls.pc = pc,
                    Flow::Frame => {}
                }
                Ok(())
            }
            Err(stop) => self.stopped(function, stop),
        }
    }

    /// Handles a stop. A trap in an alternative of a relaxed component only means that its effect is skipped.
    fn stopped(&mut self, function: &Function, stop: Box<Stop>) -> Exec<()> {
        if let Stop::Trap(trap) = &*stop {
            // This trap means that an indeterminate value was used; and a pointer with a value may keep memory
            // reachable.
            if matches!(trap.kind, TrapKind::Uninitialised { .. }) || self.state.settings.leaks {
                self.dom.first_values_mattered();
            }
            if let Some(resume) = function.rescue(self.state.calls.pc) {
                let depth = self.state.calls.frames.len();
                let mut relaxations = function.relaxations.iter();
                if let Some(numbers) = &mut self.numbers
                    && let Some(relaxation) = relaxations.find(|r| r.resume == resume)
                {
                    numbers.cut(relaxation.comp, depth);
                }
                self.state.path.forget_choices();
                self.state.calls.pc = resume;
                return Ok(());
            }
        }
        Err(stop)
    }

    #[cold]
    pub(super) fn observe(&mut self, function: &Function, base: usize, pc: Pc) {
        let first = function.observes.partition_point(|o| o.pc < pc);
        for o in function.observes[first..].iter().take_while(|o| o.pc == pc) {
            let Some(value) = self.state.calls.registers.get(base + o.reg as usize) else {
                continue;
            };
            if let Some(observed) = &mut self.observed {
                observed.push(ObservedValue {
                    comp: o.comp,
                    value,
                    ty: o.ty,
                });
                let depth = self.state.calls.frames.len();
                if let Some(numbers) = &mut self.numbers {
                    let number = numbers.of(o.comp, depth);
                    numbers.values.push(number);
                }
            }
        }
    }

    /// The value of a register of the current frame.
    #[inline]
    pub(super) fn get(&self, base: usize, r: Reg) -> Val<D::Bits> {
        self.state.calls.registers.value(base + r as usize)
    }

    /// Sets a register of the current frame.
    #[inline]
    pub(super) fn set(&mut self, base: usize, r: Reg, v: Val<D::Bits>) {
        self.state.calls.registers.set(base + r as usize, v);
    }
}
