//! Recording: the symbolic machine runs the test instruction by instruction along the path of the run.
//!
//! Everything that the machine writes into a variable or into memory is replaced by a fresh symbol at once, and the
//! value is noted. So the machine's registers hold terms over names, and the values of the names answer each decision
//! that it asks for.

use std::collections::BTreeMap;

use eval::ObjId;
use exec::run::PreparedTest;
use ir::flow::definition;
use ir::{Builtin, FnId, Function, Inst, Pc, Program, Reg};
use term::Term;

use super::recorder::{NoTrace, Recorder};
use super::{Cell, Failure, NamedObject, Step, StepKind, Trace, VarId};

/// Cost limits of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceLimits {
    /// Most instructions.
    pub instructions: u64,
    /// Most steps of the trace.
    pub steps: usize,
    /// Most terms.
    pub terms: usize,
}

impl Default for TraceLimits {
    fn default() -> TraceLimits {
        TraceLimits {
            instructions: 5_000_000,
            steps: 200_000,
            terms: 4_000_000,
        }
    }
}

/// Runs a failing test and records it.
///
/// # Errors
/// The reason why the run cannot be recorded: something that is not modelled, a limit, a run that passes.
pub fn record(
    program: &Program,
    test: &PreparedTest,
    limits: TraceLimits,
    stopped: &dyn Fn() -> bool,
) -> Result<Trace, NoTrace> {
    let mut recorder = Recorder::new(program, test);
    recorder.start(test);
    let mut instructions = 0;
    loop {
        instructions += 1;
        if instructions > limits.instructions
            || recorder.steps.len() > limits.steps
            || recorder.machine.dom.terms.len() > limits.terms
        {
            let reason =
                format!("the run is too long to be explained: {instructions} instructions");
            return Err(recorder.refused(reason));
        }
        if instructions % 1024 == 0 && stopped() {
            return Err(recorder.refused("stopped".into()));
        }
        if let Some(failure) = recorder.instruction(test)? {
            return Ok(Trace {
                objects: recorder.objects(),
                uses_addresses: recorder.machine.dom.uses_addresses.get(),
                pool: recorder.machine.dom.terms,
                variables: recorder.variables,
                steps: recorder.steps,
                failure,
                addresses_assumed: recorder.addresses_assumed,
                calls: recorder.calls,
                instructions,
                of_term: recorder.of_term,
            });
        }
    }
}

impl<'p> Recorder<'p> {
    /// Adds the first step: arguments of the function that the test calls.
    fn start(&mut self, test: &PreparedTest) {
        let function = test.start.function;
        self.steps.push(Step {
            kind: StepKind::Start,
            span: self.program.functions[function.index()].span,
            component: None,
            execution: 0,
            function,
            activation: 0,
            pc: 0,
            visit: 0,
            guard: None,
            definitions: Vec::new(),
            assumed: Vec::new(),
        });
        if test.start.literals.is_empty() {
            return;
        }
        for r in 0..self.program.functions[function.index()].params.len() {
            self.define_register(0, 0, r as Reg);
        }
    }

    /// Executes one instruction. Returns the failure, if it is the last one.
    pub(super) fn instruction(&mut self, test: &PreparedTest) -> Result<Option<Failure>, NoTrace> {
        self.leave_regions();
        let (id, function) = self.function();
        let pc = self.machine.state.calls.pc();
        let Some(inst) = function.code.get(pc as usize) else {
            return self.plain(pc, None, test);
        };
        if !self.aside {
            self.visits[id.index()][pc as usize] += 1;
        }
        if let Inst::Enter { comp, .. } = inst {
            self.entered[comp.index()] += 1;
        }
        match inst {
            Inst::Builtin(call) if call.builtin == Builtin::Longjmp => {
                Err(self.refused("the run jumps out of a function by `longjmp`".into()))
            }
            Inst::Branch { .. } | Inst::BranchIf { .. } | Inst::Switch(_) => {
                self.branch(pc, inst, test)
            }
            Inst::Load { .. }
            | Inst::LoadBits { .. }
            | Inst::Store { .. }
            | Inst::StoreBits { .. } => self.access(pc, inst, test),
            Inst::Copy { .. } | Inst::Zero { .. } | Inst::Builtin(_) => self.bulk(pc, inst, test),
            _ => self.plain(pc, Some(inst), test),
        }
    }

    /// Executes an instruction that only calls, returns, or writes a register.
    fn plain(
        &mut self,
        pc: Pc,
        inst: Option<&'p Inst>,
        test: &PreparedTest,
    ) -> Result<Option<Failure>, NoTrace> {
        let (frames, span) = (self.machine.state.calls.depth(), self.machine.span());
        let (guard, from) = (self.guard(), self.function().0);
        if let Err(stop) = self.execute() {
            return self.ended(*stop, test);
        }
        let required = match self.take_requirements() {
            Ok(required) => required,
            Err(holds) => return Ok(Some(self.failed(span, holds))),
        };
        let now = self.machine.state.calls.depth();
        if now > frames {
            self.called(pc, frames);
            return Ok(None);
        }
        if now < frames {
            self.returned(from, pc, guard);
            return Ok(None);
        }
        let written = inst.and_then(definition).copied();
        self.after(pc, StepKind::Assign, written, required);
        Ok(None)
    }

    /// Names the value that an instruction left in a register, if the register is a variable or the value has
    /// conditions.
    pub(super) fn after(
        &mut self,
        pc: Pc,
        kind: StepKind,
        written: Option<Reg>,
        required: Vec<Term>,
    ) {
        let (function, _) = self.function();
        let is_variable = |r: Reg| self.facts[function.index()].names.contains_key(&r);
        let named = written.filter(|r| is_variable(*r) || !self.when.is_empty());
        let Some(register) = named else {
            self.postpone(required);
            return;
        };
        let step = self.step(kind, pc);
        self.require(step, required);
        let frame = self.machine.state.calls.depth() - 1;
        self.define_register(step, frame, register);
    }

    /// Records the beginning of a call in the frame before `callee`.
    fn called(&mut self, pc: Pc, callee: usize) {
        let caller = self.machine.state.calls.frames()[callee - 1].function;
        let f: &Function = &self.program.functions[caller.index()];
        let place = (caller, f, self.activation());
        let step = self.step_in(StepKind::Call, place, pc);
        self.require(step, Vec::new());
        let function = self.machine.state.calls.frames()[callee].function;
        self.activations.push(self.functions.len() as u32);
        self.functions.push(function);
        self.calls.push(Some(step));
        for r in 0..self.program.functions[function.index()].params.len() {
            self.define_register(step, callee, r as Reg);
        }
    }

    /// Records the end of a call with the `return` at `pc` of the function `from`, under this guard.
    fn returned(&mut self, from: FnId, pc: Pc, guard: Option<VarId>) {
        let left = self.activations.pop().unwrap_or(0);
        self.end_regions_of(left);
        let call_at = self.machine.state.calls.pc().saturating_sub(1);
        let (_, function) = self.function();
        let Some(Inst::Call(call)) = function.code.get(call_at as usize) else {
            return;
        };
        let Some(dst) = call.dst else { return };
        let f = &self.program.functions[from.index()];
        let step = self.step_in(StepKind::Return, (from, f, left), pc);
        self.steps[step].guard = guard;
        self.require(step, Vec::new());
        self.text_of_values = function.spans.get(call_at as usize).copied();
        let frame = self.machine.state.calls.depth() - 1;
        self.define_register(step, frame, dst);
        self.text_of_values = None;
    }

    /// Facts about the objects that contain names or that names point to.
    fn objects(&self) -> BTreeMap<ObjId, NamedObject> {
        let ids = self.variables.iter().flat_map(|v| match v.cell {
            Cell::Memory { object, .. } => [object, v.object],
            _ => [0, v.object],
        });
        let named = ids.filter_map(|id| {
            let o = self.machine.state.memory.get(id)?;
            let name = o.name.text(self.machine.program());
            let size = u64::from(o.extent);
            Some((id, NamedObject { name, size }))
        });
        named.collect()
    }
}
